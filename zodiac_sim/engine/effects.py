"""The critical tables of a ruleset as arrays: from a die to what it does (R5)."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

import numpy as np

from zodiac_sim.engine.dice import Ints
from zodiac_sim.rules.model import Effect, Ruleset

NO_LIMIT = np.iinfo(np.int16).max
ITEMS = ("weapon", "shield")  # in the order of the coin of R5.2
# Bits of a row's flags. LASTS: it has lasting effects (R5.4), or replaces a row that may have some; likewise for those
# on skill, and on Evade and speed.
STUNS, DROPS, FELLS, MAIMS, LASTS, ON_SKILL, ON_MOVES = (1 << bit for bit in range(7))


@dataclass(frozen=True, slots=True)
class Share:
    """Percentages as fractions in lowest terms, so that many of them multiply exactly in 64 bits."""

    num: Ints
    den: Ints


def share(percents: list[int]) -> Share:
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

    Locations and parts are numbered in the order of the ruleset's body. A row's number is its place among the rows of
    all locations, from 1: within a location a worse row has a higher number, so the worst so far is the maximum.
    """

    location_die: int
    location_of_roll: Ints  # index roll - 1 -> location
    first_part: Ints  # location -> its first part
    sides: Ints  # location -> number of sides that are told apart, 1 for none
    row_die: Ints  # location -> die of its table, 1 for a table of one row that needs no die
    lookups: int  # dice of a critical that are read against a table
    dice_thrown: Ints  # location -> dice that a critical there takes: those, and one for the side
    row_of_roll: Ints  # (location, roll - 1) -> number of the row
    holds_weapon: Ints  # part -> whether it holds a one-handed weapon; likewise below
    holds_shield: Ints
    holds_anything: Ints
    multiplier: Ints
    level: Ints
    flags: Ints
    lasting: Lasting


def build_critical_tables(rules: Ruleset) -> CriticalTables:
    """Return the tables of the critical method in force; under ``double`` nothing is ever looked up in them."""
    names = list(rules.locations.body)
    complex_method = rules.criticals == "complex"
    effects: list[Effect] = [Effect()]
    numbers: list[list[int]] = []
    dice: list[int] = []
    for name in names:
        table = rules.complex_tables.get(name) if complex_method else None
        if table is not None:
            row_numbers = [len(effects) + place for place in range(len(table.rows))]
            numbers.append([n for n, row in zip(row_numbers, table.rows, strict=True) for _ in _rolls(row.rolls)])
            effects.extend(table.rows)
        else:
            numbers.append([len(effects)])
            effects.append(rules.simple_table.get(name, Effect()))
        dice.append(table.die if table is not None else 1)
    by_roll = np.zeros((len(names), max(map(len, numbers))), np.int64)
    for location, row in enumerate(numbers):
        by_roll[location, : len(row)] = row
    parts = [part.location for part in rules.parts]
    sides = [parts.count(name) for name in names]
    lookups = 0 if rules.criticals == "double" else 1 + complex_method
    rows_of_part = tuple(tuple(sorted(set(numbers[names.index(part)]))) for part in parts)
    return CriticalTables(
        location_die=rules.locations.die,
        location_of_roll=np.array([names.index(r.location) for r in rules.locations.rows for _ in _rolls(r.rolls)]),
        first_part=np.array([parts.index(name) for name in names]),
        sides=np.array(sides),
        row_die=np.array(dice),
        lookups=lookups,
        dice_thrown=np.array([lookups + (side > 1) for side in sides], np.int32),
        row_of_roll=by_roll,
        holds_weapon=np.array([part.holds == "weapon" for part in rules.parts]),
        holds_shield=np.array([part.holds == "shield" for part in rules.parts]),
        holds_anything=np.array([part.holds is not None for part in rules.parts]),
        multiplier=np.array([effect.damage for effect in effects]),
        level=np.array([rules.levels.index(e.bleeding) + 1 if e.bleeding else 0 for e in effects], np.uint8),
        flags=_flags(effects, rows_of_part),
        lasting=_lasting(effects, rows_of_part),
    )


def _rolls(span: tuple[int, int]) -> range:
    return range(span[0], span[1] + 1)


_SKILL_FIELDS = ("accuracy", "accuracy_percent")
_MOVE_FIELDS = ("evade", "evade_percent", "evade_zero", "speed", "speed_percent")


def _changes(effect: Effect, fields: tuple[str, ...]) -> bool:
    """Whether a row has any of some effects."""
    unchanged = Effect()
    return any(getattr(effect, name) != getattr(unchanged, name) for name in fields)


def _flags(effects: list[Effect], rows_of_part: tuple[tuple[int, ...], ...]) -> Ints:
    def from_the_first(marks: list[bool]) -> set[int]:
        return {row for rows in rows_of_part for row in rows if any(marks[r] for r in rows if r <= row)}

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


def _lasting(effects: list[Effect], rows_of_part: tuple[tuple[int, ...], ...]) -> Lasting:
    def parts_with(fields: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(p for p, rows in enumerate(rows_of_part) if any(_changes(effects[row], fields) for row in rows))

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
