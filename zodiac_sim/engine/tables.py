"""Scenarios as the small integer arrays that the phases read: all that follows from rules and fighters alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from zodiac_sim.engine.ailments import Ailments, build_ailments
from zodiac_sim.engine.dice import Ints
from zodiac_sim.engine.effects import CriticalTables, Share, build_critical_tables, share
from zodiac_sim.engine.keys import matchup_key
from zodiac_sim.engine.policies import Policies, compile_policies, is_plain
from zodiac_sim.engine.powers import Powers, build_powers
from zodiac_sim.engine.structure import BatchRules, Places, uses_magic
from zodiac_sim.rules.model import Ruleset, Stance
from zodiac_sim.study.fighter import Fighter
from zodiac_sim.study.study import Scenario

WIDTH = 2  # seats of a lane, side a and side b by turns
PADDING = 8


@dataclass(frozen=True, slots=True)
class Sheets:
    """The fighters of all scenarios, one entry each: fighter f of scenario s at ``WIDTH × s + f``.

    ``dice``, ``sides``, ``plus`` and ``strength`` tell of a blow with what he owns (R4.1, R4.2), those of the fist of
    one without (R5.6).
    """

    max_hp: Ints
    skill: Ints
    evade: Ints
    speed: Ints
    agility: Ints
    vitality: Ints
    luck: Ints
    critical_width: Ints
    dice: Ints
    sides: Ints
    plus: Ints
    strength: Ints
    fist_dice: Ints
    fist_sides: Ints
    fist_plus: Ints
    fist_strength: Ints
    owns_weapon: Ints
    two_handed: Ints
    owns_shield: Ints
    shield_evade: Ints
    stance: Ints
    regen_gain: Ints
    full_meter: Ints  # HP lost to attacks at which a Limit is ready (R9.9)
    thresholds: Ints  # (threshold, sheet): HP at or below which a level starts, mildest first (R6.2)
    policy: Ints
    plain: Ints


@dataclass(frozen=True, slots=True)
class Stances:
    """The stances by place: factors in whole percent, and the Agility each leaves to what it drives (R8)."""

    places: Places
    dealt: Ints
    taken: Ints
    agility: Ints
    speed_share: Share
    evade_share: Share


@dataclass(frozen=True, slots=True)
class Dodging:
    """What not dodging and Dodge, by place, make of Evade: a share of it and points (R7.3)."""

    places: Places
    share: Share
    flat: Ints


@dataclass(frozen=True, slots=True)
class Bleeding:
    """The bleeding levels by place, 0 for none: percent of maximum HP lost a round (R6.1)."""

    places: Places
    loss: Ints


@dataclass(frozen=True, slots=True)
class Tables:
    """All that a batch of scenarios under rulesets of one structure reads while it is fought."""

    rules: BatchRules
    keys: tuple[int, ...]
    sheets: Sheets
    stances: Stances
    criticals: CriticalTables
    policies: Policies
    ailments: Ailments
    powers: Powers
    started: tuple[int, ...]  # the level that each threshold starts
    bleeding: Bleeding
    dodging: Dodging
    weapon_dice: int  # the most dice any fighter throws with what he owns; likewise below
    fist_dice: int
    blow_type: type[np.signedinteger[Any]]  # holds any damage that no critical multiplies, and its percentages
    loss_type: type[np.signedinteger[Any]]  # holds any loss to bleeding
    least_roll: int | None  # 0, or None where no damage roll can be less
    can_be_weak: bool  # whether any blow can do less than the least damage
    padded_parts: int  # parts of the body, rounded up so that a lane's parts are whole machine words
    untouched: frozenset[str]  # columns of the state that nothing in this batch can change
    shares_used: bool  # whether any stance that can occur changes damage; likewise below
    shields_used: bool
    magical: bool  # whether anything of R9 but death can occur: surprise, statuses, spells, items, Draw, Limits
    can_be_calm: bool  # whether any fight can have calm rounds, and the numbers are small enough for them
    can_parry: bool
    can_guard: bool
    can_cover: bool
    can_limit: bool
    declares: bool  # whether any policy has an action that must be declared before the roll for initiative (R1.1)


def build_tables(scenarios: Sequence[Scenario], seed: int) -> Tables:
    """Return the tables of scenarios under rulesets of one structure."""
    fighters = [fighter for scenario in scenarios for side in scenario.sides for fighter in side]
    rules = BatchRules([scenario.rules for scenario in scenarios for side in scenario.sides for _ in side])
    first = rules.different[0]
    powers = build_powers(scenarios, fighters, first)
    ailments = build_ailments(scenarios, fighters, rules, powers.occurring)
    magical = any(map(uses_magic, scenarios))
    policies = compile_policies(
        [fighter.policy for fighter in fighters], np.array([f.hp for f in fighters]), first, powers
    )
    criticals, stances, bleeding = build_critical_tables(rules), _stances(rules), _bleeding(rules)
    sheets = _sheets(fighters, rules, policies.number)
    occurring = {f.stance for f in fighters} | {list(first.stances)[number] for number in policies.stances}
    reachable = [each.stances[name] for each in rules.different for name in occurring]
    largest_loss = int(bleeding.loss.max()) * len(first.parts) * int(sheets.max_hp.max()) // 100
    return Tables(
        rules=rules,
        keys=tuple(matchup_key(seed, scenario.names, scenario.repeat) for scenario in scenarios),
        sheets=sheets,
        stances=stances,
        criticals=criticals,
        policies=policies,
        ailments=ailments,
        powers=powers,
        started=tuple(n for n, level in enumerate(first.levels, start=1) if level in first.injury_thresholds),
        bleeding=bleeding,
        dodging=_dodging(rules),
        weapon_dice=int(sheets.dice.max()),
        fist_dice=int(sheets.fist_dice.max()),
        blow_type=_narrowest(_largest_blow(sheets, stances)),
        loss_type=_narrowest(largest_loss),
        least_roll=0 if (sheets.dice + sheets.plus < 0).any() else None,
        can_be_weak=magical
        or _weakest_blow(sheets, reachable, criticals, rules) < int(rules.by_sheet("min_damage").max()),
        padded_parts=-(-len(first.parts) // PADDING) * PADDING,
        untouched=_untouched(first, magical),
        shares_used=any(stance.damage_dealt != 100 or stance.damage_taken != 100 for stance in reachable),
        shields_used=any(fighter.shield is not None for fighter in fighters),
        magical=magical,
        can_be_calm=_is_small(sheets, stances, largest_loss) and bool(sheets.plain.reshape(-1, WIDTH).all(1).any()),
        can_parry=policies.uses("parry"),
        can_guard=policies.uses("guard"),
        can_cover=policies.uses("parry", "guard", "dodge"),
        can_limit=policies.uses("limit"),
        declares=policies.uses("draw_cast"),
    )


def _blow(fighter: Fighter, fists: Ints) -> tuple[int, ...]:
    """Return count, sides and plus of what a fighter throws with what he owns, and his Strength in it (R4.2, R5.6)."""
    if fighter.weapon is None:
        return (*fists, fighter.strength)
    return (*fighter.weapon.dice, fighter.strength if fighter.weapon.kind == "melee" else 0)


def _sheets(fighters: list[Fighter], rules: BatchRules, policy: Ints) -> Sheets:
    def stat(name: str) -> Ints:
        return np.array([getattr(fighter, name) for fighter in fighters])

    first = rules.different[0]
    names = list(first.stances)
    max_hp, fists = stat("hp"), rules.by_sheet("unarmed_dice")
    blows = np.array([_blow(fighter, fist) for fighter, fist in zip(fighters, fists, strict=True)])
    return Sheets(
        max_hp=max_hp,
        skill=stat("skill"),
        evade=stat("evade"),
        speed=stat("speed"),
        agility=stat("agility"),
        vitality=stat("vitality"),
        luck=stat("luck"),
        critical_width=-(-stat("luck") // rules.by_sheet("luck_divisor")),
        dice=blows[:, 0],
        sides=blows[:, 1],
        plus=blows[:, 2],
        strength=blows[:, 3],
        fist_dice=fists[:, 0],
        fist_sides=fists[:, 1],
        fist_plus=fists[:, 2],
        fist_strength=stat("strength"),
        owns_weapon=np.array([fighter.weapon is not None for fighter in fighters]),
        two_handed=np.array([fighter.weapon is not None and fighter.weapon.hands == 2 for fighter in fighters]),
        owns_shield=np.array([fighter.shield is not None for fighter in fighters]),
        shield_evade=np.array([fighter.shield.evade if fighter.shield else 0 for fighter in fighters]),
        stance=np.array([names.index(fighter.stance) for fighter in fighters]),
        regen_gain=np.maximum(rules.by_sheet("regen_gain") * max_hp // 100, 1),
        full_meter=-(-rules.by_sheet("limit_full") * max_hp // 100),
        thresholds=_marks(rules) * max_hp // 100,
        policy=policy,
        plain=np.array([is_plain(fighter, first) for fighter in fighters]),
    )


def _marks(rules: BatchRules) -> Ints:
    """Return the percent of maximum HP at which a level starts, shape (thresholds, sheets), mildest level first."""
    first = rules.different[0]
    thresholds = rules.by_sheet("injury_thresholds")
    levels = [level for level in first.levels if level in first.injury_thresholds]
    marks: Ints = np.array([[own[level] for own in thresholds] for level in levels], np.int64)
    return marks.reshape(len(levels), -1) if levels else np.zeros((0, len(thresholds)), np.int64)


def _untouched(rules: Ruleset, magical: bool) -> frozenset[str]:
    """Return the columns of the state that no rule in force and nothing magical in the batch can write."""
    reasons = {
        "healed": not magical,
        "other_damage": not magical,
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


def _weakest_blow(sheets: Sheets, stances: list[Stance], criticals: CriticalTables, rules: BatchRules) -> int:
    """Return a number below which no damage dealt can fall before the least damage is looked at (R4.3)."""
    fists = int((np.maximum(sheets.fist_dice + sheets.fist_plus, 0) + sheets.fist_strength).min())
    own = int((np.maximum(sheets.dice + sheets.plus, 0) + sheets.strength).min())
    multiplier = min(1, int(rules.by_sheet("critical_multiplier").min()), int(criticals.multiplier.min()))
    dealt = min(stance.damage_dealt for stance in stances)
    return min(fists, own) * multiplier * dealt // 100 - int(sheets.vitality.max())


def _narrowest(largest: int) -> type[np.signedinteger[Any]]:
    """Return the narrowest integer type that holds a number: narrow columns are faster."""
    return np.int16 if largest < 2**15 else np.int32 if largest < 2**31 else np.int64


def _stances(rules: BatchRules) -> Stances:
    names = list(rules.different[0].stances)

    def numbers(each: Ruleset) -> tuple[tuple[int, ...], ...]:
        drives = [stat in each.agility_drives for stat in ("speed", "evade")]
        return tuple(
            (own.damage_dealt, own.damage_taken, own.agility, *(own.agility if driven else 100 for driven in drives))
            for own in (each.stances[name] for name in names)
        )

    different, places = rules.tables(numbers, len(names))
    dealt, taken, agility, speed, evade = zip(*(row for each in different for row in numbers(each)), strict=True)
    return Stances(
        places=places,
        dealt=np.array(dealt, np.int32),
        taken=np.array(taken, np.int32),
        agility=np.array(agility),
        speed_share=share(speed),
        evade_share=share(evade),
    )


def _dodging(rules: BatchRules) -> Dodging:
    different, places = rules.tables(lambda each: (each.dodge, each.dodge_bonus), 2)
    relative = [each.dodge_bonus if each.dodge == "relative" else 0 for each in different]
    flat = [each.dodge_bonus if each.dodge == "flat" else 0 for each in different]
    shares = [percent for bonus in relative for percent in (100, 100 + bonus)]
    return Dodging(places, share(shares), np.array([points for bonus in flat for points in (0, bonus)]))


def _bleeding(rules: BatchRules) -> Bleeding:
    different, places = rules.tables(
        lambda each: tuple(each.bleeding_loss.values()), 1 + len(rules.different[0].bleeding_loss)
    )
    return Bleeding(places, np.array([percent for each in different for percent in (0, *each.bleeding_loss.values())]))
