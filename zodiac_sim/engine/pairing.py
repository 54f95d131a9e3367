"""What two scenarios of one matchup did on the same dice, duel by duel: winners against winners, and Σxy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine.outcome import DUEL_QUANTITIES, FIGHTER_QUANTITIES, SIDES, WINNERS
from zodiac_sim.engine.tally import Block, Counts

PAIRED = (*DUEL_QUANTITIES, *(f"{name}_{side}" for name in FIGHTER_QUANTITIES for side in SIDES))
EXACT = 2**53  # whole numbers up to here are exact in float64

Pair: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pairing:
    """One scenario paired with another.

    Attributes
    ----------
    winners : int64 array, shape (4, 4)
        Duels by their winner in the first scenario (rows) and in the second, positions in ``WINNERS``.
    products : dict of str to int
        Σxy of every name of ``PAIRED``: what it came to in the first times what it came to in the second.
    """

    winners: Counts
    products: dict[str, int]

    @property
    def duels(self) -> int:
        """How many duels were compared."""
        return int(self.winners.sum())


@dataclass(frozen=True, slots=True)
class Pairings:
    """Many pairs of scenarios that fought the same duels, side by side.

    ``winners`` has shape (pairs, 4, 4); ``products`` holds whole numbers without limit, shape (pairs,), for each name
    of ``PAIRED``.
    """

    winners: Counts
    products: dict[str, NDArray[np.object_]]

    def of(self, pair: int) -> Pairing:
        """Return one pair."""
        return Pairing(self.winners[pair], {name: int(values[pair]) for name, values in self.products.items()})

    def add(self, other: Pairings) -> Pairings:
        """Return the pairings of the duels of both."""
        products = {name: values + other.products[name] for name, values in self.products.items()}
        return Pairings(self.winners + other.winners, products)


def pairings(block: Block, pairs: Sequence[Pair]) -> Pairings:
    """Return the pairings of a block of finished duels.

    Parameters
    ----------
    block : mapping of str to integer array, shape (scenarios, n)
        ``winner`` and every name of ``PAIRED``; entry k of each scenario is the same duel.
    pairs : sequence of pairs of scenarios, rising
        Of scenarios that follow each other, each with each, or each with the first.
    """
    families = list(_families(pairs))
    products = {name: _products(block[name], families) for name in PAIRED}
    return Pairings(_winners(block["winner"].astype(np.intp), pairs), products)


def _families(pairs: Sequence[Pair]) -> Iterator[tuple[slice, bool]]:
    """Yield scenarios that are paired with each other, and whether each with each or all with the first."""
    place = 0
    while place < len(pairs):
        first, last = pairs[place][0], pairs[place][1]
        own = 0
        while place + own < len(pairs) and pairs[place + own][0] <= last:
            last = max(last, pairs[place + own][1])
            own += 1
        yield slice(first, last + 1), own > last - first
        place += own


def _winners(codes: NDArray[np.intp], pairs: Sequence[Pair]) -> Counts:
    """Return how often winner met winner in each pair, shape (pairs, 4, 4)."""
    size = len(WINNERS) ** 2
    found = np.zeros((len(pairs), len(WINNERS), len(WINNERS)), np.int64)
    for place, (first, second) in enumerate(pairs):
        both = np.bincount(codes[first] * len(WINNERS) + codes[second], minlength=size)
        found[place] = both.reshape(len(WINNERS), len(WINNERS))
    return found


def _products(values: NDArray[Any], families: Sequence[tuple[slice, bool]]) -> NDArray[np.object_]:
    """Return Σxy of each pair, exactly."""
    largest = int(values.max(initial=0))
    # Sums of doubles are exact, and fast, as long as no sum leaves their whole numbers.
    exact = values.astype(np.float64 if largest**2 * values.shape[1] <= EXACT else object)
    found: list[Any] = []
    for scenarios, complete in families:
        own = exact[scenarios]
        if complete:
            found += (own @ own.T)[np.triu_indices(len(own), 1)].tolist()
        else:
            found += (own[1:] @ own[0]).tolist()
    return np.array([int(value) for value in found], object)
