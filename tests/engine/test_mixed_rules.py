"""Scenarios whose rulesets differ share a batch, and none of them notices."""

import itertools
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engine.agreement import demand_agreement, demand_same
from tests.strategies import MOST_ROUNDS, NUMBERS, SEEDS, STANCES, fighters, rules
from zodiac_sim.engine.batch import play
from zodiac_sim.engine.structure import SHARED, SHARED_MAGIC, BatchRules, structure
from zodiac_sim.rules.model import Ruleset
from zodiac_sim.study.study import Scenario, make_study

DRAWN = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
EVERYTHING = [
    {"do": "recover"},
    {"do": "bind", "when": {"bleeding_at_least": "major"}, "chance": 0.5},
    *({"do": word, "chance": 0.15} for word in ("disarm", "bash", "guard", "parry", "dodge")),
    *({"do": f"stance:{name}", "chance": 0.1} for name in ("offensive", "speed", "neutral")),
    {"do": "attack"},
]
FIGHTERS: dict[str, Any] = {
    "knight": {"hp": 70, "skill": 75, "evade": 20, "luck": 30, "strength": 6, "vitality": 5, "speed": 5, "agility": 8,
               "weapon": {"dice": "2d6"}, "shield": {"evade": 10}, "policy": EVERYTHING},
    "medic": {"hp": 55, "skill": 65, "evade": 15, "luck": 25, "strength": 4, "vitality": 8, "speed": 5, "agility": 12,
              "weapon": {"dice": "1d8"}, "policy": EVERYTHING},
    "boxer": {"hp": 40, "skill": 95, "evade": 0, "luck": 80, "strength": 3, "vitality": 2, "speed": 5, "agility": 12,
              "policy": "attack"},
    "mage": {"hp": 90, "skill": 60, "evade": 5, "luck": 30, "strength": 4, "vitality": 6, "speed": 5, "agility": 9,
             "magic": 5, "spell_lore": 50, "draw": 60, "statuses": {"regen": {"turns": 8}},
             "weapon": {"dice": "1d6", "statuses": {"darkness": {"chance": 60, "turns": 3}}},
             "policy": [{"do": "limit"}, {"do": "cast:holy", "when": {"spells_left": {"holy": 3}}},
                        {"do": "draw_cast", "chance": 0.4}, {"do": "draw:holy", "chance": 0.4}, {"do": "attack"}]},
    "ghoul": {"hp": 90, "skill": 60, "evade": 5, "luck": 30, "strength": 8, "vitality": 7, "speed": 6, "agility": 9,
              "statuses": {"zombie": {}, "berserk": {"turns": 9}},
              "weapon": {"dice": "1d6", "statuses": {"poison": {"chance": 60, "turns": 3, "magic": 4},
                                                     "curse": {"chance": 60, "turns": 3}}}, "policy": "attack"},
}  # fmt: skip
MATCHUPS = [
    {"a": "knight", "b": "medic"},
    {"a": "boxer", "b": "knight"},
    {"a": "boxer", "b": "boxer"},
]
MAGICAL = [{"a": "mage", "b": "ghoul", "draw_source": ["holy", "fire"]}, {"a": "ghoul", "b": "mage", "surprised": "a"}]
DOUBLE = {"criticals": "double", "bleeding": "injury"}
SIMPLE = {"criticals": "simple", "bleeding": "critical"}
COMPLEX = {"criticals": "complex", "bleeding": "critical"}
RAGES = [(STANCES, 100, 100, 100), (STANCES[::-1], 50, 300, 20), (STANCES, 120, 90, 250)]
LEGS = [
    {"die": 1, "rows": [{"rolls": 1, "evade": -15}]},
    {"die": 3, "rows": [{"rolls": [1, 3], "unusable": True}]},
    {"die": 20, "rows": [{"rolls": [1, 9]}, {"rolls": [10, 20], "bleeding": "severe", "speed": 1}]},
]
MIXABLE: dict[str, tuple[dict[str, Any], list[Any]]] = {
    "max_rounds": (COMPLEX, [3, 200, 7]),
    "initiative_die": (COMPLEX, [1, 10, 1000]),
    "min_hit_chance": (COMPLEX, [0, 10, 75]),
    "max_hit_chance": (COMPLEX, [100, 60, 30]),
    "luck_divisor": (COMPLEX, [1, 2, 9]),
    "critical_multiplier": (DOUBLE, [2, 0, 5]),
    "min_damage": (COMPLEX, [0, 1, 8]),
    "unarmed_dice": (COMPLEX, ["1d3", "4d6-2", "2d4"]),
    "simple_table": (
        SIMPLE,
        [{"leg": leg, "arm": {"drop": True, "accuracy_percent": 50}, "torso": {}, "head": {"damage": damage}}
         for leg, damage in [({"evade_percent": 50}, 2), ({"unusable": True}, 2), ({"stun": True}, 9)]],
    ),
    "complex_tables.leg": (COMPLEX, LEGS),
    "bleeding_loss": (COMPLEX, [{"minor": n, "major": 2 * n, "severe": 5 * n} for n in (1, 5, 20)]),
    "injury_thresholds": (DOUBLE, [{"minor": 90, "major": 60}, {"minor": 50, "major": 25}, {"minor": 20, "major": 0}]),
    "ko_bleeds": (DOUBLE, [True, False]),
    "parry_base": (COMPLEX, [-1000, 40, 1000]),
    "dodge": (COMPLEX, ["relative", "flat"]),
    "dodge_bonus": (COMPLEX, [0, 50, 1000]),
    "disarm_chance": (COMPLEX, [0, 60, 100]),
    "guard_damage": (COMPLEX, [0, 50, 300]),
    "bash_damage": (COMPLEX, [0, 25, 300]),
    "bash_stun_chance": (COMPLEX, [0, 60, 100]),
    "stances": (
        COMPLEX,
        [{name: {"damage_dealt": dealt, "damage_taken": taken, "agility": agility} for name in names}
         for names, dealt, taken, agility in RAGES],
    ),
    "agility_drives": (COMPLEX, [["speed", "evade"], [], ["evade"], ["speed"]]),
}  # fmt: skip
OF_MAGIC: dict[str, tuple[dict[str, Any], list[Any]]] = {
    "regen_gain": (COMPLEX, [0, 10, 50]),
    "berserk_factor": (COMPLEX, [0, 2, 5]),
    "darkness": (COMPLEX, ["flat", "relative"]),
    "darkness_penalty": (COMPLEX, [0, 20, 60]),
    "darkness_relative": (COMPLEX | {"darkness": "relative"}, [100, 80, 10]),
    "curse": (COMPLEX, [100, 50, 10]),
    "poison_least": (COMPLEX, [0, 1, 30]),
    "holy_factor": (COMPLEX, [0, 2, 4]),
    "draw_cap": (COMPLEX, [95, 30, 5]),
    "draw_level_cost": (COMPLEX, [0, 10, 2]),
    "draw_cast_initiative": (COMPLEX, [-2, 0, 30]),
    "limit_full": (COMPLEX, [100, 20, 50]),
    "limit_multiplier": (COMPLEX | {"limit_full": 30}, [3, 0, 9]),
}  # fmt: skip
DUELS = 120
UNFOUGHT = {"name", "version", "title", "healing", "zombie_days", "zombie_vitality"}


