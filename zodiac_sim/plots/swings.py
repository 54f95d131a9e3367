"""How swingy fights are: changes of the lead, comebacks, and turns lost in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes

from zodiac_sim.lab import chronicle
from zodiac_sim.plots import theme, told
from zodiac_sim.plots.columns import Kind, columns, interval_key
from zodiac_sim.plots.rows import ALL, Row, Which, of_variant, rows_of
from zodiac_sim.plots.told import Record

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

_KINDS = {
    "lead_changes_mean": Kind("changes of the lead", theme.BLUE, 2),
    "comebacks_rate": Kind(f"won from {chronicle.COMEBACK} points behind", theme.GREEN, 1, percent=True),
    "lost_run_mean": Kind("most turns lost in a row", theme.PURPLE, 2),
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
    columns(ax, rows, frame, _KINDS, _told)
    theme.legend(ax, [interval_key(confidence, "per duel, ")])
    return theme.fit(ax) if new else ax


def _told(row: Row, found: Record, name: str) -> str:
    kind = _KINDS[name]
    decided = {"of": "decided", "what": "decided duels"}
    figure = told.share(found, name, **decided) if kind.percent else told.mean(found, name, "")
    return f"{row.name}: {kind.words}, {figure}"
