"""Figures in words: rates, means and bounds, in as many digits as they are known to."""

from __future__ import annotations

import math
from collections.abc import Iterator
from decimal import ROUND_CEILING, Decimal
from typing import NamedTuple

from zodiac_sim.lab.differences import rounded_up
from zodiac_sim.lab.digits import in_percent
from zodiac_sim.lab.result import Result, Target
from zodiac_sim.lab.summary import Row

COLUMNS = ("matchup", "variant", "duels", "a wins", "b wins", "draw", "unresolved", "rounds", "dice", "look-ups")
RATES = ("rate_a", "rate_b", "rate_draw", "rate_unresolved")
NOTHING = "-"
MOST_DECIMALS = 15


class Figure(NamedTuple):
    """A figure, and how far it can be trusted."""

    value: str
    margin: str = ""


def cells(row: Row) -> list[Figure]:
    """Return one row of the table for readers, in the order of ``COLUMNS``."""
    return [
        Figure(f"{row['a']} vs {row['b']}"),
        Figure(row["variant"]),
        Figure(f"{row['duels']:,}"),
        *(rate(row, name) for name in RATES),
        rounds(row),
        *(Figure(NOTHING if row[name] is None else f"{row[name]:.1f}") for name in ("rolls_mean", "lookups_mean")),
    ]


def rate(row: Row, name: str) -> Figure:
    """Return a share in percent with its interval; of none or all its end, for a sample makes nothing certain."""
    if row["duels"] == 0:
        return Figure(NOTHING)
    low, high = 100 * row[f"{name}_low"], 100 * row[f"{name}_high"]
    if row[name] == 0:
        return Figure(f"<{two_digits(Decimal(str(high))):f} %", "none")
    if row[name] == 1:
        return Figure(f">{100 - two_digits(Decimal(str(100 - low))):f} %", "all")
    places = decimals(low, high)
    return Figure(f"{100 * row[name]:.{places}f} %", f"{low:.{places}f}-{high:.{places}f}")


def rounds(row: Row) -> Figure:
    """Return the mean of rounds, and half the width of its interval."""
    mean, low, high = row["rounds_mean"], row["rounds_mean_low"], row["rounds_mean_high"]
    if mean is None:
        return Figure(NOTHING)
    if low is None:
        return Figure(f"{mean:.1f}")
    places = decimals(low, high)
    return Figure(f"{mean:.{places}f}", f"± {(high - low) / 2:.{places}f}")


def two_digits(number: Decimal) -> Decimal:
    """Return a number above 0 to two digits, rounded up."""
    return number.quantize(Decimal(1).scaleb(number.adjusted() - 1), rounding=ROUND_CEILING).normalize()


def decimals(low: float, high: float) -> int:
    """Return how many decimals tell the ends of an interval apart, and a rate from nothing and from all."""
    places = _decimals_of((high - low) / 2)
    while places < MOST_DECIMALS and (0 < low < 0.5 / 10**places or 0 < 100 - high < 0.5 / 10**places):
        places += 1
    return places


def difference_decimals(low: float, high: float) -> int:
    """Return how many decimals tell the ends of a difference's interval apart, and from 0 where it excludes that."""
    places = _decimals_of((high - low) / 2)
    while places < MOST_DECIMALS and low * high > 0 and min(abs(low), abs(high)) < 0.5 / 10**places:
        places += 1
    return places


def _decimals_of(half: float) -> int:
    return max(1, math.ceil(-math.log10(half))) if half > 0 else 1


def notes(result: Result, confidence: float) -> Iterator[str]:
    """Yield what a reader of the table must know besides."""
    study, ruleset = result.study, result.study.ruleset
    yield (
        f"Rates with their {in_percent(confidence)} % interval (Wilson), mean rounds ± half the width of theirs "
        "(Student's t); where none or all of the duels ended so, the end of the interval (<, >)."
    )
    yield (f"Seed {result.seed}, zodiac_sim {result.version}, rules {ruleset.name} {ruleset.version}.")
    unpaired = {(s.variant, s.rules.criticals, s.rules.bleeding) for s in study.scenarios if not s.rules.paired}
    for variant, criticals, bleeding in sorted(unpaired):
        yield f"{variant}: {criticals} criticals with bleeding by {bleeding}, not as the rules pair them (R6.4)."
    if result.target is not None:
        yield _reached(result, result.target)
    if result.interrupted:
        yield f"Interrupted: not all of {study.duels:,} duels a row were fought; the figures hold for those that were."


def _reached(result: Result, target: Target) -> str:
    points = f"{in_percent(target.error)} point" + ("" if target.error == 0.01 else "s")
    asked = f"± {points} at {in_percent(target.confidence)} %"
    what = "rates and differences of wins from the first variant" if len(result.study.variant_names) > 1 else "rates"
    if target.reached:
        return f"After {result.duels:,} duels a row all {what} are known to {asked} or better."
    share = min(1.0, target.widest)  # of a handful of duels it can be more than all there is
    widest = f"the widest to ± {in_percent(float(f'{share:.2g}'))}, after {result.duels:,} duels a row"
    needed = rounded_up(math.ceil(result.duels * (target.widest / target.error) ** 2))
    return f"Not all {what} are known to {asked}: {widest}; about {needed:,} would do."
