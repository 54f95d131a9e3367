"""The command that compares what was kept."""

import csv
import io
import json

import pytest

from tests.cli.command import SMALL, call, program, study_file
from tests.lab.made import HOSTILE, study
from zodiac_sim.errors import one_line
from zodiac_sim.lab.run import run
from zodiac_sim.lab.store import load_result

VARIANTS = """
[[variants]]
name = "plain"
[[variants]]
name = "stronger"
set = { "fighters.worm.strength" = 6 }
[[variants]]
name = "lucky"
set = { "fighters.wedge.luck" = 20 }
"""


@pytest.fixture
def kept(tmp_path, capsys):
    """Keep a run of a study; return its folder."""

    def keep(name, text=SMALL + VARIANTS, **options):
        words = [word for option, value in options.items() for word in (f"--{option}", str(value))]
        out = str(tmp_path / name)
        assert call(capsys, "run", study_file(tmp_path, text, f"{name}.toml"), "--out", out, *words).code == 0
        return out

    return keep


def test_every_two_variants_are_compared(kept, capsys):
    folder = kept("one", duels=1_000)
    done = call(capsys, "compare", folder)
    assert (done.code, done.err) == (0, "")
    assert "Small, compared duel by duel on the same dice" in done.out
    for heading in ("stronger against plain;", "lucky against plain;", "lucky against stronger;"):
        assert f"0: wedge (a) vs worm (b), {heading}" in done.out
    assert "12 comparisons, intervals (Student's t) and p values corrected to hold together at" in done.out
    assert "another winner in" in done.out and "-fold" in done.out
    assert max(map(len, done.out.splitlines())) <= 100


@pytest.mark.parametrize("columns", ["20", "60", "80", "140"])
def test_differences_are_shown_whole_at_any_width(columns, kept, capsys, monkeypatch):
    folder = kept("one", duels=1_000)
    frame = load_result(folder).compare("plain", "stronger", quantities=["rounds"])
    monkeypatch.setenv("COLUMNS", columns)
    out = call(capsys, "compare", folder, "--baseline", "plain", "--quantities", "rounds").out
    assert f"{frame['difference'][0]:+.2f}"[:4].replace("-", "−") in out
    assert max(map(len, out.splitlines())) <= max(60, int(columns))


def test_names_of_quantities_may_stand_apart(kept, capsys):
    words = ["compare", kept("one", duels=100), "--format", "csv", "--quantities"]
    assert call(capsys, *words, "rounds, wins_a") == call(capsys, *words, "rounds,wins_a")


def test_other_formats_hold_all_columns(kept, capsys):
    folder = kept("one", duels=500)
    options = ["--baseline", "plain", "--quantities", "all", "--confidence", "0.9", "--margin", "0.02"]
    frame = load_result(folder).compare("plain", confidence=0.9, margin=0.02)
    rows = list(
        csv.DictReader(io.StringIO(call(capsys, "compare", folder, *options, "--format", "csv").out, newline=""))
    )
    content = json.loads(call(capsys, "compare", folder, *options, "--format", "json").out)
    assert list(rows[0]) == list(content["rows"][0]) == list(frame.columns)
    assert len(rows) == len(content["rows"]) == len(frame)
    assert [row["difference"] for row in content["rows"]] == frame["difference"].tolist()
    assert [row["verdict"] for row in rows] == frame["verdict"].tolist()
    assert (content["confidence"], content["notes"][0]) == (0.9, f"{frame.attrs['note']}.")
    markdown = call(capsys, "compare", folder, *options, "--format", "markdown").out
    assert markdown.count("| wins of wedge |") == 2


def test_a_result_is_compared_with_an_older_one(kept, capsys):
    old = kept("old", duels=1_000, seed=1)
    new = kept("new", SMALL.replace("hp = 20", "hp = 25") + VARIANTS, duels=2_000, seed=2)
    out = call(capsys, "compare", new, old).out
    for line in ("fighters.wedge.hp: 20 → 25", "duels: 1,000 → 2,000", "seed: 1 → 2"):
        assert f"  {line}" in out
    assert "0: wedge (a) vs worm (b), stronger\n" in out
    assert "their duels taken as independent samples" in " ".join(out.split())
    content = json.loads(call(capsys, "compare", new, old, "--format", "json", "--quantities", "wins_a").out)
    assert {"key": "fighters.wedge.hp", "before": "20", "after": "25"} in content["inputs"]
    [wins, *_] = content["rows"]
    assert (wins["baseline_duels"], wins["duels"], wins["verdict"]) == (1_000, 2_000, "larger")
    assert "- fighters.wedge.hp: 20 → 25" in call(capsys, "compare", new, old, "--format", "markdown").out


def test_the_very_same_duels_differ_in_nothing(kept, capsys):
    text = SMALL + '[grid]\n"fighters.wedge.luck" = [0, 6]\n"fighters.worm.luck" = [0]\n'
    out = " ".join(call(capsys, "compare", kept("one", text), kept("other", text)).out.split())
    assert "Nothing changed in the question." in out and "(the very same duels differ in nothing)" in out
    assert "“wedge luck 6, worm luck 0” quantity" in out