def variants(base: dict[str, Any], key: str, values: list[Any]) -> list[Scenario]:
    """A few matchups, each under some values of a rule."""
    named = [{"name": str(number), "set": {f"rules.{key}": value}} for number, value in enumerate(values)]
    matchups = MAGICAL if key in OF_MAGIC else MATCHUPS
    study = make_study({"fighters": FIGHTERS, "matchups": matchups, "rules": base, "variants": named})
    return list(study.scenarios)


def alone(scenarios: list[Scenario], seed: int, duels: int) -> list[dict[str, Any]]:
    """What each scenario gives in a batch of its own."""
    return [play([scenario], seed, 0, duels)[0] for scenario in scenarios]


def test_every_key_of_the_rules_is_shared_or_may_differ():
    assert set(Ruleset.model_fields) == {
        *(key.partition(".")[0] for key in MIXABLE | OF_MAGIC),
        *SHARED,
        *SHARED_MAGIC,
        *UNFOUGHT,
    }


@pytest.mark.parametrize("key", MIXABLE | OF_MAGIC)
def test_scenarios_that_differ_in_a_rule_share_a_batch(key: str):
    """Each value changes what happens: if one of them were read for all scenarios, it would show."""
    base, values = (MIXABLE | OF_MAGIC)[key]
    scenarios = variants(base, key, values)
    assert len({structure(scenario) for scenario in scenarios}) == 1
    expected = alone(scenarios, seed=3, duels=DUELS)
    told = [{name: column.tolist() for name, column in block.items()} for block in expected]
    by_value = [told[number :: len(values)] for number in range(len(values))]
    assert all(one != other for one, other in itertools.combinations(by_value, 2)), "a value that changes nothing"
    demand_same(expected, play(scenarios, 3, 0, DUELS), "alone and among other rules")
    demand_same(expected, play(scenarios, 3, 0, DUELS, lanes=400, calm=False), "alone and among other rules, cut small")
    demand_agreement(scenarios, seed=4, first_duel=0, duels=4)


