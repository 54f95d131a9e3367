"""The command ``zodiac-sim``."""

from __future__ import annotations

from collections.abc import Sequence

STOPPED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    0 if all went well, 1 after a failure, 2 for bad input, 130 after Ctrl-C. Errors are a line or two on stderr.
    """
    try:
        from zodiac_sim.cli.loading import loading_whole

        return loading_whole(lambda: _command(arguments))
    except KeyboardInterrupt:
        return STOPPED


def _command(arguments: Sequence[str] | None) -> int:
    from zodiac_sim.cli.app import command

    return command(arguments)
