"""Variants and grids spelled out: every matchup under every variant, checked."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, StrictStr

from zodiac_sim.errors import InputError, listed, nearest, shown
from zodiac_sim.rules.checked import FREEZE, Checked, FrozenDict, checked, key_path
from zodiac_sim.rules.files import Raw, dotted_path, merged, with_value
from zodiac_sim.rules.loading import DEFAULT, raw_ruleset
from zodiac_sim.rules.model import Name, Ruleset
from zodiac_sim.study.fighter import DEFAULT_POLICY, Fighter, check_names
from zodiac_sim.study.presets import expand_policy, expand_preset

M = TypeVar("M", bound=Checked)
H = TypeVar("H", bound=Hashable)

CHANGEABLE = ("rules", "fighters", "matchups")
MAX_VARIANTS = 100_000
ONLY_VARIANT = "base"


class Matchup(Checked):
    """Who fights whom: a name of a fighter for each side; who is surprised, and what can be drawn there."""

    a: Annotated[StrictStr, Field(description="name of the fighter of side a")]
    b: Annotated[StrictStr, Field(description="name of the fighter of side b")]
    surprised: Literal["a", "b", "both"] | None = Field(default=None, description="which side is surprised (R9.1)")
    draw_source: Annotated[tuple[Name, ...], Field(description="spells that either side can draw there (R9.8)")] = ()


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
            "a variant changes values inside rules, fighters or matchups, such as rules.criticals",
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
        if path[0] == "fighters" and path[1] not in fighters:
            raise InputError(
                f"no fighter {shown(path[1])}; this study has {listed(fighters)}",
                key=name,
                nearest=nearest(path[1], fighters),
            )
        if any(before[: len(path)] == path for before, _ in changes):
            raise InputError("sets again what another name of this variant has set", key=name)
        changes.append((path, value))
    return changes


def rules_data(rules: Raw, folder: Path | None) -> Raw:
    """Return the whole ruleset of a study's ``rules``: its base, found from ``folder``, with the changes laid over it.

    Raises
    ------
    InputError
        If the base is not usable.
    """
    own = {key: value for key, value in rules.items() if key != "base"}
    whole: Raw = merged(_at(("rules",), lambda: raw_ruleset(rules.get("base", DEFAULT), folder=folder)), own)
    return whole


@dataclass(frozen=True, kw_only=True)
class Draft:
    """The plain data of a study that variants change, and the folder that its files are named from.

    What several variants have in common is checked once and shared between their scenarios.
    """

    rules: Raw
    fighters: Raw
    matchups: list[Any]
    folder: Path | None
    _known: dict[tuple[type[Checked], str], Any] = field(default_factory=dict)
    _whole_rules: dict[str, Raw] = field(default_factory=dict)

    def scenarios(self, variants: Iterable[Variant], key: Callable[[int], str]) -> Iterator[Scenario]:
        """Yield every matchup under every variant, matchup by matchup.

        Parameters
        ----------
        key : function of int
            Where the values of the variant of this number stand in the study.

        Raises
        ------
        InputError
            If a value is not usable, alone or with the others.
        """
        settings = []
        for number, variant in enumerate(variants):
            try:
                settings.append((variant.name, *self._setting(variant)))
            except InputError as error:
                raise error.within(key=key(number) if _is_set(error.key, variant) else None) from None
        seen: list[Counter[tuple[str, str]]] = [Counter() for _ in settings]
        for number in range(len(self.matchups)):
            for (name, rules, fighters, matchups), before in zip(settings, seen, strict=True):
                matchup = matchups[number]
                pair = matchup.a, matchup.b
                yield Scenario(
                    matchup=number,
                    variant=name,
                    repeat=before[pair],
                    rules=rules,
                    sides=((fighters[pair[0]],), (fighters[pair[1]],)),
                    surprised=(matchup.surprised in ("a", "both"), matchup.surprised in ("b", "both")),
                    draw_source=matchup.draw_source,
                )
                before[pair] += 1

    def _setting(self, variant: Variant) -> tuple[Ruleset, dict[str, Fighter], list[Matchup]]:
        """Return ruleset, fighters and matchups under one variant."""
        raw: Raw = {"rules": self.rules, "fighters": self.fighters, "matchups": self.matchups}
        changes = changes_of(variant.set, self.fighters)
        # A preset or a base is what other values are laid over, so it is chosen before them.
        early = [change for change in changes if change[0][-1] in ("preset", "base")]
        for path, value in early:
            raw = _changed(raw, path, value)
        raw["rules"] = self._rules_data(raw["rules"])
        raw["fighters"] = {
            name: _at(("fighters", name), partial(_expanded, data)) for name, data in raw["fighters"].items()
        }
        for path, value in changes:
            if (path, value) not in early:
                raw = _changed(raw, path, value)
        rules = self._checked(Ruleset, raw["rules"], ("rules",))
        fighters = {name: self._fighter(name, data, rules) for name, data in raw["fighters"].items()}
        twice = first_repeated(fighter.name for fighter in fighters.values())
        if twice is not None:
            raise InputError(f"two fighters have the name {shown(twice)}", key="fighters")
        matchups = [checked(Matchup, data, key=("matchups", n)) for n, data in enumerate(raw["matchups"])]
        _check_sides(matchups, fighters)
        _check_sources(matchups, rules)
        return rules, fighters, matchups

    def _rules_data(self, rules: Raw) -> Raw:
        text = repr(rules)
        if text not in self._whole_rules:
            self._whole_rules[text] = rules_data(rules, self.folder)
        return self._whole_rules[text]

    def _checked(self, model: type[M], data: Any, key: tuple[str, ...]) -> M:
        text = repr(data)
        if (model, text) not in self._known:
            self._known[model, text] = checked(model, data, key=key)
        found: M = self._known[model, text]
        return found

    def _fighter(self, name: str, data: Any, rules: Ruleset) -> Fighter:
        if isinstance(data, Mapping):
            data = {**data, "name": data.get("name", name)}
        fighter = self._checked(Fighter, data, ("fighters", name))
        _at(("fighters", name), lambda: check_names(fighter, rules))
        return fighter


def _expanded(fighter: Any) -> Any:
    """Return a fighter's data with the preset and the policy it names written out."""
    fighter = expand_preset(fighter)
    return (
        {**fighter, "policy": expand_policy(fighter.get("policy", DEFAULT_POLICY))}
        if isinstance(fighter, Mapping)
        else fighter
    )


