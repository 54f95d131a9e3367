"""The exact law of Draw (R9.8): chance of success, how many spells it gives, how long it takes to fill a stock."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cache
from math import inf

import numpy as np

from zodiac_sim.engine.keys import D100
from zodiac_sim.errors import InputError, shown
from zodiac_sim.exact.dice_law import law
from zodiac_sim.rules.checked import Dice
from zodiac_sim.rules.loading import load_ruleset
from zodiac_sim.rules.model import Ruleset

LARGEST = 10_000  # of the numbers below, whatever their sign
MOST_SPELLS = 1_000  # that somebody may wait for
_LEAST = {"base": -LARGEST, "gf_bonus": -LARGEST, "level": 0, "spell_lore": 0, "source": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """One who draws a spell, turn after turn, from the same source.

    Attributes
    ----------
    base, gf_bonus : int
        Base chance and bonus, in percent points; either may be negative.
    level : int
        Level of the spell.
    spell_lore : int
        Chance to choose the spell, in percent, as it is after statuses; more than 100 is as good as 100.
    source : int
        How many spells there are to draw from, the wanted one among them.
    rules : Ruleset, optional
        By default the packaged one.

    Raises
    ------
    InputError
        If a number is none, or lies beyond what it can be.
    """

    base: int
    gf_bonus: int = 0
    level: int = 1
    spell_lore: int = 0
    source: int = 1
    rules: Ruleset = field(default_factory=load_ruleset)

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            check_whole(name, getattr(self, name), least, LARGEST)

    @property
    def chance(self) -> int:
        """Chance that a draw succeeds once its spell is chosen, in whole percent."""
        cost = self.rules.draw_level_cost * self.level
        return min(self.rules.draw_cap, max(0, self.base + self.gf_bonus - cost))

    @property
    def chosen(self) -> Fraction:
        """Chance that the spell that is drawn for is the wanted one: by Spell Lore, else by an even choice."""
        lore = Fraction(min(D100, self.spell_lore), D100)
        return lore + (1 - lore) / self.source

    def success(self, *, wanted: bool = False) -> Fraction:
        """Return the chance that an action gives spells; ``wanted`` counts those that give the wanted one only."""
        return Fraction(self.chance, D100) * (self.chosen if wanted else 1)

    def spells(self, *, wanted: bool = False) -> dict[int, Fraction]:
        """Return the law of the number of spells that an action gives: numbers that can come, and their chances."""
        success, given = self.success(wanted=wanted), law(self.rules.draw_dice)
        chances = {count: success * given.chance(count) for count in given.ways}
        chances = {0: 1 - success + chances.pop(0, Fraction()), **chances}
        return {count: chance for count, chance in chances.items() if chance}

    def expected(self, *, wanted: bool = False) -> Fraction:
        """Return how many spells an action gives on average."""
        return self.success(wanted=wanted) * law(self.rules.draw_dice).mean

    def actions(self, spells: int, *, wanted: bool = False) -> float:
        """Return after how many actions, on average, there are so many spells or more; infinity if there never are.

        Raises
        ------
        InputError
            If the number of spells is none within 1..1,000.
        """
        check_whole("until", spells, 1, MOST_SPELLS)
        success = self.success(wanted=wanted)
        return _successes(self.rules.draw_dice, spells) / float(success) if success else inf


NUMBERS = tuple(each.name for each in fields(Draw) if each.name != "rules")


def check_whole(name: str, value: object, least: int, most: int) -> None:
    """Demand a whole number within limits.

    Raises
    ------
    InputError
        If it is none; names it.
    """
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InputError(f"{shown(value)} should be a whole number within {least}..{most}", key=name)


@cache
def _successes(dice: Dice, spells: int) -> float:
    """Return after how many successes, on average, so many spells are there; infinity if no success gives any.

    Each success is the first of all that are needed, and the others are as many as for what is still missing. Sums of
    positive numbers alone: they lose no digits.
    """
    given = law(dice)
    some = float(1 - given.chance(0))
    if not some:
        return inf
    chances = np.zeros(spells)
    for count in given.ways:
        if count < spells:
            chances[count] = given.chance(count)
    missing = np.zeros(spells + 1)
    for number in range(1, spells + 1):
        missing[number] = (1 + chances[1:number] @ missing[number - 1 : 0 : -1]) / some
    return float(missing[spells])
