"""Where a die stands: names of rolls, seats, and the scalar hash that turns an address into a number.

A die follows from its address alone: seed, matchup, fight, duel, round, seat, roll and index. There is no other source
of chance. The hash is the finaliser of splitmix64 (Steele, Lea and Flood 2014) over a counter per duel that moves on
each round. :mod:`zodiac_sim.engine.dice` does the same for arrays.
"""

from __future__ import annotations

import hashlib
import json
from enum import IntEnum
from functools import cache

MASK64 = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
DUEL_STEP = 0xD1B54A32D192ED03
MULTIPLIERS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
SHIFTS = (30, 27, 31)
WORD_BITS = 32
LOW = 0xFFFFFFFF  # the bits of a word
SEATS_A_SIDE = 8
D100 = 100  # the die of every chance


class Roll(IntEnum):
    """The named rolls. The number is part of a die's address: a new roll gets a new number, no number is used again.

    The dice of an attack, a spell or an item stand under the seat of the one who acts, the parry it meets included;
    those of ``STATUS`` have the status' place in ``STATUSES`` as their index, those of ``POISON`` stand under the seat
    of the poisoned. The first die of a damage roll has no word of its own: it is rolled from what the roll to hit
    leaves of its word (:func:`rest`).
    """

    INITIATIVE = 1
    TO_HIT = 2
    DAMAGE = 3
    PARRY = 4
    LOCATION = 5
    SIDE = 6
    ROW = 7
    DROP = 8
    BASH_STUN = 9
    DISARM = 10
    POLICY = 11
    POISON = 12
    STATUS = 13
    TARGET = 14
    POWER = 15
    LORE = 16
    DRAW = 17
    DRAWN = 18
    CHOICE = 19


def mix(word: int) -> int:
    """Return the splitmix64 finaliser of a 64-bit word."""
    word = ((word ^ word >> SHIFTS[0]) * MULTIPLIERS[0]) & MASK64
    word = ((word ^ word >> SHIFTS[1]) * MULTIPLIERS[1]) & MASK64
    return word ^ word >> SHIFTS[2]


def matchup_key(seed: int, names: tuple[tuple[str, ...], tuple[str, ...]], repeat: int = 0, fight: int = 0) -> int:
    """Return the 64-bit key of a matchup: seed, the names of both sides, its repeat number and the fight's number."""
    address = json.dumps([seed, *names, repeat, fight]).encode("ascii")
    return int.from_bytes(hashlib.blake2b(address, digest_size=8).digest(), "little")


def duel_key(matchup: int, duel: int) -> int:
    """Return the 64-bit key of one duel of a matchup; duels count from 0."""
    return mix((matchup + duel * DUEL_STEP) & MASK64)


def round_key(duel: int, round_number: int) -> int:
    """Return the key of a round of a duel; rounds count from 1."""
    return (duel + round_number * GOLDEN) & MASK64


@cache
def address(roll: Roll, index: int, position: int) -> int:
    """Return the 64-bit constant of a named roll: its ``index``-th die, for the seats at ``position`` of both sides."""
    return mix((int(roll) << 48 | index << 16 | position + 1) * GOLDEN & MASK64)


def word(round_: int, roll: Roll, seat: int, index: int = 0) -> int:
    """Return the 32 bits behind one die: the lower half of the hashed word for side a, the upper one for side b."""
    if roll is Roll.DAMAGE and index == 0:
        return rest(word(round_, Roll.TO_HIT, seat), D100)
    side, position = divmod(seat, SEATS_A_SIDE)
    return mix(round_ ^ address(roll, index, position)) >> WORD_BITS * side & LOW


def die(word32: int, sides: int) -> int:
    """Return 1..``sides`` from 32 bits by multiply and shift; a face of a d100 is off by at most 2.4e-8."""
    return (word32 * sides >> WORD_BITS) + 1


def rest(word32: int, sides: int) -> int:
    """Return what a die leaves of its word: again 32 even bits, to within the product of both dice over 2³²."""
    return word32 * sides & LOW
