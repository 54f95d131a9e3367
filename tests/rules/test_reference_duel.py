"""Turns, groups, maneuvers and policies of the readable twin, with dice written down."""

from __future__ import annotations

import pytest

from tests.rules.scripted import HIT, IDLE, MISS, play
from zodiac_sim.engine.keys import Roll, die, duel_key, matchup_key, round_key, word
from zodiac_sim.engine.reference import play_duel
from zodiac_sim.study.study import make_study

TIE = {"initiative": [5]}
INJURY = {"bleeding": "injury"}
BIND = [{"do": "bind"}, {"do": "attack"}]


def test_r1_1_the_highest_total_acts_first_and_r1_3_the_felled_have_no_turn():
    """b has the higher die, a the higher total."""
    duel = play(
        {"speed": 9}, {"hp": 1}, dice_a={"initiative": [1], "to_hit": [HIT], "damage": [1]}, dice_b={"initiative": [9]}
    )
    assert (duel.outcome.winner, duel.outcome.rounds) == ("a", 1)
    assert (duel.outcome.fighters[1].attacks, duel.outcome.fighters[1].cause) == (0, "attack")


def test_r1_2_a_tie_fells_both_and_is_a_draw():
    faces = {**TIE, "to_hit": [HIT], "damage": [8]}
    duel = play({"hp": 8}, {"hp": 5}, dice_a=faces, dice_b=faces)
    assert duel.outcome.winner == "draw"
    assert [fighter.attack_damage for fighter in duel.outcome.fighters] == [8, 5]


@pytest.mark.parametrize("action", ["guard", "parry", "dodge", "stance:defensive"])
def test_r1_2_what_is_taken_in_a_group_works_only_after_it(action):
    """b hits for 8 at the same moment; with a Parry no parry is rolled, with Dodge the chance stays 60."""
    policy = [{"do": action}]
    duel = play({"evade": 10, "policy": policy}, dice_a=TIE, dice_b={**TIE, "to_hit": [50], "damage": [8]})
    assert duel.a.hp == 92


def test_r1_2_a_stun_in_a_group_takes_the_next_turn():
    tied = play(
        {"policy": [{"do": "bash"}]},
        rounds=2,
        dice_a={"initiative": [5, 5], "to_hit": [HIT, MISS], "damage": [8], "bash_stun": [60]},
        dice_b={"initiative": [5, 5], "to_hit": [MISS]},
    )
    assert (tied.outcome.fighters[1].attacks, tied.outcome.fighters[1].stunned_turns) == (1, 1)


def test_r1_2_a_stun_used_up_at_the_start_is_gone_for_the_policy():
    """In round 2 both act at once: b no longer counts as stunned, so a bashes again."""
    basher = [{"do": "bash", "when": {"opponent_stunned": False}}]
    duel = play(
        {"policy": basher},
        rounds=2,
        dice_a={"initiative": [5, 5], "to_hit": [HIT, HIT], "damage": [8, 8], "bash_stun": [1, 61]},
        dice_b={"initiative": [5, 5], "to_hit": [MISS]},
    )
    assert duel.outcome.fighters[0].attacks == 2


def test_r1_2b_a_weapon_picked_up_in_the_group_stays_in_the_hand():
    """Round 2: b recovers while a cannot disarm, since b held nothing when the group began."""
    duel = play(
        {"policy": [{"do": "disarm"}]},
        {"policy": [{"do": "recover"}]},
        rounds=2,
        dice_a={"initiative": [5, 5], "disarm": [60]},
        dice_b={"initiative": [5, 5]},
    )
    assert duel.b.held == {"weapon"}
    assert duel.outcome.fighters[0].disarms == 1


def test_r1_2b_two_disarms_at_once_both_count():
    policy = {"policy": [{"do": "disarm"}]}
    duel = play(policy, policy, dice_a={**TIE, "disarm": [1]}, dice_b={**TIE, "disarm": [60]})
    assert (duel.a.held, duel.b.held) == (set(), set())
    assert [fighter.disarms for fighter in duel.outcome.fighters] == [1, 1]


