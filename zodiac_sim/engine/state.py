"""The arrays of a batch of duels being fought, and how lanes are filled, read and dropped."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine import keys
from zodiac_sim.engine.dice import Ints, Words, die, row_words
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.tables import WIDTH, Tables
from zodiac_sim.rules.magic import STATUSES

# Bits of `conditions`: what makes a fighter's next action or the order of blows matter. 0 is the ordinary case.
STUNNED, DISARMED, COVERED, AFFLICTED, WILFUL, DOWN, OVER = (1 << bit for bit in range(7))
# Whether an item is in hand, on the ground, gone for good, or was never owned.
HELD, DROPPED, LOST, NO_ITEM = range(4)
NO_COVER, GUARD, PARRY, DODGE = range(4)

HIT = 1 << 16  # what a landed attack adds to `strikes`
ALL_OVER = OVER | OVER << 8  # the bit in every seat of a lane

STATUS_SLOTS = 1 << (len(STATUSES) - 1).bit_length()
_WORDS = {2: "u2", 4: "u4", 8: "u8"}
_LINE = 64  # columns begin at whole cache lines

# What only some fighters touch in a round stands in records of one machine word, so that a lane is two of them.
_RECORDS = {
    "form": [("skill", "i2"), ("evade", "i2"), ("speed", "i2"), ("bleeding_percent", "i2")],
    "gear": [
        ("weapon", "u1"),
        ("shield", "u1"),
        ("stance", "u1"),
        ("cover", "u1"),
        ("status", "u2"),
        ("counted", "u2"),
    ],
    "deeds": [("criticals", "u2"), ("disarms", "u2"), ("binds", "u2"), ("stunned_turns", "u2")],
    "ledger": [("extra_dice", "i4"), ("cause", "u2"), ("deaths", "u2")],
    "lore": [("meter", "i4"), ("mp", "u2"), ("vitality", "u1"), ("poison_magic", "u1")],
}
_RECORDED = ("strikes", "bleeding_damage", "other_damage", "healed", "hp", "deeds", "ledger")
_BODY = ("chance", "conditions", "loss", "wounds", "levels", "form", "gear")
_OF_THE_SHEET = ("sheet", "critical_width", "dice", "sides", "plus", "strength", "faced_vitality")
_MAGICAL = ("lore", "turns", "stores", "declared")  # are there only where anything magical can occur
_BY_FIGHTER = (*_RECORDED, *_BODY, *_OF_THE_SHEET)
_BY_LANE: dict[str, np.dtype[Any]] = {
    "round_key": np.dtype(np.uint64),
    "slot": np.dtype(np.intp),
    "round": np.dtype(np.int16),
    "ended": np.dtype(np.bool_),
    "parked": np.dtype(np.bool_),
}


def by_lane(column: NDArray[Any]) -> NDArray[Any]:
    """Return a column with one element a lane instead of one a fighter: a view, no copy.

    One look-up then serves all fighters of a lane; it is several times faster than two.
    """
    size = column.strides[0] * WIDTH
    return column.view(_WORDS.get(size, f"V{size}")) if column.ndim == 1 else column.reshape(-1).view(f"V{size}")


def lane_of(rows: Ints) -> Ints:
    """Return the lane each fighter stands in; ``WIDTH`` is a power of two."""
    lanes: Ints = rows >> (WIDTH.bit_length() - 1)
    return lanes


def rows_of(lanes: Ints) -> Ints:
    """Return the rows of all fighters of some lanes, lane by lane in seat order."""
    rows: Ints = np.empty(len(lanes) * WIDTH, np.intp)
    for seat in range(WIDTH):
        np.add(lanes * WIDTH, seat, out=rows[seat::WIDTH])
    return rows


def facing(column: NDArray[Any]) -> NDArray[Any]:
    """Return, for each fighter, the value of the one he faces: in a duel the other half of the lane's machine word."""
    lanes = by_lane(column)
    half = np.asarray(lanes.dtype.itemsize * 4, lanes.dtype)
    swapped: Ints = (lanes << half | lanes >> half).view(column.dtype)
    return swapped


def opponent(rows: Ints) -> Ints:
    """Return the enemy each fighter faces: in a duel there is one, in the other seat of his lane."""
    return rows ^ 1


