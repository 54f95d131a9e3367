"""Ctrl-C while modules are loaded, which takes most of a short command's time."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType

LOADER = "<frozen importlib._bootstrap>"
PAUSE_SECONDS = 0.05


def loading_whole(action: Callable[[], int]) -> int:
    """Return what an action returns; Ctrl-C stops it as ever, but waits while it loads a module.

    There some libraries swallow Ctrl-C, so that nothing would stop, and others are left half made and fail later.
    """
    python_answers = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not python_answers or threading.current_thread() is not threading.main_thread():
        return action()
    signal.signal(signal.SIGINT, _answer)
    try:
        return action()
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _answer(number: int, frame: FrameType | None) -> None:
    if not _loads(frame):
        signal.default_int_handler(number, frame)
    later = threading.Timer(PAUSE_SECONDS, signal.raise_signal, [number])
    later.daemon = True
    later.start()


def _loads(frame: FrameType | None) -> bool:
    """Whether a module is being loaded, by the action and not by who called it."""
    while frame is not None and frame.f_code is not loading_whole.__code__:
        if frame.f_code.co_filename == LOADER:
            return True
        frame = frame.f_back
    return False
