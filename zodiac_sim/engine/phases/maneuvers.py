"""R7: parry, guard, dodge, disarm, recover, and stances taken (R8)."""

from __future__ import annotations

import numpy as np

from zodiac_sim.engine import keys
from zodiac_sim.engine.ailments import CURSE
from zodiac_sim.engine.dice import Ints, die, has, where
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.phases.damage import percent
from zodiac_sim.engine.phases.effective import refresh_moves
from zodiac_sim.engine.state import COVERED, DISARMED, DODGE, DROPPED, HELD, NO_COVER, PARRY, State
from zodiac_sim.engine.structure import Rules
from zodiac_sim.engine.tables import Tables


def parry_chance(defender_agility: Ints, attacker_agility: Ints, rules: Rules) -> Ints:
    """Return the chance in whole percent that an attack which would hit is parried, within 0..100 (R7.2)."""
    chance: Ints = np.clip(rules.parry_base + defender_agility - attacker_agility, 0, 100)
    return chance


def agility(s: State, t: Tables, rows: Ints) -> Ints:
    """Return the Agility that counts in a parry: with the stance and Curse, without wounds (R7.2, R8.1, R9.3)."""
    stance = t.stances.places.of(s.stance[rows], s.sheet, rows)
    left = None
    if t.ailments.can(CURSE):
        suffers = has(s.status[rows], CURSE).astype(np.intp)
        left = t.ailments.curse_percent[t.ailments.curse_places.of(suffers, s.sheet, rows)]
    return percent(t.sheets.agility[s.sheet[rows]], t.stances.agility[stance], left)


def parry(s: State, t: Tables, attackers: Ints, victims: Ints, hits: Ints) -> Ints:
    """Return those of the hits that no parry turned aside; ``hits`` are positions among the attacks."""
    parrying = where(s.cover[victims[hits]] == PARRY)
    if not len(parrying):
        return hits
    attackers, victims = attackers[hits[parrying]], victims[hits[parrying]]
    chance = parry_chance(agility(s, t, victims), agility(s, t, attackers), t.rules.of(s.sheet, victims))
    s.extra_dice[attackers] += 1
    through = np.ones(len(hits), bool)
    through[parrying] = die(s.words(attackers, Roll.PARRY)[0], keys.D100) > chance
    return hits[where(through)]


def cover(s: State, t: Tables, rows: Ints, maneuver: int) -> None:
    """Take up Guard, Parry or Dodge until the own next turn. Writes ``cover``, ``conditions``, what Dodge entails."""
    s.cover[rows] = maneuver
    s.conditions[rows] |= COVERED
    if maneuver == DODGE:
        refresh_moves(s, t, rows)


def uncover(s: State, t: Tables, rows: Ints) -> None:
    """Let maneuvers expire at the start of the own turn (R1.3). Writes ``cover`` and what Dodge entails."""
    dodging = rows[where(s.cover[rows] == DODGE)]
    s.cover[rows] = NO_COVER
    if len(dodging):
        refresh_moves(s, t, dodging)


def disarm(s: State, t: Tables, attackers: Ints, victims: Ints) -> Ints:
    """Roll disarms and count the successful; return the victims whose weapon falls (R7.4)."""
    s.extra_dice[attackers] += 1
    chance = t.rules.of(s.sheet, attackers).disarm_chance
    success = where(die(s.words(attackers, Roll.DISARM)[0], keys.D100) <= chance)
    s.disarms[attackers[success]] += 1
    return victims[success]


def recover(s: State, t: Tables, rows: Ints) -> None:
    """Pick up one dropped item, the weapon first (R7.7). Writes the item, ``conditions`` and what they entail."""
    weapon = s.weapon[rows] == DROPPED
    armed, shielded = rows[where(weapon)], rows[where(~weapon)]
    s.weapon[armed] = HELD
    s.conditions[armed] &= 0xFF ^ DISARMED
    if len(shielded):
        s.shield[shielded] = HELD
        refresh_moves(s, t, shielded)


def take_stance(s: State, t: Tables, rows: Ints, stances: Ints) -> None:
    """Change to another stance (R7.9). Writes ``stance`` and what it entails."""
    s.stance[rows] = stances
    refresh_moves(s, t, rows)
