"""The report of a campaign in a browser: the answer on the first screen, readable on a phone and in the dark."""

import pytest

from tests.browser.conftest import PHONE, WIDE
from tests.browser.looks import check_accessible, check_layout
from tests.lab.campaigns import lived, road
from zodiac_sim.report import write_report


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    made = lived(road(title="The road", question="How many fights does a hero survive?"))
    return write_report(made, tmp_path_factory.mktemp("made") / "report")


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (PHONE, "dark")])
def test_it_answers_at_once_and_is_readable(file, opened, size, scheme):
    with opened(file, size, scheme) as page:
        bottoms = [page.locator(part).evaluate("one => one.getBoundingClientRect().bottom")
                   for part in ("h1", "header .question", ".headline", ".tiles")]  # fmt: skip
        assert max(bottoms) < size[1]
        check_layout(page)
        page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true; })")
        check_layout(page)
        check_accessible(page)


def test_fights_tell_their_values_under_the_pointer(file, opened):
    with opened(file) as page:
        page.locator("section:has(> #survival) .spot").last.hover()
        assert "still in the campaign after fight 4" in page.locator(".tip").inner_text()
