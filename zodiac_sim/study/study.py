"""A study: fighters, matchups and variants, and the scenarios they spell out."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, PrivateAttr, StrictInt, StrictStr, model_validator

from zodiac_sim.errors import InputError, listed, nearest, shown
from zodiac_sim.rules.checked import Checked, checked, key_path
from zodiac_sim.rules.files import Raw, dotted_path, merged, parse_toml, read_toml, with_value
from zodiac_sim.rules.loading import DEFAULT, raw_ruleset
from zodiac_sim.rules.model import Ruleset
from zodiac_sim.study.fighter import Fighter, check_names
from zodiac_sim.study.presets import expand_policy, expand_preset, packaged_study

MAX_DUELS, MAX_SEED, MAX_VARIANTS = 10**12, 2**63 - 1, 100_000
CHANGEABLE = ("rules", "fighters", "matchups")
ONLY_VARIANT = "base"


class Matchup(Checked):
    """Who fights whom: a name of a fighter for each side."""

    a: StrictStr
    b: StrictStr


class Variant(Checked):
    """A name and the values it changes, by dotted name."""

    name: Annotated[StrictStr, Field(min_length=1)]
    set: dict[StrictStr, Any] = Field(default_factory=dict)


def _plain(value: Any) -> Any:
    """Return models given from Python as the plain data a file would hold."""
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return value.model_dump(exclude_unset=True) if isinstance(value, Checked) else value


Plain = Annotated[dict[StrictStr, Any], BeforeValidator(_plain)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """Who fights whom under which rules: one matchup of a study under one of its variants.

    ``sides`` holds the fighters of side a and of side b; ``repeat`` tells matchups of the same names apart.
    """

    matchup: int
    variant: str
    repeat: int
    rules: Ruleset
    sides: tuple[tuple[Fighter, ...], tuple[Fighter, ...]]

    @property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of the fighters of both sides."""
        a, b = self.sides
        return tuple(fighter.name for fighter in a), tuple(fighter.name for fighter in b)


class Study(Checked):
    """A question: fighters, matchups, variants or a grid, the number of duels and the seed.

    ``rules`` holds changes to the ruleset it names as ``base``; ``fighters`` holds plain data or
    :class:`Fighter` objects by name. Everything is checked when the study is made.

    Raises
    ------
    InputError
        From :func:`load_study` and :func:`make_study`: names file, key, value and what is right.
    """

    title: StrictStr = ""
    question: StrictStr = ""
    duels: Annotated[StrictInt, Field(ge=1, le=MAX_DUELS)] = 100_000
    seed: Annotated[StrictInt, Field(ge=0, le=MAX_SEED)] | None = None
    rules: Plain = Field(default_factory=dict)
    fighters: Annotated[Plain, Field(min_length=1)]
    matchups: Annotated[tuple[Matchup, ...], Field(min_length=1)]
    variants: tuple[Variant, ...] = ()
    grid: dict[StrictStr, Annotated[list[Any], Field(min_length=1)]] = Field(default_factory=dict)
    _file: str | None = PrivateAttr(default=None)
    _scenarios: tuple[Scenario, ...] = PrivateAttr(default=())

    @model_validator(mode="after")
    def _one_way_to_vary(self) -> Self:
        if self.variants and self.grid:
            raise ValueError("a study has variants or a grid, not both")
        names = [variant.name for variant in self.variants]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"variants: the name {shown(name)} stands twice")
        return self

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """Every matchup under every variant, matchup by matchup."""
        return self._scenarios

    @property
    def file(self) -> str | None:
        """The file it was read from, if any."""
        return self._file

    @property
    def variant_names(self) -> tuple[str, ...]:
        """The names of the variants in order; a study without any has the one called ``base``."""
        return tuple(dict.fromkeys(scenario.variant for scenario in self._scenarios))

    def with_options(self, *, duels: int | None = None, seed: int | None = None) -> Study:
        """Return the same study with another number of duels or seed."""
        options = {"duels": duels, "seed": seed}
        data = {name: getattr(self, name) for name in type(self).model_fields if name in self.model_fields_set}
        given = {key: value for key, value in options.items() if value is not None}
        return make_study({**data, **given}, file=self._file)


def make_study(data: Mapping[str, Any], *, file: str | None = None) -> Study:
    """Return a checked study from plain data.

    Raises
    ------
    InputError
        Names the first key that is wrong, its value, and what would be right.
    """
    study = checked(Study, data, file=file)
    try:
        study._scenarios = tuple(_scenarios(study, Path(file).parent if file else None))
    except InputError as error:
        raise error.within(file=file) from None
    study._file = file
    return study


