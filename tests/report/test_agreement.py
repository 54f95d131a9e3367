"""A figure is the same in the page, in the Markdown and in the CSV file, but for its digits."""

import csv
import io
import re
from html import unescape

import pytest

from tests.lab.made import study
from zodiac_sim.lab.run import run
from zodiac_sim.lab.writing import markdown
from zodiac_sim.report import write_report
from zodiac_sim.report.page import make_page

VARIANTS = [{"name": "simple", "set": {"rules.criticals": "simple"}}]
VARIANTS += [{"name": "a | b <i>", "set": {"rules.criticals": "complex", "rules.bleeding": "critical"}}]
SCALES = (1, 100)  # of what stands in a table: figures as they are, shares in percent
MADE = run(study(variants=VARIANTS, rules={"bleeding": "none"}, duels=400))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_report(MADE, tmp_path_factory.mktemp("made") / "report").parent


@pytest.fixture(scope="module")
def tables():
    return list(make_page(MADE, "simple", 0.95).tables)


def rows_of_page(folder) -> list[list[str]]:
    text = (folder / "index.html").read_text(encoding="utf-8")
    bodies = re.findall(r"<tbody>(.*?)</tbody>", text, re.DOTALL)
    return [re.findall(r"<t[hd][ >].*?</t[hd]>", row) for body in bodies for row in re.findall(r"<tr>.*?</tr>", body)]


def test_page_and_markdown_hold_the_same_cells(folder, tables):
    said = (folder / "report.md").read_text(encoding="utf-8")
    found = rows_of_page(folder)
    rows = [row for table in tables for row in table.rows]
    assert len(found) == len(rows) > 20
    for cells, row in zip(found, rows, strict=True):
        plain = [re.sub(r"<small>|<[^>]+>", lambda tag: "\0" if tag[0] == "<small>" else "", cell) for cell in cells]
        told = [tuple(unescape(cell).split("\0")) for cell in plain]
        assert told == [(cell.text, cell.interval) if cell.interval else (cell.text,) for cell in row]
        line = " | ".join(markdown(one[0]) + (f" ({markdown(one[1])})" if one[1:] else "") for one in told)
        assert f"| {line} |" in said


def test_every_figure_is_its_value_rounded(tables):
    """A share without a doubt is told as a bound, ``<0.4 %``; it is the only text that is no rounded value."""
    figures = [cell for table in tables for row in table.rows for cell in row if cell.value is not None]
    assert len(figures) > 100
    for cell in figures:
        text = re.sub(r"[^\d.+−<>–]", "", cell.text)
        if text == "–":
            assert not cell.digits
        elif text[0] in "<>":
            assert cell.value == (0 if text[0] == "<" else 1)
        else:
            places = len(text.partition(".")[2])
            assert any(
                float(text.replace("−", "-")) == pytest.approx(scale * cell.value, abs=0.5001 * 10**-places)
                for scale in SCALES
            ), cell


def test_every_value_stands_in_the_csv_file_of_its_table(folder, tables):
    for table in tables:
        if table.csv and table.csv != "cascade.csv":
            written = {value for row in rows_of_file(folder, table.csv) for value in row.values()}
            shown = {cell.digits for row in table.rows for cell in row if cell.digits}
            assert shown - written == set(), table.caption


def test_the_cascade_adds_up_the_sides_of_its_file(folder, tables):
    (table,) = (one for one in tables if one.csv == "cascade.csv")
    sides = {}
    for row in rows_of_file(folder, table.csv):
        sides.setdefault((row["variant"], row["round"]), []).append(row)
    amounts = dict(zip(("attack_damage", "bleeding_damage", "binds", "lost_turns"), range(4, 8), strict=True))
    for row in table.rows:
        own = sides[row[0].text, row[1].text]
        assert row[2].value == pytest.approx(int(own[0]["fighting"]) / int(own[0]["duels"]))
        for name, place in amounts.items():
            assert row[place].value == pytest.approx(sum(float(side[name]) for side in own))


def rows_of_file(folder, name: str) -> list[dict[str, str]]:
    text = (folder / name).read_bytes().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))
