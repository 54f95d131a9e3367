"""R9.9: the Limit Meter."""

from __future__ import annotations

import numpy as np

from zodiac_sim.engine.ailments import CURSE
from zodiac_sim.engine.dice import Ints, has
from zodiac_sim.engine.state import State
from zodiac_sim.engine.tables import Tables


def limit_ready(s: State, t: Tables, rows: Ints) -> Ints:
    """Return whether the Limit Meter of each fighter is full and no Curse disables it, bool."""
    ready: Ints = s.meter[rows] >= t.sheets.full_meter[s.sheet[rows]]
    return ready & ~has(s.status[rows], CURSE)


def fill_meter(s: State, t: Tables, rows: Ints, lost: Ints) -> None:
    """Add the HP that attacks and spells took. Writes ``meter``."""
    if t.can_limit:
        s.meter[rows] += lost.astype(np.int32)
