"""Who does the jobs of a run: this process, local processes, or any executor."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait

from zodiac_sim.lab.jobs import Fought, Job, fight

AHEAD = 2  # jobs handed out for each that is being done, so that nobody waits for the next
IDLE_SECONDS = 300.0  # after which local processes end; until then the next run finds them started


def local_processes(workers: int) -> Executor:
    """Return local processes, those of the last run if there were as many.

    They are started afresh, not forked, and never run the script they are called from a second time.
    """
    from loky import get_reusable_executor

    executor: Executor = get_reusable_executor(workers, timeout=IDLE_SECONDS, initializer=_leave_interrupts_to_parent)
    return executor


def _leave_interrupts_to_parent() -> None:
    """Let Ctrl-C on a terminal, which reaches all processes, be answered by the one that knows what is finished."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def workers_of(executor: Executor) -> int:
    """Return how many jobs an executor does at once, as far as it tells; else as many as there are processors."""
    return getattr(executor, "_max_workers", None) or os.cpu_count() or 1


def done(jobs: Iterable[Job], executor: Executor | None, workers: int) -> Iterator[Fought]:
    """Yield what comes of jobs as they are finished; without an executor one after the other in this process.

    At most ``AHEAD`` times as many jobs as workers are handed out. After Ctrl-C those that are finished are yielded
    before it is raised, and those that are not begun are withdrawn.
    """
    if executor is None:
        yield from map(fight, jobs)
        return
    handed_out: set[Future[Fought]] = set()
    try:
        for job in jobs:
            handed_out.add(executor.submit(fight, job))
            if len(handed_out) >= AHEAD * workers:
                yield from _some(handed_out)
        while handed_out:
            yield from _some(handed_out)
    except KeyboardInterrupt:
        yield from (future.result() for future in handed_out if future.done() and future.exception() is None)
        raise
    finally:
        for future in handed_out:
            future.cancel()


def _some(handed_out: set[Future[Fought]]) -> Iterator[Fought]:
    """Wait until jobs are finished; take them out and yield what came of them."""
    finished, _ = wait(handed_out, return_when=FIRST_COMPLETED)
    for future in finished:
        handed_out.discard(future)
        yield future.result()
