"""Which variant is above which: paired where it can be, and corrected for having chosen among all."""

import numpy as np
import pytest

from tests.lab.made import block, result, study
from zodiac_sim.lab.differences import LARGER, SAME, SMALLER, UNCLEAR
from zodiac_sim.lab.quantities import ALL_MATCHUPS
from zodiac_sim.lab.ranking import Ranking

THREE = study(variants=[{"name": name} for name in "xyz"])


def ranked(*wins: int, duels: int = 400, made=THREE, **fields) -> Ranking:
    """A ranking of variants under which a won so many of the first duels."""
    fought = [block("a" * count + "b" * (duels - count)) for count in wins]
    return Ranking(result(made, *fought, **fields), ("wins_a",), 0.95)


def test_verdicts_between_any_two():
    ranking = ranked(20_000, 20_010, 22_000, duels=40_000)
    assert ranking.verdict("wins_a", "x", "z") == LARGER
    assert ranking.verdict("wins_a", "z", "x") == SMALLER
    assert ranking.verdict("wins_a", "x", "y") == SAME
    assert ranking.surely_above("wins_a", "x", "z") and not ranking.surely_above("wins_a", "z", "x")
    assert not ranking.surely_above("wins_a", "x", "x")
    assert ranked(200, 201, 220).verdict("wins_a", "x", "y") == UNCLEAR


def test_every_two_variants_are_a_comparison():
    assert ranked(1, 2, 3).family.comparisons == 3
    pairs = [{"a": "wedge", "b": "worm"}] * 2
    twice = study(variants=[{"name": name} for name in "xyz"], matchups=pairs)
    assert Ranking(result(twice, *[block("a")] * 6), ("wins_a", "rounds"), 0.95).family.comparisons == 3 * (2 + 1) * 2


def test_pairing_tells_what_independent_samples_cannot():
    """15 of 400 duels change, all one way: told duel by duel, and not by the rates alone."""
    assert ranked(200, 215, 200).surely_above("wins_a", "x", "y")
    assert not ranked(200, 215, 200, pairings={}).surely_above("wins_a", "x", "y")


def test_the_best_of_equals_is_seldom_called_best():
    """20 variants that do the same, with dice of their own, 200 times: the best surely above the worst in 5 % or less.

    More than 27 of 200 come with 1e-6 or less where 5 % do.
    """
    names = [f"v{number}" for number in range(20)]
    made = study(variants=[{"name": name} for name in names])
    dice, wrong = np.random.default_rng(2), 0
    for _ in range(200):
        wins = dice.binomial(1_000, 0.5, size=20)
        ranking = ranked(*wins.tolist(), duels=1_000, made=made, pairings={})
        wrong += ranking.surely_above("wins_a", names[int(wins.argmin())], names[int(wins.argmax())])
    assert wrong <= 27


@pytest.mark.parametrize("matchup", [0, 1, ALL_MATCHUPS])
def test_a_matchup_alone_or_the_mean_of_all(matchup):
    pairs = [{"a": "wedge", "b": "worm"}] * 2
    made = study(variants=[{"name": "x"}, {"name": "y"}], matchups=pairs)
    wins = [(100, 140), (140, 130)]
    fought = [block("a" * count + "b" * (400 - count)) for both in wins for count in both]
    found = Ranking(result(made, *fought), ("wins_a",), 0.95).estimate("wins_a", "x", "y", matchup)
    expected = {0: 0.1, 1: -0.025, ALL_MATCHUPS: 0.0375}
    assert found.value == pytest.approx(expected[matchup])
