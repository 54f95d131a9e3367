"""The checked, frozen base of every model that is read from data, and its small field types."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, NamedTuple, NoReturn, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    StrictInt,
    ValidationError,
    model_validator,
)
from pydantic_core import PydanticCustomError

from zodiac_sim.errors import InputError, listed, nearest, shown

K = TypeVar("K")
V = TypeVar("V")
M = TypeVar("M", bound=BaseModel)

MAX_DICE, MAX_SIDES, MAX_PLUS = 100, 1000, 1000
_DICE = re.compile(r"(\d*)d(\d+)(?:([+-])(\d+))?", re.ASCII)


class Checked(BaseModel):
    """A frozen model that knows its keys: an unknown one is an error that names the nearest."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, data: Any) -> Any:
        if isinstance(data, Mapping):
            for key in data:
                if key not in cls.model_fields:
                    close = nearest(str(key), cls.model_fields)
                    hint = f"did you mean {shown(close)}?" if close else f"known: {listed(cls.model_fields)}"
                    raise PydanticCustomError("unknown_key", "unknown key ({hint})", {"key": str(key), "hint": hint})
        return data


class FrozenDict(dict[K, V]):
    """A dict that cannot be changed after it was made."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this table is frozen; make a changed copy instead")

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = __ior__ = _refuse  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)


class Dice(NamedTuple):
    """Dice as people write them: ``count`` d ``sides`` + ``plus``."""

    count: int
    sides: int
    plus: int = 0

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}" + (f"{self.plus:+d}" if self.plus else "")


def parse_dice(value: object) -> Dice:
    """Return the dice a text such as ``2d6+1`` stands for.

    Raises
    ------
    ValueError
        If the text is no dice, or if there are more dice, sides or points than a table could use.
    """
    if isinstance(value, Dice):
        return value
    found = _DICE.fullmatch(value.replace(" ", "")) if isinstance(value, str) and len(value) < 40 else None
    if found is None:
        raise ValueError('must be dice such as "1d8", "2d6+1" or "1d4-1"')
    count, sides, sign, plus = found.groups()
    dice = Dice(int(count or 1), int(sides), int(f"{sign or ''}{plus or 0}"))
    if not (1 <= dice.count <= MAX_DICE and 1 <= dice.sides <= MAX_SIDES and abs(dice.plus) <= MAX_PLUS):
        raise ValueError(f"must be 1..{MAX_DICE} dice of 1..{MAX_SIDES} sides and at most {MAX_PLUS} points added")
    return dice


def parse_share(value: object) -> Decimal:
    """Return a share within 0..1 as an exact decimal.

    Raises
    ------
    ValueError
        If it is no number or lies outside 0..1.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise ValueError("must be a share within 0..1, such as 0.25")
    share = Decimal(str(value))
    if not share.is_finite() or not 0 <= share <= 1:
        raise ValueError("must be a share within 0..1, such as 0.25")
    return share


def _parse_rolls(value: object) -> object:
    return (value, value) if isinstance(value, int) else value


DiceText = Annotated[Dice, BeforeValidator(parse_dice), PlainSerializer(str)]
Share = Annotated[Decimal, BeforeValidator(parse_share), PlainSerializer(str)]
Percent = Annotated[StrictInt, Field(ge=0, le=1000)]
Chance = Annotated[StrictInt, Field(ge=0, le=100)]
Rolls = Annotated[tuple[StrictInt, StrictInt], BeforeValidator(_parse_rolls)]


def freeze(value: Mapping[K, V]) -> FrozenDict[K, V]:
    """Return a mapping that nobody can change any more."""
    return FrozenDict(value)


FREEZE = AfterValidator(freeze)


def key_path(parts: tuple[int | str, ...]) -> str:
    """Return a place inside a file as TOML writes it: bare keys, quoted ones where needed, list positions in brackets."""
    out = ""
    for part in parts:
        if isinstance(part, int):
            out += f"[{part}]"
        else:
            bare = re.fullmatch(r"[A-Za-z0-9_-]+", part)
            out += ("." if out else "") + (part if bare else '"' + part.replace("\\", "\\\\").replace('"', '\\"') + '"')
    return out


def checked(model: type[M], data: object, *, file: str | None = None, key: tuple[int | str, ...] = ()) -> M:
    """Return ``data`` as a model.

    Raises
    ------
    InputError
        Names the first key that is wrong, its value, and what would be right.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = tuple(part for part in first["loc"] if not (isinstance(part, str) and _is_union_branch(part)))
        message = first["msg"].removeprefix("Value error, ").removeprefix("Input ")
        if first["type"] == "unknown_key":
            raise InputError(message, file=file, key=key_path((*key, *place, first["ctx"]["key"]))) from None
        if first["type"] != "missing" and not isinstance(first["input"], Mapping | BaseModel):
            message = f"{shown(first['input'])} {message}"
        elif first["type"] == "missing":
            message = "is required"
        raise InputError(message, file=file, key=key_path((*key, *place)) or None) from None


def _is_union_branch(part: str) -> bool:
    """Whether pydantic put the name of a validator, not a key, into the place of an error."""
    return "[" in part or part in ("tuple", "str", "int", "constrained-int")
