"""R2 and R3 counted out: every number of the d100, for every skill, at the edges of Evade and Luck."""

from typing import Any

import numpy as np
import pytest

from tests.strategies import ZODIAC
from zodiac_sim.engine import reference_rules
from zodiac_sim.engine.batch import play
from zodiac_sim.engine.phases.to_hit import hit_chance, is_critical, lands
from zodiac_sim.engine.start import fresh_state
from zodiac_sim.engine.state import State
from zodiac_sim.engine.tables import build_tables
from zodiac_sim.rules.model import Ruleset
from zodiac_sim.study.study import Scenario, make_study

SKILLS = range(-20, 151)
EVADES = (0, 1, 2, 50, 51, 140, 255)
LUCKS = (0, 1, 2, 3, 9, 10, 19, 20, 199, 200, 255)
READINGS = (
    {"hit_on_equal": True},
    {"hit_on_equal": False},
    {"luck_divisor": 3},
    {"min_hit_chance": 0, "max_hit_chance": 95},
)


def counted_by_hand(skill: int, evade: int, luck: int, reading: dict[str, Any]) -> tuple[int, int]:
    """How many of the hundred numbers hit, and how many are critical, one number after the other."""
    chance = max(skill, 0) - evade
    chance = min(max(chance, reading.get("min_hit_chance", 10)), reading.get("max_hit_chance", 100))
    highest = chance if reading.get("hit_on_equal", True) else chance - 1
    divisor = reading.get("luck_divisor", 2)
    lucky_numbers = luck // divisor + (1 if luck % divisor else 0)
    hits = [number for number in range(1, 101) if number <= highest]
    return len(hits), len([number for number in hits if number > highest - lucky_numbers])


def duels(reading: dict[str, Any], evade: int, luck: int) -> list[Scenario]:
    """One duel for each skill of side a, under a reading of the rules."""
    attackers = {f"skill {skill}": {"hp": 9, "skill": skill, "luck": luck} for skill in SKILLS}
    study = make_study(
        {
            "fighters": {**attackers, "target": {"hp": 9, "skill": 50, "evade": evade}},
            "matchups": [{"a": name, "b": "target"} for name in attackers],
            "variants": [{"name": "read so", "set": {f"rules.{key}": value for key, value in reading.items()}}],
        }
    )
    return list(study.scenarios)


def counts(state: State, rules: Ruleset) -> tuple[np.ndarray, np.ndarray]:
    """Numbers that hit and that are critical, for side a of each lane, of all that a d100 can show."""
    d100 = np.tile(np.arange(1, 101, dtype=np.int16), (state.lanes, 1))
    skill, evade, width = (np.repeat(column[:, None], 100, axis=1) for column in (
        state.skill[0::2], state.evade[1::2], state.critical_width[0::2]
    ))  # fmt: skip
    chance = hit_chance(skill, evade, rules)
    hits = lands(d100, chance, rules)
    return hits.sum(axis=1), (hits & is_critical(d100, chance, width, rules)).sum(axis=1)


@pytest.mark.parametrize("reading", READINGS, ids=str)
def test_r2_r3_hit_and_critical_numbers_of_every_skill(reading: dict[str, Any]):
    """No chance of the d100 is off by one, from the fighter's sheet to the count; neither in the twin."""
    for evade, luck in [(evade, luck) for evade in EVADES for luck in LUCKS]:
        scenarios = duels(reading, evade, luck)
        rules = scenarios[0].rules
        expected = [counted_by_hand(skill, evade, luck, reading) for skill in SKILLS]
        hits, criticals = counts(fresh_state(build_tables(scenarios, seed=0)), rules)
        assert list(zip(hits.tolist(), criticals.tolist(), strict=True)) == expected
        assert [twin_counts(skill, evade, luck, rules) for skill in SKILLS] == expected


def twin_counts(skill: int, evade: int, luck: int, rules: Ruleset) -> tuple[int, int]:
    chance = reference_rules.hit_chance(reference_rules.effective_skill(skill, ()), evade, rules)
    top, lowest = reference_rules.top_of_hits(chance, rules), reference_rules.critical_from(chance, luck, rules)
    return top, len(range(max(lowest, 1), top + 1))


def test_r3_1_the_numbers_of_the_source():
    """60 % with Luck 9 is critical on 56 to 60, 70 % with Luck 6 on 68 to 70."""
    d100 = np.arange(1, 101)
    for chance, luck, first in ((60, 9, 56), (70, 6, 68)):
        width = np.full(100, -(-luck // ZODIAC.luck_divisor))
        critical = lands(d100, np.full(100, chance), ZODIAC) & is_critical(d100, np.full(100, chance), width, ZODIAC)
        assert d100[critical].tolist() == list(range(first, chance + 1))


def test_r2_1_no_skill_is_too_high_and_no_evade_too_deep():
    """At the ends of what a fighter may have, the least and the highest chance are met in play."""
    sure = {"hp": 30_000, "skill": 500, "weapon": {"dice": "1d1"}}
    hopeless = {"hp": 30_000, "skill": -100, "evade": 255, "weapon": {"dice": "1d1"}}
    study = make_study(
        {
            "fighters": {"sure": sure, "hopeless": hopeless},
            "matchups": [{"a": "sure", "b": "sure"}, {"a": "hopeless", "b": "sure"}],
            "rules": {"max_rounds": 20, "min_hit_chance": 0},
        }
    )
    mutual, vain = play(study.scenarios, seed=0, first_duel=0, duels=200)
    assert (mutual["hits_a"] == 20).all()
    assert (vain["hits_a"] == 0).all()
