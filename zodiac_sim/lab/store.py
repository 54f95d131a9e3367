"""Results on disk, and folders of our own that are whole or not there at all."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from zodiac_sim.errors import InputError, shown
from zodiac_sim.lab.files import NO_PLACE, PathText, cannot_write
from zodiac_sim.lab.result import Result


def save_result(result: Result, folder: PathText, *, confidence: float = 0.95) -> Path:
    """Write a result into a folder of its own, as a run with a folder does.

    It gets a manifest, the exact numbers in ``parts``, kept duels in ``outcomes``, the table as ``table.csv``,
    ``table.md`` and ``result.json``, all histograms as ``tallies.csv``, and ``study.toml`` to make it again.

    Parameters
    ----------
    folder : path
        New or empty.
    confidence : float
        Of the intervals in the tables.

    Returns
    -------
    Path
        The folder.

    Raises
    ------
    InputError
        If the folder holds anything, or cannot be written.
    """
    from zodiac_sim.lab.saved import save  # with it comes pyarrow

    return save(result, folder, confidence)


def load_result(folder: PathText) -> Result:
    """Return the result that a run or :func:`save_result` wrote into a folder, finished or not.

    Raises
    ------
    InputError
        If there is none, a file is damaged, or it is of another version of the schema.
    """
    from zodiac_sim.lab.saved import load

    return load(folder)


def check_folder(folder: PathText, *, marker: str) -> Path:
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
    except NO_PLACE as error:
        raise cannot_write(error, folder) from None
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
        raise cannot_write(error, folder) from None
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
