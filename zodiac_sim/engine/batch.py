"""The only loop: lanes are filled with duels, rounds are played, finished duels are harvested."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine.dice import Ints, duel_keys, where
from zodiac_sim.engine.harvest import outcomes
from zodiac_sim.engine.phases.strike import Watch
from zodiac_sim.engine.round import play_round
from zodiac_sim.engine.start import fresh_state
from zodiac_sim.engine.state import State
from zodiac_sim.engine.tables import WIDTH, Tables, build_tables
from zodiac_sim.study.study import Scenario

LANES = 2**16
COMPACT_BELOW = 0.75
OPEN_BLOCKS = 3

Columns: TypeAlias = dict[str, NDArray[Any]]


def play(scenarios: Sequence[Scenario], seed: int, first_duel: int, duels: int, **options: Any) -> list[Columns]:
    """Fight the duels ``first_duel`` … ``first_duel + duels - 1`` of every scenario, as one block of :func:`stream`.

    Returns
    -------
    list of dict of arrays, shape (duels,)
        A block for each scenario: ``winner`` and every name of ``TALLIED``, ordered by duel.
    """
    ((_, whole),) = stream(scenarios, seed, first_duel, duels, block=duels, **options)
    return [{name: values[number] for name, values in whole.items()} for number in range(len(scenarios))]


def stream(
    scenarios: Sequence[Scenario],
    seed: int,
    first_duel: int,
    duels: int,
    *,
    block: int,
    lanes: int = LANES,
    compact_below: float = COMPACT_BELOW,
    calm: bool = True,
    watch: Watch | None = None,
) -> Iterator[tuple[int, Columns]]:
    """Fight the duels ``first_duel`` … ``first_duel + duels - 1`` of every scenario, block by block.

    Lanes go on from one block to the next, so only the end of the whole range finds them half empty.

    Parameters
    ----------
    scenarios : sequence of Scenario
        All under rulesets of one :func:`structure`; they share the lanes.
    seed : int
        Seed of the study.
    block : int
        Duels of each scenario in a block; memory grows with it, not with ``duels``.
    lanes, compact_below, calm : int, float, bool
        How many duels are fought at once, the share of busy lanes below which the idle ones are dropped once no duel
        waits, and whether calm rounds are played together. Like ``block``, they change no number.
    watch : Watch, optional
        Is told of blows and rounds; no calm rounds are then played.

    Yields
    ------
    first : int
        The first duel of a block; blocks come in order.
    columns : dict of arrays, shape (scenarios, duels of the block)
        ``winner`` and every name of ``TALLIED``.
    """
    tables = build_tables(scenarios, seed)
    queue = _Queue(tables, first_duel, duels, min(block, duels))
    state = State(tables, min(lanes, len(scenarios) * duels))
    queue.refill(state, np.arange(state.lanes))
    if watch is not None:
        watch.begins(state, tables)
    yield from queue.exchange(state, where(state.ended))
    while state.lanes:
        play_round(state, tables, calm=calm and watch is None, watch=watch)
        if watch is not None:
            watch.round_ends(state)
        most_rounds = tables.rules.of(state.sheet, slice(None, None, WIDTH)).max_rounds
        finished = where((state.ended | (state.round >= most_rounds)) & ~state.parked)
        yield from queue.exchange(state, finished)
        if queue.exhausted:
            busy = where(~state.parked)
            if len(busy) < compact_below * state.lanes or not len(busy):
                state.compact(busy)


class _Queue:
    """The duels that wait for a lane, block by block, and the blocks that are open: begun but not finished."""

    def __init__(self, tables: Tables, first_duel: int, duels: int, block: int):
        self._tables, self._fresh = tables, fresh_state(tables)
        self._keys = np.array(tables.keys, np.uint64)
        self._first_duel, self._duels, self._block = first_duel, duels, block
        self._rows = block * len(tables.keys)
        self._next, self._total = 0, duels * len(tables.keys)
        self._some_over = bool(self._fresh.ended.any())
        self._open: dict[int, State] = {}
        self._missing: dict[int, int] = {}

    @property
    def exhausted(self) -> bool:
        """Whether every duel has got a lane."""
        return self._next == self._total

    def exchange(self, state: State, finished: Ints) -> Iterator[tuple[int, Columns]]:
        """Put waiting duels into the place of finished ones and of none; yield the blocks that are finished by it.

        A duel may be over before it begins (R1.4): its place is free at once.
        """
        while True:
            idle = state.parked.any()
            state.park(finished)
            yield from self.harvest(state, finished)
            self.refill(state, where(state.parked) if idle else finished)
            finished = where(state.ended & ~state.parked) if self._some_over else finished[:0]
            if not len(finished):
                return

    def refill(self, state: State, idle: Ints) -> None:
        """Begin waiting duels in idle lanes, as many as there are; no block is begun while several are open."""
        limit = min(self._total, (min(self._open, default=self._next // self._rows) + OPEN_BLOCKS) * self._rows)
        lanes = idle[: limit - self._next]
        slots = np.arange(self._next, self._next + len(lanes))
        self._next += len(lanes)
        number, place = np.divmod(slots, self._rows)
        for opened in range(int(number[0]), int(number[-1]) + 1) if len(lanes) else ():
            if opened not in self._open:
                size = self._size(opened) * len(self._keys)
                self._open[opened], self._missing[opened] = State(self._tables, size), size
        scenario, duel = np.divmod(place, np.minimum(self._block, self._duels - number * self._block))
        duel += self._first_duel + number * self._block
        state.refill(lanes, self._fresh, scenario, slots, duel_keys(self._keys[scenario], duel), self._tables)
        state.parked[lanes] = False

    def harvest(self, state: State, finished: Ints) -> Iterator[tuple[int, Columns]]:
        """Record finished duels; yield the blocks that are finished by it, in order."""
        numbers, places = np.divmod(state.slot[finished], self._rows)
        for number in self._open:
            mine = where(numbers == number)
            if len(mine):
                self._open[number].take(state, finished[mine], places[mine], self._tables)
                self._missing[number] -= len(mine)
        while self._open and not self._missing[oldest := min(self._open)]:
            yield self._first_duel + oldest * self._block, outcomes(self._open.pop(oldest), self._tables)

    def _size(self, number: int) -> int:
        """Return the duels of each scenario in a block; the last block may be smaller."""
        return min(self._block, self._duels - number * self._block)
