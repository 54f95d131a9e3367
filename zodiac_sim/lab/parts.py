"""The parts of a run on disk: Parquet files of finished duels, few of them, each whole and none counted twice.

Whatever a process was doing when it was killed, the files that bear the name of a part are whole. Merged parts are
removed after the file that holds them all took its place; until then they lie within it, and are passed over.
"""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from zodiac_sim.engine.pairing import Pair
from zodiac_sim.errors import InputError
from zodiac_sim.lab.files import cannot_read, remove_unfinished, whole_file
from zodiac_sim.lab.gathered import Part, joined_ranges
from zodiac_sim.lab.jobs import Range
from zodiac_sim.lab.part_table import part_of, table_of

FOLDER = "parts"
SUFFIX = ".parquet"
MOST_PARTS = 64
METADATA = b"zodiac_sim"
REMEDY = "remove it, and resume the run, which fights its duels again"

# The quickest of the small forms. Checksums let a flipped bit be noticed; statistics would be more bits to flip.
WRITING = {
    "compression": "lz4",
    "use_dictionary": ["quantity", "winner"],
    "column_encoding": dict.fromkeys(("scenario", "value", "count"), "BYTE_STREAM_SPLIT"),
    "write_statistics": False,
    "write_page_checksum": True,
}
# What reading a file can end in that is not one of ours, or not any more.
DAMAGED = (
    pa.ArrowException, OSError, ValueError, KeyError, IndexError, TypeError, OverflowError, RecursionError
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stored:
    """A file and the duels in it, as first duel and first duel after it."""

    path: Path
    ranges: tuple[Range, ...]


@dataclass(frozen=True, slots=True)
class Parts:
    """The folder of the parts of a run.

    Attributes
    ----------
    folder : Path
    scenarios : int
        How many there are.
    pairs : sequence of pairs of ints
        The scenarios that are paired, by number.
    run : str
        The name of the run, which its files bear inside.
    """

    folder: Path
    scenarios: int
    pairs: Sequence[Pair]
    run: str

    def stored(self) -> list[Stored]:
        """Return the parts there are, in order; those that lie within others are left out.

        Raises
        ------
        InputError
            If a file is no part of this run, or two of them share duels.
        """
        found = [Stored(path, self._ranges(path)) for path in named_files(self.folder)]
        apart = [each for each in found if not any(_within(each, other) for other in found)]
        try:
            joined_ranges([each for part in apart for each in part.ranges])
        except ValueError as error:
            raise InputError(
                f"its parts share duels ({error}); remove one of the parts, and resume the run", file=str(self.folder)
            ) from None
        return apart

    def clean(self) -> None:
        """Remove what a killed process left: files that are not whole, and parts within others."""
        remove_unfinished(self.folder)
        kept = {each.path for each in self.stored()}
        for path in named_files(self.folder):
            if path not in kept:
                path.unlink()

    def read(self, stored: Stored) -> Part:
        """Return a part.

        Raises
        ------
        InputError
            If it is damaged.
        """
        with reading(stored.path, REMEDY) as file:
            table = file.read().replace_schema_metadata(None)
            return part_of(table, stored.ranges, self.scenarios, self.pairs)

    def read_all(self, stored: Sequence[Stored]) -> Part:
        """Return the part of all the duels of several, one read after the other."""
        return reduce(Part.add, map(self.read, stored))

    def write(self, part: Part) -> Stored:
        """Write a part.

        Raises
        ------
        InputError
            If it cannot be written.
        """
        path = self.folder / file_name(part.ranges[0][0], part.ranges[-1][1])
        table = table_of(part, self.pairs).replace_schema_metadata(metadata_of(self.run, part.ranges))
        with whole_file(path) as stream:
            pq.write_table(table, stream, row_group_size=max(1, len(table)), **WRITING)
        return Stored(path, part.ranges)

    def replace(self, stored: Sequence[Stored], part: Part) -> Stored:
        """Write one part in the place of several, which hold the same."""
        written = self.write(part)
        for each in stored:
            if each.path != written.path:
                each.path.unlink()
        return written

    def _ranges(self, path: Path) -> tuple[Range, ...]:
        with reading(path, REMEDY) as file:
            return ranges_in(file, path, self.run)


def file_name(first: int, end: int) -> str:
    """Return the name of a file of the duels from ``first`` to before ``end``; names sort as their duels do."""
    return f"{first:012}-{end - 1:012}{SUFFIX}"


def range_of(path: Path) -> Range:
    """Return the first duel and the first duel after those in a file, by its name.

    Raises
    ------
    InputError
        If it has no such name.
    """
    found = re.fullmatch(r"(\d{12})-(\d{12})", path.name.removesuffix(SUFFIX), re.ASCII)
    if found is None:
        raise InputError("is no file of this run; remove it", file=str(path))
    return int(found[1]), int(found[2]) + 1


def named_files(folder: Path) -> list[Path]:
    """Return the files of duels in a folder, in order; without the folder there are none.

    Raises
    ------
    InputError
        If one bears another name, or the folder cannot be read.
    """
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX and path.name[0] != ".")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise cannot_read(error, folder) from None
    return [path for path in found if range_of(path)]


def metadata_of(run: str, ranges: Sequence[Range]) -> dict[bytes, bytes]:
    """Return what a file of ours says about itself: the name of its run, and which duels it holds."""
    return {METADATA: json.dumps({"run": run, "ranges": ranges}).encode()}


def ranges_in(file: pq.ParquetFile, path: Path, run: str) -> tuple[Range, ...]:
    """Return which duels a file of ours holds, by what it says about itself.

    Raises
    ------
    ValueError, KeyError, IndexError, TypeError
        If it is none, belongs to another run, or bears the name of other duels.
    """
    metadata: dict[str, Any] = json.loads(file.schema_arrow.metadata[METADATA])
    if metadata["run"] != run:
        raise ValueError("it belongs to another run")
    ranges = joined_ranges([(operator.index(first), operator.index(end)) for first, end in metadata["ranges"]])
    if path.name != file_name(ranges[0][0], ranges[-1][1]):
        raise ValueError("it holds other duels than its name says")
    return ranges


@contextmanager
def reading(path: Path, remedy: str) -> Iterator[pq.ParquetFile]:
    """Open a file; what goes wrong in the block is raised as an error that names the file and what to do.

    Raises
    ------
    InputError
        Instead.
    """
    try:
        with path.open("rb") as stream:  # not by its name, which may be one that Arrow cannot take
            yield pq.ParquetFile(stream, page_checksum_verification=True)
    except FileNotFoundError:
        raise InputError("is gone; if a run is writing here, try again when it is done", file=str(path)) from None
    except MemoryError:
        raise InputError("cannot be read: it takes more memory than there is", file=str(path)) from None
    except DAMAGED as error:
        if isinstance(error, OSError) and error.errno:
            raise cannot_read(error, path) from None
        reason = str(error).partition("\n")[0][:120] or type(error).__name__
        raise InputError(f"is damaged ({reason}); {remedy}", file=str(path)) from None


def _within(part: Stored, other: Stored) -> bool:
    """Whether all duels of a part are in another one too."""
    return part.path != other.path and all(
        any(start <= first and end <= stop for start, stop in other.ranges) for first, end in part.ranges
    )
