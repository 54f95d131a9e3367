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
from zodiac_sim.engine.state import State
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
    calm: bool = True,
) -> list[dict[str, NDArray[Any]]]:
    """Fight the duels ``first_duel`` … ``first_duel + duels - 1`` of every scenario.

    Parameters
    ----------
    scenarios : sequence of Scenario
        All under one ruleset; they share the lanes.
    seed : int
        Seed of the study.
    lanes, compact_below, calm : int, float, bool
        How many duels are fought at once, the share of busy lanes below which the idle ones are dropped once no duel
        waits, and whether calm rounds are played together. They change no number.

    Returns
    -------
    list of dict of arrays, shape (duels,)
        A block for each scenario: ``winner`` and every name of ``TALLIED``, ordered by duel.
    """
    tables = build_tables(scenarios, seed)
    done = State(tables, len(scenarios) * duels)
    queue = _Queue(tables, first_duel, duels, done.lanes)
    state = State(tables, min(lanes, done.lanes))
    queue.refill(state, np.arange(state.lanes))
    while state.lanes:
        play_round(state, tables, calm=calm)
        finished = np.flatnonzero((state.ended | (state.round >= tables.rules.max_rounds)) & ~state.parked)
        done.take(state, finished)
        queue.refill(state, finished)
        busy = np.flatnonzero(~state.parked)
        if len(busy) < compact_below * state.lanes or not len(busy):
            state.compact(busy)
    return [outcomes(done, tables, number, duels) for number in range(len(scenarios))]


class _Queue:
    """The duels of a block that wait for a lane: scenario by scenario, duel by duel."""

    def __init__(self, tables: Tables, first_duel: int, duels: int, total: int):
        self._fresh = fresh_state(tables)
        self._keys = np.array(tables.keys, np.uint64)
        self._first_duel, self._duels, self._total = first_duel, duels, total
        self._next = 0

    def refill(self, state: State, idle: Ints) -> None:
        """Begin waiting duels in idle lanes, as many as there are, and park the other lanes."""
        waiting = min(len(idle), self._total - self._next)
        lanes, parked = idle[:waiting], idle[waiting:]
        slots = np.arange(self._next, self._next + waiting)
        self._next += waiting
        scenario, duel = np.divmod(slots, self._duels)
        state.refill(lanes, self._fresh, slots, scenario, self._first_duel + duel, self._keys[scenario])
        state.parked[parked] = True
