"""Who does the jobs of a run: this process, local processes, or any executor."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from dataclasses import replace
from functools import lru_cache
from importlib.metadata import version
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from zodiac_sim.errors import InputError, RunError
from zodiac_sim.lab.interrupts import children_without_interrupts, interrupts_wait

AHEAD = 2  # jobs handed out for each that is being done, so that nobody waits for the next
MOST_LOSSES = 3  # times that a job may be lost with the process that did it
WAIT_SECONDS = 1.0  # how long to wait at a stretch: some systems answer Ctrl-C only in between
IDLE_SECONDS = 300.0  # after which local processes end; until then the next run finds them started
WATCH_SECONDS = 1.0  # how often a local process looks whether the one that started it still lives
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")

F = TypeVar("F")
F_co = TypeVar("F_co", covariant=True)


class Job(Protocol[F_co]):
    """A frozen dataclass that says all of a piece of work; ``scenarios`` are the same for all jobs of a run."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def scenarios(self) -> tuple[Any, ...]:
        """What is fought."""

    @property
    def first_duel(self) -> int:
        """The first of its duels."""

    @property
    def duels(self) -> int:
        """How many of each scenario there are."""

    def fight(self, tick: Callable[[int], None] | None = None) -> F_co:
        """Do it; it may be done again, anywhere. ``tick`` is called now and then with the duels fought so far."""


def fight(job: Job[F], tick: Callable[[int], None] | None = None) -> F:
    """Do a job in this process."""
    return job.fight(tick)


def done(
    jobs: Iterable[Job[F]],
    executor: Executor | None = None,
    workers: int = 1,
    tick: Callable[[int], None] | None = None,
) -> Iterator[F]:
    """Yield what comes of jobs as they are finished.

    Ctrl-C waits while the caller handles what was yielded. Then all that are finished are yielded before it is raised;
    those that are not begun are withdrawn, and local processes end with what they do.

    Parameters
    ----------
    jobs : iterable of Job
        Taken one by one: at most ``AHEAD`` times as many as workers are handed out.
    executor : concurrent.futures.Executor, optional
        Who does them. Without one, ``workers`` local processes do, or this process if that is 1.
    workers : int
        How many jobs are done at once.
    tick : function of an int, optional
        Called from time to time in a job of this process, as :meth:`Job.fight` says.

    Raises
    ------
    InputError
        If the executor takes no jobs.
    RunError
        If the executor breaks, or a job is lost with its local process again and again.
    """
    if executor is None and workers == 1:
        for job in jobs:
            fought = fight(job, tick)
            with interrupts_wait():
                yield fought
    else:
        crew = _LocalProcesses(workers) if executor is None else _Hired(executor)
        desk: _Desk[F] = _Desk(crew, AHEAD * workers)
        yield from desk.done(jobs)


def workers_of(executor: Executor) -> int:
    """Return how many jobs an executor does at once, as far as it tells; else as many as there are processors."""
    cluster: Any = getattr(executor, "_client", None)
    if hasattr(cluster, "nthreads"):
        return sum(cluster.nthreads().values()) or 1
    told = getattr(executor, "_max_workers", None)
    return told if isinstance(told, int) and told > 0 else os.cpu_count() or 1


def installed_version() -> str:
    """Return the version of this package."""
    return version("zodiac_sim")


def fight_packed(release: str, packed: bytes, job: Job[F]) -> F:
    """Fight a job whose scenarios travel packed: they are many, much alike, and the same for all jobs of a run.

    Raises
    ------
    RunError
        If the version of this package is not the one that asks: its dice could differ.
    """
    if release != installed_version():
        raise RunError(f"a worker has zodiac_sim {installed_version()}, the run needs {release}")
    return fight(replace(job, scenarios=_unpacked(packed)))


@lru_cache(maxsize=2)
def _unpacked(packed: bytes) -> tuple[Any, ...]:
    scenarios: tuple[Any, ...] = pickle.loads(zlib.decompress(packed))
    return scenarios


class _Crew(Protocol):
    """Those who do jobs."""

    def submit(self, packed: bytes, job: Job[F]) -> Future[F]:
        """Hand out a job."""

    def lost(self, job: Job[Any], times: int, error: Exception) -> None:
        """Raise an error if a job that was lost a number of times should not be handed out again."""

    def withdraw(self, jobs: Iterable[Future[Any]]) -> None:
        """Take back jobs that are not finished."""


