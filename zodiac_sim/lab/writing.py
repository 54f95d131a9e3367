"""The table of a run as CSV, JSON and Markdown."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from zodiac_sim.engine.outcome import WINNERS
from zodiac_sim.engine.tally import TALLIED
from zodiac_sim.errors import one_line
from zodiac_sim.lab.files import strict_json
from zodiac_sim.lab.result import Result
from zodiac_sim.lab.summary import Row
from zodiac_sim.lab.words import COLUMNS, Figure, cells, notes

if TYPE_CHECKING:
    from zodiac_sim.lab.campaign_result import CampaignResult

TALLIES = ("matchup", "variant", "winner", "quantity", "value", "count")


def tables(result: Result, confidence: float = 0.95) -> dict[str, str]:
    """Return the files of a result that people read, by name."""
    rows = result.rows(confidence)
    return {
        "table.csv": csv_of_rows(rows),
        "table.md": _markdown(result, confidence, rows),
        "result.json": _table_json(result, confidence, rows),
        "tallies.csv": tallies_csv(result),
        "study.toml": result.study.toml(),
    }


def csv_text(result: Result, confidence: float = 0.95) -> str:
    """Return all columns of the table as CSV (RFC 4180); a figure that does not exist is empty."""
    return csv_of_rows(result.rows(confidence))


def tallies_csv(result: Result) -> str:
    """Return the exact histograms over all duels as CSV, the columns of ``result.tallies``."""
    return csv_of(TALLIES, ()) + "".join(_tallies(result))


def json_text(result: Result, confidence: float = 0.95) -> str:
    """Return the table as strict JSON with what is needed to make it again; a figure that does not exist is null."""
    return _table_json(result, confidence, result.rows(confidence))


def markdown_text(result: Result, confidence: float = 0.95) -> str:
    """Return the table that people read as Markdown, with its notes."""
    return _markdown(result, confidence, result.rows(confidence))


def _table_json(result: Result, confidence: float, rows: Sequence[Row]) -> str:
    return strict_json(origin(result, confidence) | {"rows": rows})


def _markdown(result: Result, confidence: float, rows: Sequence[Row]) -> str:
    return markdown_page(result.study.title, COLUMNS, map(cells, rows), notes(result, confidence), names=2)


def origin(result: Result | CampaignResult, confidence: float) -> dict[str, Any]:
    """Return what is needed to make the table of a result again, as its JSON holds it."""
    return {
        "title": result.study.title,
        "seed": result.seed,
        "version": result.version,
        "ruleset": result.study.ruleset.model_dump(mode="json"),
        "confidence": confidence,
    }


def markdown_page(
    title: str, heads: Sequence[str], rows: Iterable[Sequence[Figure]], remarks: Iterable[str], *, names: int
) -> str:
    """Return a table as Markdown, below its title and above its notes; all but the first columns hold numbers."""
    top = [f"## {markdown(title)}", ""] if title else []
    align = ["---"] * names + ["---:"] * (len(heads) - names)
    lines = [f"| {' | '.join(row)} |" for row in (heads, align, *map(_markdown_row, rows))]
    return "\n".join([*top, *lines, "", *(f"- {markdown(each)}" for each in remarks)]) + "\n"


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


def csv_of_rows(rows: Sequence[Row]) -> str:
    """Return rows with the names of the first as their header as CSV."""
    return csv_of(list(rows[0]), (row.values() for row in rows))


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
