"""The combinations of a grid have short names for readers, never two alike."""

from decimal import Decimal

from tests.lab.made import study
from zodiac_sim.study.short_names import short_names
from zodiac_sim.study.study import load_study

STANCES = ["neutral", "speed"]


def test_prefixes_are_left_out():
    short = short_names({"fighters.red.stance": STANCES, "rules.criticals": ["simple"]})
    assert short == {
        "fighters.red.stance=neutral, rules.criticals=simple": "red stance neutral, criticals simple",
        "fighters.red.stance=speed, rules.criticals=simple": "red stance speed, criticals simple",
    }


def test_the_only_fighter_that_changes_goes_unnamed():
    assert list(short_names({'fighters."st. john".luck': [6, 12]}).values()) == ["luck 6", "luck 12"]
    both = short_names({'fighters."st. john".luck': [6], "fighters.red.hp": [20]})
    assert list(both.values()) == ["st. john luck 6, red hp 20"]


def test_values_that_are_no_words_are_shown_as_a_file_holds_them():
    assert list(short_names({"fighters.red.shield": [{"evade": 5}]}).values()) == ['shield {"evade": 5}']
    assert list(short_names({"rules.x": [Decimal("0.5"), True]}).values()) == ["x 0.5", "x true"]


def test_names_that_would_be_alike_stay_whole():
    short = short_names({"rules.a": ["1", "1, b 2"], "rules.b": ["2", "2, b 2"]})
    assert list(short) == list(short.values())


def test_a_readable_study_differs_in_the_names_of_a_grid_alone():
    made = load_study("stances")
    readable = made.readable()
    assert readable.variant_names[1] == "red stance neutral, blue stance offensive"
    assert made.variant_names[1] == "fighters.red.stance=neutral, fighters.blue.stance=offensive"
    assert readable.toml() == made.toml()
    whole, short = made.variant_names[1], readable.variant_names[1]
    assert [made.find_variant(name) for name in (whole, short)] == [whole, whole]
    assert readable.find_variant(short) == short
    named = study(variants=[{"name": "fighters.wedge.hp=1"}])
    assert named.readable().variant_names == named.variant_names
