"""Numbers are said in as many digits as they are known to."""

import pytest

from zodiac_sim.report import words


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [(1234.56, 1, "1,234.6"), (-0.04, 1, "0.0"), (-1.5, 1, "−1.5"), (float("nan"), 1, "–")],
)
def test_numbers(value, digits, text):
    assert words.fixed(value, digits) == text


def test_signs_stand_before_differences_alone():
    assert words.fixed(0.5, 1, sign=True) == "+0.5"
    assert words.fixed(0.0, 1, sign=True) == "0.0"


@pytest.mark.parametrize(("low", "high", "digits"), [(1, 3, 1), (1.0, 1.1, 2), (1.0, 1.001, 3), (1, 1, 1)])
def test_digits_tell_the_ends_of_an_interval_apart(low, high, digits):
    assert words.digits(low, high) == digits
    assert low == high or f"{low:.{digits}f}" != f"{high:.{digits}f}"


@pytest.mark.parametrize(
    ("ends", "text"),
    [
        ((0.612, 0.609, 0.615), "61.2\u00a0% (60.9 to 61.5)"),
        ((0.0, 0.0, 0.004), "<0.4\u00a0%"),
        ((0.0, 0.0, 3.8414e-6), "<0.00039\u00a0%"),
        ((1.0, 0.9996, 1.0), ">99.96\u00a0%"),
        ((float("nan"),) * 3, "–"),
    ],
)
def test_rates(ends, text):
    assert words.rate(dict(zip(("value", "low", "high"), ends, strict=True))) == text


def test_a_mean_of_one_duel_has_no_interval():
    nan = float("nan")
    assert words.mean({"value": 7.0, "low": nan, "high": nan}) == "7.0"


def test_lists_in_sentences():
    assert words.joined(["a"]) == "a"
    assert words.joined(["a", "b", "c"]) == "a, b and c"


def test_a_brief_share_is_a_bound_where_nothing_speaks_against_it():
    assert words.brief({"value": 1.0, "low": 0.722, "high": 1.0}) == ">72\u00a0%"
    assert words.brief({"value": 0.612, "low": 0.609, "high": 0.615}) == "61.2\u00a0%"


def test_medians():
    row = {"m": 12.5, "m_low": 12.0, "m_high": 13.0}
    assert words.median(row, "m") == "12.5 (12 to 13)"
    assert words.median({**row, "m": 12.0, "m_low": float("nan")}, "m") == "12"
