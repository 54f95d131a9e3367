"""TOML files in, plain dicts out; dotted names and how they change such a dict."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from decimal import Decimal
from os import PathLike
from pathlib import Path
from typing import Any

from zodiac_sim.errors import InputError, shown

Raw = dict[str, Any]

MAX_BYTES = 2**25  # of a file: what is larger is some other file, named by mistake
MAX_DEPTH = 20  # of a dotted name
ALL = "all"  # stands in a dotted name for every entry of a list


def parse_toml(text: str, *, file: str) -> Raw:
    """Return the content of a TOML text; numbers with a point become exact decimals.

    Raises
    ------
    InputError
        If the text is not TOML; says where.
    """
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"is not TOML: {error}", file=file) from None
    except RecursionError:
        raise InputError("is not TOML that can be read: it is nested too deeply", file=file) from None
    except (ValueError, ArithmeticError):  # integers of thousands of digits, exponents beyond all decimals
        raise InputError("is not TOML that can be read: a number in it is far too large", file=file) from None


def read_toml(path: str | PathLike[str]) -> Raw:
    """Return the content of a TOML file.

    Raises
    ------
    InputError
        If there is no such file, it cannot be read, it is too large, or it is not TOML in UTF-8.
    """
    return parse_toml(read_text(path, kind="TOML"), file=str(path))


def read_text(path: str | PathLike[str], *, kind: str) -> str:
    """Return the text of a file without the mark that editors put before it; ``kind`` says in errors what is expected.

    Raises
    ------
    InputError
        If there is no such file, it cannot be read, it is too large, or it is not UTF-8.
    """
    file = str(path)
    try:
        with Path(path).open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise InputError(f"is larger than {MAX_BYTES // 2**20} MB; a {kind} file of text is expected", file=file)
        return content.decode("utf-8").removeprefix("\ufeff")
    except FileNotFoundError:
        raise InputError("no such file", file=file) from None
    except IsADirectoryError:
        raise InputError(f"is a folder; a {kind} file is expected", file=file) from None
    except UnicodeDecodeError as error:
        raise InputError(f"is not UTF-8 (byte {error.start}); save it as {kind} in UTF-8", file=file) from None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {getattr(error, 'strerror', None) or error}", file=file) from None


def dotted_path(name: str) -> tuple[str, ...]:
    """Return the parts of a dotted name; quoting follows TOML (``fighters."st. john".hp``).

    Raises
    ------
    InputError
        If the name is no dotted key of TOML.
    """
    problem = InputError(
        f'{shown(name)} is no dotted name such as rules.criticals or fighters."st. john".hp; parts with other signs '
        "than letters a-z, digits, - and _ need quotes"
    )
    bare = re.sub(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'', "", str(name))
    if re.search(r"[\r\n=#\[]", bare) or bare.count(".") > MAX_DEPTH:
        raise problem
    try:
        node = tomllib.loads(f"{name} = 0")
    except (tomllib.TOMLDecodeError, RecursionError):
        raise problem from None
    path = []
    while isinstance(node, dict):
        ((part, node),) = node.items()
        path.append(part)
    return tuple(path)


def merged(base: Any, changes: Any) -> Any:
    """Return ``base`` with ``changes`` laid over it: tables merge key by key, all else is replaced."""
    if not (isinstance(base, Mapping) and isinstance(changes, Mapping)):
        return changes
    return {**base, **{key: merged(base.get(key), value) for key, value in changes.items()}}


def with_value(raw: Any, path: tuple[str, ...], value: Any) -> Any:
    """Return ``raw`` with the value at a dotted path replaced; list entries go by their number, or all by ``all``.

    Raises
    ------
    InputError
        If the path leads through something that has no parts.
    """
    if not path:
        return value
    head, rest = path[0], path[1:]
    if isinstance(raw, Mapping):
        return {**raw, head: with_value(raw.get(head, {} if rest else None), rest, value)}
    if isinstance(raw, list | tuple):
        if head == ALL:
            return [with_value(entry, rest, value) for entry in raw]
        if head not in map(str, range(len(raw))):
            raise InputError(f"{shown(head)} is no entry of a list of {len(raw)} (counted from 0, or {ALL})")
        return [*raw[: int(head)], with_value(raw[int(head)], rest, value), *raw[int(head) + 1 :]]
    raise InputError(f"{shown(head)} cannot be set: {shown(raw)} has no parts")
