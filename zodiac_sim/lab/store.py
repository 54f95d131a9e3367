"""Results on disk, and folders of our own that are whole or not there at all."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from zodiac_sim.errors import InputError, one_line, shown
from zodiac_sim.lab.files import NO_PLACE, PathText, cannot_write
from zodiac_sim.lab.interrupts import before_the_end, interrupts_wait
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


def check_folder(folder: PathText, *, marker: str, inner: str | None = None) -> Path:
    """Return the full path of a folder that can be written; nothing is left there.

    Parameters
    ----------
    folder : path
        The folder.
    marker : str
        Name of the file in it that lists what else is there and may be replaced.
    inner : str, optional
        The same for each folder inside.

    Raises
    ------
    InputError
        If it is a file, holds anything that is not listed in its marker, cannot be moved, or cannot be written.
    """
    try:
        target = Path(folder).resolve()
        if target.exists():
            _check_ours(target, str(folder), marker, inner)
        beside = next(parent for parent in target.parents if parent.exists())
        with tempfile.TemporaryDirectory(dir=beside, prefix=".zodiac-sim-"):
            pass
    except NO_PLACE as error:
        raise cannot_write(error, folder) from None
    return target


@contextmanager
def new_folder(folder: PathText, *, marker: str, inner: str | None = None) -> Iterator[Path]:
    """Fill an empty folder that takes the place of another when the block ends; if it fails, nothing has changed.

    Parameters are those of :func:`check_folder`.

    Raises
    ------
    InputError
        As :func:`check_folder`, before and after the block.
    """
    target = check_folder(folder, marker=marker, inner=inner)
    with _refusals(folder):
        target.parent.mkdir(parents=True, exist_ok=True)
        beside = tempfile.TemporaryDirectory(dir=target.parent, prefix=".zodiac-sim-")
    with beside as place, before_the_end(lambda: shutil.rmtree(place, ignore_errors=True)):
        new, old = Path(place, "new"), Path(place, "old")
        with _refusals(folder):
            new.mkdir()
        yield new
        with _refusals(folder), interrupts_wait():
            listing = "".join(f"{one_line(path.name)}\n" for path in sorted(new.iterdir()))
            (new / marker).write_bytes(listing.encode())
            check_folder(folder, marker=marker, inner=inner)
            _swap(new, target, old)


@contextmanager
def _refusals(folder: PathText) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise cannot_write(error, folder) from None


def write_folder(folder: PathText, files: Mapping[str, bytes], *, marker: str) -> Path:
    """Write files into a folder of their own, which is moved to its place when it is whole.

    Raises
    ------
    InputError
        As :func:`check_folder`.
    """
    with new_folder(folder, marker=marker) as new, _refusals(folder):
        for name, content in files.items():
            (new / name).write_bytes(content)
    return Path(folder).resolve()


def _check_ours(target: Path, folder: str, marker: str, inner: str | None = None) -> None:
    if not target.is_dir():
        raise InputError("is a file; a folder is expected", file=folder)
    found = {one_line(path.name) for path in target.iterdir()}
    ours = set((target / marker).read_text(encoding="utf-8").splitlines()) | {marker} if marker in found else set()
    foreign = sorted(found - ours, key=lambda name: (name.startswith("."), name))  # the hidden last
    if target.is_mount() or Path.cwd().is_relative_to(target):
        raise InputError("is in use as a disk or as the folder you are in; name a folder inside it", file=folder)
    if foreign:
        raise InputError(f"holds other things ({shown(foreign[0])}); name a new or empty folder", file=folder)
    for within in target.iterdir():
        if inner is not None and within.is_dir():
            _check_ours(within, str(Path(folder, within.name)), inner)


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
