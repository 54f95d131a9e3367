"""Names that would break a page are inert and whole in every form of a report."""

import csv
import io

import pytest

from tests.browser.conftest import PHONE, WIDE
from tests.browser.looks import check_accessible, check_layout, check_print
from tests.lab.made import HOSTILE, study
from zodiac_sim.lab.run import run
from zodiac_sim.lab.writing import markdown
from zodiac_sim.report import write_report

FIGHTERS = ("<img src=x onerror=alert(1)>", '=HYPERLINK("http://example.org")')
VARIANTS = [*HOSTILE, "]]>", "</script><script>alert(2)</script>", "</style>", "-1+1", "@SUM(A1)", "`` ` ``"]
VARIANTS += ["\u202eoverride", "{{ 7 * 7 }}", "&lt;b&gt;", "שלום עולם"]  # the last one wins most
TITLE, QUESTION = "<script>alert(3)</script>", "\"'><svg onload=alert(4)>?"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    hp = f'fighters."{FIGHTERS[0]}".hp'
    changes = [{"name": name, "set": {hp: 15 + 5 * number}} for number, name in enumerate(VARIANTS)]
    made = study(FIGHTERS, variants=changes, title=TITLE, question=QUESTION, duels=40)
    return write_report(run(made), tmp_path_factory.mktemp("made") / "report")


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (PHONE, "dark")])
def test_nothing_of_a_name_runs_or_breaks_the_page(file, opened, size, scheme):
    with opened(file, size, scheme) as page:
        assert page.locator("script").count() == 1
        assert page.locator("img").count() == 0
        page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true; })")
        check_layout(page)
        check_accessible(page)


def test_names_are_whole_in_the_page(file, opened):
    with opened(file) as page:
        cells = page.locator("tbody th").evaluate_all("cells => cells.map(cell => cell.textContent)")
        assert [name for name in VARIANTS if name.replace("\r\n", "\n") not in cells] == []
        assert f"{FIGHTERS[0]} against {FIGHTERS[1]}" in cells
        assert page.title() == TITLE
        assert page.locator("header .question").text_content() == QUESTION
        page.locator("th button", has_text="variant").first.click()


def test_names_from_right_to_left_turn_nothing_beside_them(file, opened):
    """The figure that follows such a name in a sentence stands to the right of it."""
    with opened(file) as page:
        places = page.evaluate("""() => {
          const names = [...document.querySelectorAll(".answer p bdi, .answer li bdi")];
          const name = names.find((one) => /[\u0590-\u05ff]/.test(one.textContent));
          const range = document.createRange();
          range.setStart(name.nextSibling, 0);
          range.setEnd(name.nextSibling, 3);
          return [name.getBoundingClientRect().right, range.getBoundingClientRect().left];
        }""")
        assert places[0] <= places[1] + 1


def test_long_names_are_whole_on_paper(file, opened):
    with opened(file) as page:
        check_print(page)


def test_names_are_whole_in_markdown(file):
    said = (file.parent / "report.md").read_bytes().decode()
    assert [name for name in (*VARIANTS, TITLE, QUESTION) if markdown(name) not in said] == []


def test_names_are_whole_and_no_formulas_in_csv(file):
    """A name that begins like a formula has an apostrophe in front; all others are as they were given."""
    for path in file.parent.glob("*.csv"):
        content = path.read_bytes()
        assert content.startswith(b"\xef\xbb\xbf")
        rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))
        found = {row["variant"] for row in rows}
        expected = {f"'{name}" if name[0] in "=+-@\t\r" else name for name in VARIANTS}
        assert found <= expected
        assert found == expected or path.name == "differences.csv"
        texts = [value for row in rows for value in row.values() if value and value[0] in "=+-@\t\r"]
        assert [value for value in texts if not is_number(value)] == []


def is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
