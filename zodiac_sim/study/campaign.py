"""Campaigns: who goes, whom he meets on which day, how he rests, and the fights that come of it (R10)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal, Self, TypeAlias, get_args

from pydantic import BeforeValidator, Discriminator, Field, StrictInt, StrictStr, Tag, model_validator

from zodiac_sim.errors import shown
from zodiac_sim.rules.checked import Checked, key_path
from zodiac_sim.rules.model import Ruleset
from zodiac_sim.study.fighter import Fighter
from zodiac_sim.study.scenarios import DrawSource, Scenario, Surprised, check_known, first_repeated, sides_surprised

MOST_TIMES, MOST_DAYS, MOST_FIGHTS = 10_000, 10_000, 300
Rest = Literal["rest", "light"]
RESTS: tuple[Rest, ...] = get_args(Rest)


def _by_name(value: object) -> object:
    """Return a fight that names its opponent alone as the table it stands for."""
    if isinstance(value, str):
        return {"opponent": value}
    if not isinstance(value, Mapping | Fight):
        raise ValueError("should be the name of a fighter, or a table that has one as opponent")
    return value


def _known_rest(value: object) -> object:
    if value not in RESTS:
        raise ValueError('should be "rest" or "light", or a list of the fights of that day')
    return value


def _kind(value: object) -> str:
    return "tuple" if isinstance(value, list | tuple) else "str"


class Fight(Checked):
    """A fight of a day: the opponent, who is surprised, and what can be drawn there."""

    opponent: Annotated[StrictStr, Field(description="name of the fighter he meets, side b (R10.2)")]
    surprised: Surprised = Field(
        default=None, description='which side is surprised, the hero is side a (R9.1); "none": nobody'
    )
    draw_source: DrawSource = ()


Fights = Annotated[tuple[Annotated[Fight, BeforeValidator(_by_name)], ...], Field(min_length=1)]
Day = Annotated[
    Annotated[Fights, Tag("tuple")] | Annotated[Rest, BeforeValidator(_known_rest), Tag("str")], Discriminator(_kind)
]


class Campaign(Checked):
    """A series of days, with fights or without, that each hero goes through alone (R10)."""

    heroes: Annotated[
        tuple[StrictStr, ...], Field(min_length=1, description="fighters who go, each for himself (R10.2)")
    ]
    days: Annotated[
        tuple[Day, ...],
        Field(min_length=1, description='the days in order: a list of fights, or "rest" or "light" (R10.1)'),
    ]
    times: Annotated[
        StrictInt,
        Field(ge=1, le=MOST_TIMES, description="how often the days are lived through, one after the other (R10.2)"),
    ] = 1
    wounds: Literal["treated", "carry"] = Field(
        default="treated", description="whether wounds end with the fight or stay until HP are full (R10.2)"
    )

    @model_validator(mode="after")
    def _can_be_told(self) -> Self:
        twice = first_repeated(self.heroes)
        if twice is not None:
            raise ValueError(f"the name {shown(twice)} stands twice among heroes")
        fights = sum(len(day) for day in self.days if not isinstance(day, str))
        if not fights:
            raise ValueError('days must have a fight, such as ["wolf"]')
        for what, number, most in (("days", len(self.days), MOST_DAYS), ("fights", fights, MOST_FIGHTS)):
            if number * self.times > most:
                raise ValueError(f"{self.times} times {number} {what} are too many; at most {most} are possible")
        return self

    def every_fight(self) -> Iterator[tuple[tuple[int | str, ...], Fight]]:
        """Yield the fights of the days, lived through once, with the place where each stands."""
        for number, day in enumerate(self.days):
            if not isinstance(day, str):
                for place, fight in enumerate(day):
                    yield ("days", number, place), fight


LivedDay: TypeAlias = Rest | tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Journey:
    """A hero on the campaign of a study under one of its variants.

    Attributes
    ----------
    variant : str
    rules : Ruleset
    hero : Fighter
    wounds : str
        ``treated`` or ``carry`` (R10.2).
    days : tuple
        Every day in order: ``rest``, ``light``, or the numbers of its fights.
    fights : tuple of Scenario
        Every fight in order, the hero on side a; number 1 is the first. Equal fights are the same scenario.
    """

    variant: str
    rules: Ruleset
    hero: Fighter
    wounds: Literal["treated", "carry"]
    days: tuple[LivedDay, ...]
    fights: tuple[Scenario, ...]

    @property
    def name(self) -> str:
        """The name of the hero."""
        return self.hero.name

    @cached_property
    def fight_days(self) -> tuple[int, ...]:
        """The day of every fight; days count from 1."""
        return tuple(day for day, lived in enumerate(self.days, start=1) if not isinstance(lived, str) for _ in lived)

    @cached_property
    def opponents(self) -> tuple[str, ...]:
        """The name of the opponent in every fight."""
        return tuple(scenario.sides[1][0].name for scenario in self.fights)


def check_campaign(campaign: Campaign, fighters: Mapping[str, Fighter], rules: Ruleset) -> None:
    """Demand that the study has every fighter, and the ruleset every spell, that a campaign names.

    Raises
    ------
    InputError
        Names the first that there is not.
    """
    named: list[tuple[tuple[int | str, ...], str]] = [(("heroes", n), name) for n, name in enumerate(campaign.heroes)]
    named += [((*place, "opponent"), fight.opponent) for place, fight in campaign.every_fight()]
    for place, name in named:
        check_known("fighter", name, fighters, key_path(place))
    for place, fight in campaign.every_fight():
        for name in fight.draw_source:
            check_known("spell", name, rules.spells, key_path((*place, "draw_source")))


def journeys_of(campaign: Campaign, variant: str, fighters: Mapping[str, Fighter], rules: Ruleset) -> Iterator[Journey]:
    """Yield the journey of each hero under one variant."""
    numbers = itertools.count(1)
    days = tuple(
        day if isinstance(day, str) else tuple(next(numbers) for _ in day) for day in campaign.days * campaign.times
    )
    for hero in campaign.heroes:
        once = _fights(campaign, variant, fighters, rules, hero)
        yield Journey(
            variant=variant,
            rules=rules,
            hero=fighters[hero],
            wounds=campaign.wounds,
            days=days,
            fights=once * campaign.times,
        )


def _fights(
    campaign: Campaign, variant: str, fighters: Mapping[str, Fighter], rules: Ruleset, hero: str
) -> tuple[Scenario, ...]:
    """Return the fights of the days, lived through once."""
    known: dict[Any, Scenario] = {}
    fights = []
    for _, fight in campaign.every_fight():
        key = fight.opponent, fight.surprised, fight.draw_source
        if key not in known:
            known[key] = Scenario(
                matchup=0,
                variant=variant,
                repeat=0,
                rules=rules,
                sides=((fighters[hero],), (fighters[fight.opponent],)),
                surprised=sides_surprised(fight.surprised),
                draw_source=fight.draw_source,
            )
        fights.append(known[key])
    return tuple(fights)
