"""Lines of policies that no fight of a study makes possible, so that nobody waits for a spell that never comes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zodiac_sim.errors import shown
from zodiac_sim.study.fighter import Fighter, Line, When
from zodiac_sim.study.scenarios import Scenario
from zodiac_sim.study.study import Study

DRAWS = ("draw", "draw_cast")


class IdleLine(NamedTuple):
    """A line that is never possible: whose it is, its number from 1, what it would do, and why it cannot."""

    fighter: str
    number: int
    action: str
    reason: str

    def __str__(self) -> str:
        return f"{shown(self.fighter)}, line {self.number} ({self.action}): {self.reason}"


def idle_lines(study: Study) -> list[IdleLine]:
    """Return every policy line that is possible in none of the study's fights; of most studies there is none.

    A line that is possible under some variant is not told. What a fight may bring, such as a status, is not foreseen.
    """
    hindered: dict[tuple[str, int, str], str | None] = {}
    for scenario in study.fights:
        for fighter in (*scenario.sides[0], *scenario.sides[1]):
            for number, line in enumerate(fighter.policy, start=1):
                place = fighter.name, number, str(line.do)
                reason = next(_hindrances(line, fighter, scenario), None)
                hindered[place] = reason and hindered.get(place, reason)
    return [IdleLine(*place, reason) for place, reason in hindered.items() if reason is not None]


def _hindrances(line: Line, fighter: Fighter, scenario: Scenario) -> Iterator[str]:
    word, name = line.do
    if contrary(line.when):
        yield "its conditions exclude each other"
    if word in DRAWS and not scenario.draw_source:
        yield "there is nothing to draw from (R9.8)"
    elif word in DRAWS and name is not None and name not in scenario.draw_source:
        yield f"{shown(name)} is not among what can be drawn (R9.8)"
    elif word == "cast" and name is not None:
        yield from _uncastable(name, fighter, scenario)
    elif word == "item" and name is not None:
        if not fighter.items.get(name):
            yield f"he carries no {shown(name)} (R7.10)"
        elif scenario.rules.items[name].revives:
            yield "it is for the fallen, and a duel ends when somebody falls (R6.8)"


def _uncastable(name: str, fighter: Fighter, scenario: Scenario) -> Iterator[str]:
    spell = scenario.rules.spells[name]
    draws = name in scenario.draw_source and any(line.do.word == "draw" for line in fighter.policy)
    if spell.revives:
        yield "it is for the fallen, and a duel ends when somebody falls (R6.8)"
    elif fighter.stock.get(name) or draws:
        return
    elif name not in fighter.spells:
        yield f"he neither knows {shown(name)} nor has it drawn (R9.10)"
    elif spell.mp > fighter.mp:
        yield f"it costs {spell.mp} MP, and he has {fighter.mp} (R9.10)"


def contrary(when: When) -> bool:
    """Whether conditions can never hold together."""
    if when.mp_at_least is not None and when.mp_below is not None and when.mp_at_least >= when.mp_below:
        return True
    below = when.spells_below or {}
    if any(number >= below[name] for name, number in (when.spells_left or {}).items() if name in below):
        return True
    pairs = ((when.has_status, when.lacks_status), (when.opponent_has_status, when.opponent_lacks_status))
    return any(has is not None and lacks is not None and set(has) <= set(lacks) for has, lacks in pairs)
