"""Where criticals land, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes

from zodiac_sim.lab import chronicle
from zodiac_sim.plots import theme, told
from zodiac_sim.plots.blocks import blocks_of
from zodiac_sim.plots.columns import Kind, columns, interval_key
from zodiac_sim.plots.rows import ALL, Row, Which, of_variant
from zodiac_sim.plots.told import Record

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

_KINDS = {
    "per_100": Kind("criticals in 100 duels", theme.SKY, 1),
    "hp_lost": Kind("HP taken by the blow", theme.GREEN, 1),
    "felled": Kind("fells at once", theme.VERMILLION, 0, percent=True),
    "lost": Kind("its victim loses", theme.PURPLE, 0, percent=True),
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
    columns(ax, rows, frame, _KINDS, _told)
    theme.legend(ax, [interval_key(confidence)])
    return theme.fit(ax) if new else ax


def _told(_: Row, found: Record, name: str) -> str:
    match name:
        case "per_100":
            figure = f"{found['per_100']:.2f} ({found['count']:,} in {found['duels']:,} duels)"
        case "hp_lost":
            figure = told.mean(found, name, "HP", of="count", what="criticals")
        case "felled":
            figure = told.share(found, name, of="count", what="criticals")
        case _:
            figure = told.share(found, name, of="first", what="fighters whose first critical it was")
    return f"{found['scenario']}, {found['location']}: {_KINDS[name].words}, {figure}"
