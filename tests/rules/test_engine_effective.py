"""R1.1, R2.3, R5.4, R6.5, R6.7, R7.3, R8.1 in the engine: fighters whose wounds, stance and bleeding are chosen."""

from typing import Any

import numpy as np
import pytest

from zodiac_sim.engine.phases.bleeding import bind, ease_everywhere
from zodiac_sim.engine.phases.effective import refresh_moves, refresh_skill
from zodiac_sim.engine.phases.maneuvers import agility
from zodiac_sim.engine.start import fresh_state
from zodiac_sim.engine.state import DODGE, DROPPED, State
from zodiac_sim.engine.tables import Tables, build_tables
from zodiac_sim.study.study import make_study

LEFT_LEG, RIGHT_LEG, LEFT_ARM, RIGHT_ARM, TORSO, HEAD = range(6)
BASE = {"hp": 50, "skill": 75, "evade": 25, "speed": 7, "agility": 11, "policy": [{"do": "dodge"}]}


class Someone:
    """A fighter of the engine whose state a test may set."""

    def __init__(self, stance: str = "neutral", rules: dict[str, Any] | None = None, **changes: Any):
        fighter = BASE | {"stance": stance} | changes
        study = make_study(
            {
                "fighters": {"own": fighter, "foe": BASE},
                "matchups": [{"a": "own", "b": "foe"}],
                "rules": {"criticals": "complex", **(rules or {})},
            }
        )
        self.tables: Tables = build_tables(study.scenarios, 0)
        self.state: State = fresh_state(self.tables)

    def wounded(self, *wounds: tuple[int, int]) -> "Someone":
        """With these rows as the worst of these parts; rows count from 1."""
        for part, row in wounds:
            location = (0, 0, 1, 1, 2, 3)[part]
            first = self.tables.criticals.row_of_roll[location, 0]
            self.state.wounds[0, part] = first + row - 1
        return self

    def with_state(self, **columns: int) -> "Someone":
        for name, value in columns.items():
            getattr(self.state, name)[0] = value
        return self

    def now(self, name: str) -> int:
        refresh_skill(self.state, self.tables, np.array([0]))
        refresh_moves(self.state, self.tables, np.array([0]))
        return int(getattr(self.state, name)[0])


@pytest.mark.parametrize(
    ("wounds", "skill"),
    [
        ((), 75),
        (((RIGHT_ARM, 2),), 75),
        (((RIGHT_ARM, 3),), 60),
        (((LEFT_ARM, 3), (RIGHT_ARM, 3)), 45),
        (((RIGHT_ARM, 4),), 37),
        (((LEFT_ARM, 4), (RIGHT_ARM, 4)), 18),
        (((LEFT_ARM, 4), (RIGHT_ARM, 3)), 22),
        (((RIGHT_ARM, 5),), 75),
    ],
)
def test_r2_3_wounded_arms_halve_first_and_then_take_points(wounds, skill):
    """75 × ½ − 15 is 22; points taken before the half would leave 30."""
    assert Someone().wounded(*wounds).now("skill") == skill


def test_r2_3_skill_is_at_least_0():
    assert Someone(skill=20).wounded((LEFT_ARM, 3), (RIGHT_ARM, 3)).now("skill") == 0
    assert Someone(skill=-100).now("skill") == 0


@pytest.mark.parametrize(
    ("wounds", "evade"),
    [
        ((), 25),
        (((LEFT_LEG, 2),), 25),
        (((LEFT_LEG, 3),), 10),
        (((LEFT_LEG, 4), (RIGHT_LEG, 3)), 0),
        (((LEFT_LEG, 5),), 12),
        (((LEFT_LEG, 5), (RIGHT_LEG, 5)), 6),
        (((LEFT_LEG, 6),), 0),
    ],
)
def test_r2_3_wounded_legs(wounds, evade):
    assert Someone().wounded(*wounds).now("evade") == evade


def test_r2_3_the_shield_counts_while_it_is_held_and_not_with_a_destroyed_leg():
    own = Someone(shield={"evade": 9})
    assert own.now("evade") == 34
    assert own.wounded((LEFT_LEG, 5)).now("evade") == 12 + 9
    assert own.with_state(shield=DROPPED).now("evade") == 12
    assert Someone(shield={"evade": 9}).wounded((RIGHT_LEG, 6)).with_state(cover=DODGE).now("evade") == 0


