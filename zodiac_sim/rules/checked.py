"""The checked, frozen base of every model that is read from data, and its small field types."""

from __future__ import annotations

import json
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

# What pydantic says in words of Python, for people who write TOML.
PLAIN_WORDS = {
    "missing": "is required",
    "dict_type": "should be a table",
    "model_type": "should be a table",
    "tuple_type": "should be a list",
    "list_type": "should be a list",
    "too_short": "should have {min_length} or more entries, not {actual_length}",
    "too_long": "should have {max_length} entries at most, not {actual_length}",
    "string_too_short": "should not be empty",
    "string_type": "should be text",
    "string_too_long": "should have {max_length} letters at most",
    "string_unicode": "should be text of whole characters",
    "int_type": "should be a whole number",
    "bool_type": "should be true or false",
    "greater_than_equal": "should be {ge} or more",
    "less_than_equal": "should be {le} or less",
}

MAX_TEXT = 1_000_000
MAX_DICE, MAX_SIDES, MAX_PLUS = 100, 1000, 1000
MAX_DECIMALS = 18  # of a share: its product with HP or with a random word is then exact within Decimal's 28 digits
_DICE = re.compile(r"(\d*)d(\d+)(?:([+-])(\d+))?", re.ASCII)


class Checked(BaseModel):
    """A frozen model that knows its keys: an unknown one is an error that names the nearest."""

    # Only a text whose length is limited is also checked for halves of characters, which no file could hold.
    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True, str_max_length=MAX_TEXT)

    def __init__(self, /, **data: Any) -> None:
        try:
            super().__init__(**data)
        except ValidationError as error:
            raise _input_error(error) from None
        except RecursionError:
            raise InputError("a value is nested too deeply, or within itself") from None

    # As on BaseModel: models inside this one are checked as parts of it, so that an error names their place.
    __init__.__pydantic_base_init__ = True  # type: ignore[attr-defined]

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

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = __ior__ = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)


class Dice(NamedTuple):
    """Dice as people write them: ``count`` d ``sides`` + ``plus``."""

    count: int  # type: ignore[assignment]
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
    """Return a share within 0..1 as an exact decimal; a binary number from Python is rounded to 18 decimals.

    Raises
    ------
    ValueError
        If it is no number, lies outside 0..1, or has more than 18 decimals.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise ValueError("must be a share within 0..1, such as 0.25")
    share = Decimal(str(round(value, MAX_DECIMALS) if isinstance(value, float) else value))
    if not share.is_finite() or not 0 <= share <= 1:
        raise ValueError("must be a share within 0..1, such as 0.25")
    if share.normalize().as_tuple().exponent < -MAX_DECIMALS:  # type: ignore[operator]
        raise ValueError(f"must be a share with at most {MAX_DECIMALS} decimals, such as 0.25")
    return share


def _parse_rolls(value: object) -> object:
    return (value, value) if isinstance(value, int) else value


DiceText = Annotated[Dice, BeforeValidator(parse_dice), PlainSerializer(str)]
Share = Annotated[Decimal, BeforeValidator(parse_share), PlainSerializer(str)]
Percent = Annotated[StrictInt, Field(ge=0, le=1000)]
Chance = Annotated[StrictInt, Field(ge=0, le=100)]
Stat = Annotated[StrictInt, Field(ge=0, le=255)]
MP = Annotated[StrictInt, Field(ge=0, le=30_000)]
Rolls = Annotated[tuple[StrictInt, StrictInt], BeforeValidator(_parse_rolls)]


def freeze(value: Mapping[K, V]) -> FrozenDict[K, V]:
    """Return a mapping that nobody can change any more."""
    return FrozenDict(value)


FREEZE = AfterValidator(freeze)


def key_path(parts: tuple[int | str, ...]) -> str:
    """Return a place inside a file as TOML writes it: quoted keys where needed, list positions in brackets."""
    out = ""
    for part in parts:
        if isinstance(part, int):
            out += f"[{part}]"
        else:
            bare = re.fullmatch(r"[A-Za-z0-9_-]+", part)
            out += ("." if out else "") + (part if bare else json.dumps(part, ensure_ascii=False))
    return out


def checked(
    model: type[M],
    data: object,
    *,
    file: str | None = None,
    key: tuple[int | str, ...] = (),
    context: Mapping[str, Any] | None = None,
) -> M:
    """Return ``data`` as a model; ``context`` is what its validators may know besides.

    Raises
    ------
    InputError
        Names the first key that is wrong, its value, and what would be right.
    """
    try:
        return model.model_validate(data, context=context)
    except ValidationError as error:
        raise _input_error(error).within(file=file, key=key_path(key)) from None
    except InputError as error:
        raise error.within(file=file, key=key_path(key)) from None
    except RecursionError:
        raise InputError("is nested too deeply, or within itself", file=file, key=key_path(key) or None) from None


def _input_error(error: ValidationError) -> InputError:
    """Return what pydantic found first, in the words of this package."""
    first = error.errors(include_url=False)[0]
    place = tuple(part for part in first["loc"] if not (isinstance(part, str) and _is_union_branch(part)))
    message = first["msg"].removeprefix("Value error, ").removeprefix("Input ")
    if first["type"] in PLAIN_WORDS:
        message = PLAIN_WORDS[first["type"]].format(**first.get("ctx", {}))
    if first["type"] == "unknown_key":
        return InputError(message, key=key_path((*place, first["ctx"]["key"])))
    if first["type"] != "missing" and not isinstance(first["input"], Mapping | BaseModel):
        message = f"{shown(first['input'])} {message}"
    return InputError(message, key=key_path(place) or None)


def _is_union_branch(part: str) -> bool:
    """Whether pydantic put the name of a validator, not a key, into the place of an error."""
    return "[" in part or part in ("tuple", "str", "int", "constrained-int")
