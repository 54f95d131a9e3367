"""R1.4, R4.6: fighters fall, and a fight ends when at most one side still stands."""

from __future__ import annotations

import numpy as np

from zodiac_sim.engine.ailments import POISON as POISONED
from zodiac_sim.engine.dice import Ints, has, where
from zodiac_sim.engine.outcome import CAUSES
from zodiac_sim.engine.state import ALL_OVER, DOWN, State, by_lane, lane_of
from zodiac_sim.engine.tables import WIDTH

_SEATS = np.arange(WIDTH)
ALL_DOWN, A_DOWN, B_DOWN = (
    by_lane(np.where(seats, bit, 0).astype(np.uint8))[0]
    for seats, bit in ((_SEATS >= 0, DOWN), (_SEATS % 2 == 0, DOWN), (_SEATS % 2 == 1, DOWN))
)
STANDING, ATTACK, UNCONSCIOUS, BLEEDING, POISON, RECOVERY, BREAK = range(len(CAUSES))


def fall(s: State, rows: Ints, cause: Ints | int) -> None:
    """Note fighters at 0 HP, what felled them, and the death of those who bleed or are poisoned (R1.4, R9.6).

    The first cause stands; a blow that meets the fallen within the group can still make him bleed. Writes
    ``conditions``, ``ended``, ``cause`` and ``deaths``.
    """
    s.cause[rows] = np.where(s.cause[rows] == STANDING, cause, s.cause[rows])
    note_deaths(s, rows)
    take_out(s, rows)


def note_deaths(s: State, rows: Ints) -> None:
    """Note which of the fallen die: those who bleed or are poisoned (R9.6). Writes ``deaths``."""
    dying = s.loss[rows] > 0
    if s.magical:
        dying |= has(s.status[rows], POISONED)
    s.deaths[rows] = dying


def take_out(s: State, rows: Ints) -> None:
    """Take fighters out of the fight, and end it where a side has nobody left (R1.4).

    Writes ``conditions`` and ``ended``.
    """
    s.conditions[rows] |= DOWN
    lanes = lane_of(rows)
    conditions = by_lane(s.conditions)
    down = conditions[lanes] & ALL_DOWN
    decided = where((down & A_DOWN == A_DOWN) | (down & B_DOWN == B_DOWN))
    s.ended[lanes[decided]] = True
    conditions[lanes[decided]] |= ALL_OVER
