"""R5: where a critical lands and what its row does."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from zodiac_sim.engine.dice import Ints, die
from zodiac_sim.engine.effects import HELD_ITEMS, SHIELD, WEAPON
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.phases.bleeding import worsen
from zodiac_sim.engine.phases.effective import refresh
from zodiac_sim.engine.state import DISARMED, DROPPED, HELD, LOST, NO_ITEM, STUNNED, State
from zodiac_sim.engine.tables import Tables


@dataclass(slots=True)
class Criticals:
    """Criticals of one group as they were rolled: victim, row of the table, part of the body, dice thrown."""

    victims: Ints
    row: Ints
    part: Ints
    drops: Ints  # (critical, item): whether the shield, the weapon falls
    dice: Ints


def roll_criticals(s: State, t: Tables, attackers: Ints, victims: Ints) -> Criticals:
    """Roll location, side, row and what drops, on the state before the group's results (R5.1 to R5.3, R1.2)."""
    tables = t.criticals
    roll = die(s.words(attackers, Roll.LOCATION), tables.location_die, np.intp)
    location = tables.location_of_roll[roll - 1]
    part, row = tables.first_part[location], tables.row_of_roll[location, 0]
    dice = np.ones(len(attackers), np.int32)
    sided = np.flatnonzero(tables.sides[location] > 1)
    if len(sided):
        side = die(s.words(attackers[sided], Roll.SIDE), tables.sides[location[sided]], np.intp)
        part[sided] += side - 1
        dice[sided] += 1
    tabled = np.flatnonzero(tables.row_die[location])
    if len(tabled):
        where = location[tabled]
        roll = die(s.words(attackers[tabled], Roll.ROW), tables.row_die[where], np.intp)
        row[tabled] = tables.row_of_roll[where, roll - 1]
        dice[tabled] += 1
    criticals = Criticals(victims, row, part, np.zeros((len(row), len(HELD_ITEMS)), bool), dice)
    _roll_drops(s, t, attackers, criticals)
    return criticals


def _roll_drops(s: State, t: Tables, attackers: Ints, c: Criticals) -> None:
    """Decide what falls: what the hit side holds (R5.5), or by an even coin under the Simple method (R5.2)."""
    at = np.flatnonzero(t.criticals.drop[c.row])
    if not len(at):
        return
    victims = c.victims[at]
    shield, weapon = s.field("shield")[victims] == HELD, s.field("weapon")[victims] == HELD
    if t.rules.criticals == "complex":
        c.drops[at, SHIELD] = shield & t.criticals.holds[c.part[at], SHIELD]
        c.drops[at, WEAPON] = weapon & held_by(t, s.sheet[victims], c.part[at])
        return
    coin = np.full(len(at), WEAPON)
    tossed = np.flatnonzero(shield)
    coin[tossed] = WEAPON + 1 - die(s.words(attackers[at[tossed]], Roll.DROP), len(HELD_ITEMS), np.intp)
    c.dice[at[tossed]] += 1
    c.drops[at, SHIELD] = coin == SHIELD
    c.drops[at, WEAPON] = weapon & (coin == WEAPON)


def held_by(t: Tables, sheet: Ints, part: Ints) -> Ints:
    """Return whether a part of the body holds the weapon; a two-handed one is held by all that hold anything (R5.5)."""
    tables = t.criticals
    held: Ints = np.where(t.sheets.two_handed[sheet], tables.holds_anything[part], tables.holds[part, WEAPON])
    return held


def drop(s: State, rows: Ints, item: str, state: int = DROPPED) -> None:
    """Put a held item on the ground, or let it be gone for good. Writes the body's item and ``conditions``."""
    s.field(item)[rows] = state
    if item == HELD_ITEMS[WEAPON]:
        s.conditions[rows] |= DISARMED


def wound(s: State, t: Tables, c: Criticals) -> None:
    """Apply what the rows do besides damage: stun, drops, bleeding and lasting wounds (R5.2 to R5.7)."""
    tables = t.criticals
    s.conditions[c.victims[np.flatnonzero(tables.stun[c.row])]] |= STUNNED
    for number, item in enumerate(HELD_ITEMS):
        drop(s, c.victims[np.flatnonzero(c.drops[:, number])], item)
    if t.rules.bleeding == "critical":
        worsen(s, t, c.victims, c.part, tables.level[c.row])
    present = s.field("wounds")[c.victims, c.part]
    worse = np.flatnonzero(c.row > present)
    s.field("wounds")[c.victims[worse], c.part[worse]] = c.row[worse]
    changed = worse[np.flatnonzero(tables.lasting.changes[c.row[worse]] | tables.lasting.changes[present[worse]])]
    unusable = worse[np.flatnonzero(tables.unusable[c.row[worse]])]
    lose_items(s, t, c.victims[unusable], c.part[unusable])
    shieldless = np.flatnonzero(c.drops[:, SHIELD])
    refresh(s, t, c.victims[np.concatenate((changed, shieldless, unusable))])


def lose_items(s: State, t: Tables, victims: Ints, parts: Ints) -> None:
    """An unusable part loses for good what it holds, also where that lies on the ground (R5.5)."""
    owned = s.field("shield")[victims] != NO_ITEM
    drop(s, victims[np.flatnonzero(owned & t.criticals.holds[parts, SHIELD])], "shield", LOST)
    owned = s.field("weapon")[victims] != NO_ITEM
    drop(s, victims[np.flatnonzero(owned & held_by(t, s.sheet[victims], parts))], "weapon", LOST)
