"""House rules against the rules: every key and every row that differs, and no other."""

import re

import pytest

from zodiac_sim.rules.clauses import clause
from zodiac_sim.rules.diff import diff, lines_of, rule_keys, rule_of
from zodiac_sim.rules.loading import load_ruleset

ZODIAC = load_ruleset()


def told(**changes):
    """The differences of changed rules from the packaged ones: key, old and new."""
    names = {name.replace("__", "."): value for name, value in changes.items()}
    return [(change.key, change.old, change.new) for change in diff(ZODIAC, load_ruleset(changes=names))]


def test_nothing_differs_from_itself():
    assert diff(ZODIAC, load_ruleset()) == []


def test_names_of_rulesets_are_no_rules():
    assert told(name="house", version="9", title="House") == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"hit_on_equal": False}, ("hit_on_equal", "true", "false")),
        ({"criticals": "complex"}, ("criticals", "double", "complex")),
        ({"unarmed_dice": "2d3+1"}, ("unarmed_dice", "1d3", "2d3+1")),
        ({"bleeding_loss.severe": 20}, ("bleeding_loss.severe", "15", "20")),
        ({"stances.speed.agility": 130}, ("stances.speed.agility", "120", "130")),
        ({"agility_drives": []}, ("agility_drives", "speed, evade", "nothing")),
        ({"simple_table.head.damage": 4}, ("simple_table.head", "x3", "x4")),
        ({"healing.rest": 30}, ("healing.rest", "20", "30")),
        ({"spells.fire.mp": 7}, ("spells.fire.mp", "5", "7")),
        ({"spells.fire.element": ""}, ("spells.fire.element", "fire", "none")),
        ({"spells.sleep.statuses.sleep.turns": 1}, ("spells.sleep.statuses.sleep.turns", "3", "1")),
        ({"spells.zombie.statuses.zombie.turns": 9}, ("spells.zombie.statuses.zombie.turns", "until cured", "9")),
        ({"spells.fire.statuses.curse": {"turns": 1}}, ("spells.fire.statuses.curse", None, "1 turn")),
        ({"items.antidote.cures": ["poison", "sleep"]}, ("items.antidote.cures", "poison", "poison, sleep")),
        (
            {"spells.ice": {"kind": "harm", "dice": "2d6", "resisted": False, "statuses": {"sleep": {"chance": 5}}}},
            ("spells.ice", None, "harm, 2d6 + Magic; sleep (5 %, until cured); level 1, 0 MP"),
        ),
        (
            {"items.oil": {"kind": "harm", "dice": "1d4", "element": "holy", "statuses": {"poison": {"magic": 3}}}},
            ("items.oil", None, "harm, 1d4 - Vitality, element holy; poison (until cured, Magic 3)"),
        ),
        ({"locations.body.head.sides": ["left", "right"]}, ("locations.body.head", "one part", "left, right")),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_a_changed_value_is_one_difference(changes, expected):
    assert told(**changes) == [expected]


def test_a_changed_row_is_told_by_its_rolls():
    row = {"rolls": [4, 6], "bleeding": "severe", "evade": -15}
    assert told(complex_tables__leg__rows__2=row) == [
        ("complex_tables.leg, roll 4-6", "minor bleeding, Evade -15", "severe bleeding, Evade -15")
    ]


def test_a_row_that_is_cut_differently_is_told_by_the_rolls_that_change():
    """Rows 1 | 2-3 become 1-2 | 3: only the roll of 2 means another thing."""
    rows = [{"rolls": [1, 2]}, {"rolls": 3, "bleeding": "minor"}]
    rest = [row.model_dump() for row in ZODIAC.complex_tables["leg"].rows[2:]]
    assert told(complex_tables__leg__rows=rows + rest) == [
        ("complex_tables.leg, roll 2", "minor bleeding", "nothing more")
    ]


def test_a_larger_die_adds_rolls():
    rows = [row.model_dump() for row in ZODIAC.complex_tables["torso"].rows]
    found = told(complex_tables__torso={"die": 20, "rows": [*rows, {"rolls": [13, 20], "unconscious": True}]})
    assert found == [
        ("complex_tables.torso.die", "12", "20"),
        ("complex_tables.torso, roll 13-20", None, "unconscious"),
    ]


def test_what_is_new_has_no_old_value_and_the_other_way_round():
    wild = load_ruleset(changes={"stances.wild": {"damage_dealt": 150}})
    added = [(change.key, change.old, change.new) for change in diff(ZODIAC, wild)]
    assert added[0] == ("stances.wild.damage_dealt", None, "150")
    assert {(change.key, change.new, change.old) for change in diff(wild, ZODIAC)} == set(added)


def test_a_spell_and_an_item_are_said_in_a_line():
    lines = dict(lines_of("spells", ZODIAC.spells)) | dict(lines_of("items", ZODIAC.items))
    assert lines["spells.fire"] == "harm, 2d6 + Magic - Vitality, element fire; level 1, 5 MP"
    assert lines["spells.poison"] == "harm; poison (75 %, 5 turns); level 2, 6 MP"
    assert lines["spells.life"] == "aid, 2d8 + Magic, for the fallen alone; level 4, 18 MP"
    assert lines["items.antidote"] == "aid; ends poison"
    assert len(lines) == len(ZODIAC.spells) + len(ZODIAC.items)


def test_names_cannot_break_a_line():
    wild = load_ruleset(changes={'stances."a\\nb"': {}})
    assert all("\n" not in f"{change.key}{change.old}{change.new}" for change in diff(ZODIAC, wild))


@pytest.mark.parametrize("key", rule_keys())
def test_every_key_has_the_clause_that_r12_gives_it(key):
    row = next(line for line in clause("R12").text.splitlines() if re.match(rf"\| `{key}(`|\.)", line))
    given = re.findall(r"R\d+(?:\.\d+)?", row.split("|")[3])
    own = rule_of(key).clause
    assert own in given or {clause.partition(".")[0] for clause in given} == {own}, "nor the chapter of all of them"
    assert rule_of(key).words


@pytest.mark.parametrize("key", rule_keys())
def test_every_value_can_be_said(key):
    lines = lines_of(key, getattr(ZODIAC, key))
    assert lines and all(place.startswith(key) and text for place, text in lines)
