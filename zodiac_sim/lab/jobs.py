"""Pieces of a run that need nothing else: a range of duels of all scenarios, fought, tallied and paired."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine.batch import LANES, stream
from zodiac_sim.engine.pairing import Pair, Pairings, pairings
from zodiac_sim.engine.structure import structure
from zodiac_sim.engine.tally import RECORDED, Block, Histograms, histograms
from zodiac_sim.study.study import Scenario

ALL_PAIRED = 16  # variants up to which each is paired with every other; beyond, all with the first
MANY_GROUPS = 2

Range: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """How a run is cut. It changes no number, only memory and speed.

    Attributes
    ----------
    job_rows : int
        Duels of all scenarios together in a job; twice as many where not all scenarios can share a batch.
    block_rows : int
        Duels that are held at once.
    lanes : int
        Duels that are fought at once.
    """

    job_rows: int = 2**19
    block_rows: int = 2**18
    lanes: int = LANES


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A range of duels of all scenarios of a study.

    Attributes
    ----------
    scenarios : tuple of Scenario
    pairs : tuple of pairs of ints
        The scenarios that are paired duel by duel, by number.
    seed, first_duel, duels : int
        Whose dice, and which duels of each scenario.
    keep : int
        How many of these duels are returned row by row: the first.
    cut : Cut
        How many of them are held and fought at once.
    """

    scenarios: tuple[Scenario, ...]
    pairs: tuple[Pair, ...]
    seed: int
    first_duel: int
    duels: int
    keep: int
    cut: Cut

    def fight(self, tick: Callable[[int], None] | None = None) -> Fought:
        """Fight it, as :func:`fight` says."""
        return fight(self, tick)


@dataclass(frozen=True, slots=True)
class Fought:
    """What came of the duels ``first_duel`` … ``first_duel + duels - 1`` of all scenarios.

    ``kept`` holds every name of ``RECORDED`` of the first of them, arrays of shape (scenarios, kept).
    """

    first_duel: int
    duels: int
    tallies: Histograms
    pairings: Pairings
    kept: Block

    @property
    def range(self) -> Range:
        """Its first duel, and the first duel after it."""
        return self.first_duel, self.first_duel + self.duels


def fight(job: Job, tick: Callable[[int], None] | None = None) -> Fought:
    """Fight a job. It may be done again, anywhere: its dice are those of its duels.

    ``tick`` is called now and then with the number of duels fought so far, of all scenarios together.
    """
    tallies, paired, kept = Histograms(), pairings(_nothing(len(job.scenarios)), job.pairs), []
    for first, block in _blocks(job, tick):
        tallies.add(histograms(block))
        if job.pairs:
            paired = paired.add(pairings(block, job.pairs))
        rows = job.first_duel + job.keep - first
        if rows > 0:
            kept.append({name: small(values[:, :rows]) for name, values in block.items()})
    return Fought(job.first_duel, job.duels, tallies, paired, joined(kept, len(job.scenarios)))


def joined(blocks: Iterable[Block], scenarios: int) -> Block:
    """Return blocks of duels that follow each other as one, in the smallest types that hold it."""
    parts = [_nothing(scenarios), *blocks]
    return {name: np.concatenate([part[name] for part in parts], axis=1) for name in parts[0]}


def small(values: NDArray[Any]) -> NDArray[Any]:
    """Return a copy in the smallest unsigned integers that hold it."""
    return values.astype(np.min_scalar_type(int(values.max(initial=0))))


def pairs_of(scenarios: Sequence[Scenario]) -> tuple[Pair, ...]:
    """Return the scenarios of one matchup that are paired: every two variants, or each with the first of many."""
    return pairs_within([scenario.matchup for scenario in scenarios])


def pairs_within(groups: Sequence[Hashable]) -> tuple[Pair, ...]:
    """Return the places of equal groups, two by two: all of a group, or each with the first where they are many."""
    places: dict[Hashable, list[int]] = {}
    for place, group in enumerate(groups):
        places.setdefault(group, []).append(place)
    return tuple(
        (first, second)
        for own in places.values()
        for number, first in enumerate(own[:-1] if len(own) <= ALL_PAIRED else own[:1])
        for second in own[number + 1 :]
    )


def ranges(first: int, last: int, scenarios: Sequence[Scenario], cut: Cut, share: int = 1) -> Iterator[tuple[int, int]]:
    """Cut the duels from ``first`` to before ``last`` into ranges of jobs, as (first duel, duels).

    There are at least ``share`` of them, unless they became smaller than a block. Where scenarios cannot share a batch,
    ranges are longer, as each group of them ends with idle lanes.
    """
    largest = _duels_of(cut.job_rows, scenarios)
    size = min(largest, max(_duels_of(cut.block_rows, scenarios), -(-(last - first) // share)))
    for start in range(first, last, size):
        yield start, min(size, last - start)


def most_jobs(duels: int, scenarios: Sequence[Scenario], cut: Cut) -> int:
    """Return how many jobs can be made of a number of duels of each scenario, none smaller than a block."""
    return max(1, duels // _duels_of(cut.block_rows, scenarios))


def _duels_of(rows: int, scenarios: Sequence[Scenario]) -> int:
    """Return how many duels of each scenario come to a number of rows, more where few scenarios share a batch."""
    return max(1, rows * min(len(groups_of(scenarios)), MANY_GROUPS) // len(scenarios))


def _blocks(job: Job, tick: Callable[[int], None] | None) -> Iterator[tuple[int, Block]]:
    """Yield blocks of all scenarios in their order, with the first duel of each."""
    groups = groups_of(job.scenarios)
    size = max(1, job.cut.block_rows // max(map(len, groups)))
    order = np.argsort([number for group in groups for number in group])
    waiting: dict[int, list[Block]] = {}
    fought = 0
    for group in groups:
        own = [job.scenarios[number] for number in group]
        for first, block in stream(own, job.seed, job.first_duel, job.duels, block=size, lanes=job.cut.lanes):
            fought += block["winner"].size
            if tick is not None:
                tick(fought)
            if len(groups) == 1:
                yield first, block
                continue
            waiting.setdefault(first, []).append({name: small(values) for name, values in block.items()})
            if len(waiting[first]) == len(groups):
                parts = waiting.pop(first)
                yield first, {name: np.concatenate([part[name] for part in parts])[order] for name in block}


def groups_of(scenarios: Sequence[Scenario]) -> list[list[int]]:
    """Return the scenarios that can share a batch, by number."""
    by_structure: dict[Hashable, list[int]] = {}
    for number, scenario in enumerate(scenarios):
        by_structure.setdefault(structure(scenario), []).append(number)
    return list(by_structure.values())


def _nothing(scenarios: int) -> Block:
    return {name: np.zeros((scenarios, 0), np.uint8) for name in RECORDED}
