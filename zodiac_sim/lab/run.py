"""Running a study: its duels are cut into jobs, which are fought here or elsewhere and put together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import TYPE_CHECKING, TypeAlias

from zodiac_sim.errors import InputError, shown
from zodiac_sim.lab.files import PathText
from zodiac_sim.lab.gathered import Gathered
from zodiac_sim.lab.intervals import LEAST, check_confidence
from zodiac_sim.lab.jobs import Cut, Fought, Job, most_jobs, pairs_of, ranges
from zodiac_sim.lab.manifest import Keep, with_seed
from zodiac_sim.lab.result import KEPT_ROWS, Result, Target
from zodiac_sim.lab.stopping import looks, widest
from zodiac_sim.lab.workers import done, workers_of
from zodiac_sim.study.study import Study

if TYPE_CHECKING:
    from zodiac_sim.lab.folder import RunFolder

MOST_WORKERS = 1024
SHARE = 2  # jobs for each of several workers, at least: something is soon finished, and nobody waits long for the last

Progress: TypeAlias = Callable[[int, int], None]


def run(
    study: Study,
    *,
    duels: int | None = None,
    seed: int | None = None,
    keep: Keep | None = None,
    target_error: float | None = None,
    confidence: float = 0.95,
    workers: int | None = None,
    executor: Executor | None = None,
    out: PathText | None = None,
    resume: bool = False,
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
    keep : int or "all", optional
        How many of the first duels of each scenario are kept row by row; 1,000,000 among all by default. More than that
        stay on disk, in ``out``, and ``result.outcomes`` has the first of them.
    target_error : float, optional
        Stop as soon as no rate, and no difference of wins from a first variant, has an interval of more than this share
        to either side. It is looked at after numbers of duels that are fixed beforehand (:func:`stopping.looks`), the
        last of which is ``duels``.
    confidence : float
        Of the intervals that ``target_error`` is about.
    workers : int, optional
        Local processes that share the work, this one alone by default; no more are started than find work. With an
        executor: how many jobs it does at once, by default as many as it tells.
    executor : concurrent.futures.Executor, optional
        Who does the work instead. It is left open.
    out : path, optional
        A folder in which every job is kept as soon as it is finished, and all tables in the end.
    resume : bool
        Go on with the run in that folder, if there is one: only duels that are not in it are fought.
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
        If it is no study, an option is out of range, the executor takes no jobs, or the folder cannot be used: it holds
        anything but a run, a run that should not be resumed, or one of another study.
    RunError
        If those who do the work are gone and cannot be replaced.
    KeyboardInterrupt
        If it was stopped before any job was finished.
    """
    if not isinstance(study, Study):
        raise InputError(f"{shown(study)} is no study; load_study makes one of a name or a file", key="study")
    scenarios = len(study.scenarios)  # asked first: a campaign is refused before a folder is made for it
    how = _How(
        target_error=_checked_target(target_error),
        confidence=check_confidence(confidence),
        workers=checked_workers(workers) or (1 if executor is None else workers_of(executor)),
        executor=executor,
        progress=progress,
        cut=cut or Cut(),
    )
    _check_keep(keep, out)
    if out is None:
        rows = KEPT_ROWS // scenarios if keep is None else int(keep)
        return _in_memory(study.with_options(duels=duels, seed=seed), rows, how)
    from zodiac_sim.lab.folder import open_run

    with open_run(
        out,
        study,
        duels=duels,
        seed=seed,
        keep=keep,
        resume=resume,
        confidence=how.confidence,
        target_error=how.target_error,
    ) as folder:
        return _on_disk(folder, how)


@dataclass(frozen=True, slots=True, kw_only=True)
class _How:
    """How the duels of a study are fought."""

    target_error: float | None
    confidence: float
    workers: int
    executor: Executor | None
    progress: Progress | None
    cut: Cut

    def looks(self, fought: int, duels: int) -> Iterator[int]:
        """Yield the numbers of duels of each scenario after which the run may stop, from those fought before on."""
        if self.target_error is None:
            yield duels
        else:
            yield from (look for look in looks(duels) if look >= fought)

    def target(self, found: Gathered) -> Target | None:
        """Return what the run is to stop at, and how near it is."""
        if self.target_error is None:
            return None
        return Target(self.target_error, widest(found.tallies(), found.pairings(), self.confidence), self.confidence)


