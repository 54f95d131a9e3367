"""What felled the loser: attacks, bleeding, a blow that knocks out; or poison, healing that harms, Break."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from zodiac_sim.engine.outcome import CAUSES
from zodiac_sim.lab import figures
from zodiac_sim.plots import shapes, theme, told
from zodiac_sim.plots.rows import ALL, Which, check_side, rows_of

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

_READABLE = 0.07
_COLOURS = dict(zip(CAUSES[1:], theme.CAUSE_COLOURS, strict=False))


def falls(
    result: Result,
    *,
    loser: Literal["either", "a", "b"] = "either",
    matchup: Which = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw what felled the losers of decided duels, as shares that add up to all of them.

    Parameters
    ----------
    result : Result
        What a study gave; a row is drawn for each of its scenarios.
    loser : "either", "a" or "b"
        Whose defeats are shown.
    matchup : int or "all", optional
        Number of the only matchup to draw, or all of them together, a row for each variant.
    ax : Axes, optional
        Where to draw; without it, on a new figure.

    Returns
    -------
    Axes
        What was drawn on.

    Raises
    ------
    InputError
        If there is no such loser or matchup.
    """
    check_side(loser, "either", key="loser")
    frame = figures.losses(result, pooled=matchup == ALL)
    frame = frame[frame["loser"] == loser]
    rows = rows_of(frame, matchup)
    new, ax = ax is None, theme.axes(ax)
    theme.dress(ax, rows, seats=False)
    left = np.zeros_like(rows.y)
    look = {"ha": "center", "va": "center", "fontsize": theme.SMALL, "color": theme.ON_BAR}
    colours = {cause: _COLOURS[cause] for cause in figures.told_causes(rows.only(frame))}
    for cause, colour in colours.items():
        part = frame[frame["cause"] == cause]
        shares = rows.pick(part, "share")
        shapes.bars(ax, rows.y, left, shares, colour)
        for row, found, start in zip(rows.rows, rows.records(part), left, strict=True):
            if found["share"] > 0:
                ends = start, row.y - theme.BAR / 2, start + found["share"], row.y + theme.BAR / 2
                share = told.share(found, "share", of="decided", what="losers")
                theme.spot(ax, *ends, f"{row.name}: {cause}, {share}")
        for y, share, middle in zip(rows.y, shares, left + shares / 2, strict=True):
            if rows.numbered and share >= _READABLE:
                theme.text(ax, middle, y, f"{100 * share:.0f} %", **look)
        left = left + shares
    theme.share_axis(ax, f"share of the duels that {'somebody' if loser == 'either' else loser} lost")
    theme.legend(ax, [Patch(color=colour, label=cause) for cause, colour in colours.items()])
    return theme.fit(ax) if new else ax
