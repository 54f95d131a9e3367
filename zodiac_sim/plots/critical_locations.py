"""Where criticals land, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from zodiac_sim.lab import chronicle
from zodiac_sim.lab.digits import in_percent
from zodiac_sim.plots import theme, told
from zodiac_sim.plots.blocks import blocks_of
from zodiac_sim.plots.columns import columns
from zodiac_sim.plots.rows import ALL, Which, of_variant

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

_KINDS = {
    "per_100": ("criticals in 100 duels", theme.SKY),
    "hp_lost": ("HP taken by the blow", theme.GREEN),
    "felled": ("fells at once", theme.VERMILLION),
    "lost": ("its victim loses", theme.PURPLE),
}


def critical_locations(
    result: Result,
    *,
    matchup: Which = ALL,
    variant: str | None = None,
    confidence: float = 0.95,
    ax: Axes | None = None,
) -> Axes:
    """Draw how many criticals land on each location, what they take, and how often they decide a duel.

    Parameters
    ----------
    result : Result
        What a study gave; a row is drawn for each location under each variant, from the duels that were followed round
        by round, of both sides together. Variants whose criticals only double damage have none.
    matchup : int or "all", optional
        Number of the only matchup to draw; all of them together by default, ``None`` for each in its turn.
    variant : str, optional
        The only variant to draw.
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
        If there is no such matchup or variant.
    """
    frame = of_variant(chronicle.critical_locations(result, confidence, pooled=matchup == ALL), result, variant)
    if frame.empty:
        return theme.nothing(ax, "No critical came to a table of locations.")
    frame, rows = blocks_of(frame, matchup, lambda part: part["location"])
    new, ax = ax is None, theme.axes(ax)
    theme.dress(ax, rows, seats=False)
    records = rows.records(frame)
    ends = {name: f"{name}_high" if f"{name}_high" in frame else name for name in _KINDS}
    largest = [float(np.nan_to_num(frame[ends[name]].to_numpy(float)).max(initial=0)) for name in _KINDS]
    scales = [
        (words, most, name in ("felled", "lost"))
        for (name, (words, _)), most in zip(_KINDS.items(), largest, strict=True)
    ]
    for column, (name, (words, colour)) in zip(columns(ax, scales), _KINDS.items(), strict=True):
        value = np.array([row[name] for row in records], float)
        high = np.array([row[ends[name]] for row in records], float)
        if name == "per_100":
            theme.bars(ax, rows.y, np.zeros_like(rows.y), column.x(value), colour)
        else:
            low = np.array([row[f"{name}_low"] for row in records], float)
            theme.ranges(ax, column.x(low), column.x(high), rows.y, colour, column.x(value))
        for row, found, end in zip(rows.rows, records, np.fmax(value, np.nan_to_num(high)), strict=True):
            if np.isnan(found[name]):
                continue
            if rows.numbered:
                figure = f"{100 * found[name]:.0f} %" if name in ("felled", "lost") else f"{found[name]:.1f}"
                theme.note(ax, float(column.x(end)), row.y, figure, 6, fontsize=theme.SMALL - 1)
            place = column.left, row.y - 0.4, column.left + 1, row.y + 0.4
            theme.spot(ax, *place, f"{found['scenario']}, {found['location']}: {words}, {_figure(found, name)}")
    theme.legend(
        ax,
        [
            Line2D(
                [],
                [],
                color=theme.INK,
                marker="o",
                markersize=5.5,
                lw=2,
                label=f"with {in_percent(confidence)} % interval",
            )
        ],
    )
    return theme.fit(ax) if new else ax


def _figure(found: dict[str, object], name: str) -> str:
    match name:
        case "per_100":
            return f"{found['per_100']:.2f} ({found['count']:,} in {found['duels']:,} duels)"
        case "hp_lost":
            return told.mean(found, name, "HP", of="count", what="criticals")
        case "felled":
            return told.share(found, name, of="count", what="criticals")
        case _:
            return told.share(found, name, of="first", what="fighters whose first critical it was")
