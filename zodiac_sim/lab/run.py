"""Running a study: its duels are cut into jobs, which are fought here or elsewhere and put together."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from importlib.metadata import version

from zodiac_sim.errors import InputError, shown
from zodiac_sim.lab.gathered import Gathered
from zodiac_sim.lab.jobs import Cut, Job, pairs_of, ranges
from zodiac_sim.lab.result import Result
from zodiac_sim.lab.workers import done, workers_of
from zodiac_sim.study.study import MAX_SEED, Study

KEPT_ROWS = 1_000_000
MOST_WORKERS = 1024


def run(
    study: Study,
    *,
    duels: int | None = None,
    seed: int | None = None,
    keep: int | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    cut: Cut | None = None,
) -> Result:
    """Fight all duels of a study.

    Parameters
    ----------
    study : Study
        The question.
    duels, seed : int, optional
        Used instead of the study's own. Without any seed one is drawn from the system; the result records it.
    keep : int, optional
        How many of the first duels of each scenario are kept for ``result.outcomes``; 1,000,000 among all by default.
    workers : int, optional
        Local processes that share the work, this one alone by default. With an executor: how many jobs it does at once,
        by default as many as it tells.
    executor : concurrent.futures.Executor, optional
        Who does the work instead. It is left open.
    progress : function of two ints, optional
        Called whenever duels are finished, with those done and those to do, over all scenarios.
    cut : Cut, optional
        How the work is cut, which changes no number.

    Returns
    -------
    Result
        After Ctrl-C that of the jobs that were finished, marked as interrupted.

    Raises
    ------
    InputError
        If an option is out of range, or the executor takes no jobs.
    RunError
        If those who do the work are gone and cannot be replaced.
    KeyboardInterrupt
        If it was stopped before any job was finished.
    """
    study, dice = _with_seed(study.with_options(duels=duels, seed=seed))
    keep = _kept_of_each(keep, len(study.scenarios))
    workers = _checked_workers(workers)
    workers = workers or (1 if executor is None else workers_of(executor))
    found = Gathered(len(study.scenarios), pairs_of(study.scenarios))
    try:
        for fought in done(_jobs(study, dice, found, keep, workers, cut or Cut()), executor, workers):
            found.add(fought)
            if progress is not None:
                progress(found.duels * found.scenarios, study.duels * found.scenarios)
    except KeyboardInterrupt:
        if found.duels == 0:
            raise
    return Result(
        study=study,
        seed=dice,
        version=version("zodiac_sim"),
        scenario_tallies=found.tallies(),
        pairings=found.pairings(),
        kept=found.kept(),
        interrupted=found.duels < study.duels,
    )


def _with_seed(study: Study) -> tuple[Study, int]:
    """Return a study and its seed, which is drawn if it has none."""
    seed = secrets.randbelow(MAX_SEED + 1) if study.seed is None else study.seed
    return study.with_options(seed=seed), seed


def _kept_of_each(keep: int | None, scenarios: int) -> int:
    if keep is None:
        return KEPT_ROWS // scenarios
    if isinstance(keep, bool) or not isinstance(keep, int) or keep < 0:
        raise InputError(f"{shown(keep)} should be a whole number, 0 or more", key="keep")
    return keep


def _checked_workers(workers: int | None) -> int | None:
    whole = isinstance(workers, int) and not isinstance(workers, bool)
    if workers is not None and not (whole and 1 <= workers <= MOST_WORKERS):
        raise InputError(f"{shown(workers)} should be a whole number from 1 to {MOST_WORKERS}", key="workers")
    return workers


def _jobs(study: Study, seed: int, found: Gathered, keep: int, workers: int, cut: Cut) -> Iterator[Job]:
    """Yield jobs for all duels that are not finished."""
    for first, last in list(found.missing(study.duels)):
        for start, duels in ranges(first, last, study.scenarios, cut, workers):
            yield Job(
                scenarios=study.scenarios,
                pairs=found.pairs,
                seed=seed,
                first_duel=start,
                duels=duels,
                keep=max(0, min(keep - start, duels)),
                cut=cut,
            )
