"""What a rule costs to play: dice thrown and tables consulted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from zodiac_sim.lab import figures
from zodiac_sim.plots import theme
from zodiac_sim.plots.rows import rows_of

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

_ROW, _BAR = 1.5, 0.5
_KINDS = {"rolls": ("dice thrown", theme.GREEN), "lookups": ("look-ups in tables", theme.PURPLE)}


def table_cost(result: Result, *, matchup: int | None = None, ax: Axes | None = None) -> Axes:
    """Draw the mean number of dice thrown and of table look-ups per duel.

    Parameters
    ----------
    result : Result
        What a study gave; a row is drawn for each of its scenarios.
    matchup : int, optional
        Number of the only matchup to draw.
    ax : Axes, optional
        Where to draw; without it, on a new figure.

    Returns
    -------
    Axes
        What was drawn on.
    """
    frame = figures.costs(result)
    rows = rows_of(frame, matchup, size=_ROW)
    new, ax = ax is None, theme.axes(ax)
    theme.dress(ax, rows, seats=False)
    none, highest = np.zeros_like(rows.y), 0.0
    look: dict[str, Any] = {
        "color": theme.INK,
        "fontsize": theme.SMALL - 1,
        "fontfamily": theme.FONTS,
        "va": "center",
        "parse_math": False,
    }
    for (name, (_, colour)), shift in zip(_KINDS.items(), (-_BAR / 2, _BAR / 2), strict=True):
        means, y = rows.pick(frame, f"{name}_mean"), rows.y + shift
        theme.bars(ax, y, none, means, colour, _BAR * 0.86)
        for place, mean in zip(y, means, strict=True) if rows.numbered else ():
            ax.annotate(f"{mean:.1f}", (mean, place), (4, 0), textcoords="offset points", **look)
        highest = max(highest, float(means.max()))
    ax.set_xlim(0, 1.12 * highest or 1)
    theme.name_axis(ax, "per duel, mean of all duels")
    theme.legend(ax, [Patch(color=colour, label=words) for words, colour in _KINDS.values()])
    return theme.fit(ax) if new else ax
