"""Campaigns on the command line: what a run and a report do with a study that holds one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from zodiac_sim.cli import STOPPED, options, streams
from zodiac_sim.cli.options import Format
from zodiac_sim.errors import InputError

if TYPE_CHECKING:
    from zodiac_sim.lab.campaign_result import CampaignResult
    from zodiac_sim.lab.campaign_trace import CampaignTrace
    from zodiac_sim.study.study import Study

OF_DUELS = {
    "target_error": "leave it out, and choose --duels, the campaigns of each hero and variant",
    "resume": "leave it out: a campaign is fought in one go",
    "keep": "leave it out: of a campaign the tables are kept",
    "matchup": "--hero says who goes",
    "margin": "leave it out: the table of a campaign tells no differences, its report does",
}


FIGHTING = ("workers", "cluster", "quiet", "duels", "seed")  # how a campaign is fought


def refuse(chosen: Mapping[str, Any]) -> None:
    """Refuse what only duels can be told.

    Raises
    ------
    InputError
        Names the first option that was given and is of no use.
    """
    for name, value in chosen.items():
        if value is not None and value is not False:
            problem = f"is of no use for a study with a campaign; {OF_DUELS[name]}"
            raise InputError(problem, key=f"--{name.replace('_', '-')}")


def fight(
    study: Study, workers: int | None, cluster: str | None, quiet: bool, *, duels: int | None, seed: int | None
) -> CampaignResult:
    """Return the result of a campaign, with progress where somebody watches; if Ctrl-C leaves none, it ends here."""
    from zodiac_sim.cli.studies import executor_of
    from zodiac_sim.lab.campaign import run_campaign

    try:
        with (
            options.named(),
            executor_of(cluster, workers) as executor,
            streams.progress(quiet, what="campaigns") as progress,
        ):
            return run_campaign(study, duels=duels, seed=seed, workers=workers, executor=executor, progress=progress)
    except KeyboardInterrupt:
        streams.warn("stopped before anything was finished")
        raise typer.Exit(STOPPED) from None


def traced(study: Study, hero: str | None, variant: str | None, campaign: int, seed: int | None) -> CampaignTrace:
    """Return one campaign of a run, lived through again."""
    from zodiac_sim.lab.campaign_trace import trace_campaign

    with options.named():
        return trace_campaign(study, hero=hero, variant=variant, campaign=campaign, seed=seed)


def show(result: CampaignResult, form: Format, confidence: float) -> None:
    """Write the table of a campaign to stdout."""
    from zodiac_sim.lab import campaign_writing as writing

    if form is Format.TABLE:
        from zodiac_sim.cli.screen import print_campaign

        print_campaign(result, confidence)
    else:
        write = {Format.CSV: writing.csv_text, Format.JSON: writing.json_text, Format.MARKDOWN: writing.markdown_text}
        streams.write_data(write[form](result, confidence))


def run(study: Study, out: Path | None, form: Format, confidence: float, **fighting: Any) -> int:
    """Fight the campaign of a study, show its table, and keep all of its tables in a folder on demand."""
    from zodiac_sim.lab import campaign_writing as writing
    from zodiac_sim.lab.store import check_folder

    if out is not None:
        check_folder(out, marker=writing.MARKER)
    result = fight(study, **fighting)
    if out is not None:
        writing.keep(result, out, confidence)
    show(result, form, confidence)
    return finished(result)


def finished(result: CampaignResult) -> int:
    """Return the exit code of a campaign, and say on stderr if it was stopped."""
    if not result.interrupted:
        return 0
    done, total = (number * len(result.journeys) for number in (result.campaigns, result.study.duels))
    streams.warn(f"stopped; all figures are of the {done:,} campaigns of {total:,} that were finished")
    return STOPPED
