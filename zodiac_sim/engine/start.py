"""How a duel begins."""

from __future__ import annotations

import numpy as np

from zodiac_sim.engine.phases.effective import refresh
from zodiac_sim.engine.state import HELD, NO_ITEM, OF_THE_SHEET, REGEN, WILFUL, State
from zodiac_sim.engine.tables import Tables


def fresh_state(t: Tables) -> State:
    """Return a state with a lane per scenario, as a duel of it begins."""
    sheets = t.sheets
    s = State(t, len(t.keys))
    s.sheet[:] = np.arange(len(s.sheet))
    s.hp[:] = sheets.max_hp
    for name in OF_THE_SHEET:
        getattr(s, name)[:] = getattr(sheets, name)
    s.field("weapon")[:] = np.where(sheets.owns_weapon, HELD, NO_ITEM)
    s.field("shield")[:] = np.where(sheets.owns_shield, HELD, NO_ITEM)
    s.field("stance")[:] = sheets.stance
    s.field("regen_turns")[:] = sheets.regen_turns
    s.conditions[:] = REGEN * (sheets.regen_turns != 0) | WILFUL * ~sheets.plain
    refresh(s, t, np.arange(len(s.sheet)))
    return s
