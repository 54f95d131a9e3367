"""One round of a batch: dice rolled for all, calm lanes played together, the others in the order of the rules."""

from __future__ import annotations

from itertools import zip_longest

import numpy as np

from zodiac_sim.engine import keys
from zodiac_sim.engine.ailments import BREAK
from zodiac_sim.engine.calm import play_calm
from zodiac_sim.engine.dice import Ints, damage_words, die, has, pair_words, where
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.phases import magic, maneuvers, statuses
from zodiac_sim.engine.phases.bleeding import bind, end_turns, going_on
from zodiac_sim.engine.phases.criticals import drop
from zodiac_sim.engine.phases.damage import damage_roll
from zodiac_sim.engine.phases.initiative import roll_initiative
from zodiac_sim.engine.phases.policy import THEMSELVES, Intents, choose, declare
from zodiac_sim.engine.phases.strike import Blows, Watch, apply_blows, strike
from zodiac_sim.engine.state import COVERED, DODGE, GUARD, PARRY, STUNNED, State, by_lane, lane_of, opponent, rows_of
from zodiac_sim.engine.tables import WIDTH, Tables

CHUNK = 2**14  # lanes whose dice and blows are computed at once: what fits into a core's own cache
COVERS = {"guard": GUARD, "parry": PARRY, "dodge": DODGE}


def play_round(s: State, t: Tables, *, calm: bool = True, watch: Watch | None = None) -> None:
    """Play one round of all fights, in the order of R1.

    ``calm`` says whether lanes in which order cannot matter may be played together first; it changes no number, but
    nobody can ``watch`` the blows of those.
    """
    s.begin_round()
    eventful = []
    for start in range(0, s.lanes, CHUNK):
        chunk = slice(start, min(start + CHUNK, s.lanes))
        roll_ahead(s, t, chunk)
        eventful.append(play_calm(s, t, chunk) if calm and t.can_be_calm else np.arange(chunk.start, chunk.stop))
    lanes = np.concatenate(eventful)
    lanes = lanes[where(~s.parked[lanes])]
    if t.declares:
        declare(s, t, statuses.free_to_act(s, rows_of(lanes)))
    rows, before = roll_initiative(s, t, lanes)
    for rank in range(WIDTH):
        acting = before == rank
        if rank > 0:
            acting &= going_on(s, rows)
        play_group(s, t, rows[where(acting)], watch)


def roll_ahead(s: State, t: Tables, lanes: slice) -> None:
    """Roll what nearly every fighter needs, for all at once: to hit, and damage with what he owns (R4.1, R4.2)."""
    rows = slice(lanes.start * WIDTH, lanes.stop * WIDTH)
    round_keys, sides = s.round_key[lanes], s.sides[rows]
    word = pair_words(round_keys, Roll.TO_HIT)
    s.d100[rows] = die(word, keys.D100, np.int16)
    dice = die(damage_words(word), sides, t.blow_type)
    for index in range(1, t.weapon_dice):
        dice += die(pair_words(round_keys, Roll.DAMAGE, index), sides, t.blow_type) * (s.dice[rows] > index)
    for words, line in zip(s.policy_words, t.policies.ahead, strict=True):
        words[rows] = pair_words(round_keys, Roll.POLICY, line)
    s.raw[rows] = damage_roll(dice, s.plus[rows], t.least_roll) + s.strength[rows]


def play_group(s: State, t: Tables, rows: Ints, watch: Watch | None = None) -> None:
    """Play one initiative group: starts of turn, intents, rolls, results, ends of turn (R1.2, R1.3)."""
    intents = Intents()
    if t.can_be_calm:
        quiet = by_lane(s.conditions)[lane_of(rows)] == 0
        intents.attack(rows[where(quiet)])
        rows_to_ask = rows[where(~quiet)]
    else:
        rows_to_ask = rows
    if len(rows_to_ask):
        acting = start_turns(s, t, rows_to_ask)
        choose(s, t, statuses.override(s, t, acting, intents) if t.magical else acting, intents)
    blows = _roll_blows(s, t, intents)
    aid, harm = _roll_casts(s, t, intents) if t.magical else (None, [])
    disarmers = intents.rows("disarm")
    disarmed = maneuvers.disarm(s, t, disarmers, opponent(disarmers)) if len(disarmers) else disarmers
    _apply_own(s, t, intents)
    if aid is not None:
        magic.apply_aid(s, t, aid)
    drop(s, disarmed, "weapon")
    for own_blows, own_casts in zip_longest(blows, harm):
        if len(own_blows.victims):
            apply_blows(s, t, own_blows, watch)
        if own_casts is not None:
            magic.apply_harm(s, t, own_casts)
    if t.ailments.can(BREAK):
        statuses.break_apart(s)
    _apply_after_group(s, t, intents)
    if watch is not None:
        watch.group_ends(s, rows)
    if t.magical:
        statuses.end_turns(s, t, rows)
    else:
        end_turns(s, t, rows)


