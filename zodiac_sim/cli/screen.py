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
from zodiac_sim.lab.result import Result
from zodiac_sim.lab.summary import Row
from zodiac_sim.lab.words import COLUMNS, Figure, cells, notes

NARROWEST, PIPED_WIDTH, ALL_COLUMNS_WIDTH, WIDEST = 60, 100, 96, 140
COSTS = ("dice", "look-ups")


def print_table(result: Result, confidence: float) -> None:
    """Print the table that people read: one for each matchup, or one for all if there is a single variant."""
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
    for note in notes(result, confidence):
        console.print(Text(_encodable(console, one_line(note))))


def _width() -> int:
    """Return the columns to fill: those of the terminal or of COLUMNS if figures fit in, else enough for all."""
    if not sys.stdout.isatty() and "COLUMNS" not in os.environ:
        return PIPED_WIDTH
    return max(NARROWEST, min(Console(file=sys.stdout).width, WIDEST))


def _table(console: Console, first: str, rows: Iterable[Row], confidence: float) -> Table:
    left_out = {"matchup", "variant"} - {first} | (set() if console.width >= ALL_COLUMNS_WIDTH else set(COSTS))
    shown = [place for place, name in enumerate(COLUMNS) if name not in left_out]
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for place in shown:
        table.add_column(COLUMNS[place], justify="left" if COLUMNS[place] == first else "right", overflow="fold")
    for row in rows:
        table.add_row(*_texts(console, [cells(row, confidence)[place] for place in shown]))
    return table


def _texts(console: Console, figures: Sequence[Figure]) -> list[Text]:
    texts = []
    for value, margin in figures:
        text = Text(one_line(value), overflow="fold")
        texts.append(text.append(f"\n{_encodable(console, margin)}", style="dim") if margin else text)
    return texts


def _encodable(console: Console, text: str) -> str:
    return text if console.encoding.startswith("utf") else text.replace("±", "+-")