@pytest.mark.parametrize(
    ("dodge", "stance", "wounds", "evade"),
    [
        ("relative", "neutral", (), 37),
        ("relative", "speed", (), 45),
        ("relative", "speed", ((LEFT_LEG, 5),), 22),
        ("flat", "neutral", (), 75),
        ("flat", "speed", ((LEFT_LEG, 5),), 65),
    ],
)
def test_r7_3_dodge_is_a_factor_or_flat_points(dodge, stance, wounds, evade):
    """25 × 1.2 × 1.5 × ½ is 22.5, rounded down once."""
    own = Someone(stance, rules={"dodge": dodge}).wounded(*wounds).with_state(cover=DODGE)
    assert own.now("evade") == evade


@pytest.mark.parametrize(
    ("speed", "stance", "wounds", "effective"),
    [
        (7, "neutral", (), 7),
        (7, "speed", (), 8),
        (7, "neutral", ((LEFT_LEG, 4),), 3),
        (7, "neutral", ((LEFT_LEG, 4), (RIGHT_LEG, 4)), 1),
        (7, "neutral", ((LEFT_LEG, 4), (RIGHT_LEG, 4), (TORSO, 5)), 0),
        (5, "speed", ((TORSO, 5),), 3),
        (9, "speed", ((LEFT_LEG, 5), (TORSO, 5)), 1),
        (0, "neutral", ((LEFT_LEG, 6),), 1),
    ],
)
def test_r1_1_speed_is_rounded_once_and_speed_1_replaces_it(speed, stance, wounds, effective):
    """5 × 1.2 × ½ is 3; rounding after each factor would give 2."""
    assert Someone(stance, speed=speed).wounded(*wounds).now("speed") == effective


def test_r5_4_wounds_of_other_places_change_nothing():
    own = Someone().wounded((HEAD, 6), (TORSO, 4))
    assert (own.now("skill"), own.now("evade"), own.now("speed")) == (75, 25, 7)


def test_r8_1_agility_drives_what_the_ruleset_names():
    """Speed and Evade unless told otherwise; in a parry it counts always."""
    for drives, evade, speed in (
        (["speed", "evade"], 30, 8),
        (["speed"], 25, 8),
        (["evade"], 30, 7),
        ([], 25, 7),
    ):
        own = Someone("speed", rules={"agility_drives": drives})
        assert (own.now("evade"), own.now("speed")) == (evade, speed)
        assert agility(own.state, own.tables, np.array([0, 1])).tolist() == [13, 11]


def test_r5_2_under_the_simple_method_both_legs_are_one():
    """Agility counts half once, not once a leg."""
    own = Someone(rules={"criticals": "simple"})
    own.state.wounds[0, 0] = 1
    assert (own.now("evade"), own.now("speed")) == (12, 3)


def test_r2_1_chances_of_both_follow_at_once():
    """An arm lowers the own chance, a leg raises the other's."""
    own = Someone().wounded((RIGHT_ARM, 3), (LEFT_LEG, 3))
    assert own.now("skill") == 60
    assert own.state.chance.tolist() == [60 - 25, 75 - 10]


@pytest.mark.parametrize(
    ("levels", "bound"),
    [
        ((0, 1, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0)),
        ((1, 0, 0, 3, 0, 2), (1, 0, 0, 2, 0, 2)),
        ((1, 2, 0, 2, 2, 0), (1, 1, 0, 2, 2, 0)),
        ((3, 3, 3, 3, 3, 3), (2, 3, 3, 3, 3, 3)),
    ],
)
def test_r6_7_the_worst_part_is_bound_and_the_first_among_equals(levels, bound):
    own = Someone(rules={"bleeding": "critical"})
    own.state.levels[0, :6] = levels
    bind(own.state, own.tables, np.array([0]))
    assert own.state.levels[0, :6].tolist() == list(bound)


def test_r6_5_regen_eases_every_part_and_the_loss_follows():
    own = Someone(rules={"bleeding": "critical"})
    own.state.levels[0, :6] = (3, 0, 1, 0, 2, 0)
    own.state.bleeding_percent[0] = 15 + 5 + 10
    own.state.loss[0] = 50 * (15 + 5 + 10) // 100
    ease_everywhere(own.state, own.tables, np.array([0]))
    assert own.state.levels[0, :6].tolist() == [2, 0, 0, 0, 1, 0]
    assert own.state.loss[0] == 50 * (10 + 5) // 100
