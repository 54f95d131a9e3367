"""Fighters from a spreadsheet: a CSV file with one row a fighter and the keys of a study file as its columns."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from zodiac_sim.errors import InputError, listed, nearest, shown
from zodiac_sim.rules.checked import Checked, key_path
from zodiac_sim.rules.files import Raw, read_text
from zodiac_sim.study.fighter import EMPTY, OR_NONE, Fighter

NAME, PRESET = "name", "preset"
SEPARATORS = ",;\t"
PRESENT = "true"  # gives a status that needs no value of its own
ANY_NAME = "NAME"  # stands for the name of a spell or an item in the name of a column
BETWEEN = re.compile(r"\s*[;,]\s*")  # names in one cell
# A whole number as spreadsheets show it. Three zeros behind the point are none of them: 1.000 may be a thousand.
WHOLE = re.compile(r"([+-]?\d{1,30})(?:[.,]00?)?", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What a spreadsheet holds: fighters as plain data by name, and the number of the row of each."""

    file: str
    fighters: Raw
    rows: Mapping[str, int]

    def added_to(self, study: Mapping[str, Any]) -> Raw:
        """Return the data of a study that names this file, with the fighters in its place.

        Raises
        ------
        InputError
            If the study itself has a fighter of the same name.
        """
        own = study.get("fighters", {})
        if not isinstance(own, Mapping):
            return dict(study)
        for name in self.fighters:
            if name in own:
                raise self._error(f"{shown(name)} stands in the study too, under fighters", self.rows[name], NAME)
        rest = {key: value for key, value in study.items() if key not in ("fighters", "fighters_from")}
        return {**rest, "fighters": {**own, **self.fighters}}

    def located(self, error: InputError) -> InputError:
        """Return an error about one of the fighters with its row and column; any other as it is."""
        for name, row in self.rows.items():
            place = key_path(("fighters", name))
            if error.file is None and error.key is not None and f"{error.key}.".startswith(f"{place}."):
                return self._error(error.problem, row, error.key[len(place) + 1 :], error.nearest)
        return error

    def _error(self, problem: str, row: int, column: str, close: str | None = None) -> InputError:
        return InputError(problem, file=self.file, key=_place(row, column), nearest=close)


def read_fighters(path: Path) -> Sheet:
    """Return the fighters of a CSV file: commas, semicolons or tabs between the cells, the names of columns on top.

    An empty cell gives no value. What the values may be is checked with the study.

    Raises
    ------
    InputError
        If the file cannot be read, or its rows and columns are not those of fighters; names the row.
    """
    file = str(path)
    try:
        fighters, rows = _fighters(read_text(path, kind="CSV"))
    except InputError as error:
        raise error.within(file=file) from None
    return Sheet(file=file, fighters=fighters, rows=rows)


class Column(NamedTuple):
    """What the cells of a column hold: text, a whole number, names, or one word that gives or takes a whole table.

    ``parts`` are the keys of that table, which columns of their own hold.
    """

    whole: bool = False
    word: str = ""
    parts: tuple[str, ...] = ()
    names: bool = False


@cache
def columns() -> Mapping[str, Column]:
    """Return every column that a spreadsheet may have, by name; ``items.NAME`` stands for those of all items."""
    return {NAME: Column(), PRESET: Column(), **dict(_columns(Fighter, ""))}


def _columns(model: type[Checked], start: str) -> Iterator[tuple[str, Column]]:
    for key, field in model.model_fields.items():
        word = EMPTY if OR_NONE in field.metadata else PRESENT if field.default is None else ""
        yield from _columns_of(f"{start}{key}", field.annotation, word)


def _columns_of(name: str, annotation: Any, word: str) -> Iterator[tuple[str, Column]]:
    """Yield the columns of a key; ``word`` gives or takes away the table that it holds, if it holds one."""
    kind = next(kind for kind in _kinds(annotation) if kind is not NoneType)
    inner = get_args(kind)
    if get_origin(kind) is dict:
        for key in get_args(inner[0]) if get_origin(inner[0]) is Literal else (ANY_NAME,):
            yield from _columns_of(f"{name}.{key}", inner[1], PRESENT)
    elif isinstance(kind, type) and issubclass(kind, Checked):
        if word:
            yield name, Column(word=word, parts=tuple(kind.model_fields))
        yield from _columns(kind, f"{name}.")
    else:
        yield name, Column(whole=kind is int, names=get_origin(kind) is tuple and str in _kinds(inner[0]))


def _kinds(annotation: Any) -> Iterator[Any]:
    """Yield what a value that may be missing is if it is there."""
    if get_origin(annotation) in (Annotated, Union, UnionType):
        for part in get_args(annotation):
            yield from _kinds(part)
    else:
        yield annotation


