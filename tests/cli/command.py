"""Runs the command in this process, or as a program of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from zodiac_sim.cli import main

SMALL = """
title = "Small"
duels = 40
seed = 5

[fighters.wedge]
hp = 20
skill = 70
weapon = { name = "Blade", dice = "1d8" }

[fighters.worm]
hp = 30
skill = 50
strength = 2

[[matchups]]
a = "wedge"
b = "worm"
"""


class Done(NamedTuple):
    code: int
    out: str
    err: str


def study_file(folder: Path, text: str = SMALL, name: str = "study.toml") -> str:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


def call(capsys, *arguments: str) -> Done:
    """Run the command here, as quick as a function call."""
    capsys.readouterr()
    code = main(arguments)
    return Done(code, *capsys.readouterr())


def program(
    *arguments: str, environment: dict[str, str] | None = None, **options
) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a program; what it writes are bytes."""
    return subprocess.run(
        [sys.executable, "-m", "zodiac_sim", *arguments],
        env=os.environ | (environment or {}),
        capture_output=True,
        check=False,
        **options,
    )
