"""Folders of results: whole, replaced only if ours, and checked before the duels are fought."""

import json
import os
from pathlib import Path

import pytest

from tests.lab.made import small_result, study
from zodiac_sim.errors import InputError
from zodiac_sim.lab.store import MARKER, check_folder, save_result
from zodiac_sim.study.study import load_study

NAMES = {"table.csv", "table.md", "result.json", "tallies.csv", "study.toml", MARKER}


def names(folder):
    return {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("folder", ["new", "deep/er/new", "ünï 😀"])
def test_a_result_is_written_whole_and_nothing_beside_it(tmp_path, folder):
    made = small_result(study(title="é"))
    assert save_result(made, tmp_path / folder) == tmp_path / folder
    assert names(tmp_path / folder) == NAMES
    assert len(names(tmp_path)) == 1
    assert json.loads((tmp_path / folder / "result.json").read_bytes())["title"] == "é"


def test_the_study_that_is_saved_makes_it_again(tmp_path):
    made = small_result(study(seed=11, duels=6, variants=[{"name": "x", "set": {"rules.criticals": "simple"}}]))
    again = load_study(save_result(made, tmp_path / "out") / "study.toml")
    assert (again.seed, again.duels, again.scenarios) == (11, 6, made.study.scenarios)


def test_an_older_result_is_replaced(tmp_path):
    save_result(small_result(study(title="old")), tmp_path / "out")
    save_result(small_result(study(title="new")), tmp_path / "out")
    assert json.loads((tmp_path / "out" / "result.json").read_bytes())["title"] == "new"
    assert names(tmp_path) == {"out"}


def test_an_empty_folder_is_used(tmp_path):
    (tmp_path / "out").mkdir()
    save_result(small_result(), tmp_path / "out")
    assert names(tmp_path / "out") == NAMES


def test_a_folder_with_other_things_is_left_alone(tmp_path):
    save_result(small_result(), tmp_path)
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match=r"holds other things \('notes.txt'\)"):
        save_result(small_result(), tmp_path)
    assert names(tmp_path) == NAMES | {"notes.txt"}


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    for folder in ("file", "file/deeper"):
        with pytest.raises(InputError, match=r"is a file|cannot be written"):
            check_folder(tmp_path / folder)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder that nobody may write, even root")
def test_a_place_that_cannot_be_written_is_found_before():
    with pytest.raises(InputError, match="cannot be written"):
        check_folder("/proc/nowhere/out")


def test_a_failure_leaves_the_older_result(tmp_path, monkeypatch):
    save_result(small_result(study(title="old")), tmp_path / "out")

    def rename(self, target):
        if self.name == "new":
            raise OSError(28, "No space left on device")
        return os.rename(self, target)

    monkeypatch.setattr(Path, "rename", rename)
    with pytest.raises(InputError, match="No space left"):
        save_result(small_result(study(title="new")), tmp_path / "out")
    assert json.loads((tmp_path / "out" / "result.json").read_bytes())["title"] == "old"
    assert names(tmp_path) == {"out"}