def test_r1_2b_binding_comes_before_harm_of_the_same_group():
    """Round 2: a binds minor to none, then b's blow starts major; the other way round it would end as minor."""
    duel = play(
        {"policy": BIND},
        {"strength": 45},
        rounds=2,
        rules=INJURY,
        dice_a={"initiative": [6, 5], "to_hit": [MISS]},
        dice_b={"initiative": [5, 5], "to_hit": [HIT, HIT], "damage": [5, 1]},
    )
    assert (duel.outcome.fighters[0].binds, duel.a.levels) == (1, [2])


def test_r1_4_a_bleeding_winner_plays_no_end_of_turn():
    """a would lose 5 HP at the end of the turn in which he fells b, and has only 4."""
    duel = play(
        {"hp": 80, "strength": 93},
        {"strength": 68},
        rules=INJURY,
        dice_a={"initiative": [1], "to_hit": [HIT], "damage": [7]},
        dice_b={"initiative": [10], "to_hit": [HIT], "damage": [8]},
    )
    assert (duel.outcome.winner, duel.a.hp, duel.a.levels) == ("a", 4, [2])


def test_r1_4_who_bleeds_to_death_after_his_blow_loses():
    """b survives a's blow; a's bleeding then takes his last 4 HP."""
    duel = play(
        {"hp": 80},
        {"strength": 68},
        rules=INJURY,
        dice_a={"initiative": [1], "to_hit": [MISS]},
        dice_b={"initiative": [10], "to_hit": [HIT], "damage": [8]},
    )
    lost = duel.outcome.fighters[0]
    assert (duel.outcome.winner, lost.cause, lost.bleeding_damage, lost.deaths) == ("b", "bleeding", 4, 1)


def test_r1_5_rounds_that_run_out_leave_a_duel_unresolved():
    duel = play({"policy": IDLE}, {"policy": IDLE}, rounds=3)
    assert (duel.outcome.winner, duel.outcome.rounds, duel.outcome.rolls) == ("unresolved", 3, 6)


@pytest.mark.parametrize(("on_equal", "roll", "hits"), [(True, 60, 1), (True, 61, 0), (False, 59, 1), (False, 60, 0)])
def test_r2_2_a_roll_up_to_the_chance_hits(on_equal, roll, hits):
    faces = {"to_hit": [roll], "damage": [1]} if hits else {"to_hit": [roll]}
    duel = play({}, {"policy": IDLE}, rules={"hit_on_equal": on_equal}, dice_a=faces)
    assert duel.outcome.fighters[0].hits == hits


@pytest.mark.parametrize(("roll", "critical", "damage"), [(55, 0, 8), (56, 1, 16), (60, 1, 16)])
def test_r3_2_the_top_numbers_double_the_damage(roll, critical, damage):
    duel = play({"luck": 9}, {"policy": IDLE}, dice_a={"to_hit": [roll], "damage": [8]})
    assert (duel.outcome.fighters[0].criticals, duel.b.hp) == (critical, 100 - damage)
    assert duel.outcome.lookups == 0


def test_r4_2_a_ranged_weapon_adds_no_strength():
    bow = {"weapon": {"dice": "1d8", "kind": "ranged"}, "strength": 30}
    duel = play(bow, {"policy": IDLE}, dice_a={"to_hit": [HIT], "damage": [8]})
    assert duel.b.hp == 92


def test_r4_6_hp_lost_are_recorded_not_hp_dealt():
    duel = play({"strength": 90}, {"hp": 20}, dice_a={"to_hit": [HIT], "damage": [8]})
    assert (duel.outcome.fighters[1].attack_damage, duel.outcome.fighters[1].hp_left) == (20, 0)


def test_r5_6_bare_hands_roll_the_unarmed_dice_with_strength():
    duel = play({"weapon": None, "strength": 7}, {"policy": IDLE}, dice_a={"to_hit": [HIT], "damage": [3]})
    assert duel.b.hp == 90


def test_r5_7_a_stun_takes_the_action_still_to_come_and_leaves_the_turn():
    """A bash ahead of b's turn in each of two rounds costs both actions; b's ends of turn are played."""
    duel = play(
        {"policy": [{"do": "bash"}]},
        {"statuses": {"regen": {}}},
        rounds=2,
        dice_a={"initiative": [10, 10], "to_hit": [HIT, HIT], "damage": [8, 8], "bash_stun": [1, 60]},
    )
    assert (duel.outcome.fighters[1].stunned_turns, duel.outcome.fighters[1].attacks) == (2, 0)
    assert duel.outcome.fighters[1].healed == 4


