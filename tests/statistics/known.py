"""Duels whose truth is known from their exact law."""

from dataclasses import replace

from tests.exact.test_duel_law import Side, law
from zodiac_sim.study.study import Study, make_study

EQUAL = Side(hp=9, skill=60, strength=1, speed=3, dice=(1, 4, 0), kind="melee")
BETTER = replace(EQUAL, skill=61)  # by 1 point of the wins
STRONG = Side(hp=5, skill=90, dice=(1, 6, 0), kind="melee")
OTHER = replace(EQUAL, skill=54, strength=2, dice=(1, 3, 0))  # too, by hitting less often and harder
WEAK = Side(hp=2, skill=60, dice=(1, 2, 0), kind="melee")


def wins(a: Side, b: Side) -> float:
    """The exact share of duels that a wins."""
    exact = law(a, b)
    ends = zip(exact.keys(), exact.probabilities(), strict=True)
    return float(sum(share for end, share in ends if end[0] == "a"))


def duel(a: Side, b: Side, **fields) -> Study:
    """A study of one matchup."""
    return make_study(
        {"fighters": {"a": a.data(), "b": b.data()}, "matchups": [{"a": "a", "b": "b"}], "seed": 1, **fields}
    )
