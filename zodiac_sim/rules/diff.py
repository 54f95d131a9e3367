"""What sets two rulesets apart, key by key and table row by table row, as a page of house rules says it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from zodiac_sim.errors import one_line
from zodiac_sim.rules.checked import Checked, key_path
from zodiac_sim.rules.magic import Power, Status
from zodiac_sim.rules.model import BodyLocation, Effect, LocationRow, Locations, Row, Rule, Ruleset, Table
from zodiac_sim.rules.words import UNTIL_CURED, effect_text, power_text, rolls_text, status_text

LABELS = ("name", "version", "title")  # what a ruleset is called is no rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One rule that differs.

    Attributes
    ----------
    key : str
        Its dotted name; a row of a table by its rolls, such as ``complex_tables.leg, roll 4-6``.
    rule : Rule
        The clause behind it, and what it is about.
    old, new : str or None
        Both values in words; None where there is nothing of that name.
    """

    key: str
    rule: Rule
    old: str | None
    new: str | None


def rule_of(key: str) -> Rule:
    """Return the clause and the words behind a top key of the ruleset."""
    return next(part for part in Ruleset.model_fields[key].metadata if isinstance(part, Rule))


def rule_keys() -> tuple[str, ...]:
    """Return the keys of a ruleset that are rules, in their order."""
    return tuple(key for key in Ruleset.model_fields if key not in LABELS)


def diff(old: Ruleset, new: Ruleset) -> list[Change]:
    """Return every rule in which two rulesets differ, in the order of the ruleset's keys."""
    found = []
    for key in rule_keys():
        for place, before, after in _differences((key,), getattr(old, key), getattr(new, key)):
            found.append(Change(key=place, rule=rule_of(key), old=before, new=after))
    return found


def lines_of(key: str, value: Any) -> list[tuple[str, str]]:
    """Return a value of the ruleset as dotted names with their values in words; rows of tables by their rolls."""
    return [(place, text or "") for place, _, text in _differences((key,), None, value)]


def _differences(path: tuple[str, ...], old: Any, new: Any) -> Iterator[tuple[str, str | None, str | None]]:
    """Yield place, old and new text of everything that differs below a place; None stands for nothing there."""
    if old == new:
        return
    if isinstance(old, Table | Locations) or isinstance(new, Table | Locations):
        yield from _differences((*path, "die"), getattr(old, "die", None), getattr(new, "die", None))
        yield from _rows(path, getattr(old, "rows", ()), getattr(new, "rows", ()))
        yield from _differences((*path, "body"), getattr(old, "body", None), getattr(new, "body", None))
        return
    before, after = _parts(old), _parts(new)
    if (before is None and after is None) or (None in (old, new) and isinstance(old or new, Power | Status)):
        yield key_path(path), _text(old), _text(new)
        return
    for name in {**(before or {}), **(after or {})}:
        yield from _differences((*path, name), (before or {}).get(name), (after or {}).get(name))


def _parts(value: Any) -> Mapping[str, Any] | None:
    """Return the named parts of a value that has any; an effect or a location of the body is said as a whole."""
    if isinstance(value, Mapping):
        return value
    if isinstance(value, Status):
        return {**dict(value), "turns": UNTIL_CURED if value.turns is None else value.turns}
    if isinstance(value, Checked) and not isinstance(value, Effect | BodyLocation):
        return dict(value)
    return None


def _rows(
    path: tuple[str, ...], old: tuple[Row | LocationRow, ...], new: tuple[Row | LocationRow, ...]
) -> Iterator[tuple[str, str | None, str | None]]:
    before, after = _by_roll(old), _by_roll(new)
    rolls = range(1, max([*before, *after]) + 1)
    pairs = ((before.get(roll), after.get(roll), roll) for roll in rolls)
    for (was, becomes), group in groupby(pairs, key=lambda pair: pair[:2]):
        if was != becomes:
            same = [roll for _, _, roll in group]
            yield f"{key_path(path)}, roll {rolls_text(same[0], same[-1])}", was, becomes


def _by_roll(rows: tuple[Row | LocationRow, ...]) -> dict[int, str]:
    return {roll: _row_text(row) for row in rows for roll in range(row.rolls[0], row.rolls[1] + 1)}


def _row_text(row: Row | LocationRow) -> str:
    return one_line(row.location) if isinstance(row, LocationRow) else effect_text(row)


def _text(value: Any) -> str | None:
    """Return a value in words, None for nothing."""
    match value:
        case None:
            return None
        case bool():
            return "true" if value else "false"
        case Effect():
            return effect_text(value)
        case Power():
            return power_text(value)
        case Status():
            return status_text(value)
        case BodyLocation():
            return _body_text(value)
        case tuple() if not hasattr(value, "_fields"):
            return ", ".join(map(str, value)) or "nothing"
    return one_line(str(value)) or "none"


def _body_text(location: BodyLocation) -> str:
    if not location.sides:
        return "one part"
    return ", ".join(
        f"{side} (holds the {location.holds[side]})" if side in location.holds else side for side in location.sides
    )
