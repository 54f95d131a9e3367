"""R7.1, R7.6, R9.9: attacks, bashes and Limits of one initiative group, from the roll to hit to the wounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from zodiac_sim.engine import keys
from zodiac_sim.engine.ailments import BERSERK, CONFUSE, CURSE, SURPRISED
from zodiac_sim.engine.dice import Ints, die, has, where
from zodiac_sim.engine.effects import FELLS
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.phases import maneuvers
from zodiac_sim.engine.phases.bleeding import cross_thresholds
from zodiac_sim.engine.phases.criticals import Criticals, roll_criticals, wound
from zodiac_sim.engine.phases.damage import damage_dealt, damage_roll, damage_taken
from zodiac_sim.engine.phases.ending import ATTACK, UNCONSCIOUS, fall
from zodiac_sim.engine.phases.limit import fill_meter
from zodiac_sim.engine.phases.statuses import bring, cursed, vitality, wake
from zodiac_sim.engine.phases.to_hit import hit_chance, is_critical, lands
from zodiac_sim.engine.state import DISARMED, GUARD, HIT, STUNNED, State
from zodiac_sim.engine.tables import Tables


@dataclass(slots=True)
class Blows:
    """Blows of one group that landed on different victims, rolled but not yet applied."""

    attackers: Ints
    victims: Ints
    damage: Ints
    stunned: Ints
    critical: Ints  # which of the blows are critical
    criticals: Criticals | None  # what those look up, in the same order
    unconscious: Ints  # which of the blows fell their victim whatever the damage (R5.8)
    armed: Ints  # which of the blows bring the statuses of a weapon (R9.7)


class Watch(Protocol):
    """One who looks on while a batch is fought, and changes nothing."""

    def begins(self, s: State, t: Tables) -> None:
        """All lanes are filled for the first time."""

    def blows(self, s: State, blows: Blows, before: Ints, after: Ints) -> None:
        """Blows of a group have taken effect; ``before`` and ``after`` are the HP of their victims."""

    def group_ends(self, s: State, rows: Ints) -> None:
        """All results of the group of some fighters have taken effect, and its ends of turn are still to come."""

    def round_ends(self, s: State) -> None:
        """A round was played in all lanes that are not parked."""


def strike(
    s: State, t: Tables, attackers: Ints, victims: Ints, bash: Ints | None = None, limit: Ints | None = None
) -> Blows:
    """Roll attacks on the state before the group's results.

    Parameters
    ----------
    attackers, victims : int arrays, shape (n,)
        Rows.
    bash, limit : bool arrays or None
        Which of the attacks are bashes, and which are Limits; None if none can be.
    """
    rules = t.rules
    d100 = s.d100[attackers]
    chance = s.chance[attackers] if not t.ailments.can(CONFUSE) else _chance(s, t, attackers, victims)
    hits = where(lands(d100, chance, rules))
    if t.can_parry:
        hits = maneuvers.parry(s, t, attackers, victims, hits)
    struck = np.ones(len(attackers), np.uint32)
    struck[hits] += HIT
    s.strikes[attackers] += struck
    attackers, victims = attackers[hits], victims[hits]
    bash, limit = (None if which is None else which[hits] for which in (bash, limit))
    critical = where(_critical(s, t, attackers, victims, d100[hits], chance[hits]))
    raw = raw_damage(s, t, attackers)
    if limit is not None:
        raw[limit] *= rules.of(s.sheet, attackers[limit]).limit_multiplier
    criticals, unconscious = None, critical[:0]
    if len(critical):
        s.criticals[attackers[critical]] += 1
        if rules.criticals == "double":
            raw[critical] *= rules.of(s.sheet, attackers[critical]).critical_multiplier
        else:
            criticals = roll_criticals(s, t, attackers[critical], victims[critical])
            raw[critical] *= t.criticals.multiplier[criticals.row]
            unconscious = critical[where(has(criticals.flags, FELLS))]
    damage = _after_defence(s, t, raw, attackers, victims, bash)
    stunned = _bash_stuns(s, t, attackers, victims, bash)
    armed = where(~has(s.conditions[attackers], DISARMED)) if t.ailments.weapon.occurring else attackers[:0]
    return Blows(attackers, victims, damage, stunned, critical, criticals, unconscious, armed)


def _chance(s: State, t: Tables, attackers: Ints, victims: Ints) -> Ints:
    """Return the chances to hit where the confused may attack themselves (R2.1, R9.2)."""
    chance = s.chance[attackers]
    own = where(attackers == victims)
    himself = attackers[own]
    chance[own] = hit_chance(s.skill[himself], s.evade[himself], t.rules.of(s.sheet, himself))
    return chance


def _critical(s: State, t: Tables, attackers: Ints, victims: Ints, d100: Ints, chance: Ints) -> Ints:
    """Return whether each hit is critical: by Luck, or because it comes as a surprise (R3.1, R3.3)."""
    width = s.critical_width[attackers]
    if t.ailments.can(CURSE):
        at = where(has(s.status[attackers], CURSE))
        rows = attackers[at]
        width[at] = -(-cursed(s, t, rows, t.sheets.luck[s.sheet[rows]]) // t.rules.of(s.sheet, rows).luck_divisor)
    critical = is_critical(d100, chance, width, t.rules)
    return critical | has(s.status[victims], SURPRISED) if t.ailments.can(SURPRISED) else critical


def raw_damage(s: State, t: Tables, attackers: Ints) -> Ints:
    """Return damage roll plus Strength of landed blows, int64 (R4.1, R4.2); roll and count the dice of fists (R5.6)."""
    raw = s.raw[attackers].astype(np.int64)
    bare = where(has(s.conditions[attackers], DISARMED))
    if len(bare):
        rows, sheets, sheet = attackers[bare], t.sheets, s.sheet[attackers[bare]]
        dice, sides = sheets.fist_dice[sheet], sheets.fist_sides[sheet]
        rolled = s.throw(rows, Roll.DAMAGE, dice, sides, t.fist_dice)
        raw[bare] = damage_roll(rolled, sheets.fist_plus[sheet]) + sheets.fist_strength[sheet]
        s.extra_dice[rows] += (dice - s.dice[rows]).astype(np.int32)
    if t.ailments.can(BERSERK | CURSE):
        _change_raw(s, t, attackers, raw, bare)
    return raw


def _change_raw(s: State, t: Tables, attackers: Ints, raw: Ints, bare: Ints) -> None:
    """Let Berserk double the roll and Curse lessen Strength, in place (R4.1, R9.3)."""
    changed = where(has(s.status[attackers], BERSERK | CURSE))
    rows = attackers[changed]
    strength = s.strength[attackers].astype(np.int64)
    strength[bare] = t.sheets.fist_strength[s.sheet[attackers[bare]]]
    strength = strength[changed]
    factor = np.where(has(s.status[rows], BERSERK), t.rules.of(s.sheet, rows).berserk_factor, 1)
    raw[changed] = (raw[changed] - strength) * factor + cursed(s, t, rows, strength)


def _after_defence(s: State, t: Tables, raw: Ints, attackers: Ints, victims: Ints, bash: Ints | None) -> Ints:
    """Return the damage taken, before what HP is left is looked at (R4.3, R4.4)."""
    rules = t.rules.of(s.sheet, attackers)
    dealt_percent = taken_percent = None
    if t.shares_used:
        own, other = (t.stances.places.of(s.stance[rows], s.sheet, rows) for rows in (attackers, victims))
        dealt_percent, taken_percent = t.stances.dealt[own], t.stances.taken[other]
    lowest = rules.min_damage if t.can_be_weak else None
    own_vitality = vitality(s, t, victims) if t.magical else s.faced_vitality[attackers]
    dealt = damage_dealt(raw, dealt_percent, own_vitality, lowest)
    taken = damage_taken(dealt, rules, taken_percent)
    if bash is None and not t.can_guard:
        return taken
    guarded = s.cover[victims] == GUARD
    lessened = where(guarded if bash is None else guarded | bash)
    rules = t.rules.of(s.sheet, attackers[lessened])
    guard_percent = np.where(guarded[lessened], rules.guard_damage, 100)
    bash_percent = None if bash is None else np.where(bash[lessened], rules.bash_damage, 100)
    own_percent = None if taken_percent is None else taken_percent[lessened]
    taken[lessened] = damage_taken(dealt[lessened], rules, own_percent, guard_percent, bash_percent)
    return taken


def _bash_stuns(s: State, t: Tables, attackers: Ints, victims: Ints, bash: Ints | None) -> Ints:
    """Return the victims stunned by a bash (R7.6)."""
    if bash is None:
        return victims[:0]
    at = where(bash)
    bashers = attackers[at]
    s.extra_dice[bashers] += 1
    stuns = die(s.words(bashers, Roll.BASH_STUN)[0], keys.D100) <= t.rules.of(s.sheet, bashers).bash_stun_chance
    return victims[at[where(stuns)]]


def apply_blows(s: State, t: Tables, blows: Blows, watch: Watch | None = None) -> None:
    """Apply rolled blows: HP, falls, wounds, stuns, thresholds (R1.2b, R4.6). Writes what those write."""
    victims = blows.victims
    before = s.hp[victims].astype(np.int64)
    after = before - np.minimum(blows.damage, before)
    after[blows.unconscious] = 0
    s.hp[victims] = after
    if t.magical:
        fill_meter(s, t, victims, before - after)
        wake(s, t, victims[where(after < before)])
    if t.rules.bleeding == "injury":
        cross_thresholds(s, t, victims, before, after)
    if blows.criticals is not None:
        wound(s, t, blows.criticals)
    s.conditions[blows.stunned] |= STUNNED
    fallen = where(after == 0)
    if len(fallen):
        cause = np.full(len(after), ATTACK)
        cause[blows.unconscious] = UNCONSCIOUS
        fall(s, victims[fallen], cause[fallen])
    if len(blows.armed):
        attackers = blows.attackers[blows.armed]
        bring(s, t, t.ailments.weapon, s.sheet[attackers], attackers, victims[blows.armed])
    if watch is not None:
        watch.blows(s, blows, before, after)
