"""The critical tables of a ruleset as arrays: from a die to what it does (R5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import gcd
from typing import NamedTuple, TypeAlias

import numpy as np

from zodiac_sim.engine.dice import Ints
from zodiac_sim.engine.structure import BatchRules, Places
from zodiac_sim.rules.model import Effect, Ruleset

NO_LIMIT = np.iinfo(np.int16).max
UNWOUNDED = Effect()
ITEMS = ("weapon", "shield")  # in the order of the coin of R5.2
# Bits of a row's flags. LASTS: it has lasting effects (R5.4), or replaces a row that may have some; likewise for those
# on skill, and on Evade and speed.
STUNS, DROPS, FELLS, MAIMS, LASTS, ON_SKILL, ON_MOVES = (1 << bit for bit in range(7))


@dataclass(frozen=True, slots=True)
class Share:
    """Percentages as fractions in lowest terms, so that many of them multiply exactly in 64 bits."""

    num: Ints
    den: Ints


def share(percents: Sequence[int]) -> Share:
    """Return whole percentages as fractions, int64 arrays of one entry each."""
    divisors = [gcd(percent, 100) for percent in percents]
    return Share(
        np.array([percent // divisor for percent, divisor in zip(percents, divisors, strict=True)], np.int64),
        np.array([100 // divisor for divisor in divisors], np.int64),
    )


@dataclass(frozen=True, slots=True)
class Lasting:
    """The lasting effects of every row by its number; row 0 is an unwounded part (R5.4).

    A share says what is left of a stat, and shares multiply over the parts; flats are added up. ``limits`` holds the
    Evade and the speed that are not exceeded: 0 for an Evade of 0, the speed that replaces the product, else
    ``NO_LIMIT``; the lowest counts.
    """

    skill: Share
    skill_flat: Ints
    evade: Share
    evade_flat: Ints
    speed: Share
    limits: Ints  # (row, Evade or speed)
    skill_parts: tuple[int, ...]  # the parts that have a row with an effect on skill
    move_parts: tuple[int, ...]  # likewise on Evade or speed


@dataclass(frozen=True, slots=True)
class CriticalTables:
    """Everything a critical looks up.

    Locations and parts are numbered in the order of the rulesets' body; where their tables differ, a location has a
    place under each. A row's number is its place among the rows of all tables, from 1: within a table a worse row has a
    higher number, so the worst so far is the maximum.
    """

    places: Places
    location_die: int
    location_of_roll: Ints  # index roll - 1 -> location
    first_part: Ints  # location -> its first part
    sides: Ints  # location -> number of sides that are told apart, 1 for none
    row_die: Ints  # place -> die of its table, 1 for a table of one row that needs no die
    lookups: int  # dice of a critical that are read against a table
    dice_thrown: Ints  # location -> dice that a critical there takes: those, and one for the side
    row_of_roll: Ints  # (place, roll - 1) -> number of the row
    first_row: Ints  # place -> number of the first row of its table
    most_rows: int  # of any table
    location_of_part: Ints
    holds_weapon: Ints  # part -> whether it holds a one-handed weapon; likewise below
    holds_shield: Ints
    holds_anything: Ints
    multiplier: Ints
    level: Ints
    flags: Ints
    lasting: Lasting


class LocationTable(NamedTuple):
    """What a critical does at a location: a die, and for ranges of its rolls an effect."""

    location: str
    die: int
    rows: tuple[tuple[tuple[int, int], Effect], ...]


Rows: TypeAlias = dict[LocationTable, range]


def build_critical_tables(rules: BatchRules) -> CriticalTables:
    """Return the tables of the critical method in force, each different table of a location once."""
    first = rules.different[0]
    names, parts = list(first.locations.body), [part.location for part in first.parts]
    different, places = rules.tables(_looked_up, len(names))
    by_place = [_table(each, name) for each in different for name in names]
    effects, rows = _numbered(by_place)
    sides = [parts.count(name) for name in names]
    lookups = {"double": 0, "simple": 1, "complex": 2}[first.criticals]
    return CriticalTables(
        places=places,
        location_die=first.locations.die,
        location_of_roll=np.array(
            [names.index(row.location) for row in first.locations.rows for _ in _span(row.rolls)]
        ),
        first_part=np.array([parts.index(name) for name in names]),
        sides=np.array(sides),
        row_die=np.array([table.die for table in by_place]),
        lookups=lookups,
        dice_thrown=np.array([lookups + (side > 1) for side in sides], np.int32),
        row_of_roll=_by_roll(by_place, rows),
        first_row=np.array([rows[table].start for table in by_place]),
        most_rows=max(map(len, rows.values())),
        location_of_part=np.array([names.index(location) for location in parts]),
        holds_weapon=np.array([part.holds == "weapon" for part in first.parts]),
        holds_shield=np.array([part.holds == "shield" for part in first.parts]),
        holds_anything=np.array([part.holds is not None for part in first.parts]),
        multiplier=np.array([effect.damage for effect in effects]),
        level=np.array([first.levels.index(e.bleeding) + 1 if e.bleeding else 0 for e in effects], np.uint8),
        flags=_flags(effects, rows.values()),
        lasting=_lasting(effects, rows, parts),
    )


def _looked_up(rules: Ruleset) -> str:
    """Return all that the critical method in force looks up, as a text."""
    keys = {"double": set(), "simple": {"simple_table"}, "complex": {"simple_table", "complex_tables"}}
    return rules.model_dump_json(include=keys[rules.criticals])


def _table(rules: Ruleset, location: str) -> LocationTable:
    """Return what a critical does at a location under the method in force; nothing is looked up where it is doubled."""
    table = rules.complex_tables.get(location) if rules.criticals == "complex" else None
    if table is not None:
        return LocationTable(location, table.die, tuple((row.rolls, row) for row in table.rows))
    effect = UNWOUNDED if rules.criticals == "double" else rules.simple_table.get(location, UNWOUNDED)
    return LocationTable(location, 1, (((1, 1), effect),))


def _numbered(tables: Iterable[LocationTable]) -> tuple[list[Effect], Rows]:
    """Return the effects of all rows by their number, that of an unwounded part first, and the rows of each table."""
    effects = [UNWOUNDED]
    rows: Rows = {}
    for table in tables:
        if table not in rows:
            rows[table] = range(len(effects), len(effects) + len(table.rows))
            effects += [effect for _, effect in table.rows]
    return effects, rows


def _by_roll(by_place: Sequence[LocationTable], rows: Rows) -> Ints:
    """Return the number of the row that each roll of each table stands for, shape (places, largest die)."""
    numbers = np.zeros((len(by_place), max(table.die for table in by_place)), np.int64)
    for place, table in enumerate(by_place):
        for number, ((low, high), _) in zip(rows[table], table.rows, strict=True):
            numbers[place, low - 1 : high] = number
    return numbers


def _span(rolls: tuple[int, int]) -> range:
    return range(rolls[0], rolls[1] + 1)


_SKILL_FIELDS = ("accuracy", "accuracy_percent")
_MOVE_FIELDS = ("evade", "evade_percent", "evade_zero", "speed", "speed_percent")


def _changes(effect: Effect, fields: tuple[str, ...]) -> bool:
    """Whether a row has any of some effects."""
    return any(getattr(effect, name) != getattr(UNWOUNDED, name) for name in fields)


def _flags(effects: list[Effect], tables: Iterable[range]) -> Ints:
    def from_the_first(marks: list[bool]) -> set[int]:
        return {row for rows in tables for row in rows if any(marks[rows.start : row + 1])}

    on_skill = from_the_first([_changes(effect, _SKILL_FIELDS) for effect in effects])
    on_moves = from_the_first([_changes(effect, _MOVE_FIELDS) for effect in effects])
    lasts = on_skill | on_moves | from_the_first([effect.unusable for effect in effects])
    flags = np.zeros(len(effects), np.uint8)
    for number, effect in enumerate(effects):
        flags[number] = (
            STUNS * effect.stun
            | DROPS * effect.drop
            | FELLS * effect.unconscious
            | MAIMS * effect.unusable
            | LASTS * (number in lasts)
            | ON_SKILL * (number in on_skill)
            | ON_MOVES * (number in on_moves)
        )
    return flags


def _lasting(effects: list[Effect], rows: Rows, parts: list[str]) -> Lasting:
    def parts_with(fields: tuple[str, ...]) -> tuple[int, ...]:
        touched = {table.location for table, own in rows.items() if any(_changes(effects[row], fields) for row in own)}
        return tuple(number for number, location in enumerate(parts) if location in touched)

    limits = [(0 if e.evade_zero else NO_LIMIT, NO_LIMIT if e.speed is None else e.speed) for e in effects]
    return Lasting(
        skill=share([effect.accuracy_percent for effect in effects]),
        skill_flat=np.array([effect.accuracy for effect in effects]),
        evade=share([effect.evade_percent for effect in effects]),
        evade_flat=np.array([effect.evade for effect in effects]),
        speed=share([effect.speed_percent for effect in effects]),
        limits=np.array(limits),
        skill_parts=parts_with(_SKILL_FIELDS),
        move_parts=parts_with(_MOVE_FIELDS),
    )
