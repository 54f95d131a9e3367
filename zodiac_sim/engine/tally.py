"""Exact histograms of finished duels; they merge, in any order, to the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine.outcome import DUEL_QUANTITIES, FIGHTER_QUANTITIES, SIDES, WINNERS

Counts: TypeAlias = NDArray[np.int64]
Block: TypeAlias = Mapping[str, NDArray[Any]]

CHUNK = 2**14  # duels counted at once: their values stay in a core's own cache
TALLIED = (*DUEL_QUANTITIES, *(f"{name}_{side}" for name in (*FIGHTER_QUANTITIES, "cause") for side in SIDES))


@dataclass(slots=True)
class Tally:
    """How often each value of each quantity occurred, by winner.

    ``counts`` maps a quantity (``rounds``, ``hp_left_a``, ``cause_b`` as position in ``CAUSES`` …) to an int64 array of
    shape (winners, values): ``counts["rounds"][0, 7]`` duels were won by side a in round 7.
    """

    duels: int = 0
    counts: dict[str, Counts] = field(default_factory=dict)

    @property
    def winners(self) -> Counts:
        """Duels by winner, int64, shape (4,), in the order of ``WINNERS``."""
        return np.asarray(self.histogram(DUEL_QUANTITIES[0]).sum(axis=1))

    def histogram(self, quantity: str) -> Counts:
        """Return how often each value of a quantity occurred by winner, shape (4, values); no values without duels."""
        return self.counts.get(quantity, np.zeros((len(WINNERS), 0), np.int64))

    def add(self, other: Tally) -> None:
        """Add the duels of another tally to this one."""
        self.duels += other.duels
        for name, counts in other.counts.items():
            self.counts[name] = _sum(self.counts[name], counts) if name in self.counts else counts


def _sum(one: Counts, other: Counts) -> Counts:
    wide, narrow = (one, other) if one.shape[1] >= other.shape[1] else (other, one)
    total = wide.copy()
    total[:, : narrow.shape[1]] += narrow
    return total


def tally(block: Block) -> Tally:
    """Return the tally of a block of finished duels.

    Parameters
    ----------
    block : mapping of str to integer array, shape (n,)
        ``winner`` (position in ``WINNERS``) and every name of ``TALLIED``, one entry per duel, none negative.
    """
    winner = block["winner"].astype(np.int32)
    winners = np.bincount(winner, minlength=len(WINNERS))[:, None]
    counts: dict[str, Counts] = {}
    for name in TALLIED:
        width = int(block[name].max(initial=0)) + 1
        if width == 1:
            counts[name] = winners
            continue
        size = len(WINNERS) * width
        flat = np.zeros(size, np.int64)
        for start in range(0, len(winner), CHUNK):
            chunk = slice(start, start + CHUNK)
            flat += np.bincount(winner[chunk] * np.int32(width) + block[name][chunk], minlength=size)
        counts[name] = flat.reshape(len(WINNERS), width)
    return Tally(len(winner), counts)
