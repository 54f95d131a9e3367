"""Poison, Zombies and Break in the readable twin, with dice written down (R9.2, R9.4, R9.5)."""

from __future__ import annotations

import pytest

from tests.rules.scripted import HIT, IDLE, lasting, play, starts, weapon

INJURY = {"bleeding": "injury"}


@pytest.mark.parametrize(
    ("magic", "vitality", "cursed", "losses"),
    [
        (3, 5, False, [1, 1, 1, 2, 3, 4]),
        (3, 5, True, [2, 3, 4, 5, 6, 7]),
        (0, 0, False, [1, 2, 3, 4, 5, 6]),
        (0, 6, False, [1, 1, 1, 1, 1, 1]),
        (9, 0, False, [10, 11, 12, 13, 14, 15]),
    ],
)
def test_the_law_of_poison(magic, vitality, cursed, losses):
    """Each face of the die in turn: 1d6 + Magic − effective Vitality, at least 1."""
    statuses = {"poison": {"magic": magic}, **({"curse": {}} if cursed else {})}
    lost = []
    for face in range(1, 7):
        duel = play({"policy": IDLE}, {"vitality": vitality, "policy": IDLE, "statuses": statuses},
                    dice_b={"poison": [face]})  # fmt: skip
        assert duel.outcome.fighters[1].other_damage == 100 - duel.b.hp
        lost.append(100 - duel.b.hp)
    assert lost == losses


@pytest.mark.parametrize(("turns", "deaths"), [(1, 0), (2, 1), (None, 1)])
def test_who_falls_by_poison_is_dead_if_it_outlasts_the_countdown(turns, deaths):
    duel = play(
        {"policy": IDLE},
        {"hp": 2, "policy": IDLE, **starts(poison=lasting(turns))},
        dice_b={"poison": [5]},
    )
    fallen = duel.outcome.fighters[1]
    assert (fallen.cause, fallen.other_damage, fallen.deaths, duel.outcome.winner) == ("poison", 2, deaths, "a")


@pytest.mark.parametrize(("hp", "cause"), [(5, "bleeding"), (6, "poison"), (8, "poison")])
def test_bleeding_takes_its_hp_before_poison(hp, cause):
    """b has ``hp`` of 50 HP left and bleeds major, which takes 5."""
    duel = play(
        weapon("1d100"),
        {"hp": 50, "policy": IDLE, **starts(poison={})},
        rules=INJURY,
        dice_a={"to_hit": [HIT], "damage": [50 - hp]},
        dice_b={"poison": [6]},
    )
    assert duel.outcome.fighters[1].cause == cause
    assert duel.outcome.fighters[1].other_damage == hp - 5


def test_regen_is_added_before_poison_and_the_account_balances():
    duel = play(
        {"policy": IDLE},
        {"policy": IDLE, **starts(poison={"magic": 6}, regen={})},
        dice_b={"poison": [6]},
    )
    record = duel.outcome.fighters[1]
    assert (duel.b.hp, record.other_damage, record.healed) == (98, 12, 10)


def test_a_zombie_is_healed_by_poison_and_harmed_by_regen():
    """100 − (37 − 2) is 65; + (6 + 11 − 2) by poison, − 10 by Regen."""
    duel = play(
        weapon("1d100"),
        {"vitality": 2, "policy": IDLE, **starts(poison={"magic": 11}, regen={}, zombie={})},
        dice_a={"to_hit": [HIT], "damage": [37]},
        dice_b={"poison": [6]},
    )
    record = duel.outcome.fighters[1]
    assert (duel.b.hp, record.healed, record.other_damage) == (70, 15, 10)


def test_poison_heals_a_zombie_up_to_his_maximum():
    duel = play({"policy": IDLE}, {"policy": IDLE, **starts(poison={}, zombie={})}, dice_b={"poison": [6]})
    record = duel.outcome.fighters[1]
    assert (duel.b.hp, record.healed, record.other_damage) == (100, 0, 0)


