"""The engine's rules as functions of arrays and chosen dice, clause by clause, at both sides of each edge."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.strategies import ZODIAC
from zodiac_sim.engine.phases.bleeding import bleeding_loss, injury_level
from zodiac_sim.engine.phases.damage import damage_dealt, damage_roll, damage_taken
from zodiac_sim.engine.phases.initiative import groups
from zodiac_sim.engine.phases.maneuvers import parry_chance
from zodiac_sim.engine.phases.to_hit import hit_chance, is_critical, lands
from zodiac_sim.rules.model import Ruleset


def array(*values: int) -> NDArray[Any]:
    return np.array(values, np.int64)


def changed(**values: object) -> Ruleset:
    return ZODIAC.model_copy(update=values)


@pytest.mark.parametrize(
    ("totals", "acted_before"),
    [((9, 8), (0, 1)), ((8, 9), (1, 0)), ((9, 9), (0, 0)), ((-1, -2, 5, 5, 3, 4), (0, 1, 0, 0, 1, 0))],
)
def test_r1_1_the_higher_total_acts_first_and_r1_2_equal_ones_together(totals, acted_before):
    assert groups(array(*totals)).tolist() == list(acted_before)


@pytest.mark.parametrize(
    ("skill", "evade", "chance"),
    [
        (70, 10, 60),
        (21, 10, 11),
        (20, 10, 10),
        (19, 10, 10),
        (0, 255, 10),
        (110, 10, 100),
        (111, 10, 100),
        (500, 0, 100),
    ],
)
def test_r2_1_the_chance_stays_within_its_limits(skill, evade, chance):
    assert hit_chance(array(skill), array(evade), ZODIAC)[0] == chance


def test_r2_1_both_limits_are_the_rulesets():
    rules = changed(min_hit_chance=0, max_hit_chance=95)
    assert hit_chance(array(5, 200), array(9, 0), rules).tolist() == [0, 95]


@pytest.mark.parametrize(("on_equal", "highest"), [(True, 60), (False, 59)])
def test_r2_2_a_roll_up_to_the_chance_hits(on_equal, highest):
    """60 hits at a chance of 60, as in the examples of the core rules, unless the ruleset says otherwise."""
    d100 = np.arange(1, 101)
    hits = lands(d100, np.full(100, 60), changed(hit_on_equal=on_equal))
    assert d100[hits].tolist() == list(range(1, highest + 1))


@pytest.mark.parametrize(
    ("chance", "width", "on_equal", "lowest"),
    [
        (60, 5, True, 56),
        (70, 3, True, 68),
        (60, 5, False, 55),
        (100, 1, True, 100),
        (10, 0, True, 11),
        (10, 128, True, 1),
    ],
)
def test_r3_1_the_top_numbers_of_the_hits_are_critical(chance, width, on_equal, lowest):
    rules = changed(hit_on_equal=on_equal)
    d100 = np.arange(1, 101)
    hits = lands(d100, np.full(100, chance), rules)
    critical = hits & is_critical(d100, np.full(100, chance), np.full(100, width), rules)
    assert d100[critical].tolist() == [number for number in d100[hits].tolist() if number >= lowest]


@pytest.mark.parametrize(("dice", "plus", "roll"), [(5, 0, 5), (5, 3, 8), (5, -4, 1), (5, -5, 0), (5, -6, 0)])
def test_r4_1_a_damage_roll_is_at_least_0(dice, plus, roll):
    assert damage_roll(array(dice), array(plus))[0] == roll


def test_r4_5_the_worked_example_deals_17():
    """Blade 5, Strength 6, doubled, against Vitality 5."""
    raw = (damage_roll(array(5), array(0)) + 6) * ZODIAC.critical_multiplier
    assert damage_dealt(raw, None, array(5), ZODIAC.min_damage)[0] == 17


@pytest.mark.parametrize(
    ("raw", "stance", "vitality", "dealt"),
    [
        (11, 120, 5, 8),
        (11, 80, 5, 3),
        (14, 90, 0, 12),
        (9, 100, 8, 1),
        (9, 100, 9, 1),
        (9, 100, 200, 1),
        (0, 100, 0, 1),
    ],
)
def test_r4_3_the_stance_comes_before_vitality_and_1_is_left(raw, stance, vitality, dealt):
    assert damage_dealt(array(raw), array(stance), array(vitality), ZODIAC.min_damage)[0] == dealt


def test_r4_3_multiplier_and_stance_share_one_floor():
    """13 × 1.2 is 15.6: rounded before the doubling it would deal 30, not 31."""
    assert damage_dealt(array(13) * 2, array(120), array(0), ZODIAC.min_damage)[0] == 31


def test_r4_3_the_least_damage_is_the_rulesets():
    assert damage_dealt(array(1, 1), None, array(9, 0), 0).tolist() == [0, 1]


@pytest.mark.parametrize(
    ("dealt", "stance", "guard", "bash", "taken"),
    [
        (17, 100, 100, 100, 17),
        (17, 120, 100, 100, 20),
        (17, 100, 50, 100, 8),
        (17, 100, 100, 25, 4),
        (17, 110, 50, 25, 2),
        (9, 120, 50, 100, 5),
        (7, 100, 50, 25, 1),
        (1, 80, 50, 25, 1),
    ],
)
def test_r4_4_stance_guard_and_bash_share_one_floor_and_1_is_left(dealt, stance, guard, bash, taken):
    """9 × ½ × 1.2 is 5.4; half of 9 rounded first would leave 4."""
    assert damage_taken(array(dealt), ZODIAC, array(stance), array(guard), array(bash))[0] == taken


def test_r4_4_what_does_not_apply_changes_nothing():
    assert damage_taken(array(11), ZODIAC, None, None)[0] == 11
    assert damage_taken(array(11), ZODIAC, None, array(50))[0] == 5


@pytest.mark.parametrize(
    ("percent", "max_hp", "loss"),
    [
        (0, 60, 0),
        (5, 60, 3),
        (5, 59, 2),
        (5, 20, 1),
        (5, 19, 1),
        (5, 1, 1),
        (20, 77, 15),
        (90, 30_000, 27_000),
        (180, 9, 16),
    ],
)
def test_r6_1_r6_5_the_loss_is_rounded_down_once_and_at_least_1(percent, max_hp, loss):
    """Two majors on 77 HP take 15 together, not twice 7."""
    assert bleeding_loss(array(percent), array(max_hp))[0] == loss


THRESHOLDS = ((30,), (15,))  # half and quarter of 60 HP
MINOR, MAJOR = 1, 2


@pytest.mark.parametrize(
    ("level", "before", "after", "expected"),
    [
        (0, 60, 31, 0),
        (0, 31, 30, MINOR),
        (0, 60, 16, MINOR),
        (0, 60, 15, MAJOR),
        (0, 30, 16, 0),  # what was bound is not reopened by losing more HP
        (0, 16, 15, MAJOR),
        (0, 15, 3, 0),
        (MAJOR, 15, 3, MAJOR),
        (MINOR, 15, 3, MINOR),
        (MAJOR, 15, 16, MINOR),
        (MAJOR, 15, 15, MAJOR),
        (MINOR, 15, 16, MINOR),
        (0, 15, 16, 0),
        (MINOR, 30, 31, 0),
        (MAJOR, 10, 40, 0),
        (MINOR, 29, 30, MINOR),
        (MAJOR, 20, 12, MAJOR),
        (0, 5, 0, 0),
        (0, 20, 0, MAJOR),
    ],
)
def test_r6_2_only_crossing_a_threshold_counts(level, before, after, expected):
    found = injury_level(array(level), array(before), array(after), array(*THRESHOLDS), (MINOR, MAJOR), True)
    assert found[0] == expected


@pytest.mark.parametrize(("ko_bleeds", "expected"), [(True, MAJOR), (False, 0)])
def test_r6_2_whether_the_felling_blow_crosses_is_a_switch(ko_bleeds, expected):
    found = injury_level(array(0), array(60), array(0), array(*THRESHOLDS), (MINOR, MAJOR), ko_bleeds)
    assert found[0] == expected


def test_r6_2_a_single_threshold_may_start_the_worst_level():
    """House rule: nothing but severe bleeding at a tenth of the HP; above it the wound closes at once."""
    severe = 3
    falls = injury_level(array(0, 0), array(20, 20), array(6, 7), array((6, 6)), (severe,), True)
    heals = injury_level(array(severe), array(6), array(7), array((6,)), (severe,), True)
    assert (falls.tolist(), heals.tolist()) == ([severe, 0], [0])


@pytest.mark.parametrize(
    ("defender", "attacker", "chance"),
    [(8, 8, 40), (9, 8, 41), (0, 39, 1), (0, 40, 0), (0, 41, 0), (100, 41, 99), (100, 40, 100), (100, 39, 100)],
)
def test_r7_2_the_parry_chance_stays_within_0_and_100(defender, attacker, chance):
    assert parry_chance(array(defender), array(attacker), ZODIAC)[0] == chance
