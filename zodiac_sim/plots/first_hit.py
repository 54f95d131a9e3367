"""What the first hit is worth: how much more often a side wins that lands it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from zodiac_sim.engine.outcome import SIDES
from zodiac_sim.lab import chronicle
from zodiac_sim.lab.compare_words import signed
from zodiac_sim.lab.digits import in_percent
from zodiac_sim.lab.words import difference_decimals
from zodiac_sim.plots import shapes, theme, told
from zodiac_sim.plots.rows import ALL, Rows, Which, of_variant, rows_of

if TYPE_CHECKING:
    import pandas as pd

    from zodiac_sim.lab.result import Result

_ROOM = 1.34  # right end of the axis, a share: what is beyond 1 is for the worth in words
_ENDS = ("", "_low", "_high")
_FIRST = {"a": "the left side hits first", "b": "the right side hits first"}
_MARKS = {"a": "o", "b": "s"}


def first_hit(
    result: Result,
    *,
    matchup: Which = None,
    variant: str | None = None,
    confidence: float = 0.95,
    ax: Axes | None = None,
) -> Axes:
    """Draw how often the left side wins if it lands the first hit, and if the other side does.

    Parameters
    ----------
    result : Result
        What a study gave; a row is drawn for each of its scenarios, from the duels that were followed round by round.
    matchup : int or "all", optional
        Number of the only matchup to draw, or the mean of all of them, a row for each variant.
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
    frame = of_variant(chronicle.first_hits(result, confidence, pooled=matchup == ALL), result, variant)
    rows = rows_of(frame, matchup)
    new, ax = ax is None, theme.axes(ax)
    theme.dress(ax, rows, seats=True)
    _draw(ax, rows, frame)
    ax.axvline(0.5, color=theme.MUTED, linewidth=1.0, linestyle=(0, (4, 3)), zorder=2)
    theme.share_axis(ax, f"share of duels that the left side wins; lines: {in_percent(confidence)} % interval")
    ax.set_xlim(0, _ROOM)
    look: dict[str, Any] = {"ls": "none", "markersize": 6.5}
    theme.legend(
        ax,
        [
            Line2D([], [], color=theme.SIDE_COLOURS[side], marker=_MARKS[side], label=f"if {_FIRST[side]}", **look)
            for side in SIDES
        ],
    )
    return theme.fit(ax) if new else ax


def _draw(ax: Axes, rows: Rows, frame: pd.DataFrame) -> None:
    records = rows.records(frame)
    between = np.array([[[row["b_rate"], y], [row["a_rate"], y]] for row, y in zip(records, rows.y, strict=True)])
    shapes.lines(ax, [line for line in between if not np.isnan(line).any()], theme.GRID, 3)
    for side in SIDES:
        rate, low, high = (np.array([row[f"{side}_rate{end}"] for row in records], float) for end in _ENDS)
        shapes.ranges(ax, low, high, rows.y, theme.SIDE_COLOURS[side], rate, _MARKS[side])
    for row, found in zip(rows.rows, records, strict=True):
        if np.isnan(found["worth"]):
            continue
        worth, low, high = (100 * found[f"worth{end}"] for end in _ENDS)
        places = difference_decimals(low, high)
        ends = f"{signed(low, places)} to {signed(high, places)}"
        if rows.numbered:
            theme.text(
                ax, _ROOM, row.y, f"worth {signed(worth, 1)} points", ha="right", va="center", fontsize=theme.SMALL
            )
        of = [f"if {_FIRST[side]} {told.share(found, f'{side}_rate', of=f'{side}_first')}" for side in SIDES]
        words = f"{row.name}: the left side wins {'; '.join(of)}; worth {signed(worth, places)} points ({ends})"
        theme.spot(ax, 0, row.y - 0.4, _ROOM, row.y + 0.4, words)
