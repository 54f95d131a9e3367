"""R1: who acts when in a round."""

from __future__ import annotations

import numpy as np

from zodiac_sim.engine.ailments import SURPRISED
from zodiac_sim.engine.dice import Ints, die, has, pair_words
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.state import State, by_lane, rows_of
from zodiac_sim.engine.tables import WIDTH, Tables

LATE = np.int16(2**14)  # more than any totals differ: the surprised act after all others (R9.1)


def groups(totals: Ints) -> Ints:
    """Return how many fighters of his lane act before each, int8 (R1.1); equal totals act together (R1.2).

    Parameters
    ----------
    totals : int array, shape (rows,)
        Initiative totals, lane by lane.
    """
    before = np.zeros(len(totals), np.int8)
    for seat in range(WIDTH):
        for other in range(WIDTH):
            if other != seat:
                before[seat::WIDTH] += totals[other::WIDTH] > totals[seat::WIDTH]
    return before


def roll_initiative(s: State, t: Tables, lanes: Ints) -> tuple[Ints, Ints]:
    """Return the rows of some lanes and how many fighters of his lane act before each (R1.1)."""
    if len(lanes) == s.lanes:
        rows, round_keys, speed = np.arange(s.lanes * WIDTH), s.round_key, s.speed
    else:
        rows, round_keys = rows_of(lanes), s.round_key[lanes]
        speed = by_lane(s.form)[lanes].view(s.form.dtype)["speed"]
    sides = t.rules.of(s.sheet, rows).initiative_die
    totals = die(pair_words(round_keys, Roll.INITIATIVE), sides, np.int16)
    totals += speed
    if t.declares:
        rules = t.rules.of(s.sheet, rows)
        totals += (rules.draw_cast_initiative * (s.declared[rows] != 0)).astype(np.int16)
    if t.ailments.can(SURPRISED):
        totals -= has(s.status[rows], SURPRISED) * LATE
    return rows, groups(totals)
