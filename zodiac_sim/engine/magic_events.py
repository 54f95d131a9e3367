"""What surprise, statuses, spells, items, Draw and Limits add to the events of a duel (R9)."""

from __future__ import annotations

from dataclasses import dataclass

from zodiac_sim.engine.events import Check, Event, Result
from zodiac_sim.rules.checked import Dice
from zodiac_sim.rules.magic import Power, StatusName
from zodiac_sim.study.fighter import Action


@dataclass(frozen=True, slots=True)
class SurpriseOver(Event):
    """The first turn of a surprised fighter starts (R9.1)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Confused(Event):
    """A confused fighter strikes at one of those standing, as a die of so many sides says (R9.2)."""

    seat: int
    sides: int
    roll: int
    target: int


@dataclass(frozen=True, slots=True)
class Berserk(Event):
    """A Berserk attacks, whatever his policy says (R9.2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Paid(Result):
    """What a spell or an item cost: ``what`` is ``mp``, ``stock`` or ``items``; name and amounts of it (R9.10)."""

    what: str
    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class MeterSpent(Result):
    """A Limit emptied the Limit Meter (R9.9)."""

    meter: int


@dataclass(frozen=True, slots=True)
class Drew(Result):
    """An attempt to draw (R9.8): ``choice`` is the die among ``sides`` spells where Spell Lore did not choose.

    ``faces`` are the dice of the ``gained`` spells; a draw-cast that succeeds has none and keeps none.
    """

    lore: Check
    sides: int
    choice: int | None
    spell: str
    check: Check
    dice: Dice | None = None
    faces: tuple[int, ...] = ()
    gained: int = 0


@dataclass(frozen=True, slots=True)
class Amount:
    """How the HP that a spell or item takes or gives came about (R6.8, R9.10)."""

    dice: Dice
    faces: tuple[int, ...]
    magic: int
    vitality: int
    raw: int
    holy: int
    stance_taken: int
    guarded: bool
    total: int


@dataclass(frozen=True, slots=True)
class PowerUsed(Result):
    """A spell or an item at work, before it takes effect (R6.8, R9.10).

    ``do`` is the action; ``amount`` is absent without dice. On a Zombie an aid harms (``reversed_``, R9.5).
    ``poison`` is the Magic of the poison it may bring.
    """

    target: int
    do: Action
    power: Power
    amount: Amount | None
    reversed_: bool
    poison: int


@dataclass(frozen=True, slots=True)
class MeterFull(Event):
    """The Limit Meter is full (R9.9)."""

    seat: int
    meter: int


@dataclass(frozen=True, slots=True)
class StatusTried(Event):
    """The die of a status that a hit, spell or item may bring to a fighter (R9.7)."""

    seat: int
    status: StatusName
    check: Check


@dataclass(frozen=True, slots=True)
class StatusGiven(Event):
    """A status took hold or was renewed; ``turns`` is what it lasts now, None until cured (R9.7)."""

    seat: int
    status: StatusName
    turns: int | None
    magic: int
    renewed: bool


@dataclass(frozen=True, slots=True)
class StatusEnded(Event):
    """A status is over: it was ``cured``, a blow ``woke`` him, or it ``ran out`` (R9.2, R9.7)."""

    seat: int
    status: StatusName
    how: str


@dataclass(frozen=True, slots=True)
class Broken(Event):
    """Break takes a fighter out of the fight (R9.2)."""

    seat: int
