"""Deaths, apart from defeats: how often each side fell, and how often it died of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.patches import Patch

from zodiac_sim.engine.outcome import SIDES
from zodiac_sim.lab import figures
from zodiac_sim.lab.digits import in_percent
from zodiac_sim.plots import shapes, theme, told
from zodiac_sim.plots.rows import ALL, Which, rows_of

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

_ROW, _BAR, _PALE = 1.5, 0.5, 0.3


def deaths(result: Result, *, matchup: Which = None, confidence: float = 0.95, ax: Axes | None = None) -> Axes:
    """Draw for both sides the share of duels in which they fell (pale) and died (full), with the deaths' intervals.

    Parameters
    ----------
    result : Result
        What a study gave; a row with a bar for each side is drawn for each of its scenarios.
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
    frame = figures.deaths(result, confidence, pooled=matchup == ALL)
    rows = rows_of(frame, matchup, size=_ROW)
    new, ax = ax is None, theme.axes(ax)
    theme.dress(ax, rows, seats=True)
    none = np.zeros_like(rows.y)
    for side, shift in zip(SIDES, (-_BAR / 2, _BAR / 2), strict=True):
        part, y, colour = frame[frame["who"] == side], rows.y + shift, theme.SIDE_COLOURS[side]
        fell, died = rows.pick(part, "falls_rate"), rows.pick(part, "deaths_rate")
        shapes.bars(ax, y, none, fell, (colour, _PALE), _BAR * 0.86)
        shapes.bars(ax, y, none, died, colour, _BAR * 0.86)
        low, high, some = rows.pick(part, "deaths_rate_low"), rows.pick(part, "deaths_rate_high"), died > 0
        shapes.whiskers(ax, y[some], low[some], high[some])
        for row, place, found in zip(rows.rows, y, rows.records(part), strict=True):
            if found["duels"] and rows.numbered:
                _say(ax, found, place)
            if found["duels"]:
                fall, death = (told.share(found, name) for name in ("falls_rate", "deaths_rate"))
                words = f"{row.name}: {told.who(found, side)} fell, {fall}; died, {death}"
                theme.spot(ax, 0, place - _BAR / 2, max(found["falls_rate"], 0.02), place + _BAR / 2, words)
    theme.share_axis(ax, f"share of all duels; whiskers: {in_percent(confidence)} % interval of deaths")
    kinds = (("left side died", theme.BLUE, 1.0), ("left side fell", theme.BLUE, _PALE),
             ("right side died", theme.ORANGE, 1.0), ("right side fell", theme.ORANGE, _PALE))  # fmt: skip
    theme.legend(ax, [Patch(color=to_rgba(colour, alpha), label=kind) for kind, colour, alpha in kinds])
    return theme.fit(ax) if new else ax


def _say(ax: Axes, found: dict[str, Any], y: float) -> None:
    """Write the share of deaths behind the bar, or inside its end where there is no room."""
    fell, inside = found["falls_rate"], found["falls_rate"] > 0.85
    look = {"ha": "right" if inside else "left", "va": "center", "fontsize": theme.SMALL - 1}
    colour = theme.INK if not inside or found["deaths_rate"] < 0.75 else theme.ON_BAR
    words = f"{told.brief(found, 'deaths_rate')} died"
    theme.text(ax, fell - 0.012 if inside else fell + 0.012, y, words, color=colour, **look)
