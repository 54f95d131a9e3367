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

_WORDY_DAYS, _NAMED_DAYS, _PARTED_DAYS = 9, 20, 40  # at most, to be called day and number, by number, and parted
_TICKS = 20
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
    days there. Of very many days some bear numbers, and no lines are drawn.
    """
    fights = {day: fought[0] - 1 for day, fought in enumerate(journey.days, 1) if not isinstance(fought, str)}
    days, edges = list(fights), list(fights.values())
    if len(days) <= _PARTED_DAYS:
        _part(ax, days, edges, top, bottom)
    if named:
        _name_days(ax, days, [*edges, len(journey.fights)], top - 0.12)


def _part(ax: Axes, days: list[int], edges: list[int], top: float, bottom: float) -> None:
    """Draw a line before each day but the first; ``edges`` are the fights that lie before each of them."""
    rested = np.diff(days) > 1
    for rest, colour, dashes in ((False, theme.GRID, "solid"), (True, theme.MUTED, _DOTS)):
        places = [x for x, gap in zip(edges[1:], rested, strict=True) if gap == rest]
        shapes.lines(ax, [np.array([[x, top], [x, bottom]]) for x in places], colour, 0.9, linestyle=dashes, zorder=1)


def _name_days(ax: Axes, days: list[int], edges: list[int], y: float) -> None:
    """Write the numbers of days above their fights: of all, or of many some."""
    look: dict[str, Any] = {"ha": "center", "va": "bottom", "fontsize": theme.SMALL - 2, "color": theme.MUTED}
    every = 1 if len(days) <= _NAMED_DAYS else -(-len(days) // _WORDY_DAYS)
    for place in range(0, len(days), every):
        word = "day " if len(days) <= _WORDY_DAYS or place == 0 else ""
        theme.text(ax, (edges[place] + edges[place + 1]) / 2, y, f"{word}{days[place]}", **look)


def fight_ticks(last: int) -> list[int]:
    """Return the numbers of fights that stand below a picture: all, or of many some."""
    return list(range(1, last + 1)) if last <= _TICKS else [tick for tick in theme.whole_ticks(last) if tick]


def rest_key() -> Line2D:
    """Return what explains the dotted lines of :func:`mark_days` in a legend."""
    return Line2D([], [], color=theme.MUTED, lw=0.9, ls=_DOTS, label="a day or more without a fight")


def has_rest(result: CampaignResult) -> bool:
    """Whether any journey has days without a fight that :func:`mark_days` shows."""
    parted = (journey for journey in result.study.journeys if len(set(journey.fight_days)) <= _PARTED_DAYS)
    return any(isinstance(day, str) for journey in parted for day in journey.days)
