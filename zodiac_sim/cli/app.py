"""The command line: its commands, and what becomes of errors."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from zodiac_sim.cli import STOPPED, comparing, draw, reports, rules, streams, studies
from zodiac_sim.errors import InputError, RunError

OK, FAILURE, BAD_INPUT = 0, 1, 2

app = typer.Typer(
    name="zodiac-sim",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(studies.new)
app.command()(studies.run)
app.command()(reports.report)
app.command()(comparing.compare)
app.command()(studies.trace)
app.command()(draw.draw)
app.add_typer(rules.app, name="rules")


def _show_version(wanted: bool) -> None:
    if wanted:
        from zodiac_sim import __version__

        print(f"zodiac-sim {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Fight millions of duels of a tabletop game, and tell with error bars what came of them."""
    if context.invoked_subcommand is None:
        print(context.get_help())


def command(arguments: Sequence[str] | None = None) -> int:
    """Run the command, say what went wrong, and return the exit code."""
    streams.make_usable()
    try:
        code = app(arguments, prog_name="zodiac-sim", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else OK
    except InputError as error:
        streams.warn(str(error))
        return BAD_INPUT
    except RunError as error:
        streams.warn(str(error))
        return FAILURE
    except typer.Abort:
        return STOPPED
    except BrokenPipeError:
        streams.forget_stdout()
        return FAILURE
    except Exception as error:
        return _told(error)


def _told(error: Exception) -> int:
    """Say what went wrong and return the exit code; errors of the command line itself know theirs."""
    if hasattr(error, "format_message") and hasattr(error, "exit_code"):
        context = getattr(error, "ctx", None)
        path = context.command_path if context is not None else "zodiac-sim"
        streams.warn(f"{error.format_message().replace('Value error, ', '')} (see {path} --help)")
        return int(error.exit_code)
    if "KeyboardInterrupt" in str(error):  # as pydantic says it when Ctrl-C came while a model was built
        return STOPPED
    if sys.flags.dev_mode:
        raise error
    words = error.strerror if isinstance(error, OSError) and error.strerror else f"{type(error).__name__}: {error}"
    streams.warn(f"failed: {words}")
    return FAILURE
