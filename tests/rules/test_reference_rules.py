"""The arithmetic of the readable twin, clause by clause, at both sides of each edge; dice are arguments."""

from __future__ import annotations

from collections import Counter

import pytest

from zodiac_sim.engine import reference_rules as rule
from zodiac_sim.rules.checked import Dice
from zodiac_sim.rules.loading import load_ruleset
from zodiac_sim.rules.model import Effect, Ruleset, Stance

RULES = load_ruleset()
NEUTRAL, QUICK = Stance(), Stance(agility=120)
HALF_SPEED, SLOW = Effect(speed_percent=50), Effect(speed=1)


def changed(**values: object) -> Ruleset:
    return RULES.model_copy(update=values)


@pytest.mark.parametrize(
    ("speed", "stance", "wounds", "expected"),
    [
        (7, NEUTRAL, (), 7),
        (7, QUICK, (), 8),
        (7, NEUTRAL, (HALF_SPEED,), 3),
        (7, NEUTRAL, (HALF_SPEED, HALF_SPEED), 1),
        (7, NEUTRAL, (HALF_SPEED, HALF_SPEED, HALF_SPEED), 0),
        (5, QUICK, (HALF_SPEED,), 3),
        (9, QUICK, (SLOW, HALF_SPEED), 1),
        (0, NEUTRAL, (SLOW,), 1),
        (9, NEUTRAL, (Effect(speed=3), SLOW), 1),
    ],
)
def test_r1_1_effective_speed_is_rounded_once_and_speed_1_replaces_it(speed, stance, wounds, expected):
    """5 × 1.2 × ½ is 3; rounding after each factor would give 2."""
    assert rule.effective_speed(speed, stance, wounds, RULES) == expected


def test_r8_1_agility_drives_only_what_the_ruleset_names():
    rules = changed(agility_drives=())
    assert rule.effective_speed(10, QUICK, (), rules) == 10
    assert rule.effective_evade(10, QUICK, (), rules, dodging=False, shield=0) == 10
    assert rule.effective_agility(10, QUICK) == 12


@pytest.mark.parametrize(
    ("skill", "evade", "chance"), [(60, 49, 11), (60, 51, 10), (0, 90, 10), (101, 1, 100), (150, 0, 100)]
)
def test_r2_1_the_chance_stays_within_its_limits(skill, evade, chance):
    assert rule.hit_chance(skill, evade, RULES) == chance


def test_r2_2_whether_the_top_number_hits_is_a_switch():
    assert [rule.top_of_hits(60, changed(hit_on_equal=on)) for on in (True, False)] == [60, 59]


@pytest.mark.parametrize(
    ("skill", "wounds", "expected"),
    [
        (81, (), 81),
        (81, (Effect(accuracy_percent=50),), 40),
        (81, (Effect(accuracy_percent=50), Effect(accuracy_percent=50)), 20),
        (81, (Effect(accuracy=-15), Effect(accuracy_percent=50)), 25),
        (20, (Effect(accuracy=-15), Effect(accuracy=-15)), 0),
        (-100, (), 0),
    ],
)
def test_r2_3_skill_takes_percentages_first_then_flat_penalties(skill, wounds, expected):
    assert rule.effective_skill(skill, wounds) == expected


@pytest.mark.parametrize(
    ("dodge", "dodging", "wounds", "expected"),
    [
        ("relative", False, (), 32),
        ("relative", True, (), 44),
        ("flat", True, (), 82),
        ("relative", True, (Effect(evade_percent=50),), 27),
        ("relative", False, (Effect(evade=-15), Effect(evade=-15)), 2),
        ("relative", False, (Effect(evade=-15), Effect(evade=-15), Effect(evade=-15)), 0),
        ("relative", True, (Effect(evade_zero=True),), 0),
        ("flat", True, (Effect(evade_zero=True),), 0),
    ],
)
def test_r2_3_evade_is_rounded_once_before_the_shield(dodge, dodging, wounds, expected):
    """Evade 19 in the speed stance behind a shield of 10: 22 + 10, with Dodge 34 + 10."""
    rules = changed(dodge=dodge)
    assert rule.effective_evade(19, QUICK, wounds, rules, dodging=dodging, shield=10) == expected


@pytest.mark.parametrize(
    ("chance", "luck", "on_equal", "lowest"),
    [
        (60, 9, True, 56),
        (70, 6, True, 68),
        (60, 0, True, 61),
        (60, 1, True, 60),
        (60, 9, False, 55),
        (10, 255, True, -117),
    ],
)
def test_r3_1_the_top_half_luck_numbers_are_critical(chance, luck, on_equal, lowest):
    """The two worked examples: 56 to 60 for 60 % and Luck 9, 68 to 70 for 70 % and Luck 6."""
    assert rule.critical_from(chance, luck, changed(hit_on_equal=on_equal)) == lowest


@pytest.mark.parametrize(
    ("dice", "faces", "expected"), [((2, 6, 1), (3, 4), 8), ((1, 4, -3), (2,), 0), ((1, 4, -3), (4,), 1)]
)
def test_r4_1_a_weapon_rolls_at_least_0(dice, faces, expected):
    assert rule.dice_roll(Dice(*dice), faces) == expected