def load_study(source: str | Path) -> Study:
    """Return a study from a TOML file, or a packaged one by name.

    Raises
    ------
    InputError
        If there is no such study or a value in it is not usable.
    """
    name = str(source)
    if not isinstance(source, Path) and "/" not in name and "\\" not in name and not Path(name).exists():
        if not name.endswith(".toml"):
            return make_study(parse_toml(packaged_study(name), file=name), file=name)
    return make_study(read_toml(source), file=name)


def _value_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, Decimal) else json.dumps(value, ensure_ascii=False, default=str)


def _variants(study: Study) -> Iterator[Variant]:
    """Yield the variants of a study: those it lists, those its grid spells out, or the only one."""
    if not study.grid:
        yield from study.variants or (Variant(name=ONLY_VARIANT),)
        return
    size = 1
    for key, values in study.grid.items():
        texts = [_value_text(value) for value in values]
        for text in texts:
            if texts.count(text) > 1:
                raise InputError(f"the value {shown(text)} stands twice", key=key_path(("grid", key)))
        size *= len(values)
    if size > MAX_VARIANTS:
        raise InputError(f"{size} combinations; at most {MAX_VARIANTS} are possible", key="grid")
    for combination in itertools.product(*study.grid.values()):
        pairs = dict(zip(study.grid, combination, strict=True))
        yield Variant(name=", ".join(f"{key}={_value_text(value)}" for key, value in pairs.items()), set=pairs)


def _scenarios(study: Study, folder: Path | None) -> Iterator[Scenario]:
    """Yield every matchup under every variant, matchup by matchup."""
    settings = []
    for number, variant in enumerate(_variants(study)):
        key = "grid" if study.grid else f"variants[{number}].set"
        try:
            settings.append((variant.name, *_setting(study, variant, folder)))
        except InputError as error:
            raise error if not variant.set else error.within(key=key) from None
    for number in range(len(study.matchups)):
        for name, rules, fighters, matchups in settings:
            matchup = matchups[number]
            pair = (matchup.a, matchup.b)
            repeat = [(other.a, other.b) for other in matchups[:number]].count(pair)
            yield Scenario(
                matchup=number,
                variant=name,
                repeat=repeat,
                rules=rules,
                sides=((fighters[matchup.a],), (fighters[matchup.b],)),
            )


def _setting(
    study: Study, variant: Variant, folder: Path | None
) -> tuple[Ruleset, dict[str, Fighter], tuple[Matchup, ...]]:
    """Return ruleset, fighters and matchups of a study under one variant."""
    raw: Raw = {
        "rules": study.rules,
        "fighters": study.fighters,
        "matchups": [matchup.model_dump() for matchup in study.matchups],
    }
    changes = [(_changeable(name), value) for name, value in variant.set.items()]
    late = [change for change in changes if change[0][-1] not in ("preset", "base")]
    for path, value in (change for change in changes if change not in late):
        raw = with_value(raw, path, value)
    base = raw["rules"].get("base", DEFAULT)
    own = {key: value for key, value in raw["rules"].items() if key != "base"}
    try:
        raw["rules"] = merged(raw_ruleset(base, folder=folder), own)
    except InputError as error:
        raise error.within(key="rules") from None
    raw["fighters"] = {name: _at(("fighters", name), expand_preset, data) for name, data in raw["fighters"].items()}
    for path, value in late:
        raw = with_value(raw, path, value)
    rules = checked(Ruleset, raw["rules"], key=("rules",))
    fighters = {name: _fighter(name, data, rules) for name, data in raw["fighters"].items()}
    matchups = tuple(checked(Matchup, data, key=("matchups", n)) for n, data in enumerate(raw["matchups"]))
    for number, matchup in enumerate(matchups):
        for side, name in (("a", matchup.a), ("b", matchup.b)):
            if name not in fighters:
                raise InputError(
                    f"no fighter {shown(name)}; this study has {listed(fighters)}",
                    key=f"matchups[{number}].{side}",
                    nearest=nearest(name, fighters),
                )
    return rules, fighters, matchups


def _at(key: tuple[int | str, ...], call: Any, *args: Any) -> Any:
    try:
        return call(*args)
    except InputError as error:
        raise error.within(key=key_path(key)) from None


def _fighter(name: str, data: Any, rules: Ruleset) -> Fighter:
    key = ("fighters", name)
    if isinstance(data, Mapping):
        policy = _at(key, expand_policy, data.get("policy", "attack"))
        data = {**data, "name": data.get("name", name), "policy": policy}
    fighter = checked(Fighter, data, key=key)
    _at(key, check_names, fighter, rules)
    return fighter


def _changeable(name: str) -> tuple[str, ...]:
    path = dotted_path(name)
    if path[0] not in CHANGEABLE or len(path) < 2:
        raise InputError(
            "a variant changes values inside rules, fighters or matchups, such as rules.criticals",
            key=name if len(name) <= 80 else shown(name),
            nearest=nearest(path[0], CHANGEABLE),
        )
    return path
