"""A run that stops at a target: fixed looks, and intervals that still cover what they promise."""

import math

import numpy as np
import pytest
from scipy import signal, stats

from tests.lab.made import block, result, study
from zodiac_sim.engine.tally import Tally
from zodiac_sim.lab.differences import Family, half_width
from zodiac_sim.lab.intervals import wilson
from zodiac_sim.lab.quantities import WINS
from zodiac_sim.lab.stopping import looks, safe_half_width, safe_half_widths, widest, with_first, won
from zodiac_sim.lab.summary import Moments


@pytest.mark.parametrize("limit", [1, 1_999, 2_000, 2_001, 10_000, 10**12])
def test_looks_are_fixed_and_end_at_the_limit(limit):
    found = list(looks(limit))
    assert found == sorted(set(found))
    assert found[-1] == limit
    assert found[0] == min(2_000, limit)
    assert found[:-1] == list(looks(10**13))[: len(found) - 1]
    assert len(found) < 70


def covered(rate: float, target: float, limit: int = 500_000) -> float:
    """The exact share of runs whose Wilson interval holds the true rate, when each stops at the first look it may.

    The counts of the runs that go on are followed from look to look.
    """
    going, before, held = np.ones(1), 0, 0.0
    for duels in looks(limit):
        more = stats.binom.pmf(np.arange(duels - before + 1), duels - before, rate)
        going = np.maximum(signal.fftconvolve(going, more), 0)
        counts, n = np.arange(duels + 1), np.full(duels + 1, duels)
        low, high = wilson(counts, n)
        stops = safe_half_widths(counts, n, 0.95) <= target if duels < limit else np.ones(duels + 1, bool)
        held += going[stops & (low <= rate) & (rate <= high)].sum()
        going, before = np.where(stops, 0, going), duels
        if going.sum() < 1e-9:
            break
    return held


@pytest.mark.parametrize("rate", [0.003, 0.01, 0.05, 0.5])
@pytest.mark.parametrize("target", [0.01, 0.005, 0.003, 0.002, 0.001])
def test_intervals_of_runs_that_stop_cover_the_truth(rate, target):
    """At least 94 % at 95 %, exactly; fixed numbers of duels do no better at the smallest rates."""
    assert covered(rate, target) >= 0.94


def test_a_rate_that_came_out_small_stops_nothing():
    """1 of 2,000 where the truth is 0.3 %: its own interval would be narrow enough, that of the truth is not."""
    counts, n = np.array([1]), np.array([2_000])
    own, truth = (np.subtract(*wilson([count], n)[::-1])[0] / 2 for count in (1, 6))
    assert own < 0.6 * truth
    assert safe_half_widths(counts, n, 0.95)[0] > 0.95 * truth


def test_rates_are_as_wide_as_at_the_end_nearer_to_even():
    counts, n = np.array([0, 10, 500, 990, 1_000]), np.full(5, 1_000)
    own = np.subtract(*wilson(counts, n)[::-1]) / 2
    safe = safe_half_widths(counts, n, 0.95)
    assert (safe >= own - 1e-15).all()
    assert safe[2] == pytest.approx(own[2])
    assert safe.tolist() == pytest.approx(safe[::-1].tolist())


def test_differences_are_as_wide_as_with_more_that_differ():
    family = Family(0.95, 4)
    for differ in (0, 3, 400):
        sample = Moments(2_000, differ // 2, differ)
        assert half_width(sample, family) < safe_half_width(sample, family) < 0.1


def test_only_pairs_with_the_first_variant_are_shown():
    assert with_first([(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)]) == [(0, 1), (0, 2), (3, 4), (3, 5)]
    assert with_first([]) == []


def test_the_widest_is_what_the_comparison_shows_or_a_rate():
    """Against the frames people see: never below them, and near to the widest of them."""
    made = study(variants=[{"name": name} for name in "xyz"], matchups=[{"a": "wedge", "b": "worm"}] * 2)
    dice = np.random.default_rng(4)
    for share in (0.02, 0.5):
        letters = ["".join(dice.choice(list("abd"), 4_000, p=[share, 0.9 - share, 0.1])) for _ in range(6)]
        found = result(made, *map(block, letters))
        shown = found.compare("x", quantities=WINS)
        summary = found.summary()
        widths = [(shown["difference_high"] - shown["difference_low"]).max() / 2]
        widths += [
            (summary[f"rate_{name}_high"] - summary[f"rate_{name}_low"]).max() / 2 for name in ("a", "b", "draw")
        ]
        assert max(widths) <= widest(found.scenario_tallies, found.pairings) < 1.2 * max(widths)


def test_the_differences_of_wins_are_those_of_the_duels():
    made = result(study(variants=[{"name": "x"}, {"name": "y"}]), block("aabbd"), block("abaad"))
    assert won(made.pairings[0, 1], 0) == Moments(5, 1, 3)
    assert won(made.pairings[0, 1], 1) == Moments(5, -1, 3)


def test_without_duels_it_goes_on():
    assert widest([], {}) == math.inf
    assert widest([Tally()], {}) == math.inf
