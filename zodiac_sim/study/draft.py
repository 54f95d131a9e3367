"""The plain data of a study spelled out: every matchup, or every hero, under every variant, checked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from zodiac_sim.errors import InputError, shown
from zodiac_sim.rules.checked import Checked, checked, key_path
from zodiac_sim.rules.files import ALL, Raw, dotted_path, merged, with_value
from zodiac_sim.rules.loading import DEFAULT, raw_ruleset
from zodiac_sim.rules.model import Ruleset
from zodiac_sim.study.campaign import Campaign, Journey, check_campaign, journeys_of
from zodiac_sim.study.fighter import DEFAULT_POLICY, Fighter, check_names
from zodiac_sim.study.presets import expand_policy, expand_preset
from zodiac_sim.study.scenarios import (
    Matchup,
    Scenario,
    Variant,
    changes_of,
    check_known,
    first_repeated,
    sides_surprised,
)

M = TypeVar("M", bound=Checked)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What a study is under one variant: rules, fighters by name, and the matchups or the campaign."""

    variant: str
    rules: Ruleset
    fighters: Mapping[str, Fighter]
    matchups: list[Matchup]
    campaign: Campaign | None


@dataclass(frozen=True, kw_only=True)
class Draft:
    """The plain data of a study that variants change, and the folder that its files are named from.

    What several variants have in common is checked once and shared between them.
    """

    rules: Raw
    fighters: Raw
    matchups: list[Any]
    campaign: Raw | None
    folder: Path | None
    _known: dict[tuple[type[Checked], str], Any] = field(default_factory=dict)
    _whole_rules: dict[str, Raw] = field(default_factory=dict)

    def settings(self, variants: Iterable[Variant], key: Callable[[int], str]) -> Iterator[Setting]:
        """Yield what the study is under each variant.

        Parameters
        ----------
        key : function of int
            Where the values of the variant of this number stand in the study.

        Raises
        ------
        InputError
            If a value is not usable, alone or with the others.
        """
        for number, variant in enumerate(variants):
            try:
                yield self._setting(variant)
            except InputError as error:
                raise error.within(key=key(number) if _is_set(error.key, variant) else None) from None

    def _setting(self, variant: Variant) -> Setting:
        changes = changes_of(variant.set, self.fighters)
        raw = self._varied(changes)
        rules = self._checked(Ruleset, raw["rules"], ("rules",))
        fighters = {name: self._fighter(name, data, rules) for name, data in raw["fighters"].items()}
        twice = first_repeated(fighter.name for fighter in fighters.values())
        if twice is not None:
            raise InputError(f"two fighters have the name {shown(twice)}", key="fighters")
        matchups = [checked(Matchup, data, key=("matchups", n)) for n, data in enumerate(raw["matchups"])]
        _check_matchups(matchups, fighters, rules)
        campaign = None if self.campaign is None else self._checked(Campaign, raw["campaign"], ("campaign",))
        if campaign is not None:
            _at(("campaign",), partial(check_campaign, campaign, fighters, rules))
        return Setting(variant=variant.name, rules=rules, fighters=fighters, matchups=matchups, campaign=campaign)

    def _varied(self, changes: list[tuple[tuple[str, ...], Any]]) -> Raw:
        """Return the plain data with the changes of a variant."""
        raw: Raw = {"rules": self.rules, "fighters": self.fighters, "matchups": self.matchups}
        if self.campaign is not None:
            raw = {**raw, "campaign": self.campaign}
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
        return raw

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


def scenarios_of(settings: list[Setting]) -> Iterator[Scenario]:
    """Yield every matchup under every variant, matchup by matchup."""
    seen: list[Counter[tuple[str, str]]] = [Counter() for _ in settings]
    for number in range(len(settings[0].matchups)):
        for setting, before in zip(settings, seen, strict=True):
            matchup = setting.matchups[number]
            pair = matchup.a, matchup.b
            yield Scenario(
                matchup=number,
                variant=setting.variant,
                repeat=before[pair],
                rules=setting.rules,
                sides=((setting.fighters[matchup.a],), (setting.fighters[matchup.b],)),
                surprised=sides_surprised(matchup.surprised),
                draw_source=matchup.draw_source,
            )
            before[pair] += 1


def all_journeys(settings: list[Setting]) -> list[Journey]:
    """Return the journey of every hero under every variant, hero by hero as the first variant names them."""
    found = [
        journey
        for each in settings
        if each.campaign is not None
        for journey in journeys_of(each.campaign, each.variant, each.fighters, each.rules)
    ]
    names = list(dict.fromkeys(journey.name for journey in found))
    return sorted(found, key=lambda journey: names.index(journey.name))


def _expanded(fighter: Any) -> Any:
    """Return a fighter's data with the preset and the policy it names written out."""
    fighter = expand_preset(fighter)
    return (
        {**fighter, "policy": expand_policy(fighter.get("policy", DEFAULT_POLICY))}
        if isinstance(fighter, Mapping)
        else fighter
    )


def _check_matchups(matchups: Iterable[Matchup], fighters: Mapping[str, Fighter], rules: Ruleset) -> None:
    for number, matchup in enumerate(matchups):
        check_known("fighter", matchup.a, fighters, f"matchups[{number}].a")
        check_known("fighter", matchup.b, fighters, f"matchups[{number}].b")
    for number, matchup in enumerate(matchups):
        for name in matchup.draw_source:
            check_known("spell", name, rules.spells, f"matchups[{number}].draw_source")


def _is_set(key: str | None, variant: Variant) -> bool:
    """Whether a variant, and not the study itself, set the value an error is about."""
    if key is None:
        return bool(variant.set)
    places = [re.sub(r"\[(\d+)\]", entry, key) for entry in (r".\1", f".{ALL}")]
    for name in variant.set:
        try:
            path = key_path(dotted_path(name))
        except InputError:
            return True
        if key == name or any(_within(place, path) or _within(path, place) for place in places):
            return True
    return False


def _within(place: str, other: str) -> bool:
    """Whether a dotted name is another one, or stands inside of it."""
    return f"{place}.".startswith(f"{other}.")


def _changed(raw: Raw, path: tuple[str, ...], value: Any) -> Any:
    if path[0] not in raw:
        raise InputError(f"this study has no {path[0]}", key=key_path(path))
    return _at(path, lambda: with_value(raw, path, value))


def _at(key: tuple[int | str, ...], call: Callable[[], Any]) -> Any:
    try:
        return call()
    except InputError as error:
        raise error.within(key=key_path(key)) from None
