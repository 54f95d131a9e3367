"""The command about Draw: one set of numbers in every form, pictures, and mistakes in words."""

import csv
import io
import json

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

import zodiac_sim as zs
from tests.cli.command import call
from tests.plots.pictures import legend, spots, words

ASKED = ("draw", "--base", "60", "--bonus", "20", "--level", "1-3,8", "--lore", "50", "--spells", "2")
TABLE = zs.draw_table(60, 20, [1, 2, 3, 8], 50, 2)


def shown(capsys, *arguments):
    done = call(capsys, *arguments)
    assert (done.code, done.err) == (0, "")
    return done.out


def test_csv_and_json_hold_the_columns_of_the_frame(capsys):
    rows = list(csv.DictReader(io.StringIO(shown(capsys, *ASKED, "--format", "csv"))))
    assert list(rows[0]) == list(TABLE)
    assert [float(row["success"]) for row in rows] == [0.7, 0.6, 0.5, 0.0] == list(TABLE["success"])
    assert rows[-1]["actions"] == ""
    held = json.loads(shown(capsys, *ASKED, "--format", "json"))
    pd.testing.assert_frame_equal(pd.DataFrame(held["rows"]), TABLE)
    assert [each["spells"] for each in held["a_success"]] == [2, 3, 4, 5]


def test_people_read_the_same_numbers(capsys):
    """70 of 100, times 3.5 spells; a wanted spell among two is drawn for three times of four."""
    markdown = shown(capsys, *ASKED, "--format", "markdown")
    assert "| 60 | 20 | 1 | 50 | 2 | 70 % | 2.45 | 4.67 | 52.5 % | 1.84 | 6.23 |" in markdown
    assert "| 60 | 20 | 8 | 50 | 2 | 0 % | 0.00 | - | 0 % | 0.00 | - |" in markdown
    table = shown(capsys, *ASKED)
    assert table.splitlines()[5].split()[:7] == ["60", "20", "1", "50", "2", "70", "%"]
    assert "no dice" in table


def test_one_spell_leaves_no_choice(capsys):
    assert "wanted" not in shown(capsys, "draw", "--base", "60", "--lore", "50")


def test_house_rules_are_followed(capsys, tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('draw_cap = 50\ndraw_dice = "1d2"\n', encoding="utf-8")
    out = shown(capsys, "draw", "--base=-10,99", "--level", "0", "--rules", str(file), "--format", "csv")
    assert [row.split(",")[6:8] for row in out.splitlines()[1:]] == [["0.0", "0.0"], ["0.5", "0.75"]]


@pytest.mark.parametrize(("suffix", "start"), [(".png", b"\x89PNG"), (".svg", b"<svg")])
def test_a_picture_is_written_beside_the_table(capsys, tmp_path, suffix, start):
    file = tmp_path / f"draw{suffix}"
    again = tmp_path / f"again{suffix}"
    for path in (file, again):
        shown(capsys, *ASKED, "--plot", str(path))
    assert start in file.read_bytes()[:200]
    assert file.read_bytes() == again.read_bytes()


def test_the_picture_tells_the_numbers_of_the_table():
    ax = zs.plots.draw(TABLE, ax=Figure().add_subplot())
    scale = {text.get_text(): text.get_position()[1] for text in ax.texts}
    none, all_ = scale["0 %"], scale["100 %"]
    for line, column in zip(ax.get_lines(), ("success", "wanted_success"), strict=True):
        assert list(line.get_xdata()) == [1, 2, 3, 8]
        assert [(none - y) / (none - all_) for y in line.get_ydata()] == pytest.approx(list(TABLE[column]))
    assert spots(ax)[0] == "level 1: 70 %, 2.45 spells an action; of the wanted one 52.5 %, 1.8375"
    assert {"100 %", "3.5", "1.75"} <= set(words(ax))
    assert legend(ax)[:2] == ["any spell of the level", "the wanted spell"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], ["Missing option '--base'"]),
        (["--base", "6o"], ["--base", "'6o'", "1-9"]),
        (["--base", "9-1"], ["--base", "'9-1'", "lowest first"]),
        (["--base", "60", "--level", ""], ["--level", "''", "whole numbers"]),
        (["--base", "60", "--level", "-1"], ["--level", "-1", "0..10000"]),
        (["--base", "60", "--spells", "0"], ["--spells", "0", "1..10000"]),
        (["--base", "60", "--lore", "-5-3"], ["--lore", "-5", "0..10000"]),
        (["--base", "60", "--bonus", "1" * 9], ["--bonus", "1" * 9, "-10000..10000"]),
        (["--base", "60", "--bonus", "1" * 40], ["--bonus", "whole numbers"]),
        (["--base", "60", "--until", "0"], ["--until", "0", "1..1000"]),
        (["--base", "0-999", "--level", "0-99"], ["--level", "100,000 combinations"]),
        (["--base", "60", "--rules", "zodiak"], ["--rules", "'zodiak'", "'zodiac'"]),
        (["--base", "60", "--plot", "x.pdf"], ["--plot", "'x.pdf'", ".png"]),
        (["--base", "60", "--plot", "no/such/x.png"], ["x.png", "cannot be written"]),
        (["--base", "60", "--level", "1-7", "--bonus", "1-7", "--plot", "x.png"], ["7 curves", "6"]),
    ],
)
def test_mistakes_are_told_in_words(arguments, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = call(capsys, "draw", *arguments)
    assert (done.code, done.out) == (2, "")
    assert [word for word in said if word not in done.err] == []
    assert len(done.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_numbers_of_numpy_are_numbers_and_others_are_refused():
    assert zs.draw_table(np.int64(60), 20, np.array([1, 2, 3, 8]), 50, 2).equals(TABLE)
    for base in (60.5, "60", None):
        with pytest.raises(zs.InputError, match=r"^base: "):
            zs.draw_table(base)
