"""R1.4, R4.6: fighters fall, and a fight ends when at most one side still stands."""

from __future__ import annotations

import numpy as np

from zodiac_sim.engine.dice import Ints
from zodiac_sim.engine.outcome import CAUSES
from zodiac_sim.engine.state import DOWN, OVER, State, lane_of, rows_of
from zodiac_sim.engine.tables import WIDTH

ATTACK, UNCONSCIOUS, BLEEDING = (CAUSES.index(cause) for cause in ("attack", "unconscious", "bleeding"))


def fall(s: State, rows: Ints, cause: Ints | int) -> None:
    """Note that these fighters are at 0 HP and what felled them; end the fights that this decides (R1.4).

    Writes ``conditions``, ``standing``, ``ended`` and the counted cause.
    """
    s.field("cause")[rows] = cause
    s.conditions[rows] |= DOWN
    lanes = lane_of(rows)
    up = s.conditions[rows_of(lanes)] & DOWN == 0
    a_stand, b_stand = (sum(up[seat::WIDTH].astype(np.int16) for seat in range(side, WIDTH, 2)) for side in (0, 1))
    s.standing[lanes] = a_stand + b_stand
    ended = lanes[np.flatnonzero((a_stand == 0) | (b_stand == 0))]
    s.ended[ended] = True
    s.conditions[rows_of(ended)] |= OVER
