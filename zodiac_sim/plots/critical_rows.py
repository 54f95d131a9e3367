"""Which rows of the critical tables are reached, how often, and what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from zodiac_sim.lab import chronicle
from zodiac_sim.plots import theme, told
from zodiac_sim.plots.blocks import blocks_of
from zodiac_sim.plots.rows import ALL, Which, of_variant, wrapped

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

_BARS = 0.4  # of the width: the rest is for what the rows do
_EFFECT_LETTERS = 46
_COLOURS = (theme.SKY, theme.GREEN, theme.ORANGE, theme.VERMILLION, theme.PURPLE, theme.YELLOW, theme.BLUE)


def critical_rows(
    result: Result,
    *,
    matchup: Which = ALL,
    variant: str | None = None,
    confidence: float = 0.95,
    ax: Axes | None = None,
) -> Axes:
    """Draw how many criticals in 100 duels come to each row of the tables, and write what the row does.

    Parameters
    ----------
    result : Result
        What a study gave; a bar is drawn for each row of the tables of each variant, from the duels that were followed
        round by round, of both sides together. Variants whose criticals only double damage have none.
    matchup : int or "all", optional
        Number of the only matchup to draw; all of them together by default, ``None`` for each in its turn.
    variant : str, optional
        The only variant to draw.
    confidence : float
        Level of the intervals that its places tell.
    ax : Axes, optional
        Where to draw; without it, on a new figure.

    Returns
    -------
    Axes
        What was drawn on.

    Raises
    ------
    InputError
        If there is no such matchup or variant.
    """
    frame = of_variant(chronicle.critical_rows(result, confidence, pooled=matchup == ALL), result, variant)
    if frame.empty:
        return theme.nothing(ax, "No critical came to a table of locations.")
    frame, rows = blocks_of(frame, matchup, lambda part: (part["location"] + "  " + part["rolls"]).str.rstrip())
    new, ax = ax is None, theme.axes(ax)
    theme.dress(ax, rows, seats=False)
    most = float(frame["per_100"].max()) or 1.0
    ax.set_xlim(0, most / _BARS)
    ax.set_xticks([tick for tick in theme.ticks(most) if tick <= most])
    records, locations = rows.records(frame), list(dict.fromkeys(frame["location"]))
    colours = {name: _COLOURS[place % len(_COLOURS)] for place, name in enumerate(locations)}
    for location, colour in colours.items():
        here = [place for place, found in enumerate(records) if found["location"] == location]
        y, width = rows.y[here], np.array([records[place]["per_100"] for place in here])
        theme.bars(ax, y, np.zeros_like(y), width, colour)
    for row, found in zip(rows.rows, records, strict=True):
        theme.note(ax, found["per_100"], row.y, f"{found['per_100']:.1f}", 4, fontsize=theme.SMALL - 1)
        effect, look = wrapped(found["effect"], _EFFECT_LETTERS), {"va": "center", "fontsize": theme.SMALL - 1}
        if found["count"]:
            theme.text(ax, 1.32 * most, row.y, f"{found['hp_lost']:.1f} HP", ha="right", **look)
        theme.text(ax, 1.38 * most, row.y, effect, **look)
        blow = told.mean(found, "hp_lost", "HP", of="count", what="such criticals")
        words = f"{found['scenario']}, {row.variant}, {found['effect']}: {found['per_100']:.2f} in 100 duels, {blow}"
        theme.spot(ax, 0, row.y - 0.4, most / _BARS, row.y + 0.4, words)
    theme.name_axis(ax, "criticals in 100 duels; the HP that a blow took; what the row does")
    theme.legend(ax, [Patch(color=colour, label=wrapped(location)) for location, colour in colours.items()])
    return theme.fit(ax) if new else ax
