"""Heat maps: the points of the left side for every combination of two things that a study varies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_hex
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from zodiac_sim.errors import InputError, shown
from zodiac_sim.lab import figures
from zodiac_sim.lab.digits import in_percent
from zodiac_sim.plots import theme, told
from zodiac_sim.plots.dimensions import Table, table_of
from zodiac_sim.plots.rows import HEAD_WIDTH, LABEL_WIDTH, LINE, wrapped

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

_SCALE = LinearSegmentedColormap.from_list("points", [theme.ORANGE, "#f7f8f9", theme.BLUE])
_DARK = 0.8  # from here on blue bears light letters
_CELL, _LOW_CELL, _MANY = 1.15, 0.8, 12  # height of a cell, where there are many rows, and how many are many
_LETTER, _TEXT_LINE = 0.081, 0.16  # inches: a letter and a line of a label
_MOST_LINES, _WIDE = 4, 0.42  # lines of a label that lies; inches from which on a cell has room for a decimal
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
    layout = _layout(table)
    new, ax = ax is None, theme.axes(ax)
    theme.bare(ax, layout.height, len(table.columns.labels))
    records = told.records(frame)
    for number, block in enumerate(layout.blocks):
        _names(ax, table, layout, block)
        cells = [[records[place] if place >= 0 else None for place in line] for line in table.cells[number].tolist()]
        _cells(ax, table, layout, block, cells)
    if layout.numbered:
        _list(ax, table, layout)
    level = in_percent(confidence)
    theme.name_axis(ax, f"points: wins, and half of the draws and unresolved; ≈ at {level} % for all cells together")
    _explain(ax, frame)
    return theme.fit(ax) if new else ax


def _only(table: Table, frame: pd.DataFrame, matchup: int) -> Table:
    """Return a table without the scenarios of other matchups."""
    wanted = frame["matchup"].to_numpy() == matchup
    if not wanted.any():
        count = frame["matchup"].nunique()
        raise InputError(f"no matchup {shown(matchup)}; they count from 0 to {count - 1}", key="matchup")
    kept = wanted[table.cells]
    tables, down, across = (kept.any(axis=axes) for axes in ((1, 2), (0, 2), (0, 1)))
    return table.part(tables, down, across)


@dataclass(frozen=True, slots=True)
class _Block:
    """One map: its head, the foot of its column labels, and the edges of its rows."""

    head: str
    top: float
    foot: float
    edges: theme.Floats


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where everything stands; ``numbered`` columns are named in a list below, ``upright`` ones from foot to head."""

    blocks: tuple[_Block, ...]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    upright: bool
    numbered: bool
    width: float
    height: float


def _layout(table: Table) -> _Layout:
    rows = tuple(wrapped(label) for label in table.rows.labels)
    margin = max(len(line) for label in (*rows, table.rows.name) for line in label.split("\n")) * _LETTER
    width = (theme.WIDTH - theme.RIGHT - theme.GAP - min(margin, _LETTER * LABEL_WIDTH)) / len(table.columns.labels)
    columns, upright, numbered = _column_labels(table.columns.labels, width)
    deep = _depth(columns, upright)
    cell = _CELL if len(rows) <= _MANY else _LOW_CELL
    heights = [max(cell, 0.2 + LINE * (label.count("\n") + 1)) for label in rows]
    blocks, y = [], 0.1
    for head in table.heads:
        words = wrapped(head, 3 * HEAD_WIDTH)
        foot = y + (0.5 * (words.count("\n") + 1) + 0.2 if head else 0.0) + LINE + deep + 0.35
        blocks.append(_Block(words, y, foot, foot + np.cumsum([0, *heights])))
        y = float(blocks[-1].edges[-1]) + 0.7
    listed = LINE * sum(wrapped(label, 80).count("\n") + 1 for label in table.columns.labels) + 0.6 if numbered else 0
    return _Layout(tuple(blocks), rows, columns, upright, numbered, width, y - 0.6 + listed)


def _column_labels(labels: tuple[str, ...], width: float) -> tuple[tuple[str, ...], bool, bool]:
    """Return the labels of columns so many inches wide: lying, else upright, else numbers; whether upright, numbers."""
    letters = int((width - 0.06) / _LETTER)
    if letters > 1 and max(len(word) for label in labels for word in [*label.split(), ""]) <= letters:
        lying = tuple(wrapped(label, letters) for label in labels)
        if max(label.count("\n") for label in lying) < _MOST_LINES:
            return lying, False, False
    upright = tuple(wrapped(label) for label in labels)
    if (max(label.count("\n") for label in upright) + 1) * _TEXT_LINE <= width:
        return upright, True, False
    return tuple(str(number) for number in range(1, len(labels) + 1)), False, True


