"""Options that several commands share, and how a mistake in one is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import typer

from zodiac_sim.errors import InputError, shown

OF_ANOTHER_NAME = {
    "executor": "cluster",
    "first": "baseline",
    "campaign": "duel",
    "roll": "seconds-per-roll",
    "lookup": "seconds-per-lookup",
    "round": "seconds-per-round",
    "gf_bonus": "bonus",
    "spell_lore": "lore",
    "source": "spells",
}


class Format(StrEnum):
    """How a table is written."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    MARKDOWN = "markdown"


def whole(text: str) -> int:
    """Return the whole number that an option was given."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{shown(text)} should be a whole number") from None


def _share(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{shown(text)} should be a number such as 0.95") from None


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{shown(text)} should be a number of seconds such as 5") from None


def _kept(text: str) -> int | Literal["all"]:
    try:
        return "all" if text == "all" else int(text)
    except ValueError:
        raise typer.BadParameter(f"{shown(text)} should be a whole number or all") from None


Study = Annotated[str, typer.Argument(metavar="STUDY", help="A packaged study, or a file.")]
Duels = Annotated[int | None, typer.Option(parser=whole, metavar="N", help="Duels per matchup and variant.")]
Seed = Annotated[int | None, typer.Option(parser=whole, metavar="N", help="Seed of all dice.")]
Confidence = Annotated[float, typer.Option(parser=_share, metavar="SHARE", help="Confidence of all intervals.")]
TargetError = Annotated[
    float | None,
    typer.Option(
        parser=_share, metavar="SHARE", help="Stop when all rates and differences of wins are known to ± this share."
    ),
]
Margin = Annotated[
    float | None,
    typer.Option(parser=_share, metavar="SHARE", help="Difference of rates that matters to nobody; 0.01 by default."),
]
Workers = Annotated[
    int | None, typer.Option(parser=whole, metavar="N", help="Local processes that share the work; 1 by default.")
]
Cluster = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Scheduler of a dask cluster that does the work: tcp://HOST:PORT.")
]
Keep = Annotated[
    int | None,  # or "all", which no type of the command line can say
    typer.Option(
        parser=_kept,
        metavar="N|all",
        help="First duels of each matchup and variant to keep row by row; 1,000,000 in all by default.",
    ),
]
SecondsPerRoll = Annotated[
    float, typer.Option(parser=_seconds, metavar="S", help="What a die takes at the table, for the minutes of a fight.")
]
SecondsPerLookup = Annotated[
    float, typer.Option(parser=_seconds, metavar="S", help="What it takes to look a row up in a table.")
]
SecondsPerRound = Annotated[
    float, typer.Option(parser=_seconds, metavar="S", help="What a round takes beside dice and tables.")
]
Form = Annotated[Format, typer.Option("--format", help="How the table is written.")]
ToFolder = Annotated[Path | None, typer.Option("--out", "-o", help="Folder to keep the result in.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")]


@contextmanager
def named() -> Iterator[None]:
    """Name what is wrong as the option of the command that gave it."""
    try:
        yield
    except InputError as error:
        if error.file is not None or error.key is None:
            raise
        name = OF_ANOTHER_NAME.get(error.key, error.key.replace("_", "-"))
        raise InputError(error.problem, key=f"--{name}", nearest=error.nearest) from None
