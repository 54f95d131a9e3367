"""How swingy fights are: changes of the lead, comebacks, and turns lost in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from zodiac_sim.lab import chronicle
from zodiac_sim.lab.digits import in_percent
from zodiac_sim.plots import theme, told
from zodiac_sim.plots.columns import columns
from zodiac_sim.plots.rows import ALL, Which, of_variant, rows_of

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

_KINDS = {
    "lead_changes_mean": ("changes of the lead", theme.BLUE),
    "comebacks_rate": (f"won from {chronicle.COMEBACK} points behind", theme.GREEN),
    "lost_run_mean": ("longest run of lost turns", theme.PURPLE),
}


def swings(
    result: Result,
    *,
    matchup: Which = None,
    variant: str | None = None,
    confidence: float = 0.95,
    ax: Axes | None = None,
) -> Axes:
    """Draw how often the lead changes, how often who lay far behind still wins, and how many turns are lost in a row.

    Parameters
    ----------
    result : Result
        What a study gave; a row is drawn for each of its scenarios, from the duels that were followed round by round.
        The lead is the larger share of maximum HP; comebacks are shares of the decided duels, the others means.
    matchup : int or "all", optional
        Number of the only matchup to draw, or all of them together, a row for each variant.
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
    frame = of_variant(chronicle.swings(result, confidence, pooled=matchup == ALL), result, variant)
    rows = rows_of(frame, matchup)
    new, ax = ax is None, theme.axes(ax)
    theme.dress(ax, rows, seats=False)
    records = rows.records(frame)
    largest = {name: np.nan_to_num(frame[f"{name}_high"].to_numpy(float)).max(initial=0) for name in _KINDS}
    scales = [(words, largest[name], name.endswith("rate")) for name, (words, _) in _KINDS.items()]
    for column, (name, (words, colour)) in zip(columns(ax, scales), _KINDS.items(), strict=True):
        share = name.endswith("rate")
        value, low, high = (np.array([row[f"{name}{end}"] for row in records], float) for end in ("", "_low", "_high"))
        theme.ranges(ax, column.x(low), column.x(high), rows.y, colour, column.x(value))
        for row, found, end in zip(rows.rows, records, high, strict=True):
            if np.isnan(found[name]):
                continue
            if rows.numbered:
                figure = f"{100 * found[name]:.1f} %" if share else f"{found[name]:.2f}"
                theme.note(ax, column.x(end), row.y, figure, 6, fontsize=theme.SMALL - 1)
            figure = (
                told.share(found, name, of="decided", what="decided duels") if share else told.mean(found, name, "")
            )
            theme.spot(ax, column.left, row.y - 0.4, column.left + 1, row.y + 0.4, f"{row.name}: {words}, {figure}")
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
                label=f"per duel, with {in_percent(confidence)} % interval",
            )
        ],
    )
    return theme.fit(ax) if new else ax
