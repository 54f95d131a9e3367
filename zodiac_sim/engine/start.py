"""How a duel begins."""

from __future__ import annotations

import numpy as np

from zodiac_sim.engine.dice import where
from zodiac_sim.engine.phases.effective import refresh_moves, refresh_skill
from zodiac_sim.engine.phases.statuses import break_apart
from zodiac_sim.engine.state import AFFLICTED, HELD, NO_ITEM, WILFUL, State, facing
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
    s.conditions[:] = WILFUL * ~sheets.plain
    rows = np.arange(len(s.sheet))
    if t.magical:
        _begin_magic(s, t)
    refresh_moves(s, t, rows)
    refresh_skill(s, t, rows)
    if t.magical:
        break_apart(s)
    return s


def _begin_magic(s: State, t: Tables) -> None:
    """Write the statuses that fighters begin with, and what they have of MP, spells and items (R9)."""
    ailments, powers = t.ailments, t.powers
    s.status[:] = ailments.status
    s.conditions[where(ailments.status)] |= AFFLICTED
    s.turns[:, : ailments.turns.shape[1]] = ailments.turns
    s.poison_magic[:] = ailments.magic
    s.vitality[:] = t.sheets.vitality
    s.mp[:] = powers.max_mp
    s.stores[:, : powers.stock.shape[1]] = powers.stock
