"""Tables to read: cells as text with their intervals and full values, and the frame behind them for CSV."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from zodiac_sim.lab.differences import LARGER, SAME, SMALLER, UNCLEAR
from zodiac_sim.report import words
from zodiac_sim.report.words import Figures

if TYPE_CHECKING:
    import pandas as pd

MARKS = {LARGER: "▲", SMALLER: "▼", SAME: "=", UNCLEAR: "?"}
NAMES = ("matchup", "variant")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: a name, or a figure with the text of its interval; ``verdict`` where it is a difference.

    ``value`` is the figure as the CSV file has it: what the column is sorted by.
    """

    text: str
    interval: str = ""
    verdict: str = ""
    value: float | None = None

    @property
    def digits(self) -> str:
        """The value in as many digits as the CSV file has, empty where there is none."""
        return "" if self.value is None or math.isnan(self.value) else f"{self.value:.12g}"


@dataclass(frozen=True, slots=True)
class Table:
    """A table to read: ``names`` columns of names, then figures.

    ``csv`` is the name of the file with all their digits, and ``data`` the frame written to it; without one the file is
    that of another table or of the run itself. Without ``csv`` there is no file. A ``folded`` table is opened on
    demand.
    """

    caption: str
    csv: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    names: int = len(NAMES)
    data: pd.DataFrame | None = None
    folded: bool = False


def by_scenario(
    caption: str, csv: str, columns: tuple[str, ...], rows: Iterable[Sequence[Cell]], data: pd.DataFrame | None = None
) -> Table:
    """Return a table with a row for each matchup and variant."""
    return Table(caption, csv, (*NAMES, *columns), tuple(map(tuple, rows)), data=data)


def scenario(row: Figures) -> tuple[Cell, Cell]:
    """Return the names a row begins with; it has ``a``, ``b`` and ``variant``."""
    return Cell(f"{row['a']} against {row['b']}"), Cell(row["variant"])


def count(value: float) -> Cell:
    """Return a cell with a count."""
    return Cell(words.whole(value), value=value)


def number(value: float, digits: int) -> Cell:
    """Return a cell with a number without an interval."""
    return Cell(words.fixed(value, digits), value=value)


def rate(row: Figures, name: str = "") -> Cell:
    """Return a cell with a share of a row and its interval, in percent."""
    return _with_interval(words.rate(row, name), row[name or "value"])


def mean(row: Figures, name: str = "") -> Cell:
    """Return a cell with a mean of a row and its interval."""
    return _with_interval(words.mean(row, name), row[name or "value"])


def median(row: Figures, name: str) -> Cell:
    """Return a cell with a median of a row and its interval."""
    return _with_interval(words.median(row, name), row[name])


def _with_interval(text: str, value: float) -> Cell:
    return Cell(*words.split(text), value=float(value))
