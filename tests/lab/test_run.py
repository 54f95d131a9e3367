"""Running a study: how the work is cut changes no number, and Ctrl-C leaves what was finished whole."""

import importlib

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lab.made import study
from zodiac_sim.errors import InputError
from zodiac_sim.lab.run import TURNS, Job, jobs, run
from zodiac_sim.study.study import make_study

run_module = importlib.import_module("zodiac_sim.lab.run")

VARIANTS = [
    {"name": "double"},
    {"name": "quick", "set": {"fighters.wedge.speed": 9}},
    {"name": "complex", "set": {"rules.criticals": "complex", "rules.bleeding": "critical", "fighters.wedge.luck": 20}},
]
STUDY = study(variants=VARIANTS, matchups=[{"a": "wedge", "b": "worm"}, {"a": "worm", "b": "worm"}], duels=300)


@pytest.fixture(scope="module")
def expected():
    return run(STUDY)


@settings(max_examples=15)
@given(block_rows=st.integers(120, 2_500), lanes=st.integers(16, 700))
def test_cutting_the_work_changes_no_number(expected, block_rows, lanes):
    """A promise of the product: blocks and lanes are about memory and speed alone."""
    found = run(STUDY, block_rows=block_rows, lanes=lanes)
    pd.testing.assert_frame_equal(found.tallies, expected.tallies)
    pd.testing.assert_frame_equal(found.outcomes, expected.outcomes)
    assert found.rows() == expected.rows()


def test_the_first_duels_do_not_depend_on_how_many_follow(expected):
    half = run(STUDY, duels=100).outcomes
    both = expected.outcomes
    pd.testing.assert_frame_equal(half, both[both["duel"] < 100].reset_index(drop=True), check_dtype=False)


def test_a_variant_more_changes_no_other_number(expected):
    fewer = run(study(variants=VARIANTS[:2], duels=300)).rows()
    assert fewer == expected.rows()[:2]


def test_every_scenario_fights_all_duels(expected):
    assert expected.summary()["duels"].tolist() == [300] * 6
    assert not expected.interrupted


def test_scenarios_take_turns_and_share_a_job_only_under_one_ruleset():
    """Scenarios 2 and 5 are the variant with rules of its own; a block of 8 rows has two duels of each of four."""
    one, two = (0, 1, 3, 4), (2, 5)
    starts = [(0, 2), (2, 2), (4, 1)]
    planned = [Job(group, first, duels, 2) for first, duels in starts for group in (one, two)]
    assert list(jobs(STUDY.scenarios, 5, 8)) == planned


@given(duels=st.integers(1, 60), block_rows=st.integers(1, 200))
def test_jobs_cover_every_duel_once_and_keep_scenarios_level(duels, block_rows):
    done = np.zeros(len(STUDY.scenarios), int)
    for job in jobs(STUDY.scenarios, duels, block_rows):
        assert (done[list(job.scenarios)] == job.first_duel).all()
        assert job.block * len(job.scenarios) <= max(block_rows, len(job.scenarios))
        done[list(job.scenarios)] += job.duels
        assert done.max() - done.min() <= job.duels
    assert (done == duels).all()


def test_the_groups_of_a_long_study_take_few_turns_and_a_single_group_only_one():
    assert len(list(jobs(STUDY.scenarios, 10_000, 8))) == TURNS * 2
    assert len(list(jobs(STUDY.scenarios[:2], 10_000, 8))) == 1


def test_more_scenarios_than_a_block_holds_are_split():
    assert [job.scenarios for job in jobs(STUDY.scenarios, 1, 3)] == [(0, 1, 3), (4,), (2, 5)]


@pytest.mark.parametrize(("keep", "kept"), [(0, 0), (1, 1), (299, 299), (1_000, 300), (None, 300)])
def test_the_first_duels_are_kept(expected, keep, kept):
    found = run(STUDY, keep=keep, block_rows=256).outcomes
    assert found.groupby(["matchup", "variant"], observed=True).size().tolist() == ([kept] * 6 if kept else [])
    assert len(found.columns) == len(expected.outcomes.columns)


def test_a_million_rows_are_kept_among_all_by_default(monkeypatch):
    monkeypatch.setattr(run_module, "KEPT_ROWS", 100)
    assert len(run(STUDY).outcomes) == 6 * (100 // 6)


def test_a_seed_is_drawn_and_recorded_where_none_is_given():
    open_study = make_study({key: value for key, value in study(duels=50).data().items() if key != "seed"})
    first, second = run(open_study), run(open_study)
    assert first.seed != second.seed
    assert first.study.seed == first.seed
    assert run(open_study, seed=first.seed).rows() == first.rows()


def test_seed_zero_is_a_seed():
    found = run(study(duels=50), seed=0)
    assert (found.seed, found.study.seed) == (0, 0)
    assert found.rows() != run(study(duels=50), seed=1).rows()


def test_options_take_the_place_of_the_studys_own():
    found = run(STUDY, duels=20, seed=3)
    assert (found.study.duels, found.seed) == (20, 3)
    assert STUDY.duels == 300


@pytest.mark.parametrize(
    "option", [{"duels": 0}, {"duels": 10**13}, {"duels": 2.0}, {"seed": -1}, {"keep": -1}, {"keep": 1.5}]
)
def test_an_option_out_of_range_is_an_input_error(option):
    with pytest.raises(InputError) as raised:
        run(STUDY, **option)
    assert raised.value.key == next(iter(option))


def test_progress_counts_all_scenarios():
    calls = []
    run(STUDY, duels=10, block_rows=20, progress=lambda done, total: calls.append((done, total)))
    assert calls[0] == (20, 60)
    assert calls[-1] == (60, 60)
    assert [done for done, _ in calls] == sorted({done for done, _ in calls})


def test_ctrl_c_returns_what_is_finished(expected):
    def stop(done, total):
        if done > total / 2:
            raise KeyboardInterrupt

    whole, found = expected.outcomes, run(STUDY, block_rows=60, progress=stop)
    duels = found.summary()["duels"].tolist()
    assert found.interrupted
    assert min(duels) > 0 and max(duels) - min(duels) <= 15
    assert [len(rows["winner"]) for rows in found.kept] == duels
    pd.testing.assert_frame_equal(
        found.outcomes[found.outcomes["duel"] < min(duels)].reset_index(drop=True),
        whole[whole["duel"] < min(duels)].reset_index(drop=True),
        check_dtype=False,
    )


def test_ctrl_c_while_a_block_is_tallied_drops_the_whole_block(monkeypatch):
    """The fifth tally is the first of the second job: what the first job found stays, and no more."""
    calls = []

    def tally(block):
        calls.append(1)
        if len(calls) == 5:
            raise KeyboardInterrupt
        return original(block)

    original = run_module.tally
    monkeypatch.setattr(run_module, "tally", tally)
    found = run(STUDY)
    assert found.summary()["duels"].tolist() == [300, 300, 0, 300, 300, 0]
    assert [len(rows["winner"]) for rows in found.kept] == [300, 300, 0, 300, 300, 0]


def test_ctrl_c_with_nothing_finished_is_passed_on(monkeypatch):
    def stream(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(run_module, "stream", stream)
    with pytest.raises(KeyboardInterrupt):
        run(STUDY)
