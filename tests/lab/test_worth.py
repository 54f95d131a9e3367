"""What a thing is worth: each scenario that has it beside the one that differs in nothing else."""

import pytest

import zodiac_sim as zs
from tests.lab.made import block, result, study
from zodiac_sim.errors import InputError
from zodiac_sim.lab.worth import counterparts

POISON = {"fighters.worm.statuses.poison": {"magic": 2}}
VENOM = {"fighters.wedge.weapon.statuses.poison": {"chance": 25, "turns": 2}}
SURPRISED = {"matchups.all.surprised": "b"}
COMPLEX = {"rules.criticals": "complex"}
LIMIT = [{"do": "limit"}, {"do": "attack"}]


def made(*changes, **fields):
    return study(variants=[{"name": f"v{number}", "set": each} for number, each in enumerate(changes)], **fields)


def found(of, *changes, **fields):
    return [(both.without, both.having, both.had) for both in counterparts(made(*changes, **fields).scenarios, of)]


def test_each_has_its_counterpart_under_the_same_rules():
    told = found("surprise", {}, SURPRISED, COMPLEX, COMPLEX | SURPRISED, COMPLEX | {"matchups.all.surprised": "both"})
    assert told == [
        (0, 1, ("worm surprised", "a")),
        (2, 3, ("worm surprised", "a")),
        (2, 4, ("both surprised", "a")),
    ]
    assert found("surprise", {}, {"matchups.0.surprised": "a"}) == [(0, 1, ("wedge surprised", "b"))]


def test_who_differs_in_more_has_none():
    assert found("surprise", {}, COMPLEX | SURPRISED) == []
    assert found("statuses", POISON, POISON | COMPLEX) == []
    assert found("statuses", {"fighters.worm.hp": 9}, POISON) == []


def test_statuses_are_told_with_who_has_them_and_how():
    assert found("statuses", {}, POISON, VENOM, {"fighters.wedge.statuses.sleep": {"turns": 3}}) == [
        (0, 1, ("poison: worm, from the start", "b")),
        (0, 2, ("poison (25 %): worm, by hits of wedge", "b")),
        (0, 3, ("sleep (3 turns): wedge, from the start", "a")),
    ]
    never = {"fighters.worm.statuses.poison": {"turns": 0}}
    assert found("statuses", {}, never) == []


def test_a_limit_is_one_that_can_be_struck():
    """A line that is never taken is none; how full the meter must be has no meaning without one."""
    with_line = {"fighters.worm.policy": LIMIT}
    never = with_line | {"fighters.worm.policy.0.chance": 0}
    never = {"fighters.worm.policy": [LIMIT[0] | {"chance": 0}, LIMIT[1]]}
    at_half = with_line | {"rules.limit_full": 50}
    told = found("limit", never, with_line, at_half)
    assert told == [
        (0, 1, ("worm, full at 100 % of HP", "b")),
        (0, 2, ("worm, full at 50 % of HP", "b")),
    ]


def test_figures_are_those_of_the_paired_comparison():
    one = made({}, SURPRISED, COMPLEX)
    fought = result(one, *(block(winners, rounds=[3] * 8) for winners in ("aaaabbbb", "aaaaaabb", "bbbbbbbb")))
    frame = zs.worth(fought, "surprise", confidence=0.9)
    again = fought.compare("v0", "v1", quantities=["wins_a", "wins_b", "rounds", "deaths"], confidence=0.9)
    same = [name for name in again if name != "p_value"]
    assert frame[same].equals(again[same])
    assert frame["difference"].tolist()[:2] == [0.25, -0.25]
    assert (frame["what"].unique().tolist(), frame["side"].unique().tolist()) == (["worm surprised"], ["a"])


@pytest.mark.parametrize(("of", "said"), [("luck", "'surprise'"), ("limit", "differ in limit alone")])
def test_what_nobody_has_is_told(of, said):
    with pytest.raises(InputError, match=said):
        zs.worth(result(made({}, SURPRISED), block("ab"), block("ab")), of)
