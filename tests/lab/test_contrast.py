"""Differences between variants: their intervals, and verdicts that tell "the same" from "cannot be told"."""

import numpy as np
import pytest

from tests.lab.made import block, result, study
from zodiac_sim.engine.tally import Tally, tally
from zodiac_sim.errors import InputError
from zodiac_sim.lab import contrast
from zodiac_sim.lab.contrast import ALL_MATCHUPS, LESS, MORE, SAME, UNCLEAR
from zodiac_sim.lab.result import Result

TWO = study(variants=[{"name": "old"}, {"name": "new"}])


def of_duels(wins: int, duels: int, times: int = 1, rounds: int = 5) -> Tally:
    """A tally of so many times ``duels`` duels, ``wins`` of them won by a."""
    fought = tally(block("a" * wins + "b" * (duels - wins), rounds=[rounds] * duels))
    return Tally(fought.duels * times, {name: counts * times for name, counts in fought.counts.items()})


def compared(old: Tally, new: Tally, measure: str):
    made = Result(study=TWO, seed=1, version="1", scenario_tallies=[old, new], kept=[])
    frame = contrast.differences(made, "old")
    return frame[(frame["measure"] == measure) & (frame["matchup"] == 0)].iloc[0]


def test_the_interval_of_two_shares_is_the_published_one():
    """56 of 70 against 48 of 80: the example of Newcombe (1998), method 10."""
    row = compared(of_duels(48, 80), of_duels(56, 70), "wins_a")
    shown = row[["difference", "difference_low", "difference_high"]].tolist()
    assert shown == pytest.approx([0.2, 0.0524, 0.3339], abs=5e-5)


@pytest.mark.parametrize(
    ("old", "new", "times", "verdict"),
    [(50, 60, 100, MORE), (60, 50, 100, LESS), (50, 50, 1000, SAME), (50, 50, 1, UNCLEAR), (50, 60, 1, UNCLEAR)],
)
def test_verdicts(old, new, times, verdict):
    """A difference of 0 is "the same" only when there were duels enough to rule out one that matters."""
    assert compared(of_duels(old, 100, times), of_duels(new, 100, times), "wins_a")["verdict"] == verdict


def test_a_difference_within_the_margin_is_none_however_sure():
    """Half a point is known for certain after ten million duels, and still matters to nobody."""
    row = compared(of_duels(1000, 2000, 5000), of_duels(1010, 2000, 5000), "wins_a")
    assert row["difference_low"] > 0
    assert row["verdict"] == SAME


def test_the_mean_over_matchups_weighs_them_alike():
    pairs = [{"a": "wedge", "b": "worm"}] * 2
    made = study(variants=[{"name": "old"}, {"name": "new"}], matchups=pairs)
    tallies = [of_duels(1, 2, rounds=4), of_duels(1, 2, rounds=6), of_duels(1, 20, rounds=8), of_duels(2, 20, rounds=8)]
    frame = contrast.differences(Result(study=made, seed=1, version="1", scenario_tallies=tallies, kept=[]), "old")
    over = frame[frame["matchup"] == ALL_MATCHUPS].set_index("measure")
    assert over.loc["rounds", ["base_value", "value", "difference", "n"]].tolist() == [6, 7, 1, 22]
    assert over.loc["wins_a", "difference"] == pytest.approx((0 + 0.05) / 2)
    single = frame[(frame["measure"] == "wins_a") & (frame["matchup"] != ALL_MATCHUPS)]
    half = np.sqrt(((single["value"] - single["low"]) ** 2).sum()) / 2
    assert over.loc["wins_a", "value"] - over.loc["wins_a", "low"] == pytest.approx(half)


def test_figures_that_do_not_exist_have_no_verdict_but_unclear():
    row = compared(Tally(), of_duels(1, 2), "wins_a")
    assert np.isnan(row["difference"])
    assert row["verdict"] == UNCLEAR


def test_an_unknown_baseline_is_named():
    with pytest.raises(InputError, match=r"baseline: no variant 'odl'.*did you mean 'old'"):
        contrast.differences(result(TWO, block("a"), block("b")), "odl")
