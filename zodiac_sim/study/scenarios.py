"""Matchups, variants and grids: what a study compares, and the scenarios that come of it."""

from __future__ import annotations

import itertools
import json
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, StrictStr

from zodiac_sim.errors import InputError, listed, nearest, shown
from zodiac_sim.rules.checked import FREEZE, Checked, FrozenDict, key_path
from zodiac_sim.rules.files import Raw, dotted_path
from zodiac_sim.rules.model import Name, Ruleset
from zodiac_sim.study.fighter import OR_NONE, Fighter

H = TypeVar("H", bound=Hashable)

Surprised = Annotated[Literal["a", "b", "both"] | None, OR_NONE]
DrawSource = Annotated[tuple[Name, ...], Field(description="spells that either side can draw there (R9.8)")]

CHANGEABLE = ("rules", "fighters", "matchups", "campaign")
MAX_VARIANTS = 100_000
ONLY_VARIANT = "base"


class Matchup(Checked):
    """Who fights whom: a name of a fighter for each side; who is surprised, and what can be drawn there."""

    a: Annotated[StrictStr, Field(description="name of the fighter of side a")]
    b: Annotated[StrictStr, Field(description="name of the fighter of side b")]
    surprised: Surprised = Field(default=None, description='which side is surprised (R9.1); "none": nobody')
    draw_source: DrawSource = ()


class Variant(Checked):
    """A name and the values it changes, by dotted name."""

    name: Annotated[StrictStr, Field(min_length=1, description="what it is called")]
    set: Annotated[dict[StrictStr, Any], FREEZE] = Field(
        default_factory=FrozenDict, description="the values it changes, by dotted name"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """Who fights whom under which rules: one matchup of a study under one of its variants.

    ``sides`` holds the fighters of side a and of side b; ``repeat`` tells matchups of the same names apart.
    ``surprised`` says of each side whether it is (R9.1); ``draw_source`` are the spells that can be drawn (R9.8).
    """

    matchup: int
    variant: str
    repeat: int
    rules: Ruleset
    sides: tuple[tuple[Fighter, ...], tuple[Fighter, ...]]
    surprised: tuple[bool, bool] = (False, False)
    draw_source: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of the fighters of both sides."""
        a, b = self.sides
        return tuple(fighter.name for fighter in a), tuple(fighter.name for fighter in b)


def sides_surprised(which: str | None) -> tuple[bool, bool]:
    """Return of each side whether it is surprised, as ``a``, ``b``, ``both`` or None say it."""
    return which in ("a", "both"), which in ("b", "both")


def check_known(kind: Literal["fighter", "spell"], name: str, known: Iterable[str], key: str) -> None:
    """Demand that the study has a fighter of that name, or the ruleset a spell.

    Raises
    ------
    InputError
        If it is not among those that are known.
    """
    if name not in known:
        owner = {"fighter": "this study", "spell": "the ruleset"}[kind]
        problem = f"no {kind} {shown(name)}; {owner} has {listed(known)}"
        raise InputError(problem, key=key, nearest=nearest(name, known))


def first_repeated(values: Iterable[H]) -> H | None:
    """Return the first value that was there before, or None where all differ."""
    seen: set[H] = set()
    for value in values:
        if value in seen:
            return value
        seen.add(value)
    return None


def grid_variants(grid: Mapping[str, Sequence[Any]]) -> Iterator[Variant]:
    """Yield every combination of a grid, the last key fastest, named ``key=value, key=value``.

    Raises
    ------
    InputError
        If a value stands twice or there are too many combinations.
    """
    size = 1
    for key, values in grid.items():
        twice = first_repeated(map(value_text, values))
        if twice is not None:
            raise InputError(f"the value {shown(twice)} stands twice", key=key_path(("grid", key)))
        size *= len(values)
    if size > MAX_VARIANTS:
        raise InputError(f"{size} combinations; at most {MAX_VARIANTS} are possible", key="grid")
    for combination in itertools.product(*grid.values()):
        pairs = dict(zip(grid, combination, strict=True))
        yield Variant(name=", ".join(f"{key}={value_text(value)}" for key, value in pairs.items()), set=pairs)


def value_text(value: Any) -> str:
    """Return a value of a grid as the names of its variants spell it."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, Decimal) else json.dumps(value, ensure_ascii=False, default=str)


def changeable_path(name: str) -> tuple[str, ...]:
    """Return the parts of the dotted name of a value that a variant may change.

    Raises
    ------
    InputError
        If it is no such name.
    """
    path = dotted_path(name)
    if path[0] not in CHANGEABLE or len(path) < 2:
        raise InputError(
            "a variant changes values inside rules, fighters, matchups or campaign, such as rules.criticals",
            key=shown(name) if len(name) > 80 else name,
            nearest=None if path[0] in CHANGEABLE else nearest(path[0], CHANGEABLE),
        )
    return path


def changes_of(values: Raw, fighters: Raw) -> list[tuple[tuple[str, ...], Any]]:
    """Return what a variant sets as pairs of path and value, in its order.

    Raises
    ------
    InputError
        If a name is not possible, names no fighter of the study, or sets what another one set.
    """
    changes: list[tuple[tuple[str, ...], Any]] = []
    for name, value in values.items():
        path = changeable_path(name)
        if path[0] == "fighters":
            check_known("fighter", path[1], fighters, name)
        if any(before[: len(path)] == path for before, _ in changes):
            raise InputError("sets again what another name of this variant has set", key=name)
        changes.append((path, value))
    return changes
