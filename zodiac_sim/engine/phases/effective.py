"""R1.1, R2.3, R5.4: effective skill, Evade and speed from wounds, stance, maneuver and shield."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine.dice import Ints
from zodiac_sim.engine.effects import NO_LIMIT, Lasting
from zodiac_sim.engine.phases.to_hit import hit_chance
from zodiac_sim.engine.state import DODGE, HELD, State, opponent
from zodiac_sim.engine.tables import Tables


@dataclass(slots=True)
class Wounds:
    """What the wounds of some fighters leave of them: see ``Lasting``; arrays of shape (n, …)."""

    shares: Ints
    flats: Ints
    limits: Ints


def lasting_wounds(rows_by_part: NDArray[Any], lasting: Lasting) -> Wounds:
    """Return the combined lasting effects of the worst row of each part (R5.4).

    ``rows_by_part`` is an integer array of shape (n, parts).
    """
    nothing = np.zeros(len(rows_by_part), np.intp)
    wounds = Wounds(*(table.take(nothing, axis=0) for table in (lasting.shares, lasting.flats, lasting.limits)))
    for part in lasting.parts:
        row = rows_by_part[:, part].astype(np.intp)
        wounds.shares *= lasting.shares.take(row, axis=0)
        wounds.flats += lasting.flats.take(row, axis=0)
        np.minimum(wounds.limits, lasting.limits.take(row, axis=0), out=wounds.limits)
    return wounds


def effective_skill(base: Ints, wounds: Wounds) -> Ints:
    """Return effective skill, at least 0 (R2.3)."""
    skill: Ints = base * wounds.shares[:, 0] // wounds.shares[:, 1]
    skill = np.maximum(skill + wounds.flats[:, 0], 0)
    return skill


def effective_evade(base: Ints, wounds: Wounds, stance: Ints, dodging: Ints, shield: Ints | int, t: Tables) -> Ints:
    """Return effective Evade (R2.3): 0 with a destroyed leg, else at least 0.

    Parameters
    ----------
    base, stance, dodging, shield : int arrays, shape (n,)
        Evade, number of the stance, 1 while dodging (else 0), Evade of the shield in hand.
    """
    num = wounds.shares[:, 2] * t.stances.evade_share.num[stance] * t.dodge_share.num[dodging]
    den = wounds.shares[:, 3] * t.stances.evade_share.den[stance] * t.dodge_share.den[dodging]
    evade: Ints = base * num // den + shield + dodging * t.dodge_flat + wounds.flats[:, 1]
    evade = np.maximum(np.minimum(evade, wounds.limits[:, 0]), 0)
    return evade


def effective_speed(base: Ints, wounds: Wounds, stance: Ints, t: Tables) -> Ints:
    """Return effective speed (R1.1); a row that sets it replaces the whole product, the lowest one wins."""
    num = wounds.shares[:, 4] * t.stances.speed_share.num[stance]
    den = wounds.shares[:, 5] * t.stances.speed_share.den[stance]
    replaced = wounds.limits[:, 1]
    return np.where(replaced < NO_LIMIT, replaced, base * num // den)


def refresh(s: State, t: Tables, rows: Ints) -> None:
    """Bring skill, Evade and speed of some fighters, and the chances that hang on them, up to date.

    The one place where they are written.
    """
    sheet, stance = s.sheet[rows], s.stance[rows]
    wounds = lasting_wounds(s.wounds[rows], t.criticals.lasting)
    shield = t.sheets.shield_evade[sheet] * (s.shield[rows] == HELD) if t.shields_used else 0
    dodging = (s.cover[rows] == DODGE).astype(np.intp) if t.can_cover else np.zeros(len(rows), np.intp)
    s.skill[rows] = effective_skill(t.sheets.skill[sheet], wounds)
    s.evade[rows] = effective_evade(t.sheets.evade[sheet], wounds, stance, dodging, shield, t)
    s.speed[rows] = effective_speed(t.sheets.speed[sheet], wounds, stance, t)
    enemies = opponent(rows)
    s.chance[rows] = hit_chance(s.skill[rows], s.evade[enemies], t.rules)
    s.chance[enemies] = hit_chance(s.skill[enemies], s.evade[rows], t.rules)
