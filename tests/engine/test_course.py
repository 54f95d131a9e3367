"""The course of duels as the engine notes it, against the events that the readable twin tells of the same duels."""

from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from tests.strategies import SEEDS, studies
from zodiac_sim.engine import events
from zodiac_sim.engine.course import BY_ROUND, OF_CRITICALS, Course, follow
from zodiac_sim.engine.outcome import SIDES, WINNERS
from zodiac_sim.engine.reference import play_duel
from zodiac_sim.engine.structure import structure
from zodiac_sim.study.study import Study, load_study

SEATS = {0: 0, 8: 1}  # the seats of a duel, and their side
DUELS = 12


class Told:
    """What one duel of the twin comes to, noted event by event."""

    def __init__(self, scenario, seed: int, duel: int):
        self.hp_of = [fighters[0].hp for fighters in scenario.sides]
        self.hp = list(self.hp_of)
        self.levels = [[0] * len(scenario.rules.parts) for _ in SIDES]
        self.by_round, self.level_at = Counter(), Counter()
        self.criticals = {name: Counter() for name in OF_CRITICALS}
        self.first_hit, self.lead, self.lead_changes = 0, 0, 0
        self.deficit, self.run, self.lost_run = [0, 0], [0, 0], 0
        self.worst_level, self.first_critical = [0, 0], [0, 0]
        self.round, self.turns_lost, self.struck = 0, [0, 0], [[], []]
        self.outcome = play_duel(scenario, seed, duel, tell=self.note)
        self.close_round()

    def note(self, event) -> None:
        match event:
            case events.RoundBegan(number, order):
                self.close_round()
                self.round = number
                self.totals = {SEATS[roll.seat]: (roll.surprised, roll.total) for roll in order}
            case events.ActionLost(seat):
                self.turns_lost[SEATS[seat]] += 1
                self.by_round["stunned_turns", SEATS[seat], self.round] += 1
            case events.Bound(seat, part, _, level):
                self.by_round["binds", SEATS[seat], self.round] += 1
                self.levels[SEATS[seat]][part] = level
            case events.BleedingChanged(seat, part, _, level, _):
                self.levels[SEATS[seat]][part] = level
                self.worst_level[SEATS[seat]] = max(self.worst_level[SEATS[seat]], level)
            case events.Blow() if event.landed:
                self.blow(event)
            case events.HpLost(seat, before, after):
                side = SEATS[seat]
                self.hp[side] = after
                self.by_round["attack_damage", side, self.round] += before - after
                self.critical(side, self.struck[side].pop(0), before, after)
            case events.Harmed(seat, before, after):
                self.hp[SEATS[seat]] = after
                self.by_round["attack_damage", SEATS[seat], self.round] += before - after
            case events.Healed(seat, before, after):
                self.hp[SEATS[seat]] = after
                self.by_round["other_damage", SEATS[seat], self.round] += max(0, before - after)
            case events.TurnEnded(seat, before, gain, _, loss, after, further):
                self.hp[SEATS[seat]] = after
                bled = min(loss, before + gain)
                self.by_round["bleeding_damage", SEATS[seat], self.round] += bled
                self.by_round["other_damage", SEATS[seat], self.round] += min(further, before + gain - bled)

    def blow(self, event) -> None:
        by, victim = SEATS[event.seat], SEATS[event.target]
        self.struck[victim] = sorted([*self.struck[victim], event], key=lambda each: each.seat)
        if by == victim:
            return
        if not self.first_hit:
            self.first_hit, self.hit_in = by + 1, (self.round, self.totals[by])
        elif self.first_hit == 2 - by and self.hit_in == (self.round, self.totals[by]):
            self.first_hit = 3

    def critical(self, side: int, blow, before: int, after: int) -> None:
        if blow.critical is None or blow.critical.effect is None:
            return
        key = side, blow.critical.part, blow.critical.row - 1
        self.criticals["count"][key] += 1
        self.criticals["hp_lost"][key] += before - after
        self.criticals["hp_squared"][key] += (before - after) ** 2
        self.criticals["felled"][key] += after == 0
        self.first_critical[side] = self.first_critical[side] or blow.critical.part + 1

    def close_round(self) -> None:
        if not self.round:
            return
        for side in range(2):
            self.run[side] = self.run[side] + 1 if self.turns_lost[side] else 0
            self.lost_run = max(self.lost_run, self.run[side])
            self.level_at[side, self.round, max(self.levels[side])] += 1
        self.turns_lost = [0, 0]
        ahead = self.hp[0] * self.hp_of[1] - self.hp[1] * self.hp_of[0]
        if ahead:
            self.lead_changes += self.lead == (-1 if ahead > 0 else 1)
            self.lead = 1 if ahead > 0 else -1
            behind = 1 if ahead > 0 else 0
            lag = abs(ahead) * 100 // (self.hp_of[0] * self.hp_of[1])
            self.deficit[behind] = max(self.deficit[behind], lag)

    @property
    def histories(self) -> dict[str, int]:
        by_side = {
            f"{name}_{side}": getattr(self, name)[number]
            for name in ("deficit", "worst_level", "first_critical")
            for number, side in enumerate(SIDES)
        }
        return {"first_hit": self.first_hit, "lead_changes": self.lead_changes, "lost_run": self.lost_run, **by_side}


