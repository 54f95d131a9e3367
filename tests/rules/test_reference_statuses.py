"""How statuses come, how long they last, and how they are renewed in the readable twin; dice are written (R9.7)."""

from __future__ import annotations

import pytest

from tests.rules.scripted import HIT, IDLE, MISS, Played, lasting, play, starts, weapon

TIE = [5, 5, 5]


def attacks(duel: Played, side: int) -> int:
    return duel.outcome.fighters[side].attacks


@pytest.mark.parametrize(("turns", "acts"), [(0, 4), (1, 3), (2, 2), (3, 1), (None, 0)])
def test_a_status_from_the_start_lasts_its_own_turns(turns, acts):
    """Sleep for n turns takes n of b's four actions."""
    duel = play(
        {"policy": IDLE}, starts(sleep=lasting(turns)), rounds=4, dice_b={"to_hit": [MISS] * acts} if acts else {}
    )
    assert attacks(duel, 1) == acts


@pytest.mark.parametrize(
    ("a", "b", "turns", "lost"),
    [
        ([10, 10, 10], [1, 1, 1], 1, [1]),
        ([10, 10, 10], [1, 1, 1], 2, [1, 2]),
        ([1, 1, 1], [10, 10, 10], 1, [2]),
        ([1, 1, 1], [10, 10, 10], 2, [2, 3]),
        (TIE, TIE, 1, [2]),
        (TIE, TIE, 2, [2, 3]),
        (TIE, TIE, 0, []),
    ],
)
def test_a_status_from_a_hit_counts_the_turns_at_whose_start_it_was_there(a, b, turns, lost):
    """a hits in round 1: ahead of b's turn, after it, or at the same moment; b then sleeps through rounds ``lost``."""
    duel = play(
        weapon(sleep={"turns": turns}),
        rounds=3,
        dice_a={"initiative": a, "to_hit": [HIT, MISS, MISS], "damage": [1], "status": [100]},
        dice_b={"initiative": b, "to_hit": [MISS] * (3 - len(lost))},
    )
    slept, number = [], 0
    for event in duel.events:
        number = getattr(event, "round", number)
        if type(event).__name__ == "Asleep":
            slept.append(number)
    assert slept == lost


@pytest.mark.parametrize(("a", "b", "dice"), [(10, 1, 1), (5, 5, 2)])
def test_a_status_given_before_an_end_of_turn_works_at_it_without_being_counted(a, b, dice):
    """Poison for one turn: ahead of b's turn it takes HP once, at the same moment twice."""
    duel = play(
        weapon(poison={"turns": 1}),
        {"policy": IDLE},
        rounds=3,
        dice_a={"initiative": [a] * 3, "to_hit": [HIT, MISS, MISS], "damage": [1], "status": [1]},
        dice_b={"initiative": [b] * 3, "poison": [4] * dice},
    )
    assert duel.b.hp == 100 - 1 - 4 * dice


def test_a_status_that_ended_and_is_given_again_in_one_group_is_new():
    """b sleeps as the group begins; a's blow wakes him and sends him back for one turn: that is round 2."""
    duel = play(
        weapon(sleep={"turns": 1}),
        starts(sleep={}),
        rounds=3,
        dice_a={"initiative": TIE, "to_hit": [HIT, MISS, MISS], "damage": [1], "status": [1]},
        dice_b={"initiative": TIE, "to_hit": [MISS]},
    )
    assert attacks(duel, 1) == 1


@pytest.mark.parametrize(
    ("there", "brought", "left"), [(5, 2, 4), (2, 5, 4), (None, 2, None), (2, None, None), (2, 0, 1)]
)
def test_renewal_keeps_the_longer_duration(there, brought, left):
    """Silence is renewed ahead of b's turn, at whose end one turn is gone."""
    duel = play(
        weapon(silence=lasting(brought)),
        {"policy": IDLE, **starts(silence=lasting(there))},
        dice_a={"to_hit": [HIT], "damage": [1], "status": [1]},
    )
    assert duel.b.statuses["silence"].turns == left


