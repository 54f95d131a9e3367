"""What happens in a duel, told by the readable twin: one frozen value for each result at the table.

Fighters are named by seat (``8 * side + position``), chances are whole percent, levels of bleeding count from 1
(``Ruleset.levels[level - 1]``), 0 is none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from zodiac_sim.rules.checked import Dice
from zodiac_sim.rules.magic import Inflicted, StatusName
from zodiac_sim.rules.model import Effect, Item
from zodiac_sim.study.fighter import Action


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events."""


@dataclass(frozen=True, slots=True)
class Result(Event):
    """What an action comes to, made on the state of its group; all results of a group take effect together (R1.2)."""

    seat: int


class InitiativeRoll(NamedTuple):
    """One fighter's die, the effective speed added to it, and what a declared draw-cast adds.

    The surprised act after all others, whatever their total (R9.1).
    """

    seat: int
    die: int
    speed: int
    declared: int = 0
    surprised: bool = False

    @property
    def total(self) -> int:
        """What decides the order (R1.1)."""
        return self.die + self.speed + self.declared


@dataclass(frozen=True, slots=True)
class EarlyReading(Event):
    """The policies that may draw-cast are read before the initiative of a round (R1.1)."""

    round: int


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """A draw-cast was declared before initiative, and binds (R1.1, R9.8)."""

    seat: int
    do: Action


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A round and its initiative, the first to act first (R1.1); ``opened`` if an early reading was told before."""

    round: int
    order: tuple[InitiativeRoll, ...]
    opened: bool = False


@dataclass(frozen=True, slots=True)
class ManeuverEnded(Event):
    """A maneuver of the previous turn expired (R1.3)."""

    seat: int
    maneuver: str


@dataclass(frozen=True, slots=True)
class ActionLost(Event):
    """A stun was used up and took the action (R5.7)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Asleep(Event):
    """Sleep takes the action (R9.2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChanceRolled(Event):
    """A policy line that is possible left its choice to chance; shares are within 0..1."""

    seat: int
    do: Action
    chance: Decimal
    drawn: float
    taken: bool


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """No line of the policy applied, or what was declared is not possible now (R1.1, R7.10)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Maneuver(Result):
    """Guard, Parry or Dodge was taken up (R7.2, R7.3, R7.5)."""

    maneuver: str


@dataclass(frozen=True, slots=True)
class StanceTaken(Result):
    """Another stance was taken (R7.9)."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Recovered(Result):
    """A dropped item was picked up (R7.7)."""

    item: Item


@dataclass(frozen=True, slots=True)
class Bound(Result):
    """A wound was bound; ``part`` is the number of the part of the body, 0 where the body is one (R6.7)."""

    part: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Check:
    """A d100 that succeeds up to a chance."""

    chance: int
    roll: int

    @property
    def passed(self) -> bool:
        """Whether the roll is within the chance."""
        return self.roll <= self.chance


@dataclass(frozen=True, slots=True)
class DisarmTried(Result):
    """A disarm and its roll (R7.4)."""

    target: int
    check: Check


@dataclass(frozen=True, slots=True)
class Critical:
    """Where a critical landed and what its row does; all but the multiplier is absent under the doubling (R3.2, R5)."""

    multiplier: int
    effect: Effect | None = None
    location_roll: int = 0
    side_roll: int | None = None
    part: int = 0
    row_roll: int | None = None
    row: int = 0
    coin: int | None = None
    drops: Item | None = None


@dataclass(frozen=True, slots=True)
class Damage:
    """How the damage of a hit came about (R4); what the two stances make of it is in whole percent.

    ``berserk`` is the factor of the roll (R4.1), ``limit`` that of a Limit (R9.9).
    """

    dice: Dice
    faces: tuple[int, ...]
    berserk: int
    strength: int
    raw: int
    multiplier: int
    limit: int
    stance_dealt: int
    vitality: int
    dealt: int
    stance_taken: int
    guarded: bool
    taken: int


@dataclass(frozen=True, slots=True)
class Blow(Result):
    """An attack, bash or Limit with all its dice, before it takes effect (R2 to R5, R7.2, R7.6, R9.9).

    ``parry`` is absent where nobody parried, ``damage`` where the blow missed or was parried, ``stun`` where it is no
    bash that hit. ``critical_from`` is the lowest roll that would have been critical; against the surprised every hit
    is (R3.3). ``brings`` are the statuses of the weapon that was used (R9.7).
    """

    target: int
    bash: bool
    surprised: bool
    skill: int
    evade: int
    chance: int
    roll: int
    critical_from: int
    landed: bool
    parry: Check | None = None
    critical: Critical | None = None
    damage: Damage | None = None
    stun: Check | None = None
    brings: Mapping[StatusName, Inflicted] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HpLost(Event):
    """A blow took HP (R4.6, R5.8)."""

    seat: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Harmed(Event):
    """A harmful spell or item took HP (R9.10)."""

    seat: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Healed(Event):
    """An aid gave HP, or took them from a Zombie (R6.8, R9.5)."""

    seat: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Wounded(Event):
    """A part of the body has a worse row than before (R5.4)."""

    seat: int
    part: int
    effect: Effect


@dataclass(frozen=True, slots=True)
class BleedingChanged(Event):
    """A level of bleeding changed, by the clause it names; ``part`` is 0 where the body is one."""

    seat: int
    part: int
    before: int
    after: int
    clause: str


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    """An item left the hand (R5.5)."""

    seat: int
    item: Item
    for_good: bool


@dataclass(frozen=True, slots=True)
class Stunned(Event):
    """The next action is lost (R5.7)."""

    seat: int


@dataclass(frozen=True, slots=True)
class PoisonRoll:
    """The poison of an end of turn: its dice, the poisoner's Magic, the Vitality against it, and its HP (R9.4)."""

    dice: Dice
    faces: tuple[int, ...]
    magic: int
    vitality: int
    amount: int


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """The HP an end of turn gave and took; ``percent`` is what all bleeding takes of maximum HP (R6.5).

    ``gain`` is what heals, ``further`` the loss after bleeding: Regen and poison, of a Zombie poison and Regen (R9.5).
    """

    seat: int
    before: int
    gain: int
    percent: int
    loss: int
    after: int
    further: int = 0
    poison: PoisonRoll | None = None
    zombie: bool = False


@dataclass(frozen=True, slots=True)
class Fell(Event):
    """A fighter is at 0 HP (R4.6)."""

    seat: int
    cause: str


@dataclass(frozen=True, slots=True)
class Died(Event):
    """A fallen fighter bleeds or is poisoned, and nobody of his side stands (R9.6)."""

    seat: int
    bleeds: bool
    poisoned: bool


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The duel is over, or out of rounds (R1.4, R1.5)."""

    winner: str
    round: int
