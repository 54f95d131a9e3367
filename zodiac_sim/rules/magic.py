"""Statuses, spells and items as data: what they are called, and what each of them does (R6.8, R9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self, get_args

from pydantic import AfterValidator, Field, StrictBool, StrictInt, StrictStr, model_validator

from zodiac_sim.rules.checked import FREEZE, MP, Chance, Checked, DiceText, FrozenDict, Stat

StatusName = Literal[
    "regen", "berserk", "sleep", "confuse", "silence", "poison", "darkness", "curse", "zombie", "break"
]
STATUSES: tuple[StatusName, ...] = get_args(StatusName)
HOLY = "holy"  # the element that Zombies fear (R9.5)

Turns = Annotated[StrictInt, Field(ge=0, le=10_000)]


class Status(Checked):
    """A status: for a number of own turns or, without one, until it is cured (R9.7)."""

    turns: Turns | None = Field(
        default=None, description="how many of his own turns it lasts (R9.7); none: until cured"
    )


class Inflicted(Status):
    """A status that a hit, a spell or an item may bring (R9.7)."""

    chance: Annotated[Chance, Field(description="chance that it takes hold, in percent (R9.7)")] = 100
    magic: Stat | None = Field(default=None, description="Magic of a poison that no spell gives (R9.4)")


def only_poison_has_magic(statuses: Mapping[StatusName, Inflicted]) -> Mapping[StatusName, Inflicted]:
    """Demand that no status but poison names a Magic.

    Raises
    ------
    ValueError
        If another one does; names it.
    """
    for name, status in statuses.items():
        if status.magic is not None and name != "poison":
            raise ValueError(f"magic has no meaning for {name}, only for poison")
    return statuses


Inflictions = Annotated[dict[StatusName, Inflicted], AfterValidator(only_poison_has_magic), FREEZE]


class Power(Checked):
    """What spells and items have in common: whom they are aimed at and what they do there (R6.8, R9.7, R9.10)."""

    kind: Annotated[Literal["harm", "aid"], Field(description="harm is aimed at an enemy, aid at the own side (R1.6)")]
    dice: DiceText | None = Field(
        default=None, description="HP it takes or, if it is an aid, gives back (R6.8, R9.10); none: it does neither"
    )
    resisted: Annotated[StrictBool, Field(description="whether Vitality lessens its harm (R9.10)")] = True
    element: Annotated[StrictStr, Field(description=f"what it is made of; {HOLY} harms Zombies more (R9.5)")] = ""
    statuses: Annotated[Inflictions, Field(description="statuses it brings, with chance and turns (R9.7)")] = (
        FrozenDict()
    )
    cures: Annotated[tuple[StatusName, ...], Field(description="statuses it ends (R9.7)")] = ()
    revives: Annotated[StrictBool, Field(description="whether it wakes the fallen, and is for them alone (R9.6)")] = (
        False
    )

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        if self.kind == "harm" and self.revives:
            raise ValueError("revives has no meaning for harm, only for an aid")
        if self.element != HOLY and self.element.strip().casefold() == HOLY:
            raise ValueError(f"the element {self.element!r} should be {HOLY!r}, in small letters (R9.5)")
        return self


class Spell(Power):
    """A spell (R9.10)."""

    level: Annotated[StrictInt, Field(ge=0, le=100, description="how hard it is to draw (R9.8)")] = 1
    mp: Annotated[MP, Field(description="MP of a cast (R9.10)")] = 0
    adds_magic: Annotated[StrictBool, Field(description="whether the caster's Magic adds to the dice (R9.10)")] = True

    @model_validator(mode="after")
    def _poison_is_the_casters(self) -> Self:
        if any(status.magic is not None for status in self.statuses.values()):
            raise ValueError("the poison of a spell has the Magic of its caster (R9.4)")
        return self


class Remedy(Power):
    """An item that is used up by one action, as potions are (R6.8, R7.10)."""