TORSO = {"torso": {}}
NOTHING_BUT_TORSO = {
    "locations": {"die": 1, "rows": [{"rolls": 1, "location": "torso"}], "body": TORSO},
    "simple_table": TORSO,
    "complex_tables": {"torso": {"die": 1, "rows": [{"rolls": 1}]}},
}


@pytest.mark.parametrize(
    "changes",
    [
        {"criticals": "complex"},
        {"bleeding": "none"},
        {"hit_on_equal": False},
        {"bleeding_loss": {"minor": 1, "major": 2, "severe": 3, "mortal": 4}},
        {"injury_thresholds": {"severe": 5}},
        {"stances.rage": {"damage_dealt": 200}},
        NOTHING_BUT_TORSO,
    ],
)
def test_rules_of_another_structure_share_no_batch(changes: dict[str, Any]):
    other = {"name": "other", "set": {f"rules.{key}": value for key, value in changes.items()}}
    study = make_study(
        {"fighters": FIGHTERS, "matchups": MATCHUPS[:1], "rules": SIMPLE, "variants": [{"name": "as it is"}, other]}
    )
    assert len({structure(scenario) for scenario in study.scenarios}) == 2


def test_a_rule_in_which_scenarios_differ_cannot_be_read_for_all():
    rules = BatchRules([scenario.rules for scenario in variants(COMPLEX, "disarm_chance", [0, 60])])
    assert rules.parry_base == 40
    with pytest.raises(AttributeError, match="disarm_chance is no rule that all scenarios of the batch share"):
        rules.disarm_chance  # noqa: B018 - reading it is the test


@st.composite
def rulesets_of_a_kind(draw: st.DrawFn) -> list[Scenario]:
    """A matchup under a few rulesets of one structure."""
    base = draw(rules())
    names = sorted(set(NUMBERS) - {"bleeding_loss", "injury_thresholds"})
    named = []
    for number in range(draw(st.integers(2, 5))):
        keys = draw(st.lists(st.sampled_from(names), max_size=8, unique=True))
        changes = base | {"max_rounds": draw(st.integers(1, MOST_ROUNDS))} | {key: draw(NUMBERS[key]) for key in keys}
        named.append({"name": str(number), "set": {f"rules.{key}": value for key, value in changes.items()}})
    study = make_study(
        {
            "fighters": {"a": draw(fighters()), "b": draw(fighters())},
            "matchups": [{"a": "a", "b": "b"}],
            "variants": named,
        }
    )
    return list(study.scenarios)


@settings(DRAWN, max_examples=30)
@given(rulesets_of_a_kind(), SEEDS, st.sampled_from([1, 7, 1000]), st.booleans())
def test_drawn_rulesets_of_one_structure_share_a_batch(scenarios: list[Scenario], seed: int, lanes: int, calm: bool):
    assert len({structure(scenario) for scenario in scenarios}) == 1
    demand_agreement(scenarios, seed, first_duel=0, duels=8, lanes=lanes, calm=calm)
    together = play(scenarios, seed, 0, 40, lanes=40 * lanes, calm=calm)
    demand_same(alone(scenarios, seed, 40), together, "alone and in a batch")
