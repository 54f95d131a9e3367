"""What all parts of the narrator share: names, things and places in words, and how a line of a trace looks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from zodiac_sim.engine.keys import SEATS_A_SIDE
from zodiac_sim.engine.outcome import SIDES
from zodiac_sim.engine.reference import sheets_of
from zodiac_sim.engine.reference_rules import WHOLE
from zodiac_sim.errors import one_line
from zodiac_sim.rules.checked import Dice
from zodiac_sim.rules.model import Item, Ruleset
from zodiac_sim.study.fighter import Fighter
from zodiac_sim.study.study import Scenario

STEP = "  "


def labels(fighters: Mapping[int, Fighter]) -> dict[int, str]:
    """The name of each fighter by seat; a name that stands twice gets its side behind it."""
    names = {seat: one_line(fighter.name) for seat, fighter in fighters.items()}
    shared = [name for name in names.values() if not name or list(names.values()).count(name) > 1]
    return {
        seat: f"{name} ({SIDES[seat // SEATS_A_SIDE]})".lstrip() if name in shared else name
        for seat, name in names.items()
    }


def line(depth: int, text: str, *clauses: str) -> str:
    """Return one line of a trace: indented, its clauses behind it."""
    cited = f"  [{', '.join(clauses)}]" if clauses else ""
    return f"{STEP * depth}{text}{cited}"


def signed(points: int) -> str:
    """A number to be added, with its sign set apart."""
    return f"{'-' if points < 0 else '+'} {abs(points)}"


def percents(**factors: int) -> list[str]:
    """The factors that change anything, each with its name."""
    return [f"{name} {percent} %" for name, percent in factors.items() if percent != WHOLE]


def rolled(dice: Dice, faces: Iterable[int]) -> str:
    """A roll of dice: what was thrown, and the faces."""
    plus = f" {signed(dice.plus)}" if dice.plus else ""
    return f"{dice} rolls {' + '.join(map(str, faces))}{plus}"


class Voice:
    """Knows the fighters of a scenario by seat, and its rules."""

    def __init__(self, scenario: Scenario):
        self.rules: Ruleset = scenario.rules
        self.fighters = {sheet.seat: sheet.fighter for sheet in sheets_of(scenario)}
        self.names = labels(self.fighters)

    def item(self, seat: int, item: Item) -> str:
        """The fighter's own word for an item."""
        carried = self.fighters[seat].weapon if item == "weapon" else self.fighters[seat].shield
        return one_line(carried.name) if carried is not None else item

    def level(self, level: int) -> str:
        """A bleeding level in words."""
        return one_line(self.rules.levels[level - 1]) if level else "none"

    def part(self, part: int) -> str:
        """A part of the body in words."""
        return f"the {one_line(self.rules.parts[part].name)}"

    def bleeding(self, part: int) -> str:
        """What bleeds: a part, or the one body under bleeding by injury (R6.2)."""
        return "the body" if self.rules.bleeding == "injury" else self.part(part)
