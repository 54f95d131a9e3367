"""What two scenarios of one matchup did on the same dice, duel by duel: winners against winners, and Σxy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
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

    def add(self, other: Pairing) -> Pairing:
        """Return the pairing of the duels of both."""
        products = {name: value + other.products[name] for name, value in self.products.items()}
        return Pairing(self.winners + other.winners, products)


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
        Those with one first scenario stand together.
    """
    hubs = [(hub, np.array([second for _, second in own])) for hub, own in groupby(pairs, key=lambda pair: pair[0])]
    codes = block["winner"].astype(np.intp)
    size = len(WINNERS) ** 2
    winners = [np.zeros((0, len(WINNERS), len(WINNERS)), np.int64)]
    for hub, others in hubs:
        both = codes[hub] * len(WINNERS) + codes[others] + (size * np.arange(len(others)))[:, None]
        found = np.bincount(both.reshape(-1), minlength=size * len(others))
        winners.append(found.reshape(len(others), len(WINNERS), len(WINNERS)))
    return Pairings(np.concatenate(winners), {name: _products(block[name], hubs) for name in PAIRED})


def _products(values: NDArray[Any], hubs: Sequence[tuple[int, NDArray[np.intp]]]) -> NDArray[np.object_]:
    """Return Σxy of each pair, exactly."""
    largest = int(values.max(initial=0))
    if largest == 0:
        return np.zeros(sum(len(others) for _, others in hubs), object)
    # Sums of doubles are exact, and fast, as long as no sum leaves their whole numbers.
    exact = values.astype(np.float64 if largest**2 * values.shape[1] <= EXACT else object)
    found = [exact[others] @ exact[hub] for hub, others in hubs]
    return np.array([int(value) for each in found for value in each], object)