def _check_sides(matchups: Iterable[Matchup], fighters: Mapping[str, Fighter]) -> None:
    for number, matchup in enumerate(matchups):
        for side, name in (("a", matchup.a), ("b", matchup.b)):
            if name not in fighters:
                raise InputError(
                    f"no fighter {shown(name)}; this study has {listed(fighters)}",
                    key=f"matchups[{number}].{side}",
                    nearest=nearest(name, fighters),
                )


def _check_sources(matchups: Iterable[Matchup], rules: Ruleset) -> None:
    for number, matchup in enumerate(matchups):
        for name in matchup.draw_source:
            if name not in rules.spells:
                raise InputError(
                    f"no spell {shown(name)}; the ruleset has {listed(rules.spells)}",
                    key=f"matchups[{number}].draw_source",
                    nearest=nearest(name, rules.spells),
                )


def _is_set(key: str | None, variant: Variant) -> bool:
    """Whether a variant, and not the study itself, set the value an error is about."""
    if key is None:
        return bool(variant.set)
    place = re.sub(r"\[(\d+)\]", r".\1", key)
    for name in variant.set:
        try:
            path = key_path(dotted_path(name))
        except InputError:
            return True
        if f"{place}.".startswith(f"{path}.") or f"{path}.".startswith(f"{place}.") or key == name:
            return True
    return False


def _changed(raw: Raw, path: tuple[str, ...], value: Any) -> Any:
    return _at(path, lambda: with_value(raw, path, value))


def _at(key: tuple[int | str, ...], call: Callable[[], Any]) -> Any:
    try:
        return call()
    except InputError as error:
        raise error.within(key=key_path(key)) from None
