"""The command that writes reports: of one study, or of several with a list of them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zodiac_sim.cli import STOPPED, campaigns, options, streams
from zodiac_sim.cli.studies import fight, finished, load
from zodiac_sim.errors import InputError, shown
from zodiac_sim.lab.table_time import TableTime

if TYPE_CHECKING:
    from zodiac_sim.lab.campaign_result import CampaignResult
    from zodiac_sim.lab.result import Result
    from zodiac_sim.study.study import Study

TIME = TableTime()

_Sources = Sequence["Study | Result"]


def report(
    studies: Annotated[
        list[str],
        typer.Argument(metavar="STUDY...", help="Packaged studies, files, or folders that run --out has written."),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder to write to.")],
    duels: options.Duels = None,
    seed: options.Seed = None,
    target_error: options.TargetError = None,
    workers: options.Workers = None,
    cluster: options.Cluster = None,
    confidence: options.Confidence = 0.95,
    baseline: Annotated[str | None, typer.Option(help="Variant that the others are compared with.")] = None,
    seconds_per_roll: options.SecondsPerRoll = TIME.roll,
    seconds_per_lookup: options.SecondsPerLookup = TIME.lookup,
    seconds_per_round: options.SecondsPerRound = TIME.round,
    quiet: options.Quiet = False,
) -> int:
    """Write a page with the answer, pictures and tables, of a study whose duels are fought or of a result kept.

    With several studies each gets a folder of its name inside, and a list tells what each of them found.
    """
    from zodiac_sim.lab.result import Result
    from zodiac_sim.report.answer import check_baseline

    chosen = {"duels": duels, "seed": seed, "target_error": target_error}
    of_a_run = {**chosen, "workers": workers, "cluster": cluster}
    sources = [_kept(each, confidence, of_a_run) or load(each, confidence) for each in studies]
    if any(not isinstance(each, Result) and each.campaign is not None for each in sources):
        campaigns.refuse({"target_error": target_error})
    with options.named():
        time = TableTime(roll=seconds_per_roll, lookup=seconds_per_lookup, round=seconds_per_round)
        for source in sources:
            if baseline is not None:
                check_baseline(source.study if isinstance(source, Result) else source, baseline)
    fighting = {**of_a_run, "quiet": quiet, "confidence": confidence}
    look = {"baseline": baseline, "confidence": confidence, "time": time}
    if len(studies) > 1:
        return _several([_name(study) for study in studies], sources, out, fighting, look)
    return _single(sources[0], out, fighting, look)


def _single(source: Study | Result, out: Path, fighting: dict[str, Any], look: dict[str, Any]) -> int:
    from zodiac_sim.lab.result import Result
    from zodiac_sim.lab.store import check_folder
    from zodiac_sim.report.write import MARKER, write_report

    check_folder(out, marker=MARKER)
    kept = isinstance(source, Result)
    result = source if isinstance(source, Result) else _fought(source, fighting)
    streams.say(str(write_report(result, out, **look)))
    if kept:
        return 0
    return finished(result) if isinstance(result, Result) else campaigns.finished(result)


def _fought(study: Study, fighting: dict[str, Any]) -> Result | CampaignResult:
    if study.campaign is None:
        return fight(study, **fighting)
    return campaigns.fight(study, **{name: fighting[name] for name in campaigns.FIGHTING})


def _several(names: list[str], sources: _Sources, out: Path, fighting: dict[str, Any], look: dict[str, Any]) -> int:
    from zodiac_sim.report.contents import check_folder, check_names, write_reports

    check_names(names)
    check_folder(out)
    results = zip(names, _results(sources, fighting), strict=True)
    streams.say(str(write_reports(results, out, **look)))
    return 0


def _results(sources: _Sources, fighting: dict[str, Any]) -> Iterator[Result | CampaignResult]:
    """Yield results one after the other; a run that is stopped ends the command, with nothing written."""
    from zodiac_sim.lab.result import Result

    for source in sources:
        if isinstance(source, Result):
            yield source
            continue
        result = _fought(source, fighting)
        if result.interrupted:
            streams.warn("stopped; nothing is written")
            raise typer.Exit(STOPPED)
        yield result


def _kept(name: str, confidence: float, of_a_run: dict[str, Any]) -> Result | None:
    """Return the result in a folder, None of a study; what only a run can be told is refused of a result."""
    from zodiac_sim.lab.intervals import check_confidence
    from zodiac_sim.lab.store import load_result
    from zodiac_sim.study.presets import packaged_studies

    if name in packaged_studies() or not os.path.isdir(name):
        return None
    with options.named():
        check_confidence(confidence)
        for key, value in of_a_run.items():
            if value is not None:
                raise InputError(f"is of no use here: the duels of {shown(name)} are fought", key=key)
    return load_result(name)


def _name(study: str) -> str:
    """Return what a report is called among several: as the packaged study, the folder, or the file without its end."""
    path = Path(study).resolve()
    return path.name if path.is_dir() or not study.endswith(".toml") else path.stem
