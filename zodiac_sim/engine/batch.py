"""The only loop: lanes are filled with duels, rounds are played, finished duels are harvested."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine.dice import Ints
from zodiac_sim.engine.harvest import outcomes
from zodiac_sim.engine.round import play_round
from zodiac_sim.engine.start import fresh_state
from zodiac_sim.engine.state import OVER, State, rows_of
from zodiac_sim.engine.tables import Tables, build_tables
from zodiac_sim.study.study import Scenario

LANES = 2**16
COMPACT_BELOW = 0.75


def play(
    scenarios: Sequence[Scenario],
    seed: int,
    first_duel: int,
    duels: int,
    *,
    lanes: int = LANES,
    compact_below: float = COMPACT_BELOW,
) -> list[dict[str, NDArray[Any]]]:
    """Fight the duels ``first_duel`` … ``first_duel + duels - 1`` of every scenario.

    Parameters
    ----------
    scenarios : sequence of Scenario
        All under one ruleset; they share the lanes.
    seed : int
        Seed of the study.
    lanes, compact_below : int, float
        How many duels are fought at once, and the share of busy lanes below which the idle ones are dropped once no
        duel waits. They change no number.

    Returns
    -------
    list of dict of arrays, shape (duels,)
        A block for each scenario: ``winner`` and every name of ``TALLIED``, ordered by duel.
    """
    tables = build_tables(scenarios, seed)
    done = State(tables, len(scenarios) * duels)
    queue = _Queue(tables, first_duel, duels, done.lanes)
    state = State(tables, min(lanes, done.lanes))
    busy = queue.fill(state, np.arange(state.lanes))
    while len(busy):
        if len(busy) < compact_below * state.lanes:
            state.compact(busy)
            busy = np.arange(state.lanes)
        play_round(state, tables, busy)
        finished = np.flatnonzero(state.ended | (state.round >= tables.rules.max_rounds))
        if len(busy) < state.lanes:
            finished = busy[np.flatnonzero(state.ended[busy] | (state.round[busy] >= tables.rules.max_rounds))]
        if len(finished):
            done.take(state, finished)
            busy = queue.refill(state, finished, busy)
    return [outcomes(done, tables, number, duels) for number in range(len(scenarios))]


class _Queue:
    """The duels of a block that wait for a lane: scenario by scenario, duel by duel."""

    def __init__(self, tables: Tables, first_duel: int, duels: int, total: int):
        self._fresh = fresh_state(tables)
        self._keys = np.array(tables.keys, np.uint64)
        self._first_duel, self._duels, self._total = first_duel, duels, total
        self._next = 0

    def fill(self, state: State, lanes: Ints) -> Ints:
        """Begin waiting duels in idle lanes, as many as there are; return the lanes that got one."""
        lanes = lanes[: self._total - self._next]
        slots = np.arange(self._next, self._next + len(lanes))
        self._next += len(lanes)
        scenario, duel = np.divmod(slots, self._duels)
        state.refill(lanes, self._fresh, slots, scenario, self._first_duel + duel, self._keys[scenario])
        return lanes

    def refill(self, state: State, finished: Ints, busy: Ints) -> Ints:
        """Begin waiting duels in lanes that finished; park the others and return the lanes that are busy."""
        refilled = self.fill(state, finished)
        if len(refilled) == len(finished):
            return busy
        idle = finished[len(refilled) :]
        state.ended[idle] = True
        state.conditions[rows_of(idle)] |= OVER
        return np.flatnonzero(~state.ended)
