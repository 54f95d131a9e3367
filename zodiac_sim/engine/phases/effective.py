"""R1.1, R2.3, R5.4: effective skill, Evade and speed from wounds, stance, maneuver and shield."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine.dice import Ints
from zodiac_sim.engine.effects import NO_SPEED, Share
from zodiac_sim.engine.state import DODGE, HELD, State
from zodiac_sim.engine.tables import Tables


def reduced(base: Ints, *shares: tuple[Share, Ints]) -> Ints:
    """Return a base value times fractions, rounded down once; each is a table of shares and the entries to take."""
    num, den = base, 1
    for table, entry in shares:
        num = num * table.num[entry]
        den = den * table.den[entry]
    floored: Ints = num // den
    return floored


def worst_rows(wounds: NDArray[Any], parts: tuple[int, ...]) -> list[Ints]:
    """Return the row numbers of some parts of the body, one array a part."""
    return [wounds[:, part] for part in parts]


def effective_skill(base: Ints, wounds: NDArray[Any], t: Tables) -> Ints:
    """Return effective skill, at least 0 (R2.3); ``wounds`` has shape (n, parts)."""
    lasting = t.criticals.lasting
    worst = worst_rows(wounds, lasting.accuracy_parts)
    skill = reduced(base, *((lasting.accuracy_share, row) for row in worst))
    return np.maximum(skill + sum(lasting.accuracy[row] for row in worst), 0)


def effective_evade(
    base: Ints, wounds: NDArray[Any], stance: Ints, dodging: Ints, shield: Ints, t: Tables
) -> Ints:
    """Return effective Evade (R2.3): 0 with a destroyed leg, else at least 0.

    Parameters
    ----------
    base, stance, dodging, shield : int arrays, shape (n,)
        Evade, number of the stance, 1 while dodging (else 0), Evade of the shield in hand.
    wounds : uint8 array, shape (n, parts)
    """
    lasting = t.criticals.lasting
    worst = worst_rows(wounds, lasting.evade_parts)
    shares = [(t.stances.evade_share, stance), (t.dodge_share, dodging)]
    evade = reduced(base, *shares, *((lasting.evade_share, row) for row in worst))
    evade = evade + shield + dodging * t.dodge_flat + sum(lasting.evade[row] for row in worst)
    for row in worst:
        evade = evade * ~lasting.evade_zero[row]
    return np.maximum(evade, 0)


def effective_speed(base: Ints, wounds: NDArray[Any], stance: Ints, t: Tables) -> Ints:
    """Return effective speed (R1.1); a row that sets it replaces the whole product, the lowest one wins."""
    lasting = t.criticals.lasting
    worst = worst_rows(wounds, lasting.speed_parts)
    speed = reduced(base, (t.stances.speed_share, stance), *((lasting.speed_share, row) for row in worst))
    lowest = np.full(len(speed), NO_SPEED)
    for row in worst:
        lowest = np.minimum(lowest, lasting.speed[row])
    return np.where(lowest < NO_SPEED, lowest, speed)


def refresh(s: State, t: Tables, rows: Ints) -> None:
    """Bring skill, Evade and speed of some fighters up to date: the one place where they are written."""
    sheet, wounds, stance = s.sheet[rows], s.field("wounds")[rows], s.field("stance")[rows]
    shield = t.sheets.shield_evade[sheet] * (s.field("shield")[rows] == HELD)
    dodging = (s.field("cover")[rows] == DODGE).astype(np.intp)
    s.skill[rows] = effective_skill(t.sheets.skill[sheet], wounds, t)
    s.evade[rows] = effective_evade(t.sheets.evade[sheet], wounds, stance, dodging, shield, t)
    s.speed[rows] = effective_speed(t.sheets.speed[sheet], wounds, stance, t)
