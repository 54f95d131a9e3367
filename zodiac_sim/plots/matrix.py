"""Heat maps: the points of the left side for every combination of two things that a study varies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_hex
from matplotlib.patches import Patch

from zodiac_sim.lab import figures
from zodiac_sim.lab.balance import favours
from zodiac_sim.lab.digits import in_percent
from zodiac_sim.plots import theme, told
from zodiac_sim.plots.dimensions import Table, table_of
from zodiac_sim.plots.heat import Cell, Map, heat
from zodiac_sim.plots.rows import of_matchup, wrapped

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

_SCALE = LinearSegmentedColormap.from_list("points", [theme.ORANGE, theme.FAINT, theme.BLUE])
_SIDES = (("a", "the left side"), ("b", "the right side"))


def matrix(
    result: Result,
    *,
    rows: str | None = None,
    columns: str | None = None,
    matchup: int | None = None,
    confidence: float = 0.95,
    ax: Axes | None = None,
) -> Axes:
    """Draw the points of side a as a heat map: wins, and half of the draws and the unresolved duels, in percent.

    The scale is the same for every result: 0 to 100 %, white at 50. ``≈`` marks what may be even: 50 % lies inside the
    interval, which holds for all cells together.

    Parameters
    ----------
    result : Result
        What a study gave. Of a grid rows are the first key and columns the second; further keys and matchups make
        further maps below. Of other studies rows are variants and columns are matchups.
    rows, columns : str, optional
        What rows and columns show instead: a key of the grid such as ``"fighters.red.stance"`` or ``"red stance"``,
        ``"variant"`` or ``"matchup"``.
    matchup : int, optional
        Number of the only matchup to draw.
    confidence : float
        At which the intervals of all cells hold together.
    ax : Axes, optional
        Where to draw; without it, on a new figure.

    Returns
    -------
    Axes
        What was drawn on.

    Raises
    ------
    InputError
        If the study does not vary such a thing, or there is no such matchup.
    """
    table = table_of(result, rows, columns)
    frame = figures.points(result, confidence)
    if matchup is not None:
        table = _only(table, frame, matchup)
    new, ax = ax is None, theme.axes(ax)
    records = told.records(frame)
    parts = zip(table.heads, table.cells.tolist(), strict=True)
    maps = [Map(head, table.rows.labels, _cells(records, table, numbers)) for head, numbers in parts]
    heat(ax, maps, table.columns.labels, (table.rows.name, table.columns.name), _SCALE)
    level = in_percent(confidence)
    theme.name_axis(ax, f"points: wins, and half of the draws and unresolved; ≈ at {level} % for all cells together")
    _explain(ax, frame)
    return theme.fit(ax) if new else ax


def _only(table: Table, frame: pd.DataFrame, matchup: int) -> Table:
    """Return a table without the scenarios of other matchups."""
    kept = of_matchup(frame, matchup).to_numpy(bool)[table.cells]
    tables, down, across = (np.asarray(kept.any(axis=axes)) for axes in ((1, 2), (0, 2), (0, 1)))
    return table.part(tables, down, across)


def _cells(records: list[dict[str, Any]], table: Table, numbers: list[list[int]]) -> list[list[Cell | None]]:
    across = table.columns.labels
    return [
        [_cell(records[number], name, other) for number, other in zip(line, across, strict=True)]
        for name, line in zip(table.rows.labels, numbers, strict=True)
    ]


def _cell(found: dict[str, Any], name: str, other: str) -> Cell | None:
    """Return the cell of a scenario; none of one that was not fought."""
    points = found["points"]
    if np.isnan(points):
        return None
    wide, narrow = f"{100 * points:.1f}", f"{100 * points:.0f}"
    if found["verdict"] in ("even", "unclear"):
        wide, narrow = f"≈{wide}", f"{narrow}\n≈"
    cell, a = f"{told.apart(name)}, {told.apart(other)}", told.apart(found["a"])
    words = f"{cell}: points of {a}, {told.share(found, 'points')}; {told.apart(favours(found))}"
    return Cell(points, wide, narrow, words)


def _explain(ax: Axes, frame: pd.DataFrame) -> None:
    a, b = (wrapped(told.apart(frame[side].iloc[0])) if frame[side].nunique() == 1 else word for side, word in _SIDES)
    kinds = ((1.0, f"100 %: {a} wins all"), (0.5, "50 %: even"), (0.0, f"0 %: {b} wins all"))
    handles = [
        Patch(facecolor=to_hex(_SCALE(value)), edgecolor=theme.MUTED, linewidth=0.5, label=words)
        for value, words in kinds
    ]
    theme.legend(ax, [*handles, theme.remark("≈ may be even")])