def _types(tables: Tables) -> dict[str, np.dtype[Any]]:
    """Return the type of every column but those by lane."""
    types: dict[str, Any] = {
        **dict.fromkeys(("hp", "chance", "d100", *_OF_THE_SHEET), "i2"),
        **dict.fromkeys(("bleeding_damage", "other_damage", "healed"), "i4"),
        "wounds": (np.min_scalar_type(len(tables.criticals.multiplier)), (tables.padded_parts,)),
        "levels": ("u1", (tables.padded_parts,)),
        **_RECORDS,
        "strikes": "u4",
        "conditions": "u1",
        "loss": tables.loss_type,
        "raw": tables.blow_type,
        "sheet": np.intp,
        "turns": ("i2", (STATUS_SLOTS,)),
        "stores": ("i4", (1 << max(len(tables.powers.level) - 1, 0).bit_length(),)),
        "declared": "u1",
    }
    unused = () if tables.magical else _MAGICAL
    return {name: np.dtype(kind) for name, kind in types.items() if name not in unused}


def _column(record: str, name: str) -> Any:
    """Return a property that is one column of a record, a view."""
    return property(lambda state: getattr(state, record)[name])


class State:
    """Duels being fought, a lane each; fighter f of lane l at row ``WIDTH × l + f``, side a first.

    Attributes
    ----------
    hp, skill, evade, speed, chance : int16 arrays, shape (rows,)
        HP left, the effective values of R1.1 and R2.3, and the chance to hit the one he faces (R2.1).
    loss, bleeding_percent : int arrays
        HP, and percent of maximum HP, lost to bleeding at each own end of turn (R6.1).
    conditions : uint8 array
        The bits above.
    wounds, levels : unsigned arrays, shape (rows, parts)
        Worst row of the critical tables and bleeding level of each part (R5.4, R6.3); under Method I one level.
    weapon, shield, stance, cover : uint8 arrays
        Whether the items are in hand, number of the stance, and the maneuver that covers him.
    status, counted : uint16 arrays
        Bits of the statuses he has, and of those that were there when his turn began (R9.7).
    turns : int16 array, shape (rows, statuses)
        Own turns for which each status goes on, below 0 until it is cured.
    meter, mp, vitality, poison_magic : int arrays
        HP lost to attacks since the last Limit (R9.9), MP left, Vitality as he begins, and Magic of his poison (R9.4).
    stores : int32 array, shape (rows, powers)
        Drawn spells and items he has left.
    declared : uint8 array
        Line of his policy he is bound to this round, from 1 (R1.1).
    strikes : uint32 array
        Attacks made, and ``HIT`` times those that landed.
    criticals, disarms, binds, stunned_turns, extra_dice, cause, deaths : int arrays
    bleeding_damage, other_damage, healed : int arrays
        Counted so far, what felled him, and whether he died of it; ``extra_dice`` are thrown besides initiative, to
        hit, and those of the own weapon on each hit.
    d100, raw : int arrays
        This round's roll to hit, and damage roll and Strength (R4.1, R4.2), of each fighter with what he owns.
    magical : bool
        Whether anything of R9 but death can occur; else nobody has statuses, and columns of magic are not there.
    policy_words : list of uint32 arrays
        This round's random bits of the policy lines in ``Policies.ahead``.
    sheet, critical_width, dice, sides, plus, strength, faced_vitality : int arrays
        Which entry of ``Sheets`` is his, and what every round reads of it; the last is that of the one he faces.
    round_key, slot, round, ended, parked : arrays, shape (lanes,)
        Key of the dice, place among all duels, rounds begun, whether the fight is over, whether the lane is idle
        because no duel waits.
    """

    hp: Ints
    chance: Ints
    d100: Ints
    raw: Ints
    loss: Ints
    conditions: Ints
    strikes: Ints
    bleeding_damage: Ints
    other_damage: Ints
    healed: Ints
    wounds: Ints
    levels: Ints
    form: Ints
    gear: Ints
    deeds: Ints
    ledger: Ints
    lore: Ints
    turns: Ints
    stores: Ints
    declared: Ints
    sheet: Ints
    critical_width: Ints
    dice: Ints
    sides: Ints
    plus: Ints
    strength: Ints
    faced_vitality: Ints
    round_key: Words
    slot: Ints
    round: Ints
    ended: Ints
    parked: Ints

    skill, evade, speed, bleeding_percent = (_column("form", name) for name, _ in _RECORDS["form"])
    weapon, shield, stance, cover, status, counted = (_column("gear", name) for name, _ in _RECORDS["gear"])
    criticals, disarms, binds, stunned_turns = (_column("deeds", name) for name, _ in _RECORDS["deeds"])
    extra_dice, cause, deaths = (_column("ledger", name) for name, _ in _RECORDS["ledger"])
    meter, mp, vitality, poison_magic = (_column("lore", name) for name, _ in _RECORDS["lore"])

    def __init__(self, tables: Tables, lanes: int):
        self.lanes, self.magical, self._begun = lanes, tables.magical, False
        self._by_fighter = (*_BY_FIGHTER, *_MAGICAL) if tables.magical else _BY_FIGHTER
        self.policy_words = [np.zeros(lanes * WIDTH, np.uint32) for _ in tables.policies.ahead]
        columns = [(name, lanes * WIDTH, kind) for name, kind in _types(tables).items()]
        columns += [(name, lanes, kind) for name, kind in _BY_LANE.items()]
        sizes = [-(-size * kind.itemsize // _LINE) * _LINE for _, size, kind in columns]
        # One block of memory: the system maps it in large pages, without which scattered reads are much slower.
        room = np.zeros(sum(sizes), np.uint8)
        for (name, size, kind), own, end in zip(columns, sizes, np.cumsum(sizes), strict=True):
            column = room[end - own : end - own + size * kind.itemsize]
            setattr(self, name, column.view(kind.base).reshape(size, *kind.shape))

    def words(self, rows: Ints, *rolls: Roll, index: int = 0) -> Words:
        """Return the 32 random bits of named rolls of this round for some fighters, shape (rolls, fighters)."""
        return row_words(self.round_key[lane_of(rows)], rows & 1, rolls, index)

    def throw(self, rows: Ints, roll: Roll, dice: Ints | int, sides: Ints | int, most: int) -> Ints:
        """Return the sums of dice of a named roll, int64; ``dice`` and ``sides`` are a number, or one for each fighter.

        ``most`` is the largest number of dice that anybody throws.
        """
        total = np.zeros(len(rows), np.int64)
        for index in range(most):
            total += die(self.words(rows, roll, index=index)[0], sides, np.int64) * (dice > index)
        return total

    def take(self, other: State, lanes: Ints, slots: Ints, tables: Tables) -> None:
        """Copy what is recorded of finished duels from lanes of another state into some of this one."""
        for name in _RECORDED:
            if name not in tables.untouched:
                by_lane(getattr(self, name))[slots] = by_lane(getattr(other, name))[lanes]
        self.round[slots] = other.round[lanes]

    def refill(self, lanes: Ints, fresh: State, scenario: Ints, slots: Ints, duels: Words, tables: Tables) -> None:
        """Begin new duels in some lanes.

        Parameters
        ----------
        lanes : int array, shape (n,)
        fresh : State
            A lane per scenario as a duel of it begins.
        scenario, slots : int arrays, shape (n,)
            Number of the scenario and place among all duels.
        duels : uint64 array, shape (n,)
            Keys of the duels.
        """
        alike = fresh.lanes == 1
        unchanged = {*tables.untouched, *_OF_THE_SHEET} if alike and self._begun else tables.untouched
        for name in self._by_fighter:
            if name not in unchanged:
                by_lane(getattr(self, name))[lanes] = by_lane(getattr(fresh, name))[0 if alike else scenario]
        self._begun = True
        self.round_key[lanes] = duels
        self.slot[lanes] = slots
        self.round[lanes] = 0
        self.ended[lanes] = fresh.ended[0 if alike else scenario]
        self.parked[lanes] = False

    def park(self, lanes: Ints) -> None:
        """Let lanes stand idle: no fight goes on there, and no pass plays them."""
        self.parked[lanes] = True
        by_lane(self.conditions)[lanes] |= ALL_OVER

    def compact(self, lanes: Ints) -> None:
        """Keep only some lanes, in their order."""
        for name in self._by_fighter:
            column = getattr(self, name)
            setattr(self, name, by_lane(column)[lanes].view(column.dtype).reshape(-1, *column.shape[1:]))
        for name in _BY_LANE:
            setattr(self, name, getattr(self, name)[lanes])
        self.lanes = len(lanes)
        self.d100, self.raw = self.d100[: len(self.hp)], self.raw[: len(self.hp)]
        self.policy_words = [words[: len(self.hp)] for words in self.policy_words]

    def begin_round(self) -> None:
        """Count a round, and move the keys on to its dice."""
        self.round += 1
        self.round_key += np.uint64(keys.GOLDEN)
