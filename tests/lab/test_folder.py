"""A run on disk: resumed as if it had never stopped, by the same study alone, whenever it was killed."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from tests.lab.made import study
from tests.lab.test_run import SMALL, assert_same
from zodiac_sim.errors import InputError
from zodiac_sim.lab import files, folder, kept_rows, parts
from zodiac_sim.lab.folder import open_run
from zodiac_sim.lab.jobs import Job, fight, pairs_of, ranges
from zodiac_sim.lab.run import run
from zodiac_sim.lab.store import load_result

VARIANTS = [{"name": "plain"}, {"name": "quick", "set": {"fighters.wedge.speed": 9}}]
STUDY = study(variants=VARIANTS, duels=300)
CUT = SMALL
ROOT = Path(__file__).parents[2]


def job(first, duels, keep=0, made=STUDY):
    pairs = pairs_of(made.scenarios)
    return Job(scenarios=made.scenarios, pairs=pairs, seed=made.seed, first_duel=first, duels=duels, keep=keep, cut=CUT)


def refused(path, match, made=STUDY, **options):
    with pytest.raises(InputError, match=match) as error, open_run(path, made, **options):
        pass
    return error.value


@pytest.fixture(scope="module")
def expected():
    return run(STUDY)


@pytest.fixture(scope="module")
def kept_of_jobs():
    """Every job of the study, fought once."""
    return [fight(job(first, duels, duels)) for first, duels in ranges(0, STUDY.duels, STUDY.scenarios, CUT)]


def test_what_was_added_is_the_result(tmp_path, kept_of_jobs, expected):
    with open_run(tmp_path, STUDY, keep="all") as opened:
        for fought in reversed(kept_of_jobs):
            opened.add(fought)
        result = opened.result()
        opened.finish(result)
    assert_same(result, expected)
    assert (result.interrupted, result.ranges) == (False, ((0, 300),))
    assert_same(load_result(tmp_path), expected)


def test_a_finished_run_has_one_part_and_strict_json(tmp_path):
    def no_json(word):
        raise AssertionError(f"{word} is no JSON")

    run(STUDY, out=tmp_path, cut=CUT)
    assert [each.name for each in (tmp_path / "parts").iterdir()] == [parts.file_name(0, 300)]
    for name in ("manifest.json", "result.json"):
        json.loads((tmp_path / name).read_bytes(), parse_constant=no_json)
    manifest = json.loads((tmp_path / "manifest.json").read_bytes())
    assert {name: manifest[name] for name in ("schema_version", "version", "seed", "finished", "keep")} == {
        "schema_version": 1,
        "version": load_result(tmp_path).version,
        "seed": 7,
        "finished": True,
        "keep": 500_000,
    }
    assert (manifest["duels_asked"], manifest["duels_done"], manifest["pairs"]) == (300, 300, [[0, 1]])
    assert manifest["scenarios"][1] == {"matchup": 0, "a": "wedge", "b": "worm", "variant": "quick"}
    assert (manifest["ruleset"]["name"], manifest["target_error"]) == ("zodiac", None)


def test_long_runs_have_few_files(tmp_path, kept_of_jobs, monkeypatch):
    """Ten thousand jobs leave no ten thousand files, and lose nothing when they are merged."""
    monkeypatch.setattr(folder, "MOST_PARTS", 2)
    most = 0
    with open_run(tmp_path, STUDY) as opened:
        for fought in kept_of_jobs:
            opened.add(fought)
            most = max(most, len(list((tmp_path / "parts").iterdir())))
    assert most == 2 and len(kept_of_jobs) >= 3
    assert load_result(tmp_path).ranges == ((0, 300),)


def test_more_duels_are_only_added(tmp_path, expected, monkeypatch):
    run(STUDY, duels=100, out=tmp_path, cut=CUT)
    fought = watched(monkeypatch)
    resumed = run(STUDY, out=tmp_path, resume=True, cut=CUT)
    assert_same(resumed, expected)
    assert min(first for first, _ in fought) == 100


def watched(monkeypatch):
    """The ranges of duels that a run in this process fights from now on."""
    found = []

    def watching(job, *rest):
        found.append((job.first_duel, job.first_duel + job.duels))
        return fight(job, *rest)

    monkeypatch.setattr("zodiac_sim.lab.workers.fight", watching)
    return found


def test_the_seed_is_drawn_once(tmp_path):
    made = study(duels=20, seed=None)
    seed = run(made, duels=10, out=tmp_path).seed
    resumed = run(made, out=tmp_path, resume=True)
    assert (resumed.seed, resumed.duels) == (seed, 20)
    assert_same(resumed, run(made, seed=seed))


def test_duels_that_were_asked_for_are_still_asked_for(tmp_path):
    run(STUDY, duels=400, out=tmp_path, cut=CUT)
    assert run(STUDY, out=tmp_path, resume=True).duels == 400
    assert "400 are begun" in str(refused(tmp_path, "300 is too few", duels=300, resume=True))


def test_resume_starts_anew_where_nothing_is(tmp_path, expected):
    """A run may be killed before its first file."""
    assert_same(run(STUDY, out=tmp_path / "new", resume=True), expected)


def test_a_run_without_a_duel_is_in_nobodys_way(tmp_path):
    with open_run(tmp_path, STUDY):
        pass
    with pytest.raises(InputError, match="no duel is finished yet"):
        load_result(tmp_path)
    run(STUDY, duels=5, out=tmp_path)


def test_a_result_is_not_replaced_by_mistake(tmp_path):
    run(STUDY, duels=5, out=tmp_path)
    error = refused(tmp_path, "holds a result of 5 duels a row; --resume adds to it, or name another folder")
    assert error.file == str(tmp_path)


def test_a_folder_with_other_things_is_left_alone(tmp_path):
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    for resume in (False, True):
        refused(tmp_path, r"holds other things \('notes.txt'\) and no run", resume=resume)
    assert os.listdir(tmp_path) == ["notes.txt"]
    refused(tmp_path / "notes.txt", "is a file; a folder is expected")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder that nobody may write, even root")
def test_a_place_that_cannot_be_written_is_found_before():
    refused("/proc/nowhere/out", "cannot be written")


@pytest.mark.parametrize("resume", [False, True])
def test_only_one_run_writes_a_folder(tmp_path, resume):
    with open_run(tmp_path, STUDY):
        refused(tmp_path, "is being written by another run", resume=resume)
    with open_run(tmp_path, STUDY, resume=True):
        pass


HOLD = """
import sys
from zodiac_sim.lab.files import locked
from pathlib import Path
with locked(Path(sys.argv[1])):
    print("locked", flush=True)
    sys.stdin.read()
