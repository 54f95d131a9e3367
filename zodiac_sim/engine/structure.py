"""Rulesets that share a batch: which may, and how what they differ in is read for the fighters at hand.

What decides which phases are played and how tables are laid out must be the same: the keys in ``SHARED``, and the
names of stances and levels. In all else rulesets may differ: a number that a phase reads is in ``NUMBERS``, the others
are laid into tables, by sheet or by :class:`Places`.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import numpy as np

from zodiac_sim.engine.dice import Ints
from zodiac_sim.rules.model import Ruleset

H = TypeVar("H", bound=Hashable)

SHARED = ("criticals", "bleeding", "hit_on_equal", "locations")
NUMBERS = (
    "max_rounds",
    "initiative_die",
    "min_hit_chance",
    "max_hit_chance",
    "critical_multiplier",
    "min_damage",
    "ko_bleeds",
    "parry_base",
    "disarm_chance",
    "guard_damage",
    "bash_damage",
    "bash_stun_chance",
)


def structure(rules: Ruleset) -> Hashable:
    """Return what rulesets must have in common to share a batch; equal for two that may."""
    levels = tuple(level for level in rules.levels if level in rules.injury_thresholds)
    shared = rules.model_dump_json(include=set(SHARED))
    return shared, tuple(rules.stances), rules.levels, levels


class RulesOf:
    """The rules that some fighters are under: a number of ``NUMBERS`` is an array of one each where rulesets differ."""

    def __init__(self, batch: BatchRules, sheet: Ints, rows: Ints | slice):
        self._batch, self._sheet, self._rows = batch, sheet, rows

    def __getattr__(self, key: str) -> Any:
        numbers = self._batch.differing.get(key)
        return getattr(self._batch, key) if numbers is None else numbers[self._sheet[self._rows]]


class BatchRules:
    """The rules of a batch; its attributes are the rules that all scenarios share.

    Parameters
    ----------
    rulesets : sequence of Ruleset
        One for each sheet, all of one structure.
    """

    def __init__(self, rulesets: Sequence[Ruleset]):
        self._first = rulesets[0]
        different = {id(rules): rules for rules in rulesets}
        keys = [key for key in NUMBERS if len({getattr(rules, key) for rules in different.values()}) > 1]
        self.differing = {key: np.array([getattr(rules, key) for rules in rulesets]) for key in keys}

    def of(self, sheet: Ints, rows: Ints | slice) -> Rules:
        """Return the rules of some fighters, whose sheets stand at ``rows`` of ``sheet``."""
        return RulesOf(self, sheet, rows) if self.differing else self._first

    def __getattr__(self, key: str) -> Any:
        if key.startswith("_") or key in self.differing or key not in (*SHARED, *NUMBERS):
            raise AttributeError(f"{key} is no rule that all scenarios of the batch share")
        return getattr(self._first, key)


Rules: TypeAlias = Ruleset | BatchRules | RulesOf


@dataclass(frozen=True, slots=True)
class Places:
    """Where the entries of a ruleset's own table stand in one that holds those of all rulesets, one after the other.

    ``first`` is, by sheet, the place of the first entry; None where all rulesets of the batch have the same table.
    """

    first: Ints | None

    def of(self, entries: Ints | int, sheet: Ints, rows: Ints | slice) -> Any:
        """Return the places of entries of the rulesets that some fighters are under; ``rows`` as in ``BatchRules``."""
        return entries if self.first is None else self.first[sheet[rows]] + entries


def distinct(values: Sequence[H], size: int) -> tuple[list[H], Places]:
    """Return different tables of ``size`` entries once each, and where those of each sheet are then found.

    Parameters
    ----------
    values : sequence of hashables
        The table of each sheet.
    """
    numbers: dict[H, int] = {}
    for value in values:
        numbers.setdefault(value, len(numbers))
    if len(numbers) == 1:
        return list(numbers), Places(None)
    return list(numbers), Places(np.array([numbers[value] * size for value in values]))
