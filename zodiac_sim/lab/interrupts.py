"""Ctrl-C at the right moment: never in the middle of what must be done wholly, never in a child process."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Let Ctrl-C wait until the block is done. Only the main thread is ever interrupted, so others have no need."""
    handled = signal.getsignal(signal.SIGINT) is not None  # by Python, not by a program that Python is part of
    if not handled or threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        for number in came[:1]:
            signal.raise_signal(number)


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
