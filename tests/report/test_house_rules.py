"""The page of house rules: departures, fighters, and every reading with the changed ones marked."""

import pytest

import zodiac_sim as zs
from zodiac_sim.report.house_rules import CHANGED, EVERY, departures, house_rules
from zodiac_sim.report.section import Subject
from zodiac_sim.rules.diff import rule_keys

STUDY = {
    "seed": 1,
    "rules": {"hit_on_equal": False},
    "fighters": {
        "ann": {
            "preset": "soldier",
            "policy": [
                {"do": "bind", "when": {"bleeding_at_least": "major", "disarmed": False}, "chance": 0.25},
                {"do": "attack"},
            ],
        },
        "bob": {"hp": 30, "skill": 50, "statuses": {"regen": {"turns": 3}}},
    },
    "matchups": [{"a": "ann", "b": "bob"}],
    "variants": [{"name": "plain"}, {"name": "tables", "set": {"rules.criticals": "simple", "fighters.bob.luck": 9}}],
}


def section(**changes):
    result = zs.run(zs.make_study({**STUDY, **changes}), duels=3)
    (found,) = house_rules(Subject(result.readable(), result, result.study.variant_names[0], 0.95))
    return found


def texts(table):
    return [[cell.text for cell in row] for row in table.rows]


def test_departures_name_value_and_clause():
    shared, criticals, luck = departures(zs.make_study(STUDY))
    assert (shared.variant, shared.name, shared.packaged, shared.own) == (EVERY, "hit_on_equal", "true", "false")
    assert shared.clause == "R2.2"
    assert (criticals.variant, criticals.packaged, criticals.own) == ("tables", "double", "simple")
    assert (luck.name, luck.own, luck.clause) == ("fighters.bob.luck", "9", "")


def test_a_grid_is_told_by_its_keys():
    study = zs.make_study(
        {**STUDY, "variants": [], "grid": {"rules.guard_damage": [25, 50], "fighters.bob.luck": [0, 9]}}
    )
    lines = {line.name: line for line in departures(study)}
    assert lines["guard_damage"].own == "25, 50"
    assert (lines["guard_damage"].packaged, lines["guard_damage"].clause) == ("50", "R7.5")
    assert lines["fighters.bob.luck"].own == "0, 9"


def test_fighters_are_told_with_their_policies():
    ann, bob = texts(section().tables[1])
    assert ann[:2] == ["ann", "bind when not disarmed and bleeding_at_least major (chance 0.25); attack"]
    assert bob[2:4] == ["30", "50"]
    assert bob[-4:] == ["unarmed", "–", "neutral", "regen, 3 turns"]


def test_every_reading_is_there_and_the_changed_ones_are_marked():
    table = section().tables[-1]
    assert table.folded
    assert {row[0].text.partition(".")[0].partition(",")[0] for row in table.rows} >= set(rule_keys())
    marked = {row[0].text: row[1].text for row in table.rows if row[0].verdict == CHANGED}
    assert marked == {"hit_on_equal": "false", "criticals": "double (“plain”); simple (“tables”)"}


@pytest.mark.parametrize("rules", [{}, {"base": "zodiac"}])
def test_packaged_rules_are_called_that(rules):
    found = section(rules=rules, variants=[])
    assert found.text.startswith("No rule departs from the packaged ruleset.")
    assert len(found.tables) == 2
