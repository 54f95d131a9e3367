"""The table of a run on the screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from itertools import groupby

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from zodiac_sim.errors import one_line
from zodiac_sim.lab.compare import WINS, compared
from zodiac_sim.lab.compare_words import named, signed, verdict_words
from zodiac_sim.lab.result import Result
from zodiac_sim.lab.summary import Row
from zodiac_sim.lab.words import COLUMNS, Figure, cells, difference_decimals, notes

NARROWEST, PIPED_WIDTH, ALL_COLUMNS_WIDTH, WIDEST = 60, 100, 96, 140
COSTS = ("dice", "look-ups")


def print_table(result: Result, confidence: float, margin: float | None = None) -> None:
    """Print the table that people read: one for each matchup, or one for all if there is a single variant.

    Variants are compared with the first one; differences below ``margin``, a share, matter to nobody.
    """
    result = result.readable()
    console = Console(file=sys.stdout, width=_width(), highlight=False, markup=False, emoji=False)
    if result.study.title:
        console.print(Text(one_line(result.study.title), style="bold"))
    rows = result.rows(confidence)
    if len(result.study.variant_names) == 1:
        console.print(_table(console, "matchup", rows, confidence))
    else:
        for number, group in groupby(rows, key=lambda row: row["matchup"]):
            variants = list(group)
            console.print(Text(one_line(f"{number}: {variants[0]['a']} (a) vs {variants[0]['b']} (b)")))
            console.print(_table(console, "variant", variants, confidence))
        if result.pairings:
            _print_wins(console, result, confidence, margin)
    for note in notes(result, confidence):
        console.print(Text(_encodable(console, one_line(note))))


def _print_wins(console: Console, result: Result, confidence: float, margin: float | None) -> None:
    """Print how often a wins under each variant, against the first one."""
    first = result.study.variant_names[0]
    rows, family = compared(result, first, quantities=WINS[:1], confidence=confidence, margin=margin)
    title = f"Wins of a against {named(first)}, in percentage points, duel by duel on the same dice"
    console.print(Text(one_line(title)))
    table = _lines("variant", ())
    table.add_column("difference", justify="right", no_wrap=True)
    table.add_column("verdict")
    for number, group in groupby(rows, key=lambda row: row["matchup"]):
        for row in group:
            name = row["variant"] if len(result.study.matchups) == 1 else f"{number}: {row['variant']}"
            table.add_row(*_texts(console, [Figure(name), Figure(_points(row)), Figure(verdict_words(row))]))
        table.add_section()
    console.print(table)
    console.print(Text(_encodable(console, f"{family.note()}.")))


def _points(row: Row) -> str:
    """Return a difference of shares in percentage points with its interval."""
    value, low, high = (100 * row[name] for name in ("difference", "difference_low", "difference_high"))
    places = difference_decimals(low, high)
    return f"{signed(value, places)} ({signed(low, places)} to {signed(high, places)})"


def _width() -> int:
    """Return the columns to fill: those of the terminal or of COLUMNS if figures fit in, else enough for all."""
    if not sys.stdout.isatty() and "COLUMNS" not in os.environ:
        return PIPED_WIDTH
    return max(NARROWEST, min(Console(file=sys.stdout).width, WIDEST))


def _table(console: Console, first: str, rows: Iterable[Row], confidence: float) -> Table:
    left_out = {"matchup", "variant"} - {first} | (set() if console.width >= ALL_COLUMNS_WIDTH else set(COSTS))
    shown = [place for place, name in enumerate(COLUMNS) if name not in left_out]
    table = _lines(first, [COLUMNS[place] for place in shown if COLUMNS[place] != first])
    for row in rows:
        table.add_row(*_texts(console, [cells(row, confidence)[place] for place in shown]))
    return table


def _lines(first: str, others: Iterable[str]) -> Table:
    """Return an empty table: names on the left, figures on the right."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column(first, overflow="fold")
    for name in others:
        table.add_column(name, justify="right", overflow="fold")
    return table


def _texts(console: Console, figures: Sequence[Figure]) -> list[Text]:
    texts = []
    for value, margin in figures:
        text = Text(one_line(value), overflow="fold")
        texts.append(text.append(f"\n{_encodable(console, margin)}", style="dim") if margin else text)
    return texts


def _encodable(console: Console, text: str) -> str:
    return text if console.encoding.startswith("utf") else text.replace("±", "+-").replace("−", "-")
