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
RECORDED = ("winner", *TALLIED)  # of every duel


@dataclass(frozen=True, slots=True)
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


@dataclass(slots=True)
class Histograms:
    """The tallies of many scenarios that fought equally many duels, side by side.

    ``counts`` maps a quantity to an int64 array of shape (scenarios, winners, values).
    """

    duels: int = 0
    counts: dict[str, Counts] = field(default_factory=dict)

    def of(self, scenario: int) -> Tally:
        """Return the tally of one scenario."""
        return Tally(self.duels, {name: counts[scenario] for name, counts in self.counts.items()})

    def add(self, other: Histograms) -> None:
        """Add the duels of others to these, scenario by scenario."""
        self.duels += other.duels
        for name, counts in other.counts.items():
            self.counts[name] = added(self.counts[name], counts) if name in self.counts else counts


def histograms(block: Block) -> Histograms:
    """Return the tallies of a block of finished duels.

    Parameters
    ----------
    block : mapping of str to integer array, shape (scenarios, duels)
        Every name of ``RECORDED``, none negative; ``winner`` and causes are positions in ``WINNERS`` and ``CAUSES``.
    """
    scenarios, duels = block["winner"].shape
    group = block["winner"].reshape(-1) + np.repeat(np.arange(scenarios) * len(WINNERS), duels)
    groups = scenarios * len(WINNERS)
    winners = np.bincount(group, minlength=groups)
    widths = {name: int(block[name].max(initial=0)) + 1 for name in TALLIED}
    counts = {name: winners if width == 1 else np.zeros(groups * width, np.int64) for name, width in widths.items()}
    counted = {name: block[name].reshape(-1) for name, width in widths.items() if width > 1}
    for start in range(0, len(group), CHUNK):
        chunk = slice(start, start + CHUNK)
        # Duels of a scenario stand together: a chunk meets few scenarios, and its counts are a piece of all counts.
        first = start // duels * len(WINNERS)
        own = group[chunk] - first
        for name, values in counted.items():
            found = np.bincount(own * widths[name] + values[chunk])
            counts[name][first * widths[name] :][: len(found)] += found
    return Histograms(duels, {name: each.reshape(scenarios, len(WINNERS), -1) for name, each in counts.items()})


def added(one: Counts, other: Counts) -> Counts:
    """Return the sum of two arrays, each as if the values that it has not were 0."""
    total = np.zeros(np.maximum(one.shape, other.shape), np.int64)
    for counts in (one, other):
        total[tuple(map(slice, counts.shape))] += counts
    return total
