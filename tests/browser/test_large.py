"""Thirty variants in ten matchups: a page that can still be used."""

import pytest

from tests.browser.conftest import PHONE, WIDE
from tests.browser.looks import check_accessible, check_layout
from zodiac_sim.lab.run import run
from zodiac_sim.report import write_report
from zodiac_sim.study.study import make_study

LARGEST = 3_000_000  # bytes
PATIENCE = 1000  # milliseconds; a click takes a tenth of that on an idle machine
SECTION = "section:has(> #win-rates)"
ENDS = ("tbody tr >> nth=0", "tbody tr >> nth=-1")
SORT = """(table, column) => {
  const started = performance.now();
  table.querySelectorAll("thead button")[column].click();
  table.getBoundingClientRect();
  return performance.now() - started;
}"""
SHOWN = """section => [section.querySelector("output").textContent, ...[...section.querySelectorAll("tbody tr")]
  .filter((row) => row.checkVisibility()).map((row) => row.cells[1].textContent)]"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    fighters = {f"fighter {n}": {"hp": 18 + n, "skill": 60, "weapon": {"dice": "1d6"}} for n in range(11)}
    methods = [("simple", "none"), ("complex", "critical"), ("double", "none")]
    variants = []
    for n in range(30):
        criticals, bleeding = methods[n % 3]
        changes = {"rules.criticals": criticals, "rules.bleeding": bleeding, 'fighters."fighter 0".skill': 50 + n}
        variants.append({"name": f"variant number {n}", "set": changes})
    matchups = [{"a": "fighter 0", "b": f"fighter {n + 1}"} for n in range(10)]
    made = make_study({"duels": 30, "seed": 7, "fighters": fighters, "matchups": matchups, "variants": variants})
    return write_report(run(made), tmp_path_factory.mktemp("made") / "report")


def test_it_is_small_enough_to_send(file):
    assert file.stat().st_size < LARGEST


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "dark"), (PHONE, "light")])
def test_it_is_readable(file, opened, size, scheme):
    with opened(file, size, scheme) as page:
        check_layout(page)
        if size == WIDE:
            check_accessible(page)


def test_a_filter_shows_the_rows_with_a_name(file, opened):
    with opened(file) as page:
        section, box = page.locator(SECTION), page.locator(f"{SECTION} .filter input")
        assert section.evaluate(SHOWN)[0] == "300 rows"
        for text, number in (("NUMBER 12", 10), ("number 12 fighter 7", 1), ("nobody", 0)):
            box.fill(text)
            assert section.evaluate(SHOWN) == [f"{number} of 300 rows", *["variant number 12"] * number]
        box.fill("")
        count, *names = section.evaluate(SHOWN)
        assert (count, len(names)) == ("300 rows", 300)


def test_sorting_is_quick(file, opened):
    with opened(file) as page:
        table = page.locator(f"{SECTION} table")
        spent = table.evaluate(SORT, 3)
        values = [float(table.locator(row).locator("td").nth(1).get_attribute("data-value")) for row in ENDS]
        assert values[0] < values[1]
        assert spent < PATIENCE
        assert table.evaluate(SORT, 1) < PATIENCE
        assert table.locator("tbody tr >> nth=10").locator("th").nth(1).inner_text() == "variant number 1"
