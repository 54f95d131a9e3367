"""Several scales side by side in one picture, each with the same rows: small multiples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from zodiac_sim.lab.digits import in_percent
from zodiac_sim.plots import shapes, theme
from zodiac_sim.plots.rows import Row, Rows
from zodiac_sim.plots.told import Record

if TYPE_CHECKING:
    import pandas as pd

_GAP, _ROOM = 0.16, 0.3  # of a column: between two, and behind the largest value, for its figure


@dataclass(frozen=True, slots=True)
class Kind:
    """What a column shows: its name, its colour, decimals of its figures, and whether they are shares in percent."""

    words: str
    colour: str
    decimals: int
    percent: bool = False

    def figure(self, value: float) -> str:
        """Return a value as it is written beside its mark."""
        return f"{100 * value:.{self.decimals}f} %" if self.percent else f"{value:.{self.decimals}f}"


@dataclass(frozen=True, slots=True)
class _Column:
    """A scale from 0 to ``limit`` that begins at ``left`` and is 1 wide."""

    left: float
    limit: float

    def x(self, value: Any) -> Any:
        """Return where a value lies in the picture."""
        return self.left + np.asarray(value, float) / self.limit


def columns(
    ax: Axes, rows: Rows, frame: pd.DataFrame, kinds: Mapping[str, Kind], tell: Callable[[Row, Record, str], str]
) -> None:
    """Draw figures side by side, each on its own scale: marks with their intervals, bars where there are none.

    Parameters
    ----------
    rows : Rows
        What is drawn.
    frame : DataFrame
        One row for each of them; scales are the same whichever of its rows are drawn.
    kinds : mapping of str to Kind
        Columns of the frame; the ends of an interval stand in ``_low`` and ``_high`` behind the name.
    tell : function of Row, record and name
        Returns what the place of a figure tells.
    """
    records = rows.records(frame)
    ends = {name: f"{name}_high" if f"{name}_high" in frame else name for name in kinds}
    largest = [float(np.nan_to_num(frame[end].to_numpy(float)).max(initial=0)) for end in ends.values()]
    for column, (name, kind) in zip(_scales(ax, list(kinds.values()), largest), kinds.items(), strict=True):
        value, high = (np.array([found[key] for found in records], float) for key in (name, ends[name]))
        if ends[name] == name:
            shapes.bars(ax, rows.y, np.zeros_like(rows.y), column.x(value), kind.colour)
        else:
            low = np.array([found[f"{name}_low"] for found in records], float)
            shapes.ranges(ax, column.x(low), column.x(high), rows.y, kind.colour, column.x(value))
        for row, found, end in zip(rows.rows, records, np.fmax(value, high), strict=True):
            if np.isnan(found[name]):
                continue
            if rows.numbered:
                theme.note(ax, float(column.x(end)), row.y, kind.figure(found[name]), 6, fontsize=theme.SMALL - 1)
            theme.spot(ax, column.left, row.y - 0.4, column.left + 1, row.y + 0.4, tell(row, found, name))


def interval_key(confidence: float, before: str = "") -> Line2D:
    """Return what explains a mark with its interval in a legend."""
    words = f"{before}with {in_percent(confidence)} % interval"
    return Line2D([], [], color=theme.INK, marker="o", markersize=5.5, lw=2, label=words)


def _scales(ax: Axes, kinds: list[Kind], largest: list[float]) -> list[_Column]:
    """Divide the width of axes among scales up to the largest values, each with its ticks and its name below."""
    found, places, words = [], [], []
    look: dict[str, Any] = {"color": theme.MUTED, "fontsize": theme.SMALL, "fontfamily": theme.FONTS, "va": "top"}
    look |= {"xycoords": ax.get_xaxis_transform(), "textcoords": "offset points"}
    for number, (kind, most) in enumerate(zip(kinds, largest, strict=True)):
        column = _Column(number * (1 + _GAP), most * (1 + _ROOM) or 1.0)
        ticks = theme.ticks(most, 3)
        places += [float(column.x(tick)) for tick in ticks]
        words += [f"{100 * tick:g} %" if kind.percent else f"{tick:g}" for tick in ticks]
        ax.annotate(kind.words, (column.left, 0), (0, -22), parse_math=False, annotation_clip=False, **look)
        found.append(column)
    ax.set_xlim(0, len(kinds) + (len(kinds) - 1) * _GAP)
    ax.set_xticks(places, words)
    return found
