"""Differences as people and programs read them: in tables, as CSV, JSON and Markdown."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from zodiac_sim.lab.baseline import Input, compare
from zodiac_sim.lab.compare import compared
from zodiac_sim.lab.compare_words import amount, named, quantity_words, verdict_words
from zodiac_sim.lab.digits import in_percent
from zodiac_sim.lab.files import strict_json
from zodiac_sim.lab.intervals import wilson
from zodiac_sim.lab.quantities import Margin
from zodiac_sim.lab.result import Result
from zodiac_sim.lab.summary import Row, known
from zodiac_sim.lab.words import NOTHING, Figure, difference_decimals, rate
from zodiac_sim.lab.writing import csv_of_rows, markdown

COLUMNS = ("quantity", "baseline", "value", "difference", "verdict", "variance saved")
ALIGN = dict.fromkeys(COLUMNS, "---:") | {"quantity": "---", "verdict": "---"}
SHOWN = ("wins_a", "wins_b", "rounds", "deaths")  # unless others are asked for


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceTable:
    """Differences that are shown together.

    Attributes
    ----------
    title : str
        What was compared.
    confidence : float
        At which all rows hold together.
    rows : sequence of dict
        One for each quantity, as :func:`zodiac_sim.lab.compare.compared` or
        :func:`zodiac_sim.lab.baseline.compare` returns it.
    notes : sequence of str
        How they are corrected, and what else a reader must know.
    inputs : sequence of Input
        What differs in the questions that two results answer.
    short : mapping of str to str
        What variants are called in headings, where those of a grid bear short names; all data have the whole ones.
    """

    title: str
    confidence: float
    rows: Sequence[Row]
    notes: Sequence[str]
    inputs: Sequence[Input] = ()
    short: Mapping[str, str]

    @property
    def columns(self) -> Sequence[str]:
        """The names of :func:`cells`; only those who fought the same duels save variance by it."""
        return COLUMNS if "variance_saved" in self.rows[0] else COLUMNS[:-1]

    def groups(self) -> Iterator[tuple[str, list[Row]]]:
        """Yield the rows of one matchup and variant, with a heading."""
        for _, group in groupby(self.rows, key=lambda row: (row["matchup"], row.get("baseline"), row["variant"])):
            rows = list(group)
            names = {key: self.short[rows[0][key]] for key in ("baseline", "variant") if key in rows[0]}
            yield _heading(rows[0] | names), rows

    def changes(self) -> Iterator[str]:
        """Yield in words what differs in the questions."""
        for key, before, after in self.inputs:
            if before is None or after is None:
                yield f"{key}: {f'new, {after}' if before is None else f'left out, was {before}'}"
            else:
                yield f"{key}: {before} → {after}"


def of_variants(
    result: Result,
    baseline: str | None = None,
    *,
    quantities: Sequence[str] = SHOWN,
    margin: Margin = None,
    confidence: float = 0.95,
) -> DifferenceTable:
    """Compare the variants of a result: all with a baseline, or every pair.

    Raises
    ------
    InputError
        As :func:`zodiac_sim.lab.compare.compared`.
    """
    rows, family = compared(result, baseline, quantities=quantities, margin=margin, confidence=confidence)
    return DifferenceTable(
        title=f"{result.study.title or 'Variants'}, compared duel by duel on the same dice",
        confidence=confidence,
        rows=rows,
        notes=[
            f"{family.note()}.",
            f"Shares of duels with another winner, each with its own {in_percent(confidence)} % interval (Wilson).",
            f"Seed {result.seed}, zodiac_sim {result.version}.",
        ],
        short=_short_names(result),
    )


def of_results(
    new: Result,
    baseline: Result,
    *,
    quantities: Sequence[str] = SHOWN,
    margin: Margin = None,
    confidence: float = 0.95,
) -> DifferenceTable:
    """Compare a new result with a baseline, matchup by matchup and variant by variant.

    Raises
    ------
    InputError
        As :func:`zodiac_sim.lab.baseline.compare`.
    """
    found = compare(baseline, new, quantities=quantities, margin=margin, confidence=confidence)
    alone = {"baseline": found.only_in_baseline, "new result": found.only_in_new}
    return DifferenceTable(
        title=f"{new.study.title or 'A new result'}, against a baseline",
        confidence=confidence,
        rows=found.rows,
        notes=[
            *([] if found.inputs else ["Nothing changed in the question."]),
            f"{found.note}.",
            *(f"Only in the {name}: {each}." for name in alone for each in alone[name]),
            f"New result: {_made(new)}; baseline: {_made(baseline)}.",
        ],
        inputs=found.inputs,
        short=_short_names(new),
    )


def _short_names(result: Result) -> dict[str, str]:
    return dict(zip(result.study.variant_names, result.readable().study.variant_names, strict=True))


def _made(result: Result) -> str:
    return f"{result.duels:,} duels a row, seed {result.seed}, zodiac_sim {result.version}"


def _heading(row: Row) -> str:
    where = f"{row['matchup']}: {row['a']} (a) vs {row['b']} (b), {named(row['variant'])}"
    if "baseline" not in row:
        return where
    share, interval = rate(row, "changed")
    changed = f"another winner in {share} ({interval}) of {row['duels']:,} duels"
    return f"{where} against {named(row['baseline'])}; {changed}"


def cells(row: Row, confidence: float) -> list[Figure]:
    """Return one row for readers, in the order of ``COLUMNS``; the last only where it is paired."""
    what, unit = quantity_words(row["quantity"], row)
    values = [_value(row, name, unit, confidence) for name in ("baseline_value", "value")]
    texts = [what, *values, amount(row, unit), verdict_words(row)]
    if "variance_saved" in row:
        saved = row["variance_saved"]
        texts.append(NOTHING if saved is None else f"{saved:.1f}-fold")
    return [Figure(text) for text in texts]


def _value(row: Row, name: str, unit: str, confidence: float) -> str:
    """Return a figure with as many decimals as its difference has; of a share of none or all the bound."""
    value, scale = row[name], 100 if unit == "points" else 1
    if math.isnan(value):
        return NOTHING
    if scale > 1 and value in (0, 1):
        own = name.replace("value", "duels")  # two results may have fought different numbers of duels
        duels = row[own if own in row else "duels"]
        low, high = map(float, wilson(value * duels, duels, confidence))
        return rate({"duels": duels, name: value, f"{name}_low": low, f"{name}_high": high}, name).value
    places = difference_decimals(scale * row["difference_low"], scale * row["difference_high"])
    return f"{scale * value:,.{places}f}{' %' if scale > 1 else ''}"


def csv_text(table: DifferenceTable) -> str:
    """Return all columns as CSV (RFC 4180); a figure that does not exist is empty."""
    return csv_of_rows(list(map(known, table.rows)))


def json_text(table: DifferenceTable) -> str:
    """Return all columns as strict JSON, notes and changed inputs too; a figure that does not exist is null."""
    return strict_json(
        {
            "title": table.title,
            "confidence": table.confidence,
            "notes": list(table.notes),
            "inputs": [each._asdict() for each in table.inputs],
            "rows": list(map(known, table.rows)),
        }
    )


def markdown_text(table: DifferenceTable) -> str:
    """Return the tables that people read as Markdown."""
    lines = [f"## {markdown(table.title)}", ""]
    for heading, rows in table.groups():
        shown = [table.columns, [ALIGN[name] for name in table.columns]]
        shown += [[markdown(figure.value) for figure in cells(row, table.confidence)] for row in rows]
        lines += [f"### {markdown(heading)}", "", *(f"| {' | '.join(row)} |" for row in shown), ""]
    if table.inputs:
        lines += ["### What changed in the question", "", *(f"- {markdown(text)}" for text in table.changes()), ""]
    return "\n".join([*lines, *(f"- {markdown(note)}" for note in table.notes)]) + "\n"
