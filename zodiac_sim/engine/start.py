"""How a duel begins."""

from __future__ import annotations

import numpy as np

from zodiac_sim.engine.phases.effective import refresh_moves, refresh_skill
from zodiac_sim.engine.state import HELD, NO_ITEM, REGEN, WILFUL, State, facing
from zodiac_sim.engine.tables import Tables


def fresh_state(t: Tables) -> State:
    """Return a state with a lane per scenario, as a duel of it begins."""
    sheets = t.sheets
    s = State(t, len(t.keys))
    s.sheet[:] = np.arange(len(s.sheet))
    s.hp[:] = sheets.max_hp
    s.faced_vitality[:] = facing(sheets.vitality.astype(np.int16))
    for name in ("critical_width", "dice", "sides", "plus", "strength"):
        getattr(s, name)[:] = getattr(sheets, name)
    s.weapon[:] = np.where(sheets.owns_weapon, HELD, NO_ITEM)
    s.shield[:] = np.where(sheets.owns_shield, HELD, NO_ITEM)
    s.stance[:] = sheets.stance
    s.regen_turns[:] = sheets.regen_turns
    s.conditions[:] = REGEN * (sheets.regen_turns != 0) | WILFUL * ~sheets.plain
    rows = np.arange(len(s.sheet))
    refresh_moves(s, t, rows)
    refresh_skill(s, t, rows)
    return s
