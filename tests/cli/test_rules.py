"""The commands about rules: clauses and keys shown, house rules checked and told."""

import tomllib

import pytest

from tests.cli.command import SMALL, call, study_file
from zodiac_sim.rules.clauses import clause, clauses
from zodiac_sim.rules.loading import load_ruleset

HOUSE = """
version = "2"
disarm_chance = 50
[stances.wild]
damage_dealt = 150
damage_taken = 150
"""


def said(capsys, *arguments):
    done = call(capsys, "rules", *arguments)
    assert (done.code, done.err) == (0, "")
    return done.out


def test_a_clause_is_shown_with_its_title(capsys):
    out = said(capsys, "show", "r4.2")
    assert out.startswith("R4.2 Strength\n")
    assert clause("R4.2").text in out


def test_a_chapter_is_shown(capsys):
    assert clause("R8").text in said(capsys, "show", "R8")


def test_without_a_name_all_clauses_are_listed(capsys):
    out = said(capsys, "show").splitlines()
    assert [line.split()[0] for line in out if line.startswith(" ")] == [each.number for each in clauses()]


@pytest.mark.parametrize(
    ("key", "lines"),
    [
        ("disarm_chance", ["disarm_chance = 60", "R7.4"]),
        ("bleeding_loss", ["bleeding_loss.minor = 5", "bleeding_loss.severe = 15", "R6.1"]),
        ("stances.speed", ["stances.speed.damage_dealt = 90", "R8"]),
        ("complex_tables.leg", ["complex_tables.leg, roll 4-6 = minor bleeding, Evade -15", "R5.3"]),
        ("simple_table.head", ["simple_table.head = x3", "R5.2"]),
        ("spells.poison", ["spells.poison = harm; poison (75 %, 5 turns); level 2, 6 MP", "R9.10"]),
        ("items", ["items.potion = aid, 2d8+2", "R6.8"]),
        ("healing", ["healing.rest = 20", "R10.1"]),
    ],
)
def test_a_key_is_shown_with_its_value_and_clause(key, lines, capsys):
    out = said(capsys, "show", key)
    for line in lines:
        assert line in out


def test_a_key_shows_only_its_own_part(capsys):
    assert "stances.neutral" not in said(capsys, "show", "stances.speed")
    assert len(said(capsys, "show", "bleeding").splitlines()) == 2


@pytest.mark.parametrize(
    "key",
    ["simple_table", "complex_tables.leg", "locations", "stances", "bleeding_loss", "spells", "spells.poison", "items"],
)
def test_a_table_is_shown_as_a_study_writes_it(key, capsys):
    """What is shown can be pasted into a study, and changes nothing there."""
    _, _, form = said(capsys, "show", key).partition("In a study:\n")
    pasted = tomllib.loads(form)["rules"]
    for part in key.split("."):
        assert list(pasted) == [part]
        pasted = pasted[part]
    assert load_ruleset(changes={key: pasted}) == load_ruleset()


def test_a_clause_that_is_not_played_says_so(capsys):
    assert "Not yet played" in said(capsys, "show", "R11.1")
    assert "Not yet played" not in said(capsys, "show", "R10.1")


def test_a_ruleset_is_shown_whole(tmp_path, capsys):
    path = study_file(tmp_path, HOUSE, "house.toml")
    assert "disarm_chance = 60" in said(capsys, "show", "zodiac")
    out = said(capsys, "show", path)
    assert out.startswith("house 2")
    assert "disarm_chance = 50" in out and "stances.wild.damage_dealt = 150" in out


def test_house_rules_are_checked(tmp_path, capsys):
    out = said(capsys, "check", study_file(tmp_path, HOUSE, "house.toml"))
    assert "rules that can be used: house 2" in out and "4 differences from zodiac" in out


def test_a_study_is_checked(tmp_path, capsys):
    assert "1 matchup, 1 variant, 40 duels" in said(capsys, "check", study_file(tmp_path))


def test_lines_that_are_never_possible_are_told(tmp_path, capsys):
    line = '[fighters.wedge]\npolicy = [{ do = "draw:fire" }, { do = "attack" }]'
    out = said(capsys, "check", study_file(tmp_path, SMALL.replace("[fighters.wedge]", line)))
    assert "never possible: 'wedge', line 1 (draw:fire): there is nothing to draw from (R9.8)\n" in out
    assert "never possible" not in said(capsys, "check", study_file(tmp_path))


def test_a_campaign_is_checked_and_its_rules_are_told(tmp_path, capsys):
    fights = '[campaign]\nheroes = ["wedge"]\ndays = [["worm"], "rest"]\n[rules]\nguard_damage = 25\n'
    path = study_file(tmp_path, SMALL.partition("[[matchups]]")[0] + fights)
    assert "1 hero, 1 variant, 40 campaigns of each" in said(capsys, "check", path)
    assert "guard_damage: 50 -> 25" in said(capsys, "diff", path)


def test_house_rules_are_told_against_the_packaged_ones(tmp_path, capsys):
    path = study_file(tmp_path, HOUSE, "house.toml")
    out = said(capsys, "diff", path)
    assert f"{path}, against zodiac 1" in out
    assert "R7.4  disarm_chance: 60 -> 50\n" in out and "chance to disarm" in out
    assert "stances.wild.damage_dealt: new: 150" in out


def test_two_rulesets_are_told_apart_both_ways(tmp_path, capsys):
    path = study_file(tmp_path, HOUSE, "house.toml")
    assert "disarm_chance: 50 -> 60" in said(capsys, "diff", path, "zodiac")
    assert "stances.wild.agility: left out, was 100" in said(capsys, "diff", path, "zodiac")
    assert "no rule differs" in said(capsys, "diff", path, path)


def test_without_names_the_packaged_studies_are_told(capsys):
    out = said(capsys, "diff")
    assert "simple-vs-complex, variant 'complex', against zodiac" in out
    assert "R3.2  criticals: double -> complex" in out
    assert "simple-vs-complex, variant 'double': no rule differs from zodiac" in out


def test_a_study_is_told_variant_by_variant(tmp_path, capsys):
    variants = """
    [[variants]]
    name = "as it is"
    [[variants]]
    name = "fast"
    set = { "fighters.wedge.speed" = 9 }
    [[variants]]
    name = "odd"
    set = { "rules.bleeding" = "critical" }
    """
    path = study_file(tmp_path, SMALL + variants)
    out = said(capsys, "diff", path)
    assert "variants 'as it is', 'fast': no rule differs" in out
    assert "not as the rules pair them" in out
    only = said(capsys, "diff", "--study", path, "--variant", "odd")
    assert "'odd'" in only and "as it is" not in only
    assert "R6    bleeding: none -> critical" in only


def test_a_study_is_compared_with_house_rules(tmp_path, capsys):
    house, study = study_file(tmp_path, HOUSE, "house.toml"), study_file(tmp_path)
    assert "disarm_chance: 50 -> 60" in said(capsys, "diff", house, "--study", study)
    assert "disarm_chance: 60 -> 50" in said(capsys, "diff", study, house)
