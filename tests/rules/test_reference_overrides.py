"""What statuses do to those who have them in the readable twin, with dice written down (R9.2, R9.3)."""

from __future__ import annotations

import pytest

from tests.rules.scripted import HIT, IDLE, MISS, Played, play, starts, weapon
from zodiac_sim.engine import reference_rules as rule
from zodiac_sim.rules.loading import load_ruleset
from zodiac_sim.rules.model import Stance

INJURY = {"bleeding": "injury"}


def attacks(duel: Played, side: int) -> int:
    return duel.outcome.fighters[side].attacks


@pytest.mark.parametrize("status", ["sleep", "confuse"])
@pytest.mark.parametrize(("vitality", "min_damage", "wakes"), [(0, 1, True), (9, 0, False), (9, 1, True)])
def test_hp_lost_to_a_blow_end_sleep_and_confusion(status, vitality, min_damage, wakes):
    confused = {} if wakes or status == "sleep" else {"target": [1], "to_hit": [MISS]}
    duel = play(
        {},
        {"vitality": vitality, "policy": IDLE, **starts(**{status: {}})},
        rules={"min_damage": min_damage},
        dice_a={"to_hit": [HIT], "damage": [8]},
        dice_b=confused,
    )
    assert (status not in duel.b.statuses) is wakes


def test_neither_spells_nor_bleeding_nor_poison_wake_a_sleeper():
    duel = play(
        {"spells": ["fire"], "mp": 5, "policy": [{"do": "cast:fire"}]},
        {"policy": IDLE, **starts(sleep={}, poison={})},
        rules=INJURY | {"injury_thresholds": {"minor": 99}},
        dice_a={"power": [3, 4]},
        dice_b={"poison": [2]},
    )
    assert (duel.b.hp, "sleep" in duel.b.statuses) == (100 - 7 - 5 - 2, True)


def test_evade_and_maneuvers_stay_while_a_sleeper_loses_turns():
    """b guards and is sent to sleep; the blow of round 2 comes ahead of his turn, is halved, and wakes him."""
    duel = play(
        weapon(sleep={}),
        {"policy": [{"do": "guard"}]},
        rounds=2,
        dice_a={"initiative": [1, 10], "to_hit": [HIT, HIT], "damage": [8, 8], "status": [1, 1]},
        dice_b={"initiative": [10, 1]},
    )
    assert (duel.b.hp, duel.b.maneuver) == (100 - 4 - 4, None)


def test_a_stun_is_used_up_in_a_turn_that_is_slept_through():
    """Sleep for a turn costs one action, not two; the stunned turn is counted."""
    duel = play(
        {**weapon(sleep={"turns": 1}), "policy": [{"do": "bash"}]},
        rounds=2,
        dice_a={"to_hit": [HIT, MISS], "damage": [1], "bash_stun": [1], "status": [1]},
        dice_b={"to_hit": [MISS]},
    )
    assert (duel.outcome.fighters[1].stunned_turns, attacks(duel, 1)) == (1, 1)


def test_sleep_goes_before_confusion_and_confusion_before_berserk():
    asleep = play({"policy": IDLE}, starts(sleep={}, confuse={}, berserk={}))
    confused = play({"policy": IDLE}, starts(confuse={}, berserk={}), dice_b={"target": [1], "to_hit": [MISS]})
    assert (attacks(asleep, 1), attacks(confused, 1)) == (0, 1)


@pytest.mark.parametrize(("face", "hp"), [(1, (92, 100)), (2, (100, 92))])
def test_the_confused_strike_at_one_of_those_standing_by_seat(face, hp):
    duel = play(starts(confuse={}), {"policy": IDLE}, dice_a={"target": [face], "to_hit": [HIT], "damage": [8]})
    assert (duel.a.hp, duel.b.hp) == hp
    assert ("confuse" in duel.a.statuses) is (face == 2)


def test_a_blow_at_oneself_meets_ones_own_evade_and_vitality_and_brings_ones_own_statuses():
    """60 − 20 − 9 for the shield, 8 + 6 − 5; the poison is a's own."""
    duel = play(
        {
            **weapon(poison={"magic": 2}),
            **starts(confuse={}),
            "evade": 20,
            "shield": {"evade": 9},
            "strength": 6,
            "vitality": 5,
        },
        {"policy": IDLE},
        rounds=2,
        dice_a={"target": [1], "to_hit": [31, MISS], "damage": [8], "status": [1], "poison": [6, 6]},
    )
    record = duel.outcome.fighters[0]
    assert (record.attack_damage, record.other_damage, record.hits) == (9, 3 + 3, 1)


