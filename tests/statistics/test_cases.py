"""Four studies whose answers an independent program found from the rules alone, at 2,000,000 duels a row.

``tests/data/expected.csv`` holds its rates, means and standard deviations.
"""

import csv
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from zodiac_sim.engine.batch import play
from zodiac_sim.engine.outcome import WINNERS
from zodiac_sim.engine.tally import Histograms, histograms
from zodiac_sim.study.study import Scenario, load_study

DATA = Path(__file__).parents[1] / "data"
BLOCK = 50_000
CASES = ("injury-bind", "stances", "bash-stun", "ambush")


class Figure(NamedTuple):
    """A mean over duels and the standard deviation of a single duel."""

    mean: float
    sd: float


def expected_rows(study: str) -> Iterator[tuple[tuple[int, str], int, dict[str, Figure]]]:
    """Matchup and variant, number of duels and figures of each row of a study."""
    with (DATA / "expected.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["study"] != study:
                continue
            rates = {name: float(row[f"rate_{name}"]) for name in WINNERS}
            figures = {f"rate_{name}": Figure(rate, sqrt(rate * (1 - rate))) for name, rate in rates.items()}
            for name in (key.removesuffix("_mean") for key in row if key.endswith("_mean")):
                figures[name] = Figure(float(row[f"{name}_mean"]), float(row[f"{name}_sd"]))
            yield (int(row["matchup"]), row["variant"]), int(row["duels"]), figures


def fought(scenario: Scenario, seed: int, duels: int) -> dict[str, Figure]:
    """The figures of a scenario, from the exact histograms of its duels."""
    found = Histograms()
    for first in range(0, duels, BLOCK):
        (block,) = play([scenario], seed, first, min(BLOCK, duels - first))
        found.add(histograms({name: values[None] for name, values in block.items()}))
    total, figures = found.of(0), {}
    for name, won in zip(WINNERS, total.winners / duels, strict=True):
        figures[f"rate_{name}"] = Figure(float(won), sqrt(won * (1 - won)))
    for name, counts in total.counts.items():
        shares = counts.sum(axis=0) / duels
        values = np.arange(len(shares))
        mean = float(shares @ values)
        figures[name] = Figure(mean, sqrt(max(float(shares @ (values - mean) ** 2), 0.0)))
    return figures


def deviations(study: str, seed: int, duels: int) -> dict[tuple[int, str, str], float]:
    """How many joint standard errors each figure of a study lies away from the expected one.

    A deviation in one run can be rarer than the other run could see, so each run's error is taken from the larger of
    the two standard deviations.
    """
    scenarios = {(each.matchup, each.variant): each for each in load_study(DATA / f"{study}.toml").scenarios}
    found = {}
    rows = list(expected_rows(study))
    assert {key for key, _, _ in rows} == set(scenarios)
    for key, expected_duels, figures in rows:
        own = fought(scenarios[key], seed, duels)
        for name, expected in figures.items():
            sd = max(own[name].sd, expected.sd)
            error = sd * sqrt(1 / duels + 1 / expected_duels)
            difference = abs(own[name].mean - expected.mean)
            found[(*key, name)] = difference / error if error else (0.0 if difference == 0 else float("inf"))
    return found


def demand_near(study: str, seed: int, duels: int, limit: float) -> None:
    """Demand that every figure lies within a number of joint standard errors; name those that do not."""
    found = deviations(study, seed, duels)
    far = {key: round(value, 2) for key, value in found.items() if value >= limit}
    assert not far, f"of {len(found)} figures of {study} these lie {limit} or more standard errors away: {far}"


@pytest.mark.parametrize("study", CASES)
def test_every_figure_of_the_cases_is_near_the_expected_one(study: str):
    """Figures: 70 rows of 23, 1610 in all. Within 6.3 standard errors all of them lie together but for 5e-7 (two normal
    tails of 1.5e-10 for each; with the larger standard deviation, rare events stay below these). A win rate that is off
    by 3.5 points is caught with more than 99.9 %.
    """
    demand_near(study, seed=20_260, duels=20_000, limit=6.3)


@pytest.mark.verify
@pytest.mark.parametrize("study", CASES)
def test_every_figure_of_the_cases_is_very_near_the_expected_one(study: str):
    """The limit of 4.5 joint standard errors is the one these cases are held to. A figure of a correct engine passes
    it once in 150,000 (6.8e-6), one of all 1610 at most once in 90, had the seed been drawn afresh; the seed is
    fixed, so it does so never or always. A win rate that is off by 0.6 points is caught with more than 99 %.
    """
    demand_near(study, seed=20_261, duels=500_000, limit=4.5)
