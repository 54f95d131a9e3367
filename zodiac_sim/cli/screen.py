"""Tables on the screen: of a run, and of a comparison."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from zodiac_sim.errors import one_line
from zodiac_sim.lab import campaign_words, difference_table, words
from zodiac_sim.lab.compare import compared
from zodiac_sim.lab.compare_words import amount, named, verdict_words
from zodiac_sim.lab.difference_table import DifferenceTable
from zodiac_sim.lab.quantities import WINS
from zodiac_sim.lab.result import Result
from zodiac_sim.lab.words import Figure, notes

if TYPE_CHECKING:
    from zodiac_sim.lab.campaign_result import CampaignResult

NARROWEST, PIPED_WIDTH, ALL_COLUMNS_WIDTH, WIDEST = 60, 100, 96, 140
LEFT_OUT = ("dice", "look-ups", "baseline", "value", "variance saved")  # on narrow screens
PLAIN = str.maketrans({"±": "+-", "−": "-", "→": "->", "“": '"', "”": '"'})
WORDS = ("matchup", "hero", "variant", "quantity", "verdict")


def print_table(result: Result, confidence: float, margin: float | None = None) -> None:
    """Print the table that people read: one for each matchup, or one for all if there is a single variant.

    Variants are compared with the first one; differences below ``margin``, a share, matter to nobody.
    """
    result, console = result.readable(), _console()
    if result.study.title:
        console.print(Text(one_line(result.study.title), style="bold"))
    rows = result.rows(confidence)
    if len(result.study.variant_names) == 1:
        _print_rows(console, words.COLUMNS, [words.cells(row) for row in rows], "variant")
    else:
        for number, group in groupby(rows, key=lambda row: row["matchup"]):
            variants = list(group)
            console.print(Text(one_line(f"{number}: {variants[0]['a']} (a) vs {variants[0]['b']} (b)")))
            _print_rows(console, words.COLUMNS, [words.cells(row) for row in variants], "matchup")
        if result.pairings:
            _print_wins(console, result, confidence, margin)
    _print_notes(console, notes(result, confidence))


def print_campaign(result: CampaignResult, confidence: float) -> None:
    """Print the table of a campaign: one for each hero, or one for all if there is a single variant."""
    result, console = result.readable(), _console()
    if result.study.title:
        console.print(Text(one_line(result.study.title), style="bold"))
    rows = result.rows(confidence)
    names = campaign_words.columns(rows)
    if len(result.study.variant_names) == 1:
        _print_rows(console, names, [campaign_words.cells(row, names) for row in rows], "variant")
    else:
        for hero, group in groupby(rows, key=lambda row: row["hero"]):
            console.print(Text(_encodable(console, one_line(hero))))
            _print_rows(console, names, [campaign_words.cells(row, names) for row in group], "hero")
    _print_notes(console, campaign_words.notes(result, confidence))


def print_differences(table: DifferenceTable) -> None:
    """Print a table of differences for each matchup and variant, and what changed in the question."""
    console = _console()
    console.print(Text(one_line(table.title), style="bold"))
    for heading, rows in table.groups():
        console.print(Text(_encodable(console, one_line(heading))))
        _print_rows(console, table.columns, [difference_table.cells(row, table.confidence) for row in rows])
    if table.inputs:
        console.print(Text("What changed in the question:"))
    _print_notes(console, (f"  {change}" for change in table.changes()))
    _print_notes(console, table.notes)


def print_figures(columns: Sequence[str], rows: Iterable[Sequence[Figure]], texts: Iterable[str]) -> None:
    """Print one table, and what there is to say about it."""
    console = _console()
    _print_rows(console, columns, rows)
    _print_notes(console, texts)


def _print_wins(console: Console, result: Result, confidence: float, margin: float | None) -> None:
    """Print how often a wins under each variant, compared with the first one."""
    first = result.study.variant_names[0]
    rows, family = compared(result, first, quantities=WINS[:1], confidence=confidence, margin=margin)
    title = f"Wins of a compared with {named(first)}, in percentage points, duel by duel on the same dice"
    console.print(Text(_encodable(console, one_line(title))))
    columns = ("variant", "difference", "verdict")
    table = _empty(columns)
    for number, group in groupby(rows, key=lambda row: row["matchup"]):
        for row in group:
            name = row["variant"] if len(result.study.matchups) == 1 else f"{number}: {row['variant']}"
            texts = name, amount(row, "points", with_unit=False), verdict_words(row)
            table.add_row(*_texts(console, [Figure(text) for text in texts]))
        table.add_section()
    console.print(table)
    _print_notes(console, [f"{family.note()}."])


def _console() -> Console:
    """Return the screen: as wide as the terminal or COLUMNS if figures fit in, else wide enough for all."""
    if not sys.stdout.isatty() and "COLUMNS" not in os.environ:
        width = PIPED_WIDTH
    else:
        width = max(NARROWEST, min(Console(file=sys.stdout).width, WIDEST))
    return Console(file=sys.stdout, width=width, highlight=False, markup=False, emoji=False)


def _print_rows(
    console: Console, columns: Sequence[str], rows: Iterable[Sequence[Figure]], left_out: str | None = None
) -> None:
    narrow = console.width < ALL_COLUMNS_WIDTH
    shown = [place for place, name in enumerate(columns) if name != left_out and not (narrow and name in LEFT_OUT)]
    table = _empty([columns[place] for place in shown])
    for row in rows:
        table.add_row(*_texts(console, [row[place] for place in shown]))
    console.print(table)


def _empty(columns: Iterable[str]) -> Table:
    """Return a table without rows: words on the left, figures on the right."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for name in columns:
        whole = name == "difference"
        table.add_column(name, justify="left" if name in WORDS else "right", overflow="fold", no_wrap=whole)
    return table


def _print_notes(console: Console, texts: Iterable[str]) -> None:
    for text in texts:
        console.print(Text(_encodable(console, one_line(text))))


def _texts(console: Console, figures: Sequence[Figure]) -> list[Text]:
    texts = []
    for value, margin in figures:
        text = Text(_encodable(console, one_line(value)), overflow="fold")
        texts.append(text.append(f"\n{_encodable(console, margin)}", style="dim") if margin else text)
    return texts


def _encodable(console: Console, text: str) -> str:
    """Return a text in signs that every encoding has, where the screen's may lack others."""
    return text if console.encoding.startswith("utf") else text.translate(PLAIN)
