"""The tables about how duels ended, and about what they cost to play."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from zodiac_sim.lab import figures
from zodiac_sim.lab.quantities import ALL_MATCHUPS
from zodiac_sim.lab.summary import Row
from zodiac_sim.report import compared, tables, words
from zodiac_sim.report.section import Subject
from zodiac_sim.report.tables import NAMES, Cell, Table, by_scenario, scenario
from zodiac_sim.report.words import Figures

if TYPE_CHECKING:
    import pandas as pd

_MARKS = 6  # rounds after which a table says how many duels were undecided
_LENGTH = "^(matchup|a|b|variant|duels|rounds_mean.*|rounds_sd|rate_unresolved.*)$"
_COSTS = ("rolls", "lookups", "minutes")


def _scenarios(frame: pd.DataFrame) -> Iterable[list[Figures]]:
    """Return the rows of a frame, those of each scenario together."""
    found: dict[tuple[int, str], list[Figures]] = {}
    for row in words.rows(frame):
        found.setdefault((row["matchup"], row["variant"]), []).append(row)
    return found.values()


def win_table(subject: Subject) -> Table:
    """Return the shares of duels won, drawn and unresolved."""
    kinds = ("rate_a", "rate_b", "rate_draw", "rate_unresolved")
    rows = (
        [*scenario(row), tables.count(row["duels"]), *(tables.rate(row, kind) for kind in kinds)]
        for row in words.rows(subject.result.summary(subject.confidence))
    )
    columns = ("duels", "won by the first", "won by the second", "draw", "unresolved")
    return by_scenario("Shares of duels", "results.csv", columns, rows)


def rounds_table(subject: Subject) -> Table:
    """Return how long duels lasted."""
    rows = []
    middle = words.rows(figures.medians(subject.result, subject.confidence))
    for row, found in zip(words.rows(subject.result.summary(subject.confidence)), middle, strict=True):
        spread = [tables.number(row["rounds_sd"], 1), tables.median(found, "rounds_median")]
        length = [tables.mean(row, "rounds_mean"), *spread, tables.rate(row, "rate_unresolved")]
        rows.append([*scenario(row), tables.count(row["duels"]), *length])
    columns = ("duels", "mean rounds", "standard deviation", "median", "unresolved")
    data = figures.medians(subject.whole, subject.confidence).merge(
        subject.whole.summary(subject.confidence).filter(regex=_LENGTH)
    )
    return by_scenario("Rounds until the duel ended", "rounds.csv", columns, rows, data)


def undecided_table(subject: Subject) -> Table:
    """Return the shares of duels that were still undecided after some rounds."""
    frame = figures.undecided(subject.result, subject.confidence)
    last = figures.last_shown_round(figures.rounds(subject.result))
    marks = range(-(-last // _MARKS), last + 1, -(-last // _MARKS))
    rows = []
    for by_round in _scenarios(frame):
        shares = [tables.rate(by_round[min(mark, len(by_round) - 1)], "share") for mark in marks]
        rows.append([*scenario(by_round[0]), *shares])
    columns = tuple(f"after round {mark}" for mark in marks)
    data = figures.undecided(subject.whole, subject.confidence)
    return by_scenario("Still undecided, share of all duels", "undecided.csv", columns, rows, data)


def falls_table(subject: Subject) -> Table:
    """Return what felled the losers of decided duels, whichever side they were."""
    frame = figures.losses(subject.result, subject.confidence)
    frame = frame[frame["loser"] == figures.EITHER]
    told = figures.told_causes(frame)
    rows = []
    for causes in _scenarios(frame[frame["cause"].isin(told)]):
        shares = [tables.rate(row, "share") for row in causes]
        rows.append([*scenario(causes[0]), tables.count(causes[0]["decided"]), *shares])
    caption, columns = "What felled the loser, share of decided duels", ("decided duels", *told)
    return by_scenario(caption, "falls.csv", columns, rows, figures.losses(subject.whole, subject.confidence))


def deaths_table(subject: Subject) -> Table:
    """Return how often each side fell and died, and how often the loser of a decided duel did."""
    rows = []
    for a, b, either in _scenarios(figures.deaths(subject.result, subject.confidence)):
        sides = [tables.rate(side, name) for side in (a, b) for name in ("falls_rate", "deaths_rate")]
        decided = [tables.count(either["duels"]), tables.rate(either, "deaths_rate")]
        rows.append([*scenario(a), tables.count(a["duels"]), *sides, *decided])
    columns = ("duels", "first fell", "first died", "second fell", "second died", "decided duels", "loser died")
    data = figures.deaths(subject.whole, subject.confidence)
    return by_scenario("Falls and deaths", "deaths.csv", columns, rows, data)


def cost_table(subject: Subject) -> Table:
    """Return what a duel costs to play."""
    shown, data = (
        figures.costs(result, subject.confidence, time=subject.time) for result in (subject.result, subject.whole)
    )
    rows = (
        [*scenario(row), tables.count(row["duels"]), *(tables.mean(row, f"{name}_mean") for name in _COSTS)]
        for row in words.rows(shown)
    )
    columns = ("duels", "dice thrown", "look-ups in tables", "minutes, about")
    return by_scenario("Per duel", "costs.csv", columns, rows, data)


def difference_rows(rows: list[Row]) -> tuple[tuple[Cell, ...], ...]:
    """Return the differences from the baseline by matchup, each with its verdict; ``rows`` are of ``differences``."""
    found: dict[tuple[int, str], dict[str, Row]] = {}
    for row in rows:
        found.setdefault((row["matchup"], row["variant"]), {})[row["quantity"]] = row
    lines = []
    for (matchup, variant), by_quantity in found.items():
        one = by_quantity["rounds"]
        who = Cell("all matchups, mean") if matchup == ALL_MATCHUPS else scenario(one)[0]
        cells = [difference(by_quantity[quantity]) for quantity in compared.QUANTITIES]
        lines.append((who, Cell(variant), tables.count(one["duels"]), tables.rate(one, "changed"), *cells))
    return tuple(lines)


DIFFERENCE_COLUMNS = (
    *NAMES, "duels", "another winner", "rounds", "deaths in 100", "first wins", "second wins", "dice", "look-ups",
)  # fmt: skip


def difference(row: Row) -> Cell:
    """Return a cell with a difference, its verdict and its interval; a dash where there is none."""
    if row["difference"] != row["difference"]:
        return Cell(words.NOTHING)
    value, ends = words.split(words.change(row, scale=compared.scale(row)))
    verdict = compared.kind(row)
    return Cell(f"{tables.MARKS[verdict]} {value}", ends, verdict, value=float(row["difference"]))
