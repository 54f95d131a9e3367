"""The marks that pictures are made of: bars, whiskers, steps, lines.

Those of one kind are one artist for all rows, so that a study of hundreds of scenarios is drawn in seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from zodiac_sim.plots.theme import BAR, ON_BAR, PAPER, Floats

Colour: TypeAlias = str | tuple[str, float]


def bars(ax: Axes, y: Floats, left: Floats, width: Floats, colour: Colour, height: float = BAR) -> None:
    """Draw a horizontal bar for each row."""
    right, low, high = left + width, y - height / 2, y + height / 2
    corners = np.stack([left, low, left, high, right, high, right, low], axis=1).reshape(-1, 4, 2)
    areas(ax, list(corners), colour)


def whiskers(ax: Axes, y: Floats, low: Floats, high: Floats) -> None:
    """Draw an interval along x for each row; a light edge keeps it visible on any bar."""
    cap = np.full_like(y, 0.11)
    ends = [(low, y, high, y), (low, y - cap, low, y + cap), (high, y - cap, high, y + cap)]
    pieces = list(np.concatenate([np.stack(end, axis=1) for end in ends]).reshape(-1, 2, 2))
    for colour, width in ((PAPER, 2.8), (ON_BAR, 1.2)):
        lines(ax, pieces, colour, width, zorder=4)


def ranges(ax: Axes, low: Floats, high: Floats, y: Floats, colour: str, x: Floats, mark: str = "o") -> None:
    """Draw a mark for each row with its interval; what does not exist is left out."""
    known, bounded = ~np.isnan(x), ~np.isnan(low + high)
    ends = np.stack([low, y, high, y], axis=1)[bounded].reshape(-1, 2, 2)
    lines(ax, list(ends), colour, 2, zorder=4)
    marks(ax, x[known], y[known], mark, colour, 5.5)


def marks(ax: Axes, x: Floats, y: Floats, mark: str, colour: str, size: float, **look: Any) -> None:
    """Draw the same mark at each point; ``size`` is in points."""
    look = {"color": colour, "markersize": size, "markeredgewidth": 1.4, "zorder": 5, **look}
    ax.plot(x, y, mark, **look)


def areas(ax: Axes, shapes: Sequence[Floats], colour: Colour) -> None:
    """Fill shapes, each given by its corners, array of shape (n, 2)."""
    corners = [shape[[*range(len(shape)), 0]] for shape in shapes]
    codes = [[Path.MOVETO, *[Path.LINETO] * (len(shape) - 1), Path.CLOSEPOLY] for shape in shapes]
    _path(ax, corners, codes, facecolor=colour, linewidth=0)


def lines(ax: Axes, shapes: Sequence[Floats], colour: Colour, width: float, **look: Any) -> None:
    """Draw lines, each given by its corners, array of shape (n, 2); ``width`` is in points."""
    codes = [[Path.MOVETO, *[Path.LINETO] * (len(shape) - 1)] for shape in shapes]
    _path(ax, shapes, codes, facecolor="none", edgecolor=colour, linewidth=width, **look)


def _path(ax: Axes, shapes: Sequence[Floats], codes: Sequence[list[Any]], **look: Any) -> None:
    if shapes:
        path = Path(np.concatenate(list(shapes)), np.concatenate(codes))
        ax.add_artist(PathPatch(path, **look)).set_clip_path(ax.patch)