@pytest.mark.parametrize(("there", "brought", "magic"), [(3, 5, 5), (5, 3, 5), (5, None, 5)])
def test_renewal_keeps_the_higher_magic_of_a_poison(there, brought, magic):
    poison = {} if brought is None else {"magic": brought}
    duel = play(
        weapon(poison=poison),
        {"policy": IDLE, **starts(poison={"magic": there})},
        dice_a={"to_hit": [HIT], "damage": [1], "status": [1]},
        dice_b={"poison": [1]},
    )
    assert (duel.b.statuses["poison"].magic, duel.b.hp) == (magic, 100 - 1 - 1 - magic)


@pytest.mark.parametrize(("roll", "there"), [(60, True), (61, False)])
def test_a_hit_brings_a_status_up_to_its_chance(roll, there):
    duel = play(
        weapon(silence={"chance": 60}),
        {"policy": IDLE},
        dice_a={"to_hit": [HIT], "damage": [1], "status": [roll]},
    )
    assert ("silence" in duel.b.statuses) is there


@pytest.mark.parametrize(("chance", "roll", "there"), [(0, 1, False), (100, 100, True)])
def test_the_die_is_thrown_at_chance_0_and_100_too(chance, roll, there):
    duel = play(
        weapon(silence={"chance": chance}),
        {"policy": IDLE},
        dice_a={"to_hit": [HIT], "damage": [1], "status": [roll]},
    )
    assert ("silence" in duel.b.statuses, duel.outcome.rolls) == (there, 5)


def test_the_statuses_of_a_weapon_are_rolled_in_the_order_of_the_rules():
    """Written last, confuse is rolled first."""
    duel = play(
        weapon(curse={}, poison={"chance": 50}, confuse={"chance": 50}),
        {"policy": IDLE},
        dice_a={"to_hit": [HIT], "damage": [1], "status": [50, 51, 100]},
        dice_b={"target": [2], "to_hit": [MISS]},
    )
    assert list(duel.b.statuses) == ["confuse", "curse"]


def test_no_status_is_rolled_at_0_hp():
    duel = play(weapon(sleep={}), {"hp": 8}, dice_a={"to_hit": [HIT], "damage": [8]})
    assert (duel.outcome.rolls, duel.b.statuses) == (4, {})


def test_bare_hands_and_parried_blows_bring_nothing():
    disarmed = play(
        weapon(sleep={}),
        {"policy": [{"do": "disarm"}]},
        dice_a={"initiative": [1], "to_hit": [HIT], "damage": [1]},
        dice_b={"initiative": [9], "disarm": [1]},
    )
    parried = play(
        weapon(sleep={}),
        {"policy": [{"do": "parry"}]},
        dice_a={"initiative": [1], "to_hit": [HIT], "parry": [40]},
        dice_b={"initiative": [9]},
    )
    assert disarmed.b.statuses == parried.b.statuses == {}


def test_a_weapon_that_falls_in_the_group_still_brings_its_status():
    """The blow was struck with the weapon in hand, as the group saw it."""
    duel = play(
        {**weapon(silence={}), "policy": [{"do": "attack"}]},
        {"policy": [{"do": "disarm"}]},
        dice_a={"initiative": [5], "to_hit": [HIT], "damage": [1], "status": [1]},
        dice_b={"initiative": [5], "disarm": [1]},
    )
    assert (duel.a.held, list(duel.b.statuses)) == (set(), ["silence"])


def test_a_bash_brings_a_status_after_its_stun():
    duel = play(
        {**weapon(silence={}), "policy": [{"do": "bash"}]},
        {"policy": IDLE},
        dice_a={"to_hit": [HIT], "damage": [8], "bash_stun": [1], "status": [1]},
    )
    assert (duel.outcome.fighters[1].stunned_turns, list(duel.b.statuses)) == (1, ["silence"])


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ({"has_status": ["curse", "sleep"]}, True),
        ({"has_status": "sleep"}, False),
        ({"lacks_status": ["curse", "sleep"]}, False),
        ({"lacks_status": ["sleep", "zombie"]}, True),
        ({"opponent_has_status": ["regen", "zombie"]}, True),
        ({"opponent_has_status": ["curse"]}, False),
        ({"opponent_lacks_status": ["zombie"]}, False),
        ({"opponent_lacks_status": ["curse", "sleep"]}, True),
    ],
)
def test_a_policy_can_ask_for_statuses(when, holds):
    duel = play(
        {**starts(curse={}), "policy": [{"do": "guard", "when": when}]},
        {"policy": IDLE, **starts(zombie={})},
    )
    assert (duel.a.maneuver == "guard") is holds
