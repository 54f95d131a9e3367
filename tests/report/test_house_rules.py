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


MAGE = {
    "hp": 30,
    "skill": 50,
    "mp": 20,
    "spells": ["fire", "cure"],
    "stock": {"fire": 2},
    "items": {"potion": 1},
    "statuses": {"poison": {"magic": 4}, "zombie": {}},
    "weapon": {"name": "Fang", "dice": "1d4", "statuses": {"sleep": {"chance": 5, "turns": 1}}},
    "policy": [
        {"do": "cast:fire", "when": {"spells_left": {"fire": 1}, "has_status": ["poison", "sleep"]}},
        {"do": "draw"},
        {"do": "attack"},
    ],
}


def test_magic_is_told_of_those_who_have_it():
    who = section(fighters={**STUDY["fighters"], "bob": MAGE}).tables[1]
    rows = [dict(zip(who.columns, row, strict=True)) for row in texts(who)]
    assert rows[1]["policy"] == "cast:fire when spells_left fire 1 and has_status poison or sleep; draw; attack"
    assert rows[1]["weapon"] == "Fang 1d4, melee, sleep (5 %, 1 turn)"
    assert rows[1]["statuses"] == "poison, until cured, Magic 4; zombie, until cured"
    magic = {key: (rows[0][key], rows[1][key]) for key in ("mp", "spells", "stock", "items")}
    assert magic == {
        "mp": ("0", "20"),
        "spells": ("–", "fire, cure"),
        "stock": ("–", "fire 2"),
        "items": ("–", "potion 1"),
    }
    assert not {"magic", "draw", "spell_lore", "gf_bonus"} & set(who.columns)


def test_it_is_told_how_fighters_met():
    assert [table.caption.partition(",")[0] for table in section().tables[1:3]] == [
        "Who fought",
        "Every reading in force",
    ]
    matchups = [{"a": "ann", "b": "bob", "surprised": "b"}, {"a": "bob", "b": "ann", "draw_source": ["fire", "cure"]}]
    met = section(matchups=matchups).tables[2]
    assert texts(met) == [["ann", "bob", "side b", "–"], ["bob", "ann", "–", "fire, cure"]]
    assert met.caption == "How they met, as variant “plain” has them"


def test_a_changed_spell_is_told_by_its_key():
    rules = {"spells": {"fire": {"mp": 7}}, "items": {"ale": {"kind": "aid", "dice": "1d4"}}}
    lines = {line.name: line for line in departures(zs.make_study({**STUDY, "rules": rules}))}
    assert (lines["spells.fire.mp"].packaged, lines["spells.fire.mp"].own) == ("5", "7")
    assert (lines["items.ale"].packaged, lines["items.ale"].own) == ("–", "aid, 1d4")
    grid = zs.make_study({**STUDY, "variants": [], "grid": {"rules.spells.fire.mp": [5, 7]}})
    line = next(line for line in departures(grid) if line.name == "spells.fire.mp")
    assert (line.packaged, line.own, line.clause) == ("5", "5, 7", "R9.10")


def test_lines_that_are_never_possible_are_told():
    table = section(fighters={**STUDY["fighters"], "ann": {**MAGE, "statuses": {}}}).tables[2]
    assert table.caption.startswith("What is never possible here")
    assert texts(table) == [["ann", "2: draw", "there is nothing to draw from (R9.8)"]]


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
