"""Criticals by place, wounds, drops, bleeding and the end of a turn in the readable twin, with dice written down."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.scripted import HIT, IDLE, MISS, Played, play

COMPLEX = {"criticals": "complex", "bleeding": "critical"}
SIMPLE = {"criticals": "simple"}
INJURY = {"bleeding": "injury"}
LUCKY = {"luck": 200}  # every hit is critical
LEG, TORSO, ARM, HEAD = 1, 5, 9, 12
LEFT, RIGHT = 1, 2
BIND = [{"do": "bind"}]
SHIELD = {"shield": {"evade": 10}}
TWO_HANDED = {"weapon": {"name": "Maul", "dice": "1d8", "hands": 2}}


def criticals(
    b: dict[str, Any], *rows: tuple[int, int | None, int], rules: dict[str, Any] = COMPLEX, **own: Any
) -> Played:
    """Side a lands one critical a round on b for 1 HP: each place, side if it has any, and row as given."""
    sides = [side for _, side, _ in rows if side is not None]
    faces = {
        "to_hit": [HIT] * len(rows),
        "damage": [1] * len(rows),
        "location": [place for place, _, _ in rows],
        "side": sides,
        "row": [row for _, _, row in rows],
    }
    b = {"policy": IDLE, **b}
    return play({**LUCKY, **own}, b, rounds=len(rows), rules=rules, dice_a=faces)


@pytest.mark.parametrize(
    ("place", "damage", "speed", "evade"), [(LEG, 8, 3, 10), (TORSO, 16, 7, 20), (HEAD, 24, 7, 20)]
)
def test_r5_2_simple_places(place, damage, speed, evade):
    b = {"speed": 7, "evade": 20, "policy": IDLE}
    duel = play(LUCKY, b, rules=SIMPLE, dice_a={"to_hit": [HIT], "damage": [8], "location": [place]})
    assert (100 - duel.b.hp, duel.b.speed, duel.b.evade) == (damage, speed, evade)
    assert (duel.outcome.lookups, duel.outcome.rolls) == (1, 5)


def test_r5_2_a_second_leg_counts_no_more():
    faces = {"to_hit": [HIT] * 2, "damage": [1] * 2, "location": [LEG] * 2}
    duel = play(LUCKY, {"speed": 8, "policy": IDLE}, rounds=2, rules=SIMPLE, dice_a=faces)
    assert duel.b.speed == 4


@pytest.mark.parametrize(
    ("b", "coin", "held"),
    [
        ({}, [], set()),
        (SHIELD, [1], {"shield"}),
        (SHIELD, [2], {"weapon"}),
        ({**SHIELD, "weapon": None}, [1], {"shield"}),
    ],
)
def test_r5_2_a_coin_is_thrown_only_while_a_shield_is_held(b, coin, held):
    """Without a weapon the coin may still say weapon, and nothing drops."""
    faces = {"to_hit": [HIT], "damage": [1], "location": [ARM], "drop": coin}
    duel = play(LUCKY, {**b, "policy": IDLE}, rules=SIMPLE, dice_a=faces)
    assert duel.b.held == held


def test_r5_2_a_shield_on_the_ground_needs_no_coin():
    """The first coin takes the shield; the second arm hit is about the weapon at once."""
    faces = {"to_hit": [HIT] * 2, "damage": [1] * 2, "location": [ARM] * 2, "drop": [2]}
    duel = play(LUCKY, {**SHIELD, "policy": IDLE}, rounds=2, rules=SIMPLE, dice_a=faces)
    assert duel.b.held == set()


@pytest.mark.parametrize(
    ("b", "side", "held"),
    [
        (SHIELD, LEFT, {"weapon"}),
        (SHIELD, RIGHT, {"shield"}),
        ({}, LEFT, {"weapon"}),
        (TWO_HANDED, LEFT, set()),
        (TWO_HANDED, RIGHT, set()),
    ],
)
def test_r5_5_a_drop_takes_what_the_arm_holds(b, side, held):
    assert criticals(b, (ARM, side, 4)).b.held == held


@pytest.mark.parametrize(("row", "skill", "levels"), [(3, 60, 0), (4, 60, 0), (7, 45, 1), (10, 30, 2), (12, 60, 3)])
def test_r5_3_arm_rows(row, skill, levels):
    duel = criticals({}, (ARM, LEFT, row))
    assert (duel.b.skill, duel.b.levels) == (skill, [0, 0, levels, 0, 0, 0])
    assert duel.outcome.lookups == 2


@pytest.mark.parametrize(
    ("row", "speed", "evade"), [(1, 9, 40), (2, 9, 40), (4, 9, 25), (7, 4, 25), (10, 1, 20), (12, 1, 0)]
)
def test_r5_3_leg_rows(row, speed, evade):
    duel = criticals({"speed": 9, "evade": 40}, (LEG, RIGHT, row))
    assert (duel.b.speed, duel.b.evade) == (speed, evade)


@pytest.mark.parametrize(
    ("place", "row", "multiplier"), [(TORSO, 3, 1), (TORSO, 6, 2), (TORSO, 12, 3), (HEAD, 4, 2), (HEAD, 11, 3)]
)
def test_r5_3_multipliers_come_before_vitality(place, row, multiplier):
    faces = {"to_hit": [HIT], "damage": [8], "location": [place], "row": [row]}
    duel = play({**LUCKY}, {"vitality": 3, "policy": IDLE}, rules={"criticals": "complex"}, dice_a=faces)
    assert duel.outcome.fighters[1].attack_damage == 8 * multiplier - 3


def test_r5_4_both_legs_add_flat_penalties_and_multiply_halvings():
    duel = criticals({"speed": 12, "evade": 40}, (LEG, LEFT, 7), (LEG, RIGHT, 7), (TORSO, None, 12))
    assert (duel.b.speed, duel.b.evade) == (1, 10)


def test_r5_4_a_worse_row_replaces_the_lasting_effects_and_a_milder_one_does_not():
    """Row 10 has no flat penalty of its own; row 4 afterwards changes nothing."""
    assert criticals({"evade": 40}, (LEG, LEFT, 4), (LEG, LEFT, 10), (LEG, LEFT, 4)).b.evade == 20


def test_r5_4_drop_and_stun_are_those_of_the_row_just_rolled():
    """A milder row on an arm already at row 10 still makes it drop."""
    duel = criticals({}, (ARM, RIGHT, 10), (ARM, RIGHT, 4))
    assert (duel.b.held, duel.b.skill) == (set(), 30)


@pytest.mark.parametrize("first", [4, 12])
def test_r5_5_an_unusable_arm_loses_its_item_for_good(first):
    """Also what already lies on the ground; with row 12 alone it falls from the hand."""
    duel = criticals({"policy": [{"do": "recover"}]}, (ARM, RIGHT, first), (ARM, RIGHT, 12), (LEG, LEFT, 1))
    assert (duel.b.held, duel.b.recoverable) == (set(), None)


def test_r5_5_a_two_handed_weapon_is_lost_with_either_arm():
    assert criticals(TWO_HANDED, (ARM, LEFT, 12)).b.recoverable is None


def test_r1_2b_an_item_picked_up_in_the_group_does_not_drop():
    """Round 2 is a tie: b recovers the weapon while the right arm is told to drop it."""
    faces = {"to_hit": [HIT] * 2, "damage": [1] * 2, "location": [ARM] * 2, "side": [RIGHT] * 2, "row": [4] * 2}
    duel = play(
        LUCKY,
        {"policy": [{"do": "recover"}]},
        rounds=2,
        rules=COMPLEX,
        dice_a={"initiative": [1, 5], **faces},
        dice_b={"initiative": [10, 5]},
    )
    assert duel.b.held == {"weapon"}


def test_r5_8_unconscious_records_all_hp_as_attack_damage():
    """Guard and bash do not save b; the stun die of the bash is rolled all the same."""
    duel = play(
        {**LUCKY, "policy": [{"do": "bash"}]},
        {"policy": [{"do": "guard"}], "vitality": 200},
        rules=COMPLEX,
        dice_a={"initiative": [1], "to_hit": [HIT], "damage": [1], "location": [HEAD], "row": [12], "bash_stun": [100]},
        dice_b={"initiative": [10]},
    )
    fallen = duel.outcome.fighters[1]
    assert (fallen.attack_damage, fallen.cause, fallen.deaths) == (100, "unconscious", 0)


@pytest.mark.parametrize(("bleeding", "deaths"), [("critical", 1), ("none", 0)])
def test_r9_6_a_fallen_fighter_who_bleeds_is_dead(bleeding, deaths):
    """The felling critical makes him bleed."""
    faces = {"to_hit": [HIT], "damage": [8], "location": [TORSO], "row": [12]}
    duel = play({**LUCKY, "strength": 90}, rules={**COMPLEX, "bleeding": bleeding}, dice_a=faces)
    assert duel.outcome.fighters[1].deaths == deaths


@pytest.mark.parametrize(("ko_bleeds", "deaths"), [(True, 1), (False, 0)])
def test_r6_2_whether_the_felling_blow_crosses_the_marks_is_a_switch(ko_bleeds, deaths):
    rules = {**INJURY, "ko_bleeds": ko_bleeds}
    duel = play({"strength": 95}, rules=rules, dice_a={"to_hit": [HIT], "damage": [8]})
    assert duel.outcome.fighters[1].deaths == deaths


def test_r6_2_bleeding_itself_crosses_a_mark():
    """100 HP to 29 by a blow, minor; the end of turn takes 5, which makes it major."""
    faces = {"to_hit": [HIT], "damage": [8]}
    duel = play({"strength": 63}, {"policy": IDLE}, rules=INJURY, dice_a=faces)
    assert (duel.b.hp, duel.b.levels) == (24, [2])


def test_r6_2_a_bound_wound_stays_bound_until_the_next_mark():
    """b is at 45 and bound; a blow to 37 crosses nothing."""
    duel = play(
        {"weapon": {"dice": "2d100"}},
        {"policy": BIND},
        rounds=2,
        rules=INJURY,
        dice_a={"to_hit": [HIT, HIT], "damage": [50, 5, 5, 3]},
    )
    assert (duel.b.hp, duel.b.levels, duel.outcome.fighters[1].binds) == (37, [0], 1)


def test_r6_3_a_place_takes_the_worse_of_its_level_and_the_new_row():
    assert criticals({}, (LEG, LEFT, 12), (LEG, LEFT, 2)).b.levels[0] == 3


def test_r6_3_a_bound_place_bleeds_again_by_a_row_no_worse_than_before():
    """The level follows the row just rolled, not the worst one: b has something to bind in both rounds."""
    assert criticals({"policy": BIND}, (LEG, LEFT, 2), (LEG, LEFT, 2)).outcome.fighters[1].binds == 2


def test_r6_4_double_criticals_never_bleed_under_method_ii():
    duel = play({**LUCKY, "strength": 95}, rules={"bleeding": "critical"}, dice_a={"to_hit": [HIT], "damage": [8]})
    assert duel.outcome.fighters[1].deaths == 0


def test_r6_5_regen_lowers_bleeding_before_it_is_lost():
    """40 HP are left, minor; Regen ends it first, so nothing is lost."""
    duel = play(
        {"weapon": {"dice": "2d100"}},
        {"policy": IDLE, "statuses": {"regen": {}}},
        rules=INJURY,
        dice_a={"to_hit": [HIT], "damage": [50, 10]},
    )
    record = duel.outcome.fighters[1]
    assert (duel.b.hp, duel.b.levels, record.healed, record.bleeding_damage) == (50, [0], 10, 0)


def test_r6_5_regen_eases_by_one_level_before_the_loss():
    """100 to 20 HP is major, eased to minor: +10 − 5; 25 HP are not yet above the mark."""
    duel = play(
        {"weapon": {"dice": "2d100"}},
        {"policy": IDLE, "statuses": {"regen": {}}},
        rules=INJURY,
        dice_a={"to_hit": [HIT], "damage": [50, 30]},
    )
    record = duel.outcome.fighters[1]
    assert (duel.b.hp, duel.b.levels, record.healed, record.bleeding_damage) == (25, [1], 10, 5)


@pytest.mark.parametrize(("turns", "healed"), [(0, 0), (1, 10), (2, 20), (None, 30)])
def test_r6_5_regen_lasts_its_own_turns(turns, healed):
    status = {} if turns is None else {"turns": turns}
    duel = play(
        {"strength": 32},
        {"policy": IDLE, "statuses": {"regen": status}},
        rounds=3,
        dice_a={"to_hit": [HIT, MISS, MISS], "damage": [8]},
    )
    assert duel.outcome.fighters[1].healed == healed


def test_r6_5_the_loss_that_reaches_0_is_the_cause():
    """6, 12 and 18 HP are due in the three rounds, and 17 are left for the last."""
    duel = criticals({"hp": 40}, (LEG, LEFT, 12), (LEG, RIGHT, 12), (TORSO, None, 12))
    fallen = duel.outcome.fighters[1]
    assert (fallen.cause, fallen.bleeding_damage, fallen.deaths) == ("bleeding", 6 + 12 + 17, 1)
    assert duel.outcome.winner == "a"


def test_r6_7_the_worst_place_is_bound_and_among_equals_the_first():
    """Torso and right leg are major, the head is minor: the right leg is bound."""
    bind_late = [{"do": "bind", "when": {"round_at_least": 3}}]
    duel = criticals({"policy": bind_late}, (HEAD, None, 2), (TORSO, None, 10), (LEG, RIGHT, 7))
    assert duel.b.levels == [0, 1, 0, 0, 2, 1]


def test_a_part_of_the_body_that_somebody_invents_is_played():
    """A d2 of places with a tail of one row, without touching code (R5.9)."""
    tail = {
        "die": 2,
        "rows": [{"rolls": 1, "location": "tail"}, {"rolls": 2, "location": "torso"}],
        "body": {"tail": {}, "torso": {}},
    }
    tables = {
        "tail": {"die": 20, "rows": [{"rolls": [1, 19], "evade": -5}, {"rolls": 20, "damage": 4}]},
        "torso": {"die": 1, "rows": [{"rolls": 1}]},
    }
    rules = {
        "criticals": "complex",
        "locations": tail,
        "complex_tables": tables,
        "simple_table": {"tail": {}, "torso": {}},
    }
    duel = criticals({"evade": 20}, (1, None, 19), rules=rules)
    assert duel.b.evade == 15
