"""The Limit Meter of the readable twin, with dice written down (R9.9)."""

from __future__ import annotations

import pytest

from tests.rules.scripted import CASTS, DRINKS, HIT, IDLE, IDLER, MISS, items, play, spells

AXE = {"weapon": {"dice": "1d100"}}


LIMIT = [{"do": "limit"}, {"do": "guard"}]


@pytest.mark.parametrize(("lost", "ready"), [(49, False), (50, True), (51, True)])
def test_a_limit_needs_a_full_meter(lost, ready):
    """50 % of 100 HP."""
    duel = play(
        {"policy": LIMIT},
        AXE,
        rules={"limit_full": 50},
        dice_a={"initiative": [1], **({"to_hit": [MISS]} if ready else {})},
        dice_b={"initiative": [9], "to_hit": [HIT], "damage": [lost]},
    )
    assert (duel.outcome.fighters[0].attacks, duel.a.meter) == (int(ready), 0 if ready else lost)


def test_a_limit_triples_before_vitality_in_one_floor_with_stance_and_critical():
    """(8 + 1) × 3 × 2 × 1.2 is 64.8, − 5."""
    duel = play(
        {"policy": LIMIT, "luck": 200, "strength": 1, "stance": "offensive"},
        {**IDLER, "vitality": 5},
        rules={"limit_full": 0},
        dice_a={"to_hit": [HIT], "damage": [8]},
    )
    assert duel.b.hp == 100 - 59


def test_a_limit_can_be_parried_and_empties_the_meter_even_so():
    duel = play(
        {"policy": LIMIT},
        {"weapon": {"dice": "1d100"}, "policy": [{"do": "attack", "when": {"opponent_hp_below": 1}}, {"do": "parry"}]},
        rounds=2,
        rules={"limit_full": 0},
        dice_a={"initiative": [1, 1], "to_hit": [HIT, MISS], "parry": [40]},
        dice_b={"initiative": [9, 9]},
    )
    assert (duel.a.meter, duel.b.hp) == (0, 100)


@pytest.mark.parametrize(("turns", "limits"), [(1, 1), (2, 0)])
def test_curse_blocks_limits_but_not_the_meter(turns, limits):
    """The meter is full after b's blow of round 1; the curse ends with a's turn of round 1, or of round 2."""
    duel = play(
        {"policy": LIMIT, "statuses": {"curse": {"turns": turns}}},
        AXE,
        rounds=2,
        rules={"limit_full": 50},
        dice_a={"initiative": [1, 9], **({"to_hit": [MISS]} if limits else {})},
        dice_b={"initiative": [9, 1], "to_hit": [30, MISS], "damage": [50]},
    )
    assert (duel.outcome.fighters[0].attacks, duel.a.meter) == (limits, 50 * (1 - limits))


def test_harm_of_the_same_group_fills_the_emptied_meter():
    duel = play(
        {"policy": LIMIT},
        rules={"limit_full": 0},
        dice_a={"initiative": [5], "to_hit": [MISS]},
        dice_b={"initiative": [5], "to_hit": [HIT], "damage": [8]},
    )
    assert duel.a.meter == 8


def test_spells_and_own_blows_fill_the_meter_and_bleeding_poison_and_recovery_do_not():
    by_spell = play(CASTS, IDLER, rules=spells(), dice_a={"power": [8]})
    by_oneself = play({"statuses": {"confuse": {}}}, IDLER, dice_a={"target": [1], "to_hit": [HIT], "damage": [8]})
    otherwise = play(
        {"policy": IDLE},
        {**IDLER, "statuses": {"poison": {}}},
        dice_b={"poison": [6]},
    )
    zombie = play({**DRINKS, "statuses": {"zombie": {}}}, IDLER, rules=items(), dice_a={"power": [8]})
    assert (by_spell.b.meter, by_oneself.a.meter, otherwise.b.meter, zombie.a.meter) == (8, 8, 0, 0)


def test_the_meter_counts_hp_really_lost():
    duel = play({}, {**IDLER, "hp": 5}, dice_a={"to_hit": [HIT], "damage": [8]})
    assert duel.b.meter == 5