def nonzero(counts: np.ndarray) -> dict:
    return {tuple(map(int, place)): int(counts[tuple(place)]) for place in np.argwhere(counts)}


def demand_agreement(course: Course, told: list[Told]) -> None:
    assert course.duels == len(told)
    rounds = [duel.outcome.rounds for duel in told]
    assert course.fighting.tolist() == [sum(r >= n for r in rounds) for n in range(1, max(rounds, default=0) + 1)]
    by_round, levels, histories = Counter(), Counter(), defaultdict(Counter)
    criticals = {name: Counter() for name in OF_CRITICALS}
    for duel in told:
        by_round += duel.by_round
        levels += duel.level_at
        for name, counts in duel.criticals.items():
            criticals[name] += counts
        for name, value in duel.histories.items():
            histories[name][WINNERS.index(duel.outcome.winner), value] += 1
    for name in BY_ROUND:
        expected = {(side, n - 1): count for (key, side, n), count in by_round.items() if key == name}
        assert nonzero(course.rounds[name]) == expected, name
    assert nonzero(course.levels) == {(side, n - 1, level): count for (side, n, level), count in levels.items()}
    assert {name: nonzero(counts) for name, counts in course.criticals.items() if counts.any()} == {
        name: dict(counts) for name, counts in criticals.items() if counts
    }
    assert {name: nonzero(counts) for name, counts in course.histories.items()} == histories


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(studies() | studies(magic=True), SEEDS)
def test_the_course_is_what_the_twin_tells(study: Study, seed: int):
    by_structure = defaultdict(list)
    for scenario in study.scenarios:
        by_structure[structure(scenario)].append(scenario)
    for scenarios in by_structure.values():
        for scenario, course in zip(scenarios, follow(scenarios, seed, 3, DUELS), strict=True):
            demand_agreement(course, [Told(scenario, seed, 3 + number) for number in range(DUELS)])


@pytest.mark.parametrize("name", ["simple-vs-complex", "bleeding-methods"])
def test_pieces_add_up_to_the_whole(name: str):
    scenario = next(each for each in load_study(name).scenarios if each.rules.criticals == "complex")
    [whole], [first], [second] = (follow([scenario], 5, *duels) for duels in ((0, 200), (0, 130), (130, 70)))
    for one in (first.add(second), second.add(first)):
        assert one.duels == whole.duels
        assert one.fighting.tolist() == whole.fighting.tolist()
        assert one.levels.tolist() == whole.levels.tolist()
        for own, all_ in (
            (one.rounds, whole.rounds),
            (one.criticals, whole.criticals),
            (one.histories, whole.histories),
        ):
            assert {key: value.tolist() for key, value in own.items()} == {
                key: value.tolist() for key, value in all_.items()
            }
