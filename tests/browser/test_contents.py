"""The list of several reports, with names that would break it if they could."""

import pytest

from tests.browser.conftest import PHONE, WIDE
from tests.browser.looks import check_accessible, check_layout
from tests.lab.made import HOSTILE, small_result, study
from zodiac_sim.lab.store import write_folder
from zodiac_sim.report import contents, write_reports
from zodiac_sim.report.write import INDEX, MARKER

VARIANTS = [{"name": HOSTILE[3]}, {"name": HOSTILE[9], "set": {"rules.criticals": "simple"}}]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    plain = small_result(study(title="A title", question="Which?"))
    hostile = small_result(study((HOSTILE[0], HOSTILE[9]), title=HOSTILE[3], question=HOSTILE[9], variants=VARIANTS))
    with pytest.MonkeyPatch.context() as patched:
        page = {INDEX: b"<!doctype html><title>A report</title>"}
        patched.setattr(contents, "write_report", lambda _, folder, **__: write_folder(folder, page, marker=MARKER))
        return write_reports({"plain": plain, "a b # ? %": hostile}, tmp_path_factory.mktemp("made") / "reports")


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (PHONE, "dark")])
def test_the_list_is_readable_everywhere(file, opened, size, scheme):
    with opened(file, size, scheme) as page:
        check_layout(page)
        check_accessible(page)


@pytest.mark.parametrize("number", [0, 1])
def test_its_titles_lead_to_the_reports(file, opened, number):
    with opened(file) as page:
        page.locator("h2 a").nth(number).click()
        assert page.title() == "A report"
