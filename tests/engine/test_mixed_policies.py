"""Policies that differ only in numbers are read as one, and each fighter still follows his own."""

import itertools
from typing import Any

import pytest

from tests.engine.agreement import demand_agreement, demand_same
from zodiac_sim.engine.batch import play
from zodiac_sim.engine.tables import build_tables
from zodiac_sim.study.study import Scenario, make_study

DUELS = 200
OTHER: dict[str, Any] = {
    "hp": 90,
    "skill": 70,
    "luck": 30,
    "strength": 5,
    "weapon": {"dice": "1d8"},
    "policy": "attack",
}
OWN = OTHER | {"hp": 50, "skill": 60}
LINES: dict[str, list[dict[str, Any]]] = {
    "chance": [{"do": "guard", "chance": chance} for chance in (0.1, 0.9, 0)],
    "hp_below": [{"do": "guard", "when": {"hp_below": share}} for share in (0.9, 0.5, 0.333)],
    "opponent_hp_below": [{"do": "bash", "when": {"opponent_hp_below": share}} for share in (0.9, 0.5, 0.333)],
    "round_at_least": [{"do": "parry", "when": {"round_at_least": number}, "chance": 0.5} for number in (2, 5, 9)],
    "all": [
        {"do": "dodge", "chance": share, "when": {"hp_below": 1 - share / 2, "round_at_least": 2}}
        for share in (0.25, 0.5, 0.75)
    ],
}


def scenarios(lines: list[dict[str, Any]], before: int) -> list[Scenario]:
    """A duel under some values of a line of a's policy, which stands after lines that are never taken."""
    policies = [[{"do": "guard", "chance": 0}] * before + [line, {"do": "attack"}] for line in lines]
    return list(
        make_study(
            {
                "fighters": {"own": OWN, "other": OTHER},
                "matchups": [{"a": "own", "b": "other"}, {"a": "other", "b": "own"}],
                "rules": {"criticals": "complex", "bleeding": "critical"},
                "grid": {"fighters.own.policy": policies},
            }
        ).scenarios
    )


@pytest.mark.parametrize("before", [0, 5])
@pytest.mark.parametrize("number", LINES)
def test_each_fighter_follows_the_numbers_of_his_own_policy(number: str, before: int):
    """``before`` puts the line among those whose chances are rolled ahead for everyone, or after them."""
    own = scenarios(LINES[number], before)
    assert len(build_tables(own, 0).policies.programs) == 2, "that of one fighter and that of the other"
    expected = [play([scenario], 5, 0, DUELS)[0] for scenario in own]
    told = [{name: column.tolist() for name, column in block.items()} for block in expected]
    assert all(one != other for one, other in itertools.combinations(told[: len(LINES[number])], 2)), "nothing changes"
    demand_same(expected, play(own, 5, 0, DUELS), "alone and among other policies")
    demand_agreement(own, seed=6, first_duel=0, duels=5)


def test_a_certain_line_ends_a_policy_whatever_the_others_leave_to_chance():
    own = scenarios([{"do": "guard", "chance": chance} for chance in (1, 0.5)], 0)
    demand_same([play([scenario], 5, 0, DUELS)[0] for scenario in own], play(own, 5, 0, DUELS), "alone and together")
    demand_agreement(own, seed=6, first_duel=0, duels=5)
