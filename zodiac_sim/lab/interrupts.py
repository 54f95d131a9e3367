"""Ctrl-C and the end of the process at the right moment: never in the middle of what must be done wholly."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM wait until the block is done. Only the main thread ever gets them: others have no need."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    # None: handled by a program that Python is part of.
    numbers = [each for each in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(each) is not None]
    came: list[int] = []
    before = {each: signal.signal(each, lambda number, _: came.append(number)) for each in numbers}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
        if came:
            signal.raise_signal(max(came))  # of both SIGTERM


@contextmanager
def before_the_end(action: Callable[[], object]) -> Iterator[None]:
    """Do something before SIGTERM, which leaves no time for anything, ends the process in the block."""
    own = signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if not own or threading.current_thread() is not threading.main_thread():
        yield
        return
    process = os.getpid()

    def end(number: int, _: FrameType | None) -> None:
        if os.getpid() == process:  # and not a child, which has the same handlers
            action()
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)

    signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


@contextmanager
def children_without_interrupts() -> Iterator[None]:
    """Start processes in the block that Ctrl-C on the terminal does not reach, from their first moment on.

    Threads started in the block pass this on to the processes that they start later.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # which lets signals through again when it starts, so it must not do so later
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
