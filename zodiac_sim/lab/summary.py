"""The table of a run: counts, rates and means of every scenario, from its exact histograms."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from zodiac_sim.engine.outcome import CAUSES, FIGHTER_QUANTITIES, SIDES, WINNERS
from zodiac_sim.engine.tally import Counts, Tally
from zodiac_sim.lab.intervals import mean_interval, wilson
from zodiac_sim.study.study import Scenario

Row: TypeAlias = dict[str, Any]

COUNT_NAMES = ("wins_a", "wins_b", "draws", "unresolved")
IN_WORDS = {"winner": WINNERS, **{f"cause_{side}": CAUSES for side in SIDES}}  # of a duel, recorded as positions
TEXT_COLUMNS = ("a", "b", "variant")
WHOLE_COLUMNS = ("matchup", "duels", *COUNT_NAMES, *(f"{name}_{side}" for side in SIDES for name in FIGHTER_QUANTITIES))
ROUNDS = ("rounds_mean", "rounds_mean_low", "rounds_mean_high", "rounds_sd", "rounds_median")


@dataclass(frozen=True, slots=True)
class Moments:
    """Exact sums over a sample of whole numbers: its size, Σx and Σx²."""

    n: int
    total: int
    squares: int

    @property
    def mean(self) -> float | None:
        """The mean, rounded once; None of an empty sample."""
        return self.total / self.n if self.n else None

    @property
    def sd(self) -> float | None:
        """The sample standard deviation (divided by n − 1); None below two values."""
        if self.n < 2:
            return None
        return math.sqrt(self.spread / (self.n * (self.n - 1)))

    @property
    def spread(self) -> int:
        """Return n Σx² − (Σx)², exactly: n² times the variance (divided by n)."""
        return self.n * self.squares - self.total**2


def moments(counts: Counts) -> Moments:
    """Return the moments of a histogram, an int64 array of shape (values,): ``counts[x]`` times the value x."""
    pairs = list(_values(counts))
    return Moments(
        sum(count for _, count in pairs),
        sum(value * count for value, count in pairs),
        sum(value * value * count for value, count in pairs),
    )


def median(counts: Counts) -> float | None:
    """Return the median of a histogram; of an even number the mean of the middle two, of none None."""
    running = np.cumsum(counts)
    n = int(running[-1]) if len(running) else 0
    if n == 0:
        return None
    lower, upper = np.searchsorted(running, [(n - 1) // 2, n // 2], side="right").tolist()
    return float((lower + upper) / 2)


def known(row: Row) -> Row:
    """Return a row with None for every figure that does not exist, NaN until then."""
    return {name: None if isinstance(value, float) and math.isnan(value) else value for name, value in row.items()}


def scenario_columns(scenario: Scenario) -> Row:
    """Return the columns that say who fights whom in a scenario: ``matchup, a, b, variant``."""
    a, b = (", ".join(side) for side in scenario.names)
    return {"matchup": scenario.matchup, "a": a, "b": b, "variant": scenario.variant}


def summary_row(scenario: Scenario, tally: Tally, confidence: float = 0.95) -> Row:
    """Return one row of the table of a run.

    Its columns are those of the table in their order; None where a figure does not exist (a mean of no duels, the
    spread of one). Rates carry their Wilson interval, mean rounds that of Student's t.
    """
    row = scenario_columns(scenario) | {"duels": tally.duels}
    row |= zip(COUNT_NAMES, tally.winners.tolist(), strict=True)
    row |= _rates(tally, confidence)
    row |= zip(ROUNDS, _rounds(_histogram(tally, "rounds"), confidence), strict=True)
    for name in ("rolls", "lookups"):
        row[f"{name}_mean"] = moments(_histogram(tally, name)).mean
    for side in SIDES:
        for name in FIGHTER_QUANTITIES:
            found = moments(_histogram(tally, f"{name}_{side}"))
            key = f"{name}_{side}"
            row |= {key: found.total, f"{key}_mean": found.mean, f"{key}_sd": found.sd}
    return row


def _values(counts: Counts) -> Iterator[tuple[int, int]]:
    """Yield every value that occurs with its count, as whole numbers without limit: Σx² leaves 64 bits."""
    (occurring,) = np.nonzero(counts)
    return zip(occurring.tolist(), counts[occurring].tolist(), strict=True)


def _histogram(tally: Tally, name: str) -> Counts:
    """Return how often each value occurred, whoever won."""
    return np.asarray(tally.histogram(name).sum(axis=0))


def _rates(tally: Tally, confidence: float) -> Row:
    row: Row = {}
    lows, highs = wilson(tally.winners, np.full(len(WINNERS), tally.duels), confidence)
    for winner, count, low, high in zip(WINNERS, tally.winners.tolist(), lows.tolist(), highs.tolist(), strict=True):
        known = tally.duels > 0
        row[f"rate_{winner}"] = count / tally.duels if known else None
        row[f"rate_{winner}_low"] = low if known else None
        row[f"rate_{winner}_high"] = high if known else None
    return row


def _rounds(counts: Counts, confidence: float) -> tuple[float | None, ...]:
    found = moments(counts)
    mean, sd = found.mean, found.sd
    if mean is None or sd is None:
        return mean, None, None, None, median(counts)
    low, high = mean_interval(mean, sd, found.n, confidence)
    return mean, float(low), float(high), sd, median(counts)
