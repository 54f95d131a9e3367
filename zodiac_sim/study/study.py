"""A study: fighters, matchups and variants, and the scenarios they spell out."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Self

import tomli_w
from pydantic import (
    BeforeValidator,
    Field,
    ModelWrapValidatorHandler,
    PrivateAttr,
    StrictInt,
    StrictStr,
    ValidationInfo,
    model_validator,
)

from zodiac_sim.errors import InputError, listed, nearest, shown
from zodiac_sim.rules.checked import FREEZE, Checked, Dice, FrozenDict, checked, freeze
from zodiac_sim.rules.files import Raw, parse_toml, read_toml
from zodiac_sim.rules.model import Ruleset
from zodiac_sim.study.campaign import Campaign, Journey
from zodiac_sim.study.draft import Draft, all_journeys, rules_data, scenarios_of
from zodiac_sim.study.fighter import EMPTY, Action
from zodiac_sim.study.presets import packaged_studies, packaged_study
from zodiac_sim.study.scenarios import ONLY_VARIANT, Matchup, Scenario, Variant, first_repeated, grid_variants
from zodiac_sim.study.short_names import short_names
from zodiac_sim.study.spreadsheet import read_fighters

__all__ = ["Matchup", "Scenario", "Study", "Variant", "load_study", "make_study"]

MAX_DUELS, MAX_SEED = 10**12, 2**63 - 1


def _plain(value: Any) -> Any:
    """Return objects given from Python as the plain data a file would hold, which nobody can change any more."""
    if isinstance(value, Mapping):
        return freeze({key: EMPTY if _is_empty_hand(key, inner) else _plain(inner) for key, inner in value.items()})
    if isinstance(value, Checked):
        return freeze({key: _plain(inner) for key, inner in value if key in value.model_fields_set})
    if isinstance(value, Dice | Action):
        return str(value)
    if isinstance(value, set | frozenset):
        value = sorted(value, key=str)
    return tuple(_plain(inner) for inner in value) if isinstance(value, list | tuple) else value


def _is_empty_hand(key: Any, value: Any) -> bool:
    """Whether a value from Python takes away what a preset carries; a file says that in words."""
    return value is None and isinstance(key, str) and key.rpartition(".")[2] in ("weapon", "shield")


def _without_none(value: Any) -> Any:
    """Return plain data without the keys that have no value, which TOML cannot write."""
    if isinstance(value, Mapping):
        return {key: _without_none(inner) for key, inner in value.items() if inner is not None}
    return [_without_none(inner) for inner in value] if isinstance(value, list | tuple) else value


def _folder(info: ValidationInfo) -> Path | None:
    """Return the folder that a study names its files from."""
    file = (info.context or {}).get("file")
    return Path(file).parent if file else None


Plain = Annotated[dict[StrictStr, Any], BeforeValidator(_plain), FREEZE]


class Options(Checked):
    """What a run may choose anew: duels per matchup and variant, and the seed (none: drawn when it runs)."""

    duels: Annotated[
        StrictInt,
        Field(ge=1, le=MAX_DUELS, description="duels per matchup and variant; campaigns per hero and variant"),
    ] = 100_000
    seed: Annotated[StrictInt, Field(ge=0, le=MAX_SEED)] | None = Field(
        default=None, description="what all dice come from; none: drawn for each run, and recorded"
    )


class Study(Options):
    """A question: fighters, matchups or a campaign, variants or a grid, the number of duels and the seed.

    ``rules`` holds changes to the ruleset it names as ``base``; ``fighters`` holds plain data or
    :class:`Fighter` objects by name. ``fighters_from`` names a spreadsheet that is read once: its fighters join
    ``fighters``, and the study needs it no more. Everything is checked when the study is made.

    Raises
    ------
    InputError
        Names key, value and what is right.
    """

    title: Annotated[StrictStr, Field(description="heads tables and reports")] = ""
    question: Annotated[StrictStr, Field(description="what is asked, in words")] = ""
    rules: Plain = Field(
        default_factory=FrozenDict, description="changes to the ruleset that its key base names, by name or file"
    )
    fighters_from: StrictStr | None = Field(
        default=None, description="a CSV file with more fighters, found from the folder of the study"
    )
    fighters: Annotated[Plain, Field(min_length=1, description="the fighters, by name")]
    matchups: Annotated[tuple[Matchup, ...], Field(description="who fights whom")] = ()
    campaign: Campaign | None = Field(
        default=None, description="instead of matchups: a series of days with fights and without (R10)"
    )
    variants: Annotated[tuple[Variant, ...], Field(description="what is compared: values to change")] = ()
    grid: Annotated[dict[StrictStr, Annotated[tuple[Any, ...], Field(min_length=1)]], FREEZE] = Field(
        default_factory=FrozenDict,
        description="instead of variants: values by dotted name, of which every combination is a variant",
    )
    _file: str | None = PrivateAttr(default=None)
    _rules_data: Raw = PrivateAttr()
    _ruleset: Ruleset = PrivateAttr()
    _scenarios: tuple[Scenario, ...] = PrivateAttr()
    _journeys: tuple[Journey, ...] = PrivateAttr()

    @model_validator(mode="after")
    def _one_thing_to_play(self) -> Self:
        if self.campaign is not None and self.matchups:
            raise InputError("a study has matchups or a campaign, not both", key="campaign")
        if self.campaign is None and not self.matchups:
            raise InputError("1 or more entries are required, or a campaign in their place", key="matchups")
        return self

    @model_validator(mode="after")
    def _one_way_to_vary(self) -> Self:
        if self.variants and self.grid:
            raise InputError("a study has variants or a grid, not both", key="grid")
        twice = first_repeated(variant.name for variant in self.variants)
        if twice is not None:
            raise InputError(f"the name {shown(twice)} stands twice", key="variants")
        return self

    @model_validator(mode="after")
    def _spell_out(self, info: ValidationInfo) -> Self:
        self._file = (info.context or {}).get("file")
        folder = _folder(info)
        draft = Draft(
            rules=self.rules,
            fighters=self.fighters,
            matchups=[_plain(matchup) for matchup in self.matchups],
            campaign=None if self.campaign is None else _plain(self.campaign),
            folder=folder,
        )
        self._rules_data = rules_data(self.rules, folder)
        self._ruleset = checked(Ruleset, self._rules_data, key=("rules",))
        settings = list(draft.settings(self.spelled_variants(), self._variant_key))
        self._scenarios = tuple(scenarios_of(settings))
        self._journeys = tuple(all_journeys(settings))
        return self

    # Below the other validators, so that what they find is told as it stands in the spreadsheet.
    @model_validator(mode="wrap")
    @classmethod
    def _with_fighters_from(cls, data: Any, make: ModelWrapValidatorHandler[Self], info: ValidationInfo) -> Self:
        if not isinstance(data, Mapping) or not isinstance(data.get("fighters_from"), str):
            return make(data)
        sheet = read_fighters((_folder(info) or Path()) / data["fighters_from"])
        try:
            return make(sheet.added_to(data))
        except InputError as error:
            raise sheet.located(error) from None

    def spelled_variants(self) -> Iterator[Variant]:
        """Yield its variants or those of its grid; without any, one called ``base`` that sets nothing."""
        yield from grid_variants(self.grid) if self.grid else self.variants or (Variant(name=ONLY_VARIANT),)

    def _variant_key(self, number: int) -> str:
        return "grid" if self.grid else f"variants[{number}].set"

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """Every matchup under every variant, matchup by matchup.

        Raises
        ------
        InputError
            If the study is a campaign.
        """
        if self.campaign is not None:
            raise InputError(
                "this study is a campaign; a study of matchups is needed here", file=self.file, key="campaign"
            )
        return self._scenarios

    @property
    def journeys(self) -> tuple[Journey, ...]:
        """Every hero of its campaign under every variant, hero by hero.

        Raises
        ------
        InputError
            If the study has matchups.
        """
        if self.campaign is None:
            raise InputError(
                "this study has matchups; one with a campaign is needed here", file=self.file, key="matchups"
            )
        return self._journeys

    @property
    def fights(self) -> tuple[Scenario, ...]:
        """Every scenario that is fought, be it a matchup or a fight of a campaign; equal fights of a hero once."""
        met = {id(fight): fight for journey in self._journeys for fight in journey.fights}
        return (*self._scenarios, *met.values())

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset that its variants start from."""
        return self._ruleset

    @property
    def file(self) -> str | None:
        """The file it was read from, if any."""
        return self._file

    @property
    def variant_names(self) -> tuple[str, ...]:
        """The names of the variants in order; a study without any has the one called ``base``."""
        names = [*(each.variant for each in self._scenarios), *(each.variant for each in self._journeys)]
        return tuple(dict.fromkeys(names))

    def find_variant(self, name: str, *, key: str = "variant") -> str:
        """Return the whole name of a variant; of a grid the short one will do.

        Parameters
        ----------
        key : str
            What the name was given as, for the error.

        Raises
        ------
        InputError
            If there is no such variant; names the nearest one.
        """
        names = self.variant_names
        if name in names:
            return name
        whole = dict(zip(self.readable().variant_names, names, strict=True))
        if not isinstance(name, str) or name not in whole:
            close = nearest(name, [*whole, *names])
            raise InputError(f"no variant {shown(name)}; this study has {listed(whole)}", key=key, nearest=close)
        return whole[name]

    def with_options(self, *, duels: int | None = None, seed: int | None = None) -> Study:
        """Return the same study with another number of duels or seed.

        Raises
        ------
        InputError
            If one of them is out of range.
        """
        given = {key: value for key, value in (("duels", duels), ("seed", seed)) if value is not None}
        checked(Options, given)
        return self.model_copy(update=given)

    def readable(self) -> Study:
        """Return the same study for people to read: the variants of a grid bear short names."""
        short = short_names(self.grid) if self.grid else {}
        copy = self.model_copy()
        copy._scenarios = tuple(
            replace(each, variant=short.get(each.variant, each.variant)) for each in self._scenarios
        )
        copy._journeys = tuple(replace(each, variant=short.get(each.variant, each.variant)) for each in self._journeys)
        return copy

    def showing(self, variants: Collection[str]) -> Study:
        """Return the same study for people to read, with the scenarios of some variants alone; its data stay whole."""
        copy = self.model_copy()
        copy._scenarios = tuple(each for each in self._scenarios if each.variant in variants)
        copy._journeys = tuple(each for each in self._journeys if each.variant in variants)
        return copy

    def data(self) -> Raw:
        """Return it as plain data that needs no other file: rules and fighters read from files are written out."""
        data: Raw = {key: _plain(value) for key, value in self if key in self.model_fields_set}
        if str(self.rules.get("base", "")).endswith(".toml"):
            data["rules"] = self._rules_data
        whole: Raw = _without_none(data)
        return whole

    def toml(self) -> str:
        """Return the text of a study file that :func:`load_study` reads as this study."""
        return tomli_w.dumps(self.data())


def make_study(data: Mapping[str, Any], *, file: str | None = None) -> Study:
    """Return a checked study from plain data; other files are found from the folder of ``file``.

    Raises
    ------
    InputError
        Names the first key that is wrong, its value, and what would be right.
    """
    return checked(Study, data, file=file, context={"file": file})


def load_study(source: str | os.PathLike[str]) -> Study:
    """Return a study from a TOML file, or a packaged one by name.

    Raises
    ------
    InputError
        If there is no such study or a value in it is not usable.
    """
    name = os.fspath(source)
    is_name = isinstance(source, str) and not name.endswith(".toml") and os.path.basename(name) == name
    if is_name and (name in packaged_studies() or not os.path.exists(name)):
        return make_study(parse_toml(packaged_study(name), file=name), file=name)
    return make_study(read_toml(source), file=name)