def test_r4_5_the_worked_example_deals_17():
    raw = rule.dice_roll(Dice(1, 8), (5,)) + 6
    assert rule.damage_dealt(raw, NEUTRAL, 2, 5, RULES) == 17


@pytest.mark.parametrize(
    ("raw", "percent", "multiplier", "vitality", "expected"),
    [(11, 120, 1, 5, 8), (13, 120, 2, 5, 26), (11, 80, 1, 5, 3), (5, 100, 1, 5, 1), (0, 100, 3, 9, 1)],
)
def test_r4_3_stance_and_multiplier_share_one_floor_before_vitality(raw, percent, multiplier, vitality, expected):
    """13 × 1.2 × 2 is 31.2; rounding before doubling would give 30, doubling after Vitality 20."""
    assert rule.damage_dealt(raw, Stance(damage_dealt=percent), multiplier, vitality, RULES) == expected


@pytest.mark.parametrize(
    ("dealt", "percent", "guarding", "bash", "expected"),
    [
        (17, 100, False, False, 17),
        (17, 100, True, False, 8),
        (17, 120, True, False, 10),
        (17, 100, False, True, 4),
        (17, 120, True, True, 2),
        (27, 110, True, True, 3),
        (1, 80, True, True, 1),
    ],
)
def test_r4_4_guard_bash_and_stance_share_one_floor_and_leave_1(dealt, percent, guarding, bash, expected):
    """27 × 1.1 × ½ × ¼ is 3.7."""
    taken = rule.damage_taken(dealt, Stance(damage_taken=percent), RULES, guarding=guarding, bash=bash)
    assert taken == expected


def test_r5_1_each_place_stands_for_its_numbers():
    places = Counter(rule.row_of(RULES.locations.rows, roll)[1].location for roll in range(1, 13))
    assert places == {"leg": 4, "torso": 4, "arm": 3, "head": 1}


def test_r5_3_rows_rise_with_the_roll():
    rows = [rule.row_of(RULES.complex_tables["leg"].rows, roll)[0] for roll in range(1, 13)]
    assert rows == [1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6]


@pytest.mark.parametrize(
    ("levels", "max_hp", "loss"),
    [((0, 0), 100, 0), ((1,), 83, 4), ((2, 2), 83, 16), ((1, 2, 3), 100, 30), ((1,), 19, 1), ((1,), 1, 1)],
)
def test_r6_3_places_add_up_and_r6_5_takes_at_least_1(levels, max_hp, loss):
    """Two major wounds lose 20 % at once, not twice a rounded 10 %."""
    assert rule.bleeding_loss(levels, max_hp, RULES) == loss


@pytest.mark.parametrize(("max_hp", "percent", "gain"), [(83, 10, 8), (9, 10, 1), (100, 0, 1)])
def test_r6_5_regen_gains_at_least_1(max_hp, percent, gain):
    assert rule.regen_gain(max_hp, changed(regen_gain=percent)) == gain


@pytest.mark.parametrize(
    ("hp", "gain", "loss", "expected"),
    [
        (50, 0, 10, (40, 10, 0)),
        (50, 10, 5, (55, 5, 10)),
        (98, 10, 5, (100, 5, 7)),
        (100, 10, 5, (100, 5, 5)),
        (3, 0, 10, (0, 3, 0)),
        (3, 5, 10, (0, 8, 5)),
        (3, 7, 10, (0, 10, 7)),
    ],
)
def test_r6_5_the_account_of_an_end_of_turn_balances(hp, gain, loss, expected):
    """HP, loss and healing recorded, out of 100; the gain is not cut before the loss is taken."""
    after, lost, healed = expected
    settled = rule.settle(hp, gain, (loss, 0), 100)
    assert (settled.hp, sum(settled.lost), settled.healed) == expected
    assert hp + healed - lost == after


@pytest.mark.parametrize(
    ("level", "before", "after", "expected"),
    [
        (0, 51, 50, 1),
        (0, 52, 51, 0),
        (0, 50, 40, 0),
        (0, 26, 25, 2),
        (1, 26, 25, 2),
        (0, 80, 20, 2),
        (0, 25, 10, 0),
        (0, 51, 0, 2),
        (2, 25, 26, 1),
        (2, 25, 51, 0),
        (1, 50, 51, 0),
        (1, 45, 50, 1),
        (0, 20, 40, 0),
        (2, 20, 25, 2),
    ],
)
def test_r6_2_only_crossing_a_mark_changes_bleeding(level, before, after, expected):
    """Out of 100 HP: the marks are 50 and 25, and reaching one counts as below."""
    assert rule.injury_level(level, before, after, 100, RULES) == expected


@pytest.mark.parametrize(("after", "expected"), [(39, 0), (38, 1), (20, 1), (19, 2)])
def test_r6_2_marks_are_exact_for_odd_hp(after, expected):
    """Half of 77 is 38.5, a quarter 19.25."""
    assert rule.injury_level(0, 77, after, 77, RULES) == expected


@pytest.mark.parametrize(("own", "attacker", "chance"), [(9, 6, 43), (0, 0, 40), (0, 41, 0), (80, 0, 100), (10, 49, 1)])
def test_r7_2_the_parry_chance_stays_within_0_and_100(own, attacker, chance):
    assert rule.parry_chance(own, attacker, RULES) == chance
