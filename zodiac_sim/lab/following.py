"""Duels of a result followed round by round: the first of each scenario, fought once more on the same dice."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from zodiac_sim.engine.course import Course, follow
from zodiac_sim.lab.jobs import groups_of
from zodiac_sim.lab.summary import moments

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

FOLLOWED_ROWS = 2**18  # duels of all scenarios together that are followed at most
FOLLOWED_ROUNDS = 1_500_000  # their rounds together, about: so many take some seconds
_AT_ONCE = 2**16  # of them in memory


def followed(result: Result) -> tuple[Course, ...]:
    """Return the course of the first duels of each scenario of a result, in the order of its scenarios.

    Of each scenario as many duels are followed, all of a small run and some thousands of a large one, fewer where they
    last long.
    """
    scenarios = result.study.scenarios
    first, last = result.ranges[0] if result.ranges else (0, result.duels)
    duels = min(last - first, max(1, FOLLOWED_ROWS // len(scenarios)), max(1, int(FOLLOWED_ROUNDS / _rounds(result))))
    courses: dict[int, Course] = {}
    for group in groups_of(scenarios) if duels else ():
        own = [scenarios[number] for number in group]
        size = max(1, _AT_ONCE // len(group))
        pieces = [follow(own, result.seed, first + start, min(size, duels - start)) for start in range(0, duels, size)]
        courses |= zip(group, (reduce(Course.add, parts) for parts in zip(*pieces, strict=True)), strict=True)
    return tuple(courses[number] for number in sorted(courses))


def _rounds(result: Result) -> float:
    """Return how many rounds one duel of every scenario takes, all together, on average; at least one."""
    means = (moments(tally.histogram("rounds").sum(axis=0)).mean for tally in result.scenario_tallies)
    return max(1.0, sum(mean for mean in means if mean is not None))
