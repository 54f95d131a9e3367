"""The tables of a report: cells as text with their intervals, and the frames behind them for CSV."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from zodiac_sim.engine.outcome import CAUSES
from zodiac_sim.lab import figures
from zodiac_sim.lab.differences import LARGER, SAME, SMALLER, UNCLEAR
from zodiac_sim.lab.quantities import ALL_MATCHUPS
from zodiac_sim.lab.summary import Row
from zodiac_sim.report import compared, words
from zodiac_sim.report.words import Figures

if TYPE_CHECKING:
    import pandas as pd

    from zodiac_sim.lab.result import Result

MARKS = {LARGER: "▲", SMALLER: "▼", SAME: "=", UNCLEAR: "?"}
NAMES = ("matchup", "variant")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: a name, or a figure with the text of its interval; ``verdict`` where it is a difference."""

    text: str
    interval: str = ""
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table to read: two columns of names, then figures; ``csv`` is the file with all their digits."""

    caption: str
    csv: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def _table(caption: str, csv: str, columns: tuple[str, ...], rows: Iterable[list[str]]) -> Table:
    cells = tuple((*map(Cell, row[:2]), *(Cell(*words.split(text)) for text in row[2:])) for row in rows)
    return Table(caption, csv, (*NAMES, *columns), cells)


def _names(row: Figures) -> list[str]:
    return [f"{row['a']} against {row['b']}", row["variant"]]


def win_table(result: Result, confidence: float) -> Table:
    """Return the shares of duels won, drawn and unresolved."""
    kinds = ("rate_a", "rate_b", "rate_draw", "rate_unresolved")
    rows = (
        [*_names(row), words.whole(row["duels"]), *(words.rate(row, kind) for kind in kinds)]
        for row in words.rows(result.summary(confidence))
    )
    columns = ("duels", "won by the first", "won by the second", "draw", "unresolved")
    return _table("Shares of duels", "results.csv", columns, rows)


def rounds_table(result: Result, confidence: float) -> Table:
    """Return how long duels lasted."""
    rows = []
    middle = words.rows(figures.medians(result, confidence))
    for row, found in zip(words.rows(result.summary(confidence)), middle, strict=True):
        spread = [words.fixed(row["rounds_sd"], 1), words.median(found, "rounds_median")]
        length = [words.mean(row, "rounds_mean"), *spread, words.rate(row, "rate_unresolved")]
        rows.append([*_names(row), words.whole(row["duels"]), *length])
    columns = ("duels", "mean rounds", "standard deviation", "median", "unresolved")
    return _table("Rounds until the duel ended", "rounds.csv", columns, rows)


def falls_table(result: Result, confidence: float) -> Table:
    """Return what felled the losers of decided duels, whichever side they were."""
    frame = figures.losses(result, confidence)
    rows = []
    for _, part in frame[frame["loser"] == figures.EITHER].groupby(figures.SCENARIO, sort=False):
        causes = words.rows(part)
        shares = [words.rate(row, "share") for row in causes]
        rows.append([*_names(causes[0]), words.whole(causes[0]["decided"]), *shares])
    return _table("What felled the loser, share of decided duels", "falls.csv", ("decided duels", *CAUSES[1:]), rows)


def deaths_table(result: Result, confidence: float) -> Table:
    """Return how often each side fell and died, and how often the loser of a decided duel did."""
    rows = []
    for _, part in figures.deaths(result, confidence).groupby(figures.SCENARIO, sort=False):
        a, b, either = words.rows(part)
        sides = [words.rate(side, name) for side in (a, b) for name in ("falls_rate", "deaths_rate")]
        decided = [words.whole(either["duels"]), words.rate(either, "deaths_rate")]
        rows.append([*_names(a), words.whole(a["duels"]), *sides, *decided])
    columns = ("duels", "first fell", "first died", "second fell", "second died", "decided duels", "loser died")
    return _table("Falls and deaths", "deaths.csv", columns, rows)


def cost_table(result: Result, confidence: float) -> Table:
    """Return what a duel costs to play."""
    rows = (
        [*_names(row), words.whole(row["duels"]), words.mean(row, "rolls_mean"), words.mean(row, "lookups_mean")]
        for row in words.rows(figures.costs(result, confidence))
    )
    return _table("Per duel", "costs.csv", ("duels", "dice thrown", "look-ups in tables"), rows)


def difference_table(rows: list[Row]) -> Table:
    """Return the differences from the baseline by matchup, each with its verdict; ``rows`` are of ``differences``."""
    by_scenario: dict[tuple[int, str], dict[str, Row]] = {}
    for row in rows:
        by_scenario.setdefault((row["matchup"], row["variant"]), {})[row["quantity"]] = row
    lines = []
    for (matchup, variant), found in by_scenario.items():
        one = found["rounds"]
        who = "all matchups, mean" if matchup == ALL_MATCHUPS else _names(one)[0]
        changed = Cell(*words.split(words.rate(one, "changed")))
        cells = [_difference(found[quantity]) for quantity in compared.QUANTITIES]
        lines.append((Cell(who), Cell(variant), Cell(words.whole(one["duels"])), changed, *cells))
    columns = ("duels", "another winner", "rounds", "deaths in 100", "first wins", "second wins", "dice", "look-ups")
    caption = "Differences, those of wins in percentage points; and how many duels have another winner on the same dice"
    return Table(caption, "differences.csv", (*NAMES, *columns), tuple(lines))


def _difference(row: Row) -> Cell:
    if row["difference"] != row["difference"]:
        return Cell(words.NOTHING)
    value, ends = words.split(words.change(row, scale=compared.scale(row)))
    return Cell(f"{MARKS[compared.kind(row)]} {value}", ends, compared.kind(row))


def frames(result: Result, confidence: float) -> dict[str, pd.DataFrame]:
    """Return the frames behind the tables by file name, beside the table of the run itself."""
    return {
        "rounds.csv": figures.rounds(result),
        "falls.csv": figures.losses(result, confidence),
        "deaths.csv": figures.deaths(result, confidence),
        "costs.csv": figures.costs(result, confidence),
    }
