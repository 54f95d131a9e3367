"""The arrays of a batch of duels being fought, and how lanes are filled, read and dropped."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine import keys
from zodiac_sim.engine.dice import Ints, Words, duel_keys, row_words
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.tables import WIDTH, Tables

# Bits of `conditions`: what makes a fighter's next action or the order of blows matter. 0 is the ordinary case.
STUNNED, DISARMED, COVERED, REGEN, WILFUL, DOWN, OVER = (1 << bit for bit in range(7))
# Whether an item is in hand, on the ground, gone for good, or was never owned.
HELD, DROPPED, LOST, NO_ITEM = range(4)
NO_COVER, GUARD, PARRY, DODGE = range(4)

_UNSIGNED = {2: np.uint16, 4: np.uint32, 8: np.uint64}
_BY_FIGHTER = (
    "hp",
    "skill",
    "evade",
    "speed",
    "loss",
    "conditions",
    "attacks",
    "hits",
    "bleeding_damage",
    "body",
    "counts",
)
_RECORDED = ("hp", "loss", "attacks", "hits", "bleeding_damage", "counts")
OF_THE_SHEET = ("critical_width", "dice", "sides", "plus", "strength", "vitality")
_BY_LANE = ("round_key", "slot", "scenario", "round", "initiative_rolls", "standing", "ended", "parked")


def by_lane(column: NDArray[Any]) -> NDArray[Any]:
    """Return a column with one element a lane instead of one a fighter: a view, no copy.

    One look-up then serves all fighters of a lane; it is several times faster than two.
    """
    size = column.dtype.itemsize * WIDTH
    return column.view(_UNSIGNED.get(size, np.dtype(f"V{size}")))


def lane_of(rows: Ints) -> Ints:
    """Return the lane each fighter stands in; ``WIDTH`` is a power of two."""
    lanes: Ints = rows >> (WIDTH.bit_length() - 1)
    return lanes


def rows_of(lanes: Ints) -> Ints:
    """Return the rows of all fighters of some lanes, lane by lane in seat order."""
    rows: Ints = np.repeat(lanes * WIDTH, WIDTH)
    for seat in range(1, WIDTH):
        rows[seat::WIDTH] += seat
    return rows


# Counted where it happens; `extra_dice` are thrown besides initiative, to hit, and the own weapon's on each hit.
_COUNTS = np.dtype(
    [
        ("healed", "i4"),
        ("extra_dice", "i4"),
        *((name, "u2") for name in ("criticals", "disarms", "binds", "stunned_turns")),
        ("cause", "u1"),
    ],
    align=True,
)


_COUNTED = frozenset(_COUNTS.names or ())


def _body_type(tables: Tables) -> np.dtype[Any]:
    """Return the type of what a fighter carries and suffers: rows of wounds and bleeding levels by part, and the rest."""
    parts = len(tables.rules.parts)
    levels = 1 if tables.rules.bleeding == "injury" else parts
    return np.dtype(
        [
            ("regen_turns", "i2"),
            ("bleeding_percent", "i2"),
            ("wounds", "u1", (parts,)),
            ("levels", "u1", (levels,)),
            *((name, "u1") for name in ("weapon", "shield", "stance", "cover")),
        ],
        align=True,
    )


class State:
    """Duels being fought, a lane each; fighter f of lane l at row ``WIDTH × l + f``, side a first.

    Attributes
    ----------
    hp, skill, evade, speed : int16 arrays, shape (rows,)
        HP left and the effective values of R1.1 and R2.3.
    loss : int array
        HP lost to bleeding at each own end of turn (R6.1).
    conditions : uint8 array
        The bits above.
    attacks, hits : uint16 arrays; bleeding_damage : int32 array
        Counted so far.
    body, counts : structured arrays
        What only a few fighters touch in a round, see ``_body_type`` and ``_COUNTS``; ``field`` gives their columns.
    d100, raw : int arrays
        This round's roll to hit, and damage roll and Strength (R4.1, R4.2), of each fighter with what he owns.
    round_key, slot, scenario, round, initiative_rolls, standing, ended, parked : arrays, shape (lanes,)
        Key of the dice, place among the duels of the block, number of the scenario, rounds begun, initiative dice
        thrown, fighters still in the fight, whether it is over, whether the lane is idle because no duel waits.
    """

    def __init__(self, tables: Tables, lanes: int):
        rows = lanes * WIDTH
        self.lanes = lanes
        self.hp, self.skill, self.evade, self.speed = (np.zeros(rows, np.int16) for _ in range(4))
        self.critical_width, self.dice, self.sides, self.plus, self.strength, self.vitality = (
            np.zeros(rows, np.int16) for _ in range(6)
        )
        self.sheet = np.zeros(rows, np.intp)
        self.loss, self.bleeding_damage = np.zeros(rows, tables.loss_type), np.zeros(rows, np.int32)
        self.conditions = np.zeros(rows, np.uint8)
        self.attacks, self.hits = np.zeros(rows, np.uint16), np.zeros(rows, np.uint16)
        self.body, self.counts = np.zeros(rows, _body_type(tables)), np.zeros(rows, _COUNTS)
        self.round_key = np.zeros(lanes, np.uint64)
        self.slot, self.scenario = np.zeros(lanes, np.intp), np.zeros(lanes, np.intp)
        self.round, self.initiative_rolls = np.zeros(lanes, np.int32), np.zeros(lanes, np.int32)
        self.standing = np.zeros(lanes, np.int32)
        self.ended, self.parked = np.zeros(lanes, bool), np.zeros(lanes, bool)
        self.d100, self.raw = np.zeros(rows, np.int16), np.zeros(rows, tables.blow_type)

    def field(self, name: str) -> NDArray[Any]:
        """Return a column of ``body`` or ``counts`` by its name, a view."""
        column: NDArray[Any] = self.counts[name] if name in _COUNTED else self.body[name]
        return column

    def words(self, rows: Ints, *rolls: Roll, index: int = 0) -> Words:
        """Return the 32 random bits of named rolls of this round for some fighters, shape (rolls, fighters)."""
        return row_words(self.round_key[lane_of(rows)], rows & 1, rolls, index)

    def take(self, other: State, lanes: Ints, slots: Ints) -> None:
        """Copy what is recorded of finished duels from lanes of another state into some of this one."""
        for name in _RECORDED:
            by_lane(getattr(self, name))[slots] = by_lane(getattr(other, name))[lanes]
        self.round[slots] = other.round[lanes]
        self.initiative_rolls[slots] = other.initiative_rolls[lanes]

    def refill(self, lanes: Ints, fresh: State, slots: Ints, scenario: Ints, duels: Ints, matchup_keys: Words) -> None:
        """Begin new duels in some lanes.

        Parameters
        ----------
        lanes : int array, shape (n,)
        fresh : State
            A lane per scenario as a duel of it begins.
        slots, scenario, duels : int arrays, shape (n,)
            Place in the block, number of the scenario and number of the duel.
        matchup_keys : uint64 array, shape (n,)
        """
        for name in _BY_FIGHTER if fresh.lanes == 1 and self.round_key.any() else (*_BY_FIGHTER, "sheet", *OF_THE_SHEET):
            by_lane(getattr(self, name))[lanes] = by_lane(getattr(fresh, name))[scenario if fresh.lanes > 1 else 0]
        self.round_key[lanes] = duel_keys(matchup_keys, duels)
        self.slot[lanes] = slots
        self.scenario[lanes] = scenario
        self.round[lanes] = 0
        self.initiative_rolls[lanes] = 0
        self.standing[lanes] = WIDTH
        self.ended[lanes] = False

    def compact(self, lanes: Ints) -> None:
        """Keep only some lanes, in their order."""
        for name in (*_BY_FIGHTER, "sheet", *OF_THE_SHEET):
            column = getattr(self, name)
            setattr(self, name, by_lane(column)[lanes].view(column.dtype))
        for name in _BY_LANE:
            setattr(self, name, getattr(self, name)[lanes])
        self.lanes = len(lanes)
        self.d100, self.raw = self.d100[: len(self.hp)], self.raw[: len(self.hp)]

    def begin_round(self) -> None:
        """Count a round and its initiative dice, and move the keys on to it."""
        self.round += 1
        self.initiative_rolls += self.standing
        self.round_key += np.uint64(keys.GOLDEN)