class _Hired:
    """An executor of somebody else."""

    def __init__(self, executor: Executor):
        self._executor = executor

    def submit(self, packed: bytes, job: Job[F]) -> Future[F]:
        """Hand a job on; raises InputError if the executor takes none or gives no future."""
        try:
            future = self._executor.submit(fight_packed, installed_version(), packed, job)
        except Exception as error:
            raise InputError(f"takes no jobs: {_words(error)}", key="executor") from error
        if not isinstance(future, Future):
            kind = f"{type(future).__module__}.{type(future).__name__}"
            raise InputError(f"gives {kind} for a job, not a Future of concurrent.futures", key="executor")
        return future

    def lost(self, job: Job[Any], times: int, error: Exception) -> None:
        raise RunError(f"the executor gave up: {_words(error)}") from error

    def withdraw(self, jobs: Iterable[Future[Any]]) -> None:
        for job in jobs:
            job.cancel()


class _LocalProcesses:
    """Local processes, those of the last run if there were as many.

    They are started afresh, not forked, and never run the script they are called from a second time.
    """

    def __init__(self, workers: int):
        self._workers = workers

    def _pool(self) -> Executor:
        from loky import get_reusable_executor

        pool: Executor = get_reusable_executor(
            self._workers, timeout=IDLE_SECONDS, initializer=_begin_work, initargs=(os.getpid(),), env=ONE_THREAD
        )
        return pool

    def submit(self, packed: bytes, job: Job[F]) -> Future[F]:
        """Hand a job to one of the processes, to new ones where those are gone."""
        for _ in range(MOST_LOSSES):
            try:
                pool = self._pool()
                with children_without_interrupts():
                    return pool.submit(fight_packed, installed_version(), packed, job)
            except BrokenExecutor as error:
                last = error
        raise RunError(f"local processes cannot be started: {_words(last)}")

    def lost(self, job: Job[Any], times: int, error: Exception) -> None:
        if times >= MOST_LOSSES:
            raise RunError(
                f"a local process ended {times} times while it fought duels {job.first_duel:,} to "
                f"{job.first_duel + job.duels - 1:,}; if memory is short, fewer workers need less"
            ) from error

    def withdraw(self, jobs: Iterable[Future[Any]]) -> None:
        self._pool().shutdown(wait=True, kill_workers=True)  # type: ignore[call-arg]


def _begin_work(parent: int) -> None:
    """Prepare a local process: Ctrl-C is answered by the one that started it, and it ends with that one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH_SECONDS)
    os._exit(1)


class _Desk(Generic[F]):
    """Hands out jobs, a bounded number at a time, and takes in what came of them."""

    def __init__(self, crew: _Crew, most: int):
        self._crew, self._most = crew, most
        self._out: dict[Future[F], tuple[Job[F], int]] = {}
        self._scenarios: tuple[Any, ...] = ()
        self._packed = b""

    def done(self, jobs: Iterable[Job[F]]) -> Iterator[F]:
        """Yield what comes of jobs as they are finished."""
        try:
            for job in jobs:
                self._hand_out(job)
                while len(self._out) >= self._most:
                    yield from self._finished()
            while self._out:
                yield from self._finished()
        except KeyboardInterrupt:
            yield from self._finished_in_time()
            raise
        finally:
            if self._out:
                self._crew.withdraw(self._out)

    def _hand_out(self, job: Job[F], losses: int = 0) -> None:
        if job.scenarios is not self._scenarios:
            self._scenarios, self._packed = job.scenarios, zlib.compress(pickle.dumps(job.scenarios))
        with interrupts_wait():
            self._out[self._crew.submit(self._packed, replace(job, scenarios=()))] = job, losses

    def _finished(self) -> Iterator[F]:
        """Wait until jobs are finished and yield what came of them; those that were lost are handed out again."""
        for future in wait(self._out, timeout=WAIT_SECONDS, return_when=FIRST_COMPLETED).done:
            with interrupts_wait():
                job, losses = self._out.pop(future)
                try:
                    fought = future.result()
                except (BrokenExecutor, CancelledError) as error:
                    self._crew.lost(job, losses + 1, error)
                    self._hand_out(job, losses + 1)
                else:
                    yield fought

    def _finished_in_time(self) -> Iterator[F]:
        for future in [future for future in self._out if future.done()]:
            if not future.cancelled() and future.exception() is None:
                with interrupts_wait():
                    yield future.result()


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".rstrip(": ")
