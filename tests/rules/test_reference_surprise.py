"""Surprise in the readable twin, with dice written down (R3.3, R9.1)."""

from __future__ import annotations

import pytest

from tests.rules.scripted import HIT, IDLE, MISS, play

SURPRISED_B, BOTH = {"surprised": "b"}, {"surprised": "both"}
HARD_TO_HIT = {"evade": 50, "shield": {"evade": 9}, "policy": IDLE}
BLOW = {"to_hit": [HIT], "damage": [8]}


def test_the_surprised_act_last_in_round_1_whatever_they_roll():
    """b rolls 10 and adds 200, and falls before his turn; his roll is thrown all the same."""
    duel = play(
        {},
        {"hp": 8, "speed": 200},
        matchup=SURPRISED_B,
        dice_a={"initiative": [1], **BLOW},
        dice_b={"initiative": [10]},
    )
    assert (duel.outcome.winner, duel.outcome.fighters[1].attacks, duel.outcome.rolls) == ("a", 0, 4)


def test_from_round_2_initiative_is_as_usual():
    duel = play(
        {},
        {"speed": 200},
        rounds=2,
        matchup=SURPRISED_B,
        dice_a={"to_hit": [MISS, MISS]},
        dice_b={"to_hit": [MISS, MISS]},
    )
    order = [event.seat for event in duel.events if type(event).__name__ == "Blow"]
    assert order == [0, 8, 8, 0]


def test_where_all_are_surprised_they_act_by_initiative():
    duel = play(
        {},
        matchup=BOTH,
        dice_a={"initiative": [2], "to_hit": [MISS]},
        dice_b={"initiative": [3], "to_hit": [MISS]},
    )
    assert [event.seat for event in duel.events if type(event).__name__ == "Blow"] == [8, 0]


@pytest.mark.parametrize(("roll", "damage"), [(60, 16), (61, 0)])
def test_the_surprised_have_no_evade_and_every_hit_is_critical(roll, damage):
    """Neither Evade 50 nor the shield counts against skill 60, and without any Luck the damage is doubled."""
    faces = {"to_hit": [roll], **({"damage": [8]} if damage else {})}
    duel = play({}, HARD_TO_HIT, matchup=SURPRISED_B, dice_a=faces)
    assert (100 - duel.b.hp, duel.outcome.fighters[0].criticals) == (damage, int(damage > 0))


@pytest.mark.parametrize(("roll", "damage"), [(10, 8), (11, 0)])
def test_surprise_is_over_when_the_own_first_turn_starts(roll, damage):
    """b has had his turn of round 1 when a attacks in round 2: 60 − 59 within the limits, and no critical."""
    faces = {"to_hit": [MISS, roll], **({"damage": [8]} if damage else {})}
    duel = play({}, HARD_TO_HIT, rounds=2, matchup=SURPRISED_B, dice_a=faces)
    assert (100 - duel.b.hp, duel.outcome.fighters[0].criticals) == (damage, 0)


def test_in_a_group_all_turns_start_before_anybody_strikes():
    """Both are surprised and roll the same: neither blow is critical."""
    tie = {"initiative": [5], **BLOW}
    duel = play(matchup=BOTH, dice_a=tie, dice_b=tie)
    assert (duel.a.hp, duel.b.hp) == (92, 92)


def test_who_strikes_first_among_the_surprised_is_surprised_no_more():
    duel = play(matchup=BOTH, dice_a={"initiative": [2], **BLOW}, dice_b={"initiative": [1], **BLOW})
    assert (duel.a.hp, duel.b.hp) == (92, 84)


def test_a_surprised_sleeper_is_surprised_until_the_turn_that_he_sleeps_through():
    duel = play(
        {},
        {"evade": 50, "statuses": {"sleep": {}}},
        rounds=2,
        matchup=SURPRISED_B,
        dice_a={"to_hit": [MISS, 11]},
    )
    assert duel.b.hp == 100


@pytest.mark.parametrize(("action", "damage"), [("bash", 4), ("limit", 48)])
def test_bashes_and_limits_are_critical_too(action, damage):
    """8 × 2, of it a quarter, or 8 × 2 × 3."""
    stun = {"bash_stun": [61]} if action == "bash" else {}
    duel = play(
        {"policy": [{"do": action}]},
        {"policy": IDLE},
        rules={"limit_full": 0},
        matchup=SURPRISED_B,
        dice_a={**BLOW, **stun},
    )
    assert (100 - duel.b.hp, duel.outcome.fighters[0].criticals) == (damage, 1)


def test_a_surprised_critical_is_rolled_on_the_tables():
    duel = play(
        {},
        {"policy": IDLE},
        rules={"criticals": "simple"},
        matchup=SURPRISED_B,
        dice_a={**BLOW, "location": [12]},
    )
    assert (duel.b.hp, duel.outcome.lookups) == (76, 1)
