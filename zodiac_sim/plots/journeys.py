"""What pictures of campaigns have in common: rows under the names of heroes, and the days of a journey."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from zodiac_sim.errors import InputError, listed, nearest, shown
from zodiac_sim.plots import shapes, theme

if TYPE_CHECKING:
    import pandas as pd

    from zodiac_sim.lab.campaign_result import CampaignResult
    from zodiac_sim.study.campaign import Journey

_NAMED_DAYS, _WORDY_DAYS = 20, 9  # days that bear numbers, and the word day before them
_DOTS: Any = (0, (1, 1.5))


def check(result: CampaignResult, hero: str | None) -> None:
    """Check that a result is of a campaign, and that this has a hero.

    Raises
    ------
    InputError
        If it is of duels, or there is no such hero.
    """
    heroes = heroes_of(result)
    if hero is not None and hero not in heroes:
        raise InputError(
            f"no hero {shown(hero)}; this campaign has {listed(heroes)}", key="hero", nearest=nearest(hero, heroes)
        )


def of_heroes(frame: pd.DataFrame, result: CampaignResult, hero: str | None) -> pd.DataFrame:
    """Return a frame of a campaign as those of duels are drawn: a hero stands for a matchup, without a side b.

    Parameters
    ----------
    frame : DataFrame
        Has ``hero`` and ``variant``.
    hero : str, optional
        The only hero to draw.
    """
    heroes = heroes_of(result)
    own = frame if hero is None else frame[frame["hero"] == hero]
    numbers = own["hero"].map({name: number for number, name in enumerate(heroes)})
    extra = {"duels": own["campaigns"]} if "campaigns" in own else {}
    return own.assign(matchup=numbers, a=own["hero"], b="", **extra)


def heroes_of(result: CampaignResult) -> list[str]:
    """Return the names of the heroes, in the order of the study."""
    return list(dict.fromkeys(journey.name for journey in result.study.journeys))


def journeys_of(result: CampaignResult, number: int) -> list[Journey]:
    """Return the journeys of a hero by the number that stands for a matchup, a variant each."""
    name = heroes_of(result)[number]
    return [journey for journey in result.study.journeys if journey.name == name]


def most_fights(result: CampaignResult) -> int:
    """Return how many fights the longest journey has."""
    return max(len(journey.fights) for journey in result.study.journeys)


def mark_days(ax: Axes, journey: Journey, top: float, bottom: float, *, named: bool = True) -> None:
    """Part the fights of a journey by lines between its days, dotted where days without a fight lie between.

    Fight number n lies between n − 1 and n; ``top`` and ``bottom`` are those of a row, ``named`` puts the numbers of
    days there.
    """
    fought = [(number, day) for number, day in enumerate(journey.days, 1) if not isinstance(day, str)]
    edges = [day[0] - 1 for _, day in fought if day]
    days = [number for number, day in fought if day]
    gaps = np.diff(days, prepend=0) > 1
    for gap, colour, dashes in ((False, theme.GRID, "solid"), (True, theme.MUTED, _DOTS)):
        lines = [np.array([[x, top], [x, bottom]]) for x, rest in zip(edges, gaps, strict=True) if rest == gap and x]
        shapes.lines(ax, lines, colour, 0.9, linestyle=dashes, zorder=1)
    if not named:
        return
    ends = [*edges[1:], len(journey.fights)]
    look: dict[str, Any] = {"ha": "center", "va": "bottom", "fontsize": theme.SMALL - 2, "color": theme.MUTED}
    above = top - 0.12
    word = "day " if len(days) <= _WORDY_DAYS else ""
    every = -(-len(days) // _NAMED_DAYS)
    for place in range(0, len(days), every):
        theme.text(ax, (edges[place] + ends[place]) / 2, above, f"{word}{days[place]}", **look)


def fight_ticks(last: int) -> list[int]:
    """Return the numbers of fights that stand below a picture."""
    return list(range(1, last + 1, max(1, -(-last // _NAMED_DAYS))))


def rest_key() -> Line2D:
    """Return what explains the dotted lines of :func:`mark_days` in a legend."""
    return Line2D([], [], color=theme.MUTED, lw=0.9, ls=_DOTS, label="a day or more without a fight")


def has_rest(result: CampaignResult) -> bool:
    """Whether any journey has days without a fight."""
    return any(isinstance(day, str) for journey in result.study.journeys for day in journey.days)