def _depth(columns: tuple[str, ...], upright: bool) -> float:
    """Return the height of the labels of columns, in rows."""
    lines = [label.split("\n") for label in columns]
    if upright:
        return _LETTER * max(len(line) for label in lines for line in label) / theme.UNIT
    return LINE * max(map(len, lines))


def _names(ax: Axes, table: Table, layout: _Layout, block: _Block) -> None:
    """Write the head of a map, what its rows and columns are, and their labels."""
    if block.head:
        theme.text(ax, 0, block.top, block.head, va="top", weight="bold")
    outside: dict[str, Any] = {"ha": "right", "va": "center", "transform": ax.get_yaxis_transform()}
    look: dict[str, Any] = {"fontsize": theme.SMALL, "label": theme.ROW_LABEL}
    above = block.foot - 0.2 - _depth(layout.columns, layout.upright)
    kind: dict[str, Any] = {"color": theme.MUTED, "fontsize": theme.SMALL, "va": "bottom"}
    theme.text(ax, 0, above, f"{table.columns.name} →", **kind)
    theme.text(ax, -0.01, block.foot - 0.1, f"{table.rows.name} ↓", **{**outside, **look, **kind})
    for place, label in enumerate(layout.columns):
        turned = {"rotation": 90} if layout.upright else {}
        theme.text(ax, place + 0.5, block.foot - 0.1, label, ha="center", va="bottom", fontsize=theme.SMALL, **turned)
    for y, label in zip((block.edges[1:] + block.edges[:-1]) / 2, layout.rows, strict=True):
        theme.text(ax, -0.01, float(y), label, **outside, **look)


def _cells(ax: Axes, table: Table, layout: _Layout, block: _Block, cells: list[list[dict[str, Any] | None]]) -> None:
    """Draw the cells of a map with their figures."""
    values = np.array([[np.nan if cell is None else cell["points"] for cell in line] for line in cells], float)
    edges = np.arange(values.shape[1] + 1)
    mesh: dict[str, Any] = {"cmap": _SCALE, "vmin": 0, "vmax": 1, "edgecolors": theme.PAPER, "linewidth": 0.8}
    ax.pcolormesh(edges, block.edges, np.ma.masked_invalid(values), **mesh)
    for name, line, top, foot in zip(table.rows.labels, cells, block.edges, block.edges[1:], strict=False):
        for place, (cell, other) in enumerate(zip(line, table.columns.labels, strict=True)):
            if cell is not None and not np.isnan(cell["points"]):
                _figure(ax, place + 0.5, (top + foot) / 2, cell, layout.width)
                words = f"points of {cell['a']}, {told.share(cell, 'points')}; {cell['verdict']}"
                theme.spot(ax, place, top, place + 1, foot, f"{name}, {other}: {words}")


def _figure(ax: Axes, x: float, y: float, cell: dict[str, Any], width: float) -> None:
    """Write the points of a cell so many inches wide, with a mark where they may be even."""
    places = 1 if width > _WIDE else 0
    doubt = cell["verdict"] in ("even", "unclear")
    mark = ("≈{}" if places else "{}\n≈") if doubt else "{}"
    words = mark.format(f"{100 * cell['points']:.{places}f}")
    size = min(theme.SMALL, 72 * width / (0.66 * (5 if places else 2.4)))
    colour = theme.PAPER if cell["points"] > _DARK else theme.ON_BAR
    theme.text(ax, x, y, words, ha="center", va="center", fontsize=size, color=colour, linespacing=0.9)


def _list(ax: Axes, table: Table, layout: _Layout) -> None:
    """Name the columns that have numbers for want of room."""
    y = float(layout.blocks[-1].edges[-1]) + 0.5
    for number, label in enumerate(table.columns.labels, start=1):
        words = wrapped(f"{number}: {label}", 80)
        theme.text(ax, 0, y, words, va="top", fontsize=theme.SMALL)
        y += LINE * (words.count("\n") + 1)


def _explain(ax: Axes, frame: pd.DataFrame) -> None:
    a, b = (wrapped(frame[side].iloc[0]) if frame[side].nunique() == 1 else word for side, word in _SIDES)
    kinds = ((1.0, f"100 %: {a} wins all"), (0.5, "50 %: even"), (0.0, f"0 %: {b} wins all"))
    handles = [
        Patch(facecolor=to_hex(_SCALE(value)), edgecolor=theme.MUTED, linewidth=0.5, label=words)
        for value, words in kinds
    ]
    theme.legend(ax, [*handles, Line2D([], [], ls="none", label="≈ may be even")])
