"""Paired differences against hand-worked and published figures, and against what they cover exactly."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from zodiac_sim.lab.differences import (
    LARGER,
    SAME,
    SMALLER,
    UNCLEAR,
    Estimate,
    Family,
    duels_needed,
    independent,
    paired,
    verdict,
    within,
)
from zodiac_sim.lab.summary import Moments

ALONE = Family(0.95, 1)
RUNS = 4_000


def of(values) -> Moments:
    return Moments(len(values), int(np.sum(values)), int(np.sum(np.square(values))))


def shares(only_second: int, only_first: int, n: int) -> Moments:
    return Moments(n, only_second - only_first, only_second + only_first)


def test_shares_have_the_interval_of_bonett_and_price():
    """26 and 4 of 48 differ: the example that comes with their function in R gives 0.44, and 0.09448809 for its error.

    Here with Student's quantile instead of the normal one.
    """
    found = paired([shares(26, 4, 48)], ALONE)
    half = stats.t.ppf(0.975, 49) * 0.09448809
    assert found.value == 22 / 48
    assert (found.low, found.high) == pytest.approx((0.44 - half, 0.44 + half), abs=1e-8)


@given(st.lists(st.integers(-40, 40), min_size=1, max_size=50))
def test_the_interval_is_that_of_the_duels_with_two_made_up_ones(differences):
    sample = [*differences, 1, -1]
    error = np.std(sample) / math.sqrt(len(sample))
    low, high = stats.t.interval(0.95, len(sample) - 1, np.mean(sample), error)
    found = paired([of(differences)], ALONE)
    assert (found.low, found.high) == pytest.approx((low, high), rel=1e-9, abs=1e-12)
    assert found.p_value == pytest.approx(2 * stats.t.sf(abs(np.mean(sample)) / error, len(sample) - 1), rel=1e-9)
    assert found.value == pytest.approx(np.mean(differences))


@pytest.mark.parametrize("comparisons", [1, 192])
@pytest.mark.parametrize("matchups", [1, 3, 6])
@pytest.mark.parametrize("differences", [[30] * 2000, [28, 29, 30, 31, 32] * 400])
def test_an_interval_of_means_holds_its_own_mean_however_large_it_is(differences, matchups, comparisons):
    """Made-up duels pull a mean towards 0 by more than its interval is wide, where many matchups are as large."""
    found = paired([of(differences)] * matchups, Family(0.95, comparisons), shares=False)
    assert found.value == pytest.approx(30)
    assert found.low < 30 < found.high
    assert (found.low + found.high) / 2 == pytest.approx(30)


@pytest.mark.parametrize("mean", [0, 3, 10])
def test_means_over_matchups_are_covered_wherever_they_lie(mean):
    """2,000 runs of 6 matchups of 500 duels fail with 1e-6 or less where 95 % are covered."""
    runs, dice = 2_000, np.random.default_rng(5)
    held = 0
    for _ in range(runs):
        samples = [of(row.tolist()) for row in np.rint(dice.normal(10 * mean, 10, (6, 500))).astype(int)]
        found = paired(samples, ALONE, shares=False)
        held += found.low <= 10 * mean <= found.high
    assert held >= stats.binom.ppf(1e-6, runs, 0.95)


@pytest.mark.parametrize("comparisons", [1, 20, 1000])
@pytest.mark.parametrize("n", [20, 50])
def test_what_it_covers_exactly(n, comparisons):
    """Over every table of ``n`` duels: the truth is missed no more often than promised, wherever it lies."""
    family = Family(0.95, comparisons)
    tables = np.array([(one, other, n - one - other) for one in range(n + 1) for other in range(n + 1 - one)])
    found = [paired([shares(one, other, n)], family) for one, other, _ in tables]
    low, high = np.array([(each.low, each.high) for each in found]).T
    for one in np.arange(0.02, 0.5, 0.08):
        for other in np.arange(0.02, 0.5, 0.08):
            missed = (low > one - other) | (high < one - other)
            chance = stats.multinomial.pmf(tables[missed], n, [one, other, 1 - one - other]).sum()
            assert chance <= family.alpha


def test_equal_duels_prove_nothing_beyond_their_number():
    """Where no duel differs the interval is still about as wide as the exact bound of a share that never came."""
    for comparisons in (1, 20, 1000):
        family = Family(0.95, comparisons)
        found = paired([Moments(10_000, 0, 0)], family)
        bound = 1 - (family.alpha / 2) ** (1 / 10_000)
        assert found.low < 0 < found.high
        assert found.high == pytest.approx(bound, rel=0.3)


def test_sums_are_exact():
    """10^12 duels, all but one of which differ by 1: in floats, n Σd² − (Σd)² would be lost in rounding."""
    n = 10**12
    sample = Moments(n, n - 1, n - 1)
    variance = Fraction(n * (n - 1) - (n - 1) ** 2 + 2 * (2 * n - 1 + 2), (n + 2) ** 3)
    found = paired([sample], ALONE)
    assert found.half == pytest.approx(stats.norm.ppf(0.975) * math.sqrt(variance), rel=1e-5)


def test_many_comparisons_hold_together():
    """Of independent ones exactly (Šidák): each at 1 − 0.95^(1/k), and p values the same way."""
    family = Family(0.95, 91)
    assert (1 - family.alpha) ** 91 == pytest.approx(0.95, rel=1e-12)
    sample = shares(60, 20, 1000)
    alone = Family(1 - family.alpha, 1)
    assert paired([sample], family).high == pytest.approx(paired([sample], alone).high, rel=1e-9)
    assert paired([sample], family).p_value == pytest.approx(1 - (1 - paired([sample], alone).p_value) ** 91, rel=1e-6)
    together = "corrected to hold together at 95 % (Šidák)"
    assert family.note() == f"91 comparisons, intervals (Student's t) and p values {together}"


@given(
    n=st.integers(1, 10**6),
    only=st.tuples(st.floats(0, 0.5), st.floats(0, 0.5)),
    comparisons=st.sampled_from([1, 6, 180, 30_000]),
)
def test_p_value_and_interval_never_disagree(n, only, comparisons):
    found = paired([shares(int(only[0] * n), int(only[1] * n), n)], Family(0.95, comparisons))
    excluded = found.low > 0 or found.high < 0
    assert excluded == (found.p_value < 0.05) or found.p_value == pytest.approx(0.05, rel=1e-6)
    assert 0 <= found.p_value <= 1


def test_some_samples_count_alike_and_their_variances_add():
    one, other = of([1, 0, 2, 0, 1, 1, 0, 3]), of([0, 5, 0, 1, 0, 0, 0, 0])
    found = paired([one, other], ALONE)
    assert found.value == (1 + 6 / 8) / 2
    halves = [paired([sample], ALONE).half for sample in (one, other)]
    assert found.half == pytest.approx(math.hypot(*halves) / 2)


def test_independent_samples_are_welchs_but_for_one_made_up_duel_each():
    one, other = np.arange(900) % 7, np.arange(1200) % 11
    found = independent([(of(one), of(other))], ALONE)
    parts = [np.var(sample) / len(sample) for sample in (one, other)]
    spare = 1 / len(one) ** 2 + 1 / len(other) ** 2
    assert found.value == pytest.approx(np.mean(other) - np.mean(one))
    assert found.half == pytest.approx(stats.t.ppf(0.975, 901) * math.sqrt(sum(parts) + spare), rel=1e-9)
    several = independent([(of(one), of(other)), (of(other), of(one))], ALONE)
    assert several.value == pytest.approx(0)
    assert several.half == pytest.approx(stats.t.ppf(0.975, 901) * math.sqrt(2 * (sum(parts) + spare)) / 2, rel=1e-9)
    nothing = independent([(Moments(500, 0, 0), Moments(500, 0, 0))], ALONE)
    assert nothing.low < 0 < nothing.high


def test_without_duels_there_is_no_figure():
    found = paired([Moments(10, 2, 2), Moments(0, 0, 0)], ALONE)
    assert all(math.isnan(value) for value in (found.value, found.low, found.high, found.p_value))
    assert verdict(found, 0.01) == UNCLEAR
    assert duels_needed(0, found, 0.01, ALONE) is None
    assert math.isnan(independent([(Moments(0, 0, 0), Moments(3, 1, 1))], ALONE).value)


@pytest.mark.parametrize(
    ("low", "high", "expected", "inside"),
    [
        (0.02, 0.04, LARGER, False),
        (0.002, 0.004, LARGER, True),
        (-0.04, -0.02, SMALLER, False),
        (-0.004, -0.002, SMALLER, True),
        (-0.004, 0.006, SAME, True),
        (-0.004, 0.02, UNCLEAR, False),
        (-0.01, 0.01, UNCLEAR, False),
    ],
)
def test_verdicts(low, high, expected, inside):
    found = Estimate((low + high) / 2, low, high, 0.5)
    assert verdict(found, 0.01) == expected
    assert within(found, 0.01) is inside


@pytest.mark.parametrize(("gain", "loss"), [(0.06, 0.05), (0.054, 0.05), (0.05, 0.05), (0.052, 0.05), (0.056, 0.05)])
@pytest.mark.parametrize("comparisons", [1, 30])
def test_as_many_duels_as_it_asks_for_would_do_in_four_of_five_runs(gain, loss, comparisons):
    """A number that is met in 80 % of runs is found too small with a chance of 1e-6 or less; half as many are."""
    family = Family(0.95, comparisons)
    gain, loss, n = round(1_000 * gain), round(1_000 * loss), 1_000
    found = paired([shares(gain, loss, n)], family)
    assert verdict(found, 0.01) == UNCLEAR
    needed = duels_needed(n, found, 0.01, family)
    assert needed is not None and needed > n and needed == float(f"{needed:.1e}")
    limit = stats.binom.ppf(1e-6, RUNS, 0.8) / RUNS
    assert told(gain / n, loss / n, needed // 2, family) < limit <= told(gain / n, loss / n, needed, family)


def told(gain: float, loss: float, duels: int, family: Family) -> float:
    """How often so many duels give a verdict."""
    dice = np.random.default_rng(8)
    runs = dice.multinomial(duels, [gain, loss, 1 - gain - loss], size=RUNS).tolist()
    return float(np.mean([verdict(paired([shares(*run[:2], duels)], family), 0.01) != UNCLEAR for run in runs]))
