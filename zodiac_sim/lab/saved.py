"""A result in memory to a folder, and back from any folder of a run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from zodiac_sim.engine.outcome import WINNERS
from zodiac_sim.engine.pairing import PAIRED, Pairings
from zodiac_sim.engine.tally import RECORDED, TALLIED, Block, Counts, Histograms, Tally
from zodiac_sim.lab.files import PathText
from zodiac_sim.lab.folder import inside, new_run, nothing_finished, result_of
from zodiac_sim.lab.gathered import Part, joined_ranges
from zodiac_sim.lab.manifest import made_study, manifest_of, read_manifest
from zodiac_sim.lab.result import KEPT_ROWS, Result


def load(folder: PathText) -> Result:
    """Return the result in a folder; see :func:`zodiac_sim.lab.store.load_result`."""
    path = Path(folder)
    run = read_manifest(path)
    study = made_study(run, path)
    parts, rows = inside(path, run, study)
    stored = parts.stored()
    if not stored:
        raise nothing_finished(path)
    return result_of(run, study, parts.read_all(stored), rows)


def save(result: Result, folder: PathText, confidence: float) -> Path:
    """Write a result into a new folder, and return it; see :func:`zodiac_sim.lab.store.save_result`."""
    study, part, kept = result.study.with_options(seed=result.seed), _part(result), _kept(result)
    rows = kept["winner"].shape[1]
    keep = rows if rows < part.duels else max(rows, KEPT_ROWS // len(study.scenarios))
    ends: dict[str, float] = {"confidence": confidence}
    if result.target is not None:
        ends = {"target_error": result.target.error, "confidence": result.target.confidence}
    run = manifest_of(study, tuple(result.pairings), keep, made_with=result.version, **ends)
    with new_run(folder, run, study) as written:
        written.add_part(part, kept)
        written.finish(result, confidence)
    return Path(folder)


def _part(result: Result) -> Part:
    pairings = list(result.pairings.values())
    winners = np.array([each.winners for each in pairings], np.int64).reshape(-1, len(WINNERS), len(WINNERS))
    products = {name: np.array([each.products[name] for each in pairings], object) for name in PAIRED}
    tallies = Histograms(result.duels, {name: _side_by_side(result.scenario_tallies, name) for name in TALLIED})
    return Part(joined_ranges(result.ranges or [(0, result.duels)]), tallies, Pairings(winners, products))


def _side_by_side(tallies: Sequence[Tally], name: str) -> Counts:
    """Return the histograms of one quantity, shape (scenarios, winners, values)."""
    own = [tally.histogram(name) for tally in tallies]
    width = max(counts.shape[1] for counts in own)
    return np.stack([np.pad(counts, ((0, 0), (0, width - counts.shape[1]))) for counts in own])


def _kept(result: Result) -> Block:
    return {name: np.stack([rows[name] for rows in result.kept]) for name in RECORDED}
