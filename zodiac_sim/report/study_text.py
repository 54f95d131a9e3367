"""A study written back as the TOML text of a study file, so that anybody can run it again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from zodiac_sim.study.fighter import Action
from zodiac_sim.study.study import Study

_NONE_MEANS_EMPTY = ("weapon", "shield")


def study_toml(study: Study) -> str:
    """Return the text of a file that :func:`load_study` reads as the same study."""
    given = study.data()
    scalars = {key: value for key, value in given.items() if not isinstance(value, Mapping | list | tuple)}
    lines = [f"{key} = {_value(value)}" for key, value in scalars.items()]
    for key, value in given.items():
        if isinstance(value, Mapping) and value:
            lines += ["", f"[{key}]", *_pairs(value)]
        elif isinstance(value, list | tuple):
            for item in value:
                lines += ["", f"[[{key}]]", *_pairs(item)]
    return "\n".join(lines) + "\n"


def _pairs(table: Mapping[str, Any]) -> list[str]:
    return [f"{_key(key)} = {_item(key, value)}" for key, value in table.items() if _written(key, value)]


def _written(key: str, value: Any) -> bool:
    return value is not None or key in _NONE_MEANS_EMPTY


def _item(key: str, value: Any) -> str:
    return '"none"' if value is None and key in _NONE_MEANS_EMPTY else _value(value)


def _key(key: str) -> str:
    bare = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if bare else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    match value:
        case Action() | str():
            return _text(str(value))
        case bool():
            return str(value).lower()
        case Decimal() | float() | int():
            return str(value)
        case Mapping():
            return "{ " + ", ".join(_pairs(value)) + " }" if value else "{}"
        case list() | tuple():
            return "[" + ", ".join(_value(item) for item in value) + "]"
    return _text(str(value))
