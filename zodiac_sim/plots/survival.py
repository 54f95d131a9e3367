"""How many campaigns still go on after each fight: a curve for each variant, a panel for each hero."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes

from zodiac_sim.plots import theme
from zodiac_sim.plots.curves import Panel, Steps, curves
from zodiac_sim.plots.journeys import (
    check,
    fight_ticks,
    has_rest,
    journeys_of,
    mark_days,
    most_fights,
    of_heroes,
    rest_key,
)

if TYPE_CHECKING:
    from zodiac_sim.lab.campaign_result import CampaignResult


def survival(
    result: CampaignResult,
    *,
    hero: str | None = None,
    baseline: str | None = None,
    confidence: float = 0.95,
    ax: Axes | None = None,
) -> Axes:
    """Draw the share of campaigns that go on after each fight, with its interval where that can be seen.

    Parameters
    ----------
    result : CampaignResult
        What a campaign gave; a panel is drawn for each hero, with a curve for each variant. Of more than six variants
        the baseline and the two that are furthest apart have colours and names, the others are grey. Days are marked
        where all variants have the same.
    hero : str, optional
        The only hero to draw.
    baseline : str, optional
        Variant that is drawn in black; without it, the first.
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
        If there is no such hero or variant.
    """
    check(result, hero)
    study = result.study
    base = study.variant_names[0] if baseline is None else study.find_variant(baseline, key="baseline")
    frame = of_heroes(result.survival(confidence), result, hero)
    last = most_fights(result)
    new, ax = ax is None, theme.axes(ax)

    def days(panel: Panel) -> None:
        own = journeys_of(result, panel.number)
        if all(journey.days == own[0].days for journey in own):
            mark_days(ax, own[0], float(panel.y(1)), float(panel.y(0)))

    steps = Steps("fight", np.arange(last + 1.0), base, "still in the campaign", "campaigns", at_end=True)
    curves(ax, frame, steps, under=days)
    ax.grid(False)
    ax.set_xticks([0, *fight_ticks(last)])
    theme.name_axis(ax, "fights behind them")
    key: list[Artist] = [theme.remark("share of campaigns that go on after each fight")]
    theme.legend(ax, [*key, rest_key()] if has_rest(result) else key)
    return theme.fit(ax) if new else ax
