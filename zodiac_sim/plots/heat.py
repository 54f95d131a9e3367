"""Tables of coloured cells: figures for every pair of a row and a column, with names that are never cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Colormap

from zodiac_sim.plots import theme, told
from zodiac_sim.plots.rows import HEAD_WIDTH, LABEL_WIDTH, LINE, wrapped

_CELL, _LOW_CELL, _MANY = 1.15, 0.8, 12  # height of a cell, where there are many rows, and how many are many
_LETTER, _TEXT_LINE = 0.081, 0.16  # inches: a letter and a line of a label
_MOST_LINES, _WIDE = 4, 0.42  # lines of a label that lies; inches from which on a cell has room for a decimal
_DARK = 0.18  # luminance: light letters stand out on what is darker


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its place in the scale of colours, 0..1, its figure where it is wide and narrow, and what it tells."""

    shade: float
    wide: str
    narrow: str
    told: str


@dataclass(frozen=True, slots=True)
class Map:
    """A table of cells under a head; None is an empty cell."""

    head: str
    rows: tuple[str, ...]
    cells: Sequence[Sequence[Cell | None]]


@dataclass(frozen=True, slots=True)
class _Block:
    """Where a map stands: its top, the foot of its column labels, and the edges of its rows."""

    top: float
    foot: float
    edges: theme.Floats


@dataclass(frozen=True, slots=True)
class _Columns:
    """The labels of columns so many inches wide; ``numbered`` ones are named below, ``upright`` ones stand."""

    labels: tuple[str, ...]
    width: float
    upright: bool = False
    numbered: bool = False

    @property
    def depth(self) -> float:
        """The height of the labels, in rows."""
        lines = [label.split("\n") for label in self.labels]
        if self.upright:
            return _LETTER * max(len(line) for label in lines for line in label) / theme.UNIT
        return LINE * max(map(len, lines))


def heat(ax: Axes, maps: Sequence[Map], columns: tuple[str, ...], names: tuple[str, str], scale: Colormap) -> None:
    """Draw maps below each other.

    Parameters
    ----------
    columns : tuple of str
        The labels of the columns, the same for all maps.
    names : pair of str
        What rows and columns are.
    scale : Colormap
        The colours of shades from 0 to 1.
    """
    labels = [wrapped(label) for each in maps for label in each.rows]
    margin = max(len(line) for label in (*labels, names[0]) for line in label.split("\n"))
    width = theme.WIDTH - theme.RIGHT - theme.GAP - _LETTER * min(margin, LABEL_WIDTH)
    placed = _labels(columns, width / len(columns))
    blocks, y = [], 0.1
    for each in maps:
        blocks.append(_block(each, placed, y))
        y = float(blocks[-1].edges[-1]) + 0.7
    theme.bare(ax, y - 0.6 + _list(ax, columns, y - 0.2, placed), len(columns))
    for each, block in zip(maps, blocks, strict=True):
        _names(ax, each, block, placed, names)
        _cells(ax, each, block, placed, scale)


def _labels(columns: tuple[str, ...], width: float) -> _Columns:
    """Return the labels of columns: lying, else upright, else numbers."""
    letters = int((width - 0.06) / _LETTER)
    if letters > 1 and max(len(word) for label in columns for word in [*label.split(), ""]) <= letters:
        lying = tuple(wrapped(label, letters) for label in columns)
        if max(label.count("\n") for label in lying) < _MOST_LINES:
            return _Columns(lying, width)
    upright = tuple(wrapped(label) for label in columns)
    if (max(label.count("\n") for label in upright) + 1) * _TEXT_LINE <= width:
        return _Columns(upright, width, upright=True)
    return _Columns(tuple(str(number) for number in range(1, len(columns) + 1)), width, numbered=True)


def _block(each: Map, placed: _Columns, top: float) -> _Block:
    labels = [wrapped(label) for label in each.rows]
    cell = _CELL if len(labels) <= _MANY else _LOW_CELL
    heights = [max(cell, 0.2 + LINE * (label.count("\n") + 1)) for label in labels]
    head = 0.5 * (_head(each).count("\n") + 1) + 0.2 if each.head else 0.0
    foot = top + head + LINE + placed.depth + 0.35
    return _Block(top, foot, foot + np.cumsum([0, *heights]))


def _head(each: Map) -> str:
    return wrapped(each.head, 3 * HEAD_WIDTH)


def _names(ax: Axes, each: Map, block: _Block, placed: _Columns, names: tuple[str, str]) -> None:
    """Write the head of a map, what its rows and columns are, and their labels."""
    if each.head:
        theme.text(ax, 0, block.top, _head(each), va="top", weight="bold")
    kind: dict[str, Any] = {"color": theme.MUTED, "fontsize": theme.SMALL, "va": "bottom"}
    outside: dict[str, Any] = {"ha": "right", "transform": ax.get_yaxis_transform(), "label": theme.ROW_LABEL}
    theme.text(ax, 0, block.foot - 0.2 - placed.depth, f"{names[1]} →", **kind)
    theme.text(ax, -0.01, block.foot - 0.1, f"{names[0]} ↓", **kind, **outside)
    turned = {"rotation": 90} if placed.upright else {}
    for place, label in enumerate(placed.labels):
        theme.text(ax, place + 0.5, block.foot - 0.1, label, ha="center", va="bottom", fontsize=theme.SMALL, **turned)
    for y, label in zip((block.edges[1:] + block.edges[:-1]) / 2, each.rows, strict=True):
        theme.text(ax, -0.01, float(y), wrapped(label), va="center", fontsize=theme.SMALL, **outside)


def _cells(ax: Axes, each: Map, block: _Block, placed: _Columns, scale: Colormap) -> None:
    """Draw the cells of a map with their figures."""
    shades = np.array([[np.nan if cell is None else cell.shade for cell in line] for line in each.cells], float)
    mesh: dict[str, Any] = {"cmap": scale, "vmin": 0, "vmax": 1, "edgecolors": theme.PAPER, "linewidth": 0.8}
    ax.pcolormesh(np.arange(shades.shape[1] + 1), block.edges, np.ma.masked_invalid(shades), **mesh)
    wide = placed.width > _WIDE
    size = min(theme.SMALL, 72 * placed.width / (0.66 * (5 if wide else 2.4)))
    look: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": size, "linespacing": 0.9}
    for line, top, foot in zip(each.cells, block.edges, block.edges[1:], strict=False):
        for place, cell in enumerate(line):
            if cell is not None:
                colour = theme.PAPER if _luminance(scale(cell.shade)) < _DARK else theme.ON_BAR
                words = cell.wide if wide else cell.narrow
                theme.text(ax, place + 0.5, (top + foot) / 2, words, color=colour, **look)
                theme.spot(ax, place, top, place + 1, foot, cell.told)


def _luminance(colour: tuple[float, ...]) -> float:
    """Return the relative luminance of a colour (WCAG 2)."""
    parts = np.array(colour[:3])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def _list(ax: Axes, columns: tuple[str, ...], y: float, placed: _Columns) -> float:
    """Name the columns that have numbers for want of room; return the height of that, in rows."""
    if not placed.numbered:
        return 0.0
    top = y
    for number, label in enumerate(columns, start=1):
        words = wrapped(f"{number}: {told.apart(label)}", int(placed.width * len(columns) / _LETTER))
        theme.text(ax, 0, y, words, va="top", fontsize=theme.SMALL)
        y += LINE * (words.count("\n") + 1)
    return y - top + 0.6
