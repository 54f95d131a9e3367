"""The commands about studies: new, run, trace."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zodiac_sim.cli import STOPPED, campaigns, options, streams
from zodiac_sim.cli.options import Format
from zodiac_sim.errors import InputError, RunError

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result
    from zodiac_sim.lab.trace import Trace
    from zodiac_sim.study.study import Study

IDLE_TOLD = 5  # lines of policies that are never possible, told one by one
GO_ON = "the same command with --resume goes on"


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
    duels: options.Duels = None,
    seed: options.Seed = None,
    target_error: options.TargetError = None,
    workers: options.Workers = None,
    cluster: options.Cluster = None,
    confidence: options.Confidence = 0.95,
    margin: options.Margin = None,
    form: options.Form = Format.TABLE,
    out: options.ToFolder = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run that --out holds.")] = False,
    keep: options.Keep = None,
    quiet: options.Quiet = False,
) -> int:
    """Fight all duels of a study and show the table; without a study, list the packaged ones."""
    if study is None:
        _list_studies()
        return 0
    if resume and out is None:
        raise InputError("needs --out, the folder of the run", key="--resume")
    if keep is not None and out is None:
        raise InputError("needs --out, the folder to keep them in", key="--keep")
    made = load(study, confidence, margin)
    if made.campaign is not None:
        campaigns.refuse({"target_error": target_error, "resume": resume, "keep": keep, "margin": margin})
        fighting = {"duels": duels, "seed": seed, "workers": workers, "cluster": cluster, "quiet": quiet}
        return campaigns.run(made, out, form, confidence, **fighting)
    chosen = {"duels": duels, "seed": seed, "target_error": target_error, "confidence": confidence}
    result = fight(made, workers, cluster, quiet, out, resume=resume, keep=keep, **chosen)
    _show(result, form, confidence, margin)
    return finished(result, out)


def trace(
    study: options.Study,
    matchup: Annotated[
        int | None, typer.Option(parser=options.whole, metavar="N", help="Number of the matchup, from 0.")
    ] = None,
    hero: Annotated[str | None, typer.Option(help="Name of the hero of a campaign; the first by default.")] = None,
    variant: Annotated[str | None, typer.Option(help="Name of the variant; the first by default.")] = None,
    duel: Annotated[
        int, typer.Option(parser=options.whole, metavar="N", help="Number of the duel or campaign, from 0.")
    ] = 0,
    seed: options.Seed = None,
) -> None:
    """Tell one duel or campaign of a run as a game master would: each die, what it meant, and the clause behind it."""
    from zodiac_sim.study.study import load_study

    made = load_study(study)
    if made.campaign is not None:
        campaigns.refuse({"matchup": matchup})
        lines = campaigns.traced(made, hero, variant, duel, seed).lines()
    elif hero is not None:
        raise InputError("is of no use for a study without a campaign; --matchup says who fights", key="--hero")
    else:
        lines = _traced(made, matchup or 0, variant, duel, seed).lines()
    for line in lines:
        streams.say(line)


def _traced(study: Study, matchup: int, variant: str | None, duel: int, seed: int | None) -> Trace:
    from zodiac_sim.lab.trace import trace

    with options.named():
        return trace(study, matchup=matchup, variant=variant, duel=duel, seed=seed)


def load(name: str, confidence: float, margin: float | None = None) -> Study:
    """Return a study, once it is known that nothing else has to be refused before its duels are fought.

    What its policies name in vain is no mistake, but told.
    """
    from zodiac_sim.lab.intervals import check_confidence
    from zodiac_sim.lab.quantities import chosen_margins
    from zodiac_sim.study.idle import idle_lines
    from zodiac_sim.study.study import load_study

    with options.named():
        check_confidence(confidence)
        chosen_margins(margin)
    study = load_study(name)
    idle = idle_lines(study)
    for line in idle[:IDLE_TOLD]:
        streams.warn(f"never possible: {line}")
    if len(idle) > IDLE_TOLD:
        streams.warn(f"never possible: {len(idle) - IDLE_TOLD} more lines of policies")
    return study


def fight(
    study: Study, workers: int | None, cluster: str | None, quiet: bool, out: Path | None = None, **chosen: Any
) -> Result:
    """Return the result of a study, with progress where somebody watches; if Ctrl-C leaves none, the command ends."""
    from zodiac_sim.lab.run import run

    at_most = chosen["target_error"] is not None
    try:
        with options.named(), executor_of(cluster, workers) as executor, streams.progress(quiet, at_most) as progress:
            return run(study, workers=workers, executor=executor, progress=progress, out=out, **chosen)
    except KeyboardInterrupt:
        kept = out is not None and any(out.glob("parts/*"))
        streams.warn(
            f"stopped; what was finished is kept in {out}, {GO_ON}" if kept else "stopped before anything was finished"
        )
        raise typer.Exit(STOPPED) from None
    except RunError as error:
        raise RunError(str(error) if out is None else f"{error}; {GO_ON}") from error


@contextmanager
def executor_of(cluster: str | None, workers: int | None) -> Iterator[Executor | None]:
    """Connect to who does the work instead of local processes, if anybody."""
    if cluster is None:
        yield None
        return
    if workers is not None:
        raise InputError("a cluster has its own; leave out one of the two", key="workers")
    from zodiac_sim.lab.cluster import cluster as connected

    with connected(cluster) as executor:
        yield executor


def _show(result: Result, form: Format, confidence: float, margin: float | None) -> None:
    from zodiac_sim.cli.screen import print_table
    from zodiac_sim.lab import writing

    if form is Format.TABLE:
        print_table(result, confidence, margin)
    else:
        write = {Format.CSV: writing.csv_text, Format.JSON: writing.json_text, Format.MARKDOWN: writing.markdown_text}
        streams.write_data(write[form](result, confidence))


def finished(result: Result, out: Path | None = None) -> int:
    """Return the exit code of a run, and say on stderr if it was stopped."""
    if not result.interrupted:
        return 0
    done, total = (duels * len(result.study.scenarios) for duels in (result.duels, result.study.duels))
    kept = "" if out is None else f"; they are kept in {out}, {GO_ON}"
    streams.warn(f"stopped; all figures are of the {done:,} duels of {total:,} that were finished{kept}")
    return STOPPED


def _list_studies() -> None:
    from zodiac_sim.rules.files import parse_toml
    from zodiac_sim.study.presets import packaged_studies, packaged_study

    names = packaged_studies()
    streams.say("Packaged studies, for zodiac-sim run NAME:")
    for name in names:
        title = parse_toml(packaged_study(name), file=name).get("question") or ""
        streams.say(f"  {name:<{max(map(len, names))}}  {title}")