def test_r5_7_two_stuns_before_a_turn_cost_one_turn():
    """b is stunned after its turn of round 1 and again ahead of its turn of round 2, and acts in round 3."""
    duel = play(
        {"policy": [{"do": "bash"}]},
        rounds=3,
        dice_a={"initiative": [1, 10, 1], "to_hit": [HIT, HIT, MISS], "damage": [8, 8], "bash_stun": [1, 1]},
        dice_b={"initiative": [10, 1, 10], "to_hit": [MISS, MISS]},
    )
    assert duel.outcome.fighters[1].stunned_turns == 1


def test_r5_7_maneuvers_last_through_a_round_until_the_lost_turn():
    """b guards, is stunned, and still halves the blow that comes ahead of the turn he loses."""
    duel = play(
        {"policy": [{"do": "bash", "when": {"opponent_stunned": False}}, {"do": "attack"}]},
        {"policy": [{"do": "guard"}]},
        rounds=3,
        dice_a={"initiative": [1, 10, 10], "to_hit": [HIT, HIT, HIT], "damage": [8, 8, 8], "bash_stun": [1, 61]},
        dice_b={"initiative": [10, 1, 1]},
    )
    assert duel.b.hp == 100 - 1 - 4 - 2


@pytest.mark.parametrize(("parry", "hp"), [(43, 100), (44, 92)])
def test_r7_2_a_parry_turns_a_blow_aside(parry, hp):
    """40 + 9 − 6 against each attack until the own next turn; a parried blow is no hit and no critical."""
    duel = play(
        {"agility": 6, "luck": 0},
        {"agility": 9, "policy": [{"do": "parry"}]},
        dice_a={"initiative": [1], "to_hit": [60], "parry": [parry], **({"damage": [8]} if hp < 100 else {})},
        dice_b={"initiative": [10]},
    )
    assert (duel.b.hp, duel.outcome.fighters[0].hits) == (hp, int(hp < 100))
    assert duel.outcome.rolls == (5 if hp < 100 else 4)


def test_r7_2_a_parry_turns_a_critical_bash_aside_and_no_more_is_rolled():
    duel = play(
        {"luck": 200, "policy": [{"do": "bash"}]},
        {"policy": [{"do": "parry"}]},
        rules={"criticals": "complex"},
        dice_a={"initiative": [1], "to_hit": [60], "parry": [40]},
        dice_b={"initiative": [10]},
    )
    assert (duel.outcome.fighters[0].attacks, duel.outcome.fighters[0].criticals) == (1, 0)


def test_r7_2_a_miss_is_not_parried():
    play({}, {"policy": [{"do": "parry"}]}, dice_a={"initiative": [1], "to_hit": [61]}, dice_b={"initiative": [10]})


@pytest.mark.parametrize(
    ("dodge", "roll", "hits"), [("relative", 45, 1), ("relative", 46, 0), ("flat", 10, 1), ("flat", 11, 0)]
)
def test_r7_3_dodge_raises_evade_until_the_own_next_turn(dodge, roll, hits):
    """60 − 10 × 1.5, or 60 − 10 − 50 within the limits."""
    duel = play(
        {},
        {"evade": 10, "policy": [{"do": "dodge"}]},
        rules={"dodge": dodge},
        dice_a={"initiative": [1], "to_hit": [roll], **({"damage": [1]} if hits else {})},
        dice_b={"initiative": [10]},
    )
    assert duel.outcome.fighters[0].hits == hits


@pytest.mark.parametrize(("roll", "held"), [(60, set()), (61, {"weapon"})])
def test_r7_4_a_disarm_needs_60(roll, held):
    duel = play({"policy": [{"do": "disarm"}]}, {"policy": IDLE}, dice_a={"disarm": [roll]})
    assert (duel.b.held, duel.outcome.fighters[0].disarms, duel.outcome.rolls) == (held, int(not held), 3)


