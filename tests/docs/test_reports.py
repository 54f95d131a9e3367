"""The committed reports are those of the packaged studies as they are now, and small enough to keep."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from zodiac_sim.report.contents import CONTENTS_MARKER
from zodiac_sim.report.write import MARKER
from zodiac_sim.study.presets import packaged_studies
from zodiac_sim.study.study import load_study

ROOT = Path(__file__).parents[2]
REPORTS = ROOT / "reports"
LARGEST_PAGE, LARGEST_ALL = 3_000_000, 30_000_000  # bytes


def test_every_packaged_study_has_its_report():
    assert {path.name for path in REPORTS.iterdir() if path.is_dir()} == set(packaged_studies())


def test_make_reports_writes_all_of_them():
    [studies] = re.findall(r"^STUDIES := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(studies.split()) == sorted(packaged_studies())


def test_the_list_leads_to_every_report_and_nowhere_else():
    for name, link in (("README.md", r"\]\((.+?)\)"), ("index.html", r'href="(?!data:)(.+?)"')):
        links = [unquote(found) for found in re.findall(link, (REPORTS / name).read_text(encoding="utf-8"))]
        assert [link for link in links if not (REPORTS / link).is_file()] == []
        assert {Path(link).parent.name for link in links} == set(packaged_studies())


@pytest.mark.parametrize("name", packaged_studies())
def test_a_report_is_of_the_study_as_it_is(name):
    """A study or a rule that has changed since makes the report one of another question."""
    packaged, reported = load_study(name), load_study(REPORTS / name / "study.toml")
    assert (reported.campaign, reported.fights) == (packaged.campaign, packaged.fights)
    assert (reported.duels, reported.seed) == (packaged.duels, packaged.seed)
    said = (REPORTS / name / "report.md").read_text(encoding="utf-8")
    assert f"{packaged.ruleset.name} {packaged.ruleset.version}" in said


def test_the_folders_hold_what_was_written_and_nothing_else():
    for folder, marker in ((REPORTS, CONTENTS_MARKER), *((REPORTS / name, MARKER) for name in packaged_studies())):
        listed = (folder / marker).read_text(encoding="utf-8").splitlines()
        assert sorted([*listed, marker]) == sorted(path.name for path in folder.iterdir())


def test_they_are_small_enough_to_keep():
    sizes = {path: path.stat().st_size for path in REPORTS.rglob("*") if path.is_file()}
    assert max(size for path, size in sizes.items() if path.suffix == ".html") < LARGEST_PAGE
    assert sum(sizes.values()) < LARGEST_ALL
