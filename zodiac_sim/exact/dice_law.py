"""The exact law of a roll of dice."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import accumulate

from zodiac_sim.rules.checked import Dice


@dataclass(frozen=True, slots=True)
class DiceLaw:
    """In how many of ``every`` equally likely ways dice fall as each value, in rising order of values.

    Whole numbers, for fractions of hundreds of dice would take minutes to add.
    """

    ways: dict[int, int]
    every: int

    @property
    def mean(self) -> Fraction:
        """The mean value."""
        return Fraction(sum(value * ways for value, ways in self.ways.items()), self.every)

    def chance(self, value: int) -> Fraction:
        """Return the chance of a value."""
        return Fraction(self.ways.get(value, 0), self.every)


@cache
def law(dice: Dice, least: int = 0) -> DiceLaw:
    """Return the law of a roll; lower rolls than ``least`` count as that."""
    ways = [1]
    for _ in range(dice.count):
        upto = [0, *accumulate(ways), *[sum(ways)] * (dice.sides - 1)]
        ways = [upto[end] - upto[max(0, end - dice.sides)] for end in range(1, len(upto))]
    of_value: dict[int, int] = {}
    for value, count in enumerate(ways, start=dice.count + dice.plus):
        of_value[max(least, value)] = of_value.get(max(least, value), 0) + count
    return DiceLaw(of_value, dice.sides**dice.count)