def start_turns(s: State, t: Tables, rows: Ints) -> Ints:
    """Let maneuvers expire and use up stuns (R1.3, R5.7); return those who may act."""
    if t.magical:
        statuses.begin_turns(s, t, rows)
    conditions = s.conditions[rows]
    unusual = where(has(conditions, STUNNED | COVERED))
    if not len(unusual):
        return rows
    own, bits = rows[unusual], conditions[unusual]
    s.conditions[own] = bits & (0xFF ^ (STUNNED | COVERED))
    if t.can_cover:
        maneuvers.uncover(s, t, own[where(has(bits, COVERED))])
    stunned = where(has(bits, STUNNED))
    if not len(stunned):
        return rows
    s.stunned_turns[own[stunned]] += 1
    acting = np.ones(len(rows), bool)
    acting[unusual[stunned]] = False
    return rows[where(acting)]


def _in_order(s: State, intents: Intents, actors: Ints) -> list[Ints | slice]:
    """Return the positions of harmful actions that take effect together, one lot after the other (R1.2b).

    A group can meet somebody twice where he strikes himself: there it goes by seat.
    """
    themselves = intents.rows(THEMSELVES)
    if not len(themselves):
        return [slice(None)]
    torn = np.zeros(s.lanes, bool)
    torn[lane_of(themselves)] = True
    later = torn[lane_of(actors)] & (actors % WIDTH > 0)
    return [where(~later), where(later)]


def _roll_blows(s: State, t: Tables, intents: Intents) -> list[Blows]:
    """Roll attacks, bashes and Limits; return them in the order in which they take effect."""
    lots = [intents.rows("attack"), intents.rows("bash")]
    if t.magical:
        lots += [intents.rows("limit"), intents.rows(THEMSELVES)]
    attackers = np.concatenate(lots) if any(len(rows) for rows in lots[1:]) else lots[0]
    ends = np.cumsum([len(rows) for rows in lots])
    bash, limit = (_between(ends, lot) if len(lots) > lot and len(lots[lot]) else None for lot in (1, 2))
    victims = opponent(attackers)
    if t.magical:
        victims[ends[2] :] = attackers[ends[2] :]
    return [
        strike(s, t, attackers[lot], victims[lot], *(None if kind is None else kind[lot] for kind in (bash, limit)))
        for lot in _in_order(s, intents, attackers)
    ]


def _between(ends: Ints, lot: int) -> Ints:
    """Return which positions belong to a lot of those that follow each other, bool."""
    place = np.arange(ends[-1])
    found: Ints = (place >= ends[lot - 1]) & (place < ends[lot])
    return found


def _roll_casts(s: State, t: Tables, intents: Intents) -> tuple[magic.Casts | None, list[magic.Casts]]:
    """Roll spells and items; return those that aid, and those that harm in the order in which they take effect."""
    casts = magic.roll_casts(s, t, intents)
    if casts is None:
        return None, []
    harms = t.powers.harms[casts.powers]
    harmful = casts.some(where(harms))
    return casts.some(where(~harms)), [harmful.some(lot) for lot in _in_order(s, intents, harmful.casters)]


def _apply_own(s: State, t: Tables, intents: Intents) -> None:
    """Apply what actors do to themselves before anything is done to them (R1.2b)."""
    if t.can_limit:
        s.meter[intents.rows("limit")] = 0
    for word, apply in (("recover", maneuvers.recover), ("bind", bind)):
        rows = intents.rows(word)
        if len(rows):
            apply(s, t, rows)


def _apply_after_group(s: State, t: Tables, intents: Intents) -> None:
    """Apply what works only after the group: maneuvers that cover, and stances (R1.2)."""
    for word, maneuver in COVERS.items():
        rows = intents.rows(word)
        if len(rows):
            maneuvers.cover(s, t, rows, maneuver)
    rows = intents.rows("stance")
    if len(rows):
        maneuvers.take_stance(s, t, rows, intents.numbers("stance"))
