"""Campaigns on the command line: the table in every form, what is kept, and what is refused in words."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.command import call, study_file
from tests.lab.campaigns import lived, road
from tests.lab.made import HOSTILE
from zodiac_sim.cli.screen import print_campaign
from zodiac_sim.errors import one_line
from zodiac_sim.lab import campaign_writing
from zodiac_sim.lab.campaign_trace import trace_campaign
from zodiac_sim.lab.manifest import NAME
from zodiac_sim.study.study import load_study

FEW = ("--duels", "40")


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return study_file(tmp_path_factory.mktemp("road"), road(title="The road").toml())


@pytest.fixture(scope="module")
def kept(path, tmp_path_factory):
    return campaign_writing.keep(lived(load_study(path), duels=40), tmp_path_factory.mktemp("kept") / "one")


def files(folder) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in Path(folder).iterdir()}


def test_the_table_has_a_row_for_each_hero_and_variant(path, capsys):
    done = call(capsys, "run", path, *FEW)
    assert (done.code, done.err) == (0, "")
    assert max(map(len, done.out.splitlines())) <= 100
    row = lived(load_study(path), duels=40).rows()[1]
    for text in (
        "The road",
        "ann",
        "bob",
        "plain",
        "bloody",
        f"{100 * row['rate_dead']:.1f} %",
        "of 4",
        "of 5",
        "Seed 7",
    ):
        assert text in done.out
    assert "undead" not in done.out


def test_every_form_holds_the_rows_of_the_result(path, capsys):
    rows = lived(load_study(path), duels=40).rows(0.9)
    of = ("--confidence", "0.9", "--format")
    content = json.loads(call(capsys, "run", path, *FEW, *of, "json").out)
    assert content["rows"] == rows
    assert (content["title"], content["seed"], content["confidence"]) == ("The road", 7, 0.9)
    found = list(csv.DictReader(io.StringIO(call(capsys, "run", path, *FEW, *of, "csv").out, newline="")))
    assert [list(row) for row in found] == [list(row) for row in rows]
    assert [float(row["fights_won_mean"]) for row in found] == [row["fights_won_mean"] for row in rows]
    text = call(capsys, "run", path, *FEW, *of, "markdown").out
    assert text.count("\n| ") == 2 + len(rows)
    assert "90 % interval" in text


def test_all_tables_are_kept_with_what_makes_them_again(path, kept, tmp_path, capsys):
    done = call(capsys, "run", path, *FEW, "--out", str(tmp_path / "two"))
    assert (done.code, done.err) == (0, "")
    assert files(tmp_path / "two") == files(kept)
    manifest = json.loads((kept / NAME).read_text(encoding="utf-8"))
    assert (manifest["seed"], manifest["campaigns"], manifest["finished"]) == (7, 40, True)
    again = call(capsys, "run", str(kept / "study.toml"), "--format", "csv").out
    assert again.encode() == (kept / "table.csv").read_bytes()
    for name, frame in (("survival", "survival"), ("fights", "by_fight"), ("hp", "hp")):
        head = (kept / f"{name}.csv").read_text(encoding="utf-8").splitlines()[0].split(",")
        assert head == list(getattr(lived(load_study(path), duels=40), frame)().columns)


def test_a_folder_of_other_things_is_left_alone(path, tmp_path, capsys):
    (tmp_path / "mine.txt").write_text("mine")
    done = call(capsys, "run", path, *FEW, "--out", str(tmp_path))
    assert (done.code, done.out) == (2, "")
    assert "mine.txt" in done.err


@pytest.mark.parametrize(
    "options",
    [("--target-error", "0.01"), ("--margin", "0.1"), ("--resume", "--out", "x"), ("--keep", "all", "--out", "x")],
)
def test_what_only_duels_have_is_refused(path, options, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = call(capsys, "run", path, *FEW, *options)
    assert (done.code, done.out) == (2, "")
    assert f"{options[0]}: is of no use for a study with a campaign" in done.err
    assert list(tmp_path.iterdir()) == []


def test_a_kept_campaign_is_no_result_of_duels(kept, capsys):
    for words in (["compare", str(kept)], ["report", str(kept), "-o", "x"]):
        done = call(capsys, *words)
        assert (done.code, done.out) == (2, "")
        assert "holds the tables of a campaign" in done.err
        assert len(done.err.splitlines()) == 1


def test_a_report_is_written_alone_and_among_others(path, tmp_path, capsys):
    out = str(tmp_path / "one")
    done = call(capsys, "report", path, *FEW, "-o", out)
    assert (done.code, done.err, done.out.strip()) == (0, "", str((tmp_path / "one" / "index.html").resolve()))
    first = files(out)
    assert {"survival.png", "campaign-hp.svg", "campaign-ends.png", "hp.csv", "results.csv"} <= set(first)
    call(capsys, "report", str(tmp_path / "one" / "study.toml"), "-o", out)
    assert files(out) == first
    done = call(capsys, "report", path, "--target-error", "0.1", "-o", out)
    assert (done.code, "--target-error: is of no use" in done.err) == (2, True)


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_shown_whole_on_the_screen(name, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "140")
    other = "another"
    print_campaign(lived(road((name, other), variants=[{"name": name}, {"name": other}], title=name), duels=5), 0.95)
    out = capsys.readouterr().out
    assert "".join(one_line(name).split()) in "".join(out.split())


def test_one_campaign_is_told(path, capsys):
    done = call(capsys, "trace", path, "--hero", "bob", "--variant", "scars", "--duel", "3")
    assert (done.code, done.err) == (0, "")
    told = trace_campaign(load_study(path), hero="bob", variant="scars", campaign=3)
    assert done.out.splitlines() == list(told.lines())


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--hero", "bop"), "--hero: no hero 'bop'; this campaign has 'ann', 'bob' (did you mean 'bob'?)"),
        (("--matchup", "0"), "--matchup: is of no use for a study with a campaign; --hero says who goes"),
        (("--duel", "-1"), "--duel: -1 must be a whole number within 0.."),
    ],
)
def test_what_cannot_be_told_is_refused(path, options, problem, capsys):
    done = call(capsys, "trace", path, *options)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"zodiac-sim: {problem}")


def test_duels_have_no_heroes(tmp_path, capsys):
    done = call(capsys, "trace", study_file(tmp_path), "--hero", "wedge")
    assert (done.code, done.out) == (2, "")
    assert "--hero: is of no use for a study without a campaign" in done.err