@pytest.mark.parametrize(("hp", "cause", "lost"), [(10, "recovery", 10), (11, "standing", 10)])
def test_regen_can_fell_a_zombie(hp, cause, lost):
    duel = play(
        weapon("1d100"),
        {"policy": IDLE, **starts(regen={}, zombie={})},
        dice_a={"to_hit": [HIT], "damage": [100 - hp]},
    )
    record = duel.outcome.fighters[1]
    assert (record.cause, record.other_damage, record.deaths) == (cause, lost, 0)


def test_regen_lowers_the_bleeding_of_a_zombie_too():
    duel = play(
        weapon("1d100"),
        {"policy": IDLE, **starts(regen={}, zombie={})},
        rules=INJURY,
        dice_a={"to_hit": [HIT], "damage": [55]},
    )
    assert (duel.b.levels, duel.b.hp) == ([0], 35)


def test_a_zombie_bleeds_between_the_poison_and_the_regen():
    """20 HP of 100: eased to minor by Regen; + 6, − 5, then the 21 that are left outlast the 10 of Regen."""
    duel = play(
        weapon("1d100"),
        {"policy": IDLE, **starts(regen={}, zombie={}, poison={})},
        rules=INJURY,
        dice_a={"to_hit": [HIT], "damage": [80]},
        dice_b={"poison": [6]},
    )
    record = duel.outcome.fighters[1]
    assert (duel.b.hp, record.bleeding_damage, record.other_damage, record.healed) == (11, 5, 10, 6)


@pytest.mark.parametrize(
    ("a", "b", "winner", "causes"),
    [
        ({}, starts(**{"break": {}}), "a", ["standing", "break"]),
        (starts(**{"break": {"turns": 3}}), {}, "b", ["break", "standing"]),
        (starts(**{"break": {}}), starts(**{"break": {}}), "draw", ["break", "break"]),
    ],
)
def test_who_starts_broken_is_out_in_round_0(a, b, winner, causes):
    duel = play(a, b, dice_a={"initiative": []}, dice_b={"initiative": []})
    assert (duel.outcome.winner, duel.outcome.rounds, duel.outcome.rolls) == (winner, 0, 0)
    assert [fighter.cause for fighter in duel.outcome.fighters] == causes
    assert [fighter.hp_left for fighter in duel.outcome.fighters] == [100, 100]


def test_break_for_no_turns_is_no_break():
    duel = play({"policy": IDLE}, {"policy": IDLE, **starts(**{"break": {"turns": 0}})})
    assert (duel.outcome.winner, duel.outcome.rounds) == ("unresolved", 1)


def test_break_takes_out_after_the_harm_of_the_group_and_is_never_a_death():
    """b, broken and poisoned, has struck at the same moment; no end of turn of his is played."""
    duel = play(
        weapon(**{"break": {}}),
        {"policy": [{"do": "attack"}], **starts(poison={})},
        dice_a={"initiative": [5], "to_hit": [HIT], "damage": [3], "status": [1]},
        dice_b={"initiative": [5], "to_hit": [HIT], "damage": [8]},
    )
    broken = duel.outcome.fighters[1]
    assert (duel.outcome.winner, duel.a.hp) == ("a", 92)
    assert (broken.cause, broken.hp_left, broken.deaths, broken.other_damage) == ("break", 97, 0, 0)


def test_one_broken_and_one_felled_at_the_same_moment_are_a_draw():
    duel = play(
        {"hp": 8, **weapon(**{"break": {}})},
        dice_a={"initiative": [5], "to_hit": [HIT], "damage": [3], "status": [1]},
        dice_b={"initiative": [5], "to_hit": [HIT], "damage": [8]},
    )
    assert duel.outcome.winner == "draw"
    assert [fighter.cause for fighter in duel.outcome.fighters] == ["attack", "break"]
