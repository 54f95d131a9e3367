"""Numbers in words: rates, means and differences with their intervals, in as many digits as they are known to."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeAlias

from zodiac_sim.lab.compare_words import signed
from zodiac_sim.lab.digits import in_percent
from zodiac_sim.lab.words import two_digits

if TYPE_CHECKING:
    import pandas as pd

Figures: TypeAlias = dict[str, Any]

SPACE = "\u00a0"
NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Tile:
    """One figure to see at a glance: what it is, the figure, and its interval or owner."""

    label: str
    figure: str
    note: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a report begins with: a headline, the numbers behind it, more points, and figures to see at a glance."""

    headline: str
    text: str = ""
    points: tuple[str, ...] = ()
    tiles: tuple[Tile, ...] = ()
    tiles_of: str = ""


def rows(frame: pd.DataFrame) -> list[Figures]:
    """Return the rows of a frame by column name."""
    return [{str(name): value for name, value in row.items()} for row in frame.to_dict("records")]


def sides(row: Figures) -> tuple[str, str]:
    """Return whose wins a row tells of, and against whom."""
    return (row["a"], row["b"]) if row["quantity"] == "wins_a" else (row["b"], row["a"])


def whole(value: float) -> str:
    """Return a count with its thousands set apart."""
    return f"{int(value):,}"


def fixed(value: float, digits: int, *, sign: bool = False) -> str:
    """Return a number with so many decimals, a true minus, and on demand a plus; a dash where there is none."""
    if math.isnan(value):
        return NOTHING
    text = signed(value, digits)
    return text if sign else text.removeprefix("+")


def percent(share: float, digits: int = 1) -> str:
    """Return a share in percent."""
    return NOTHING if math.isnan(share) else f"{fixed(100 * share, digits)}{SPACE}%"


def digits(low: float, high: float) -> int:
    """Return how many decimals, 1 to 3, show that the ends of an interval differ."""
    half = (high - low) / 2
    return 1 if math.isnan(half) or half <= 0 else min(3, max(1, math.ceil(-math.log10(half))))


def rate(row: Figures, name: str = "") -> str:
    """Return a share of a row in percent with its interval, such as ``61.2 % (60.9 to 61.5)``."""
    share, low, high = _ends(row, name)
    if math.isnan(share):
        return NOTHING
    places = digits(100 * low, 100 * high)
    if share in (0, 1):
        return _bound(low, high)
    return f"{percent(share, places)} ({fixed(100 * low, places)} to {fixed(100 * high, places)})"


def brief(row: Figures, name: str = "") -> str:
    """Return a share of a row in percent, as a bound where none or all of the sample had it: nothing is certain."""
    share, low, high = _ends(row, name)
    return _bound(low, high) if share in (0, 1) else percent(share)


def _bound(low: float, high: float) -> str:
    """Return the end of an interval of none or of all, such as ``<0.04 %`` or ``>99.96 %``, rounded outwards."""
    rest = two_digits(Decimal(str(100 * (high if low == 0 else 1 - low))))
    return f"<{rest:f}{SPACE}%" if low == 0 else f">{100 - rest:f}{SPACE}%"


def mean(row: Figures, name: str = "", *, scale: float = 1) -> str:
    """Return a mean of a row with its interval, such as ``10.24 (10.22 to 10.26)``; without one where there is none."""
    value, low, high = (scale * end for end in _ends(row, name))
    places = digits(low, high)
    if math.isnan(low):
        return fixed(value, places)
    return f"{fixed(value, places)} ({fixed(low, places)} to {fixed(high, places)})"


def median(row: Figures, name: str) -> str:
    """Return a median of a row with its interval, such as ``12 (12 to 13)``; without one where there is none."""
    value, low, high = _ends(row, name)
    text = fixed(value, 1).removesuffix(".0")
    return text if math.isnan(low) else f"{text} ({low:,.0f} to {high:,.0f})"


def _ends(row: Figures, name: str) -> tuple[float, float, float]:
    """Return a figure of a row and its interval; the columns of measures are called value, low and high."""
    names = (name, f"{name}_low", f"{name}_high") if name else ("value", "low", "high")
    value, low, high = (float(row[key]) for key in names)
    return value, low, high


def change(row: Figures, *, scale: float = 1) -> str:
    """Return a signed difference with its interval, such as ``+0.90 (+0.88 to +0.92)``; shares with ``scale`` 100."""
    value, low, high = (scale * float(row[f"difference{end}"]) for end in ("", "_low", "_high"))
    if math.isnan(value):
        return NOTHING
    places = digits(low, high)
    return f"{fixed(value, places, sign=True)} ({fixed(low, places, sign=True)} to {fixed(high, places, sign=True)})"


def split(figure: str) -> tuple[str, str]:
    """Return a figure and its interval apart, both without brackets; the interval is empty where there is none."""
    value, _, ends = figure.partition(" (")
    return value, ends.rstrip(")")


def interval_name(confidence: float) -> str:
    """Return what an interval is called."""
    return f"{in_percent(confidence)}{SPACE}% interval"


def quoted(name: str) -> str:
    """Return a name between quotation marks."""
    return f"“{name}”"


def joined(parts: list[str]) -> str:
    """Return parts as a list in a sentence."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
