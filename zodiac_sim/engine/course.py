"""The course of duels, round by round: who bled how much when, what criticals did, how the lead went to and fro."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine.batch import stream
from zodiac_sim.engine.dice import Ints, where
from zodiac_sim.engine.outcome import SIDES, WINNERS
from zodiac_sim.engine.phases.strike import Blows
from zodiac_sim.engine.state import State, lane_of, rows_of
from zodiac_sim.engine.tables import WIDTH, Tables
from zodiac_sim.engine.tally import Counts, added
from zodiac_sim.study.study import Scenario

BY_ROUND = ("attack_damage", "bleeding_damage", "other_damage", "binds", "stunned_turns")
OF_CRITICALS = ("count", "hp_lost", "hp_squared", "felled")
# Who landed the first hit on the other one: nobody, side a, side b, or both at once.
NOBODY, BOTH = 0, 3
HIT_BY = np.array([1, 2], np.int32)
POINTS = 100


@dataclass(slots=True)
class Course:
    """What duels of one scenario came to by round, by critical and in their course.

    Attributes
    ----------
    duels : int
    fighting : int64 array, shape (rounds,)
        Duels that played each round, from the first.
    rounds : dict of str to int64 array, shape (seats, rounds)
        Sums over all duels for each name of ``BY_ROUND``: HP, or times.
    levels : int64 array, shape (seats, rounds, levels)
        Fighters by the worst bleeding level of their body at the end of each round they played, 0 for none.
    criticals : dict of str to int64 array, shape (seats, parts, rows)
        For each name of ``OF_CRITICALS``: criticals suffered by part of the body and row of its table, the HP they
        took, the squares of those, and how many felled at once; 0 where a critical looks nothing up.
    histories : dict of str to int64 array, shape (winners, values)
        Duels by winner and value: ``first_hit`` (see ``NOBODY``), ``lead_changes``, ``lost_run`` (most turns that a
        fighter lost to stun in a row); and of each side ``deficit`` (largest lag behind the other in points of maximum
        HP), ``worst_level`` (of bleeding), ``first_critical`` (part of the body from 1, 0 for none).
    """

    duels: int
    fighting: Counts
    rounds: dict[str, Counts]
    levels: Counts
    criticals: dict[str, Counts]
    histories: dict[str, Counts]

    def add(self, other: Course) -> Course:
        """Return the course of the duels of both."""
        return Course(
            self.duels + other.duels,
            added(self.fighting, other.fighting),
            _sums(self.rounds, other.rounds),
            added(self.levels, other.levels),
            _sums(self.criticals, other.criticals),
            _sums(self.histories, other.histories),
        )


def follow(scenarios: Sequence[Scenario], seed: int, first_duel: int, duels: int) -> list[Course]:
    """Fight the duels ``first_duel`` … ``first_duel + duels - 1`` of every scenario and note their course.

    They are the duels of a run with that seed, on the same dice. All are fought at once: memory grows with them.

    Parameters
    ----------
    scenarios : sequence of Scenario
        All under rulesets of one :func:`zodiac_sim.engine.structure.structure`.
    """
    notes = _Notes()
    ((_, block),) = stream(scenarios, seed, first_duel, duels, block=duels, lanes=len(scenarios) * duels, watch=notes)
    return list(notes.courses(block["winner"]))


@dataclass(slots=True)
class _Notes:
    """A watch that notes the course of duels that all begin in the same round."""

    t: Tables = field(init=False)
    duels: int = 0
    by_round: list[dict[str, NDArray[Any]]] = field(default_factory=list)
    before: dict[str, Ints] = field(default_factory=dict)
    criticals: dict[str, Ints] = field(default_factory=dict)
    of_fighter: dict[str, Ints] = field(default_factory=dict)
    of_duel: dict[str, Ints] = field(default_factory=dict)

    def begins(self, s: State, t: Tables) -> None:
        """Make room for all duels: they have a lane each."""
        self.t, self.duels = t, s.lanes // len(t.keys)
        fighters, nothing = s.lanes * WIDTH, np.int32
        parts, rows = len(t.rules.different[0].parts), t.criticals.most_rows
        self.before = {name: np.zeros(fighters, nothing) for name in BY_ROUND}
        self.criticals = {name: np.zeros((len(t.sheets.max_hp), parts, rows), np.int64) for name in OF_CRITICALS}
        per_fighter = ("deficit", "run", "worst_level", "first_critical")
        self.of_fighter = {name: np.zeros(fighters, nothing) for name in per_fighter}
        self.of_duel = {
            name: np.zeros(s.lanes, nothing) for name in ("first_hit", "hits", "lead_changes", "lead", "lost_run")
        }

    def blows(self, s: State, blows: Blows, before: Ints, after: Ints) -> None:
        """Note the blows of a group that landed: who hit the other one, and what the criticals did."""
        slots = s.slot[lane_of(blows.victims)]
        others = where(blows.attackers != blows.victims)
        np.bitwise_or.at(self.of_duel["hits"], slots[others], HIT_BY[_side(blows.attackers[others])])
        c = blows.criticals
        if c is not None:
            at, sheet = blows.critical, s.sheet[c.victims]
            location = self.t.criticals.location_of_part[c.part]
            row = c.row - self.t.criticals.first_row[self.t.criticals.places.of(location, s.sheet, c.victims)]
            lost = before[at] - after[at]
            facts = {"count": 1, "hp_lost": lost, "hp_squared": lost**2, "felled": after[at] == 0}
            for name, amount in facts.items():
                np.add.at(self.criticals[name], (sheet, c.part, row), amount)
            mine = slots[at] * WIDTH + c.victims % WIDTH
            suffered = self.of_fighter["first_critical"]
            suffered[mine] = np.where(suffered[mine], suffered[mine], c.part + 1)

    def group_ends(self, s: State, rows: Ints) -> None:
        """Note who hit first, and how badly the fighters bleed before anything of it is stanched again."""
        lanes = lane_of(rows)
        slots, fighters = s.slot[lanes], rows_of(lanes)
        first, hits = self.of_duel["first_hit"], self.of_duel["hits"]
        first[slots] = np.where(first[slots] == NOBODY, hits[slots], first[slots])
        _raise(self.of_fighter["worst_level"], rows_of(slots), self._levels(s, fighters))

    def round_ends(self, s: State) -> None:
        """Note what a round brought to the fights that were going on in it."""
        lanes = where(~s.parked)
        rows = rows_of(lanes)
        slots = s.slot[lanes]
        fighters = rows_of(slots)
        sheet, size = s.sheet[rows], len(self.t.sheets.max_hp)
        level = self._levels(s, rows)
        levels = len(self.t.rules.different[0].levels) + 1
        noted = {
            "fighting": np.bincount(sheet[::WIDTH] // WIDTH, minlength=size // WIDTH),
            "levels": np.bincount(sheet * levels + level, minlength=size * levels).reshape(size, levels),
        }
        for name, now in self._so_far(s, rows).items():
            brought = now - self.before[name][fighters]
            self.before[name][fighters] = now
            noted[name] = np.bincount(sheet, weights=brought, minlength=size).astype(np.int64)
            if name == "stunned_turns":
                self._note_run(fighters, slots, brought)
        self.by_round.append(noted)
        _raise(self.of_fighter["worst_level"], fighters, level)
        self._note_lead(s, rows, slots, fighters)

    def _levels(self, s: State, rows: Ints) -> Ints:
        """Return the worst bleeding level of the bodies of some fighters, 0 for none."""
        if "levels" in self.t.untouched:
            return np.zeros(len(rows), np.intp)
        worst: Ints = s.levels[rows].max(axis=1).astype(np.intp)
        return worst

    def _so_far(self, s: State, rows: Ints) -> dict[str, Ints]:
        """Return what is counted by round as it stands now."""
        bleeding, other = s.bleeding_damage[rows], s.other_damage[rows]
        lost = self.t.sheets.max_hp[s.sheet[rows]] - s.hp[rows] + s.healed[rows] - bleeding - other
        return {
            "attack_damage": lost.astype(np.int32),
            "bleeding_damage": bleeding,
            "other_damage": other,
            "binds": s.binds[rows].astype(np.int32),
            "stunned_turns": s.stunned_turns[rows].astype(np.int32),
        }

    def _note_run(self, fighters: Ints, slots: Ints, lost: Ints) -> None:
        run = (self.of_fighter["run"][fighters] + lost) * (lost > 0)
        self.of_fighter["run"][fighters] = run
        _raise(self.of_duel["lost_run"], slots, run.reshape(-1, WIDTH).max(axis=1))

    def _note_lead(self, s: State, rows: Ints, slots: Ints, fighters: Ints) -> None:
        """Note who leads by the share of maximum HP that his side has left, and how far the other lags."""
        hp, most = s.hp[rows].astype(np.int64), self.t.sheets.max_hp[s.sheet[rows]].astype(np.int64)
        (hp_a, hp_b), (most_a, most_b) = _by_side(hp), _by_side(most)
        ahead = hp_a * most_b - hp_b * most_a
        lead, last = np.sign(ahead), self.of_duel["lead"][slots]
        self.of_duel["lead_changes"][slots] += (lead * last < 0).astype(np.int32)
        self.of_duel["lead"][slots] = np.where(lead, lead, last)
        lag = np.abs(ahead) * POINTS // (most_a * most_b)
        lags = np.where(_side(rows) == 0, np.repeat(lag * (lead < 0), WIDTH), np.repeat(lag * (lead > 0), WIDTH))
        _raise(self.of_fighter["deficit"], fighters, lags)

    def courses(self, winner: Ints) -> Iterator[Course]:
        """Yield the course of each scenario; ``winner`` has shape (scenarios, duels)."""
        whole = {name: np.stack([noted[name] for noted in self.by_round], axis=1) for name in self.by_round[0]}
        for number, winners in enumerate(winner):
            seats = slice(number * WIDTH, (number + 1) * WIDTH)
            last = int(np.count_nonzero(whole["fighting"][number]))
            yield Course(
                self.duels,
                whole["fighting"][number, :last],
                {name: whole[name][seats, :last] for name in BY_ROUND},
                whole["levels"][seats, :last],
                {name: counts[seats] for name, counts in self.criticals.items()},
                dict(self._histories(number, winners)),
            )

    def _histories(self, number: int, winners: Ints) -> Iterator[tuple[str, Counts]]:
        duels = slice(number * self.duels, (number + 1) * self.duels)
        for name in ("first_hit", "lead_changes", "lost_run"):
            yield name, _by_winner(winners, self.of_duel[name][duels])
        for name in ("deficit", "worst_level", "first_critical"):
            own = self.of_fighter[name].reshape(-1, WIDTH)[duels]
            for seat, side in enumerate(SIDES):
                yield f"{name}_{side}", _by_winner(winners, own[:, seat])


def _side(rows: Ints) -> Ints:
    """Return the side of fighters by their rows: seats of a lane belong to both sides by turns."""
    side: Ints = rows % len(SIDES)
    return side


def _by_side(values: Ints) -> tuple[Ints, Ints]:
    """Return the sums of a quantity of fighters, lane by lane, over side a and over side b."""
    a, b = values.reshape(-1, WIDTH // len(SIDES), len(SIDES)).sum(axis=1).T
    return a, b


def _raise(highest: Ints, places: Ints, values: Ints) -> None:
    highest[places] = np.maximum(highest[places], values)


def _by_winner(winners: Ints, values: Ints) -> Counts:
    width = int(values.max(initial=0)) + 1
    found = np.bincount(winners.astype(np.intp) * width + values, minlength=len(WINNERS) * width)
    return found.reshape(len(WINNERS), width)


def _sums(one: dict[str, Counts], other: dict[str, Counts]) -> dict[str, Counts]:
    return {name: added(counts, other[name]) for name, counts in one.items()}
