"""What goes to the terminal or into a pipe: any name in any encoding, progress only where somebody watches."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from zodiac_sim.errors import one_line


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
def progress(quiet: bool) -> Iterator[Callable[[int, int], None] | None]:
    """Show the duels done, their rate and the time left on stderr, if that is a terminal."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, Task, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(TextColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed or 0:,.0f} duels/s")

    columns = (TextColumn("fighting"), BarColumn(), TaskProgressColumn(), Rate(""), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=None)
        yield lambda done, total: shown.update(task, completed=done, total=total)
