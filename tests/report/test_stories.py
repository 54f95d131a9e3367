"""Duels told blow by blow: which are chosen, and that they are the duels of the run."""

import re
import shlex

import numpy as np
import pytest

import zodiac_sim as zs
from zodiac_sim.cli import main
from zodiac_sim.report.section import Subject
from zodiac_sim.report.stories import shortened, stories

DUELS = 60


@pytest.fixture(scope="module")
def result():
    return zs.run(zs.load_study("simple-vs-complex"), duels=DUELS)


def stories_of(result):
    return stories(Subject(result.readable(), result, "simple", 0.95))


@pytest.fixture(scope="module")
def found(result):
    return stories_of(result)


def kept_of(result, found):
    """Return the kept duels of the scenario that is told."""
    names = re.match(r"(\w+) against (\w+), (\w+), duel \d+, seed 2026$", found[0].lines[0])
    frame = result.outcomes
    return frame[(frame["a"] == names[1]) & (frame["b"] == names[2]) & (frame["variant"] == names[3])]


def told(found, kind):
    (story,) = (story for story in found if kind in story.heading)
    return int(re.match(r"Duel (\d+)", story.why)[1]), story


def test_the_scenario_is_the_one_whose_winners_change_most(result, found):
    kept = kept_of(result, found)
    assert kept["variant"].iloc[0] == "complex"
    table = result.compare("simple", "complex", quantities=["wins_a"])
    most = table.loc[table["difference"].abs().idxmax()]
    assert (kept["a"].iloc[0], kept["b"].iloc[0]) == (most["a"], most["b"])


def test_the_kinds_are_what_they_say(result, found):
    kept = kept_of(result, found).set_index("duel")
    bled = kept["bleeding_damage_a"].astype(int) + kept["bleeding_damage_b"]
    assert kept.loc[told(found, "shortest")[0], "rounds"] == kept["rounds"].min()
    assert kept.loc[told(found, "longest")[0], "rounds"] == kept["rounds"].max()
    assert bled[told(found, "bloodiest")[0]] == bled.max() > 0
    typical = kept.loc[told(found, "typical")[0], "rounds"]
    assert abs(typical - np.median(kept["rounds"])) <= kept["rounds"].std()


def test_the_command_tells_the_same_duel(result, found, tmp_path, monkeypatch, capsys):
    (tmp_path / "study.toml").write_text(result.study.toml(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for story in found:
        assert main(shlex.split(story.command)[1:]) == 0
        assert capsys.readouterr().out.splitlines() == list(story.lines)


def test_a_very_long_duel_loses_its_middle():
    lines = ["head", *(line for number in range(1, 101) for line in (f"Round {number}", "  blow")), "end"]
    short = shortened(lines)
    rounds = [line for line in short if line.startswith("Round")]
    assert rounds == [f"Round {number}" for number in (*range(1, 21), *range(81, 101))]
    assert (short[0], short[-1]) == ("head", "end")
    assert "60 rounds left out" in short[41]
    assert shortened(lines[:80]) == lines[:80]


def test_a_run_that_kept_nothing_tells_nothing():
    result = zs.run(zs.load_study("simple-vs-complex"), duels=5, keep=0)
    assert stories_of(result) == ()
