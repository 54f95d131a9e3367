"""What a rule costs to play: dice thrown and tables consulted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from zodiac_sim.lab import figures
from zodiac_sim.lab.digits import in_full
from zodiac_sim.lab.table_time import TableTime
from zodiac_sim.plots import shapes, theme, told
from zodiac_sim.plots.rows import ALL, Rows, Which, rows_of

if TYPE_CHECKING:
    import pandas as pd

    from zodiac_sim.lab.result import Result

_ROW, _BAR, _ROOM = 1.5, 0.5, 1.36  # the last leaves room for the minutes, right of all bars
_KINDS = {"rolls": ("dice thrown", theme.GREEN), "lookups": ("look-ups in tables", theme.PURPLE)}


def table_cost(result: Result, *, matchup: Which = None, time: TableTime | None = None, ax: Axes | None = None) -> Axes:
    """Draw the mean number of dice thrown and of table look-ups per duel, and write the minutes that they take.

    Parameters
    ----------
    result : Result
        What a study gave; a row is drawn for each of its scenarios.
    matchup : int or "all", optional
        Number of the only matchup to draw, or all of them together, a row for each variant.
    time : TableTime, optional
        Seconds that a group needs for a die, a look-up and a round; without it, the defaults.
    ax : Axes, optional
        Where to draw; without it, on a new figure.

    Returns
    -------
    Axes
        What was drawn on.
    """
    time = time or TableTime()
    frame = figures.costs(result, time=time, pooled=matchup == ALL)
    rows = rows_of(frame, matchup, size=_ROW)
    new, ax = ax is None, theme.axes(ax)
    theme.dress(ax, rows, seats=False)
    highest = max(float(rows.pick(frame, f"{name}_mean").max()) for name in _KINDS) or 1.0
    ax.set_xlim(0, _ROOM * highest)
    for (name, (kind, colour)), shift in zip(_KINDS.items(), (-_BAR / 2, _BAR / 2), strict=True):
        means, y = rows.pick(frame, f"{name}_mean"), rows.y + shift
        shapes.bars(ax, y, np.zeros_like(y), means, colour, _BAR * 0.86)
        for place, mean in zip(y, means, strict=True) if rows.numbered else ():
            theme.note(ax, mean, place, f"{mean:.1f}", 4, fontsize=theme.SMALL - 1)
        for row, place, found in zip(rows.rows, y, rows.records(frame), strict=True):
            words = f"{row.name}: {told.mean(found, f'{name}_mean', kind)}"
            theme.spot(ax, 0, place - _BAR / 2, highest, place + _BAR / 2, words)
    _minutes(ax, rows, frame, highest)
    seconds = f"{in_full(time.roll)} s a die, {in_full(time.lookup)} s a look-up, {in_full(time.round)} s a round"
    theme.name_axis(ax, f"per duel, mean of all duels; minutes if it takes {seconds}")
    theme.legend(ax, [Patch(color=colour, label=words) for words, colour in _KINDS.values()])
    return theme.fit(ax) if new else ax


def _minutes(ax: Axes, rows: Rows, frame: pd.DataFrame, left: float) -> None:
    """Write the minutes at the right end of each row, where they are told with their interval."""
    look: dict[str, Any] = {"ha": "right", "va": "center", "transform": ax.get_yaxis_transform()}
    for row, found in zip(rows.rows, rows.records(frame), strict=True):
        if not found["duels"]:
            continue
        if rows.numbered:
            theme.text(ax, 1.0, row.y, f"about {found['minutes_mean']:.1f} min", fontsize=theme.SMALL, **look)
        words = f"{row.name}: {told.mean(found, 'minutes_mean', 'minutes')}, an estimate"
        theme.spot(ax, left, row.y - _ROW / 2, _ROOM * left, row.y + _ROW / 2, words)
