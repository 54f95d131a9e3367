"""The fast engine against the readable twin, duel by duel on the same dice."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engine.agreement import demand_agreement
from tests.strategies import SEEDS, scenarios, studies
from zodiac_sim.study.study import Scenario, Study

DRAWN = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
FIRST_DUELS = st.sampled_from([0, 1, 10**6, 10**12])
LANES = st.sampled_from([1, 7, 1000])


@settings(DRAWN, max_examples=200)
@given(studies(), SEEDS, FIRST_DUELS, LANES)
def test_engine_and_twin_agree_on_every_field_of_every_duel(study: Study, seed: int, first_duel: int, lanes: int):
    """Whoever misread a clause, they differ: neither shares code with the other."""
    demand_agreement(study.scenarios, seed, first_duel, duels=24, lanes=lanes)


@settings(DRAWN, max_examples=200)
@given(studies(most_matchups=2, magic=True), SEEDS, FIRST_DUELS, LANES)
def test_engine_and_twin_agree_where_everything_of_the_rules_mixes(
    study: Study, seed: int, first_duel: int, lanes: int
):
    """Surprise, statuses, spells, items, Draw and Limits beside all of the above (R9)."""
    demand_agreement(study.scenarios, seed, first_duel, duels=12, lanes=lanes)


@pytest.mark.verify
@settings(DRAWN, max_examples=200)
@given(scenarios(), SEEDS)
def test_engine_and_twin_agree_for_long(scenario: Scenario, seed: int):
    """Five hundred duels of a scenario reach what a few do not: rare rows, long chains of events."""
    demand_agreement([scenario], seed, first_duel=0, duels=500)


@pytest.mark.verify
@settings(DRAWN, max_examples=200)
@given(scenarios(magic=True), SEEDS)
def test_engine_and_twin_agree_for_long_where_everything_mixes(scenario: Scenario, seed: int):
    """Likewise with what R9 adds."""
    demand_agreement([scenario], seed, first_duel=0, duels=200)
