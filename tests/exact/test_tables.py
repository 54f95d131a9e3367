"""R5: every row of every table, written down here a second time, is reached exactly as often as its dice say."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy import stats

from tests.strategies import ZODIAC
from zodiac_sim.engine.batch import play
from zodiac_sim.engine.effects import build_critical_tables
from zodiac_sim.engine.structure import BatchRules
from zodiac_sim.rules.model import Effect, Ruleset
from zodiac_sim.study.study import make_study

FALSE_ALARM = 1e-7  # of each chi-square below, had its seed been drawn afresh; there are eight

MINOR, MAJOR, SEVERE = ({"bleeding": level} for level in ("minor", "major", "severe"))
STUN, DROP = {"stun": True}, {"drop": True}
TWICE, THRICE = {"damage": 2}, {"damage": 3}
HALF_SPEED, SPEED_1 = {"speed_percent": 50}, {"speed": 1}

LOCATION = {"leg": 4, "torso": 4, "arm": 3, "head": 1}  # numbers of the d12
SIDES = {"leg": 2, "torso": 1, "arm": 2, "head": 1}
COMPLEX: dict[str, list[tuple[int, dict[str, Any]]]] = {  # numbers of the second d12, effect
    "leg": [
        (1, {}),
        (2, MINOR),
        (3, MINOR | {"evade": -15}),
        (3, MAJOR | {"evade": -15} | HALF_SPEED),
        (2, MAJOR | {"evade_percent": 50} | SPEED_1),
        (1, SEVERE | {"evade_zero": True, "unusable": True} | SPEED_1),
    ],
    "arm": [
        (3, {}),
        (3, DROP),
        (3, DROP | MINOR | {"accuracy": -15}),
        (2, MAJOR | {"accuracy_percent": 50}),
        (1, SEVERE | {"unusable": True}),
    ],
    "torso": [
        (2, STUN),
        (3, MINOR | STUN),
        (4, TWICE | MINOR),
        (2, TWICE | MAJOR),
        (1, THRICE | SEVERE | HALF_SPEED),
    ],
    "head": [
        (1, STUN),
        (2, STUN | MINOR),
        (2, TWICE | MINOR),
        (4, THRICE | MAJOR),
        (2, THRICE | SEVERE),
        (1, {"unconscious": True}),
    ],
}
SIMPLE = {"leg": {"evade_percent": 50} | HALF_SPEED, "arm": DROP, "torso": TWICE, "head": THRICE}


def under(method: str, **changes: Any) -> Ruleset:
    return ZODIAC.model_copy(update={"criticals": method, **changes})


def test_r5_3_the_packaged_tables_are_those_of_the_rules():
    for location, rows in COMPLEX.items():
        table = ZODIAC.complex_tables[location]
        found = [(row.rolls[1] - row.rolls[0] + 1, Effect(**row.model_dump(exclude={"rolls"}))) for row in table.rows]
        assert (table.die, found) == (12, [(numbers, Effect(**effect)) for numbers, effect in rows])
    assert dict(ZODIAC.simple_table) == {location: Effect(**effect) for location, effect in SIMPLE.items()}
    assert Counter(
        row.location for row in ZODIAC.locations.rows for _ in range(row.rolls[0], row.rolls[1] + 1)
    ) == Counter(LOCATION)


def parts(method: str) -> list[tuple[str, int]]:
    """Location and side of each part of the body, in the order of R5.4."""
    body = ("leg", "arm", "torso", "head")
    return [(name, side) for name in body for side in range(SIDES[name] if method == "complex" else 1)]


@pytest.mark.parametrize("method", ["simple", "complex"])
def test_r5_1_r5_3_every_combination_of_dice_reaches_its_row(method: str):
    """All dice of a critical, counted out: no row of a table gains or loses a number."""
    t = build_critical_tables(BatchRules([under(method)]))
    reached: Counter[tuple[str, int, int]] = Counter()
    for roll in range(t.location_die):
        location = t.location_of_roll[roll]
        for side, row_roll in product(range(t.sides[location]), range(t.row_die[location])):
            name, its_side = parts(method)[t.first_part[location] + side]
            share = Fraction(1, int(t.location_die) * int(t.sides[location]) * int(t.row_die[location]))
            reached[name, its_side, int(t.row_of_roll[location, row_roll])] += share
    expected: Counter[tuple[str, int, int]] = Counter()
    first_row = 1
    for name in ("leg", "arm", "torso", "head"):
        rows = [numbers for numbers, _ in COMPLEX[name]] if method == "complex" else [12]
        for (part, side), (place, numbers) in product(parts(method), enumerate(rows)):
            if part == name:
                share = Fraction(LOCATION[name], 12) * Fraction(numbers, 12)
                expected[name, side, first_row + place] = share / sum(1 for each, _ in parts(method) if each == name)
        first_row += len(rows)
    assert reached == expected


@pytest.mark.parametrize("method", ["simple", "complex"])
def test_r5_3_the_engine_reads_multiplier_and_bleeding_of_each_row(method: str):
    t = build_critical_tables(BatchRules([under(method)]))
    tables = COMPLEX if method == "complex" else {name: [(12, effect)] for name, effect in SIMPLE.items()}
    rows = [{}, *(effect for name in ("leg", "arm", "torso", "head") for _, effect in tables[name])]
    levels = {None: 0, "minor": 1, "major": 2, "severe": 3}
    assert t.multiplier.tolist() == [row.get("damage", 1) for row in rows]
    assert t.level.tolist() == [levels[row.get("bleeding")] for row in rows]


# One round, one critical, and what it did stands in the outcome: each row has a multiplier of its own, and the weapon
# or shield that fell shows in the answer of the victim: 1 HP with bare hands, 10 with the weapon.
ALWAYS_CRITICAL = {"hp": 30_000, "skill": 500, "luck": 255, "speed": 255, "strength": 0, "weapon": {"dice": "1d1"}}
VICTIM = {"hp": 30_000, "skill": 500, "weapon": {"dice": "1d1+9"}, "policy": [{"do": "attack"}]}
DUELS = 400_000


def criticals(method: str, rules: dict[str, Any], victim: dict[str, Any]) -> Counter[tuple[int, int]]:
    """How often a critical did so much damage and was answered with so much."""
    study = make_study(
        {
            "fighters": {"a": ALWAYS_CRITICAL, "b": VICTIM | victim},
            "matchups": [{"a": "a", "b": "b"}],
            "rules": {"criticals": method, "max_rounds": 1, "unarmed_dice": "1d1", **rules},
        }
    )
    (block,) = play(study.scenarios, seed=5, first_duel=0, duels=DUELS)
    assert (block["criticals_a"] == 1).all()
    pairs = np.stack([block["attack_damage_b"], block["attack_damage_a"]], axis=1)
    found, numbers = np.unique(pairs, axis=0, return_counts=True)
    return Counter({tuple(pair): int(number) for pair, number in zip(found.tolist(), numbers, strict=True)})


def demand_law(found: Counter[tuple[int, int]], law: dict[tuple[int, int], Fraction]) -> None:
    """Demand that counts follow a law, nothing outside of it, by chi-square."""
    assert sum(law.values()) == 1
    assert set(found) <= set(law)
    counts = [found[key] for key in law]
    statistic, p = stats.chisquare(counts, [float(share) * DUELS for share in law.values()])
    assert p > FALSE_ALARM, f"chi-square {statistic:.0f} at {len(law) - 1} degrees of freedom"


@pytest.mark.parametrize("location", list(COMPLEX))
def test_r5_1_r5_3_every_row_is_rolled_at_its_rate(location: str):
    """Location, side and row together: at 400,000 criticals a row that stands for one number more or less of its d12
    moves the chi-square of its location by 690 and more, where 55 is the limit.
    """
    rows = {
        name: [{"rolls": list(row.rolls), "damage": 1, "drop": name == "arm"} for row in table.rows]
        for name, table in ZODIAC.complex_tables.items()
    }
    rows[location] = [row | {"damage": 2 + place} for place, row in enumerate(rows[location])]
    tables = {name: {"die": 12, "rows": rows[name]} for name in rows}
    found = criticals("complex", {"complex_tables": tables}, {"shield": {"evade": 0}})
    law: dict[tuple[int, int], Fraction] = Counter()
    for name, numbers in LOCATION.items():
        for place, (row_numbers, _) in enumerate(COMPLEX[name]):
            damage = 2 + place if name == location else 1
            share = Fraction(numbers * row_numbers, 144)
            for answer in (10, 1) if name == "arm" else (10, 10):  # left arm, right arm
                law[damage, answer] += share / 2
    demand_law(found, law)


@pytest.mark.parametrize("shield", [True, False])
def test_r5_2_simple_locations_and_the_coin_of_a_drop(shield: bool):
    """With a shield in hand an even coin says which of the two falls, without one it is the weapon."""
    table = {name: {"damage": 2 + place, "drop": name == "arm"} for place, name in enumerate(LOCATION)}
    found = criticals("simple", {"simple_table": table}, {"shield": {"evade": 0}} if shield else {})
    law: dict[tuple[int, int], Fraction] = Counter()
    for place, (name, numbers) in enumerate(LOCATION.items()):
        for answer in (10, 10) if name != "arm" else (10, 1) if shield else (1, 1):
            law[2 + place, answer] += Fraction(numbers, 24)
    demand_law(found, law)


def test_r5_2_a_two_handed_weapon_falls_from_either_arm():
    weapon = {"weapon": {"dice": "1d1+9", "hands": 2}}
    tables = {name: {"die": 1, "rows": [{"rolls": 1, "damage": 2, "drop": name == "arm"}]} for name in LOCATION}
    found = criticals("complex", {"complex_tables": tables}, weapon)
    demand_law(found, {(2, 1): Fraction(3, 12), (2, 10): Fraction(9, 12)})


def test_r5_9_a_d20_table_is_read_like_any_other():
    rows = [{"rolls": [1, 13]}, {"rolls": [14, 19], "damage": 4}, {"rolls": 20, "damage": 9}]
    tables = {name: {"die": 20, "rows": rows} for name in LOCATION}
    found = criticals("complex", {"complex_tables": tables}, {})
    demand_law(found, {(1, 10): Fraction(13, 20), (4, 10): Fraction(6, 20), (9, 10): Fraction(1, 20)})
