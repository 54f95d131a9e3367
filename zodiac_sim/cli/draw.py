"""The command about Draw: its exact chances, as a table and as a curve."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zodiac_sim.cli import options, streams
from zodiac_sim.cli.options import Format
from zodiac_sim.errors import InputError, shown

if TYPE_CHECKING:
    from zodiac_sim.lab.summary import Row
    from zodiac_sim.rules.model import Ruleset

_RANGE = re.compile(r"(-?\d{1,9})(?:-(-?\d{1,9}))?", re.ASCII)
_MOST = 10_000  # numbers of one option


def draw(
    base: Annotated[str, typer.Option(metavar="NUMBERS", help="Base chances in percent: 60, 40,60 or 0-100.")],
    bonus: Annotated[str, typer.Option(metavar="NUMBERS", help="Bonuses of the GF, in percent points.")] = "0",
    level: Annotated[str, typer.Option(metavar="NUMBERS", help="Levels of the spell.")] = "1-5",
    lore: Annotated[str, typer.Option(metavar="NUMBERS", help="Spell Lore, in percent.")] = "0",
    spells: Annotated[str, typer.Option(metavar="NUMBERS", help="Spells there are to draw from.")] = "1",
    until: Annotated[
        int, typer.Option(parser=options.whole, metavar="N", help="Spells wanted, for the number of actions it takes.")
    ] = 10,
    rules: Annotated[str | None, typer.Option(metavar="RULES", help="A ruleset: name or file.")] = None,
    form: options.Form = Format.TABLE,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Picture to write as well: .png or .svg.")] = None,
) -> None:
    """Tell exactly what Draw gives: chance of success, spells an action, actions until there are enough.

    Numbers are one, several with commas between, or a range such as 1-9.
    """
    from zodiac_sim.lab import draw_table as texts
    from zodiac_sim.rules.loading import DEFAULT

    if plot is not None and plot.suffix.lower() not in (".png", ".svg"):
        raise InputError(f"{shown(str(plot))} should end in .png or .svg", key="--plot")
    ruleset = _ruleset(rules or DEFAULT)
    given = {"base": base, "bonus": bonus, "level": level, "lore": lore, "spells": spells}
    numbers = [_numbers(f"--{name}", text) for name, text in given.items()]
    with options.named():
        rows = texts.draw_rows(*numbers, until=until, rules=ruleset)
    if plot is not None:
        _draw(rows, plot)
    if form is Format.TABLE:
        from zodiac_sim.cli.screen import print_figures

        print_figures(texts.columns(rows), texts.cells(rows), texts.notes(rows, ruleset))
    elif form is Format.CSV:
        streams.write_data(texts.csv_text(rows))
    else:
        write = {Format.JSON: texts.json_text, Format.MARKDOWN: texts.markdown_text}
        streams.write_data(write[form](rows, ruleset))


def _ruleset(name: str) -> Ruleset:
    from zodiac_sim.rules.loading import load_ruleset

    try:
        return load_ruleset(name)
    except InputError as error:
        if error.file is not None:
            raise
        raise InputError(error.problem, key="--rules", nearest=error.nearest) from None


def _numbers(option: str, text: str) -> list[int]:
    """Return the numbers of a text such as ``1,3,5-9``, each once."""
    numbers: list[int] = []
    for part in text.split(","):
        found = _RANGE.fullmatch(part.strip())
        if found is None:
            raise InputError(f"{shown(text)} should be whole numbers such as 5 or 1,3 or 1-9", key=option)
        first = int(found[1])
        last = first if found[2] is None else int(found[2])
        if not 0 <= last - first < _MOST:
            raise InputError(
                f"{shown(part.strip())} should be a range of 1 to {_MOST:,} numbers, lowest first", key=option
            )
        numbers += range(first, last + 1)
    return list(dict.fromkeys(numbers))


def _draw(rows: list[Row], file: Path) -> None:
    """Write the picture of a table."""
    from functools import partial

    import pandas as pd

    from zodiac_sim import plots
    from zodiac_sim.lab.files import whole_file
    from zodiac_sim.report.pictures import picture

    alt = "Curves of the exact chance that a draw succeeds, and of the spells that an action gives."
    with options.named():
        made = picture("draw", partial(plots.draw, pd.DataFrame(rows)), alt=alt)
    with whole_file(file) as stream:
        stream.write(made.png if file.suffix.lower() == ".png" else made.file)
