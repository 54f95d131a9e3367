"""R1.1, R2.3, R5.4: effective skill, Evade and speed from wounds, stance, maneuver and shield."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine.dice import Ints
from zodiac_sim.engine.effects import NO_LIMIT, Share
from zodiac_sim.engine.phases.damage import at_least
from zodiac_sim.engine.phases.to_hit import hit_chance
from zodiac_sim.engine.state import DODGE, HELD, State, opponent
from zodiac_sim.engine.tables import Tables


def left(base: Ints, share: Share, rows: list[Ints], *others: tuple[Share, Ints]) -> Ints:
    """Return what is left of a base value, rounded down once.

    Parameters
    ----------
    base : int array, shape (n,)
    share : Share
        What each row of the critical tables leaves.
    rows : list of int arrays, shape (n,)
        The worst row of each part that counts.
    others : pairs of Share and int array, shape (n,)
        Other tables of shares and the entry that counts for each fighter.
    """
    num, den = base, 1
    for table, entry in (*((share, row) for row in rows), *others):
        num = num * table.num[entry]
        den = den * table.den[entry]
    floored: Ints = num // den
    return floored


def worst_rows(wounds: NDArray[Any], parts: tuple[int, ...]) -> list[Ints]:
    """Return the worst row of each of some parts, one array a part; ``wounds`` has shape (n, parts) (R5.4)."""
    return [wounds[:, part].astype(np.intp) for part in parts]


def effective_skill(base: Ints, wounds: NDArray[Any], t: Tables) -> Ints:
    """Return effective skill, at least 0 (R2.3); ``wounds`` holds the worst row of every part, shape (n, parts)."""
    lasting = t.criticals.lasting
    rows = worst_rows(wounds, lasting.skill_parts)
    skill = left(base, lasting.skill, rows) + sum(lasting.skill_flat[row] for row in rows)
    return at_least(skill, 0)


def effective_evade(
    base: Ints, wounds: NDArray[Any], stance: Ints, dodging: Ints, shield: Ints | int, t: Tables
) -> Ints:
    """Return effective Evade (R2.3): 0 with a destroyed leg, else at least 0.

    Parameters
    ----------
    base, stance, dodging, shield : int arrays, shape (n,)
        Evade, places in ``Stances`` and in ``Dodging``, Evade of the shield in hand.
    wounds : int array, shape (n, parts)
    """
    lasting = t.criticals.lasting
    rows = worst_rows(wounds, lasting.move_parts)
    evade = left(base, lasting.evade, rows, (t.stances.evade_share, stance), (t.dodging.share, dodging))
    evade = evade + shield + t.dodging.flat[dodging] + sum(lasting.evade_flat[row] for row in rows)
    for row in rows:
        evade = np.minimum(evade, lasting.limits[row, 0])
    return at_least(evade, 0)


def effective_speed(base: Ints, wounds: NDArray[Any], stance: Ints, t: Tables) -> Ints:
    """Return effective speed (R1.1); a row that sets it replaces the whole product, the lowest one wins.

    ``stance`` holds places in ``Stances``, ``wounds`` the worst row of every part.
    """
    lasting = t.criticals.lasting
    rows = worst_rows(wounds, lasting.move_parts)
    speed = left(base, lasting.speed, rows, (t.stances.speed_share, stance))
    replaced = np.full(len(speed), NO_LIMIT)
    for row in rows:
        replaced = np.minimum(replaced, lasting.limits[row, 1])
    return np.where(replaced < NO_LIMIT, replaced, speed)


def refresh_skill(s: State, t: Tables, rows: Ints) -> None:
    """Bring skill of some fighters, and their chances, up to date. With ``refresh_moves`` the one place for it."""
    s.skill[rows] = effective_skill(t.sheets.skill[s.sheet[rows]], s.wounds[rows], t)
    _refresh_chance(s, t, rows)


def refresh_moves(s: State, t: Tables, rows: Ints) -> None:
    """Bring Evade and speed of some fighters, and the chances of those who face them, up to date."""
    sheet, wounds = s.sheet[rows], s.wounds[rows]
    stance = t.stances.places.of(s.stance[rows], s.sheet, rows)
    shield = t.sheets.shield_evade[sheet] * (s.shield[rows] == HELD) if t.shields_used else 0
    dodging = (s.cover[rows] == DODGE).astype(np.intp) if t.can_cover else np.zeros(len(rows), np.intp)
    dodging = t.dodging.places.of(dodging, s.sheet, rows)
    s.evade[rows] = effective_evade(t.sheets.evade[sheet], wounds, stance, dodging, shield, t)
    s.speed[rows] = effective_speed(t.sheets.speed[sheet], wounds, stance, t)
    _refresh_chance(s, t, opponent(rows))


def _refresh_chance(s: State, t: Tables, rows: Ints) -> None:
    s.chance[rows] = hit_chance(s.skill[rows], s.evade[opponent(rows)], t.rules.of(s.sheet, rows))
