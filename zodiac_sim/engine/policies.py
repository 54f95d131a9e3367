"""Policies as programs for whole batches: lines with their conditions as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import ceil

import numpy as np

from zodiac_sim.engine.dice import Ints
from zodiac_sim.engine.keys import WORD_BITS
from zodiac_sim.rules.model import Ruleset
from zodiac_sim.study.fighter import Fighter, Line

ALWAYS = 2**WORD_BITS
AHEAD = 4  # chances rolled for everyone at once: the first lines of a policy are read by nearly all


@dataclass(frozen=True, slots=True)
class CompiledLine:
    """A policy line; a condition that is not set is None.

    ``hp_limit`` and ``opponent_hp_limit`` hold, per sheet, the HP that must not be reached (strictly less, R1.6).
    ``chance`` is compared with 32 random bits: taken when they are below.
    """

    word: str
    stance: int
    disarmed: bool | None
    opponent_armed: bool | None
    opponent_stunned: bool | None
    hp_limit: Ints | None
    opponent_hp_limit: Ints | None
    level: int | None
    stance_is: int | None
    round_at_least: int | None
    chance: int


@dataclass(frozen=True, slots=True)
class Policies:
    """The different policies of a batch and, per sheet, the number of its own."""

    programs: tuple[tuple[CompiledLine, ...], ...]
    number: tuple[int, ...]
    stances: frozenset[int]
    ahead: tuple[int, ...]  # places of lines whose chance is rolled for everyone at once

    def uses(self, *words: str) -> bool:
        """Whether any line of any policy names one of these actions."""
        return any(line.word in words for program in self.programs for line in program)

    def is_plain(self, number: int, fighter: Fighter, rules: Ruleset) -> bool:
        """Whether a fighter always attacks while neither he nor his enemy is stunned or disarmed."""
        for line in self.programs[number]:
            if not _idle(line, fighter, rules):
                return line.word == "attack" and _unconditional(line)
        return False


def compile_policies(policies: Sequence[tuple[Line, ...]], max_hp: Sequence[int], rules: Ruleset) -> Policies:
    """Return the programs of the fighters' policies, equal ones once.

    Parameters
    ----------
    policies, max_hp
        One entry per sheet.
    """
    numbers: dict[tuple[Line, ...], int] = {}
    for policy in policies:
        numbers.setdefault(policy, len(numbers))
    programs = tuple(tuple(_compile(line, max_hp, rules) for line in policy) for policy in numbers)
    stances = frozenset(line.stance for program in programs for line in program if line.word == "stance")
    chances = {n for program in programs for n, line in enumerate(program) if line.chance != ALWAYS}
    return Policies(programs, tuple(numbers[policy] for policy in policies), stances, tuple(sorted(chances)[:AHEAD]))


def _limit(share: Decimal | None, max_hp: Sequence[int]) -> Ints | None:
    """Return, per sheet, the least HP that is not below a share of maximum HP."""
    return None if share is None else np.array([ceil(share * hp) for hp in max_hp])


def _compile(line: Line, max_hp: Sequence[int], rules: Ruleset) -> CompiledLine:
    stances = list(rules.stances)
    when = line.when
    return CompiledLine(
        word=line.do.word,
        stance=stances.index(line.do.stance) if line.do.stance is not None else 0,
        disarmed=when.disarmed,
        opponent_armed=when.opponent_armed,
        opponent_stunned=when.opponent_stunned,
        hp_limit=_limit(when.hp_below, max_hp),
        opponent_hp_limit=_limit(when.opponent_hp_below, max_hp),
        level=rules.levels.index(when.bleeding_at_least) + 1 if when.bleeding_at_least is not None else None,
        stance_is=stances.index(when.stance_is) if when.stance_is is not None else None,
        round_at_least=when.round_at_least,
        chance=ALWAYS if line.chance is None else ceil(line.chance * 2**WORD_BITS),
    )


def _idle(line: CompiledLine, fighter: Fighter, rules: Ruleset) -> bool:
    """Whether a line cannot be taken while nobody is stunned or disarmed."""
    nothing_down = line.word == "recover" and fighter.shield is None
    no_wounds = line.word == "bind" and rules.bleeding == "none"
    return line.disarmed is True or line.opponent_stunned is True or nothing_down or no_wounds or line.chance == 0


def _unconditional(line: CompiledLine) -> bool:
    conditions = (
        line.disarmed or None,
        line.opponent_armed,
        line.opponent_stunned or None,
        line.hp_limit,
        line.opponent_hp_limit,
        line.level,
        line.stance_is,
        line.round_at_least,
    )
    return line.chance == ALWAYS and all(condition is None for condition in conditions)
