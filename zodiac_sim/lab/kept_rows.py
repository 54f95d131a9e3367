"""Kept duels on disk, one a row, in Parquet files that other programs read as they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from zodiac_sim.engine.tally import RECORDED, Block
from zodiac_sim.lab.files import remove_unfinished, whole_file
from zodiac_sim.lab.jobs import Range, small
from zodiac_sim.lab.part_table import WORDS, worded
from zodiac_sim.lab.parts import file_name, metadata_of, named_files, range_of, ranges_in, reading
from zodiac_sim.lab.summary import IN_WORDS, TEXT_COLUMNS, scenario_columns
from zodiac_sim.study.study import Scenario

FOLDER = "outcomes"
REMEDY = "remove it; what it holds is in the parts as well, but not row by row"
CHUNK = 2**17  # rows that are made, or read, at once
SCHEMA = pa.schema(
    [
        ("matchup", pa.int32()),
        *((name, WORDS) for name in TEXT_COLUMNS),
        ("duel", pa.int64()),
        *((name, WORDS if name in IN_WORDS else pa.int32()) for name in RECORDED),
    ]
)
WORDED = [field.name for field in SCHEMA if field.type == WORDS]
# What most programs read; smaller and faster forms of whole numbers are known to few as yet.
WRITING = {
    "compression": "zstd",
    "compression_level": 1,
    "use_dictionary": WORDED,
    "column_encoding": {field.name: "DELTA_BINARY_PACKED" for field in SCHEMA if field.name not in WORDED},
    "write_statistics": ["matchup", "a", "b", "variant", "duel"],
    "write_page_checksum": True,
}


@dataclass(frozen=True, slots=True)
class KeptRows:
    """The folder of the kept duels of a run.

    A file holds the same duels of all scenarios, scenario by scenario. It counts only if parts hold them too: it is
    written before the part, so that a kill between both leaves nothing half.
    """

    folder: Path
    scenarios: Sequence[Scenario]
    run: str

    def write(self, first: int, kept: Block) -> None:
        """Write the duels from ``first`` on, arrays of shape (scenarios, duels) by name; of none nothing is written.

        Raises
        ------
        InputError
            If the file cannot be written.
        """
        duels = kept["winner"].shape[1]
        if duels == 0:
            return
        self.folder.mkdir(exist_ok=True)
        schema = SCHEMA.with_metadata(metadata_of(self.run, [(first, first + duels)]))
        with (
            whole_file(self.folder / file_name(first, first + duels)) as stream,
            pq.ParquetWriter(stream, schema, **WRITING) as writer,
        ):
            for rows in self._tables(first, kept):
                writer.write_table(rows)

    def read(self, finished: Sequence[Range], limit: int) -> Iterator[tuple[int, Block]]:
        """Yield the duels before ``limit``, file by file, with the first duel of each.

        Raises
        ------
        InputError
            If a file is damaged.
        """
        for path in self._counting(finished):
            first, end = range_of(path)
            if first < limit:
                yield first, self._read(path, first, end, min(end, limit) - first)

    def clean(self, finished: Sequence[Range]) -> None:
        """Remove what a killed process left: files that are not whole, and duels that no part holds."""
        remove_unfinished(self.folder)
        counting = set(self._counting(finished))
        for path in named_files(self.folder):
            if path not in counting:
                path.unlink()

    def _counting(self, finished: Sequence[Range]) -> list[Path]:
        ranges = [(path, *range_of(path)) for path in named_files(self.folder)]
        return [path for path, first, end in ranges if any(start <= first and end <= stop for start, stop in finished)]

    def _tables(self, first: int, kept: Block) -> Iterator[pa.Table]:
        scenarios, duels = kept["winner"].shape
        flat = {name: kept[name].reshape(-1) for name in RECORDED}
        matchups = np.array([each.matchup for each in self.scenarios], np.int32)
        own_names = list(map(scenario_columns, self.scenarios))
        names = {name: [own[name] for own in own_names] for name in TEXT_COLUMNS}
        words = {name: {word: code for code, word in enumerate(dict.fromkeys(own))} for name, own in names.items()}
        codes = {name: np.array([words[name][each] for each in own], np.int32) for name, own in names.items()}
        for start in range(0, scenarios * duels, CHUNK):
            own = slice(start, min(start + CHUNK, scenarios * duels))
            scenario, duel = np.divmod(np.arange(own.start, own.stop), duels)
            columns: dict[str, Any] = {name: worded(codes[name][scenario], words[name]) for name in names}
            columns |= {"matchup": matchups[scenario], "duel": first + duel}
            columns |= {
                name: worded(values[own], IN_WORDS[name]) if name in IN_WORDS else values[own].astype(np.int32)
                for name, values in flat.items()
            }
            yield pa.table(columns).select(SCHEMA.names).cast(SCHEMA)

    def _read(self, path: Path, first: int, end: int, wanted: int) -> Block:
        """Return the first ``wanted`` duels of every scenario in a file."""
        duels, found = end - first, {name: [np.zeros(0, np.uint8)] for name in RECORDED}
        with reading(path, REMEDY) as file:
            ranges_in(file, path, self.run)
            if not file.schema_arrow.equals(SCHEMA) or file.metadata.num_rows != duels * len(self.scenarios):
                raise ValueError("other columns or rows")
            start = 0
            for rows in file.iter_batches(CHUNK, columns=list(RECORDED)):
                taken = (start + np.arange(len(rows))) % duels < wanted
                start += len(rows)
                for name in RECORDED:
                    found[name].append(small(_numbers(rows.column(name), IN_WORDS.get(name))[taken]))
            return {name: np.concatenate(parts).reshape(len(self.scenarios), wanted) for name, parts in found.items()}


def _numbers(column: Any, words: Sequence[str] | None) -> NDArray[Any]:
    """Return a column as numbers: of words their positions in the list.

    Raises
    ------
    ValueError
        If one is missing, or not in the list.
    """
    if column.null_count:
        raise ValueError("a value is missing")
    if words is None:
        return np.asarray(column.to_numpy())
    positions = np.array([words.index(word) for word in column.dictionary.to_pylist()], np.uint8)
    return np.asarray(positions[column.indices.to_numpy()])
