"""Results on disk: one folder of ours, whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from zodiac_sim.errors import InputError, shown
from zodiac_sim.lab.result import Result
from zodiac_sim.lab.writing import csv_text, json_text, markdown_text, tallies_csv

MARKER = ".zodiac-sim-result"

PathText: TypeAlias = str | os.PathLike[str]


def save_result(result: Result, folder: PathText, *, confidence: float = 0.95) -> Path:
    """Write a result into a folder of its own.

    It gets the table as ``table.csv``, ``table.md`` and ``result.json``, all histograms as ``tallies.csv``, and
    ``study.toml`` to make it again.

    Parameters
    ----------
    folder : path
        New, empty, or an older result, which is replaced.

    Returns
    -------
    Path
        The folder.

    Raises
    ------
    InputError
        If the folder holds anything else, or cannot be written.
    """
    files = {
        "table.csv": csv_text(result, confidence),
        "table.md": markdown_text(result, confidence),
        "result.json": json_text(result, confidence),
        "tallies.csv": tallies_csv(result),
        "study.toml": result.study.toml(),
    }
    return write_folder(folder, {name: text.encode("utf-8") for name, text in files.items()}, marker=MARKER)


def check_folder(folder: PathText, *, marker: str = MARKER) -> Path:
    """Return the full path of a folder that can be written; nothing is left there.

    Raises
    ------
    InputError
        If it is a file, holds anything that is not listed in its ``marker``, cannot be moved, or cannot be written.
    """
    try:
        target = Path(folder).resolve()
        if target.exists():
            _check_ours(target, str(folder), marker)
        beside = next(parent for parent in target.parents if parent.exists())
        with tempfile.TemporaryDirectory(dir=beside, prefix=".zodiac-sim-"):
            pass
    except (OSError, ValueError) as error:
        raise _cannot_write(error, folder) from None
    return target


def write_folder(folder: PathText, files: Mapping[str, bytes], *, marker: str) -> Path:
    """Write files into a folder of their own, which is moved to its place when it is whole.

    Raises
    ------
    InputError
        As :func:`check_folder`.
    """
    target = check_folder(folder, marker=marker)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".zodiac-sim-") as beside:
            new, old = Path(beside, "new"), Path(beside, "old")
            new.mkdir()
            listing = "".join(f"{name}\n" for name in sorted(files)).encode()
            for name, content in {**files, marker: listing}.items():
                (new / name).write_bytes(content)
            _swap(new, target, old)
    except OSError as error:
        raise _cannot_write(error, folder) from None
    return target


def _check_ours(target: Path, folder: str, marker: str) -> None:
    if not target.is_dir():
        raise InputError("is a file; a folder is expected", file=folder)
    found = {path.name for path in target.iterdir()}
    ours = set((target / marker).read_text(encoding="utf-8").splitlines()) | {marker} if marker in found else set()
    foreign = sorted(found - ours)
    if target.is_mount() or Path.cwd().is_relative_to(target):
        raise InputError("is in use as a disk or as the folder you are in; name a folder inside it", file=folder)
    if foreign:
        raise InputError(f"holds other things ({shown(foreign[0])}); name a new or empty folder", file=folder)


def _cannot_write(error: OSError | ValueError, folder: PathText) -> InputError:
    return InputError(f"cannot be written: {getattr(error, 'strerror', None) or error}", file=str(folder))


def _swap(new: Path, target: Path, old: Path) -> None:
    """Put a folder in the place of another, which is back in its place if that fails."""
    if not target.exists():
        new.rename(target)
        return
    target.rename(old)
    try:
        new.rename(target)
    except OSError:
        old.rename(target)
        raise
