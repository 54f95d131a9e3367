"""R1.6, R7.10: which action each fighter takes: the first line of his policy that is possible and whose conditions hold."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from zodiac_sim.engine.dice import Ints
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.policies import ALWAYS, CompiledLine
from zodiac_sim.engine.state import DISARMED, DROPPED, STUNNED, State, lane_of
from zodiac_sim.engine.tables import Tables

NOBODY = np.zeros(0, np.intp)


@dataclass(slots=True)
class Intents:
    """The actions of one initiative group: rows by action word, and the stance of those who take one."""

    by_word: dict[str, list[Ints]] = field(default_factory=dict)
    stances: list[Ints] = field(default_factory=list)

    def take(self, line: CompiledLine, rows: Ints) -> None:
        """Note that these fighters act on a line."""
        self.by_word.setdefault(line.word, []).append(rows)
        if line.word == "stance":
            self.stances.append(np.full(len(rows), line.stance))

    def rows(self, word: str) -> Ints:
        """Return the fighters who take an action."""
        found = self.by_word.get(word, [])
        return found[0] if len(found) == 1 else np.concatenate(found) if found else NOBODY


def opponent(rows: Ints) -> Ints:
    """Return the enemy each fighter faces: in a duel there is one, in the other seat of his lane."""
    return rows ^ 1


def choose(s: State, t: Tables, rows: Ints) -> Intents:
    """Return the actions of fighters who may act, read on the state after all starts of turn (R1.2)."""
    intents = Intents()
    programs = t.policies.programs
    if len(programs) == 1:
        _read(s, t, programs[0], rows, intents)
        return intents
    numbers = t.sheets.policy[s.sheet[rows]]
    for number, program in enumerate(programs):
        own = rows[np.flatnonzero(numbers == number)]
        if len(own):
            _read(s, t, program, own, intents)
    return intents


def _read(s: State, t: Tables, program: tuple[CompiledLine, ...], rows: Ints, intents: Intents) -> None:
    for index, line in enumerate(program):
        taken = _holds(s, t, line, index, rows)
        if taken is None:
            intents.take(line, rows)
            return
        at = np.flatnonzero(taken)
        if len(at):
            intents.take(line, rows[at])
            rows = rows[np.flatnonzero(~taken)]
            if not len(rows):
                return


def _holds(s: State, t: Tables, line: CompiledLine, index: int, rows: Ints) -> Ints | None:
    """Return whether each fighter takes a line, bool; None if all do. The cheapest tests come first."""
    tests = [*_possible(s, t, line, rows), *_conditions(s, t, line, rows)]
    if line.chance != ALWAYS:
        tests.append(s.words(rows, Roll.POLICY, index) < np.uint64(line.chance))
    return np.logical_and.reduce(tests) if len(tests) > 1 else tests[0] if tests else None


def _possible(s: State, t: Tables, line: CompiledLine, rows: Ints) -> list[Ints]:
    if line.word == "recover":
        return [(s.field("weapon")[rows] == DROPPED) | (s.field("shield")[rows] == DROPPED)]
    if line.word == "disarm":
        return [_armed(s, t, opponent(rows))]
    if line.word == "bind":
        return [s.loss[rows] > 0]
    if line.word == "stance":
        return [s.field("stance")[rows] != line.stance]
    return []


def _armed(s: State, t: Tables, rows: Ints) -> Ints:
    """Return whether each fighter holds a weapon he can use."""
    armed: Ints = (s.conditions[rows] & DISARMED == 0) & t.sheets.owns_weapon[s.sheet[rows]]
    return armed


def _conditions(s: State, t: Tables, line: CompiledLine, rows: Ints) -> list[Ints]:
    tests = []
    if line.disarmed is not None:
        tests.append((s.conditions[rows] & DISARMED != 0) == line.disarmed)
    if line.opponent_armed is not None:
        tests.append(_armed(s, t, opponent(rows)) == line.opponent_armed)
    if line.opponent_stunned is not None:
        tests.append((s.conditions[opponent(rows)] & STUNNED != 0) == line.opponent_stunned)
    if line.hp_limit is not None:
        tests.append(s.hp[rows] < line.hp_limit[s.sheet[rows]])
    if line.opponent_hp_limit is not None:
        enemies = opponent(rows)
        tests.append(s.hp[enemies] < line.opponent_hp_limit[s.sheet[enemies]])
    if line.level is not None:
        tests.append(s.field("levels")[rows].max(axis=1) >= line.level)
    if line.stance_is is not None:
        tests.append(s.field("stance")[rows] == line.stance_is)
    if line.round_at_least is not None:
        tests.append(s.round[lane_of(rows)] >= line.round_at_least)
    return tests
