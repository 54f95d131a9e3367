"""Dice taken by their address, many at once, as the engine takes them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine import keys
from zodiac_sim.engine.dice import die, duel_keys, row_words
from zodiac_sim.engine.keys import Roll

NAMES = (("wedge",), ("worm",))


def round_keys(matchup: int, duels: NDArray[Any], number: int | NDArray[Any] = 1) -> NDArray[np.uint64]:
    """The keys of a round of each duel; rounds count from 1."""
    begun = duel_keys(np.full(len(duels), matchup, np.uint64), duels)
    return begun + np.asarray(number, np.uint64) * np.uint64(keys.GOLDEN)


def words(
    duels: NDArray[Any],
    *,
    seed: int = 1,
    names: tuple[tuple[str, ...], tuple[str, ...]] = NAMES,
    repeat: int = 0,
    number: int | NDArray[Any] = 1,
    roll: Roll = Roll.TO_HIT,
    side: int = 0,
    index: int = 0,
) -> NDArray[np.uint64]:
    """The 32 bits behind a die of each duel."""
    rounds = round_keys(keys.matchup_key(seed, names, repeat), duels, number)
    return row_words(rounds, np.full(len(duels), side), (roll,), index)[0]


def faces(sides: int, duels: NDArray[Any], **address: Any) -> NDArray[Any]:
    """The faces of a die, 1..sides, of each duel."""
    return die(words(duels, **address), sides)
