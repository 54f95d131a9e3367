"""R1: who acts when in a round."""

from __future__ import annotations

import numpy as np

from zodiac_sim.engine.dice import Ints, die, pair_words, where
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.state import State, rows_of
from zodiac_sim.engine.tables import WIDTH
from zodiac_sim.rules.model import Ruleset


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


def initiative_totals(s: State, lanes: Ints, rules: Ruleset) -> Ints:
    """Return die plus effective speed of the fighters of some lanes, int16, lane by lane in seat order (R1.1)."""
    totals = die(pair_words(s.round_key[lanes], Roll.INITIATIVE), rules.initiative_die, np.int16)
    totals += s.speed[rows_of(lanes)]
    return totals


def roll_initiative(s: State, lanes: Ints, rules: Ruleset) -> list[Ints]:
    """Return the rows that act in each initiative group of some lanes, first group first."""
    rows = rows_of(lanes)
    before = groups(initiative_totals(s, lanes, rules))
    return [rows[where(before == rank)] for rank in range(WIDTH)]
