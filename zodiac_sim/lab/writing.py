"""The table of a run as CSV, JSON and Markdown."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from zodiac_sim.engine.outcome import WINNERS
from zodiac_sim.engine.tally import TALLIED
from zodiac_sim.errors import one_line
from zodiac_sim.lab.files import strict_json
from zodiac_sim.lab.result import Result
from zodiac_sim.lab.summary import Row
from zodiac_sim.lab.words import COLUMNS, Figure, cells, notes

TALLIES = ("matchup", "variant", "winner", "quantity", "value", "count")


def tables(result: Result, confidence: float = 0.95) -> dict[str, str]:
    """Return the files of a result that people read, by name."""
    rows = result.rows(confidence)
    return {
        "table.csv": _table_csv(rows),
        "table.md": _markdown(result, confidence, rows),
        "result.json": _table_json(result, confidence, rows),
        "tallies.csv": tallies_csv(result),
        "study.toml": result.study.toml(),
    }


def csv_text(result: Result, confidence: float = 0.95) -> str:
    """Return all columns of the table as CSV (RFC 4180); a figure that does not exist is empty."""
    return _table_csv(result.rows(confidence))


def tallies_csv(result: Result) -> str:
    """Return the exact histograms over all duels as CSV, the columns of ``result.tallies``."""
    return csv_of(TALLIES, ()) + "".join(_tallies(result))


def json_text(result: Result, confidence: float = 0.95) -> str:
    """Return the table as strict JSON with what is needed to make it again; a figure that does not exist is null."""
    return _table_json(result, confidence, result.rows(confidence))


def markdown_text(result: Result, confidence: float = 0.95) -> str:
    """Return the table that people read as Markdown, with its notes."""
    return _markdown(result, confidence, result.rows(confidence))


def _table_csv(rows: Sequence[Row]) -> str:
    return csv_of(list(rows[0]), (row.values() for row in rows))


def _table_json(result: Result, confidence: float, rows: Sequence[Row]) -> str:
    study = result.study
    content = {
        "title": study.title,
        "seed": result.seed,
        "version": result.version,
        "ruleset": study.ruleset.model_dump(mode="json"),
        "confidence": confidence,
        "rows": rows,
    }
    return strict_json(content)


def _markdown(result: Result, confidence: float, rows: Sequence[Row]) -> str:
    title = [f"## {markdown(result.study.title)}", ""] if result.study.title else []
    align = ["---"] * 2 + ["---:"] * (len(COLUMNS) - 2)
    table = [COLUMNS, align, *(_markdown_row(cells(row)) for row in rows)]
    lines = [f"| {' | '.join(row)} |" for row in table]
    return "\n".join([*title, *lines, "", *(f"- {markdown(note)}" for note in notes(result, confidence))]) + "\n"


def _markdown_row(row: Sequence[Figure]) -> list[str]:
    return [markdown(f"{value} ({margin})" if margin else value) for value, margin in row]


def markdown(text: str) -> str:
    """Return a text as Markdown that shows exactly it on one line, also within a table."""
    escaped = re.sub(r"([\\`*_\[\]|~$])", r"\\\1", one_line(text))
    return html.escape(escaped, quote=False)


def csv_of(header: Sequence[Any], rows: Iterable[Iterable[Any]]) -> str:
    """Return rows below a header as CSV (RFC 4180); None is empty."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def _tallies(result: Result) -> Iterator[str]:
    """Yield the lines of all histograms, millions for many scenarios: what needs quotes gets them once for all."""
    for scenario, tally in zip(result.study.scenarios, result.scenario_tallies, strict=True):
        start = csv_of((scenario.matchup, scenario.variant), ()).rstrip("\r\n")
        for name in TALLIED:
            counts = tally.histogram(name)
            winners, values = np.nonzero(counts)
            starts = [f"{start},{winner},{name}" for winner in WINNERS]
            found = zip(winners.tolist(), values.tolist(), counts[winners, values].tolist(), strict=True)
            yield "".join([f"{starts[winner]},{value},{count}\r\n" for winner, value, count in found])