def _path(name: str) -> tuple[str, ...]:
    """Return the keys that a column stands for; the name of an item or a spell may have points."""
    head, _, rest = name.partition(".")
    return (head, rest) if rest and f"{head}.{ANY_NAME}" in columns() else tuple(name.split("."))


def _column(name: str) -> Column | None:
    head, _, rest = name.partition(".")
    return columns().get(name) or columns().get(f"{head}.{ANY_NAME}" if rest else "")


def _fighters(text: str) -> tuple[Raw, dict[str, int]]:
    table = _rows(text)
    header = _header(next(table, (1, []))[1])
    fighters: Raw = {}
    rows: dict[str, int] = {}
    for row, cells in table:
        if not any(cell.strip() for cell in cells):
            continue
        _check_length(cells, header, row)
        name = cells[0]
        if not name.strip():
            raise InputError("is empty; each fighter needs a name", key=_place(row, NAME))
        if name in rows:
            raise InputError(f"{shown(name)} stands in row {rows[name]} too", key=_place(row, NAME))
        fighters[name], rows[name] = _fighter(cells, header, row), row
    if not fighters:
        raise InputError("holds no fighter; each needs a row below that of the names of columns")
    return fighters, rows


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield every row with its number as a spreadsheet shows it, from 1."""
    row = 0
    try:
        separator = max(SEPARATORS, key=lambda each: len(next(_reader(text, each), [])))
        for row, cells in enumerate(_reader(text, separator, strict=True), start=1):
            yield row, cells
    except csv.Error as error:
        raise InputError(f"is not CSV: {error}", key=_place(row + 1)) from None


def _reader(text: str, separator: str, *, strict: bool = False) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=strict)


def _header(cells: list[str]) -> list[str]:
    """Return the names of the columns, in any letters, without the empty ones at the end."""
    names = [_in_its_letters(cell.strip()) for cell in cells]
    while names and not names[-1]:
        names.pop()
    if not names or names[0] != NAME:
        first = shown(names[0]) if names else "nothing"
        raise InputError(f"the first row should name the columns, {NAME!r} first; it begins with {first}")
    for number, name in enumerate(names):
        if _column(name) is None:
            close = nearest(name, columns())
            hint = "" if close else f"; known: {listed(columns(), limit=30)}"
            raise InputError(f"{shown(name)} is no column of fighters{hint}", key=_place(1), nearest=close)
        if name in names[:number]:
            raise InputError(f"the column {name} stands twice", key=_place(1))
    return names


def _in_its_letters(name: str) -> str:
    """Return the name of a column as it is written here; that of an item or a spell in it stays as it is."""
    by_letters = {known.casefold(): known for known in columns()}
    head, dot, rest = name.partition(".")
    known = by_letters.get(f"{head}.{ANY_NAME}".casefold(), "").partition(".")[0]
    return f"{known}{dot}{rest}" if known and rest else by_letters.get(name.casefold(), name)


def _check_length(cells: list[str], header: list[str], row: int) -> None:
    beyond = [cell for cell in cells[len(header) :] if cell.strip()]
    if beyond:
        raise InputError(f"{shown(beyond[0])} stands beyond the last named column, {header[-1]}", key=_place(row))
    if len(cells) < len(header):
        problem = f"has {len(cells)} of {len(header)} columns; a separator is missing before each of the others"
        raise InputError(problem, key=_place(row))


def _fighter(cells: list[str], header: list[str], row: int) -> Raw:
    """Return a fighter as a study file would hold him."""
    fighter: Raw = {}
    given = [(name, cell) for name, cell in zip(header, cells, strict=False) if name != NAME and cell.strip()]
    for name, cell in sorted(given, key=lambda pair: len(_path(pair[0]))):
        *outer, key = _path(name)
        table = fighter
        for part in outer:
            table = table.setdefault(part, {})
            if table == EMPTY:
                problem = f"{shown(cell)} is given, but the column {part} says {EMPTY}"
                raise InputError(problem, key=_place(row, name))
        table[key] = _value(cell, _column(name) or Column(), _place(row, name))
    return fighter


def _value(cell: str, column: Column, place: str) -> Any:
    if column.names:
        return [name for name in BETWEEN.split(cell.strip()) if name]
    if not column.parts:
        whole = WHOLE.fullmatch(cell.strip()) if column.whole else None
        return int(whole[1]) if whole else cell
    if cell.strip().casefold() != column.word:
        raise InputError(
            f"{shown(cell)} should be {column.word}; {listed(column.parts)} have columns of their own", key=place
        )
    return EMPTY if column.word == EMPTY else {}


def _place(row: int, column: str = "") -> str:
    return f"row {row}, column {column}" if column else f"row {row}"
