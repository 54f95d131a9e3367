"""R9.1 to R9.7, R6.5: surprise and statuses, from the start of a turn to its end."""

from __future__ import annotations

import numpy as np

from zodiac_sim.engine import keys
from zodiac_sim.engine.ailments import (
    BERSERK,
    BREAK,
    CONFUSE,
    CURSE,
    DARKNESS,
    FOR_EVER,
    NEVER,
    POISON,
    REGEN,
    SLEEP,
    SURPRISED,
    ZOMBIE,
    Brought,
)
from zodiac_sim.engine.dice import Ints, die, has, where
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.phases import ending
from zodiac_sim.engine.phases.bleeding import cross_thresholds, ease_everywhere, going_on
from zodiac_sim.engine.phases.damage import at_least, damage_roll
from zodiac_sim.engine.phases.effective import refresh_moves, refresh_skill
from zodiac_sim.engine.phases.ending import fall, take_out
from zodiac_sim.engine.phases.policy import Intents
from zodiac_sim.engine.state import AFFLICTED, DOWN, STUNNED, State
from zodiac_sim.engine.tables import WIDTH, Tables
from zodiac_sim.rules.magic import STATUSES

POISON_NUMBER = STATUSES.index("poison")  # the one status that keeps the Magic it was given with (R9.4)
ALL = 0xFFFF


def cursed(s: State, t: Tables, rows: Ints, stat: Ints) -> Ints:
    """Return a stat of fighters, what Curse leaves of it where they are cursed, rounded down (R9.3)."""
    if not t.ailments.can(CURSE):
        return stat
    suffering = where(has(s.status[rows], CURSE))
    if not len(suffering):
        return stat
    stat = stat.copy()
    stat[suffering] = stat[suffering] * t.rules.of(s.sheet, rows[suffering]).curse // 100
    return stat


def vitality(s: State, t: Tables, rows: Ints) -> Ints:
    """Return the Vitality that counts now, int64."""
    return cursed(s, t, rows, s.vitality[rows].astype(np.int64))


def poison_loss(roll: Ints, magic: Ints, own_vitality: Ints, least: Ints | int) -> Ints:
    """Return the HP that poison takes at an end of turn (R9.4)."""
    return at_least(roll + magic - own_vitality, least)


def longer(turns: Ints, others: Ints) -> Ints:
    """Return the longer of two durations in own turns, below 0 without end (R9.7)."""
    return np.where((turns < 0) | (others < 0), FOR_EVER, np.maximum(turns, others))


def begin_turns(s: State, t: Tables, rows: Ints) -> None:
    """End surprise, and note the statuses that are there at the start of a turn (R9.1, R9.7)."""
    if t.ailments.can(SURPRISED):
        caught = rows[where(has(s.status[rows], SURPRISED))]
        if len(caught):
            end(s, t, caught, SURPRISED)
    s.counted[rows] = s.status[rows]


def override(s: State, t: Tables, rows: Ints, intents: Intents) -> Ints:
    """Let statuses take over the turns of those they rule; return the others, who act as they like (R9.2)."""
    status = s.status[rows]
    if not t.ailments.can(SLEEP | CONFUSE | BERSERK):
        return rows
    awake = ~has(status, SLEEP)
    confused = where(awake & has(status, CONFUSE))
    if len(confused):
        attack_anybody(s, rows[confused], intents)
    raging = where(awake & has(status, BERSERK) & ~has(status, CONFUSE))
    intents.attack(rows[raging])
    return rows[where(awake & ~has(status, CONFUSE | BERSERK))]


def free_to_act(s: State, rows: Ints) -> Ints:
    """Return those of some fighters who stand in fights that go on and whose next turn nothing takes over (R9.2)."""
    ruled = has(s.status[rows], SLEEP | CONFUSE | BERSERK) | has(s.conditions[rows], STUNNED)
    return rows[where(going_on(s, rows) & ~ruled)]


