"""The keys of a model in words: what each means, what it may be, and what it is unless given."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from zodiac_sim.rules.checked import Checked, Dice
from zodiac_sim.rules.model import Rule
from zodiac_sim.study.fighter import Action

from .markdown import code, linked, table

HEADER = ("key", "meaning", "what it may be", "unless given")
PLAIN = {bool: "`true` or `false`", str: "text", Dice: 'dice such as `"1d8+1"`', Decimal: "a share from 0 to 1"}
PLAIN |= {Action: "an action", Any: "any value"}


class Key(NamedTuple):
    """A key by its dotted name; ``NAME`` stands for a name, ``[]`` for each entry of a list."""

    name: str
    words: str
    allowed: str
    default: str


class Kind(NamedTuple):
    """What a value may be, and the model of the keys inside it with what leads to them."""

    words: str
    model: type[Checked] | None = None
    inner: str = ""


def keys(model: type[Checked], start: str = "", *, apart: tuple[type[Checked], ...] = ()) -> Iterator[Key]:
    """Yield the keys of a model and all those inside them, but for those of the models that are told apart."""
    for name, field in model.model_fields.items():
        kind = _kind(field.annotation, tuple(field.metadata))
        yield Key(f"{start}{name}", _words(f"{model.__name__}.{name}", field), kind.words, _default(field))
        if kind.model is not None and kind.model not in apart:
            yield from keys(kind.model, f"{start}{name}{kind.inner}.", apart=apart)


def key_table(found: Iterator[Key]) -> str:
    """Return keys as a table."""
    return table(HEADER, ((code(each.name), linked(each.words), each.allowed, each.default) for each in found))


def _words(place: str, field: FieldInfo) -> str:
    rule = next((part for part in field.metadata if isinstance(part, Rule)), None)
    words = field.description if rule is None else f"{rule.words} ({rule.clause})"
    if not words:
        raise ValueError(f"the key {place} has no description")
    return words


def _kind(annotation: Any, limits: tuple[Any, ...] = ()) -> Kind:
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _kind(parts[0], (*limits, *parts[1:]))
    if origin in (Union, UnionType):
        return _kind(next(part for part in parts if part is not NoneType), limits)
    if origin is Literal:
        return Kind(_choice([code(json.dumps(part)) for part in parts]))
    if origin is dict:
        names = f": {', '.join(map(code, get_args(parts[0])))}" if get_origin(parts[0]) is Literal else ""
        return _many(_kind(parts[1]), f"by name{names}", ".NAME")
    if origin is tuple and parts[-1] is Ellipsis:
        return _many(_kind(parts[0]), "in a list", "[]")
    if origin is tuple:
        return Kind(f"a whole number, or a list of {len(parts)}")
    if isinstance(annotation, type) and issubclass(annotation, Checked):
        return Kind("a table", annotation)
    return Kind(_whole(limits) if annotation is int else PLAIN[annotation])


def _choice(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _many(one: Kind, how: str, inner: str) -> Kind:
    return Kind(f"{'tables' if one.model else one.words} {how}", one.model, f"{inner}{one.inner}")


def _whole(limits: tuple[Any, ...]) -> str:
    found = [inner for limit in limits for inner in (limit.metadata if isinstance(limit, FieldInfo) else [limit])]
    low = next((limit.ge for limit in found if hasattr(limit, "ge")), None)
    high = next((limit.le for limit in found if hasattr(limit, "le")), None)
    return "a whole number" if low is None or high is None else f"{_number(low)} to {_number(high)}"


def _number(value: int) -> str:
    return f"{value:,}".replace("-", "−")


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    value = field.get_default(call_default_factory=True, validated_data={})
    if value is None or value == "" or isinstance(value, tuple | Mapping | Checked):
        return "none"
    return code(json.dumps(value))
