"""What the courses of duels count of criticals: by location of the body, and by row of its table."""

from __future__ import annotations

from zodiac_sim.engine.course import Course
from zodiac_sim.engine.outcome import SIDES, WON_AGAINST
from zodiac_sim.engine.tally import Counts
from zodiac_sim.rules.model import Effect, Ruleset
from zodiac_sim.rules.words import rolls_text


def locations(rules: Ruleset) -> tuple[str, ...]:
    """Return the names of the locations that a critical can land on; none where it only doubles damage."""
    return () if rules.criticals == "double" else tuple(rules.locations.body)


def rows_at(rules: Ruleset, location: str) -> list[tuple[str, Effect]]:
    """Return the rows of a location under the method in force: their rolls in words, and the effects they have."""
    if rules.criticals == "simple":
        return [("", _in_force(rules, rules.simple_table.get(location, Effect())))]
    table = rules.complex_tables.get(location)
    if table is None:
        return [("", Effect())]
    return [(rolls_text(*row.rolls), _in_force(rules, row)) for row in table.rows]


def _in_force(rules: Ruleset, effect: Effect) -> Effect:
    """Return an effect without bleeding that the method of bleeding ignores (R6.3)."""
    return effect if rules.bleeding == "critical" else effect.model_copy(update={"bleeding": None})


def counted_at(rules: Ruleset, course: Course, location: str) -> dict[str, Counts]:
    """Return what is counted of criticals at a location of either side, arrays of shape (rows,)."""
    here = [part.location == location for part in rules.parts]
    return {name: counts[:, here].sum(axis=(0, 1)) for name, counts in course.criticals.items()}


def first_at(rules: Ruleset, course: Course, location: str) -> tuple[int, int]:
    """Return of how many fighters the first critical suffered was at a location, and how many of them lost."""
    first = lost = 0
    parts = [number for number, part in enumerate(rules.parts, start=1) if part.location == location]
    for side in SIDES:
        counts = course.histories[f"first_critical_{side}"]
        there = counts[:, [number for number in parts if number < counts.shape[1]]].sum(axis=1)
        first, lost = first + int(there.sum()), lost + int(there[WON_AGAINST[side]])
    return first, lost
