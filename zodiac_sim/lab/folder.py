"""A run on disk: what is finished is there, whatever happens to the process that runs it.

A folder holds ``manifest.json``, the exact numbers in ``parts``, kept duels in ``outcomes``, and the tables that people
read. What is finished is what stands in parts; all else is made from it, or counts only with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from zodiac_sim.engine.tally import Block
from zodiac_sim.errors import InputError, shown
from zodiac_sim.lab import kept_rows, parts
from zodiac_sim.lab.files import (
    LOCK,
    NO_PLACE,
    UNFINISHED,
    PathText,
    cannot_write,
    locked,
    remove_unfinished,
    whole_file,
    writing,
)
from zodiac_sim.lab.gathered import Gathered, Part, joined_ranges
from zodiac_sim.lab.interrupts import interrupts_wait
from zodiac_sim.lab.jobs import Fought, Range, pairs_of
from zodiac_sim.lab.kept_rows import KeptRows
from zodiac_sim.lab.manifest import (
    ALL,
    NAME,
    Keep,
    Manifest,
    check_same,
    manifest_of,
    read_manifest,
    with_seed,
    write_manifest,
)
from zodiac_sim.lab.parts import MOST_PARTS, Parts, Stored
from zodiac_sim.lab.result import KEPT_ROWS, Result, Target
from zodiac_sim.lab.stopping import widest
from zodiac_sim.lab.writing import tables
from zodiac_sim.study.study import Study


class RunFolder:
    """The folder of a run, open for writing.

    Attributes
    ----------
    study : Study
        With the duels and the seed of the run.
    found : Gathered
        What is finished, without rows.
    """

    def __init__(self, path: Path, run: Manifest, study: Study) -> None:
        self.study = study
        self._path = path
        self._manifest = run
        self._parts, self._rows = inside(path, run, study)
        self._stored = self._parts.stored()
        self.found = Gathered(len(study.scenarios), run.pairs)
        if self._stored:
            self.found.add_part(self._parts.read_all(self._stored))
        self._note()
        self._parts.folder.mkdir(exist_ok=True)

    @property
    def keep(self) -> int:
        """How many of the first duels of each scenario are kept row by row."""
        return self.study.duels if self._manifest.keep == ALL else self._manifest.keep

    def add(self, fought: Fought) -> None:
        """Write a finished job: from then on it cannot be lost, nor be counted twice.

        Raises
        ------
        InputError
            If it cannot be written.
        """
        self.add_part(Part((fought.range,), fought.tallies, fought.pairings), fought.kept)

    def add_part(self, part: Part, kept: Block) -> None:
        """Write finished duels, the first of which are kept row by row.

        Raises
        ------
        InputError
            If they cannot be written.
        """
        with interrupts_wait(), writing(self._path):
            self._rows.write(part.ranges[0][0], kept)
            self._stored.append(self._parts.write(part))
            self.found.add_part(part)
            if len(self._stored) > MOST_PARTS:
                self._merge()
            self._note()

    def result(self) -> Result:
        """Return the result of all that is finished.

        Raises
        ------
        InputError
            If nothing is, or a file is damaged.
        """
        if self.found.part is None:
            raise nothing_finished(self._path)
        with interrupts_wait(), writing(self._path):
            self._merge()
        return result_of(self._manifest, self.study, self.found.part, self._rows)

    def finish(self, result: Result, confidence: float = 0.95) -> None:
        """Write the tables that people read, and note whether anything is left to do.

        Raises
        ------
        InputError
            If a file cannot be written.
        """
        with interrupts_wait():
            for name, text in tables(result, confidence).items():
                with whole_file(self._path / name) as stream:
                    stream.write(text.encode("utf-8"))
            self._note(finished=not result.interrupted)

    def _merge(self) -> None:
        if len(self._stored) > 1 and self.found.part is not None:
            self._stored = [self._parts.replace(self._stored, self.found.part)]

    def _note(self, **changes: Any) -> None:
        self._manifest = self._manifest.model_copy(update={"duels_done": self.found.duels, **changes})
        write_manifest(self._path, self._manifest)


@contextmanager
def open_run(
    folder: PathText,
    study: Study,
    *,
    duels: int | None = None,
    seed: int | None = None,
    keep: Keep | None = None,
    resume: bool = False,
    confidence: float = 0.95,
    target_error: float | None = None,
) -> Iterator[RunFolder]:
    """Open the folder of a run to write it; nobody else can until the block ends.

    Parameters
    ----------
    study : Study
        What is run. Without any seed one is drawn.
    duels, seed : int, optional
        Used instead of the study's own.
    keep : int or "all", optional
        How many of the first duels of each scenario are kept row by row; ``KEPT_ROWS`` among all by default.
    resume : bool
        Add to the run in the folder, if there is one, instead of refusing. What is not given is then as it was before:
        its seed, what it keeps, and as many duels as were asked for, or more if the study has more.
    confidence, target_error : float
        What the run is to end with, to be noted.

    Raises
    ------
    InputError
        If the folder cannot be written, is being written, holds anything else, holds a run and ``resume`` is false, or
        holds a run of anything else.
    """
    asked = study.with_options(duels=duels, seed=seed)
    path = _made(folder, resume)
    with locked(path):
        before = _manifest_in(path, resume)
        if before is None:
            asked = with_seed(asked)
            keep = KEPT_ROWS // len(asked.scenarios) if keep is None else keep
            run = manifest_of(asked, pairs_of(asked.scenarios), keep)
        else:
            run, asked = _resumed(before, asked, duels is None, keep, path)
        run = run.model_copy(update={"confidence": confidence, "target_error": target_error})
        yield _opened(path, run, asked)


@contextmanager
def new_run(folder: PathText, run: Manifest, study: Study) -> Iterator[RunFolder]:
    """Open a new folder for a run that was made elsewhere.

    Raises
    ------
    InputError
        If the folder cannot be written, or holds anything.
    """
    path = _made(folder, resume=False)
    with locked(path):
        _manifest_in(path, resume=False)
        yield _opened(path, run, study)


def _made(folder: PathText, resume: bool) -> Path:
    """Return the full path of a folder that may be locked: in one that is not ours nothing is left."""
    try:
        path = Path(folder).resolve()
        path.mkdir(parents=True, exist_ok=True)
        _manifest_in(path, resume)
    except FileExistsError:
        raise InputError("is a file; a folder is expected", file=str(folder)) from None
    except NO_PLACE as error:
        raise cannot_write(error, folder) from None
    return path


def _manifest_in(path: Path, resume: bool) -> Manifest | None:
    """Return the manifest of the run in a folder; None if nothing is lost by a new run there."""
    if not (path / NAME).exists():
        ours = {LOCK, UNFINISHED.format(NAME)}
        others = sorted({each.name for each in path.iterdir()} - ours)
        if others:
            raise InputError(
                f"holds other things ({shown(others[0])}) and no run; name a new or empty folder", file=str(path)
            )
        return None
    found = read_manifest(path)
    if not resume and parts.named_files(path / parts.FOLDER):
        raise InputError(
            f"holds a result of {found.duels_done:,} duels a row; --resume adds to it, or name another folder",
            file=str(path),
        )
    return found if resume else None


def _resumed(before: Manifest, asked: Study, as_before: bool, keep: Keep | None, path: Path) -> tuple[Manifest, Study]:
    """Return the manifest and the study of a run to which duels are added."""
    if as_before:
        asked = asked.with_options(duels=max(asked.duels, before.duels_asked))
    if asked.seed is None:
        asked = asked.with_options(seed=before.seed)
    if keep is not None and keep != before.keep:
        raise InputError(
            f"is {keep}, but the run that is to be resumed keeps {before.keep}", file=str(path), key="keep"
        )
    check_same(before, asked, pairs_of(asked.scenarios), path)
    changes = {"study": asked.toml(), "duels_asked": asked.duels, "finished": False}
    return before.model_copy(update=changes), asked


def _opened(path: Path, run: Manifest, study: Study) -> RunFolder:
    """Return a folder from which nothing of a killed run sticks out."""
    within, rows = inside(path, run, study)
    try:
        remove_unfinished(path)
        within.clean()
        ranges = _ranges(within.stored())
        rows.clean(ranges)
        if ranges and ranges[-1][1] > study.duels:
            raise InputError(
                f"{study.duels} is too few: {ranges[-1][1]} are begun; ask for as many or more",
                file=str(path),
                key="duels",
            )
        return RunFolder(path, run, study)
    except OSError as error:
        raise cannot_write(error, path) from None


def inside(path: Path, run: Manifest, study: Study) -> tuple[Parts, KeptRows]:
    """Return the folders of parts and kept duels in the folder of a run."""
    scenarios = study.scenarios
    within = Parts(path / parts.FOLDER, len(scenarios), run.pairs, run.run)
    return within, KeptRows(path / kept_rows.FOLDER, scenarios, run.run)


def _ranges(stored: Sequence[Stored]) -> tuple[Range, ...]:
    return joined_ranges([each for part in stored for each in part.ranges])


def nothing_finished(path: Path) -> InputError:
    """Return the error for a run that was stopped too early to have a result."""
    return InputError("holds a run of which no duel is finished yet", file=str(path))


def result_of(run: Manifest, study: Study, part: Part, rows: KeptRows) -> Result:
    """Return the result of all that is finished of a run."""
    found = Gathered(len(study.scenarios), run.pairs)
    found.add_part(part)
    for first, kept in rows.read(part.ranges, KEPT_ROWS // found.scenarios):
        found.add_kept(first, kept)
    tallies, pairings, target = found.tallies(), found.pairings(), None
    if run.target_error is not None:
        target = Target(run.target_error, widest(tallies, pairings, run.confidence), run.confidence)
    return Result(
        study=study,
        seed=run.seed,
        version=run.version,
        scenario_tallies=tallies,
        pairings=pairings,
        kept=found.kept(),
        interrupted=found.duels < run.duels_asked and not run.finished,
        target=target,
        ranges=part.ranges,
    )
