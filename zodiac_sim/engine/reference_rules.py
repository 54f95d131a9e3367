"""The arithmetic of R1 to R9 in plain integers, one value at a time; dice are arguments.

The readable twin of the vectorised rules: written from the clauses alone, it shares no code with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from zodiac_sim.rules.checked import Dice
from zodiac_sim.rules.model import Effect, LocationRow, Row, Ruleset, Stance

WHOLE = 100  # percent, and the faces of a d100
LEAST_CHANGE = 1  # HP that bleeding takes and Regen gives at the least (R6.5)

R = TypeVar("R", Row, LocationRow)


def share(value: int, *percents: int) -> int:
    """Return ``value`` times all percentages, multiplied exactly and rounded down once."""
    divisor = 1
    for percent in percents:
        value, divisor = value * percent, divisor * WHOLE
    return value // divisor


def effective_speed(speed: int, stance: Stance, wounds: Sequence[Effect], rules: Ruleset, *, curse: int = WHOLE) -> int:
    """Points added to the initiative die (R1.1); a wound that sets speed replaces the product."""
    fixed = [wound.speed for wound in wounds if wound.speed is not None]
    if fixed:
        return min(fixed)
    driven = stance.agility if "speed" in rules.agility_drives else WHOLE
    return share(speed, driven, curse, *(wound.speed_percent for wound in wounds))


def effective_skill(
    skill: int, wounds: Sequence[Effect], *, curse: int = WHOLE, darkness: int = WHOLE, penalty: int = 0
) -> int:
    """Skill after the percentages and flat penalties of wounds and statuses, at least 0 (R2.3, R9.3)."""
    points = share(skill, curse, darkness, *(wound.accuracy_percent for wound in wounds))
    return max(0, points + sum(wound.accuracy for wound in wounds) - penalty)


def effective_evade(
    evade: int,
    stance: Stance,
    wounds: Sequence[Effect],
    rules: Ruleset,
    *,
    dodging: bool,
    shield: int,
    curse: int = WHOLE,
) -> int:
    """Evade with stance, Dodge, Curse, wounds and the Evade of a held shield, at least 0 (R2.3, R7.3)."""
    if any(wound.evade_zero for wound in wounds):
        return 0
    relative = rules.dodge == "relative"
    driven = stance.agility if "evade" in rules.agility_drives else WHOLE
    dodge = WHOLE + rules.dodge_bonus if dodging and relative else WHOLE
    points = share(evade, driven, dodge, curse, *(wound.evade_percent for wound in wounds)) + shield
    if dodging and not relative:
        points += rules.dodge_bonus
    return max(0, points + sum(wound.evade for wound in wounds))


def effective_agility(agility: int, stance: Stance, *, curse: int = WHOLE) -> int:
    """Agility as it counts in Parry (R7.2, R8.1)."""
    return share(agility, stance.agility, curse)


def hit_chance(skill: int, evade: int, rules: Ruleset) -> int:
    """Chance to hit in whole percent from effective values (R2.1)."""
    return min(rules.max_hit_chance, max(rules.min_hit_chance, skill - evade))


def top_of_hits(chance: int, rules: Ruleset) -> int:
    """Highest d100 that hits (R2.2)."""
    return chance if rules.hit_on_equal else chance - 1


def critical_from(chance: int, luck: int, rules: Ruleset) -> int:
    """Lowest d100 that makes a hit critical; above the hits where there is no Luck (R3.1)."""
    return top_of_hits(chance, rules) + luck // -rules.luck_divisor + 1


def parry_chance(own_agility: int, attacker_agility: int, rules: Ruleset) -> int:
    """Chance in whole percent that an attack which would hit is turned aside (R7.2)."""
    return min(WHOLE, max(0, rules.parry_base + own_agility - attacker_agility))


def dice_roll(dice: Dice, faces: Iterable[int]) -> int:
    """Sum of rolled dice and their points, at least 0 (R4.1)."""
    return max(0, sum(faces) + dice.plus)


def damage_dealt(raw: int, stance: Stance, multiplier: int, vitality: int, rules: Ruleset) -> int:
    """Damage that passes the target's Vitality, before his own factors (R4.3)."""
    return max(rules.min_damage, share(raw * multiplier, stance.damage_dealt) - vitality)


