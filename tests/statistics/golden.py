"""What is pinned for good: some dice, and the outcomes of a small study.

``python -m tests.statistics.golden`` writes both files anew. Their change is a change of every result ever saved.
"""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from zodiac_sim.engine import keys
from zodiac_sim.engine.batch import play
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.outcome import WINNERS
from zodiac_sim.engine.tally import TALLIED
from zodiac_sim.study.study import load_study

DATA = Path(__file__).parents[1] / "data"
MATCHUPS = ((0, (("wedge",), ("worm",)), 0), (2026, (("Zoë 🗡",), ("a|b",)), 1), (2**63 - 1, (("x", "y"), ("z",)), 0))


def golden_dice() -> list[dict[str, Any]]:
    """Some words behind dice with their addresses, one of every name at the least."""
    found = []
    for (seed, names, repeat), duel, number in product(MATCHUPS, (0, 1, 10**12 - 1), (1, 2, 200)):
        key = keys.round_key(keys.duel_key(keys.matchup_key(seed, names, repeat), duel), number)
        words = [keys.word(key, roll, seat, index) for roll in Roll for seat in (0, 8) for index in (0, 3)]
        address = {"seed": seed, "names": names, "repeat": repeat, "duel": duel, "round": number}
        found.append({**address, "words": words})
    return found


def golden_study() -> list[dict[str, Any]]:
    """Winners, and the sum and the sum of squares of every quantity, of each scenario of the pinned study."""
    study = load_study(DATA / "golden-study.toml")
    assert study.seed is not None
    found = []
    for scenario in study.scenarios:
        (block,) = play([scenario], study.seed, first_duel=0, duels=study.duels)
        sums = {
            name: [int(block[name].sum(dtype="i8")), int((block[name].astype("i8") ** 2).sum())] for name in TALLIED
        }
        winners = np.bincount(block["winner"], minlength=len(WINNERS)).tolist()
        pinned = {"matchup": scenario.matchup, "variant": scenario.variant, "winners": winners}
        found.append({**pinned, "sums": sums})
    return found


def as_text(rows: list[dict[str, Any]]) -> str:
    """JSON with a line for each row."""
    return "[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n"


GOLDEN = {"golden-dice.json": golden_dice, "golden-study.json": golden_study}


def main() -> None:
    """Write the files."""
    for name, made in GOLDEN.items():
        (DATA / name).write_text(as_text(made()), encoding="ascii")


if __name__ == "__main__":
    main()
