"""Dice for whole batches: the arrays' side of :mod:`zodiac_sim.engine.keys`, bit for bit the same."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine import keys
from zodiac_sim.engine.keys import Roll

Words: TypeAlias = NDArray[np.uint64]
Ints: TypeAlias = NDArray[Any]

_SHIFTS = tuple(np.uint64(shift) for shift in keys.SHIFTS)
_MULTIPLIERS = tuple(np.uint64(factor) for factor in keys.MULTIPLIERS)
_WORD = np.uint64(keys.WORD_BITS)
_LOW = np.uint64(2**keys.WORD_BITS - 1)
_PAIR = np.dtype("<u8")  # side a in the lower half, so that a view as <u4 stands in seat order on any platform


def where(mask: Ints) -> Ints:
    """Return the positions at which a bool array is true; on any other type NumPy would be several times slower."""
    found: Ints = mask.nonzero()[0]
    return found


def has(flags: Ints, bits: int) -> Ints:
    """Return whether any of some bits is set, bool."""
    found: Ints = (flags & bits) != 0
    return found


def mix(words: Words) -> Words:
    """Return the splitmix64 finaliser of each 64-bit word; the argument is used up as scratch."""
    scratch = np.empty_like(words)
    for shift, factor in zip(_SHIFTS[:2], _MULTIPLIERS, strict=True):
        words ^= np.right_shift(words, shift, out=scratch)
        words *= factor
    words ^= np.right_shift(words, _SHIFTS[2], out=scratch)
    return words


def duel_keys(matchups: Words, duels: Ints) -> Words:
    """Return the key of each duel, uint64, from the key of its matchup and its number."""
    return mix(matchups + duels.astype(np.uint64) * np.uint64(keys.DUEL_STEP))


def pair_words(round_keys: Words, roll: Roll, index: int = 0) -> NDArray[np.uint32]:
    """Return the 32 bits of a named roll for both seats of every lane.

    Parameters
    ----------
    round_keys : uint64 array, shape (lanes,)

    Returns
    -------
    uint32 array, shape (2 × lanes,), side a before side b.
    """
    words = mix(round_keys ^ np.uint64(keys.address(roll, index, 0)))
    return words.astype(_PAIR, copy=False).view("<u4")


@cache
def _addresses(rolls: tuple[Roll, ...], index: int) -> Words:
    return np.array([[keys.address(roll, index, 0)] for roll in rolls], np.uint64)


def row_words(round_keys: Words, sides: Ints, rolls: tuple[Roll, ...], index: int = 0) -> Words:
    """Return the 32 bits of named rolls for some fighters only.

    Parameters
    ----------
    round_keys : uint64 array, shape (n,)
        The key of each fighter's duel and round.
    sides : int array, shape (n,)
        0 for side a, 1 for side b.

    Returns
    -------
    uint64 array, shape (rolls, n), below 2³².
    """
    if rolls == (Roll.DAMAGE,) and index == 0:
        return row_words(round_keys, sides, (Roll.TO_HIT,)) * np.uint64(keys.D100) & _LOW
    words = mix(round_keys ^ _addresses(rolls, index))
    words >>= sides.astype(np.uint64) * _WORD
    words &= _LOW
    return words


def die(words: NDArray[Any], sides: Any, dtype: Any = np.int32) -> Ints:
    """Return 1..``sides`` for each 32-bit word by multiply and shift.

    ``sides`` is a number or an array of the shape of ``words``.
    """
    faces = words.astype(np.uint64)
    faces *= np.asarray(sides, np.uint64)
    faces >>= _WORD
    rolled: Ints = faces.astype(dtype)
    rolled += 1
    return rolled


def damage_words(to_hit: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return the words of the first damage dice: what the rolls to hit leave of theirs (:func:`keys.rest`)."""
    return to_hit * np.uint32(keys.D100)
