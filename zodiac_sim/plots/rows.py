"""The rows of a picture: a row for each scenario, under a head for each matchup, with names that are never cut."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine.outcome import SIDES
from zodiac_sim.errors import InputError, listed, shown
from zodiac_sim.plots import told

if TYPE_CHECKING:
    import pandas as pd

    from zodiac_sim.lab.result import Result

Which: TypeAlias = int | Literal["all"] | None  # a matchup by number, all of them pooled, or each in its turn
ALL: Final = "all"

LABEL_WIDTH, HEAD_WIDTH = 26, 26  # letters in a line
LINE, _HEAD_LINE = 0.42, 0.47  # height of a line of a label and of a head, of a row
_NUMBERED = 120
# Characters that a picture cannot hold (XML forbids them) are shown by their symbols.
_UNHELD = {code: chr(0x2400 + code) for code in range(32) if chr(code) != "\n"}
_UNHELD |= {0x7F: "␡", 0xFFFE: "\ufffd", 0xFFFF: "\ufffd"}


def writable(words: str) -> str:
    """Return words with control letters as their pictures: what a picture can hold."""
    return words.translate(_UNHELD)


def wrapped(name: str, width: int = LABEL_WIDTH) -> str:
    """Return a name broken into lines of at most ``width`` letters, whole; control letters become their pictures."""
    lines = writable(name).split("\n")
    return "\n".join(part for line in lines for part in textwrap.wrap(line, width, drop_whitespace=False) or [""])


@dataclass(frozen=True, slots=True)
class Row:
    """A scenario's row: its label, and its centre counted in rows from the top."""

    matchup: int
    variant: str
    label: str
    y: float

    @property
    def name(self) -> str:
        """Its variant, as it may stand among other words."""
        return told.apart(self.variant)


@dataclass(frozen=True, slots=True)
class Head:
    """The lines above a matchup's rows: the names of its sides; of all matchups pooled, b has none."""

    a: str
    b: str
    y: float

    @property
    def line(self) -> str:
        """Both names together."""
        if not self.b:
            return self.a
        short = len(self.a) + len(self.b) < 2 * HEAD_WIDTH and "\n" not in self.a + self.b
        return f"{self.a} against {self.b}" if short else f"{self.a}\nagainst {self.b}"

    @property
    def ends(self) -> tuple[str, str]:
        """What stands at the left and at the right end of the head."""
        return (self.a, self.b) if self.b else (f"left sides of {self.a}", "right sides")

    @property
    def lines(self) -> int:
        """How many lines it needs."""
        return max(text.count("\n") for text in (*self.ends, self.line)) + 1


@dataclass(frozen=True)
class Rows:
    """All rows of a picture from the top; ``height`` is that of all, in rows."""

    rows: tuple[Row, ...]
    heads: tuple[Head, ...]
    height: float

    @property
    def numbered(self) -> bool:
        """Whether figures are written beside the marks; nobody reads hundreds of them off a picture."""
        return len(self.rows) <= _NUMBERED

    @cached_property
    def y(self) -> NDArray[np.float64]:
        """The centres of all rows."""
        return np.array([row.y for row in self.rows])

    def only(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Return the rows of a frame that are of matchups drawn here."""
        return frame[frame["matchup"].isin({row.matchup for row in self.rows})]

    def pick(self, frame: pd.DataFrame, column: str) -> NDArray[np.float64]:
        """Return a column of a frame with one row per scenario, in the order of the rows; shares of nothing are 0."""
        by_scenario = frame.set_index(["matchup", "variant"])[column]
        keys = [(row.matchup, row.variant) for row in self.rows]
        found: NDArray[np.float64] = np.nan_to_num(by_scenario.loc[keys].to_numpy(np.float64))
        return found

    def records(self, frame: pd.DataFrame) -> list[dict[str, Any]]:
        """Return the rows of such a frame by column name, in the order of the rows."""
        keys = [(row.matchup, row.variant) for row in self.rows]
        return told.records(frame.set_index(["matchup", "variant"], drop=False).loc[keys])


def rows_of(frame: pd.DataFrame, matchup: Which = None, *, size: float = 1.0, head_width: int = HEAD_WIDTH) -> Rows:
    """Return a row for each scenario of a frame with ``matchup, a, b, variant``.

    Parameters
    ----------
    frame : DataFrame
        One row or more for each scenario, in the order to draw.
    matchup : int or "all", optional
        The only matchup to draw; ``"all"`` if the frame holds pooled rows.
    size : float
        Height of a row; one whose label has many lines is higher.
    head_width : int
        Letters in a line of a head.

    Raises
    ------
    InputError
        If there is no such matchup.
    """
    scenarios = frame[["matchup", "a", "b", "variant"]].drop_duplicates()
    if matchup is not None and matchup != ALL:
        scenarios = scenarios[of_matchup(scenarios, matchup)]
    rows: list[Row] = []
    heads: dict[int, Head] = {}
    y = 0.0
    for number, a, b, variant in zip(*(scenarios[name].tolist() for name in scenarios), strict=True):
        names = wrapped(told.apart(a), head_width), wrapped(told.apart(b), head_width)
        if number not in heads:
            heads[number] = Head(*names, y + (0.5 if heads else 0.15))
            y = heads[number].y + 0.3 + _HEAD_LINE * heads[number].lines
        label = wrapped(variant)
        if names != (heads[number].a, heads[number].b):
            label += "\n" + wrapped(f"({told.against(a, b)})")
        height = max(size, 0.5 + LINE * (label.count("\n") + 1))
        rows.append(Row(number, variant, label, y + height / 2))
        y += height
    return Rows(tuple(rows), tuple(heads.values()), max(y, 1.0))


def of_matchup(frame: pd.DataFrame, matchup: int) -> pd.Series[bool]:
    """Return which rows of a frame are of a matchup.

    Raises
    ------
    InputError
        If there is no such matchup.
    """
    whole = isinstance(matchup, int | np.integer) and not isinstance(matchup, bool)
    if not whole or matchup not in frame["matchup"].to_numpy():
        count = frame["matchup"].nunique()
        raise InputError(f"no matchup {shown(matchup)}; they count from 0 to {count - 1}", key="matchup")
    return frame["matchup"] == matchup


def check_side(side: str, both: str, *, key: str = "side") -> None:
    """Check that a side is a, b, or the word for both.

    Raises
    ------
    InputError
        If it is none of them.
    """
    if side not in (both, *SIDES):
        raise InputError(f"{shown(side)} is no side; there are {listed((both, *SIDES))}", key=key)


def panels_of(frame: pd.DataFrame, matchup: Which = None, *, size: float) -> Rows:
    """Return a row for each matchup of a frame, to draw all its variants in; it bears no label.

    Parameters and errors are those of :func:`rows_of`.
    """
    return rows_of(frame.drop_duplicates("matchup").assign(variant=""), matchup, size=size)


def of_variant(frame: pd.DataFrame, result: Result, variant: str | None) -> pd.DataFrame:
    """Return the rows of one variant, or all.

    Raises
    ------
    InputError
        If there is no such variant.
    """
    return frame if variant is None else frame[frame["variant"] == result.study.find_variant(variant)]


def baseline_of(result: Result, baseline: str | None) -> str:
    """Return the variant that others are compared with: the first unless another is named.

    Raises
    ------
    InputError
        If there is no such variant.
    """
    study = result.study
    return study.variant_names[0] if baseline is None else study.find_variant(baseline, key="baseline")
