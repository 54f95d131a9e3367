"""R5: where a critical lands and what its row does."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from zodiac_sim.engine.dice import Ints, die, has, where
from zodiac_sim.engine.effects import DROPS, ITEMS, LASTS, MAIMS, ON_MOVES, ON_SKILL, STUNS
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.phases.bleeding import worsen
from zodiac_sim.engine.phases.effective import refresh_moves, refresh_skill
from zodiac_sim.engine.state import DISARMED, DROPPED, HELD, LOST, NO_ITEM, STUNNED, State
from zodiac_sim.engine.tables import Tables


@dataclass(slots=True)
class Criticals:
    """Criticals of one group as they were rolled: victim, part of the body, row of the table and its flags.

    ``disarmed`` and ``unshielded`` are the victims who drop what they held before the group.
    """

    victims: Ints
    part: Ints
    row: Ints
    flags: Ints
    disarmed: Ints
    unshielded: Ints


def roll_criticals(s: State, t: Tables, attackers: Ints, victims: Ints) -> Criticals:
    """Roll location, side, row and what drops, on the state before the group's results (R5.1 to R5.3, R1.2)."""
    tables = t.criticals
    words = s.words(attackers, Roll.LOCATION, Roll.SIDE, Roll.ROW)
    location = tables.location_of_roll[die(words[0], tables.location_die, np.intp) - 1]
    part = tables.first_part[location] + die(words[1], tables.sides[location], np.intp) - 1
    place = tables.places.of(location, s.sheet, victims)
    row = tables.row_of_roll[place, die(words[2], tables.row_die[place], np.intp) - 1]
    flags = tables.flags[row]
    s.extra_dice[attackers] += tables.dice_thrown[location]
    drops = where(has(flags, DROPS))
    disarmed, unshielded = _roll_drops(s, t, attackers[drops], victims[drops], part[drops])
    return Criticals(victims, part, row, flags, disarmed, unshielded)


def _roll_drops(s: State, t: Tables, attackers: Ints, victims: Ints, part: Ints) -> tuple[Ints, Ints]:
    """Return whose weapon and whose shield falls: what the hit side holds (R5.5), or by an even coin (R5.2)."""
    shield, weapon = s.shield[victims] == HELD, s.weapon[victims] == HELD
    if t.rules.criticals == "complex":
        shield &= t.criticals.holds_shield[part]
        weapon &= held_by(t, s.sheet[victims], part)
    else:
        s.extra_dice[attackers] += shield
        coin = die(s.words(attackers, Roll.DROP)[0], len(ITEMS))
        weapon &= ~shield | (coin == ITEMS.index("weapon") + 1)
        shield &= coin == ITEMS.index("shield") + 1
    return victims[where(weapon)], victims[where(shield)]


def held_by(t: Tables, sheet: Ints, part: Ints) -> Ints:
    """Return whether a part of the body holds the weapon; a two-handed one is held by all that hold anything (R5.5)."""
    tables = t.criticals
    held: Ints = np.where(t.sheets.two_handed[sheet], tables.holds_anything[part], tables.holds_weapon[part])
    return held


def drop(s: State, rows: Ints, item: str, state: int = DROPPED) -> None:
    """Put a held item on the ground, or let it be gone for good. Writes the item and ``conditions``."""
    getattr(s, item)[rows] = state
    if item == "weapon":
        s.conditions[rows] |= DISARMED


def wound(s: State, t: Tables, c: Criticals) -> None:
    """Apply what the rows do besides damage: stun, drops, bleeding and lasting wounds (R5.2 to R5.7)."""
    s.conditions[c.victims[where(has(c.flags, STUNS))]] |= STUNNED
    drop(s, c.disarmed, "weapon")
    drop(s, c.unshielded, "shield")
    if t.rules.bleeding == "critical":
        worsen(s, t, c.victims, c.part, t.criticals.level[c.row])
    lasting = where(has(c.flags, LASTS))
    worse = lasting[_scar(s, c.victims[lasting], c.part[lasting], c.row[lasting])]
    maimed = worse[where(has(c.flags[worse], MAIMS))]
    lose_items(s, t, c.victims[maimed], c.part[maimed])
    refresh_skill(s, t, c.victims[worse[where(has(c.flags[worse], ON_SKILL))]])
    moves = worse[where(has(c.flags[worse], ON_MOVES | MAIMS))]
    refresh_moves(s, t, np.concatenate((c.victims[moves], c.unshielded)))


def _scar(s: State, victims: Ints, part: Ints, row: Ints) -> Ints:
    """Let each part keep its worst row (R5.4); return the positions of the criticals that brought a new one."""
    wounds = s.wounds
    worse = where(row > wounds[victims, part])
    wounds[victims[worse], part[worse]] = row[worse]
    return worse


def lose_items(s: State, t: Tables, victims: Ints, parts: Ints) -> None:
    """An unusable part loses for good what it holds, also where that lies on the ground (R5.5)."""
    owned = s.shield[victims] != NO_ITEM
    drop(s, victims[where(owned & t.criticals.holds_shield[parts])], "shield", LOST)
    owned = s.weapon[victims] != NO_ITEM
    drop(s, victims[where(owned & held_by(t, s.sheet[victims], parts))], "weapon", LOST)
