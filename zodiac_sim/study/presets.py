"""Fighters, policies and studies that come with the package, as data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from zodiac_sim.errors import InputError, listed, nearest, shown
from zodiac_sim.rules.files import Raw, merged, parse_toml


def _data(name: str) -> Any:
    return resources.files("zodiac_sim.study").joinpath("data").joinpath(name)


@cache
def fighter_presets() -> Raw:
    """Return the packaged fighters, plain data by name."""
    return parse_toml(_data("fighters.toml").read_text(encoding="utf-8"), file="fighters.toml")


@cache
def policy_presets() -> Raw:
    """Return the packaged policies, lists of lines by name."""
    return parse_toml(_data("policies.toml").read_text(encoding="utf-8"), file="policies.toml")


@cache
def packaged_studies() -> tuple[str, ...]:
    """Return the names of the studies that come with the package."""
    return tuple(sorted(f.name.removesuffix(".toml") for f in _data("studies").iterdir() if f.name.endswith(".toml")))


def packaged_study(name: str) -> str:
    """Return the text of a packaged study.

    Raises
    ------
    InputError
        If there is none of that name.
    """
    if name not in packaged_studies():
        raise InputError(
            f"no study {shown(name)}; packaged: {listed(packaged_studies())}, or give a .toml file",
            nearest=nearest(name, packaged_studies()),
        )
    text: str = _data(f"studies/{name}.toml").read_text(encoding="utf-8")
    return text


def new_study() -> str:
    """Return the text of a commented study to start from."""
    text: str = _data("new.toml").read_text(encoding="utf-8")
    return text


def _named(kind: str, name: object, presets: Raw, key: str) -> Any:
    if not isinstance(name, str) or name not in presets:
        raise InputError(
            f"no {kind} {shown(name)}; packaged: {listed(presets)}", key=key, nearest=nearest(str(name), presets)
        )
    return presets[name]


def expand_preset(fighter: object) -> Any:
    """Return a fighter's data laid over the preset it names, if it names one.

    A weapon or a shield is a thing of its own: one that is given replaces the preset's whole.

    Raises
    ------
    InputError
        If there is no preset of that name.
    """
    if not isinstance(fighter, Mapping) or "preset" not in fighter:
        return fighter
    below = _named("fighter preset", fighter["preset"], fighter_presets(), "preset")
    own = {key: value for key, value in fighter.items() if key != "preset"}
    items = {key: own[key] for key in ("weapon", "shield") if key in own}
    return {**merged(below, own), **items}


def expand_policy(policy: object) -> Any:
    """Return the lines of a policy that is given by name; lines given as such come back as they are.

    Raises
    ------
    InputError
        If there is no policy of that name.
    """
    return _named("policy", policy, policy_presets(), "policy") if isinstance(policy, str) else policy