def test_r7_4_the_unarmed_cannot_be_disarmed():
    play({"policy": [{"do": "disarm"}]}, {"weapon": None, "policy": IDLE})


def test_r7_6_a_bash_is_a_quarter_and_a_bow_adds_no_strength():
    bow = {"weapon": {"dice": "1d8+8", "kind": "ranged"}, "strength": 30, "policy": [{"do": "bash"}]}
    duel = play(bow, {"policy": IDLE}, dice_a={"to_hit": [HIT], "damage": [8], "bash_stun": [61]})
    assert (duel.b.hp, duel.b.stunned) == (96, False)


def test_r7_7_the_weapon_is_picked_up_first():
    duel = play(
        {"shield": {"evade": 5}, "policy": [{"do": "recover"}]},
        {"luck": 200, "policy": [{"do": "attack", "when": {"opponent_armed": True}}, {"do": "attack"}]},
        rounds=3,
        rules={"criticals": "simple"},
        dice_a={"initiative": [1, 1, 10]},
        dice_b={
            "initiative": [10, 10, 1],
            "to_hit": [1, 1, 100],
            "location": [9, 9],
            "drop": [2, 1],
            "damage": [1, 1],
        },
    )
    assert duel.a.held == {"weapon", "shield"}


def test_r7_9_another_stance_costs_the_action():
    duel = play({"policy": [{"do": "stance:speed"}]}, {"policy": IDLE}, rounds=2)
    assert duel.a.stance_name == "speed"
    assert type(duel.events[-3]).__name__ == "Passed"


def test_r7_10_the_first_possible_line_whose_conditions_hold_is_taken():
    """Nothing to recover, not yet round 2, not hurt: the fourth line."""
    policy = [
        {"do": "recover"},
        {"do": "bash", "when": {"round_at_least": 2}},
        {"do": "parry", "when": {"hp_below": 1}},
        {"do": "guard", "when": {"stance_is": "neutral", "disarmed": False}},
    ]
    duel = play({"policy": policy}, {"policy": IDLE})
    assert duel.a.maneuver == "guard"


@pytest.mark.parametrize(("strength", "guards"), [(92, False), (93, True)])
def test_hp_below_is_strict_and_exact(strength, guards):
    """7 HP of 100 are not below 7 %, although 0.07 × 100 is a little more than 7 in binary fractions."""
    duel = play(
        {"policy": [{"do": "guard", "when": {"hp_below": 0.07}}]},
        {"strength": strength},
        dice_a={"initiative": [1]},
        dice_b={"initiative": [9], "to_hit": [1], "damage": [1]},
    )
    assert (duel.a.maneuver == "guard") is guards


def two_fighters(**values: object):
    fighter = {"hp": 30, "skill": 70, "luck": 9, "weapon": {"dice": "1d8"}, "policy": [{"do": "attack"}]}
    return make_study({"fighters": {"a": {**fighter, **values}, "b": fighter}, "matchups": [{"a": "a", "b": "b"}]})


@pytest.mark.parametrize(("chance", "attacks"), [(0, 0), (1, 30)])
def test_a_chance_of_0_never_passes_and_1_always_does(chance, attacks):
    study = two_fighters(policy=[{"do": "attack", "chance": chance}], hp=30_000)
    scenario = make_study({**study.model_dump(exclude_unset=True), "rules": {"max_rounds": 30}}).scenarios[0]
    for duel in range(20):
        assert play_duel(scenario, 1, duel).fighters[0].attacks <= attacks
    outcome = play_duel(scenario, 1, 0)
    assert outcome.fighters[0].attacks == min(attacks, outcome.rounds)


def test_dice_stand_where_their_address_says():
    """The first to-hit die of a duel is the one its address gives, and listening changes no duel."""
    scenario, told = two_fighters().scenarios[0], []
    outcome = play_duel(scenario, 7, 5, tell=told.append)
    blow = next(event for event in told if type(event).__name__ == "Blow")
    key = round_key(duel_key(matchup_key(7, (("a",), ("b",))), 5), 1)
    assert blow.roll == die(word(key, Roll.TO_HIT, blow.seat), 100)
    assert outcome == play_duel(scenario, 7, 5) != play_duel(scenario, 7, 6)
