"""R1.1, R1.6, R7.10: the action of each fighter: the first possible line of his policy whose conditions hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from zodiac_sim.engine.dice import Ints, has, where
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.phases.limit import limit_ready
from zodiac_sim.engine.phases.possible import can_cast, can_draw, can_use
from zodiac_sim.engine.policies import CompiledLine
from zodiac_sim.engine.state import DISARMED, DROPPED, STUNNED, State, lane_of, opponent
from zodiac_sim.engine.structure import number_of
from zodiac_sim.engine.tables import Tables
from zodiac_sim.study.fighter import NAMING

Test: TypeAlias = Callable[[Ints], Ints]
Program: TypeAlias = tuple[CompiledLine, ...]

DECLARED = ("draw_cast",)  # actions that change initiative are declared before the roll (R1.1, R9.8)
THEMSELVES = "themselves"
NOBODY = np.zeros(0, np.intp)


@dataclass(slots=True)
class Intents:
    """The actions of one initiative group: rows by action word, and what those name who take up or use something."""

    by_word: dict[str, list[Ints]] = field(default_factory=dict)
    named: dict[str, list[Ints]] = field(default_factory=dict)

    def take(self, line: CompiledLine, rows: Ints) -> None:
        """Note that these fighters act on a line."""
        self.by_word.setdefault(line.word, []).append(rows)
        if line.word in NAMING:
            self.named.setdefault(line.word, []).append(np.full(len(rows), line.number))

    def attack(self, rows: Ints) -> None:
        """Note that these fighters attack, as they do while nothing is unusual: see ``policies.is_plain``."""
        self.by_word.setdefault("attack", []).append(rows)

    def attack_themselves(self, rows: Ints) -> None:
        """Note that these fighters attack themselves (R9.2)."""
        self.by_word.setdefault(THEMSELVES, []).append(rows)

    def rows(self, word: str) -> Ints:
        """Return the fighters who take an action."""
        return _joined(self.by_word.get(word, []))

    def numbers(self, word: str) -> Ints:
        """Return the numbers of what they name, in the order of ``rows``."""
        return _joined(self.named.get(word, []))


def _joined(found: list[Ints]) -> Ints:
    return found[0] if len(found) == 1 else np.concatenate(found) if found else NOBODY


def choose(s: State, t: Tables, rows: Ints, intents: Intents) -> None:
    """Note the actions of fighters who may act, read on the state after all starts of turn (R1.2)."""
    for program, own in _programs(s, t, rows):
        if t.declares:
            own = _keep_word(s, t, program, own, intents)
        _read(s, t, program, own, intents)


def declare(s: State, t: Tables, rows: Ints) -> None:
    """Bind fighters whose policy, read before the roll for initiative, names an action to be declared (R1.1).

    Writes ``declared``.
    """
    s.declared[:] = 0
    for program, own in _programs(s, t, rows):
        last = max((place for place, line in enumerate(program, start=1) if line.word in DECLARED), default=0)
        _read(s, t, program[:last], own, Intents(), declaring=True)


def _programs(s: State, t: Tables, rows: Ints) -> Iterator[tuple[Program, Ints]]:
    """Yield every policy with those of some fighters who follow it."""
    programs = t.policies.programs
    if len(programs) == 1:
        yield programs[0], rows
        return
    numbers = t.sheets.policy[s.sheet[rows]]
    for number, program in enumerate(programs):
        own = rows[where(numbers == number)]
        if len(own):
            yield program, own


def _keep_word(s: State, t: Tables, program: Program, rows: Ints, intents: Intents) -> Ints:
    """Let those who declared an action do it if it is possible now; return those who did not (R1.1)."""
    declared = s.declared[rows]
    if not declared.any():
        return rows
    for index, line in enumerate(program):
        if line.word in DECLARED:
            own = rows[where(declared == index + 1)]
            for test in _possible(s, t, line):
                own = own[where(test(own))]
            intents.take(line, own)
    return rows[where(declared == 0)]


def _read(s: State, t: Tables, program: Program, rows: Ints, intents: Intents, *, declaring: bool = False) -> None:
    """Note for each fighter the first line that he can take; or only, ``declaring``, who is bound by it."""
    waiting, left = np.ones(len(rows), bool), len(rows)
    for index, line in enumerate(program):
        if line.word in DECLARED and not declaring:
            continue
        tests = [*_conditions(s, t, line), *_possible(s, t, line), *_chance(s, t, line, index)]
        acting = _passing(tests, rows, waiting) if tests else where(waiting)
        if len(acting):
            if not declaring:
                intents.take(line, rows[acting])
            elif line.word in DECLARED:
                s.declared[rows[acting]] = index + 1
            waiting[acting] = False
            left -= len(acting)
        if not tests:
            return
        if left * 2 < len(rows):
            rows = rows[where(waiting)]
            waiting = np.ones(left, bool)


def _passing(tests: list[Test], rows: Ints, waiting: Ints) -> Ints:
    """Return the positions of those who wait for an action and pass all tests.

    Each test but the first is made on those only who passed the tests before it; the cheapest comes first.
    """
    passing = where(tests[0](rows) & waiting)
    for test in tests[1:]:
        if not len(passing):
            break
        passing = passing[where(test(rows[passing]))]
    return passing


def _chance(s: State, t: Tables, line: CompiledLine, index: int) -> list[Test]:
    if line.chance is None:
        return []
    if index in t.policies.ahead:
        words = s.policy_words[t.policies.ahead.index(index)]
        return [lambda rows: words[rows] < number_of(line.chance, s.sheet, rows)]
    return [lambda rows: s.words(rows, Roll.POLICY, index=index)[0] < number_of(line.chance, s.sheet, rows)]


def _possible(s: State, t: Tables, line: CompiledLine) -> list[Test]:
    tests: dict[str, Test] = {
        "recover": lambda rows: (s.weapon[rows] == DROPPED) | (s.shield[rows] == DROPPED),
        "disarm": lambda rows: _armed(s, t, opponent(rows)),
        "bind": lambda rows: s.loss[rows] > 0,
        "stance": lambda rows: s.stance[rows] != line.number,
        "limit": lambda rows: limit_ready(s, t, rows),
        "cast": lambda rows: can_cast(s, t, rows, line.number),
        "item": lambda rows: can_use(s, t, rows, line.number),
        "draw": lambda rows: can_draw(s, t, rows, line.number),
        "draw_cast": lambda rows: can_draw(s, t, rows, line.number),
    }
    return [tests[line.word]] if line.word in tests else []


def _armed(s: State, t: Tables, rows: Ints) -> Ints:
    """Return whether each fighter holds a weapon he can use."""
    armed: Ints = ~has(s.conditions[rows], DISARMED) & t.sheets.owns_weapon[s.sheet[rows]]
    return armed


def _conditions(s: State, t: Tables, line: CompiledLine) -> list[Test]:
    sheet, hp, conditions = s.sheet, s.hp, s.conditions
    level = line.level or 0
    tests: list[tuple[object, Test]] = [
        (line.disarmed, lambda rows: has(conditions[rows], DISARMED) == line.disarmed),
        (line.opponent_armed, lambda rows: _armed(s, t, opponent(rows)) == line.opponent_armed),
        (line.opponent_stunned, lambda rows: has(conditions[opponent(rows)], STUNNED) == line.opponent_stunned),
        (line.hp_limit, lambda rows: hp[rows] < number_of(line.hp_limit, sheet, rows)),
        (line.opponent_hp_limit, lambda rows: hp[opponent(rows)] < number_of(line.opponent_hp_limit, sheet, rows)),
        (line.round_at_least, lambda rows: s.round[lane_of(rows)] >= number_of(line.round_at_least, sheet, rows)),
        (line.stance_is, lambda rows: s.stance[rows] == line.stance_is),
        (line.mp_at_least, lambda rows: s.mp[rows] >= line.mp_at_least),
        (line.mp_below, lambda rows: s.mp[rows] < line.mp_below),
        (line.has_status, lambda rows: has(s.status[rows], line.has_status or 0)),
        (line.lacks_status, lambda rows: ~has(s.status[rows], line.lacks_status or 0)),
        (line.opponent_has_status, lambda rows: has(s.status[opponent(rows)], line.opponent_has_status or 0)),
        (line.opponent_lacks_status, lambda rows: ~has(s.status[opponent(rows)], line.opponent_lacks_status or 0)),
        (line.spells_left, lambda rows: _left(s, rows, line.spells_left or (), enough=True)),
        (line.spells_below, lambda rows: _left(s, rows, line.spells_below or (), enough=False)),
        # Whoever has a part at this level loses as much in all: a cheap test that spares most the dear one after it.
        (line.level, lambda rows: s.bleeding_percent[rows] >= _loss(t, level, sheet, rows)),
        (line.level, lambda rows: _worst_level(s, rows) >= level),
    ]
    return [test for condition, test in tests if condition is not None]


def _left(s: State, rows: Ints, spells: tuple[tuple[int, int], ...], *, enough: bool) -> Ints:
    """Return whether each fighter has enough drawn spells of each number, or fewer of each."""
    fits: Ints = np.ones(len(rows), bool)
    for number, count in spells:
        fits &= (s.stores[:, number][rows] >= count) == enough
    return fits


def _loss(t: Tables, level: int, sheet: Ints, rows: Ints) -> Any:
    """Return the percent of maximum HP that a bleeding level costs each fighter; one number where all lose the same."""
    return t.bleeding.loss[t.bleeding.places.of(level, sheet, rows)]


def _worst_level(s: State, rows: Ints) -> Ints:
    """Return the worst bleeding level of any part of each fighter."""
    levels = s.levels[rows]
    worst: Ints = levels[:, 0]
    for part in range(1, levels.shape[1]):
        worst = np.maximum(worst, levels[:, part])
    return worst
