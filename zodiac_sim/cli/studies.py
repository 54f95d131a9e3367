"""The commands about studies: new, run, report, trace."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zodiac_sim.cli import STOPPED, streams
from zodiac_sim.errors import InputError, shown

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result
    from zodiac_sim.study.study import Study


class Format(StrEnum):
    """How the table of a run is written."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    MARKDOWN = "markdown"


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{shown(text)} should be a whole number") from None


def _share(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{shown(text)} should be a number such as 0.95") from None


StudyName = Annotated[str, typer.Argument(metavar="STUDY", help="A packaged study, or a file.")]
Duels = Annotated[int | None, typer.Option(parser=_whole, metavar="N", help="Duels per matchup and variant.")]
Seed = Annotated[int | None, typer.Option(parser=_whole, metavar="N", help="Seed of all dice.")]
Confidence = Annotated[float, typer.Option(parser=_share, metavar="SHARE", help="Confidence of all intervals.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")]


def new(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")] = Path("study.toml"),
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
) -> None:
    """Write a commented study to start from."""
    from zodiac_sim.study.presets import new_study

    try:
        with file.open("w" if force else "x", encoding="utf-8") as stream:
            stream.write(new_study())
    except FileExistsError:
        raise InputError("exists already; --force replaces it", file=str(file)) from None
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}", file=str(file)) from None
    streams.say(f"{file} is written; change it, then: zodiac-sim run {file}")


def run(
    study: Annotated[str | None, typer.Argument(metavar="STUDY", help="A packaged study, or a file.")] = None,
    duels: Duels = None,
    seed: Seed = None,
    confidence: Confidence = 0.95,
    form: Annotated[Format, typer.Option("--format", help="How the table is written.")] = Format.TABLE,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Folder to keep the result in.")] = None,
    quiet: Quiet = False,
) -> int:
    """Fight all duels of a study and show the table; without a study, list the packaged ones."""
    if study is None:
        _list_studies()
        return 0
    from zodiac_sim.lab.store import check_folder, save_result

    made = _load(study, duels, seed, confidence)
    if out is not None:
        check_folder(out)
    result = _fight(made, quiet)
    if out is not None:
        save_result(result, out, confidence=confidence)
    _show(result, form, confidence)
    return _finished(result)


def report(
    study: StudyName,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder to write the report to.")],
    duels: Duels = None,
    seed: Seed = None,
    confidence: Confidence = 0.95,
    baseline: Annotated[str | None, typer.Option(help="Variant that the others are compared with.")] = None,
    quiet: Quiet = False,
) -> int:
    """Fight all duels of a study and write a page with the answer, pictures and tables."""
    from zodiac_sim.lab.store import check_folder
    from zodiac_sim.report.write import MARKER, write_report

    made = _load(study, duels, seed, confidence)
    if baseline is not None:
        with _options():
            made.find_variant(baseline, key="baseline")
    check_folder(out, marker=MARKER)
    result = _fight(made, quiet)
    streams.say(str(write_report(result, out, baseline=baseline, confidence=confidence)))
    return _finished(result)


def trace(
    study: StudyName,
    matchup: Annotated[int, typer.Option(parser=_whole, metavar="N", help="Number of the matchup, from 0.")] = 0,
    variant: Annotated[str | None, typer.Option(help="Name of the variant; the first by default.")] = None,
    duel: Annotated[int, typer.Option(parser=_whole, metavar="N", help="Number of the duel, from 0.")] = 0,
    seed: Seed = None,
) -> None:
    """Tell one duel of a run as a game master would: each die, what it meant, and the clause that says so."""
    from zodiac_sim.lab.trace import trace as traced
    from zodiac_sim.study.study import load_study

    made = load_study(study)
    with _options():
        told = traced(made, matchup=matchup, variant=variant, duel=duel, seed=seed)
    for line in told.lines():
        streams.say(line)


@contextmanager
def _options() -> Iterator[None]:
    """Name what is wrong as the option of the command that gave it."""
    try:
        yield
    except InputError as error:
        if error.file is not None or error.key is None:
            raise
        raise InputError(error.problem, key=f"--{error.key}", nearest=error.nearest) from None


def _load(name: str, duels: int | None, seed: int | None, confidence: float) -> Study:
    from zodiac_sim.lab.intervals import check_confidence
    from zodiac_sim.study.study import load_study

    study = load_study(name)
    with _options():
        check_confidence(confidence)
        return study.with_options(duels=duels, seed=seed)


def _fight(study: Study, quiet: bool) -> Result:
    from zodiac_sim.lab.run import run

    try:
        with streams.progress(quiet) as progress:
            return run(study, progress=progress)
    except KeyboardInterrupt:
        streams.warn("stopped before anything was finished")
        raise typer.Exit(STOPPED) from None


def _show(result: Result, form: Format, confidence: float) -> None:
    from zodiac_sim.cli.screen import print_table
    from zodiac_sim.lab import writing

    if form is Format.TABLE:
        print_table(result, confidence)
    else:
        write = {Format.CSV: writing.csv_text, Format.JSON: writing.json_text, Format.MARKDOWN: writing.markdown_text}
        streams.write_data(write[form](result, confidence))


def _finished(result: Result) -> int:
    """Return the exit code of a run, and say on stderr if it was stopped."""
    if not result.interrupted:
        return 0
    done = sum(tally.duels for tally in result.scenario_tallies)
    total = result.study.duels * len(result.study.scenarios)
    streams.warn(f"stopped; all figures are of the {done:,} duels of {total:,} that were finished")
    return STOPPED


def _list_studies() -> None:
    from zodiac_sim.rules.files import parse_toml
    from zodiac_sim.study.presets import packaged_studies, packaged_study

    names = packaged_studies()
    streams.say("Packaged studies, for zodiac-sim run NAME:")
    for name in names:
        title = parse_toml(packaged_study(name), file=name).get("question") or ""
        streams.say(f"  {name:<{max(map(len, names))}}  {title}")
