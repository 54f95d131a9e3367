"""R6.8, R9.8, R9.10: spells, items and Draw of one initiative group, from the dice to what they do."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from zodiac_sim.engine import keys
from zodiac_sim.engine.ailments import ZOMBIE
from zodiac_sim.engine.dice import Ints, die, has, where
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.phases import ending
from zodiac_sim.engine.phases.bleeding import cross_thresholds, ease_everywhere
from zodiac_sim.engine.phases.damage import at_least, damage_roll, damage_taken
from zodiac_sim.engine.phases.ending import fall, note_deaths
from zodiac_sim.engine.phases.limit import fill_meter
from zodiac_sim.engine.phases.policy import Intents
from zodiac_sim.engine.phases.statuses import POISON_NUMBER, bring, cursed, end, vitality
from zodiac_sim.engine.powers import ANY_SPELL
from zodiac_sim.engine.state import GUARD, State, opponent
from zodiac_sim.engine.structure import Rules
from zodiac_sim.engine.tables import Tables


@dataclass(slots=True)
class Casts:
    """Spells and items of a group as they were rolled, not yet applied: who, which, at whom.

    ``amount`` is the HP that a harm takes or an aid gives, ``magic`` the Magic of what poison they bring.
    """

    casters: Ints
    powers: Ints
    targets: Ints
    amount: Ints
    magic: Ints
    undead: Ints

    def some(self, positions: Ints | slice) -> Casts:
        """Return some of them."""
        parts = (getattr(self, name)[positions] for name in self.__slots__)
        return Casts(*parts)


def draw_chance(base: Ints, level: Ints, rules: Rules) -> Ints:
    """Return the chance to draw a spell in whole percent (R9.8); ``base`` holds the bonus."""
    chance: Ints = np.minimum(np.maximum(base - rules.draw_level_cost * level, 0), rules.draw_cap)
    return chance


def roll_casts(s: State, t: Tables, intents: Intents) -> Casts | None:
    """Roll what spells and items of a group come to, and pay for them; None where there are none.

    Own results (R1.2b): writes ``mp``, ``stores`` and ``extra_dice`` of those who act.
    """
    rows, powers = intents.rows("cast"), intents.numbers("cast")
    items, kinds = intents.rows("item"), intents.numbers("item")
    drawn, spells = _draw_cast(s, t, intents.rows("draw_cast"), intents.numbers("draw_cast"))
    _pay(s, t, rows, powers)
    s.stores[items, kinds] -= 1
    _draw(s, t, intents.rows("draw"), intents.numbers("draw"))
    casters, powers = np.concatenate((rows, items, drawn)), np.concatenate((powers, kinds, spells))
    return _rolled(s, t, casters, powers) if len(casters) else None


def _pay(s: State, t: Tables, rows: Ints, powers: Ints) -> None:
    """Use up a drawn spell or, where there is none, the MP of the spell (R9.10)."""
    in_store = s.stores[rows, powers] > 0
    stored, spent = where(in_store), where(~in_store)
    s.stores[rows[stored], powers[stored]] -= 1
    s.mp[rows[spent]] -= t.powers.mp[powers[spent]].astype(np.uint16)


def _draw(s: State, t: Tables, rows: Ints, wanted: Ints) -> None:
    """Draw spells and keep them (R9.8)."""
    rows, spells = _drawn(s, t, rows, wanted)
    dice = t.rules.draw_dice
    s.extra_dice[rows] += dice.count
    count = damage_roll(s.throw(rows, Roll.DRAWN, dice.count, dice.sides, dice.count), dice.plus)
    s.stores[rows, spells] += count.astype(np.int32)


def _draw_cast(s: State, t: Tables, rows: Ints, wanted: Ints) -> tuple[Ints, Ints]:
    """Return who draws a spell and casts it at once, and which; one for the fallen finds nobody in a duel (R9.8)."""
    rows, spells = _drawn(s, t, rows, wanted)
    useful = where(t.powers.for_standing[spells])
    return rows[useful], spells[useful]


def _drawn(s: State, t: Tables, rows: Ints, wanted: Ints) -> tuple[Ints, Ints]:
    """Roll draws; return those that succeed, and the number of the spell of each (R9.8)."""
    if not len(rows):
        return rows, wanted
    powers, sheet = t.powers, s.sheet[rows]
    words = s.words(rows, Roll.LORE, Roll.CHOICE, Roll.DRAW)
    lore, d100 = (die(words[place], keys.D100) for place in (0, 2))
    chosen = (lore <= cursed(s, t, rows, powers.lore[sheet])) & (wanted != ANY_SPELL)
    size = powers.in_source[sheet]
    spells = np.where(chosen, wanted, powers.sources[sheet, die(words[1], size, np.intp) - 1])
    s.extra_dice[rows] += 2 + (~chosen & (size > 1))
    success = where(d100 <= draw_chance(powers.draw[sheet], powers.level[spells], t.rules.of(s.sheet, rows)))
    return rows[success], spells[success]


def _rolled(s: State, t: Tables, casters: Ints, number: Ints) -> Casts:
    powers = t.powers
    targets = np.where(powers.harms[number], opponent(casters), casters)
    undead = has(s.status[targets], ZOMBIE)
    magic = cursed(s, t, casters, powers.magic[s.sheet[casters]])
    amount = _throw(s, t, casters, number) + magic * powers.adds_magic[number]
    hurt = where(powers.hurts[number])
    if len(hurt):
        amount[hurt] = _harm(s, t, targets[hurt], number[hurt], amount[hurt], undead[hurt])
    poison = np.where(powers.is_spell[number], magic, powers.brought.magic[number, POISON_NUMBER])
    return Casts(casters, number, targets, amount, poison, undead)


def _throw(s: State, t: Tables, casters: Ints, number: Ints) -> Ints:
    """Throw the dice of spells and items, int64 (R9.10)."""
    powers, dice = t.powers, t.powers.dice[number]
    s.extra_dice[casters] += dice.astype(np.int32)
    rolled = s.throw(casters, Roll.POWER, dice, powers.sides[number], powers.most_dice)
    return damage_roll(rolled, powers.plus[number])


def _harm(s: State, t: Tables, targets: Ints, number: Ints, amount: Ints, undead: Ints) -> Ints:
    """Return the HP that spells and items are to take, before what HP is left is looked at (R9.10, R4.4)."""
    rules = t.rules.of(s.sheet, targets)
    through = at_least(amount - vitality(s, t, targets) * t.powers.resisted[number], rules.min_damage)
    through = through * np.where(undead & t.powers.holy[number], rules.holy_factor, 1)
    stance = t.stances.taken[t.stances.places.of(s.stance[targets], s.sheet, targets)]
    guard = np.where(s.cover[targets] == GUARD, rules.guard_damage, 100)
    return damage_taken(through, rules, stance, guard)


def apply_aid(s: State, t: Tables, casts: Casts) -> None:
    """Let spells and items heal and cure those who cast or used them (R6.8, R1.2b).

    Writes ``hp``, ``healed``, ``other_damage``, levels, statuses and what they entail.
    """
    healing = casts.some(where(t.powers.heals[casts.powers]))
    if len(healing.casters):
        _heal(s, t, healing)
    _after_hp(s, t, casts)


def _heal(s: State, t: Tables, casts: Casts) -> None:
    """Give HP back, or take it from Zombies, then lower all bleeding by a level (R6.8, R9.5)."""
    rows = casts.targets
    before = s.hp[rows].astype(np.int64)
    gained = np.where(casts.undead, 0, np.minimum(casts.amount, t.sheets.max_hp[s.sheet[rows]] - before))
    lost = np.where(casts.undead, np.minimum(casts.amount, before), 0)
    after = before + gained - lost
    s.hp[rows] = after
    s.healed[rows] += gained.astype(np.int32)
    s.other_damage[rows] += lost.astype(np.int32)
    if t.rules.bleeding == "injury":
        cross_thresholds(s, t, rows, before, after)
    ease_everywhere(s, t, rows)
    fallen = where(after == 0)
    if len(fallen):
        fall(s, rows[fallen], ending.RECOVERY)


def apply_harm(s: State, t: Tables, casts: Casts) -> None:
    """Let spells and items harm their targets, nobody twice (R9.10). Writes what that entails; nobody wakes of it."""
    hurting = casts.some(where(t.powers.hurts[casts.powers]))
    rows = hurting.targets
    before = s.hp[rows].astype(np.int64)
    after = before - np.minimum(hurting.amount, before)
    s.hp[rows] = after
    fill_meter(s, t, rows, before - after)
    if t.rules.bleeding == "injury":
        cross_thresholds(s, t, rows, before, after)
    fallen = where(after == 0)
    if len(fallen):
        fall(s, rows[fallen], ending.ATTACK)
    _after_hp(s, t, casts)


def _after_hp(s: State, t: Tables, casts: Casts) -> None:
    """End statuses that are cured, and bring others (R9.7)."""
    cures = t.powers.cures[casts.powers]
    curing = where(cures)
    if len(curing):
        cured = casts.targets[curing]
        end(s, t, cured, cures[curing].astype(np.uint16))
        note_deaths(s, cured[where(s.hp[cured] == 0)])
    bring(s, t, t.powers.brought, casts.powers, casts.casters, casts.targets, casts.magic)
