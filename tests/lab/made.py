"""Studies and results made by hand, for tests that need no engine."""

from __future__ import annotations

from typing import Any

import numpy as np

from zodiac_sim.engine.outcome import CAUSES, WINNERS
from zodiac_sim.engine.pairing import pairings
from zodiac_sim.engine.tally import TALLIED, Tally, histograms
from zodiac_sim.lab.jobs import pairs_of
from zodiac_sim.lab.result import Result
from zodiac_sim.study.study import Study, make_study

HOSTILE = [
    "Änne",
    "👩‍🚀",
    "\"quoted\" & 'single'",
    "<script>alert(1)</script>",
    "a|b",
    "$x_1$",
    "two\nlines",
    "tab\there\r\nand \\ back",
    "[red]not red[/red]",
    "x" * 300,
    "wedge",
    "Wedge",
    "=1+1",
    "\x1b[31mansi",
    "名前",
    " spaces ",
]


def study(names: tuple[str, str] = ("wedge", "worm"), **fields: Any) -> Study:
    """A study of two plain fighters in one matchup."""
    fighters = {name: {"hp": 20, "skill": 60, "weapon": {"dice": "1d6"}} for name in names}
    data = {"duels": 10, "seed": 7, "fighters": fighters, "matchups": [{"a": names[0], "b": names[1]}], **fields}
    return make_study(data)


def block(winners: str, **columns: list[int]) -> dict[str, Any]:
    """A block of duels: a letter per duel (a, b, d, u) and the quantities that are not zero."""
    code = {winner[0]: number for number, winner in enumerate(WINNERS)}
    zeros = dict.fromkeys(TALLIED, [0] * len(winners))
    return {
        "winner": np.array([code[letter] for letter in winners], np.uint8),
        **{name: np.array(values, np.uint16) for name, values in {**zeros, **columns}.items()},
    }


def tally(fought: dict[str, Any]) -> Tally:
    """The tally of a block of duels of one scenario."""
    return histograms({name: values[None] for name, values in fought.items()}).of(0)


def result(made: Study, *blocks: dict[str, Any], **fields: Any) -> Result:
    """A result whose scenarios fought these blocks, paired where they are equally long."""
    tallies = [tally(each) for each in blocks]
    if len({len(each["winner"]) for each in blocks}) == 1:
        pairs = pairs_of(made.scenarios)
        found = pairings({name: np.stack([each[name] for each in blocks]) for name in blocks[0]}, pairs)
        fields = {"pairings": {pair: found.of(place) for place, pair in enumerate(pairs)}, **fields}
    return Result(study=made, seed=made.seed or 0, version="1.2.3", scenario_tallies=tallies, kept=blocks, **fields)


def small_result(made: Study | None = None) -> Result:
    """Six duels of which a won three, b two, and one was a draw; the same for every scenario of the study."""
    made = made or study()
    fought = block(
        "aaabbd",
        rounds=[2, 4, 4, 7, 9, 3],
        rolls=[8, 16, 15, 30, 31, 12],
        hp_left_a=[20, 11, 5, 0, 0, 0],
        cause_a=[0, 0, 0, CAUSES.index("attack"), CAUSES.index("bleeding"), CAUSES.index("attack")],
        cause_b=[1, 1, 2, 0, 0, 1],
        deaths_a=[0, 0, 0, 0, 1, 0],
    )
    return result(made, *[fought] * len(made.scenarios))