def damage_taken(dealt: int, stance: Stance, rules: Ruleset, *, guarding: bool, bash: bool) -> int:
    """HP the target stands to lose (R4.4)."""
    guard = rules.guard_damage if guarding else WHOLE
    blunt = rules.bash_damage if bash else WHOLE
    return max(rules.min_damage, share(dealt, stance.damage_taken, guard, blunt))


def power_harm(roll: int, magic: int, vitality: int, rules: Ruleset) -> int:
    """What a harmful spell or item does before the target's own factors (R9.10)."""
    return max(rules.min_damage, roll + magic - vitality)


def power_taken(harm: int, stance: Stance, rules: Ruleset, *, holy: int, guarding: bool) -> int:
    """HP the target of a harmful spell or item stands to lose: R4.4 with one floor (R9.5, R9.10)."""
    guard = rules.guard_damage if guarding else WHOLE
    return max(rules.min_damage, share(harm * holy, stance.damage_taken, guard))


def draw_chance(base: int, bonus: int, level: int, rules: Ruleset) -> int:
    """Chance in whole percent to draw a spell of a level (R9.8)."""
    return min(rules.draw_cap, max(0, base + bonus - rules.draw_level_cost * level))


def poison_amount(roll: int, magic: int, vitality: int, rules: Ruleset) -> int:
    """HP that poison takes at an end of turn (R9.4)."""
    return max(rules.poison_least, roll + magic - vitality)


def meter_full(meter: int, max_hp: int, rules: Ruleset) -> bool:
    """Whether the HP lost to attacks fill the Limit Meter (R9.9)."""
    return meter * WHOLE >= rules.limit_full * max_hp


def row_of(rows: Sequence[R], roll: int) -> tuple[int, R]:
    """Return number (from 1, higher is worse) and row of a table that a roll stands for (R5.1, R5.3)."""
    for number, row in enumerate(rows, start=1):
        if roll <= row.rolls[1]:
            return number, row
    raise ValueError(f"no row for {roll}")


def bleeding_percent(levels: Iterable[int], rules: Ruleset) -> int:
    """Percent of maximum HP that all bleeding places take together in a round (R6.1, R6.3)."""
    losses = tuple(rules.bleeding_loss.values())
    return sum(losses[level - 1] for level in levels if level)


def bleeding_loss(levels: Sequence[int], max_hp: int, rules: Ruleset) -> int:
    """HP that bleeding takes at an end of turn (R6.5)."""
    return max(LEAST_CHANGE, share(max_hp, bleeding_percent(levels, rules))) if any(levels) else 0


def regen_gain(max_hp: int, rules: Ruleset) -> int:
    """HP that Regen gives at an end of turn (R6.5)."""
    return max(LEAST_CHANGE, share(max_hp, rules.regen_gain))


class Settled(NamedTuple):
    """HP after an end of turn and what is recorded of it; ``felled_by`` is the place of the loss that reached 0."""

    hp: int
    lost: tuple[int, ...]
    healed: int
    felled_by: int | None


def settle(hp: int, gain: int, losses: Sequence[int], max_hp: int) -> Settled:
    """Add the gain, then take each loss up to what is left; healing is what balances the HP (R6.5)."""
    left, lost, felled_by = hp + gain, [], None
    for place, loss in enumerate(losses):
        lost.append(min(loss, left))
        left -= lost[-1]
        if felled_by is None and not left:
            felled_by = place
    after = min(max_hp, left)
    return Settled(after, tuple(lost), after - hp + sum(lost), felled_by)


def injury_level(level: int, before: int, after: int, max_hp: int, rules: Ruleset) -> int:
    """Bleeding level of the body after HP went from ``before`` to ``after``: only crossing a mark counts (R6.2)."""
    milder = 0
    for number, name in enumerate(rules.levels, start=1):
        if name not in rules.injury_thresholds:
            continue
        mark = rules.injury_thresholds[name] * max_hp
        if after * WHOLE <= mark < before * WHOLE:
            level = max(level, number)
        elif before * WHOLE <= mark < after * WHOLE:
            level = min(level, milder)
        milder = number
    return level
