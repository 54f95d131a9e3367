"""Running a study: scenarios are fought block by block, tallied, and forgotten but for the first duels."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine.batch import LANES, stream
from zodiac_sim.engine.tally import TALLIED, Tally, tally
from zodiac_sim.errors import InputError, shown
from zodiac_sim.lab.result import Result
from zodiac_sim.study.study import MAX_SEED, Scenario, Study

BLOCK_ROWS = 2**18
KEPT_ROWS = 1_000_000
TURNS = 8  # into which a run is cut at most, so that Ctrl-C finds all groups of scenarios about equally far

Block = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Job:
    """A piece of work: a range of duels of scenarios that share a ruleset, by their place in the study.

    ``block`` is how many duels of each are tallied at once.
    """

    scenarios: tuple[int, ...]
    first_duel: int
    duels: int
    block: int


@dataclass(frozen=True, slots=True)
class Fought:
    """What is known of a scenario so far. It never changes, so that Ctrl-C finds it whole at any moment."""

    tally: Tally = field(default_factory=Tally)
    kept: tuple[Block, ...] = ()

    def and_then(self, block: Block, keep: int) -> Fought:
        """Return this and one more block of duels, the first ``keep`` of which are kept row by row."""
        total = Tally(self.tally.duels, dict(self.tally.counts))
        total.add(tally(block))
        rows = {name: _small(values[:keep]) for name, values in block.items()}
        return Fought(total, (*self.kept, rows) if keep > 0 else self.kept)

    def rows(self) -> Block:
        """Return the kept duels as one block."""
        nothing = np.zeros(0, np.uint8)
        return {name: np.concatenate([nothing, *(block[name] for block in self.kept)]) for name in ("winner", *TALLIED)}


def run(
    study: Study,
    *,
    duels: int | None = None,
    seed: int | None = None,
    keep: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    block_rows: int = BLOCK_ROWS,
    lanes: int = LANES,
) -> Result:
    """Fight all duels of a study.

    Parameters
    ----------
    study : Study
        The question.
    duels, seed : int, optional
        Used instead of the study's own. Without any seed one is drawn from the system; the result records it.
    keep : int, optional
        How many of the first duels of each scenario are kept for ``result.outcomes``; 1,000,000 among all by default.
    progress : function of two ints, optional
        Called after every block with the duels done and those to do, over all scenarios.
    block_rows, lanes : int
        How many duels are held, and how many are fought at once. They change no number, only memory and speed.

    Returns
    -------
    Result
        After Ctrl-C that of the blocks that were finished, marked as interrupted.

    Raises
    ------
    InputError
        If the number of duels, the seed or ``keep`` is out of range.
    KeyboardInterrupt
        If it was stopped before any block was finished.
    """
    study, dice = _with_seed(study.with_options(duels=duels, seed=seed))
    keep = _kept_of_each(keep, len(study.scenarios))
    fought = dict.fromkeys(range(len(study.scenarios)), Fought())
    done, total = 0, study.duels * len(fought)
    try:
        for numbers, first, blocks in _blocks(study, dice, block_rows, lanes):
            more = [fought[n].and_then(block, keep - first) for n, block in zip(numbers, blocks, strict=True)]
            fought.update(zip(numbers, more, strict=True))
            done += len(blocks[0]["winner"]) * len(blocks)
            if progress is not None:
                progress(done, total)
    except KeyboardInterrupt:
        if done == 0:
            raise
    return Result(
        study=study,
        seed=dice,
        version=version("zodiac_sim"),
        scenario_tallies=[each.tally for each in fought.values()],
        kept=[each.rows() for each in fought.values()],
        interrupted=any(each.tally.duels < study.duels for each in fought.values()),
    )


def _with_seed(study: Study) -> tuple[Study, int]:
    """Return a study and its seed, which is drawn if it has none."""
    seed = secrets.randbelow(MAX_SEED + 1) if study.seed is None else study.seed
    return study.with_options(seed=seed), seed


def _kept_of_each(keep: int | None, scenarios: int) -> int:
    if keep is None:
        return KEPT_ROWS // scenarios
    if isinstance(keep, bool) or not isinstance(keep, int) or keep < 0:
        raise InputError(f"{shown(keep)} should be a whole number, 0 or more", key="keep")
    return keep


def _blocks(
    study: Study, seed: int, block_rows: int, lanes: int
) -> Iterator[tuple[tuple[int, ...], int, Sequence[Block]]]:
    """Yield all blocks of a study: the numbers of their scenarios, the first duel, and a block for each scenario."""
    for job in jobs(study.scenarios, study.duels, block_rows):
        own = [study.scenarios[n] for n in job.scenarios]
        for first, blocks in stream(own, seed, job.first_duel, job.duels, block=job.block, lanes=lanes):
            yield job.scenarios, first, blocks


def jobs(scenarios: Sequence[Scenario], duels: int, block_rows: int = BLOCK_ROWS) -> Iterator[Job]:
    """Yield the jobs of a study in turns: every scenario fights its first duels before any fights later ones.

    A block has at most ``block_rows`` duels, those of all scenarios of the job together (or one of each). Turns cost
    time, as the lanes run empty at their end: there are at most ``TURNS``, and only one where there is one group.
    """
    by_rules: dict[str, list[int]] = {}
    for number, scenario in enumerate(scenarios):
        by_rules.setdefault(scenario.rules.model_dump_json(), []).append(number)
    groups = [
        tuple(group[start : start + block_rows])
        for group in by_rules.values()
        for start in range(0, len(group), block_rows)
    ]
    block = max(1, block_rows // max(map(len, groups)))
    turns = min(TURNS, -(-duels // block)) if len(groups) > 1 else 1
    step = -(-duels // turns)
    for first in range(0, duels, step):
        for group in groups:
            yield Job(group, first, min(step, duels - first), block)


def _small(values: NDArray[Any]) -> NDArray[Any]:
    """Return a copy in the smallest unsigned integers that hold it."""
    return values.astype(np.min_scalar_type(int(values.max(initial=0))))
