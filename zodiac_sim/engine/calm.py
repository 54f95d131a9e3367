"""The calm round: one dense pass that plays the round of every lane in which order cannot matter.

Where both simply attack, nobody falls, nothing is critical and no bleeding starts, the order of blows changes nothing.
Such lanes (four of five) are played here for all at once with the same rule functions; the others are handed back
untouched to the plain round, so nothing is ever undone; a run without this pass ends in the same bytes.
"""

from __future__ import annotations

import numpy as np

from zodiac_sim.engine.dice import Ints, where
from zodiac_sim.engine.phases.damage import damage_dealt, damage_taken
from zodiac_sim.engine.phases.to_hit import is_critical, lands
from zodiac_sim.engine.state import HIT, State, by_lane, facing
from zodiac_sim.engine.tables import WIDTH, Tables

EVERY_SEAT = by_lane(np.ones(WIDTH, np.uint8))[0]


def play_calm(s: State, t: Tables, lanes: slice) -> Ints:
    """Play the round of the calm lanes among some; return the numbers of the others, untouched.

    Writes ``hp``, ``strikes`` and ``bleeding_damage`` of calm lanes.
    """
    rows = slice(lanes.start * WIDTH, lanes.stop * WIDTH)
    d100, chance, hp, loss = s.d100[rows], s.chance[rows], s.hp[rows], s.loss[rows]
    hits = lands(d100, chance, t.rules)
    eventful = hits & is_critical(d100, chance, s.critical_width[rows], t.rules)
    after = (hp - facing(_damage(s, t, rows) * hits) - loss).astype(np.int16, copy=False)
    eventful |= (after <= 0) | (s.conditions[rows] != 0)
    if t.rules.bleeding == "injury":
        for threshold in t.sheets.thresholds[:, s.sheet[rows]]:
            eventful |= (hp > threshold) & (after <= threshold)
    calm = by_lane(eventful) == 0
    others = where(~calm)
    by_lane(after)[others] = by_lane(hp)[others]
    s.hp[rows] = after
    played = (calm * EVERY_SEAT).view(np.bool_)
    s.strikes[rows] += played + (hits & played) * np.uint32(HIT)
    if t.rules.bleeding != "none":
        s.bleeding_damage[rows] += loss * played
    others += lanes.start
    return others


def _damage(s: State, t: Tables, rows: slice) -> Ints:
    """Return the damage that each fighter's blow does to the one he faces, were it to land and not critical (R4)."""
    rules = t.rules.of(s.sheet, rows)
    dealt_percent = taken_percent = None
    if t.shares_used:
        stance = s.stance[rows].copy()  # a column of its own, as `facing` needs
        own, other = (t.stances.places.of(each, s.sheet, rows) for each in (stance, facing(stance)))
        dealt_percent, taken_percent = t.stances.dealt[own], t.stances.taken[other]
    lowest = rules.min_damage if t.can_be_weak else None
    dealt = damage_dealt(s.raw[rows], dealt_percent, s.faced_vitality[rows], lowest)
    return damage_taken(dealt, rules, taken_percent)
