"""How the work is cut changes no number: lanes, compaction, calm rounds, neighbours in the batch, halves of a run."""

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engine.agreement import demand_same
from tests.strategies import SEEDS, ZODIAC, studies
from zodiac_sim.engine.batch import play
from zodiac_sim.rules.model import Ruleset
from zodiac_sim.study.study import Scenario, Study, make_study

DRAWN = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
DUELS = 60
FIGHTERS: dict[str, Any] = {
    "knight": {"hp": 70, "skill": 75, "evade": 5, "luck": 30, "strength": 6, "vitality": 5, "speed": 5, "agility": 8,
               "weapon": {"dice": "2d6"}, "shield": {"evade": 10}, "policy": "cautious"},
    "archer": {"hp": 45, "skill": 85, "evade": 20, "luck": 40, "vitality": 3, "speed": 6, "agility": 20,
               "weapon": {"dice": "1d10+2", "kind": "ranged", "hands": 2}, "policy": "parry_mix"},
    "medic": {"hp": 55, "skill": 65, "evade": 10, "luck": 25, "strength": 4, "vitality": 4, "speed": 5, "agility": 12,
              "weapon": {"dice": "1d8"}, "statuses": {"regen": {"turns": 3}}, "policy": "binder"},
}  # fmt: skip
PAIRS = [("knight", "archer"), ("archer", "medic"), ("medic", "knight"), ("knight", "knight")]
COMPLEX = {"rules.criticals": "complex", "rules.bleeding": "critical"}


def skirmish(*variants: dict[str, Any], pairs: Any = PAIRS, rules: Any = None) -> Study:
    """Four matchups of ordinary fighters in which nearly everything happens."""
    named = [{"name": str(number), "set": changes} for number, changes in enumerate(variants or (COMPLEX,))]
    matchups = [{"a": a, "b": b} for a, b in pairs]
    return make_study({"fighters": FIGHTERS, "matchups": matchups, "variants": named, "rules": rules or {}})


@pytest.fixture(scope="module")
def whole() -> list[dict[str, Any]]:
    """The skirmish fought in one go: more lanes than one chunk of a round holds."""
    return play(skirmish().scenarios, seed=7, first_duel=0, duels=9000)


@settings(DRAWN, max_examples=40)
@given(studies(), SEEDS, st.integers(1, 3 * DUELS), st.sampled_from([0, 0.5, 0.75, 1]), st.booleans())
def test_lanes_compaction_and_calm_rounds_change_no_number(
    study: Study, seed: int, lanes: int, compact_below: float, calm: bool
):
    one = play(study.scenarios, seed, 0, DUELS)
    other = play(study.scenarios, seed, 0, DUELS, lanes=lanes, compact_below=compact_below, calm=calm)
    demand_same(one, other, f"with {lanes} lanes, compacted below {compact_below}, calm {calm}")


@settings(DRAWN, max_examples=20)
@given(studies(magic=True), SEEDS, st.integers(1, 3 * DUELS), st.sampled_from([0, 0.5, 1]), st.booleans())
def test_nor_do_they_where_everything_of_the_rules_mixes(
    study: Study, seed: int, lanes: int, compact_below: float, calm: bool
):
    """No status, spell or declared action leaks into another lane, or into the duel after it."""
    one = play(study.scenarios, seed, 0, DUELS)
    other = play(study.scenarios, seed, 0, DUELS, lanes=lanes, compact_below=compact_below, calm=calm)
    demand_same(one, other, f"with {lanes} lanes, compacted below {compact_below}, calm {calm}")


@settings(DRAWN, max_examples=20)
@given(studies() | studies(magic=True), SEEDS, st.integers(0, DUELS))
def test_a_run_in_two_parts_and_a_scenario_alone_are_the_same(study: Study, seed: int, cut: int):
    """The first n of 2n duels, the rest fought later, and no word from the neighbours in the batch."""
    whole = play(study.scenarios, seed, 0, DUELS)
    parts = [play(study.scenarios, seed, first, n) for first, n in ((0, cut), (cut, DUELS - cut)) if n]
    joined = [
        {name: np.concatenate([part[i][name] for part in parts]) for name in block} for i, block in enumerate(whole)
    ]
    demand_same(whole, joined, f"cut after {cut} duels")
    alone = [play([scenario], seed, 0, DUELS)[0] for scenario in study.scenarios]
    demand_same(whole, alone, "alone and in the batch")


