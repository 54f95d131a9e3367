"""How statuses come and go in the readable twin (R9.2, R9.7)."""

from __future__ import annotations

from collections.abc import Mapping

from zodiac_sim.engine import magic_events
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.reference_state import Ailment, Combatant
from zodiac_sim.engine.reference_table import Table
from zodiac_sim.rules.magic import STATUSES, Inflicted, StatusName

CURED, WOKE, RAN_OUT = "cured", "woke", "ran out"
ENDED_BY_BLOWS: tuple[StatusName, ...] = ("sleep", "confuse")


def bring(
    table: Table, target: Combatant, brought: Mapping[StatusName, Inflicted], seat: int, *, magic: int = 0
) -> None:
    """Roll for each status that a hit, spell or item of that seat may bring; none takes hold at 0 HP (R9.7).

    Parameters
    ----------
    magic : int
        The poisoner's Magic, where the poison names none of its own.
    """
    if not target.hp:
        return
    for name in sorted(brought, key=STATUSES.index):
        status = brought[name]
        check = table.dice.check(status.chance, Roll.STATUS, seat, STATUSES.index(name))
        table.say(magic_events.StatusTried, target.seat, name, check)
        if check.passed and status.turns != 0:
            give(table, target, name, status.turns, magic if status.magic is None else status.magic)


def give(table: Table, target: Combatant, name: StatusName, turns: int | None, magic: int) -> None:
    """Give a status; one that is there keeps the longer duration, and poison the higher Magic (R9.7)."""
    there = target.statuses.get(name)
    if there is None:
        target.statuses[name] = Ailment(turns, magic)
    else:
        there.turns = None if turns is None or there.turns is None else max(turns, there.turns)
        there.magic = max(magic, there.magic)
    now = target.statuses[name]
    table.say(magic_events.StatusGiven, target.seat, name, now.turns, now.magic, there is not None)


def end(table: Table, fighter: Combatant, name: StatusName, how: str) -> None:
    """End a status; given again, it is a new one (R9.7)."""
    del fighter.statuses[name]
    table.say(magic_events.StatusEnded, fighter.seat, name, how)


def cure(table: Table, fighter: Combatant, name: StatusName) -> None:
    """End a status if it is there (R9.7)."""
    if name in fighter.statuses:
        end(table, fighter, name, CURED)


def wake(table: Table, fighter: Combatant) -> None:
    """End what a blow that took HP ends (R9.2)."""
    for name in ENDED_BY_BLOWS:
        if name in fighter.statuses:
            end(table, fighter, name, WOKE)


def begin_counting(fighter: Combatant) -> None:
    """Count the statuses that are there at the start of a turn (R9.7)."""
    for ailment in fighter.statuses.values():
        ailment.counted = True


def count_down(table: Table, fighter: Combatant) -> None:
    """Take a turn off the counted statuses at the end of an own turn; at none left they end (R6.5, R9.7)."""
    for name, ailment in list(fighter.statuses.items()):
        if ailment.counted and ailment.turns is not None:
            ailment.turns -= 1
            if not ailment.turns:
                end(table, fighter, name, RAN_OUT)
