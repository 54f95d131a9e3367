"""Running a study: how the work is cut and who does it changes no number, and Ctrl-C leaves what was finished whole."""

import importlib
import itertools
import threading
from concurrent.futures import ThreadPoolExecutor

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lab.made import study
from zodiac_sim.errors import InputError
from zodiac_sim.lab.jobs import ALL_PAIRED, Cut, fight, pairs_of, ranges
from zodiac_sim.lab.run import run
from zodiac_sim.study.study import make_study

run_module = importlib.import_module("zodiac_sim.lab.run")

VARIANTS = [
    {"name": "double"},
    {"name": "quick", "set": {"fighters.wedge.speed": 9}},
    {"name": "complex", "set": {"rules.criticals": "complex", "rules.bleeding": "critical", "fighters.wedge.luck": 20}},
]
STUDY = study(variants=VARIANTS, matchups=[{"a": "wedge", "b": "worm"}, {"a": "worm", "b": "worm"}], duels=300)
SMALL = Cut(job_rows=240, block_rows=60, lanes=32)
JOB = next(ranges(0, 300, STUDY.scenarios, SMALL))[1]


@pytest.fixture(scope="module")
def expected():
    return run(STUDY)


def assert_same(found, expected):
    """All that a result holds is the same: histograms, pairings, kept duels and the table."""
    pd.testing.assert_frame_equal(found.tallies, expected.tallies)
    pd.testing.assert_frame_equal(found.outcomes, expected.outcomes)
    assert found.rows() == expected.rows()
    assert found.pairings.keys() == expected.pairings.keys()
    for pair, pairing in found.pairings.items():
        assert pairing.winners.tolist() == expected.pairings[pair].winners.tolist()
        assert pairing.products == expected.pairings[pair].products


@settings(max_examples=15)
@given(job_rows=st.integers(200, 2_500), block_rows=st.integers(40, 2_500), lanes=st.integers(64, 700))
def test_cutting_the_work_changes_no_number(expected, job_rows, block_rows, lanes):
    """A promise of the product: jobs, blocks and lanes are about memory and speed alone."""
    assert_same(run(STUDY, cut=Cut(job_rows=job_rows, block_rows=block_rows, lanes=lanes)), expected)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_the_number_of_workers_changes_no_number(expected, workers):
    assert_same(run(STUDY, workers=workers, cut=SMALL), expected)


def test_an_executor_changes_no_number(expected):
    with ThreadPoolExecutor(3) as executor:
        assert_same(run(STUDY, executor=executor, cut=SMALL), expected)
        assert executor.submit(int).result() == 0, "it is left open"


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


@given(first=st.integers(0, 50), duels=st.integers(1, 400), rows=st.integers(1, 500), share=st.integers(1, 9))
def test_ranges_cover_every_duel_once_in_order(first, duels, rows, share):
    found = list(ranges(first, first + duels, STUDY.scenarios, Cut(job_rows=rows, block_rows=rows // 3), share))
    covered = [duel for start, size in found for duel in range(start, start + size)]
    assert covered == list(range(first, first + duels))
    assert all(size * len(STUDY.scenarios) <= max(2 * rows, len(STUDY.scenarios)) for _, size in found)


def test_there_is_a_range_for_each_worker_unless_it_became_smaller_than_a_block():
    cut = Cut(job_rows=600, block_rows=60)
    one_group = STUDY.scenarios[:2]
    assert [size for _, size in ranges(0, 300, one_group, cut)] == [300]
    assert [size for _, size in ranges(0, 300, one_group, cut, 4)] == [75] * 4
    assert [size for _, size in ranges(0, 300, one_group, cut, 100)] == [30] * 10


def test_the_variants_of_a_matchup_are_paired_with_each_other_and_many_with_the_first():
    assert pairs_of(STUDY.scenarios) == ((0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5))
    many = study(grid={"fighters.wedge.hp": list(range(1, ALL_PAIRED + 2))})
    assert pairs_of(many.scenarios) == tuple((0, other) for other in range(1, ALL_PAIRED + 1))


@pytest.mark.parametrize(("keep", "kept"), [(0, 0), (1, 1), (299, 299), (1_000, 300), (None, 300)])
def test_the_first_duels_are_kept(expected, keep, kept):
    found = run(STUDY, keep=keep, cut=SMALL).outcomes
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
    "option",
    [
        {"duels": 0},
        {"duels": 10**13},
        {"duels": 2.0},
        {"seed": -1},
        {"keep": -1},
        {"keep": 1.5},
        {"keep": True},
        {"workers": 0},
        {"workers": 2.0},
        {"workers": True},
        {"workers": 10**6},
        {"target_error": 1e-320},
        {"target_error": 0.5},
    ],
)
def test_an_option_out_of_range_is_an_input_error(option):
    with pytest.raises(InputError) as raised:
        run(STUDY, **option)
    assert raised.value.key == next(iter(option))


def test_the_name_of_a_study_is_no_study():
    with pytest.raises(InputError, match=r"^study: 'stances' is no study; load_study makes one"):
        run("stances")


def test_progress_counts_all_scenarios():
    calls = []
    run(STUDY, duels=2 * JOB + 1, cut=SMALL, progress=lambda done, total: calls.append((done, total)))
    done, totals = ([each[place] for each in calls] for place in (0, 1))
    assert set(totals) == {12 * JOB + 6}
    assert done == sorted(done)
    assert {0, 6 * JOB, 12 * JOB, 12 * JOB + 6} < set(done), "within a job too"


def test_ctrl_c_returns_what_is_finished(expected):
    def stop(done, total):
        if done > 12 * JOB:
            raise KeyboardInterrupt

    whole, found = expected.outcomes, run(STUDY, cut=SMALL, progress=stop)
    assert found.interrupted
    assert found.summary()["duels"].tolist() == [2 * JOB] * 6
    pd.testing.assert_frame_equal(
        found.outcomes, whole[whole["duel"] < 2 * JOB].reset_index(drop=True), check_dtype=False
    )


def test_ctrl_c_while_a_job_is_fought_drops_the_whole_job(monkeypatch):
    """Its duels are finished in some scenarios and not in others, which nobody could compare."""
    calls = []

    def stop(job, tick):
        calls.append(job.first_duel)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return fight(job, tick)

    monkeypatch.setattr("zodiac_sim.lab.workers.fight", stop)
    found = run(STUDY, cut=SMALL)
    assert calls == [0, JOB, 2 * JOB]
    assert found.summary()["duels"].tolist() == [2 * JOB] * 6
    assert [len(rows["winner"]) for rows in found.kept] == [2 * JOB] * 6


def test_ctrl_c_with_nothing_finished_is_passed_on(monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("zodiac_sim.lab.workers.fight", stop)
    with pytest.raises(KeyboardInterrupt):
        run(STUDY)


def test_jobs_may_be_finished_in_any_order(expected):
    """The first job waits until another is finished."""
    another_is_finished = threading.Event()

    def do_late(number, function, arguments):
        if number == 0:
            another_is_finished.wait()
        fought = function(*arguments)
        another_is_finished.set()
        return fought

    class FirstLast(ThreadPoolExecutor):
        numbers = itertools.count()

        def submit(self, function, *arguments):
            return super().submit(do_late, next(self.numbers), function, arguments)

    with FirstLast(2) as executor:
        assert_same(run(STUDY, executor=executor, cut=SMALL), expected)