def _in_memory(study: Study, keep: int, how: _How) -> Result:
    study = with_seed(study)
    assert study.seed is not None
    found = Gathered(len(study.scenarios), pairs_of(study.scenarios))
    interrupted = _fight(study, found, keep, how, found.add)
    return Result(
        study=study,
        seed=study.seed,
        version=version("zodiac_sim"),
        scenario_tallies=found.tallies(),
        pairings=found.pairings(),
        kept=found.kept(),
        interrupted=interrupted,
        target=how.target(found),
        ranges=found.ranges,
    )


def _on_disk(folder: RunFolder, how: _How) -> Result:
    """Fight what a folder lacks; the result is read from it in the end, so that both hold the same."""
    interrupted = _fight(folder.study, folder.found, folder.keep, how, folder.add)
    result = replace(folder.result(), interrupted=interrupted)
    folder.finish(result, how.confidence)
    return result


def _fight(study: Study, found: Gathered, keep: int, how: _How, add: Callable[[Fought], None]) -> bool:
    """Fight what is not finished, until all is or the target is reached; return whether Ctrl-C came before."""
    if how.executor is None:  # processes that would find no job are not started
        most = most_jobs(study.duels - found.duels, study.scenarios, how.cut)
        how = replace(how, workers=min(how.workers, most))
    meter = _Meter(how.progress, found, study.duels)
    meter.show()
    try:
        for look in how.looks(found.end, study.duels):
            for fought in done(_jobs(study, found, look, keep, how), how.executor, how.workers, meter.show):
                add(fought)
                meter.show()
            target = how.target(found)
            if target is not None and target.reached:
                break
    except KeyboardInterrupt:
        if found.duels == 0:
            raise
        return found.duels < study.duels
    return False


def _jobs(study: Study, found: Gathered, last: int, keep: int, how: _How) -> Iterator[Job]:
    """Yield jobs for all duels before ``last`` that are not finished."""
    assert study.seed is not None
    share = how.workers * SHARE if how.workers > 1 else 1
    for first, end in found.missing(last):
        for start, duels in ranges(first, end, study.scenarios, how.cut, share):
            yield Job(
                scenarios=study.scenarios,
                pairs=found.pairs,
                seed=study.seed,
                first_duel=start,
                duels=duels,
                keep=max(0, min(keep - start, duels)),
                cut=how.cut,
            )


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


def _check_keep(keep: Keep | None, out: PathText | None) -> None:
    if keep == "all" and out is None:
        raise InputError("needs a folder (out) to keep every duel in", key="keep")
    whole = isinstance(keep, int) and not isinstance(keep, bool) and keep >= 0
    if not (keep is None or keep == "all" or whole):
        raise InputError(f'{shown(keep)} should be a whole number, 0 or more, or "all"', key="keep")


def checked_workers(workers: int | None) -> int | None:
    """Return a number of workers that can be started.

    Raises
    ------
    InputError
        If it is no whole number from 1 to ``MOST_WORKERS``.
    """
    whole = isinstance(workers, int) and not isinstance(workers, bool)
    if workers is not None and not (whole and 1 <= workers <= MOST_WORKERS):
        raise InputError(f"{shown(workers)} should be a whole number from 1 to {MOST_WORKERS}", key="workers")
    return workers


def _checked_target(target: float | None) -> float | None:
    if target is None:
        return None
    if isinstance(target, bool) or not isinstance(target, int | float) or not LEAST <= target < 0.5:
        raise InputError(
            f"{shown(target)} should be a share from {LEAST} to below 0.5, such as 0.001", key="target_error"
        )
    return float(target)
