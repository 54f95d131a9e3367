"""Intervals of rates and means against published values, exact laws and other people's code."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from zodiac_sim.errors import InputError
from zodiac_sim.lab.intervals import check_confidence, mean_interval, median_interval, sidak, sidak_p, wilson


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_the_values_of_newcombe_1998(successes, n, low, high):
    """Table I of his comparison of seven methods, method 3, to the four digits printed there."""
    assert [round(float(end), 4) for end in wilson(successes, n)] == [low, high]


@given(n=st.integers(1, 10**9), share=st.floats(0, 1), confidence=st.sampled_from([0.5, 0.9, 0.95, 0.999]))
def test_wilson_agrees_with_scipy(n, share, confidence):
    successes = round(share * n)
    expected = stats.binomtest(successes, n).proportion_ci(confidence, method="wilson")
    np.testing.assert_allclose(wilson(successes, n, confidence), expected, rtol=1e-6, atol=1e-15)


@pytest.mark.parametrize("n", [1, 7, 1000, 10**9, 10**12])
def test_no_success_and_no_failure_are_exact_at_their_end(n):
    """A rate of 0 that never happened is still possible, and the other way round."""
    low, high = wilson([0, n], [n, n])
    assert (low[0], high[1]) == (0.0, 1.0)
    assert 0 < high[0] < 1 and 0 < low[1] < 1


def test_a_small_rate_keeps_its_digits():
    """1 of 10^12: the ends are roots of (1 + z²/n) x² - (2 p + z²/n) x + p² = 0, here in exact steps."""
    n, z2 = 10**12, stats.norm.ppf(0.975) ** 2
    half = math.sqrt(z2 * (1 - 1 / n + z2 / 4))
    high = (1 + z2 / 2 + half) / (n + z2)
    assert wilson(1, n)[1] == pytest.approx(high, rel=1e-12)
    assert wilson(1, n)[0] == pytest.approx(1 / n**2 / (1 + z2 / n) / high, rel=1e-12)


def test_no_trial_has_no_interval():
    low, high = wilson([0, 3], [0, 9])
    assert np.isnan([low[0], high[0]]).all()
    assert not np.isnan([low[1], high[1]]).any()


def test_the_interval_of_a_mean_is_students():
    sample = [3, 1, 4, 1, 5, 9, 2, 6]
    found = mean_interval(np.mean(sample), np.std(sample, ddof=1), len(sample), 0.9)
    expected = stats.t.interval(0.9, len(sample) - 1, loc=np.mean(sample), scale=stats.sem(sample))
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_one_value_has_no_interval():
    assert np.isnan(mean_interval([2.0], [np.nan], [1])).all()


@pytest.mark.parametrize("confidence", [0, 1, 95, -0.1, float("nan"), True, "0.95"])
def test_a_confidence_that_is_none_is_refused(confidence):
    with pytest.raises(InputError, match="confidence"):
        check_confidence(confidence)


@pytest.mark.parametrize(
    ("n", "rank", "covered"), [(6, 1, 0.96875), (10, 2, 0.978515625), (20, 6, 0.9586105346679688), (100, 40, 0.9648)]
)
def test_the_interval_of_a_median_lies_between_known_ranks(n, rank, covered):
    """The ranks of every table of this interval at 95 %; the sample is 1 … n, so that ranks are values."""
    low, high = median_interval([0] + [1] * n)
    assert (low, high) == (rank, n + 1 - rank)
    inside = stats.binom.cdf(n - rank, n, 0.5) - stats.binom.cdf(rank - 1, n, 0.5)
    assert inside == pytest.approx(covered, abs=1e-4)


@given(n=st.integers(1, 3_000), confidence=st.sampled_from([0.5, 0.95, 0.999]))
def test_no_rank_further_in_would_do(n, confidence):
    low, high = median_interval([0] + [1] * n, confidence)
    tail = (1 - confidence) / 2
    if math.isnan(low):
        assert stats.binom.cdf(0, n, 0.5) > tail
    else:
        assert stats.binom.cdf(low - 1, n, 0.5) <= tail < stats.binom.cdf(low, n, 0.5)
        assert high == n + 1 - low


def test_the_median_of_a_billion_and_of_none():
    assert median_interval([0, 0, 499_900_000, 200_000, 499_900_000]) == (3, 3)
    assert median_interval([0, 0, 499_990_000, 20_000, 499_990_000]) == (2, 4)
    assert np.isnan(median_interval([])).all()


@pytest.mark.parametrize("comparisons", [1, 2, 91, 10**6])
def test_comparisons_hold_together(comparisons):
    """Of independent ones exactly: all hold with the confidence, and the smallest p value is below its complement."""
    each = sidak(0.95, comparisons)
    assert comparisons * math.log1p(-each) == pytest.approx(math.log(0.95), rel=1e-12)
    assert sidak_p(each, comparisons) == pytest.approx(0.05, rel=1e-9)
    assert sidak_p(1.0, comparisons) == 1 and sidak_p(0.0, comparisons) == 0
    assert sidak_p(1e-20, comparisons) == pytest.approx(1e-20 * comparisons)
