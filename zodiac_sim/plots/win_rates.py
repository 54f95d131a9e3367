"""Who wins: shares of duels won by either side, drawn and unresolved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from zodiac_sim.lab import figures
from zodiac_sim.lab.digits import in_percent
from zodiac_sim.plots import shapes, theme, told
from zodiac_sim.plots.rows import ALL, Rows, Which, rows_of

if TYPE_CHECKING:
    import pandas as pd

    from zodiac_sim.lab.result import Result

_READABLE = 0.09
_PARTS = {
    "rate_a": theme.BLUE,
    "rate_draw": theme.DRAW,
    "rate_unresolved": theme.UNRESOLVED,
    "rate_b": theme.ORANGE,
}
_KINDS = ("won by the left side", "draw", "unresolved", "won by the right side")


def win_rates(result: Result, *, matchup: Which = None, confidence: float = 0.95, ax: Axes | None = None) -> Axes:
    """Draw the shares of duels won by a (from the left) and b (from the right) with their intervals.

    Parameters
    ----------
    result : Result
        What a study gave; a row is drawn for each of its scenarios.
    matchup : int or "all", optional
        Number of the only matchup to draw, or all of them together, a row for each variant.
    confidence : float
        Level of the intervals.
    ax : Axes, optional
        Where to draw; without it, on a new figure.

    Returns
    -------
    Axes
        What was drawn on.
    """
    summary = figures.summary(result, confidence, pooled=matchup == ALL)
    rows = rows_of(summary, matchup)
    new, ax = ax is None, theme.axes(ax)
    theme.dress(ax, rows, seats=True)
    left = np.zeros_like(rows.y)
    for name, colour in _PARTS.items():
        share = rows.pick(summary, name)
        shapes.bars(ax, rows.y, left, share, colour)
        left = left + share
    shapes.whiskers(ax, rows.y, rows.pick(summary, "rate_a_low"), rows.pick(summary, "rate_a_high"))
    shapes.whiskers(ax, rows.y, 1 - rows.pick(summary, "rate_b_high"), 1 - rows.pick(summary, "rate_b_low"))
    for name, x, align, colour in (("rate_a", 0.012, "left", theme.PAPER), ("rate_b", 0.988, "right", theme.ON_BAR)):
        for y, found in zip(rows.y, rows.records(summary), strict=True):
            if rows.numbered and found[name] >= _READABLE:
                look = {"ha": align, "va": "center", "color": colour, "fontsize": theme.SMALL}
                theme.text(ax, x, y, told.brief(found, name), **look)
    _tell(ax, rows, summary)
    ax.axvline(0.5, color=theme.ON_BAR, linewidth=1.0, linestyle=(0, (4, 3)), zorder=3)
    theme.share_axis(ax, f"share of duels; whiskers: {in_percent(confidence)} % interval")
    theme.legend(ax, [Patch(color=colour, label=kind) for kind, colour in zip(_KINDS, _PARTS.values(), strict=True)])
    return theme.fit(ax) if new else ax


def _tell(ax: Axes, rows: Rows, summary: pd.DataFrame) -> None:
    """Let every bar tell its share where it can be pointed at."""
    for row, found in zip(rows.rows, rows.records(summary), strict=True):
        left = 0.0
        for name, kind in zip(_PARTS, _KINDS, strict=True):
            if found[name] > 0:
                ends = left, row.y - theme.BAR / 2, left + found[name], row.y + theme.BAR / 2
                theme.spot(ax, *ends, f"{row.name}: {kind}, {told.share(found, name)}")
                left += found[name]
