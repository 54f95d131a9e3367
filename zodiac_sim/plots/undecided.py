"""How many duels are still undecided after each round: a curve for each variant, a panel for each matchup."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes

from zodiac_sim.lab import figures
from zodiac_sim.plots import theme
from zodiac_sim.plots.curves import Steps, curves
from zodiac_sim.plots.rows import ALL, Which, baseline_of

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result


def undecided(result: Result, *, matchup: Which = None, baseline: str | None = None, ax: Axes | None = None) -> Axes:
    """Draw the share of duels that were still undecided after each round.

    Parameters
    ----------
    result : Result
        What a study gave; a panel is drawn for each matchup, with a curve for each variant. Of more than six variants
        the baseline and the two that are furthest apart have colours and names, the others are grey.
    matchup : int or "all", optional
        Number of the only matchup to draw, or all of them together.
    baseline : str, optional
        Variant that is drawn in black; without it, the first.
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
    base = baseline_of(result, baseline)
    frame = figures.undecided(result, pooled=matchup == ALL)
    last = figures.last_shown_round(figures.rounds(result, pooled=matchup == ALL))
    new, ax = ax is None, theme.axes(ax)
    curves(ax, frame, Steps("round", np.arange(last + 1.0), base, "undecided"), matchup)
    ax.set_xticks(theme.whole_ticks(last))
    theme.name_axis(ax, "round (the longest 1 % are not shown)")
    theme.legend(ax, [theme.remark("share of duels still undecided after each round")])
    return theme.fit(ax) if new else ax
