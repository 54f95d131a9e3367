"""What goes to the terminal or into a pipe: any name in any encoding, progress only where somebody watches."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from time import monotonic
from typing import TextIO

from zodiac_sim.errors import one_line

MILLION = 1_000_000


def make_usable() -> None:
    """Let text that the terminal's encoding lacks come out as escapes; what nobody listens to goes nowhere."""
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")


def say(text: str) -> None:
    """Write one line for people to stdout; names in it cannot tear it."""
    print(one_line(text))


def warn(text: str) -> None:
    """Write one line to stderr, if it can be written."""
    with suppress(OSError):
        print(f"zodiac-sim: {one_line(text)}", file=sys.stderr, flush=True)


def write_data(text: str) -> None:
    """Write text for programs to stdout, as it is and in UTF-8 whatever the locale."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="")
    sys.stdout.write(text)


def forget_stdout() -> None:
    """Send what is still to be written to nowhere, after the reader of a pipe has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def progress(quiet: bool, at_most: bool = False, what: str = "duels") -> Iterator[Callable[[int, int], None] | None]:
    """Show the duels done, or what else is counted, their rate and the time left on stderr, if that is a terminal.

    ``at_most`` says that a run may end before all of them are done.
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("fighting"), BarColumn(bar_width=10), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task, pace = shown.add_task("", total=None), Pace("of up to" if at_most else "of", what)
        yield lambda done, total: shown.update(
            task, completed=done, total=total, description=pace.told(done, total, monotonic())
        )


class Pace:
    """How fast duels are fought, those apart that were there at the beginning."""

    def __init__(self, of: str, what: str = "duels"):
        self._of, self._what = of, what
        self._start: tuple[int, float] | None = None

    def told(self, done: int, total: int, now: float) -> str:
        """Return the duels done, their rate and the time left, ``now`` in seconds."""
        self._start = self._start or (done, now)
        new, seconds = done - self._start[0], now - self._start[1]
        text = f"{counted(done)} {self._of} {counted(total)} {self._what}"
        if not (new and seconds):
            return text
        left = timedelta(seconds=round((total - done) * seconds / new))
        return f"{text}, {counted(round(new / seconds))} {self._what}/s, {left} left"


def counted(number: int) -> str:
    """Return a count as short as it is still told exactly enough for a line that soon changes."""
    return f"{number:,}" if number < MILLION else f"{number / MILLION:,.2f} M"
