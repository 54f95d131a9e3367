"""What all at the table of the readable twin share: the fighters, the dice, and whoever listens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zodiac_sim.engine import keys
from zodiac_sim.engine.events import Check, Event
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.reference_rules import WHOLE
from zodiac_sim.engine.reference_state import Combatant, Sheet
from zodiac_sim.rules.checked import Dice as DiceText

Tell = Callable[[Event], None]


class Dice:
    """The dice of a duel: they are addressed by round, and counted as they are thrown and read against tables."""

    __slots__ = ("duel", "lookups", "round_key", "thrown")

    def __init__(self, duel: int):
        self.duel = duel
        self.thrown = self.lookups = self.round_key = 0

    def begin_round(self, number: int) -> None:
        """Move on to the dice of a round."""
        self.round_key = keys.round_key(self.duel, number)

    def throw(self, sides: int, name: Roll, seat: int, index: int = 0) -> int:
        """Throw one die at the table."""
        self.thrown += 1
        return keys.die(keys.word(self.round_key, name, seat, index), sides)

    def throw_all(self, dice: DiceText, name: Roll, seat: int) -> tuple[int, ...]:
        """Throw all dice of a roll."""
        return tuple(self.throw(dice.sides, name, seat, index) for index in range(dice.count))

    def check(self, chance: int, name: Roll, seat: int, index: int = 0) -> Check:
        """Throw a d100 against a chance."""
        return Check(chance, self.throw(WHOLE, name, seat, index))

    def decision(self, seat: int, number: int) -> int:
        """The 32 bits that decide the chance of a policy line; no die at the table."""
        return keys.word(self.round_key, Roll.POLICY, seat, number)


class Table:
    """The fighters of a duel in the order of their seats, its dice, and its round."""

    def __init__(self, sheets: tuple[Sheet, ...], dice: Dice, tell: Tell | None = None):
        self.rules = sheets[0].rules
        self.fighters = [Combatant(sheet) for sheet in sheets]
        self.by_seat = {fighter.seat: fighter for fighter in self.fighters}
        self.dice, self.tell = dice, tell
        self.round = 0

    def say(self, event: type[Event], *told: Any) -> None:
        """Make an event of what is told and tell it, if anybody listens."""
        if self.tell:
            self.tell(event(*told))

    @property
    def standing(self) -> list[Combatant]:
        """Those who stand, by seat."""
        return [fighter for fighter in self.fighters if fighter.standing]

    @property
    def sides_standing(self) -> set[int]:
        """The sides that have anyone standing."""
        return {fighter.side for fighter in self.fighters if fighter.standing}

    def enemy_of(self, fighter: Combatant) -> Combatant:
        """The enemy he aims at: the first one standing, the only one of a duel (R1.6)."""
        return next(other for other in self.fighters if other.side != fighter.side and other.standing)
