"""The command that compares what was kept: the variants of a result, or a result with an older one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zodiac_sim.cli import options, streams
from zodiac_sim.cli.options import Format
from zodiac_sim.errors import InputError

if TYPE_CHECKING:
    from zodiac_sim.lab.difference_table import DifferenceTable

FEW = 5  # variants of which every pair is shown; more would fill screen after screen


def compare(
    result: Annotated[Path, typer.Argument(metavar="RESULT", help="A folder that run --out has written.")],
    older: Annotated[
        Path | None, typer.Argument(metavar="BASELINE", help="The folder of an older result to compare it with.")
    ] = None,
    baseline: Annotated[
        str | None,
        typer.Option(
            help=f"Variant to compare all others with; by default every pair, of over {FEW} all with the first."
        ),
    ] = None,
    quantities: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help="With commas between, or all; wins_a,wins_b,rounds,deaths by default."),
    ] = None,
    margin: options.Margin = None,
    confidence: options.Confidence = 0.95,
    form: options.Form = Format.TABLE,
) -> None:
    """Compare the variants of a result duel by duel, or a result with an older one."""
    from zodiac_sim.lab.difference_table import SHOWN
    from zodiac_sim.lab.quantities import QUANTITIES

    names: Sequence[str] = SHOWN
    if quantities is not None:
        names = QUANTITIES if quantities == "all" else [name.strip() for name in quantities.split(",")]
    chosen = {"quantities": names, "margin": margin, "confidence": confidence}
    if older is None:
        table = _of_variants(result, baseline, chosen)
    elif baseline is None:
        table = _of_results(result, older, chosen)
    else:
        raise InputError("names a variant of a single result; leave out one of the two", key="--baseline")
    _show(table, form)


def _of_variants(folder: Path, baseline: str | None, chosen: dict[str, Any]) -> DifferenceTable:
    from zodiac_sim.lab.difference_table import of_variants
    from zodiac_sim.lab.store import load_result

    found = load_result(folder)
    if not found.pairings:
        problem = "holds no two variants that were compared duel by duel; name an older result to compare it with"
        raise InputError(problem, file=str(folder))
    names = found.study.variant_names
    if baseline is None and len(names) > FEW:
        baseline = names[0]
    with options.named():
        return of_variants(found, baseline, **chosen)


def _of_results(folder: Path, older: Path, chosen: dict[str, Any]) -> DifferenceTable:
    from zodiac_sim.lab.difference_table import of_results
    from zodiac_sim.lab.store import load_result

    new, old = load_result(folder), load_result(older)
    try:
        return of_results(new, old, **chosen)
    except InputError as error:
        if error.key == "baseline":
            raise InputError(error.problem, file=str(older)) from None
        with options.named():
            raise


def _show(table: DifferenceTable, form: Format) -> None:
    from zodiac_sim.cli.screen import print_differences
    from zodiac_sim.lab import difference_table as texts

    if form is Format.TABLE:
        print_differences(table)
    else:
        write = {Format.CSV: texts.csv_text, Format.JSON: texts.json_text, Format.MARKDOWN: texts.markdown_text}
        streams.write_data(write[form](table))
