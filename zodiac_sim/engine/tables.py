"""Scenarios as the small integer arrays that the phases read: all that follows from rules and fighters alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from zodiac_sim.engine.dice import Ints
from zodiac_sim.engine.effects import CriticalTables, Share, build_critical_tables, share
from zodiac_sim.engine.keys import matchup_key
from zodiac_sim.engine.policies import Policies, compile_policies
from zodiac_sim.rules.checked import Dice
from zodiac_sim.rules.model import Ruleset, Stance
from zodiac_sim.study.fighter import Fighter
from zodiac_sim.study.study import Scenario

WIDTH = 2  # seats of a lane, side a and side b by turns
PADDING = 8
FOR_EVER = -1


@dataclass(frozen=True, slots=True)
class Sheets:
    """The fighters of all scenarios, one entry each: fighter f of scenario s at ``WIDTH × s + f``.

    ``dice``, ``sides``, ``plus`` and ``strength`` tell of a blow with what he owns (R4.1, R4.2), ``fist_strength`` of
    one without (R5.6).
    """

    max_hp: Ints
    skill: Ints
    evade: Ints
    speed: Ints
    agility: Ints
    vitality: Ints
    critical_width: Ints
    dice: Ints
    sides: Ints
    plus: Ints
    strength: Ints
    fist_strength: Ints
    owns_weapon: Ints
    two_handed: Ints
    owns_shield: Ints
    shield_evade: Ints
    stance: Ints
    regen_turns: Ints
    regen_gain: Ints
    thresholds: Ints  # (threshold, sheet): HP at or below which a level starts, mildest first (R6.2)
    policy: Ints
    plain: Ints


@dataclass(frozen=True, slots=True)
class Stances:
    """The stances by number: factors in whole percent, and the Agility each leaves to what it drives (R8)."""

    dealt: Ints
    taken: Ints
    agility: Ints
    speed_share: Share
    evade_share: Share


@dataclass(frozen=True, slots=True)
class Tables:
    """All that a batch of scenarios under one ruleset reads while it is fought."""

    rules: Ruleset
    keys: tuple[int, ...]
    sheets: Sheets
    stances: Stances
    criticals: CriticalTables
    policies: Policies
    started: tuple[int, ...]  # the level that each threshold starts
    level_loss: Ints  # index level -> percent of maximum HP lost a round, 0 for no bleeding
    dodge_share: Share  # index 1 -> what Dodge makes of Evade
    dodge_flat: int
    weapon_dice: int  # the most dice any fighter throws with what he owns
    blow_type: type[np.signedinteger[Any]]  # holds any damage that no critical multiplies, and its percentages
    loss_type: type[np.signedinteger[Any]]  # holds any loss to bleeding
    least_roll: int | None  # 0, or None where no damage roll can be less; likewise below
    least_damage: int | None
    padded_parts: int  # parts of the body, rounded up so that a lane's parts are whole machine words
    untouched: frozenset[str]  # columns of the state that nothing in this batch can change
    shares_used: bool  # whether any stance that can occur changes damage; likewise below
    regen_used: bool
    shields_used: bool
    can_be_calm: bool  # whether any fight can have calm rounds, and the numbers are small enough for them
    can_parry: bool
    can_guard: bool
    can_cover: bool


def build_tables(scenarios: Sequence[Scenario], seed: int) -> Tables:
    """Return the tables of scenarios that share one ruleset."""
    rules = scenarios[0].rules
    fighters = [fighter for scenario in scenarios for side in scenario.sides for fighter in side]
    names = list(rules.stances)
    policies = compile_policies([fighter.policy for fighter in fighters], [f.hp for f in fighters], rules)
    stances = _stances(rules)
    criticals = build_critical_tables(rules)
    reachable = [rules.stances[name] for name in {f.stance for f in fighters} | {names[n] for n in policies.stances}]
    relative = rules.dodge == "relative"
    regen_used = any(fighter.statuses.regen is not None for fighter in fighters)
    sheets = _sheets(fighters, rules, policies)
    weakest = _weakest_blow(sheets, reachable, criticals, rules)
    largest_loss = max(rules.bleeding_loss.values()) * len(rules.parts) * int(sheets.max_hp.max()) // 100
    return Tables(
        rules=rules,
        keys=tuple(matchup_key(seed, scenario.names, scenario.repeat) for scenario in scenarios),
        sheets=sheets,
        stances=stances,
        criticals=criticals,
        policies=policies,
        started=tuple(n for n, level in enumerate(rules.levels, start=1) if level in rules.injury_thresholds),
        level_loss=np.array([0, *rules.bleeding_loss.values()]),
        dodge_share=share([100, 100 + rules.dodge_bonus if relative else 100]),
        dodge_flat=0 if relative else rules.dodge_bonus,
        weapon_dice=max(_blow(fighter, rules)[0].count for fighter in fighters),
        blow_type=_narrowest(_largest_blow(sheets, stances)),
        loss_type=_narrowest(largest_loss),
        least_roll=0 if (sheets.dice + sheets.plus < 0).any() else None,
        least_damage=rules.min_damage if weakest < rules.min_damage else None,
        padded_parts=-(-len(rules.parts) // PADDING) * PADDING,
        untouched=_untouched(rules, regen_used),
        shares_used=any(stance.damage_dealt != 100 or stance.damage_taken != 100 for stance in reachable),
        regen_used=regen_used,
        shields_used=any(fighter.shield is not None for fighter in fighters),
        can_be_calm=_is_small(sheets, stances, largest_loss) and bool(sheets.plain.reshape(-1, WIDTH).all(1).any()),
        can_parry=policies.uses("parry"),
        can_guard=policies.uses("guard"),
        can_cover=policies.uses("parry", "guard", "dodge"),
    )


def _blow(fighter: Fighter, rules: Ruleset) -> tuple[Dice, int]:
    """Return the dice a fighter throws with what he owns, and the Strength he adds (R4.2, R5.6)."""
    if fighter.weapon is None:
        return rules.unarmed_dice, fighter.strength
    return fighter.weapon.dice, fighter.strength if fighter.weapon.kind == "melee" else 0


def _sheets(fighters: list[Fighter], rules: Ruleset, policies: Policies) -> Sheets:
    def stat(name: str) -> Ints:
        return np.array([getattr(fighter, name) for fighter in fighters])

    blows = [_blow(fighter, rules) for fighter in fighters]
    max_hp = stat("hp")
    luck = stat("luck")
    names = list(rules.stances)
    regen = [fighter.statuses.regen for fighter in fighters]
    marks = (rules.injury_thresholds[level] for level in rules.levels if level in rules.injury_thresholds)
    thresholds = [mark * max_hp // 100 for mark in marks]
    return Sheets(
        max_hp=max_hp,
        skill=stat("skill"),
        evade=stat("evade"),
        speed=stat("speed"),
        agility=stat("agility"),
        vitality=stat("vitality"),
        critical_width=-(-luck // rules.luck_divisor),
        dice=np.array([dice.count for dice, _ in blows]),
        sides=np.array([dice.sides for dice, _ in blows]),
        plus=np.array([dice.plus for dice, _ in blows]),
        strength=np.array([strength for _, strength in blows]),
        fist_strength=stat("strength"),
        owns_weapon=np.array([fighter.weapon is not None for fighter in fighters]),
        two_handed=np.array([fighter.weapon is not None and fighter.weapon.hands == 2 for fighter in fighters]),
        owns_shield=np.array([fighter.shield is not None for fighter in fighters]),
        shield_evade=np.array([fighter.shield.evade if fighter.shield else 0 for fighter in fighters]),
        stance=np.array([names.index(fighter.stance) for fighter in fighters]),
        regen_turns=np.array([0 if r is None else FOR_EVER if r.turns is None else r.turns for r in regen]),
        regen_gain=np.maximum(rules.regen_gain * max_hp // 100, 1),
        thresholds=np.array(thresholds).reshape(-1, len(fighters)),
        policy=np.array(policies.number),
        plain=np.array([policies.is_plain(n, f, rules) for n, f in zip(policies.number, fighters, strict=True)]),
    )


def _untouched(rules: Ruleset, regen_used: bool) -> frozenset[str]:
    """Return the columns of the state that no rule in force and no status of the batch can write."""
    reasons = {
        "healed": not regen_used,
        "wounds": rules.criticals == "double",
        "levels": rules.bleeding == "none",
        "bleeding_damage": rules.bleeding == "none",
        "loss": rules.bleeding == "none",
    }
    return frozenset(column for column, unused in reasons.items() if unused)


def _largest_raw(sheets: Sheets) -> int:
    """Return the most that a damage roll and Strength come to (R4.2)."""
    return int((sheets.dice * sheets.sides + np.maximum(sheets.plus, 0) + sheets.strength).max())


def _largest_blow(sheets: Sheets, stances: Stances) -> int:
    """Return a number that no step of a blow without a critical exceeds (R4)."""
    changes = [int(factor.max()) for factor in (stances.dealt, stances.taken) if (factor != 100).any()]
    return _largest_raw(sheets) * (max(changes) ** 2 if changes else 1)


def _is_small(sheets: Sheets, stances: Stances, largest_loss: int) -> bool:
    """Return whether what a round without a critical can take from a fighter fits the 16 bits of calm rounds."""
    largest = _largest_raw(sheets) * max(int(stances.dealt.max()), 100) * max(int(stances.taken.max()), 100) // 100**2
    return largest + largest_loss < 2**15 and _largest_blow(sheets, stances) < 2**31


def _weakest_blow(sheets: Sheets, stances: list[Stance], criticals: CriticalTables, rules: Ruleset) -> int:
    """Return a number below which no damage dealt can fall before the least damage is looked at (R4.3)."""
    fists = max(rules.unarmed_dice.count + rules.unarmed_dice.plus, 0) + int(sheets.fist_strength.min())
    own = int((np.maximum(sheets.dice + sheets.plus, 0) + sheets.strength).min())
    multiplier = min(1, rules.critical_multiplier, int(criticals.multiplier.min()))
    dealt = min(stance.damage_dealt for stance in stances)
    return min(fists, own) * multiplier * dealt // 100 - int(sheets.vitality.max())


def _narrowest(largest: int) -> type[np.signedinteger[Any]]:
    """Return the narrowest integer type that holds a number: narrow columns are faster."""
    return np.int16 if largest < 2**15 else np.int32 if largest < 2**31 else np.int64


def _stances(rules: Ruleset) -> Stances:
    stances = list(rules.stances.values())
    agility = [stance.agility for stance in stances]
    unchanged = [100] * len(stances)
    return Stances(
        dealt=np.array([stance.damage_dealt for stance in stances], np.int32),
        taken=np.array([stance.damage_taken for stance in stances], np.int32),
        agility=np.array(agility),
        speed_share=share(agility if "speed" in rules.agility_drives else unchanged),
        evade_share=share(agility if "evade" in rules.agility_drives else unchanged),
    )
