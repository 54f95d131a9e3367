"""Rulesets that share a batch: which may, and how what they differ in is read for the fighters at hand.

What decides which phases are played and how tables are laid out must be the same: the keys in ``SHARED``, and the
names of stances and levels. In all else rulesets may differ: a number that a phase reads is in ``NUMBERS``, the others
are laid into tables, by sheet or by :class:`Places`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from zodiac_sim.engine.dice import Ints
from zodiac_sim.rules.model import Ruleset
from zodiac_sim.study.fighter import When
from zodiac_sim.study.study import Scenario

SHARED = ("criticals", "bleeding", "hit_on_equal", "locations")
SHARED_MAGIC = ("poison_dice", "draw_dice", "spells", "items")  # where anybody uses what R9 adds
NUMBERS = (
    "max_rounds",
    "initiative_die",
    "min_hit_chance",
    "max_hit_chance",
    "critical_multiplier",
    "min_damage",
    "luck_divisor",
    "curse",
    "ko_bleeds",
    "parry_base",
    "disarm_chance",
    "guard_damage",
    "bash_damage",
    "bash_stun_chance",
    "berserk_factor",
    "poison_least",
    "holy_factor",
    "draw_cap",
    "draw_level_cost",
    "draw_cast_initiative",
    "limit_multiplier",
)
MAGIC_CONDITIONS = (
    "mp_at_least",
    "mp_below",
    "spells_left",
    "spells_below",
    "has_status",
    "lacks_status",
    "opponent_has_status",
    "opponent_lacks_status",
)
MAGIC_WORDS = ("item", "cast", "draw", "draw_cast", "limit")


def structure(scenario: Scenario) -> Hashable:
    """Return what scenarios must have in common to share a batch; equal for two that may."""
    rules, magical = scenario.rules, uses_magic(scenario)
    levels = tuple(level for level in rules.levels if level in rules.injury_thresholds)
    shared = rules.model_dump_json(include={*SHARED, *(SHARED_MAGIC if magical else ())})
    return shared, frozenset(rules.stances), rules.levels, levels, magical


def uses_magic(scenario: Scenario) -> bool:
    """Whether surprise, statuses, spells, items, Draw or Limits can occur in a scenario (R9)."""
    fighters = [fighter for side in scenario.sides for fighter in side]
    return any(scenario.surprised) or any(
        any(True for _ in fighter.starts_with())
        or bool(fighter.weapon and fighter.weapon.statuses)
        or any(line.do.word in MAGIC_WORDS or _looks_at_magic(line.when) for line in fighter.policy)
        for fighter in fighters
    )


def _looks_at_magic(when: When) -> bool:
    """Whether a condition of a policy line is about magic: such lines are read where magic is played."""
    return any(getattr(when, name) is not None for name in MAGIC_CONDITIONS)


BySheet: TypeAlias = int | Ints  # a number that all fighters of a batch share, or one for each sheet


def number_of(number: BySheet | None, sheet: Ints, rows: Ints | slice) -> Any:
    """Return the number of some fighters, whose sheets stand at ``rows`` of ``sheet``: one where all share it."""
    return number[sheet[rows]] if isinstance(number, np.ndarray) else number


class RulesOf:
    """The rules that some fighters are under: a number of ``NUMBERS`` is an array of one each where rulesets differ."""

    def __init__(self, batch: BatchRules, sheet: Ints, rows: Ints | slice):
        self._batch, self._sheet, self._rows = batch, sheet, rows

    def __getattr__(self, key: str) -> Any:
        numbers = self._batch.differing.get(key)
        return getattr(self._batch, key) if numbers is None else numbers[self._sheet[self._rows]]


class BatchRules:
    """The rules of a batch: ``different`` rulesets of one structure, and by sheet the number of its own.

    Its other attributes are the rules that all of them share.
    """

    def __init__(self, rulesets: Sequence[Ruleset]):
        """Take the ruleset of each sheet."""
        different = {id(rules): rules for rules in rulesets}
        places = {key: place for place, key in enumerate(different)}
        self.different = tuple(different.values())
        self._number = np.array([places[id(rules)] for rules in rulesets])
        values = {key: self.by_sheet(key) for key in NUMBERS}
        self.differing = {key: numbers for key, numbers in values.items() if (numbers != numbers[0]).any()}
        same = [key for key in (*SHARED, *SHARED_MAGIC, *NUMBERS) if key not in self.differing]
        self.__dict__ |= {key: getattr(self.different[0], key) for key in same}

    def of(self, sheet: Ints, rows: Ints | slice) -> Rules:
        """Return the rules of some fighters, whose sheets stand at ``rows`` of ``sheet``."""
        return RulesOf(self, sheet, rows) if self.differing else self.different[0]

    def by_sheet(self, key: str) -> Ints:
        """Return the value of a key for each sheet."""
        numbers: Ints = np.array([getattr(rules, key) for rules in self.different])[self._number]
        return numbers

    def tables(self, table: Callable[[Ruleset], Hashable], size: int) -> tuple[list[Ruleset], Places]:
        """Return a ruleset for each different table of ``size`` entries, and where those of each sheet are in all."""
        found: dict[Hashable, Ruleset] = {}
        own = [found.setdefault(table(rules), rules) for rules in self.different]
        if len(found) == 1:
            return own[:1], Places(None)
        first = {id(rules): number * size for number, rules in enumerate(found.values())}
        return list(found.values()), Places(np.array([first[id(rules)] for rules in own])[self._number])

    def __getattr__(self, key: str) -> Any:
        raise AttributeError(f"{key} is no rule that all scenarios of the batch share")


Rules: TypeAlias = Ruleset | BatchRules | RulesOf


@dataclass(frozen=True, slots=True)
class Places:
    """Where the entries of a ruleset's own table stand in one that holds those of all rulesets, one after the other.

    ``first`` is, by sheet, the place of the first entry; None where all rulesets of the batch have the same table.
    """

    first: Ints | None

    def of(self, entries: Ints | int, sheet: Ints, rows: Ints | slice) -> Any:
        """Return the places of entries under the rules of some fighters, told as in :meth:`BatchRules.of`."""
        return entries if self.first is None else self.first[sheet[rows]] + entries