def test_a_berserk_attacks_whatever_his_policy_says_with_his_roll_doubled():
    """(1d8 + 2 rolls 5) × 2 + 3; he does not pick up his weapon either."""
    armed = play(
        {**weapon("1d8+2"), **starts(berserk={}), "strength": 3, "policy": IDLE},
        {"policy": IDLE},
        dice_a={"to_hit": [HIT], "damage": [5]},
    )
    unarmed = play(
        {**starts(berserk={}), "policy": [{"do": "recover"}]},
        {"policy": [{"do": "disarm"}]},
        dice_a={"initiative": [1], "to_hit": [HIT], "damage": [3]},
        dice_b={"initiative": [9], "disarm": [1]},
    )
    assert (armed.b.hp, unarmed.b.hp) == (100 - 17, 94)


def test_the_blow_of_a_confused_berserk_is_doubled_too():
    duel = play(
        starts(confuse={}, berserk={}),
        {"policy": IDLE},
        dice_a={"target": [1], "to_hit": [HIT], "damage": [8]},
    )
    assert duel.a.hp == 84


def test_two_harms_on_one_victim_come_one_after_the_other_by_seat():
    """a, confused, takes his last 8 HP; b's blow at the same moment, unconscious by its row, finds none left."""
    rules = {"criticals": "complex"}
    own = {"initiative": [5], "target": [1], "to_hit": [HIT], "damage": [8]}
    head = {"initiative": [5], "to_hit": [HIT], "damage": [8], "location": [12], "row": [12]}
    a = play({"hp": 8, **starts(confuse={})}, {"luck": 200}, rules=rules, dice_a=own, dice_b=head)
    b = play(
        {"luck": 200},
        {"hp": 8, **starts(confuse={})},
        rules=rules,
        dice_a=head,
        dice_b={**own, "target": [2]},
    )
    assert (a.outcome.fighters[0].cause, b.outcome.fighters[1].cause) == ("attack", "unconscious")
    assert (a.outcome.fighters[0].attack_damage, b.outcome.fighters[1].attack_damage) == (8, 8)


def test_a_later_blow_wounds_a_victim_that_is_at_0_already():
    """b fells a, who has just struck himself to 0 HP, once more: a bleeds, and is dead."""
    row = {"to_hit": [HIT], "damage": [8], "location": [5], "row": [12]}
    duel = play(
        {"hp": 8, **starts(confuse={})},
        {"luck": 200},
        rules={"criticals": "complex", "bleeding": "critical"},
        dice_a={"initiative": [5], "target": [1], "to_hit": [HIT], "damage": [8]},
        dice_b={"initiative": [5], **row},
    )
    assert duel.outcome.fighters[0].deaths == 1


@pytest.mark.parametrize(
    ("darkness", "roll", "hits"), [("flat", 40, 1), ("flat", 41, 0), ("relative", 48, 1), ("relative", 49, 0)]
)
def test_darkness_takes_points_or_a_share_of_skill(darkness, roll, hits):
    duel = play(
        starts(darkness={}),
        {"policy": IDLE},
        rules={"darkness": darkness},
        dice_a={"to_hit": [roll], **({"damage": [1]} if hits else {})},
    )
    assert duel.outcome.fighters[0].hits == hits


def test_curse_halves_stats_each_rounded_down_but_no_shield():
    stats = dict.fromkeys(("strength", "vitality", "luck", "magic", "agility", "speed", "spell_lore"), 7)
    duel = play({"policy": IDLE}, {**stats, "skill": 61, "evade": 21, "shield": {"evade": 10}, **starts(curse={})},
                dice_b={"to_hit": [MISS]})  # fmt: skip
    assert {getattr(duel.b, name) for name in stats} == {3}
    assert (duel.b.skill, duel.b.evade, duel.b.hp) == (30, 20, 100)


def test_curse_shares_the_one_floor_of_the_stance():
    """13 × 1.2 × 0.33 is 5.148; two roundings give 4."""
    quick, rules = Stance(agility=120), load_ruleset()
    assert rule.effective_evade(13, quick, (), rules, dodging=False, shield=0, curse=33) == 5
    assert rule.effective_speed(13, quick, (), rules, curse=33) == 5
    assert rule.effective_agility(13, quick, curse=33) == 5


def test_darkness_and_curse_stand_in_one_product():
    """65 × 0.33 × 0.8 is 17.16; two roundings give 16. Flat penalties come after the floor."""
    assert rule.effective_skill(65, (), curse=33, darkness=80) == 17
    assert rule.effective_skill(61, (), curse=50, penalty=20) == 10


@pytest.mark.parametrize(("roll", "criticals"), [(28, 0), (29, 1)])
def test_curse_halves_luck_before_it_makes_criticals(roll, criticals):
    """Skill 60 and Luck 7 are 30 and 3: the top two numbers."""
    duel = play(
        {"luck": 7, **starts(curse={})},
        {"policy": IDLE},
        dice_a={"to_hit": [roll], "damage": [1]},
    )
    assert duel.outcome.fighters[0].criticals == criticals
