"""The fighters, policies and studies that come with the package are what their texts promise."""

import itertools
import re
from importlib import resources

import numpy as np
import pytest

from zodiac_sim.engine.batch import play
from zodiac_sim.engine.outcome import WINNERS
from zodiac_sim.rules.clauses import clause
from zodiac_sim.rules.files import parse_toml
from zodiac_sim.study.idle import idle_lines
from zodiac_sim.study.presets import fighter_presets, new_study, packaged_studies, packaged_study, policy_presets
from zodiac_sim.study.study import load_study, make_study

METHODS = {
    "double": {"rules.criticals": "double", "rules.bleeding": "none"},
    "simple": {"rules.criticals": "simple", "rules.bleeding": "none"},
    "complex": {"rules.criticals": "complex", "rules.bleeding": "critical"},
}


def resource(name: str) -> str:
    return resources.files("zodiac_sim.study").joinpath("data", name).read_text(encoding="utf-8")


def twins() -> list[tuple[str, str]]:
    """Every two presets once, and each against a second of its kind."""
    names = list(fighter_presets())
    return [*itertools.combinations(names, 2), *((name, f"{name} too") for name in names)]


@pytest.mark.parametrize("method", METHODS)
def test_any_two_presets_fight_a_fair_fight_of_4_to_20_rounds(method):
    """Nobody wins more than 97 of 100 duels.

    The limits lie at least 6 standard errors outside the true values (measured on 20,000 duels of each pair), so a
    correct engine fails with less than 1e-6 on another seed.
    """
    names = fighter_presets()
    study = make_study(
        {
            "rules": {key.removeprefix("rules."): value for key, value in METHODS[method].items()},
            "fighters": {name + more: {"preset": name} for name in names for more in ("", " too")},
            "matchups": [{"a": a, "b": b} for a, b in twins()],
        }
    )
    blocks = play(study.scenarios, seed=2026, first_duel=0, duels=2_000)
    wins = [WINNERS.index("a"), WINNERS.index("b")]
    found = {
        pair: (block["rounds"].mean(), np.bincount(block["winner"], minlength=4)[wins].max() / 2_000)
        for pair, block in zip(twins(), blocks, strict=True)
    }
    unfit = {pair: each for pair, each in found.items() if not (4 <= each[0] <= 20 and each[1] <= 0.97)}
    assert unfit == {}


def test_there_are_at_least_twelve_presets_and_each_says_what_it_is_for():
    intents = [data["intent"] for data in fighter_presets().values()]
    assert len(intents) >= 12
    assert all(len(intent) > 40 for intent in intents)
    assert len(set(intents)) == len(intents)


def test_the_worked_example_has_its_numbers():
    """Wedge and the caterpillar as the core rules give them."""
    wedge, beast = fighter_presets()["soldier"], fighter_presets()["caterpillar"]
    assert [wedge[key] for key in ("skill", "strength", "speed", "luck")] == [70, 6, 7, 6]
    assert wedge["weapon"]["dice"] == "1d8"
    assert [beast[key] for key in ("speed", "vitality", "evade")] == [3, 5, 0]


def test_every_clause_that_the_data_cite_exists():
    texts = [resource(name) for name in ("fighters.toml", "policies.toml")]
    texts += [packaged_study(name) for name in packaged_studies()]
    cited = {number for text in texts for number in re.findall(r"\bR\d+(?:\.\d+[a-z]?)?\b", text)}
    assert cited
    for number in cited:
        assert clause(number).number == number


def test_the_lines_of_the_new_study_that_are_commented_out_can_be_used():
    commented = re.compile(r"^# (?=(?:shield|magic|mp|spells|items|statuses|surprised|draw_source) = )", re.MULTILINE)
    text, number = commented.subn("", new_study())
    assert number == 8
    scenario = make_study(parse_toml(text, file="new.toml")).scenarios[0]
    assert (scenario.surprised, scenario.draw_source) == ((False, True), ("fire",))
    assert scenario.sides[0][0].items == {"potion": 1}


def test_no_fighter_names_what_he_cannot_do_but_for_draw():
    """Only who draws needs a source, which is the matchup's."""
    names = list(fighter_presets())
    study = make_study(
        {
            "fighters": {name: {"preset": name} for name in names},
            "matchups": [{"a": name, "b": "soldier", "draw_source": ["fire"]} for name in names],
        }
    )
    assert idle_lines(study) == []


def test_every_policy_has_a_comment_that_says_what_it_is_for():
    lines = resource("policies.toml").splitlines()
    uncommented = [
        name
        for name in policy_presets()
        if not lines[next(n for n, line in enumerate(lines) if line.startswith(f"{name} =")) - 1].startswith("#")
    ]
    assert uncommented == []


@pytest.mark.parametrize("name", policy_presets())
def test_every_policy_can_be_played(name):
    """Against an attacker, under the rules with most to decide, some duel is won by either side."""
    study = make_study(
        {
            "rules": {"criticals": "complex", "bleeding": "critical"},
            "fighters": {"one": {"preset": "soldier", "policy": name}, "other": {"preset": "soldier"}},
            "matchups": [{"a": "one", "b": "other"}],
        }
    )
    (block,) = play(study.scenarios, seed=1, first_duel=0, duels=500)
    assert set(block["winner"]) >= {WINNERS.index("a"), WINNERS.index("b")}


@pytest.mark.parametrize("name", packaged_studies())
def test_every_packaged_study_has_a_title_a_question_and_comments(name):
    study = load_study(name)
    assert study.title
    assert study.question.endswith("?")
    assert study.seed is not None
    assert packaged_study(name).count("# ") >= 4


def test_the_four_packaged_studies_are_there():
    assert set(packaged_studies()) >= {"simple-vs-complex", "bleeding-methods", "stances", "maneuvers"}


def test_stances_are_all_pairs():
    study = load_study("stances")
    pairs = {(scenario.sides[0][0].stance, scenario.sides[1][0].stance) for scenario in study.scenarios}
    assert pairs == set(itertools.product(study.ruleset.stances, repeat=2))


def test_maneuvers_are_played_against_each_other():
    study = load_study("maneuvers")
    pairs = [(scenario.sides[0][0].policy, scenario.sides[1][0].policy) for scenario in study.scenarios]
    assert {a for a, _ in pairs} == {b for _, b in pairs}
    assert len(set(pairs)) == len(pairs) == len({a for a, _ in pairs}) ** 2
