"""Policies as programs for whole batches: lines with their conditions as numbers."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import ceil
from typing import TypeAlias

import numpy as np

from zodiac_sim.engine.ailments import BIT
from zodiac_sim.engine.dice import Ints
from zodiac_sim.engine.keys import WORD_BITS
from zodiac_sim.engine.powers import CASTING, Powers
from zodiac_sim.engine.structure import BySheet
from zodiac_sim.rules.magic import StatusName
from zodiac_sim.rules.model import Ruleset
from zodiac_sim.study.fighter import Action, Fighter, Line

NUMBERS = ("hp_below", "opponent_hp_below", "round_at_least")  # conditions in which lines of one kind may differ
AHEAD = 4  # chances rolled for everyone at once: the first lines of a policy are read by nearly all


Policy: TypeAlias = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class CompiledLine:
    """A policy line; a condition that is not set is None.

    ``number`` is that of the stance, spell or item it names, ``ANY_SPELL`` where a draw names none. ``hp_limit`` and
    ``opponent_hp_limit`` hold the HP that must not be reached (strictly less, R1.6). ``chance`` is compared with 32
    random bits: taken when they are below.
    """

    word: str
    number: int
    disarmed: bool | None
    opponent_armed: bool | None
    opponent_stunned: bool | None
    hp_limit: BySheet | None
    opponent_hp_limit: BySheet | None
    level: int | None
    stance_is: int | None
    round_at_least: BySheet | None
    mp_at_least: int | None
    mp_below: int | None
    spells_left: tuple[tuple[int, int], ...] | None  # numbers of spells, and how many
    spells_below: tuple[tuple[int, int], ...] | None
    has_status: int | None  # bits; likewise below
    lacks_status: int | None
    opponent_has_status: int | None
    opponent_lacks_status: int | None
    chance: BySheet | None


@dataclass(frozen=True, slots=True)
class Policies:
    """The programs of a batch and, per sheet, the number of its own; policies that differ only in numbers share one."""

    programs: tuple[tuple[CompiledLine, ...], ...]
    number: Ints
    stances: frozenset[int]
    ahead: tuple[int, ...]  # places of lines whose chance is rolled for everyone at once

    def uses(self, *words: str) -> bool:
        """Whether any line of any policy names one of these actions."""
        return any(line.word in words for program in self.programs for line in program)


def compile_policies(policies: Sequence[Policy], max_hp: Ints, rules: Ruleset, powers: Powers) -> Policies:
    """Return the programs of the fighters' policies.

    Parameters
    ----------
    policies, max_hp
        One entry per sheet.
    powers : Powers
        The spells and items that they name.
    """
    alike: dict[Hashable, list[int]] = {}
    for sheet, policy in enumerate(policies):
        alike.setdefault(tuple(_kind(line) for line in policy), []).append(sheet)
    number = np.zeros(len(policies), np.intp)
    programs = []
    for own, sheets in enumerate(alike.values()):
        number[sheets] = own
        lines = zip(*(policies[sheet] for sheet in sheets), strict=True)
        programs.append(tuple(_compile(line, np.array(sheets), max_hp, rules, powers) for line in lines))
    stances = frozenset(line.number for program in programs for line in program if line.word == "stance")
    chances = {n for program in programs for n, line in enumerate(program) if line.chance is not None}
    return Policies(tuple(programs), number, stances, tuple(sorted(chances)[:AHEAD]))


def is_plain(fighter: Fighter, rules: Ruleset) -> bool:
    """Whether a fighter always attacks while nothing is unusual on either side, and his hits bring no statuses."""
    if fighter.weapon is not None and fighter.weapon.statuses:
        return False
    for line in fighter.policy:
        if not _idle(line, fighter, rules):
            return line.do.word == "attack" and _unconditional(line)
    return False


def _kind(line: Line) -> Hashable:
    """Return all of a line but its numbers."""
    when = line.when
    words = when.model_copy(update=dict.fromkeys(NUMBERS)).model_dump_json()
    return line.do, words, tuple(getattr(when, name) is None for name in NUMBERS), _certain(line)


def _certain(line: Line) -> bool:
    return line.chance is None or line.chance == 1


def _compile(lines: Sequence[Line], sheets: Ints, max_hp: Ints, rules: Ruleset, powers: Powers) -> CompiledLine:
    """Return lines of one kind as one; ``sheets`` are those that follow them."""

    def number(values: Sequence[int]) -> BySheet:
        if len(set(values)) == 1:
            return values[0]
        numbers = np.zeros(len(max_hp), np.int64)
        numbers[sheets] = values
        return numbers

    def limit(shares: Sequence[Decimal | None], hp: Ints) -> BySheet | None:
        known = [share for share in shares if share is not None]
        return number([ceil(share * most) for share, most in zip(known, hp.tolist(), strict=True)]) if known else None

    line, whens = lines[0], [each.when for each in lines]
    when, stances = line.when, list(rules.stances)
    rounds = [each.round_at_least for each in whens if each.round_at_least is not None]
    chances = [each.chance for each in lines if each.chance is not None]
    return CompiledLine(
        word=line.do.word,
        number=_number(line.do, stances, powers),
        disarmed=when.disarmed,
        opponent_armed=when.opponent_armed,
        opponent_stunned=when.opponent_stunned,
        hp_limit=limit([each.hp_below for each in whens], max_hp[sheets]),
        # In a duel, the one he faces has the other sheet of the scenario.
        opponent_hp_limit=limit([each.opponent_hp_below for each in whens], max_hp[sheets ^ 1]),
        level=rules.levels.index(when.bleeding_at_least) + 1 if when.bleeding_at_least is not None else None,
        stance_is=stances.index(when.stance_is) if when.stance_is is not None else None,
        round_at_least=number(rounds) if rounds else None,
        mp_at_least=when.mp_at_least,
        mp_below=when.mp_below,
        spells_left=_counted(when.spells_left, powers),
        spells_below=_counted(when.spells_below, powers),
        has_status=_bits(when.has_status),
        lacks_status=_bits(when.lacks_status),
        opponent_has_status=_bits(when.opponent_has_status),
        opponent_lacks_status=_bits(when.opponent_lacks_status),
        chance=None if _certain(line) else number([ceil(chance * 2**WORD_BITS) for chance in chances]),
    )


def _number(action: Action, stances: list[str], powers: Powers) -> int:
    if action.word == "stance":
        return stances.index(str(action.name))
    return powers.of(action) if action.word in (*CASTING, "item") else 0


def _counted(spells: Mapping[str, int] | None, powers: Powers) -> tuple[tuple[int, int], ...] | None:
    return None if spells is None else tuple((powers.number["spell", name], count) for name, count in spells.items())


def _bits(statuses: Sequence[StatusName] | None) -> int | None:
    return None if statuses is None else sum(BIT[name] for name in set(statuses))


def _idle(line: Line, fighter: Fighter, rules: Ruleset) -> bool:
    """Whether a line cannot be taken while nobody is stunned or disarmed."""
    when, word = line.when, line.do.word
    nothing_down = word == "recover" and fighter.shield is None
    no_wounds = word == "bind" and rules.bleeding == "none"
    return when.disarmed is True or when.opponent_stunned is True or nothing_down or no_wounds or line.chance == 0


def _unconditional(line: Line) -> bool:
    when = line.when
    harmless = (when.disarmed or None, when.opponent_stunned or None)
    others = (value for name, value in when if name not in ("disarmed", "opponent_stunned"))
    return _certain(line) and all(condition is None for condition in (*harmless, *others))