"""


def test_a_lock_ends_with_its_process_however_that_ends(tmp_path):
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as other:
        assert other.stdout.readline().strip() == b"locked"
        refused(tmp_path, "is being written by another run")
        other.kill()
    with open_run(tmp_path, STUDY):
        pass


CHANGES = {
    "seed": (study(variants=VARIANTS, duels=300, seed=8), r"seed: is 8, but the run .* has 7; use the same"),
    "fighters.wedge.hp": (
        study(
            variants=VARIANTS, duels=300, fighters={"wedge": {"hp": 21, "skill": 60}, "worm": {"hp": 20, "skill": 60}}
        ),
        r"fighters.wedge.hp: is 21, but the run .* has 20",
    ),
    "variants[2]": (
        study(variants=[*VARIANTS, {"name": "more"}], duels=300),
        r"variants\[2\]: is {'name': 'more'}, but the run .* has nothing",
    ),
    "variants[1].name": (
        study(variants=[VARIANTS[0], {**VARIANTS[1], "name": "swift"}], duels=300),
        r"variants\[1\].name: is 'swift', but the run .* has 'quick'",
    ),
    "title": (study(variants=VARIANTS, duels=300, title="T"), r"title: is 'T', but the run .* has nothing"),
    "rules.max_rounds": (
        study(variants=VARIANTS, duels=300, rules={"max_rounds": 17}),
        r"rules.max_rounds: is 17, but the run .* has \d+",
    ),
}


@pytest.mark.parametrize("key", CHANGES)
def test_a_run_of_anything_else_is_refused_by_the_key_that_differs(tmp_path, key):
    made, words = CHANGES[key]
    run(STUDY, duels=5, out=tmp_path)
    assert refused(tmp_path, words, made, resume=True).key == key
    assert load_result(tmp_path).duels == 5


def test_what_is_kept_row_by_row_is_decided_once(tmp_path):
    run(STUDY, duels=50, keep=20, out=tmp_path, cut=CUT)
    assert "keeps 20" in str(refused(tmp_path, "keep: is all", keep="all", resume=True))
    resumed = run(STUDY, out=tmp_path, resume=True, cut=CUT)
    assert [len(rows["winner"]) for rows in resumed.kept] == [20, 20]


def changed_manifest(path, **changes):
    content = json.loads((path / "manifest.json").read_bytes())
    (path / "manifest.json").write_text(json.dumps({**content, **changes}), encoding="utf-8")


def test_a_run_of_another_version_is_read_but_not_resumed(tmp_path):
    """Another version may roll other dice."""
    expected = run(STUDY, duels=5, out=tmp_path)
    changed_manifest(tmp_path, version="0.0.7")
    assert_same(load_result(tmp_path), expected)
    assert load_result(tmp_path).version == "0.0.7"
    refused(tmp_path, r"version: is '.*', but the run .* has '0.0.7'", resume=True)


def test_rules_that_changed_with_the_package_are_read_as_they_were(tmp_path):
    run(STUDY, duels=5, out=tmp_path)
    ruleset = json.loads((tmp_path / "manifest.json").read_bytes())["ruleset"]
    changed_manifest(tmp_path, ruleset={**ruleset, "max_rounds": 17})
    assert load_result(tmp_path).study.ruleset.max_rounds == 17
    refused(tmp_path, r"rules.max_rounds: is \d+, but the run .* has 17", resume=True)
    changed_manifest(tmp_path, ruleset={**ruleset, "max_rounds": -1})
    with pytest.raises(InputError, match=r"manifest.json: study.*max_rounds"):
        load_result(tmp_path)


def test_another_version_of_the_schema_is_refused_by_both_versions(tmp_path):
    run(STUDY, duels=5, out=tmp_path)
    changed_manifest(tmp_path, schema_version=2, version="9.9")
    with pytest.raises(InputError, match=r"schema version 2, while zodiac_sim .* reads 1; .*'9.9'") as error:
        load_result(tmp_path)
    assert error.value.file == str(tmp_path / "manifest.json")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is damaged"),
        (b"{", "is damaged"),
        (b"[]", "should be a table"),
        (b"\xff", "is damaged"),
        (b'{"schema_version": 1}', "version: is required"),
    ],
)
def test_a_damaged_manifest_is_refused(tmp_path, content, words):
    run(STUDY, duels=5, out=tmp_path)
    (tmp_path / "manifest.json").write_bytes(content)
    for use in (load_result, lambda path: refused(path, words, resume=True) and load_result(path)):
        with pytest.raises(InputError, match=words) as error:
            use(tmp_path)
        assert error.value.file == str(tmp_path / "manifest.json")


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"duels_done": -1}, "duels_done"),
        ({"seed": "7"}, "seed"),
        ({"study": "fighters = 3"}, "study"),
        ({"study": "=", "keep": "all"}, None),
        ({"scenarios": []}, "study"),
        ({"confidence": 1.5}, "confidence"),
        ({"confidence": float("nan")}, "confidence"),
        ({"target_error": float("inf")}, "target_error"),
        ({"target_error": "0.1"}, "target_error"),
        ({"more": 1}, "more"),
    ],
)
def test_a_manifest_with_other_values_is_refused_by_its_key(tmp_path, change, key):
    run(STUDY, duels=5, out=tmp_path)
    changed_manifest(tmp_path, **change)
    with pytest.raises(InputError) as error:
        load_result(tmp_path)
    assert error.value.file == str(tmp_path / "manifest.json")
    assert key is None or error.value.key.startswith(key)


def test_a_run_whose_scenarios_were_changed_is_not_added_to(tmp_path):
    run(STUDY, duels=5, out=tmp_path)
    changed_manifest(tmp_path, scenarios=[])
    assert refused(tmp_path, "is .*, but the run that is to be resumed has nothing", resume=True).key == "scenarios[0]"


def other_duels(folder):
    first, second, *_ = sorted((folder / "outcomes").iterdir())
    first.rename(folder / "aside")
    second.rename(first)
    (folder / "aside").rename(second)


def endless_part(folder):
    [path] = (folder / "parts").iterdir()
    table = pq.read_table(path)
    said = json.loads(table.schema.metadata[parts.METADATA]) | {"ranges": [[0, float("inf")]]}
    pq.write_table(table.replace_schema_metadata({parts.METADATA: json.dumps(said)}), path)


@pytest.mark.parametrize(
    ("change", "words"), [(other_duels, "other duels than its name says"), (endless_part, "is damaged")]
)
def test_a_file_that_says_other_duels_of_itself_than_its_name_is_refused(tmp_path, change, words):
    run(STUDY, out=tmp_path, cut=CUT)
    change(tmp_path)
    for use in (load_result, lambda path: run(STUDY, out=path, resume=True, cut=CUT)):
        with pytest.raises(InputError, match=words):
            use(tmp_path)


def replaced(path, how):
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    how(path)


@pytest.mark.parametrize(
    ("name", "how"), [("manifest.json", Path.mkdir), ("parts", Path.touch), ("outcomes", Path.touch)]
)
def test_what_the_system_does_not_let_us_read_is_neither_empty_nor_to_be_removed(tmp_path, name, how):
    run(STUDY, duels=5, out=tmp_path)
    replaced(tmp_path / name, how)
    for use in (load_result, lambda path: run(STUDY, duels=5, out=path, resume=True)):
        with pytest.raises(InputError, match=r"cannot be read: (Is|Not) a directory$") as error:
            use(tmp_path)
        assert error.value.file == str(tmp_path / name)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(13, "Failed to open"), "Permission denied"),
        (OSError(5, "Error reading"), "Input/output error"),
        (MemoryError("Unable to allocate"), "it takes more memory than there is"),
    ],
)
def test_a_file_that_cannot_be_read_now_is_not_called_damaged(tmp_path, monkeypatch, error, words):
    run(STUDY, duels=5, out=tmp_path)

    def fail(*_, **__):
        raise error

    monkeypatch.setattr(parts.pq, "ParquetFile", fail)
    with pytest.raises(InputError, match=rf"parquet: cannot be read: {words}$"):
        load_result(tmp_path)


def test_what_can_no_longer_be_written_is_told_by_its_name(tmp_path, kept_of_jobs, monkeypatch):
    def fail(path, **_):
        raise PermissionError(13, "Permission denied", str(path))

    with open_run(tmp_path, STUDY) as opened:
        (tmp_path / "outcomes").touch()
        with pytest.raises(InputError, match=r"outcomes: cannot be written: File exists$"):
            opened.add(kept_of_jobs[0])
        (tmp_path / "outcomes").unlink()
        for fought in kept_of_jobs[:2]:
            opened.add(fought)
        monkeypatch.setattr(Path, "unlink", fail)
        with pytest.raises(InputError, match=r"\.parquet: cannot be written: Permission denied$"):
            opened.result()
    assert load_result(tmp_path).duels == sum(fought.tallies.duels for fought in kept_of_jobs[:2])


def test_what_is_no_place_for_a_folder_is_refused(tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    for place in (tmp_path / "loop", str(tmp_path / "\0"), bytes(tmp_path)):
        refused(place, "cannot be written")


def test_without_a_manifest_there_is_no_result(tmp_path):
    run(STUDY, duels=5, out=tmp_path)
    (tmp_path / "manifest.json").unlink()
    with pytest.raises(InputError, match="holds no result, as it has no manifest"):
        load_result(tmp_path)
    refused(tmp_path, "holds other things", resume=True)
    with pytest.raises(InputError, match="no such folder"):
        load_result(tmp_path / "nowhere")


class Killed(BaseException):
    """A process that ends at once: nothing is caught, nothing cleaned."""


STEPS = (
    (files.os, "fsync"),
    (files.os, "replace"),
    (Path, "unlink"),
    (Path, "mkdir"),
    (kept_rows.pq.ParquetWriter, "write_table"),
)


class Executioner:
    """Counts the steps that change a disk, and kills before one of them."""

    def __init__(self, monkeypatch, at):
        self.at, self.steps = at, 0
        for owner, name in STEPS:
            monkeypatch.setattr(owner, name, self.watched(getattr(owner, name)))

    def watched(self, step):
        def taken(*args, **kwargs):
            self.steps += 1
            if self.steps == self.at:
                raise Killed
            return step(*args, **kwargs)

        return taken


def add_jobs(path, jobs, added):
    with open_run(path, STUDY, keep=40, resume=True) as opened:
        done = {duel for start, end in opened.found.ranges for duel in range(start, end)}
        for fought in jobs:
            if fought.first_duel not in done:
                opened.add(fought)
                added.append(fought.first_duel)
        opened.finish(opened.result())


def with_rows(fought, keep):
    wanted = max(0, min(keep - fought.first_duel, fought.duels))
    return type(fought)(
        fought.first_duel,
        fought.duels,
        fought.tallies,
        fought.pairings,
        {name: values[:, :wanted] for name, values in fought.kept.items()},
    )


def test_killed_at_any_step_nothing_is_lost_and_nothing_counts_twice(tmp_path, kept_of_jobs, monkeypatch):
    """Every step that changes the disk is tried, so that no moment is left to luck."""
    monkeypatch.setattr(folder, "MOST_PARTS", 1)
    monkeypatch.setattr(folder, "tables", lambda *_: {"table.md": "short"})
    jobs = [with_rows(each, 40) for each in kept_of_jobs]
    add_jobs(tmp_path / "undisturbed", jobs, [])
    undisturbed = load_result(tmp_path / "undisturbed")
    at, killed = 0, True
    while killed:
        at, killed, added, again = at + 1, False, [], []
        path = tmp_path / str(at)
        with monkeypatch.context() as patch:
            Executioner(patch, at)
            try:
                add_jobs(path, jobs, added)
            except Killed:
                killed = True
        add_jobs(path, jobs, again)
        assert not set(added) & set(again)
        assert_same(load_result(path), undisturbed)
        assert len(list((path / "parts").iterdir())) == 1
        assert not list(path.rglob("*.new"))
        rows = sum(len(kept_rows.pq.ParquetFile(each).read()) for each in (path / "outcomes").iterdir())
        assert rows == 40 * len(STUDY.scenarios)
    assert at > 3 * 4 * len(jobs)


def test_rows_without_their_part_are_removed_before_duels_are_added(tmp_path, kept_of_jobs):
    """After a kill between both, work may be cut otherwise: the same duels in two files would count twice."""
    with open_run(tmp_path, STUDY, keep="all") as opened:
        opened.add(kept_of_jobs[0])
        opened._rows.write(120, fight(job(120, 7, 7)).kept)
    (tmp_path / "outcomes" / ".half.parquet.new").write_bytes(b"half")
    assert len(list((tmp_path / "outcomes").iterdir())) == 3
    run(STUDY, out=tmp_path, resume=True, cut=CUT)
    rows = pd.read_parquet(tmp_path / "outcomes")
    assert len(rows) == 300 * len(STUDY.scenarios)
    assert not rows.duplicated(["matchup", "variant", "duel"]).any()


RUN = """
import sys
from tests.lab.test_folder import CUT, STUDY
from zodiac_sim.lab.run import run
told = lambda done, _: print(done, flush=True)
run(STUDY, duels=3_000, keep="all", out=sys.argv[1], resume=True, cut=CUT, progress=told)
"""


@pytest.mark.skipif(os.name == "nt", reason="kills as POSIX systems do")
def test_a_run_that_is_killed_again_and_again_ends_as_an_undisturbed_one(tmp_path, monkeypatch):
    out, rng, before = tmp_path / "out", np.random.default_rng(20), ()
    for _ in range(4):
        command = [sys.executable, "-c", RUN, str(out)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as running:
            for _ in range(int(rng.integers(3, 9))):
                running.stdout.readline()
            time.sleep(float(rng.uniform(0, 0.02)))
            running.kill()
        ranges_now = load_result(out).ranges
        assert all(any(start <= first and end <= stop for start, stop in ranges_now) for first, end in before)
        before = ranges_now
    assert load_result(out).interrupted
    fought = watched(monkeypatch)
    resumed = run(STUDY, duels=3_000, keep="all", out=out, resume=True, cut=CUT)
    assert not any(first < stop and start < end for first, end in fought for start, stop in before)
    assert_same(resumed, run(STUDY, duels=3_000))
    assert_same(load_result(out), resumed)
    assert not resumed.interrupted
