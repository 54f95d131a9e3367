"""Files that are there as a whole or not at all, and a folder that one process writes at a time."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, TypeAlias

from zodiac_sim.errors import InputError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK = ".lock"
UNFINISHED = ".{}.new"
NO_PLACE = (OSError, ValueError, TypeError, RuntimeError)  # what a path can end in: the last is a link to itself

PathText: TypeAlias = str | os.PathLike[str]

_locked: set[Path] = set()


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """Write a file that takes its place, on the disk too, when the block ends; if it fails, nothing has changed.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    unfinished = path.with_name(UNFINISHED.format(path.name))
    try:
        with unfinished.open("wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(unfinished, path)
        _sync_names(path.parent)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise cannot_write(error, path) from None


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Raise what the system refuses in the block as an error that names the folder, or the file if it is known.

    Raises
    ------
    InputError
        Instead.
    """
    try:
        yield
    except OSError as error:
        raise cannot_write(error, error.filename or folder) from None


def strict_json(content: Mapping[str, Any]) -> str:
    """Return a table as JSON with a line for each key, and for each entry of a list of tables."""
    lines = (f" {_json(key)}: {_entries(value)}" for key, value in content.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _entries(value: Any) -> str:
    if not (isinstance(value, list) and value and isinstance(value[0], dict)):
        return _json(value)
    return "[\n" + ",\n".join(f"  {_json(entry)}" for entry in value) + "\n ]"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def remove_unfinished(folder: Path) -> None:
    """Remove what a process left that was killed while it wrote."""
    for path in folder.glob(UNFINISHED.format("*")):
        path.unlink(missing_ok=True)


def cannot_write(error: Exception, path: PathText) -> InputError:
    """Return the error for a file or folder that cannot be written."""
    return InputError(f"cannot be written: {getattr(error, 'strerror', None) or error}", file=str(path))


def cannot_read(error: OSError, path: PathText) -> InputError:
    """Return the error for a file or folder that may well be whole, but that the system does not let us read."""
    return InputError(f"cannot be read: {os.strerror(error.errno) if error.errno else error}", file=str(path))


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Be the only one that writes a folder. However a process ends, its lock ends with it.

    Raises
    ------
    InputError
        If another run writes it.
    """
    # The system keeps other processes out, but not other runs in this one.
    if folder in _locked:
        raise _taken(folder)
    with _opened(folder / LOCK) as stream:
        try:
            if sys.platform == "win32":
                msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                fcntl.lockf(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            raise _taken(folder) from None
        except OSError as error:
            raise cannot_write(error, folder) from None
        _locked.add(folder)
        try:
            yield
        finally:
            _locked.discard(folder)


def _opened(path: Path) -> IO[bytes]:
    try:
        return path.open("ab")
    except OSError as error:
        raise cannot_write(error, path.parent) from None


def _taken(folder: Path) -> InputError:
    return InputError("is being written by another run; wait for it, or name another folder", file=str(folder))


def _sync_names(folder: Path) -> None:
    """Have the names in a folder written to the disk, where a system can do that."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
