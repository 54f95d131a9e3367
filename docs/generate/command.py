"""The command: every subcommand with its arguments and options, as its help tells them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from inspect import Parameter, signature
from types import NoneType
from typing import Any, get_args, get_type_hints

from typer.main import get_command

from zodiac_sim.cli.app import app

from .markdown import block, code, page, table

NAME = "zodiac-sim"
PLACEHOLDER = {"Path": "PATH", "str": "TEXT"}


def command_page() -> str:
    """Return the page of the command."""
    return page(
        f"The command {NAME}",
        "Results go to stdout, progress and errors to stderr. The exit code is 0 if all went well, 1 after a failure, "
        "2 for bad input and 130 after Ctrl-C.",
        *_parts(NAME, get_command(app)),
    )


def _parts(name: str, command: Any) -> Iterator[str]:
    """Yield what there is to say of a command, and of all those below it."""
    below = getattr(command, "commands", {})
    arguments = [each for each in command.params if not _is_option(each)]
    options = [each for each in command.params if _is_option(each)]
    if name != NAME:
        words = [_spelled(each) for each in arguments]
        yield f"## {name}"
        yield block(
            " ".join([name, *(["COMMAND"] if below else []), *words, *(["[OPTIONS]"] if options else [])]), "text"
        )
    yield _marked(command.help)
    if arguments:
        yield table(("argument", "meaning"), ((code(each.metavar), _marked(each.help)) for each in arguments))
    if options:
        yield table(("option", "meaning", "unless given"), (_option(each, command.callback) for each in options))
    for word, inner in below.items():
        yield from _parts(f"{name} {word}", inner)


def _marked(text: str) -> str:
    """Return a text of the help with the options that it names as code."""
    return re.sub(r"--[a-z][\w-]*", lambda found: code(found[0]), text)


def _is_option(parameter: Any) -> bool:
    return bool(parameter.opts[0].startswith("-"))


def _spelled(argument: Any) -> str:
    return str(argument.metavar if argument.required else f"[{argument.metavar}]")


def _option(option: Any, callback: Any) -> tuple[str, str, str]:
    given = signature(callback).parameters[option.name].default
    default = "required" if given is Parameter.empty else "" if given is None or given is False else code(str(given))
    spelled = " ".join(filter(None, (", ".join(option.opts), _value(option, callback))))
    return code(spelled), _marked(option.help), default


def _value(option: Any, callback: Any) -> str:
    """Return what stands for the value of an option; nothing for one that has none."""
    if option.metavar:
        return str(option.metavar)
    hint = get_type_hints(callback)[option.name]
    kind = next(each for each in (*get_args(hint), hint) if each is not NoneType)
    if issubclass(kind, Enum):
        return "|".join(each.value for each in kind)
    return "" if kind is bool else PLACEHOLDER[kind.__name__]
