"""What is recorded of duels, and the columns of the tables made of it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from itertools import groupby

import pandas as pd

import zodiac_sim as zs
from zodiac_sim.engine.outcome import (
    CAUSES,
    DUEL_QUANTITIES,
    FIGHTER_QUANTITIES,
    SIDES,
    WINNERS,
    FighterOutcome,
    Outcome,
)
from zodiac_sim.lab.compare_words import DUEL, FIGHTER

from .markdown import code, linked, page, table

COLUMNS = {
    "matchup": "number of the matchup, from 0",
    "a": "fighter of side a",
    "b": "fighter of side b",
    "variant": "name of the variant",
    "duels": "duels fought",
    "duel": "number of the duel, from 0",
    "winner": "who won",
    "quantity": "what was counted",
    "value": "a value of it that occurred; of a cause its place among the words above, from 0",
    "count": "in how many duels",
    **{f"wins_{side}": f"duels won by {side}" for side in SIDES},
    **{f"rate_{side}": f"share of the duels won by {side}" for side in SIDES},
    **{f"rate_{winner}": f"share of the duels that ended as {winner}" for winner in WINNERS if winner not in SIDES},
    **{f"cause_{side}": f"what {side} fell by" for side in SIDES},
}
ENDINGS = {
    "_low": "the low end of the interval",
    "_high": "the high end of the interval",
    "_mean": "the mean a duel",
    "_sd": "the standard deviation between duels",
    "_median": "the median",
}


def results_page() -> str:
    """Return the page of what a result holds."""
    result = zs.run(zs.load_study("stances").with_options(duels=2, seed=0))
    return page(
        "Results",
        "What is recorded of every duel, and what the columns of the tables mean.",
        "## How a duel ends",
        f"The winner is one of {_names(WINNERS)}. What a fighter fell by is one of {_names(CAUSES)}.",
        "## What is counted in a duel",
        table(("quantity", "meaning"), _quantities()),
        linked(_body(Outcome)),
        linked(_body(FighterOutcome)),
        "## The table of a run",
        "`zodiac-sim run --format csv` writes it, `result.summary()` returns it: a row per matchup and variant.",
        f"Without an ending a column is a count, a total or a share. {_endings()}",
        _columns(result.summary()),
        "## Single duels",
        "`result.outcomes` has a row for each duel that was kept, as the Parquet files of `--keep all` have.",
        _columns(result.outcomes),
        "## Exact histograms",
        "`result.tallies` counts every value of every quantity over all duels, by winner.",
        _columns(result.tallies),
    )


def _names(words: tuple[str, ...]) -> str:
    return ", ".join(map(code, words))


def _body(described: type) -> str:
    """Return the docstring of a class, on one line, with its words of code as Markdown has them."""
    return re.sub(r"``", "`", " ".join((inspect.getdoc(described) or "").split()))


def _quantities() -> Iterator[tuple[str, str]]:
    for name in DUEL_QUANTITIES:
        yield code(name), DUEL[name][0]
    for name in FIGHTER_QUANTITIES:
        words, unit = FIGHTER[name]
        names = ", ".join(code(f"{name}_{side}") for side in SIDES)
        yield names, words.format("the side") + (", in HP" if unit == "HP" else "")


def _endings() -> str:
    return f"Endings: {', '.join(f'`{ending}` is {words}' for ending, words in ENDINGS.items())}."


def _columns(frame: pd.DataFrame) -> str:
    """Return the columns of a frame with what they mean."""
    rows = ((", ".join(map(code, names)), _meaning(base)) for base, names in column_groups(frame))
    return table(("columns", "meaning"), rows)


def column_groups(frame: pd.DataFrame) -> Iterator[tuple[str, list[str]]]:
    """Yield the columns of a frame, those that differ by their endings together, with what they have in common."""
    return ((base, list(names)) for base, names in groupby(map(str, frame.columns), _base))


def _base(name: str) -> str:
    """Return the name of a column without its endings."""
    ending = next((each for each in ENDINGS if name.endswith(each)), None)
    return name if ending is None else _base(name.removesuffix(ending))


def _meaning(name: str) -> str:
    """Return what a column means; one that nobody has described is an error."""
    if name in COLUMNS or name in DUEL:
        return COLUMNS.get(name) or DUEL[name][0]
    base, _, side = name.rpartition("_")
    return FIGHTER[base][0].format(side)