def attack_anybody(s: State, rows: Ints, intents: Intents) -> None:
    """Let the confused attack one of those standing, themselves included; in a duel both stand (R9.2)."""
    s.extra_dice[rows] += 1
    seat = die(s.words(rows, Roll.TARGET)[0], WIDTH, np.intp) - 1
    himself = seat == rows % WIDTH
    intents.attack(rows[where(~himself)])
    intents.attack_themselves(rows[where(himself)])


def bring(s: State, t: Tables, brought: Brought, things: Ints, by: Ints, rows: Ints, magic: Ints | None = None) -> None:
    """Roll whether things bring their statuses to fighters who are not at 0 HP, and give those (R9.7).

    Parameters
    ----------
    things, by, rows : int arrays, shape (n,)
        What may bring statuses, who uses it, and whom it meets, nobody twice.
    magic : int array, optional
        Magic of the poison, that of the things by default.
    """
    bringing = where(brought.any[things] & ~has(s.conditions[rows], DOWN))
    things, by, rows = things[bringing], by[bringing], rows[bringing]
    for number in brought.occurring if len(rows) else ():
        chance = brought.chance[:, number][things]
        rolled = where(chance != NEVER)
        if not len(rolled):
            continue
        s.extra_dice[by[rolled]] += 1
        roll = die(s.words(by[rolled], Roll.STATUS, index=number)[0], keys.D100)
        given = rolled[where((roll <= chance[rolled]) & (brought.turns[things[rolled], number] != 0))]
        own = brought.magic[things[given], number] if magic is None else magic[bringing[given]]
        give(s, t, rows[given], number, brought.turns[things[given], number], own)


def give(s: State, t: Tables, rows: Ints, number: int, turns: Ints, magic: Ints) -> None:
    """Give a status to fighters; one that is there keeps the longer duration and the higher Magic (R9.7).

    Writes ``status``, ``turns``, ``poison_magic``, ``conditions`` and what the status entails.
    """
    bit = 1 << number
    there = has(s.status[rows], bit)
    s.turns[rows, number] = np.where(there, longer(s.turns[rows, number], turns), turns)
    if number == POISON_NUMBER:
        s.poison_magic[rows] = np.where(there, np.maximum(s.poison_magic[rows], magic), magic)
    s.status[rows] |= bit
    s.conditions[rows] |= AFFLICTED
    if bit & (CURSE | DARKNESS):
        new = rows[where(~there)]
        _refresh(s, t, new, np.full(len(new), bit))


def end(s: State, t: Tables, rows: Ints, bits: Ints | int) -> None:
    """End statuses of fighters, the bits of each. Writes ``status``, ``counted``, ``conditions``, what they entail."""
    ended = s.status[rows] & bits
    s.status[rows] ^= ended
    s.counted[rows] &= ALL ^ ended
    free = rows[where(s.status[rows] == 0)]
    s.conditions[free] &= 0xFF ^ AFFLICTED
    _refresh(s, t, rows, ended)


def _refresh(s: State, t: Tables, rows: Ints, changed: Ints) -> None:
    """Bring up to date what follows from statuses that came or went."""
    on_skill = rows[where(has(changed, CURSE | DARKNESS))]
    if len(on_skill):
        refresh_skill(s, t, on_skill)
    on_moves = rows[where(has(changed, CURSE | SURPRISED))]
    if len(on_moves):
        refresh_moves(s, t, on_moves)


def wake(s: State, t: Tables, rows: Ints) -> None:
    """End Sleep and Confuse of those who lost HP to a blow (R9.2)."""
    struck = rows[where(has(s.status[rows], SLEEP | CONFUSE))]
    if len(struck):
        end(s, t, struck, SLEEP | CONFUSE)


def break_apart(s: State) -> None:
    """Take those out of the fight who are turned to stone and not at 0 HP (R9.2)."""
    broken = where(has(s.status, BREAK) & ~has(s.conditions, DOWN))
    if len(broken):
        s.cause[broken] = ending.BREAK
        take_out(s, broken)


