"""Running a study: its duels are cut into jobs, which are fought here or elsewhere and put together."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from importlib.metadata import version

from zodiac_sim.errors import InputError, shown
from zodiac_sim.lab.gathered import Gathered
from zodiac_sim.lab.intervals import check_confidence
from zodiac_sim.lab.jobs import Cut, Job, pairs_of, ranges
from zodiac_sim.lab.result import Result, Target
from zodiac_sim.lab.stopping import looks, widest
from zodiac_sim.lab.workers import done, workers_of
from zodiac_sim.study.study import MAX_SEED, Study

KEPT_ROWS = 1_000_000
MOST_WORKERS = 1024

Progress = Callable[[int, int], None]


def run(
    study: Study,
    *,
    duels: int | None = None,
    seed: int | None = None,
    keep: int | None = None,
    target_error: float | None = None,
    confidence: float = 0.95,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
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
    target_error : float, optional
        Stop as soon as no rate, and no difference of wins from a first variant, has an interval of more than this share
        to either side. It is looked at after numbers of duels that are fixed beforehand (:func:`stopping.looks`), the
        last of which is ``duels``.
    confidence : float
        Of the intervals that ``target_error`` is about.
    workers : int, optional
        Local processes that share the work, this one alone by default. With an executor: how many jobs it does at once,
        by default as many as it tells.
    executor : concurrent.futures.Executor, optional
        Who does the work instead. It is left open.
    progress : function of two ints, optional
        Called now and then with the duels done and those to do, at most, over all scenarios.
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
    study = _with_seed(study.with_options(duels=duels, seed=seed))
    assert study.seed is not None
    plan = _Plan(
        study=study,
        seed=study.seed,
        keep=_kept_of_each(keep, len(study.scenarios)),
        target_error=_checked_target(target_error),
        confidence=check_confidence(confidence),
        workers=_checked_workers(workers) or (1 if executor is None else workers_of(executor)),
        executor=executor,
        cut=cut or Cut(),
    )
    found, interrupted = Gathered(len(study.scenarios), pairs_of(study.scenarios)), False
    try:
        _fight(plan, found, progress)
    except KeyboardInterrupt:
        if found.duels == 0:
            raise
        interrupted = True
    return Result(
        study=study,
        seed=plan.seed,
        version=version("zodiac_sim"),
        scenario_tallies=found.tallies(),
        pairings=found.pairings(),
        kept=found.kept(),
        interrupted=interrupted,
        target=None if target_error is None else Target(target_error, plan.widest(found), plan.confidence),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """What a run was asked for, checked."""

    study: Study
    seed: int
    keep: int
    target_error: float | None
    confidence: float
    workers: int
    executor: Executor | None
    cut: Cut

    def looks(self, fought: int) -> Iterator[int]:
        """Yield the numbers of duels of each scenario after which the run may stop, from those fought before on."""
        if self.target_error is None:
            yield self.study.duels
        else:
            yield from (look for look in looks(self.study.duels) if look >= fought)

    def widest(self, found: Gathered) -> float:
        return widest(found.tallies(), found.pairings(), self.confidence)

    def jobs(self, found: Gathered, last: int) -> Iterator[Job]:
        """Yield jobs for all duels before ``last`` that are not finished."""
        for first, end in list(found.missing(last)):
            for start, duels in ranges(first, end, self.study.scenarios, self.cut, self.workers):
                yield Job(
                    scenarios=self.study.scenarios,
                    pairs=found.pairs,
                    seed=self.seed,
                    first_duel=start,
                    duels=duels,
                    keep=max(0, min(self.keep - start, duels)),
                    cut=self.cut,
                )


def _fight(plan: _Plan, found: Gathered, progress: Progress | None) -> None:
    """Fight what is not finished, until all is or the target is reached."""
    meter = _Meter(progress, found, plan.study.duels)
    meter.show()
    for look in plan.looks(found.end):
        for fought in done(plan.jobs(found, look), plan.executor, plan.workers, meter.show):
            found.add(fought)
            meter.show()
        if plan.target_error is not None and plan.widest(found) <= plan.target_error:
            return


@dataclass(slots=True)
class _Meter:
    """Tells how far a run is: the finished jobs, and what is known of the one that is being done."""

    progress: Progress | None
    found: Gathered
    duels: int

    def show(self, more: int = 0) -> None:
        if self.progress is not None:
            scenarios = self.found.scenarios
            self.progress(self.found.duels * scenarios + more, self.duels * scenarios)


def _with_seed(study: Study) -> Study:
    """Return a study with its seed, which is drawn if it has none."""
    return study.with_options(seed=secrets.randbelow(MAX_SEED + 1) if study.seed is None else study.seed)


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


def _checked_target(target: float | None) -> float | None:
    if target is None:
        return None
    if isinstance(target, bool) or not isinstance(target, int | float) or not 0 < target < 0.5:
        raise InputError(f"{shown(target)} should be a share between 0 and 0.5, such as 0.001", key="target_error")
    return float(target)
