"""Numbers at the far ends of what a study may ask for: narrow columns and shortcuts of the engine must not show."""

from typing import Any

import pytest

from tests.engine.agreement import demand_agreement
from zodiac_sim.study.study import make_study

RAGE = {"damage_dealt": 1000, "damage_taken": 1000, "agility": 1000}
FINE_ROWS = [{"rolls": number, "evade": -(number % 5), "accuracy": -(number % 7)} for number in range(1, 101)]
FINE_TABLES = {location: {"die": 100, "rows": FINE_ROWS} for location in ("leg", "arm", "torso", "head")}
MANY_TAILS = {
    "bleeding_loss": {"minor": 1},
    "injury_thresholds": {},
    "locations": {
        "die": 1,
        "rows": [{"rolls": 1, "location": "tail"}],
        "body": {"tail": {"sides": [str(number) for number in range(300)]}},
    },
    "simple_table": {"tail": {}},
    "complex_tables": {"tail": {"die": 1, "rows": [{"rolls": 1, "bleeding": "minor", "speed_percent": 100}]}},
}
BOLD: dict[str, Any] = {"hp": 30_000, "skill": 70, "evade": 20, "luck": 60, "strength": 5, "weapon": {"dice": "1d8"}}
ENDS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a blow of more than 16 bits": ({"hp": 99, "weapon": {"dice": "80d1000"}}, {}),
    "a blow of more than 16 bits by injury": ({"hp": 20_000, "weapon": {"dice": "66d1000"}}, {"bleeding": "injury"}),
    "a blow and a loss of more than 16 bits": (
        {"weapon": {"dice": "28d1000"}, "luck": 200},
        {"criticals": "complex", "bleeding": "critical", "bleeding_loss": {"minor": 98, "major": 99, "severe": 100}},
    ),
    "the largest blow of all": (
        {"luck": 255, "strength": 255, "stance": "rage", "weapon": {"dice": "100d1000+1000"}},
        {"critical_multiplier": 100, "stances.rage": RAGE},
    ),
    "a blow in a stance just within 32 bits": (
        {"stance": "rage", "weapon": {"dice": "2d1000"}},
        {"stances.rage": RAGE},
    ),
    "a blow that is always 0": ({"weapon": {"dice": "1d6-1000", "kind": "ranged"}}, {"min_damage": 0}),
    "tables of four hundred rows": ({"hp": 3000}, {"criticals": "complex", "complex_tables": FINE_TABLES}),
    "three hundred parts": ({"hp": 3000}, {"criticals": "complex", "bleeding": "critical", **MANY_TAILS}),
    "two thousand rounds": ({"statuses": {"regen": {}}}, {"max_rounds": 2000, "criticals": "complex"}),
    "a Limit of the largest blow": (
        {"luck": 255, "strength": 255, "stance": "rage", "weapon": {"dice": "100d1000+1000"},
         "statuses": {"berserk": {}}, "policy": [{"do": "limit"}]},
        {"critical_multiplier": 100, "stances.rage": RAGE, "limit_multiplier": 100, "berserk_factor": 100,
         "limit_full": 0},
    ),
    "the longest and worst poison": (
        {"statuses": {"poison": {"magic": 255}, "regen": {}}, "weapon": {"dice": "1d4-1000"}},
        {"poison_dice": "100d3", "poison_least": 1000, "regen_gain": 100, "max_rounds": 40},
    ),
    "the most spells that can be drawn": (
        {"draw": 500, "gf_bonus": 500, "policy": [{"do": "draw"}], "hp": 3000},
        {"draw_dice": "100d1000+1000", "draw_cap": 100, "max_rounds": 40},
    ),
    "surprise and haste at the ends": (
        {"hp": 300, "stance": "rage", "speed": 255, "draw": 500, "policy": [{"do": "draw_cast:fire"}]},
        {"initiative_die": 1000, "draw_cast_initiative": -1000, "stances.rage": RAGE},
    ),
    "the largest harm": (
        {"magic": 255, "mp": 30_000, "spells": ["fira"], "stance": "rage", "statuses": {"zombie": {}},
         "policy": [{"do": "cast:fira"}]},
        {"spells.fira": {"kind": "harm", "dice": "100d1000+1000", "element": "holy"}, "holy_factor": 100,
         "stances.rage": RAGE},
    ),
    "agility beyond the d100": (
        {"hp": 300, "stance": "rage", "evade": 255, "agility": 255, "speed": 255, "policy": [{"do": "dodge"}]},
        {"dodge_bonus": 1000, "stances.rage": RAGE},
    ),
}  # fmt: skip


@pytest.mark.parametrize("end", ENDS)
def test_engine_and_twin_agree_at_the_far_ends(end: str):
    changes, rules = ENDS[end]
    attacker = BOLD | {"policy": "attack", "speed": 3}
    study = make_study(
        {
            "fighters": {"a": BOLD | changes, "b": BOLD | changes | {"policy": "attack"}, "c": attacker},
            "matchups": [
                {"a": "a", "b": "b"},
                {"a": "a", "b": "c"},
                {"a": "b", "b": "a", "surprised": "b", "draw_source": ["fire"]},
            ],
            "variants": [{"name": end, "set": {f"rules.{key}": value for key, value in rules.items()}}],
        }
    )
    demand_agreement(study.scenarios, seed=1, first_duel=0, duels=20 if "thousand rounds" in end else 50)
