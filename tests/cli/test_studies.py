"""The commands about studies, from the file to what stands on the screen."""

import csv
import io
import json
import re

import pytest

from tests.cli.command import SMALL, call, study_file
from tests.lab.made import HOSTILE, small_result, study
from zodiac_sim.cli.screen import print_table
from zodiac_sim.errors import one_line
from zodiac_sim.lab.run import run
from zodiac_sim.lab.store import load_result
from zodiac_sim.rules.loading import load_ruleset
from zodiac_sim.study.study import load_study


def test_without_a_study_the_packaged_ones_are_listed(capsys):
    done = call(capsys, "run")
    assert done.code == 0
    assert "simple-vs-complex" in done.out and "deadlier" in done.out


def test_a_study_is_run_and_its_table_shown(tmp_path, capsys):
    done = call(capsys, "run", study_file(tmp_path))
    assert (done.code, done.err) == (0, "")
    [row] = run(load_study(tmp_path / "study.toml")).rows()
    for text in (
        "Small",
        "wedge vs worm",
        f"{100 * row['rate_a']:.1f} %",
        f"{row['rolls_mean']:.1f}",
        "Seed 5",
        "95 %",
    ):
        assert text in done.out
    assert max(map(len, done.out.splitlines())) <= 100


def test_options_take_the_place_of_the_studys_own(tmp_path, capsys):
    path = study_file(tmp_path)
    options = ["--duels", "17", "--seed", "6", "--confidence", "0.5", "--format", "json"]
    content = json.loads(call(capsys, "run", path, *options).out)
    assert (content["rows"][0]["duels"], content["seed"], content["confidence"]) == (17, 6, 0.5)
    assert content["rows"] == run(load_study(path), duels=17, seed=6).rows(0.5)


def test_a_drawn_seed_is_shown_and_makes_the_run_again(tmp_path, capsys):
    path = study_file(tmp_path, SMALL.replace("seed = 5", ""))
    first = call(capsys, "run", path, "--format", "json").out
    seed = json.loads(first)["seed"]
    assert call(capsys, "run", path, "--format", "json", "--seed", str(seed)).out == first
    assert call(capsys, "run", path, "--format", "json").out != first


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("variants", [[], [{"name": "x"}, {"name": "y"}]])
def test_names_are_shown_whole_on_the_screen(name, variants, capsys, monkeypatch):
    """Long names are folded, never cut; what would tear a line or steer the terminal is escaped."""
    monkeypatch.setenv("COLUMNS", "100")
    other = "another"
    print_table(small_result(study((name, other), title=name, variants=variants)), 0.95)
    out = capsys.readouterr().out
    assert one_line(name).replace(" ", "") in "".join(out.split())
    assert "\x1b" not in out and "\t" not in out
    assert max(map(len, out.splitlines())) <= 300


