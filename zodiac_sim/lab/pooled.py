"""Scenarios with their tallies or courses, one by one or all matchups of a variant together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import TYPE_CHECKING

from zodiac_sim.engine.course import Course
from zodiac_sim.engine.tally import Histograms, Tally
from zodiac_sim.lab.quantities import ALL_MATCHUPS
from zodiac_sim.lab.summary import Row, scenario_columns
from zodiac_sim.rules.model import Ruleset

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result


def tallied(result: Result, pooled: bool = False) -> Iterator[tuple[Row, Tally]]:
    """Yield the columns that name a scenario, and its tally; pooled, those of a variant over all matchups.

    All matchups of a run fight equally many duels: a rate or mean of the pooled duels is the plain mean over matchups.
    """
    scenarios = list(zip(result.study.scenarios, result.scenario_tallies, strict=True))
    if not pooled:
        yield from ((scenario_columns(scenario), tally) for scenario, tally in scenarios)
        return
    for variant in result.study.variant_names:
        tallies = [tally for scenario, tally in scenarios if scenario.variant == variant]
        yield all_matchups(result, variant), _sum(tallies)


def courses(result: Result, pooled: bool = False) -> Iterator[tuple[Row, Ruleset, Course]]:
    """Yield the columns that name a scenario with its ``duels``, its rules and its course; pooled, those of a variant.

    A result without duels has none.
    """
    scenarios = list(zip(result.study.scenarios, result.courses, strict=bool(result.duels)))
    if not pooled:
        for scenario, course in scenarios:
            yield scenario_columns(scenario) | {"duels": course.duels}, scenario.rules, course
        return
    for variant in result.study.variant_names:
        own = [(scenario.rules, course) for scenario, course in scenarios if scenario.variant == variant]
        if own:
            whole = reduce(Course.add, (course for _, course in own))
            yield all_matchups(result, variant) | {"duels": whole.duels}, own[0][0], whole


def all_matchups(result: Result, variant: str) -> Row:
    """Return the columns that say that a row is of all matchups; a study with one matchup keeps its names."""
    matchups = len(result.study.matchups)
    if matchups == 1:
        (only,) = (each for each in result.study.scenarios if each.variant == variant)
        return scenario_columns(only) | {"matchup": ALL_MATCHUPS}
    return {"matchup": ALL_MATCHUPS, "a": f"all {matchups} matchups", "b": "", "variant": variant}


def _sum(tallies: Iterable[Tally]) -> Tally:
    total = Histograms()
    for tally in tallies:
        total.add(Histograms(tally.duels, {name: counts[None] for name, counts in tally.counts.items()}))
    return total.of(0)