@pytest.mark.parametrize("lanes", [1000, 4097, 2**16])
@pytest.mark.parametrize(("compact_below", "calm"), [(0, True), (1, True), (0.75, False)])
def test_a_big_batch_is_the_same_however_it_is_cut(whole: Any, lanes: int, compact_below: float, calm: bool):
    other = play(skirmish().scenarios, 7, 0, 9000, lanes=lanes, compact_below=compact_below, calm=calm)
    demand_same(whole, other, f"with {lanes} lanes, compacted below {compact_below}, calm {calm}")


def test_one_lane_after_the_other_is_the_same(whole: Any):
    """No lane leaks into the duel that comes after it."""
    few = play(skirmish().scenarios, 7, 0, 20, lanes=1)
    demand_same([{name: values[:20] for name, values in block.items()} for block in whole], few, "in a single lane")


def test_twice_in_one_process_is_the_same(whole: Any):
    """Nothing is remembered between two runs, whatever was fought in between."""
    play(skirmish({"rules.criticals": "simple"}).scenarios, 8, 0, 100)
    demand_same(whole, play(skirmish().scenarios, 7, 0, 9000), "the second time")


def test_seed_0_is_a_seed_like_any_other():
    zero, one = (play(skirmish().scenarios, seed, 0, 500) for seed in (0, 1))
    demand_same(zero, play(skirmish().scenarios, 0, 0, 500), "with seed 0 again")
    assert all((left["hp_left_a"] != right["hp_left_a"]).mean() > 0.3 for left, right in zip(zero, one, strict=True))
    assert all(len(np.unique(block["rolls"])) > 10 for block in zero)


def outcomes_of(study: Study, variant: str) -> list[dict[str, Any]]:
    wanted: list[Scenario] = [scenario for scenario in study.scenarios if scenario.variant == variant]
    return play(wanted, 3, 0, 500)


def test_another_variant_changes_no_number():
    alone = outcomes_of(skirmish(COMPLEX), "0")
    accompanied = outcomes_of(skirmish(COMPLEX, {"fighters.medic.hp": 10, "rules.criticals": "simple"}), "0")
    demand_same(alone, accompanied, "beside another variant")


UNUSED = {
    "rules.critical_multiplier": 5,
    "rules.injury_thresholds": {"severe": 99},
    "rules.simple_table.head": {"damage": 9, "stun": True},
    "rules.stances.rage": {"damage_dealt": 300, "agility": 7},
    "rules.bash_damage": 1,
    "rules.disarm_chance": 1,
    "rules.dodge": "flat",
}


@pytest.mark.parametrize("key", UNUSED)
def test_a_rule_that_nobody_uses_changes_no_number(key: str):
    changed = skirmish(COMPLEX | {key: UNUSED[key]})
    assert changed.scenarios[0].rules != skirmish().scenarios[0].rules
    demand_same(outcomes_of(skirmish(), "0"), outcomes_of(changed, "0"), f"with {key} changed")


def test_a_location_that_nothing_hits_changes_no_number():
    """Parts are numbered anew, and levels and wounds are wider by one: no outcome may notice."""
    data: dict[str, Any] = Ruleset.model_dump(ZODIAC, mode="json")
    changes = {
        "rules.locations.body": {"tail": {}, **data["locations"]["body"]},
        "rules.complex_tables.tail": {"die": 1, "rows": [{"rolls": 1, "unconscious": True}]},
        "rules.simple_table.tail": {"damage": 7},
    }
    demand_same(outcomes_of(skirmish(), "0"), outcomes_of(skirmish(COMPLEX | changes), "0"), "with a tail")


def test_dice_of_a_matchup_are_those_of_its_names_alone():
    """Not of its place in the study; a second matchup of the same names has its own."""
    last = outcomes_of(skirmish(), "0")[1:2]
    demand_same(last, outcomes_of(skirmish(pairs=[PAIRS[1]]), "0"), "as the only matchup")
    twice = outcomes_of(skirmish(pairs=[PAIRS[1], PAIRS[1]]), "0")
    demand_same(last, twice[:1], "beside its repetition")
    assert (twice[0]["hp_left_a"] != twice[1]["hp_left_a"]).mean() > 0.3
