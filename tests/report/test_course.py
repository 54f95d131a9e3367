"""The sections about the course of duels stay readable however long duels last and however many variants there are."""

import pytest

from zodiac_sim.lab.run import run
from zodiac_sim.report import course
from zodiac_sim.report.section import Subject
from zodiac_sim.study.study import make_study

BLOODY = {"rules.criticals": "complex", "rules.bleeding": "critical"}
IMMORTAL = {"hp": 30_000, "skill": 60, "luck": 20, "weapon": {"dice": "1d4"}}


def subject(variants, **rules):
    data = {"seed": 1, "duels": 3, "fighters": {"red": IMMORTAL}, "matchups": [{"a": "red", "b": "red"}]}
    made = run(make_study(data | {"rules": rules, "variants": variants}))
    return Subject(made, made, variants[0]["name"], 0.95)


def test_of_very_many_rounds_some_are_told():
    (section,) = course.cascade(subject([{"name": "long"}], max_rounds=450, bleeding="injury"))
    rounds, _ = section.tables
    assert rounds.caption == "One round of every 3, both sides together"
    assert [row[1].text for row in rounds.rows] == [str(number) for number in range(1, 451, 3)]
    assert len(rounds.data) == 2 * 450


@pytest.mark.parametrize("build", [course.cascade, course.criticals])
def test_of_many_variants_one_is_told_that_has_something_to_tell(build):
    dry = [{"name": f"dry {number}"} for number in range(8)]
    bloody = [{"name": name, "set": BLOODY} for name in ("bloody", "too")]
    for variants, told in ((dry + bloody, "bloody"), (bloody[::-1] + dry, "too")):
        (section,) = build(subject(variants, max_rounds=9))
        assert any(table.rows and {row[0].text for row in table.rows} == {told} for table in section.tables)
