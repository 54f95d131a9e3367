"""R7.10, R9.8, R9.10: whether spells, items and Draw are possible now."""

from __future__ import annotations

import numpy as np

from zodiac_sim.engine.ailments import SILENCE
from zodiac_sim.engine.dice import Ints, has
from zodiac_sim.engine.powers import ANY_SPELL
from zodiac_sim.engine.state import State
from zodiac_sim.engine.tables import Tables


def can_cast(s: State, t: Tables, rows: Ints, power: int) -> Ints:
    """Return whether each fighter can cast a spell now: not silenced, he has drawn it or knows it and has the MP."""
    affordable = s.mp[rows] >= t.powers.needed[:, power][s.sheet[rows]]
    possible: Ints = (affordable | (s.stores[:, power][rows] > 0)) & t.powers.for_standing[power]
    return possible & ~has(s.status[rows], SILENCE)


def can_use(s: State, t: Tables, rows: Ints, power: int) -> Ints:
    """Return whether each fighter has an item and somebody to use it on, bool; in a duel nobody is to be revived."""
    possible: Ints = (s.stores[:, power][rows] > 0) & t.powers.for_standing[power]
    return possible


def can_draw(s: State, t: Tables, rows: Ints, power: int) -> Ints:
    """Return whether each fighter can draw a spell, or any, where he fights, bool (R9.8)."""
    powers, sheet = t.powers, s.sheet[rows]
    if power == ANY_SPELL:
        there = powers.in_source[sheet] > 0
    else:
        spells = np.arange(powers.sources.shape[1]) < powers.in_source[:, None]
        there = ((powers.sources == power) & spells).any(axis=1)[sheet]
    possible: Ints = there & ~has(s.status[rows], SILENCE)
    return possible
