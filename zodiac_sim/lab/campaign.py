"""Running a campaign study: its campaigns are cut into jobs, lived through here or elsewhere, and put together."""

from __future__ import annotations

from concurrent.futures import Executor
from importlib.metadata import version

from zodiac_sim.engine.batch import LANES
from zodiac_sim.errors import InputError, shown
from zodiac_sim.lab.campaign_jobs import SMALLEST, Logbook, campaign_jobs
from zodiac_sim.lab.campaign_result import CampaignResult
from zodiac_sim.lab.manifest import with_seed
from zodiac_sim.lab.run import Progress, checked_workers
from zodiac_sim.lab.workers import done, workers_of
from zodiac_sim.study.study import Study

KEPT = 1000


def run_campaign(
    study: Study,
    *,
    duels: int | None = None,
    seed: int | None = None,
    keep: int = KEPT,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    lanes: int = LANES,
) -> CampaignResult:
    """Let every hero of a study live through its campaign, many times.

    Parameters
    ----------
    study : Study
        The question; it has a campaign.
    duels, seed : int, optional
        Campaigns of each hero and variant, and the seed; used instead of the study's own. Without any seed one is drawn
        from the system; the result records it.
    keep : int
        How many of the first campaigns of each hero and variant are kept one by one.
    workers : int, optional
        Local processes that share the work, this one alone by default; no more are started than find work. With an
        executor: how many jobs it does at once, by default as many as it tells.
    executor : concurrent.futures.Executor, optional
        Who does the work instead. It is left open.
    progress : function of two ints, optional
        Called now and then with the campaigns that are over and those there are, over all heroes and variants.
    lanes : int
        How many campaigns are lived through at once; it changes no number, only memory and speed.

    Returns
    -------
    CampaignResult
        After Ctrl-C that of the jobs that were finished, marked as interrupted.

    Raises
    ------
    InputError
        If it is no study, has no campaign, an option is out of range, or the executor takes no jobs.
    RunError
        If those who do the work are gone and cannot be replaced.
    KeyboardInterrupt
        If it was stopped before any job was finished.
    """
    if not isinstance(study, Study):
        raise InputError(f"{shown(study)} is no study; load_study makes one of a name or a file", key="study")
    _check_whole("keep", keep, 0)
    _check_whole("lanes", lanes, 1)
    crew = checked_workers(workers) or (1 if executor is None else workers_of(executor))
    journeys = study.journeys
    study = with_seed(study.with_options(duels=duels, seed=seed))
    assert study.seed is not None
    if executor is None:  # processes that would find no job are not started
        crew = min(crew, -(-study.duels // SMALLEST))
    found = Logbook(journeys)

    def show(more: int = 0) -> None:
        if progress is not None:
            progress(found.campaigns * len(journeys) + more, study.duels * len(journeys))

    show()
    try:
        for travelled in done(
            campaign_jobs(journeys, study.seed, study.duels, keep, crew, lanes), executor, crew, show
        ):
            found.add(travelled)
            show()
    except KeyboardInterrupt:
        if not found.campaigns:
            raise
    return CampaignResult(
        study=study,
        seed=study.seed,
        version=version("zodiac_sim"),
        tallies=found.tallies,
        pairings=found.pairings,
        kept=found.kept(),
        interrupted=found.campaigns < study.duels,
    )


def _check_whole(name: str, value: int, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise InputError(f"{shown(value)} should be a whole number, {least} or more", key=name)
