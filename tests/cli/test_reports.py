"""The command that writes reports: of one study, and of several with a list."""

import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.command import SMALL, call, study_file
from zodiac_sim.lab import run as runs
from zodiac_sim.lab.store import write_folder
from zodiac_sim.report import contents
from zodiac_sim.report.write import MARKER


def test_a_report_is_written_and_its_place_said(tmp_path, capsys):
    done = call(capsys, "report", study_file(tmp_path), "-o", str(tmp_path / "report"))
    assert (done.code, done.err) == (0, "")
    assert done.out.strip() == str((tmp_path / "report" / "index.html").resolve())
    assert (tmp_path / "report" / "index.html").stat().st_size > 1_000


def test_a_report_is_made_of_a_kept_result(tmp_path, capsys):
    """Its page is that of the run; nothing is fought again, so nothing of the duels can be chosen anew."""
    path, kept = study_file(tmp_path), str(tmp_path / "kept")
    call(capsys, "run", path, "--out", kept, "--duels", "50")
    assert call(capsys, "report", kept, "-o", str(tmp_path / "one"), "--confidence", "0.9").code == 0
    call(capsys, "report", path, "-o", str(tmp_path / "two"), "--confidence", "0.9", "--duels", "50")
    one, two = (Path(tmp_path / name / "report.md").read_text(encoding="utf-8") for name in ("one", "two"))
    assert one == two
    done = call(capsys, "report", kept, "-o", str(tmp_path / "three"), "--duels", "99")
    assert (done.code, (tmp_path / "three").exists()) == (2, False)
    assert "--duels" in done.err


def test_the_command_that_a_report_tells_makes_it_again(tmp_path, capsys, monkeypatch):
    """With all that was chosen for it, and nothing that is so anyway."""
    variants = '[[variants]]\nname = "x"\n[[variants]]\nname = "y\'s"\nset = { "rules.bleeding" = "injury" }\n'
    path = study_file(tmp_path, SMALL + variants)
    monkeypatch.chdir(tmp_path)
    chosen = ["--baseline", "y's", "--confidence", "0.9", "--seconds-per-lookup", "7.5"]
    call(capsys, "report", path, "-o", "first", "--seconds-per-roll", "5", *chosen)
    said = (tmp_path / "first" / "report.md").read_text(encoding="utf-8")
    assert "7.5 for a look-up" in said
    [command] = re.findall(r"^zodiac-sim (report study\.toml -o again.*)$", said, re.MULTILINE)
    assert shlex.split(command)[4:] == chosen
    call(capsys, "report", "first/study.toml", *shlex.split(command)[2:])
    again, first = ({path.name: path.read_bytes() for path in Path(name).iterdir()} for name in ("again", "first"))
    assert again == first


def test_a_study_without_a_title_keeps_the_name_of_its_file_when_it_is_made_again(tmp_path, capsys, monkeypatch):
    """Also where that name is one of its variants, which chooses the baseline in a title."""
    untitled = re.sub("title = .*\n", "", SMALL) + '[[variants]]\nname = "x"\n[[variants]]\nname = "y"\n'
    path = study_file(tmp_path, untitled, "is y fair.toml")
    monkeypatch.chdir(tmp_path)
    call(capsys, "report", path, "-o", "first")
    page = (tmp_path / "first" / "report.md").read_text(encoding="utf-8")
    assert page.startswith("# is y fair\n")
    [command] = re.findall(r"^zodiac-sim (report study\.toml -o again.*)$", page, re.MULTILINE)
    call(capsys, "report", "first/study.toml", *shlex.split(command)[2:])
    again, first = ({path.name: path.read_bytes() for path in Path(name).iterdir()} for name in ("again", "first"))
    assert again == first


def test_of_several_each_gets_a_folder_and_all_a_list(tmp_path, capsys, monkeypatch):
    """Packaged studies by their names, files by theirs without the end, kept results by their folders."""

    quick = {"index.html": b"a page"}
    monkeypatch.setattr(contents, "write_report", lambda _, folder, **__: write_folder(folder, quick, marker=MARKER))
    kept = str(tmp_path / "kept.result")
    call(capsys, "run", study_file(tmp_path), "--out", kept)
    other = study_file(tmp_path, SMALL.replace("Small", "Other"), "other.v2.toml")
    done = call(capsys, "report", "stances", other, "-o", str(tmp_path / "out"), "--duels", "30", "--seed", "3")
    assert (done.code, done.err) == (0, "")
    assert done.out.strip() == str((tmp_path / "out" / "index.html").resolve())
    folders = [path.name for path in sorted((tmp_path / "out").iterdir()) if path.is_dir()]
    assert folders == ["other.v2", "stances"]
    call(capsys, "report", kept, other, "-o", str(tmp_path / "out"))
    listed = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert [line for line in listed.splitlines() if line.startswith("## ")] == [
        "## [Small](kept.result/report.md)",
        "## [Other](other.v2/report.md)",
    ]


@pytest.fixture
def no_duels(monkeypatch):
    monkeypatch.setattr("zodiac_sim.lab.workers.fight", lambda *_: pytest.fail("duels were fought"))


@pytest.mark.usefixtures("no_duels")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["stances", "stances"], ["two reports", "'stances'"]),
        (["stances", "no.toml"], ["no.toml", "no such file"]),
        (["stances", "{folder}/Stances.toml"], ["two reports", "'Stances'"]),
        (["stances", "maneuvers", "--baseline", "attack"], ["--baseline", "'attack'"]),
        (["stances", "maneuvers", "--duels", "0"], ["--duels", "0"]),
        (["stances", "--seconds-per-roll", "-1"], ["--seconds-per-roll", "-1", "from 0 to"]),
        (["stances", "--seconds-per-lookup", "nan"], ["--seconds-per-lookup", "nan"]),
        (["stances", "--seconds-per-round", "long"], ["--seconds-per-round", "'long'", "such as 5"]),
    ],
    ids=lambda value: " ".join(value),
)
def test_what_is_wrong_is_found_before_the_duels(arguments, words, tmp_path, capsys):
    study_file(tmp_path, name="Stances.toml")
    arguments = [argument.format(folder=tmp_path) for argument in arguments]
    done = call(capsys, "report", *arguments, "-o", str(tmp_path / "out"))
    assert (done.code, done.out) == (2, "")
    assert all(word in done.err for word in words), done.err
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("no_duels")
def test_a_folder_with_other_things_is_refused_before_the_duels(tmp_path, capsys):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "notes.txt").write_text("mine", encoding="utf-8")
    done = call(capsys, "report", "stances", "maneuvers", "-o", str(tmp_path / "out"))
    assert done.code == 2
    assert "holds other things ('notes.txt')" in done.err


def test_a_run_that_is_stopped_leaves_the_older_reports(tmp_path, capsys, monkeypatch):
    """A list in which a report is missing, or is of fewer duels than it should be, is not what was asked for."""
    first, second = (study_file(tmp_path, SMALL.replace("Small", name), f"{name}.toml") for name in ("first", "second"))
    out = tmp_path / "out"
    call(capsys, "report", first, second, "-o", str(out))
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    whole = runs.run
    monkeypatch.setattr(runs, "run", lambda *args, **options: replace(whole(*args, **options), interrupted=True))
    done = call(capsys, "report", first, second, "-o", str(out), "--duels", "50")
    assert (done.code, done.out) == (130, "")
    assert "nothing is written" in done.err
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
