"""Intervals of rates, means and medians, and levels that hold for many together: numbers in, numbers out."""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from zodiac_sim.errors import InputError, shown

Floats: TypeAlias = NDArray[np.float64]

LEAST = 1e-9  # a confidence, and what it lacks to 1: beyond that no double tells the ends of an interval


def check_confidence(confidence: float) -> float:
    """Return a level of confidence that can be used.

    Raises
    ------
    InputError
        If it does not lie between 0 and 1, or so near to them that no interval can be told.
    """
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not LEAST <= confidence <= 1 - LEAST:
        raise InputError(
            f"{shown(confidence)} is no confidence; it lies within {LEAST}..{1 - LEAST}, such as 0.95", key="confidence"
        )
    return float(confidence)


def sidak(confidence: float, comparisons: int) -> float:
    """Return the error each of some two-sided intervals may have for all to hold together at a confidence.

    It holds for normal estimates however they depend on each other (Šidák 1967).
    """
    return -math.expm1(math.log(confidence) / comparisons)


def sidak_p(p_value: float, comparisons: int) -> float:
    """Return a p value that counts the comparisons it was picked from; the counterpart of :func:`sidak`."""
    return -math.expm1(comparisons * math.log1p(-p_value)) if p_value < 1 else 1.0


def wilson(successes: ArrayLike, n: ArrayLike, confidence: float = 0.95) -> tuple[Floats, Floats]:
    """Return the score interval of a rate (Wilson 1927).

    Parameters
    ----------
    successes, n : int arrays of one shape
        Successes among ``n`` trials.
    confidence : float
        Two-sided, between 0 and 1.

    Returns
    -------
    low, high : float64 arrays
        Shares within 0..1. ``low`` is exactly 0 without a success, ``high`` exactly 1 without a failure; NaN where
        there was no trial.
    """
    k, trials = np.asarray(successes, np.float64), np.asarray(n, np.float64)
    z2 = special.ndtri((1 + confidence) / 2) ** 2
    with np.errstate(invalid="ignore", divide="ignore"):
        rate, unit = k / trials, z2 / trials
        half = np.sqrt(unit * (rate * (1 - rate) + unit / 4))
        high = np.where(k == trials, 1.0, (rate + unit / 2 + half) / (1 + unit))
        # Both ends are the roots of one quadratic; their product keeps the digits that a difference would lose.
        low = rate**2 / (1 + unit) / high
    return np.asarray(low), np.where(trials > 0, high, np.nan)


def mean_interval(mean: ArrayLike, sd: ArrayLike, n: ArrayLike, confidence: float = 0.95) -> tuple[Floats, Floats]:
    """Return the interval of a mean by Student's t with ``n`` − 1 degrees of freedom.

    Parameters
    ----------
    mean, sd : float arrays of one shape
        Mean and sample standard deviation (divided by n − 1).
    n : int array
        Sample size.
    confidence : float
        Two-sided, between 0 and 1.

    Returns
    -------
    low, high : float64 arrays
        In the units of ``mean``; NaN where ``n`` is below 2.
    """
    size = np.asarray(n, np.float64)
    known = size > 1
    t = special.stdtrit(np.where(known, size - 1, 1), (1 + confidence) / 2)
    half = np.where(known, t * np.asarray(sd, np.float64) / np.sqrt(np.maximum(size, 1)), np.nan)
    return np.asarray(mean - half), np.asarray(mean + half)


def median_interval(counts: ArrayLike, confidence: float = 0.95) -> tuple[float, float]:
    """Return the interval of a median between two values of the sample, whatever its law (order statistics).

    Parameters
    ----------
    counts : int array, shape (values,)
        ``counts[x]`` times the value x.
    confidence : float
        Two-sided, between 0 and 1; at least that, as ranks are whole.

    Returns
    -------
    low, high : float
        NaN where the sample is too small to tell: 5 or fewer at 95 %.
    """
    running = np.cumsum(np.asarray(counts, np.int64))
    n = int(running[-1]) if len(running) else 0
    rank = _lower_rank(n, (1 - confidence) / 2)
    if rank < 1:
        return math.nan, math.nan
    low, high = np.searchsorted(running, [rank, n + 1 - rank], side="left").tolist()
    return float(low), float(high)


def _lower_rank(n: int, tail: float) -> int:
    """Return the largest rank that the median lies below in no more than a ``tail`` of all samples; 0 for none."""
    if n == 0:
        return 0
    spread = -float(special.ndtri(tail)) * math.sqrt(n) / 2
    rank = max(0, int(n / 2 - spread) - 2)
    while special.bdtr(rank, n, 0.5) <= tail:
        rank += 1
    return rank
