"""The calm round: one dense pass that plays the round of every lane in which order cannot matter.

Where all fighters simply attack, nobody falls, nothing is critical and no bleeding starts, the order of blows changes
nothing. Such lanes (four of five) are played here for all at once with the same rule functions; the others are handed
back untouched to the plain round, so nothing is ever undone. A test demands the same bytes with and without it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine.dice import Ints
from zodiac_sim.engine.phases.damage import damage_dealt, damage_taken
from zodiac_sim.engine.phases.to_hit import hit_chance, is_critical, lands
from zodiac_sim.engine.state import State, by_lane
from zodiac_sim.engine.tables import WIDTH, Tables


EVERY_SEAT = by_lane(np.ones(WIDTH, np.uint8))[0]


def facing(column: NDArray[Any]) -> NDArray[Any]:
    """Return, for each fighter, the value of the one he faces: in a duel the other half of the lane's machine word."""
    lanes = by_lane(column)
    half = np.asarray(lanes.dtype.itemsize * 4, lanes.dtype)
    return (lanes << half | lanes >> half).view(column.dtype)


def play_calm(s: State, t: Tables, lanes: slice) -> Ints:
    """Play the round of the calm lanes among some; return the numbers of the others, untouched.

    Writes ``hp``, ``attacks``, ``hits`` and ``bleeding_damage`` of calm lanes.
    """
    rows = slice(lanes.start * WIDTH, lanes.stop * WIDTH)
    d100, hp, loss = s.d100[rows], s.hp[rows], s.loss[rows]
    chance = hit_chance(s.skill[rows], facing(s.evade[rows]), t.rules)
    hits = lands(d100, chance, t.rules)
    critical = hits & is_critical(d100, chance, s.critical_width[rows], t.rules)
    after = (hp - facing(_damage(s, t, rows) * hits) - loss).astype(np.int16, copy=False)
    eventful = critical | (after <= 0) | (s.conditions[rows] != 0)
    if t.rules.bleeding == "injury":
        for threshold in t.sheets.thresholds[:, s.sheet[rows]]:
            eventful |= (hp > threshold) & (after <= threshold)
    calm = by_lane(eventful) == 0
    others = np.flatnonzero(~calm)
    by_lane(after)[others] = by_lane(hp)[others]
    s.hp[rows] = after
    played = (calm * EVERY_SEAT).view(np.bool_)
    s.attacks[rows] += played
    s.hits[rows] += hits & played
    if t.rules.bleeding != "none":
        s.bleeding_damage[rows] += loss * played
    return others + lanes.start


def _damage(s: State, t: Tables, rows: slice) -> Ints:
    """Return the damage that each fighter's blow does to the one he faces, were it to land and not critical (R4)."""
    dealt_percent = taken_percent = None
    if t.shares_used:
        stance = s.field("stance")[rows]
        dealt_percent, taken_percent = t.stances.dealt[stance], t.stances.taken[facing(stance.copy())]
    dealt = damage_dealt(s.raw[rows], dealt_percent, facing(s.vitality[rows]), t.rules)
    return damage_taken(dealt, t.rules, taken_percent)
