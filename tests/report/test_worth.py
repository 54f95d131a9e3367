"""Sections and answers about what surprise, statuses and Limits are worth."""

import pytest

import zodiac_sim as zs
from tests.lab.made import HOSTILE
from zodiac_sim.report import outcome_tables, sections, worth
from zodiac_sim.report.answer import make_answer
from zodiac_sim.report.section import Subject

FEW = 400


@pytest.fixture(scope="module")
def surprise():
    return zs.run(zs.load_study("surprise"), duels=FEW, seed=1)


@pytest.fixture(scope="module")
def statuses():
    return zs.run(zs.load_study("statuses"), duels=FEW, seed=1)


def subject(result):
    return Subject(result, result, result.study.variant_names[0], 0.95)


def test_a_study_of_surprise_is_answered_by_what_it_is_worth(surprise):
    answer = make_answer(surprise, "double", 0.95)
    assert answer.headline == "Surprise is worth 7.8 to 21.1 percentage points of wins."
    assert [tile.label for tile in answer.tiles] == ["complex", "double", "simple"]
    enough = zs.run(zs.load_study("surprise"), duels=10 * FEW, seed=1)
    assert make_answer(enough, "double", 0.95).headline.endswith(" points of wins, most with “complex”.")


@pytest.mark.parametrize("study", ["surprise", "limit-meter"])
def test_few_duels_claim_nothing(study):
    result = zs.run(zs.load_study(study), duels=20, seed=1)
    headline = make_answer(result, result.study.variant_names[0], 0.95).headline
    assert headline.endswith(" is worth cannot be told from so few duels.")


def test_what_is_worth_nothing_is_told_apart_from_what_is_not_known():
    """A soldier without healing never fills a meter of 100 %; one of 25 % is worth much."""
    fighters = {"one": {"preset": "soldier", "policy": "limit_breaker"}, "two": {"preset": "soldier"}}
    never = {"name": "no Limit", "set": {"fighters.one.policy.0.chance": 0}}
    full, early = ({"name": f"at {n} %", "set": {"rules.limit_full": n}} for n in (100, 25))
    asked = {"fighters": fighters, "matchups": [{"a": "one", "b": "two"}]}
    both, alone = (zs.make_study(asked | {"variants": [never, full, *more]}) for more in ([early], []))
    answers = [make_answer(zs.run(study, duels=2000, seed=1), "no Limit", 0.95) for study in (both, alone)]
    assert answers[0].headline.endswith(" with “at 25 %”; with “at 100 %” it makes no difference that matters.")
    assert answers[1].headline == "A Limit makes no difference in wins that matters."


def test_the_table_has_a_row_for_each_that_is_surprised(surprise):
    found, _ = worth.gains(surprise, "surprise", 0.95)
    [section] = worth.worths(subject(surprise))
    [table] = section.tables
    points = [row[table.columns.index("points")].value for row in table.rows]
    assert points == [gain.wins["difference"] for gain in found]
    assert len(points) == 4 * 3 * 2
    assert all(gain.wins["quantity"] == f"wins_{gain.had.side}" for gain in found)


def test_statuses_have_a_row_for_each_and_nothing_is_compared_twice(statuses):
    told = subject(statuses)
    [section] = worth.worths(told)
    assert len(section.tables[0].rows) == 3 * 10
    assert sections.changes(told) == ()
    headline = make_answer(statuses, "no status", 0.95).headline
    assert "“regen” is the best to have, worth " in headline
    assert "“break” hurts whoever has it: " in headline  # so few duels do not tell it from Curse


def test_what_only_magic_does_is_told_where_it_did(statuses, surprise):
    told = outcome_tables.falls_table(subject(statuses)).columns
    assert told[-6:] == ("attack", "unconscious", "bleeding", "poison", "recovery", "break")
    assert outcome_tables.falls_table(subject(surprise)).columns[-3:] == told[-6:-3]
    [falls] = [each for each in sections.outcomes(subject(statuses)) if each.anchor == "falls"]
    assert [clause for clause in ("R9.4", "R9.5", "R9.2") if clause not in falls.text] == []


def test_the_file_holds_what_the_table_shows(surprise):
    [section] = worth.worths(subject(surprise))
    [table] = section.tables
    data = table.data[table.data["quantity"] == "wins_" + table.data["side"]]
    assert data["difference"].tolist() == [row[7].value for row in table.rows]
    assert data["what"].tolist() == [row[2].text for row in table.rows]


def test_other_questions_are_answered_as_before(surprise):
    """Criticals are changed too, so it is no study of one thing beside itself if one of them has no counterpart."""
    names = surprise.study.variant_names
    others = surprise.showing({names[0], names[1], names[3]})
    assert make_answer(others, names[0], 0.95).headline.startswith("With ")
    assert [each.anchor for each in worth.worths(subject(others))] == ["worth-surprise"]
    assert len(sections.changes(subject(others))) == 1


@pytest.mark.parametrize("name", HOSTILE)
def test_names_stay_as_they_are(name):
    fighter = {"hp": 20, "skill": 60}
    study = zs.make_study(
        {
            "fighters": {"one": fighter | {"name": name}, "two": fighter},
            "matchups": [{"a": "one", "b": "two"}],
            "variants": [{"name": "plain"}, {"name": "caught", "set": {"matchups.all.surprised": "b"}}],
        }
    )
    result = zs.run(study, duels=20, seed=3)
    answer = make_answer(result, "plain", 0.95)
    assert any(f"for {name} against two" in point for point in answer.points)


def test_duels_that_were_not_fought_change_nothing():
    result = zs.run(zs.load_study("surprise"), duels=1, seed=1)
    assert make_answer(result, "double", 0.95).headline
