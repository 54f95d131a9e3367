"""Results on disk: what was saved comes back, other programs read the duels, and folders of our own are whole."""

import csv
import json
import os
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import duckdb
import pandas as pd
import pytest

from tests.lab.made import HOSTILE, small_result, study
from tests.lab.test_folder import job
from tests.lab.test_run import SMALL, STUDY, assert_same
from zodiac_sim.errors import InputError
from zodiac_sim.lab.gathered import Gathered
from zodiac_sim.lab.jobs import fight, pairs_of
from zodiac_sim.lab.result import Result
from zodiac_sim.lab.run import run
from zodiac_sim.lab.store import check_folder, load_result, save_result, write_folder
from zodiac_sim.study.study import load_study

TABLES = {"table.csv", "table.md", "result.json", "tallies.csv", "study.toml"}
NAMES = {"manifest.json", "parts", "outcomes", ".lock"} | TABLES
MARKER = ".marker"


def names(folder):
    return {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("folder", ["new", "deep/er/new", "ünï 😀"])
def test_a_result_is_written_whole_and_nothing_beside_it(tmp_path, folder):
    made = small_result(study(title="é"))
    assert save_result(made, tmp_path / folder) == tmp_path / folder
    assert names(tmp_path / folder) == NAMES
    assert len(names(tmp_path)) == 1
    assert json.loads((tmp_path / folder / "result.json").read_bytes())["title"] == "é"


def test_what_was_saved_comes_back(tmp_path):
    made = run(STUDY, cut=SMALL)
    loaded = load_result(save_result(made, tmp_path))
    assert_same(loaded, made)
    assert (loaded.seed, loaded.version, loaded.study.duels) == (made.seed, made.version, made.study.duels)
    assert loaded.study.scenarios == made.study.scenarios
    assert (loaded.interrupted, loaded.ranges, loaded.target) == (False, ((0, 300),), None)


def test_a_loaded_result_is_saved_as_it_was(tmp_path):
    made = run(STUDY, keep=30, cut=SMALL)
    once = load_result(save_result(made, tmp_path / "once"))
    assert_same(load_result(save_result(once, tmp_path / "twice")), made)


def test_a_result_of_another_version_says_so(tmp_path):
    made = small_result()
    assert load_result(save_result(made, tmp_path)).version == made.version == "1.2.3"


def test_a_run_in_a_folder_is_what_save_result_writes(tmp_path):
    written = run(STUDY, out=tmp_path / "run", cut=SMALL)
    saved = save_result(written, tmp_path / "saved")
    for name in TABLES:
        assert (tmp_path / "run" / name).read_bytes() == (saved / name).read_bytes()
    assert_same(load_result(tmp_path / "run"), load_result(saved))


def test_the_target_of_a_run_comes_back(tmp_path):
    made = run(study(duels=9_000), target_error=0.03, confidence=0.9, out=tmp_path / "run")
    saved = save_result(made, tmp_path / "saved")
    for folder in (tmp_path / "run", saved):
        loaded = load_result(folder)
        assert (loaded.target, loaded.interrupted, loaded.duels) == (made.target, False, made.duels)
    assert made.target.reached and made.duels < 9_000


def test_a_run_that_was_stopped_is_resumed_from_what_was_saved(tmp_path):
    """Several workers leave gaps; a result knows them."""
    whole = run(STUDY, cut=SMALL)
    pieces = stopped(whole.study)
    loaded = load_result(save_result(pieces, tmp_path))
    assert (loaded.interrupted, loaded.ranges) == (True, ((0, 40), (80, 120)))
    assert "Interrupted" in (tmp_path / "table.md").read_text(encoding="utf-8")
    assert_same(loaded, pieces)
    assert_same(run(STUDY, out=tmp_path, resume=True, keep=40, cut=SMALL), run(STUDY, keep=40))


def stopped(made):
    """A result of which the second job is missing."""
    found = Gathered(len(made.scenarios), pairs_of(made.scenarios))
    for first in (0, 80):
        found.add(fight(job(first, 40, 40, made)))
    return Result(
        study=made,
        seed=made.seed,
        version=version("zodiac_sim"),
        scenario_tallies=found.tallies(),
        pairings=found.pairings(),
        kept=found.kept(),
        interrupted=True,
        ranges=found.ranges,
    )


def test_the_study_that_is_saved_makes_it_again(tmp_path):
    made = small_result(study(seed=11, duels=6, variants=[{"name": "x", "set": {"rules.criticals": "simple"}}]))
    again = load_study(save_result(made, tmp_path / "out") / "study.toml")
    assert (again.seed, again.duels, again.scenarios) == (11, 6, made.study.scenarios)


def test_house_rules_from_a_file_are_saved_with_the_result(tmp_path):
    (tmp_path / "house.toml").write_text('name = "house"\nmax_rounds = 9\n', encoding="utf-8")
    rules = {"base": str(tmp_path / "house.toml")}
    made = run(study(duels=5, rules=rules))
    save_result(made, tmp_path / "out")
    (tmp_path / "house.toml").unlink()
    assert load_result(tmp_path / "out").study.ruleset == made.study.ruleset


def test_a_saved_result_is_not_replaced(tmp_path):
    save_result(small_result(study(title="old")), tmp_path / "out")
    with pytest.raises(InputError, match="holds a result of 6 duels a row"):
        save_result(small_result(study(title="new")), tmp_path / "out")
    assert load_result(tmp_path / "out").study.title == "old"


def test_an_empty_folder_is_used(tmp_path):
    (tmp_path / "out").mkdir()
    save_result(small_result(), tmp_path / "out")
    assert names(tmp_path / "out") == NAMES


@pytest.mark.parametrize("name", HOSTILE)
def test_names_survive_in_every_file(tmp_path, name):
    other = "another" if name != "another" else "x"
    made = small_result(study((name, other), title=name, variants=[{"name": name}]))
    loaded = load_result(save_result(made, tmp_path))
    assert_same(loaded, made)
    assert loaded.study == made.study
    for rows in (pd.read_parquet(tmp_path / "outcomes"), duckdb_rows(tmp_path)):
        assert set(rows["a"]) == set(rows["variant"]) == {name}
    with (tmp_path / "tallies.csv").open(encoding="utf-8", newline="") as stream:
        assert {row["variant"] for row in csv.DictReader(stream, strict=True)} == {name}


def duckdb_rows(folder, columns="*"):
    return duckdb.sql(f"select {columns} from '{folder}/outcomes/*.parquet' order by variant, matchup, duel").df()


def test_every_duel_is_read_by_pandas_and_duckdb(tmp_path):
    """With keep="all", file by file, in one schema; names and causes are words."""
    result = run(STUDY, keep="all", out=tmp_path, cut=SMALL)
    assert len(list((tmp_path / "outcomes").iterdir())) > 1
    order = ["variant", "matchup", "duel"]
    frames = {"pandas": pd.read_parquet(tmp_path / "outcomes"), "duckdb": duckdb_rows(tmp_path)}
    expected = result.outcomes.astype(dict.fromkeys(("a", "b", "variant", "winner", "cause_a", "cause_b"), str))
    assert len(expected) == 300 * len(STUDY.scenarios)
    for frame in frames.values():
        own = frame.astype(expected.dtypes.to_dict()).sort_values(order, ignore_index=True)
        pd.testing.assert_frame_equal(own, expected.sort_values(order, ignore_index=True))
    assert isinstance(frames["pandas"]["winner"].dtype, pd.CategoricalDtype)
    [[wins]] = duckdb.sql(f"select count(*) from '{tmp_path}/outcomes/*.parquet' where winner = 'a'").fetchall()
    assert wins == sum(int(tally.winners[0]) for tally in result.scenario_tallies)


def test_a_result_in_memory_holds_no_more_rows_however_many_were_kept(tmp_path, monkeypatch):
    monkeypatch.setattr("zodiac_sim.lab.folder.KEPT_ROWS", 100 * len(STUDY.scenarios))
    result = run(STUDY, keep="all", out=tmp_path, cut=SMALL)
    assert len(duckdb_rows(tmp_path, "variant, matchup, duel")) == 300 * len(STUDY.scenarios)
    expected = run(STUDY, keep=100)
    assert_same(result, expected)
    assert_same(load_result(tmp_path), expected)


def test_damaged_rows_are_refused_and_rows_of_no_part_do_not_count(tmp_path):
    run(STUDY, keep=50, out=tmp_path, cut=SMALL)
    path = sorted((tmp_path / "outcomes").iterdir())[0]
    content = path.read_bytes()
    path.write_bytes(content[:-50])
    with pytest.raises(InputError, match=r"is damaged .*; remove it") as error:
        load_result(tmp_path)
    assert error.value.file == str(path)
    path.write_bytes(content)
    path.with_name("000000000300-000000000309.parquet").write_bytes(b"left by a kill")
    assert_same(load_result(tmp_path), run(STUDY, keep=50))


LIGHT = """
import sys
from zodiac_sim.lab import store, run
assert not {"pyarrow", "pandas"} & set(sys.modules), "loaded too early"
"""


def test_pyarrow_is_loaded_only_for_a_folder():
    """What it takes to start a run that keeps nothing on disk is not longer for it."""
    subprocess.run([sys.executable, "-c", LIGHT], check=True, cwd=Path(__file__).parents[2])


def test_a_folder_with_other_things_is_left_alone(tmp_path):
    write_folder(tmp_path / "out", {"page.html": b"old"}, marker=MARKER)
    (tmp_path / "out" / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match=r"holds other things \('notes.txt'\)"):
        write_folder(tmp_path / "out", {"page.html": b"new"}, marker=MARKER)
    assert names(tmp_path / "out") == {"page.html", "notes.txt", MARKER}


def test_a_folder_of_ours_is_replaced(tmp_path):
    write_folder(tmp_path / "out", {"page.html": b"old", "more": b""}, marker=MARKER)
    write_folder(tmp_path / "out", {"page.html": b"new"}, marker=MARKER)
    assert (tmp_path / "out" / "page.html").read_bytes() == b"new"
    assert names(tmp_path / "out") == {"page.html", MARKER}
    assert names(tmp_path) == {"out"}


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    for folder in ("file", "file/deeper"):
        with pytest.raises(InputError, match=r"is a file|cannot be written"):
            check_folder(tmp_path / folder, marker=MARKER)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder that nobody may write, even root")
def test_a_place_that_cannot_be_written_is_found_before():
    with pytest.raises(InputError, match="cannot be written"):
        check_folder("/proc/nowhere/out", marker=MARKER)


def test_a_failure_leaves_the_older_folder(tmp_path, monkeypatch):
    write_folder(tmp_path / "out", {"page.html": b"old"}, marker=MARKER)

    def rename(self, target):
        if self.name == "new":
            raise OSError(28, "No space left on device")
        return os.rename(self, target)

    monkeypatch.setattr(Path, "rename", rename)
    with pytest.raises(InputError, match="No space left"):
        write_folder(tmp_path / "out", {"page.html": b"new"}, marker=MARKER)
    assert (tmp_path / "out" / "page.html").read_bytes() == b"old"
    assert names(tmp_path) == {"out"}


def test_ctrl_c_between_an_older_folder_and_the_new_one_loses_neither(tmp_path, monkeypatch):
    write_folder(tmp_path / "out", {"page.html": b"old"}, marker=MARKER)

    def rename(self, target):
        os.rename(self, target)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Path, "rename", rename)
    with pytest.raises(KeyboardInterrupt):
        write_folder(tmp_path / "out", {"page.html": b"new"}, marker=MARKER)
    assert (tmp_path / "out" / "page.html").read_bytes() == b"new"
    assert names(tmp_path) == {"out"}


ENDED = """
import os, pathlib, signal, sys
from zodiac_sim.lab.store import new_folder
with new_folder(sys.argv[1], marker=".marker") as new:
    (new / "page.html").write_bytes(b"new")
    if os.fork() == 0:
        signal.raise_signal(signal.SIGTERM)
    os.wait()
    assert (new / "page.html").exists(), "a child removed it"
    signal.raise_signal(signal.SIGTERM)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="children that have the handlers of their parent")
def test_a_process_that_is_told_to_end_leaves_the_older_folder_and_nothing_else(tmp_path):
    write_folder(tmp_path / "out", {"page.html": b"old"}, marker=".marker")
    done = subprocess.run([sys.executable, "-c", ENDED, str(tmp_path / "out")], check=False, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (-signal.SIGTERM, b"")
    assert (tmp_path / "out" / "page.html").read_bytes() == b"old"
    assert names(tmp_path) == {"out"}


@pytest.mark.parametrize("name", ["~", "no\udcff text", "two\nlines 👩‍🚀"])
def test_a_folder_may_bear_any_name(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(STUDY, duels=5, out=name)
    assert load_result(name).rows() == result.rows()
    assert [each.name for each in tmp_path.iterdir()] == [name]
