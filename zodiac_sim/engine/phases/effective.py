"""R1.1, R2.3, R5.4, R9.3: effective skill, Evade and speed from wounds, stance, maneuver, shield and statuses."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine.ailments import CURSE, DARKNESS, SURPRISED
from zodiac_sim.engine.dice import Ints, has
from zodiac_sim.engine.effects import NO_LIMIT, Share
from zodiac_sim.engine.phases.damage import at_least
from zodiac_sim.engine.phases.to_hit import hit_chance
from zodiac_sim.engine.state import DODGE, HELD, State, opponent
from zodiac_sim.engine.tables import Tables

Factor: TypeAlias = tuple[Share, Ints]


def left(base: Ints, share: Share, rows: list[Ints], *others: Factor) -> Ints:
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


def effective_skill(base: Ints, wounds: NDArray[Any], t: Tables, *others: Factor, flat: Ints | int = 0) -> Ints:
    """Return effective skill, at least 0 (R2.3).

    Parameters
    ----------
    base : int array, shape (n,)
    wounds : int array, shape (n, parts)
        The worst row of every part.
    others : pairs of Share and int array, shape (n,)
        What else multiplies it, as for :func:`left`.
    flat : int or int array, shape (n,)
        Points that are taken off besides.
    """
    lasting = t.criticals.lasting
    rows = worst_rows(wounds, lasting.skill_parts)
    skill = left(base, lasting.skill, rows, *others) + sum(lasting.skill_flat[row] for row in rows) - flat
    return at_least(skill, 0)


def effective_evade(
    base: Ints, wounds: NDArray[Any], stance: Ints, dodging: Ints, shield: Ints | int, t: Tables, *others: Factor
) -> Ints:
    """Return effective Evade (R2.3): 0 with a destroyed leg, else at least 0.

    Parameters
    ----------
    base, stance, dodging, shield : int arrays, shape (n,)
        Evade, places in ``Stances`` and in ``Dodging``, Evade of the shield in hand.
    wounds : int array, shape (n, parts)
    others : pairs of Share and int array, shape (n,)
        What else multiplies it, as for :func:`left`.
    """
    lasting = t.criticals.lasting
    rows = worst_rows(wounds, lasting.move_parts)
    evade = left(base, lasting.evade, rows, (t.stances.evade_share, stance), (t.dodging.share, dodging), *others)
    evade = evade + shield + t.dodging.flat[dodging] + sum(lasting.evade_flat[row] for row in rows)
    for row in rows:
        evade = np.minimum(evade, lasting.limits[row, 0])
    return at_least(evade, 0)


def effective_speed(base: Ints, wounds: NDArray[Any], stance: Ints, t: Tables, *others: Factor) -> Ints:
    """Return effective speed (R1.1); a row that sets it replaces the whole product, the lowest one wins.

    ``stance`` holds places in ``Stances``, ``wounds`` the worst row of every part; ``others`` as for :func:`left`.
    """
    lasting = t.criticals.lasting
    rows = worst_rows(wounds, lasting.move_parts)
    speed = left(base, lasting.speed, rows, (t.stances.speed_share, stance), *others)
    replaced = np.full(len(speed), NO_LIMIT)
    for row in rows:
        replaced = np.minimum(replaced, lasting.limits[row, 1])
    return np.where(replaced < NO_LIMIT, replaced, speed)


def refresh_skill(s: State, t: Tables, rows: Ints) -> None:
    """Bring skill of some fighters, and their chances, up to date. With ``refresh_moves`` the one place for it."""
    base, wounds = t.sheets.skill[s.sheet[rows]], s.wounds[rows]
    if t.magical:
        dark = t.ailments.darkness_places.of(_suffers(s, rows, DARKNESS), s.sheet, rows)
        factors = _curse(s, t, rows), (t.ailments.darkness, dark)
        s.skill[rows] = effective_skill(base, wounds, t, *factors, flat=t.ailments.darkness_flat[dark])
    else:
        s.skill[rows] = effective_skill(base, wounds, t)
    _refresh_chance(s, t, rows)


def refresh_moves(s: State, t: Tables, rows: Ints) -> None:
    """Bring Evade and speed of some fighters, and the chances of those who face them, up to date."""
    sheet, wounds = s.sheet[rows], s.wounds[rows]
    stance = t.stances.places.of(s.stance[rows], s.sheet, rows)
    shield = t.sheets.shield_evade[sheet] * (s.shield[rows] == HELD) if t.shields_used else 0
    dodging = (s.cover[rows] == DODGE).astype(np.intp) if t.can_cover else np.zeros(len(rows), np.intp)
    dodging = t.dodging.places.of(dodging, s.sheet, rows)
    others = (_curse(s, t, rows),) if t.magical else ()
    evade = effective_evade(t.sheets.evade[sheet], wounds, stance, dodging, shield, t, *others)
    s.evade[rows] = evade * ~has(s.status[rows], SURPRISED) if t.magical else evade
    s.speed[rows] = effective_speed(t.sheets.speed[sheet], wounds, stance, t, *others)
    _refresh_chance(s, t, opponent(rows))


def _suffers(s: State, rows: Ints, status: int) -> Ints:
    """Return 1 for each fighter who has a status, else 0."""
    return has(s.status[rows], status).astype(np.intp)


def _curse(s: State, t: Tables, rows: Ints) -> Factor:
    """Return what Curse leaves of stats (R9.3), as :func:`left` takes it."""
    return t.ailments.curse, t.ailments.curse_places.of(_suffers(s, rows, CURSE), s.sheet, rows)


def _refresh_chance(s: State, t: Tables, rows: Ints) -> None:
    s.chance[rows] = hit_chance(s.skill[rows], s.evade[opponent(rows)], t.rules.of(s.sheet, rows))
