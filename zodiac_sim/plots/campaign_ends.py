"""How campaigns ended: survived, beaten or dead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from zodiac_sim.lab.campaign_words import RARE
from zodiac_sim.lab.digits import in_percent
from zodiac_sim.plots import shapes, theme, told
from zodiac_sim.plots.journeys import check, of_heroes
from zodiac_sim.plots.rows import rows_of

if TYPE_CHECKING:
    from zodiac_sim.lab.campaign_result import CampaignResult

_READABLE = 0.07
_COLOURS = {  # the dead last, so that they are read from the right end
    "survived": theme.BLUE,
    "broken": theme.GREEN,
    "draw": theme.DRAW,
    "defeated": theme.YELLOW,
    "undead": theme.PURPLE,
    "dead": theme.VERMILLION,
}


def campaign_ends(
    result: CampaignResult, *, hero: str | None = None, confidence: float = 0.95, ax: Axes | None = None
) -> Axes:
    """Draw how campaigns ended, as shares of all, with the intervals of those survived and of the dead.

    Parameters
    ----------
    result : CampaignResult
        What a campaign gave; a row is drawn for each hero and variant.
    hero : str, optional
        The only hero to draw.
    confidence : float
        Level of the intervals.
    ax : Axes, optional
        Where to draw; without it, on a new figure.

    Returns
    -------
    Axes
        What was drawn on.

    Raises
    ------
    InputError
        If there is no such hero.
    """
    check(result, hero)
    frame = of_heroes(result.table(confidence), result, hero)
    rows = rows_of(frame)
    new, ax = ax is None, theme.axes(ax)
    theme.dress(ax, rows, seats=False)
    left = np.zeros_like(rows.y)
    for end, colour in _COLOURS.items():
        shares = rows.pick(frame, f"rate_{end}")
        shapes.bars(ax, rows.y, left, shares, colour)
        for row, found, start, share in zip(rows.rows, rows.records(frame), left, shares, strict=True):
            if share > 0:
                box = start, row.y - theme.BAR / 2, start + share, row.y + theme.BAR / 2
                words = told.share(found, f"rate_{end}", of="campaigns", what="campaigns")
                theme.spot(ax, *box, f"{row.name}: {end}, {words}")
            if rows.numbered and share >= _READABLE:
                _say(ax, end, start, share, row.y)
        left = left + shares
    shapes.whiskers(ax, rows.y, rows.pick(frame, "rate_survived_low"), rows.pick(frame, "rate_survived_high"))
    shapes.whiskers(ax, rows.y, 1 - rows.pick(frame, "rate_dead_high"), 1 - rows.pick(frame, "rate_dead_low"))
    theme.share_axis(ax, f"share of campaigns; whiskers: {in_percent(confidence)} % intervals of survived and dead")
    there = [end for end in _COLOURS if end not in RARE or frame[end].any()]
    theme.legend(ax, [Patch(color=_COLOURS[end], label=end) for end in there])
    return theme.fit(ax) if new else ax


def _say(ax: Axes, end: str, start: float, share: float, y: float) -> None:
    """Write a share into its bar, away from the whiskers of the outer ones."""
    x, side = {"survived": (start + 0.012, "left"), "dead": (start + share - 0.012, "right")}.get(
        end, (start + share / 2, "center")
    )
    theme.text(ax, x, y, f"{100 * share:.0f} %", ha=side, va="center", fontsize=theme.SMALL, color=theme.ON_BAR)
