"""No side is favoured: equals win equally often, and sides may be swapped."""

import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from numpy.typing import NDArray
from scipy import stats

from tests.engine.agreement import FIELDS, demand_same
from tests.statistics.golden import DATA
from tests.strategies import SEEDS, scenarios
from zodiac_sim.engine import dice, keys
from zodiac_sim.engine.batch import play
from zodiac_sim.engine.outcome import DUEL_QUANTITIES, SIDES, WINNERS
from zodiac_sim.engine.reference import play_duel
from zodiac_sim.study.study import Scenario, load_study, make_study

FALSE_ALARM = 1e-8  # of one test of a distribution, had its seed been drawn afresh; there are 51
DUELS = 100_000
EVERYTHING = load_study(DATA / "golden-study.toml").scenarios
EXCHANGED = {name: name for name in ("winner", *DUEL_QUANTITIES)}
for one, other in (SIDES, SIDES[::-1]):
    EXCHANGED |= {name: f"{name[:-2]}_{other}" for name in FIELDS if name.endswith(f"_{one}")}


def swapped(scenario: Scenario) -> Scenario:
    """The same fighters with their sides swapped, but for the names, which stay where they are."""
    (a,), (b,) = scenario.sides
    named_a, named_b = b.model_copy(update={"name": a.name}), a.model_copy(update={"name": b.name})
    return replace(scenario, sides=((named_a,), (named_b,)))


def seen_from_the_other_side(block: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Outcomes with everything of side a told of side b."""
    winner = np.array([1, 0, 2, 3], np.uint8)[block["winner"]]
    return {name: winner if name == "winner" else block[EXCHANGED[name]] for name in block}


def once(function: Any, change: Any) -> Any:
    """The function with its arguments changed, but not where it calls itself."""
    inside = []

    def changed(*address: Any) -> Any:
        inside.append(None)
        try:
            return function(*(change(*address) if len(inside) == 1 else address))
        finally:
            inside.pop()

    return changed


@pytest.fixture(scope="module")
def swapped_dice():
    """Play with dice that each seat takes from the other: the halves of every word change places."""
    pairs = dice.pair_words
    changed = {
        "pair_words": lambda *address: pairs(*address).reshape(-1, 2)[:, ::-1].ravel(),
        "row_words": once(dice.row_words, lambda round_keys, sides, *address: (round_keys, 1 - sides, *address)),
        "word": once(keys.word, lambda key, roll, seat, *index: (key, roll, (seat + keys.SEATS_A_SIDE) % 16, *index)),
    }

    def play_swapped(play_them: Any) -> Any:
        with pytest.MonkeyPatch.context() as patch:
            for name, module in list(sys.modules.items()):
                for function in changed:
                    if name.startswith("zodiac_sim.engine.") and hasattr(module, function):
                        patch.setattr(module, function, changed[function])
            return play_them()

    return play_swapped


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=60)
@given(scenarios(), SEEDS)
def test_with_the_seats_of_the_dice_swapped_too_outcomes_are_mirrored(swapped_dice, scenario: Scenario, seed: int):
    """Nothing in a duel depends on which side a fighter stands on."""
    blocks = play([scenario], seed, 0, 50)
    mirrored = swapped_dice(lambda: play([swapped(scenario)], seed, 0, 50))
    demand_same([blocks[0]], [seen_from_the_other_side(mirrored[0])], "swapped")


@pytest.mark.parametrize("scenario", EVERYTHING, ids=lambda scenario: f"{scenario.matchup} {scenario.variant}")
def test_many_duels_are_mirrored_in_engine_and_twin(swapped_dice, scenario: Scenario):
    straight = play([scenario], 3, 0, 20_000)
    mirrored = swapped_dice(lambda: play([swapped(scenario)], 3, 0, 20_000))
    demand_same(straight, [seen_from_the_other_side(mirrored[0])], "swapped")
    for duel in range(100):
        mirror = swapped_dice(lambda duel=duel: play_duel(swapped(scenario), 3, duel))
        assert mirror.fighters[::-1] == play_duel(scenario, 3, duel).fighters


def demand_one_law(one: NDArray[Any], other: NDArray[Any]) -> None:
    """Demand that two samples of small numbers come from one distribution: chi-square of their counts, pooled tail."""
    width = int(max(one.max(), other.max())) + 1
    counts = np.stack([np.bincount(sample, minlength=width) for sample in (one, other)])
    order = np.argsort(counts.sum(axis=0))
    pooled = counts[:, order[np.cumsum(counts.sum(axis=0)[order]) < 200]].sum(axis=1, keepdims=True)
    table = np.hstack([counts[:, order[np.cumsum(counts.sum(axis=0)[order]) >= 200]], pooled])
    table = table[:, table.sum(axis=0) > 20]
    if table.shape[1] > 1:
        assert stats.chi2_contingency(table, correction=False).pvalue > FALSE_ALARM


LAWS = ("winner", "rounds", "hp_left_a", "hp_left_b", "cause_a", "attacks_b")


@pytest.mark.parametrize("scenario", EVERYTHING, ids=lambda scenario: f"{scenario.matchup} {scenario.variant}")
def test_swapped_sides_follow_the_same_law(scenario: Scenario):
    """On the dice as they are. A win rate that differs by 2 points is caught with more than 99 %."""
    (straight,) = play([scenario], 4, 0, DUELS)
    (mirrored,) = play([swapped(scenario)], 5, 0, DUELS)
    mirrored = seen_from_the_other_side(mirrored)
    for name in LAWS:
        demand_one_law(straight[name], mirrored[name])


@pytest.mark.parametrize("criticals", ["double", "simple", "complex"])
@pytest.mark.parametrize("name", ["knight", "brute", "archer"])
def test_a_mirror_match_is_even(name: str, criticals: str):
    """Same fighter, same dice, other seat: both win as often, in as many rounds, with as much HP left.

    A win rate of 48.7 % against 51.3 % is caught with more than 99 %.
    """
    data = load_study(DATA / "golden-study.toml").data()
    fighter = data["fighters"][name]
    study = make_study(
        {
            "fighters": {"one": fighter, "two": fighter},
            "matchups": [{"a": "one", "b": "two"}],
            "rules": {"criticals": criticals, "bleeding": "critical" if criticals == "complex" else "injury"},
        }
    )
    (block,) = play(study.scenarios, 6, 0, DUELS)
    wins_a, wins_b = (int((block["winner"] == WINNERS.index(side)).sum()) for side in SIDES)
    low, high = stats.binom.interval(1 - FALSE_ALARM, wins_a + wins_b, 0.5)
    assert low <= wins_a <= high
    won_a, won_b = (block["winner"] == number for number in (0, 1))
    demand_one_law(block["rounds"][won_a], block["rounds"][won_b])
    demand_one_law(block["hp_left_a"][won_a], block["hp_left_b"][won_b])