def test_what_only_one_result_has_is_told(kept, capsys):
    old = kept("old", SMALL + VARIANTS.replace("lucky", "older"))
    out = call(capsys, "compare", kept("new"), old).out
    assert "Only in the baseline: wedge against worm, older." in out
    assert "Only in the new result: wedge against worm, lucky." in out


def test_wrong_comparisons_are_refused_by_name(kept, capsys, tmp_path):
    folder, single = kept("one"), kept("single", SMALL)
    other = kept("other", SMALL.replace("worm", "eel"))
    missing = str(tmp_path / "none")
    for arguments, words in (
        ([missing], [missing, "no such folder"]),
        ([folder, missing], [missing, "no such folder"]),
        ([str(tmp_path)], ["holds no result"]),
        ([study_file(tmp_path)], ["is a file"]),
        ([single], [single, "no two variants", "older result"]),
        ([folder, other], [other, "in common"]),
        ([folder, "--baseline", "plan"], ["--baseline", "'plan'", "did you mean 'plain'"]),
        ([folder, folder, "--baseline", "plain"], ["--baseline", "leave out"]),
        ([folder, "--quantities", "round"], ["--quantities", "'round'", "did you mean 'rounds'"]),
        ([folder, folder, "--quantities", "round"], ["--quantities", "'round'"]),
        ([folder, "--quantities", ""], ["--quantities", "''"]),
        ([folder, "--margin", "2"], ["--margin", "2.0", "to below 1"]),
        ([folder, folder, "--confidence", "95"], ["--confidence", "95"]),
        ([], ["RESULT"]),
    ):
        done = call(capsys, "compare", *arguments)
        assert (done.code, done.out) == (2, ""), arguments
        assert len(done.err.splitlines()) == 1 and len(done.err) < 600
        for word in words:
            assert word in done.err


def test_a_screen_without_a_true_minus_shows_a_plain_one(kept):
    """Screens of many systems have no such sign; an escape in its place cannot be read."""
    folder = kept("one")
    for command in (["compare", folder], ["run", f"{folder}.toml"]):
        done = program(*command, environment={"PYTHONIOENCODING": "cp1252"})
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"\\u2212" not in done.stdout and b"(-" in done.stdout


@pytest.mark.parametrize("form", ["table", "csv", "json", "markdown"])
def test_names_survive_in_every_form(form, tmp_path, capsys, monkeypatch):
    names = HOSTILE[:9]
    made = study(variants=[{"name": "first"}, *({"name": name} for name in names)])
    run(made, duels=20, out=tmp_path / "kept")
    monkeypatch.setenv("COLUMNS", "140")
    done = call(
        capsys, "compare", str(tmp_path / "kept"), "--baseline", "first", "--quantities", "rounds", "--format", form
    )
    assert (done.code, done.err) == (0, "")
    if form in ("csv", "json"):
        text = io.StringIO(done.out, newline="")
        rows = csv.DictReader(text) if form == "csv" else json.loads(done.out)["rows"]
        assert [row["variant"] for row in rows] == names
    else:
        assert one_line("two\nlines").replace("\\", "\\\\" if form == "markdown" else "\\") in done.out
        assert "<script>" not in done.out or form == "table"


def test_of_many_variants_all_are_compared_with_the_first(tmp_path, capsys):
    """Every pair of sixteen would be more than a thousand lines."""
    grid = '\n[grid]\n"fighters.wedge.luck" = [1, 2, 3, 4, 5, 6]\n'
    folder = str(tmp_path / "many")
    assert call(capsys, "run", study_file(tmp_path, SMALL + grid), "--out", folder).code == 0
    found = json.loads(call(capsys, "compare", folder, "--quantities", "rounds", "--format", "json").out)
    assert [row["baseline"] for row in found["rows"]] == ["fighters.wedge.luck=1"] * 5
    for name in ("luck 2", "fighters.wedge.luck=2"):
        assert ", luck 1" in call(capsys, "compare", folder, "--baseline", name).out.replace("“", "").replace("”", "")


@pytest.mark.parametrize("older", [False, True])
def test_data_have_the_names_of_a_grid_as_the_table_of_a_run_has_them(older, tmp_path, capsys):
    grid = '\n[grid]\n"fighters.wedge.luck" = [1, 2]\n'
    folder = str(tmp_path / "kept")
    table = call(capsys, "run", study_file(tmp_path, SMALL + grid), "--out", folder, "--format", "csv").out
    words = ["compare", folder, *([folder] if older else [])]
    compared = csv.DictReader(io.StringIO(call(capsys, *words, "--format", "csv").out, newline=""))
    assert {row["variant"] for row in compared} <= {row["variant"] for row in csv.DictReader(table.splitlines())}
    for form in ("table", "markdown"):
        assert "luck=" not in call(capsys, *words, "--format", form).out
