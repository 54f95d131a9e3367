"""Rulesets by name or file, and house rules laid over them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from zodiac_sim.errors import InputError, listed, nearest, shown
from zodiac_sim.rules.checked import checked
from zodiac_sim.rules.files import Raw, dotted_path, merged, parse_toml, read_toml, with_value
from zodiac_sim.rules.model import Ruleset

DEFAULT = "zodiac"
MAX_FILES = 50  # that may be based on each other


@cache
def packaged_rulesets() -> tuple[str, ...]:
    """Return the names of the rulesets that come with the package."""
    files = resources.files("zodiac_sim.rules").joinpath("data").iterdir()
    return tuple(sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")))


@cache
def _packaged(name: str) -> Raw:
    text = resources.files("zodiac_sim.rules").joinpath(f"data/{name}.toml").read_text(encoding="utf-8")
    return parse_toml(text, file=name)


def raw_ruleset(base: object, *, folder: Path | None = None, _seen: tuple[str, ...] = ()) -> Raw:
    """Return the data of a ruleset: a packaged one by name, or a TOML file that may name a ``base`` of its own.

    Parameters
    ----------
    base : str
        Name of a packaged ruleset, or path of a file (relative to ``folder``).

    Raises
    ------
    InputError
        If there is no such ruleset, the file is not usable, or files name each other in a ring.
    """
    if not isinstance(base, str):
        names = listed(packaged_rulesets())
        raise InputError(f"{shown(base)} is no ruleset; packaged: {names}, or a .toml file", key="base")
    if base in packaged_rulesets():
        return dict(_packaged(base))
    if not base.endswith(".toml"):
        raise InputError(
            f"no ruleset {shown(base)}; packaged: {listed(packaged_rulesets())}, or a .toml file",
            key="base",
            nearest=nearest(base, packaged_rulesets()),
        )
    path = (folder or Path()) / base
    raw = read_toml(path)
    name = str(path.resolve())
    if name in _seen or len(_seen) == MAX_FILES:
        problem = "names itself as its base" if name in _seen else f"has more than {MAX_FILES} files as its base"
        raise InputError(f"{problem}, directly or through other files", file=str(path), key="base")
    try:
        below = raw_ruleset(raw.pop("base", DEFAULT), folder=path.parent, _seen=(*_seen, name))
    except InputError as error:
        raise error.within(file=str(path)) from None
    whole: Raw = merged(below, {"name": path.stem, **raw})
    checked(Ruleset, whole, file=str(path))
    return whole


def load_ruleset(base: str = DEFAULT, changes: Mapping[str, Any] | None = None) -> Ruleset:
    """Return a checked ruleset, with changes by dotted name (``{"stances.speed.agility": 130}``).

    Raises
    ------
    InputError
        If the ruleset or a change is not usable; names file, key and value.
    """
    raw = raw_ruleset(base)
    for name, value in (changes or {}).items():
        raw = with_value(raw, dotted_path(name), value)
    return checked(Ruleset, raw, file=base if base.endswith(".toml") else None)