def test_a_long_name_in_a_column_is_folded(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    print_table(small_result(study(variants=[{"name": "q" * 300}, {"name": "w"}])), 0.95)
    assert capsys.readouterr().out.count("q") == 2 * 300, "in the table, and where it is compared"


@pytest.mark.parametrize("columns", [60, 80, 100, 200])
def test_figures_are_shown_whole_at_any_width(columns, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    print_table(small_result(), 0.95)
    out = "".join(capsys.readouterr().out.split())
    for figure in ("50.0%", "33.3%", "16.7%", "none", "4.8"):
        assert figure in out
    assert ("dice" in out) == (columns >= 100)


@pytest.mark.parametrize(("form", "ending"), [("csv", "\r\n"), ("json", "}\n"), ("markdown", "\n")])
def test_other_formats_are_all_that_stands_on_stdout(form, ending, tmp_path, capsys):
    done = call(capsys, "run", study_file(tmp_path), "--format", form)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith(ending)
    if form == "csv":
        assert len(list(csv.DictReader(io.StringIO(done.out, newline="")))) == 1
    if form == "json":
        assert json.loads(done.out)["title"] == "Small"


def test_a_result_is_kept(tmp_path, capsys):
    out = tmp_path / "kept" / "here"
    done = call(capsys, "run", study_file(tmp_path), "--out", str(out), "--format", "json")
    assert (out / "result.json").read_text(encoding="utf-8") == done.out
    assert call(capsys, "run", str(out / "study.toml"), "--format", "json").out == done.out


def test_every_duel_is_kept_if_asked_for(tmp_path, capsys):
    out = tmp_path / "kept"
    assert call(capsys, "run", study_file(tmp_path), "--out", str(out), "--keep", "all").code == 0
    assert len(load_result(out).outcomes) == 40
    assert call(capsys, "run", study_file(tmp_path), "--out", str(tmp_path / "few"), "--keep", "3").code == 0
    assert len(load_result(tmp_path / "few").outcomes) == 3


def test_workers_change_nothing_that_is_shown(tmp_path, capsys):
    words = ["run", study_file(tmp_path), "--duels", "600000"]
    assert call(capsys, *words, "--workers", "2") == call(capsys, *words)


def test_a_run_stops_at_a_target(tmp_path, capsys):
    words = ["run", study_file(tmp_path), "--duels", "100000", "--target-error", "0.02", "--format", "json"]
    [row] = json.loads(call(capsys, *words).out)["rows"]
    assert 2_000 <= row["duels"] < 10_000
    assert row["rate_a_high"] - row["rate_a_low"] <= 0.04
    told = " ".join(call(capsys, *words[:-2]).out.split())
    assert f"After {row['duels']:,} duels a row all rates" in told and "known to ± 2 points at 95 % or better" in told


def test_a_target_that_is_out_of_reach_is_said_to_be(tmp_path, capsys):
    out = " ".join(call(capsys, "run", study_file(tmp_path), "--target-error", "0.001").out.split())
    assert "Not all rates are known to ± 0.1 points at 95 %" in out
    needed = int(re.search(r"after 40 duels a row; about ([\d,]+) would do", out)[1].replace(",", ""))
    assert 500_000 < needed < 2_000_000  # a rate near 1/2 needs 960,000


def test_variants_are_compared_with_the_first_one(tmp_path, capsys):
    text = SMALL.replace("duels = 40", "duels = 3000") + (
        '[[variants]]\nname = "plain"\n'
        '[[variants]]\nname = "stronger"\nset = { "fighters.worm.strength" = 9 }\n'
        '[[variants]]\nname = "patient"\nset = { "rules.max_rounds" = 999 }\n'
    )
    path = study_file(tmp_path, text)
    out = call(capsys, "run", path).out
    stronger = [line for line in out.splitlines() if "stronger" in line][-1]
    assert "Wins of a compared with plain, in percentage points, duel by duel on the same dice" in out
    assert stronger.split()[1].startswith("−") and stronger.split()[-1] == "smaller"
    [patient] = [line for line in out.splitlines() if "no difference larger than 1 point" in line]
    assert patient.split()[0] == "patient"
    assert "2 comparisons, intervals (Student's t) and p values corrected to hold together at 95 %" in out
    narrow = call(capsys, "run", path, "--margin", "0.0001").out
    assert "not enough duels to tell" in " ".join(narrow.split())


def test_a_single_variant_is_compared_with_nothing(tmp_path, capsys):
    assert "compared" not in call(capsys, "run", study_file(tmp_path)).out


def test_a_fight_that_nobody_can_win_is_shown_as_unresolved(tmp_path, capsys):
    """Four rounds are too few for 30,000 HP."""
    text = SMALL + "[rules]\nmax_rounds = 4\n[fighters.rock]\nhp = 30000\nskill = 10\nvitality = 255\n"
    path = study_file(tmp_path, text.replace('a = "wedge"', 'a = "rock"').replace('b = "worm"', 'b = "rock"'))
    done = call(capsys, "run", path, "--format", "csv")
    [row] = csv.DictReader(io.StringIO(done.out, newline=""))
    assert (row["unresolved"], row["rate_unresolved"], row["rounds_mean"]) == ("40", "1.0", "4.0")
    assert "all" in call(capsys, "run", path).out


def test_unusual_pairings_are_named(tmp_path, capsys):
    path = study_file(tmp_path, SMALL + '[rules]\nbleeding = "critical"\n')
    done = call(capsys, "run", path)
    assert "double criticals with bleeding by critical, not as the rules pair them (R6.4)" in done.out


@pytest.mark.parametrize("command", [["run"], ["report", "--out", "page"]])
def test_lines_that_are_never_possible_are_told_beside_the_result(command, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    policy = "policy = [" + "".join(f'{{ do = "cast:{name}" }}, ' for name in load_ruleset().spells) + "]"
    path = study_file(tmp_path, SMALL.replace("hp = 20", f"hp = 20\n{policy}"))
    done = call(capsys, command[0], path, *command[1:])
    told = done.err.splitlines()
    assert done.code == 0
    assert (
        told[0]
        == "zodiac-sim: never possible: 'wedge', line 1 (cast:cure): he neither knows 'cure' nor has it drawn (R9.10)"
    )
    assert told[5:] == ["zodiac-sim: never possible: 12 more lines of policies"]


def test_a_new_study_runs(tmp_path, capsys):
    path = str(tmp_path / "mine.toml")
    assert call(capsys, "new", path).code == 0
    assert (tmp_path / "mine.toml").read_text(encoding="utf-8").count("#") > 15
    assert call(capsys, "run", path, "--duels", "20").code == 0
    assert call(capsys, "new", path, "--force").code == 0


def test_a_duel_is_told(capsys):
    done = call(capsys, "trace", "simple-vs-complex", "--variant", "complex", "--duel", "17")
    assert (done.code, done.err) == (0, "")
    assert "duel 17" in done.out and "[R1.1]" in done.out
