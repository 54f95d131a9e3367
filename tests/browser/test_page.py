"""A report of an ordinary study, as a reader uses it: mouse, keyboard, phone, dark room, paper."""

import re

import pytest

from tests.browser.conftest import PHONE, WIDE
from tests.browser.looks import check_accessible, check_layout, check_print, wait
from zodiac_sim.lab.run import run
from zodiac_sim.report import write_report
from zodiac_sim.study.study import load_study

TABLE = "section:has(> #rounds) table >> nth=0"
FOCUSED = "document.activeElement"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    made = run(load_study("simple-vs-complex"), duels=1000)
    return write_report(made, tmp_path_factory.mktemp("made") / "report")


@pytest.fixture
def page(file, opened):
    with opened(file) as page:
        yield page


def texts(page, column: int) -> list[str]:
    return page.locator(TABLE).locator(f"tbody tr > :nth-child({column})").all_inner_texts()


def values(page, column: int) -> list[float]:
    cells = page.locator(TABLE).locator(f"tbody tr > :nth-child({column})")
    return [float(value) for value in cells.evaluate_all("cells => cells.map(cell => cell.dataset.value)")]


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_the_first_screen_answers_the_question(file, opened, size):
    with opened(file, size) as page:
        bottoms = [page.locator(part).evaluate("one => one.getBoundingClientRect().bottom")
                   for part in ("h1", "header .question", ".headline", ".tiles")]  # fmt: skip
        assert max(bottoms) < size[1]
        sentence = page.locator(".headline + p")
        assert re.search(r"95\s% interval", sentence.inner_text())
        top = sentence.evaluate("one => one.getBoundingClientRect().top")
        assert top < size[1] - 150


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (WIDE, "dark"), (PHONE, "dark")])
def test_it_is_readable_everywhere(file, opened, size, scheme):
    with opened(file, size, scheme) as page:
        dark = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).every(x => x < 60)")
        assert dark == (scheme == "dark")
        check_layout(page)
        page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true; })")
        check_layout(page)
        check_accessible(page)


def test_a_click_on_a_heading_sorts_and_the_third_restores(page):
    heading = page.locator(TABLE).get_by_role("columnheader", name="mean rounds")
    first = values(page, 4)
    orders = [("ascending", sorted(first)), ("descending", sorted(first, reverse=True)), ("none", first)]
    assert first not in (orders[0][1], orders[1][1])
    for order, expected in orders:
        heading.get_by_role("button").click()
        assert heading.get_attribute("aria-sort") == order
        assert values(page, 4) == expected
    page.locator(TABLE).get_by_role("button", name="matchup").click()
    assert heading.get_attribute("aria-sort") == "none"
    assert texts(page, 1) == sorted(texts(page, 1))


def test_tables_sort_by_keyboard(page):
    button = page.locator(TABLE).get_by_role("button", name="mean rounds")
    button.focus()
    for key, turned in (("Enter", False), ("Space", True)):
        page.keyboard.press(key)
        assert values(page, 4) == sorted(values(page, 4), reverse=turned)
        assert page.evaluate(f"{FOCUSED}.textContent") == "mean rounds"


def test_sorting_is_by_value_and_stable(page):
    """The heading of names sorts rows of one name in their first order; ``10`` comes after ``9``."""
    before = list(zip(texts(page, 1), texts(page, 2), strict=True))
    page.locator(TABLE).get_by_role("button", name="matchup").click()
    assert list(zip(texts(page, 1), texts(page, 2), strict=True)) == sorted(before, key=lambda row: row[0])


def test_only_long_tables_have_a_filter(page):
    rows = page.locator(".scroll > table").evaluate_all("all => all.map(one => one.tBodies[0].rows.length)")
    assert page.locator(".filter").count() == sum(count > 40 for count in rows) < len(rows)


def test_values_of_pictures_are_told_under_the_pointer(page):
    spot, tip = page.locator(".spot").first, page.locator(".tip")
    assert not tip.is_visible()
    spot.hover()
    assert tip.inner_text() == spot.get_attribute("aria-label")
    assert re.search(r"\d", tip.inner_text())
    box = tip.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= WIDE[0]
    page.keyboard.press("Escape")
    assert not tip.is_visible()


def test_a_picture_is_one_stop_of_the_keyboard(page):
    picture = page.locator("section:has(> #win-rates) svg")
    spots = picture.locator(".spot")
    assert picture.locator("[tabindex='0']").count() == 1
    label, tip = f"{FOCUSED}.getAttribute('aria-label')", page.locator(".tip")
    told = spots.evaluate_all("spots => spots.map(spot => spot.getAttribute('aria-label'))")
    spots.first.focus()
    for key, expected in (("ArrowRight", told[1]), ("ArrowLeft", told[0]), ("End", told[-1]), ("Home", told[0])):
        page.keyboard.press(key)
        assert page.evaluate(label) == expected == tip.inner_text()
    page.keyboard.press("ArrowDown")
    below = page.evaluate(f"[{FOCUSED}.getAttribute('x'), {FOCUSED}.getAttribute('y')].map(Number)")
    assert below[0] == float(spots.first.get_attribute("x"))
    assert below[1] > float(spots.first.get_attribute("y"))
    page.keyboard.press("Escape")
    assert not tip.is_visible()
    page.keyboard.press("Tab")
    assert page.evaluate(f"!{FOCUSED}.matches('.spot')")


def test_the_value_of_a_picture_stays_beside_it(page):
    """The page moves until the place with the focus is in sight; its value moves along, and is never cut."""
    last = page.locator("section:has(> #cost) .spot").last
    last.focus()
    near = "([spot, tip]) => Math.abs(spot.getBoundingClientRect().top - tip.getBoundingClientRect().bottom) < 40"
    handles = [last.element_handle(), page.locator(".tip").element_handle()]
    wait(page, "scrollY > innerHeight")
    page.wait_for_timeout(300)
    assert page.evaluate(near, handles)


def test_contents_are_at_hand(file, page, opened):
    assert page.locator("nav a").first.is_visible()
    page.locator("nav").get_by_role("link", name="Who wins").click()
    wait(page, "document.getElementById('win-rates').getBoundingClientRect().top < innerHeight / 4")
    assert page.locator("nav a").first.is_visible()
    wait(page, "document.querySelector('nav [aria-current]').hash === '#win-rates'")
    with opened(file, PHONE, reduced_motion="reduce") as phone:
        assert not phone.locator("nav ol").is_visible()
        phone.locator("nav summary").click()
        phone.locator("nav").get_by_role("link", name="Deaths").click()
        assert not phone.locator("nav ol").is_visible()
        bar = phone.locator("nav").bounding_box()
        wait(phone, "document.getElementById('deaths').getBoundingClientRect().top < innerHeight / 2")
        assert bar["y"] + bar["height"] <= phone.locator("#deaths").bounding_box()["y"]
        phone.locator("nav").get_by_role("link", name="Back to top").click()
        wait(phone, "scrollY === 0")


def test_it_prints_whole(page):
    check_print(page)


def test_without_scripts_it_can_be_read(file, opened):
    with opened(file, java_script_enabled=False) as page:
        assert page.locator(".spot title").first.text_content()
        assert page.locator("#win-rates").is_visible()
        assert page.locator("th button").count() == 0