def end_turns(s: State, t: Tables, rows: Ints) -> None:
    """Play the end of turn of those of some fighters who stand in fights that go on (R6.5, R9.4, R9.5).

    Writes ``hp``, ``bleeding_damage``, ``other_damage``, ``healed``, levels, statuses and what they entail.
    """
    rows = rows[where(going_on(s, rows))]
    status = s.status[rows]
    changing = where((s.loss[rows] != 0) | has(status, REGEN | POISON))
    fallen = cause = rows[:0]
    if len(changing):
        fallen, cause = _settle(s, t, rows[changing], status[changing])
    _count_down(s, t, rows[where(s.counted[rows])])
    if len(fallen):
        fall(s, fallen, cause)


def _settle(s: State, t: Tables, rows: Ints, status: Ints) -> tuple[Ints, Ints]:
    """Let Regen, bleeding and poison change HP; return those who are at 0 by it, and the cause (R6.5 a, b, R9.5)."""
    if t.ailments.can(REGEN):
        ease_everywhere(s, t, rows[where(has(status, REGEN))])
    undead = has(status, ZOMBIE)
    gain, poison = _regen_gain(s, t, rows, status), _poison(s, t, rows, status)
    gain, harm = np.where(undead, poison, gain), np.where(undead, gain, poison)
    before = s.hp[rows].astype(np.int64)
    bled = np.minimum(s.loss[rows], before + gain)
    harmed = np.minimum(harm, before + gain - bled)
    after = np.minimum(before + gain - bled - harmed, t.sheets.max_hp[s.sheet[rows]])
    s.hp[rows] = after
    s.bleeding_damage[rows] += bled.astype(np.int32)
    s.other_damage[rows] += harmed.astype(np.int32)
    s.healed[rows] += (after - before + bled + harmed).astype(np.int32)
    if t.rules.bleeding == "injury":
        cross_thresholds(s, t, rows, before, after)
    fallen = where(after == 0)
    by_harm = np.where(undead[fallen], ending.RECOVERY, ending.POISON)
    return rows[fallen], np.where(harmed[fallen] > 0, by_harm, ending.BLEEDING)


def _regen_gain(s: State, t: Tables, rows: Ints, status: Ints) -> Ints:
    """Return the HP that Regen gives each fighter, 0 without it (R6.5 b)."""
    gain: Ints = t.sheets.regen_gain[s.sheet[rows]] * has(status, REGEN)
    return gain


def _poison(s: State, t: Tables, rows: Ints, status: Ints) -> Ints:
    """Roll what poison does to each fighter, 0 without it (R9.4)."""
    loss = np.zeros(len(rows), np.int64)
    at = where(has(status, POISON))
    if len(at):
        poisoned, dice = rows[at], t.rules.poison_dice
        s.extra_dice[poisoned] += dice.count
        roll = damage_roll(s.throw(poisoned, Roll.POISON, dice.count, dice.sides, dice.count), dice.plus)
        least = t.rules.of(s.sheet, poisoned).poison_least
        loss[at] = poison_loss(roll, s.poison_magic[poisoned], vitality(s, t, poisoned), least)
    return loss


def _count_down(s: State, t: Tables, rows: Ints) -> None:
    """Count down the statuses that were there when the turn began; they are over at 0 (R6.5 c, R9.7)."""
    if not len(rows):
        return
    counted = s.counted[rows]
    over = np.zeros(len(rows), np.uint16)
    for number in t.ailments.numbers:
        at = where(has(counted, 1 << number))
        turns = s.turns[:, number]
        left = turns[rows[at]]
        left = left - (left > 0)
        turns[rows[at]] = left
        over[at[where(left == 0)]] |= 1 << number
    ended = where(over)
    if len(ended):
        end(s, t, rows[ended], over[ended])
