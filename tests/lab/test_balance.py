"""Whether a matchup is even: the difference of the two sides' wins, all matchups held together."""

import math

import numpy as np
import pytest
from scipy import stats

from tests.lab.made import block, result, study
from zodiac_sim.engine.tally import Tally
from zodiac_sim.errors import InputError
from zodiac_sim.lab.result import Result


def of(*wins: tuple[int, int, int]) -> Result:
    """A result with a matchup for each: wins of a, wins of b, and draws."""
    made = study(matchups=[{"a": "wedge", "b": "worm"}] * len(wins))
    tallies = [Tally(sum(counts), {"rounds": np.array([[*counts, 0]]).T}) for counts in wins]
    return Result(study=made, seed=1, version="1", scenario_tallies=tallies, kept=[])


def test_a_hand_worked_matchup():
    """30 wins against 20 of 60 duels: 10 more; with one made up for each side Σd² = 52 of 62."""
    frame = of((30, 20, 10)).balance()
    (row,) = frame.to_dict("records")
    half = stats.t.isf(0.025, 61) * math.sqrt((52 / 62 - (10 / 62) ** 2) / 62)
    assert (row["duels"], row["rate_a"], row["rate_b"], row["difference"]) == (60, 0.5, 20 / 60, pytest.approx(1 / 6))
    assert (row["difference_low"], row["difference_high"]) == pytest.approx((10 / 62 - half, 10 / 62 + half))
    assert frame.attrs["note"] == "1 comparison, 95 % interval (Student's t)"


def test_verdicts_say_who_is_favoured():
    made = of((600, 400, 0), (400, 600, 0), (500_000, 500_100, 0), (52, 48, 0), (503_000, 497_000, 0))
    frame = made.balance(margin=0.01)
    assert frame["verdict"].tolist() == ["a favoured", "b favoured", "even", "unclear", "a favoured"]
    assert frame["within_margin"].tolist() == [False, False, True, False, True]
    assert frame["duels_needed"].notna().tolist() == [False, False, False, True, False]
    assert frame.attrs["comparisons"] == 5


def test_sides_swapped_are_the_mirror():
    frame = of((70, 50, 5), (50, 70, 5)).balance()
    assert frame["difference"].tolist() == [0.16, -0.16]
    assert frame["difference_low"].tolist() == (-frame["difference_high"])[::-1].tolist()


def test_even_matchups_are_seldom_called_uneven():
    """Exactly, for 40 duels without draws: of 1 or 91 even matchups, any is flagged in at most 5 % of studies."""
    for matchups in (1, 91):
        wins = range(41)
        flagged = []
        for count in wins:
            frame = of((count, 40 - count, 0), *[(20, 20, 0)] * (matchups - 1)).balance()
            flagged.append(frame["verdict"].iloc[0].endswith("favoured"))
        single = stats.binom.pmf(np.array(wins)[flagged], 40, 0.5).sum()
        assert single > 0 and 1 - (1 - single) ** matchups <= 0.05


def test_without_duels_nothing_is_told():
    frame = of((0, 0, 0)).balance()
    assert frame["verdict"].tolist() == ["unclear"]
    assert frame[["rate_a", "difference", "p_value"]].isna().all(axis=None)


@pytest.mark.parametrize(
    ("options", "message"), [({"margin": 0}, "margin: 0 is no"), ({"confidence": 2}, "confidence")]
)
def test_options_out_of_range_are_named(options, message):
    with pytest.raises(InputError, match=message):
        result(study(), block("ab")).balance(**options)
