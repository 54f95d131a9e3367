"""What a study varies, as the rows, the columns and the further tables of a matrix."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.errors import InputError, listed, nearest, shown
from zodiac_sim.plots import told
from zodiac_sim.rules.files import dotted_path
from zodiac_sim.study.scenarios import value_text

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result


@dataclass(frozen=True, slots=True)
class Dimension:
    """Something that a study varies: a key of its grid, or all its variants, or its matchups.

    ``key`` is its dotted name, ``variant`` or ``matchup``; ``name`` is that in words; ``labels`` are its values.
    """

    key: str
    name: str
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The scenarios of a study as rows, columns and further tables.

    ``cells`` holds the number of a scenario, an int array of shape (tables, rows, columns); ``heads`` says of each
    table what it holds, nothing if it is the only one.
    """

    rows: Dimension
    columns: Dimension
    heads: tuple[str, ...]
    cells: NDArray[np.int64]

    def part(self, tables: NDArray[np.bool_], rows: NDArray[np.bool_], columns: NDArray[np.bool_]) -> Table:
        """Return only some of its tables, rows and columns."""
        down, across = (
            replace(each, labels=tuple(itertools.compress(each.labels, kept)))
            for each, kept in ((self.rows, rows), (self.columns, columns))
        )
        heads = tuple(itertools.compress(self.heads, tables))
        return Table(down, across, heads, self.cells[np.ix_(tables, rows, columns)])


def dimensions(result: Result) -> tuple[Dimension, ...]:
    """Return what a study varies, the slowest first; matchups come last, though they are the slowest."""
    study = result.study
    sides = [_sides(result, number) for number in range(len(study.matchups))]
    alone = len({a for a, _ in sides}) == 1
    matchups = tuple(b if alone else told.against(a, b) for a, b in sides)
    last = Dimension("matchup", "opponent" if alone else "matchup", matchups)
    if not study.grid:
        return Dimension("variant", "variant", study.variant_names), last
    keys = [
        Dimension(key, " ".join(dotted_path(key)[1:]), tuple(map(value_text, values)))
        for key, values in study.grid.items()
    ]
    return (*keys, last)


def _sides(result: Result, matchup: int) -> tuple[str, str]:
    """Return the names of both sides of a matchup; where variants change who fights, all of them."""
    names = [scenario.names for scenario in result.study.scenarios if scenario.matchup == matchup]
    a, b = (" / ".join(dict.fromkeys(", ".join(each[side]) for each in names)) for side in (0, 1))
    return a, b


def table_of(result: Result, rows: str | None = None, columns: str | None = None) -> Table:
    """Return the scenarios of a result as a table of two of its dimensions, and one such for all values of the others.

    Parameters
    ----------
    rows, columns : str, optional
        A key of the grid, dotted or in words, ``"variant"`` or ``"matchup"``; without them the first dimensions of
        more than one value.

    Raises
    ------
    InputError
        If there is no such dimension, or both are the same.
    """
    every = dimensions(result)
    chosen = {name: _find(every, name, key) for key, name in (("rows", rows), ("columns", columns)) if name is not None}
    if rows is not None and columns is not None and chosen[rows] == chosen[columns]:
        raise InputError(f"{shown(columns)} is what the rows show already", key="columns")
    free = [each for each in sorted(every, key=lambda each: len(each.labels) == 1) if each not in chosen.values()]
    down = chosen[rows] if rows is not None else free.pop(0)
    across = chosen[columns] if columns is not None else free.pop(0)
    others = [each for each in every if each not in (down, across)]
    numbers = np.arange(len(result.study.scenarios)).reshape(-1, *(len(each.labels) for each in every[:-1]))
    cells = np.moveaxis(numbers, 0, -1).transpose([every.index(each) for each in (*others, down, across)])
    heads = [
        ", ".join(_said(each, label) for each, label in zip(others, values, strict=True) if len(each.labels) > 1)
        for values in itertools.product(*(each.labels for each in others))
    ]
    return Table(down, across, tuple(heads), cells.reshape(-1, len(down.labels), len(across.labels)))


def _said(dimension: Dimension, label: str) -> str:
    return (
        label if dimension.key == "matchup" and dimension.name == "matchup" else f"{dimension.name} {told.apart(label)}"
    )


def _find(every: tuple[Dimension, ...], name: str, key: str) -> Dimension:
    for each in every:
        if name in (each.key, each.name):
            return each
    names = [each.key for each in every]
    raise InputError(
        f"the study does not vary {shown(name)}; it varies {listed(names)}", key=key, nearest=nearest(name, names)
    )
