"""Figures with the ends of their intervals: shares and means of a sample, and their mean over matchups.

What is no confidence raises an InputError.
"""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
import pandas as pd

from zodiac_sim.lab.intervals import check_confidence, mean_interval, wilson
from zodiac_sim.lab.summary import Moments, Row

Estimate: TypeAlias = tuple[float, float, float]  # the figure, the low and the high end; NaN where it does not exist


def share(count: int, n: int, confidence: float) -> Estimate:
    """Return a share of a sample (Wilson)."""
    low, high = wilson(count, n, check_confidence(confidence))
    return count / n if n else math.nan, float(low), float(high)


def mean(found: Moments, confidence: float) -> Estimate:
    """Return the mean of a sample (Student's t)."""
    value, sd = mean_and_sd(found)
    low, high = mean_interval(value, sd, found.n, check_confidence(confidence))
    return value, float(low), float(high)


def mean_and_sd(found: Moments) -> tuple[float, float]:
    """Return mean and standard deviation of a sample, NaN where it is too small for them."""
    value, sd = (math.nan if figure is None else figure for figure in (found.mean, found.sd))
    return value, sd


def ends_of(name: str) -> tuple[str, str, str]:
    """Return the names of the columns that hold an estimate."""
    return name, f"{name}_low", f"{name}_high"


def named(name: str, estimate: Estimate) -> Row:
    """Return an estimate as columns of a row."""
    return dict(zip(ends_of(name), estimate, strict=True))


def mean_over_matchups(frame: pd.DataFrame, by: list[str], names: tuple[str, str, str]) -> pd.DataFrame:
    """Return the plain mean of a figure over the matchups in which it exists, a row for each group, in their order.

    The dice of matchups are independent, so half widths add as squares.

    Parameters
    ----------
    frame : DataFrame
        The figure of single matchups.
    by : list of str
        Columns whose values a group has in common.
    names : tuple of str
        Columns of the figure and of the ends of its interval; the result has the same.
    """
    value, low, high = names
    known = frame.dropna(subset=[value])
    squares = {end: (known[value] - known[end]) ** 2 for end in (low, high)}
    groups = known.assign(**squares).groupby(by, sort=False)
    middle, count = groups[value].mean(), groups.size()
    below, above = (np.sqrt(groups[end].sum()) / count for end in (low, high))
    return pd.DataFrame({value: middle, low: middle - below, high: middle + above})
