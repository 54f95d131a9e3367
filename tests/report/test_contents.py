"""Several reports are one folder with a list, whole or not there, that says of each what its page says."""

import html
import re
from dataclasses import replace
from urllib.parse import unquote

import pytest

from tests.lab.made import HOSTILE, small_result, study
from tests.report.test_write import Page
from zodiac_sim.errors import InputError
from zodiac_sim.lab.store import write_folder
from zodiac_sim.lab.writing import markdown
from zodiac_sim.report import contents, write_report, write_reports
from zodiac_sim.report.answer import title_of
from zodiac_sim.report.contents import CONTENTS_MARKER
from zodiac_sim.report.write import MARKER

METHODS = [{"name": "double"}, {"name": "simple", "set": {"rules.criticals": "simple"}}]
ONE = small_result(study(title="First", question="Which?", variants=METHODS))
TWO = small_result(study(title="Second & last"))
BOTH = {"one": ONE, "two": TWO}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_reports(BOTH, tmp_path_factory.mktemp("made") / "reports").parent


@pytest.fixture
def quick(monkeypatch):
    """Reports of a few words instead of pages with pictures, for what depends on their folders alone."""

    def write(result, folder, **_):
        write_folder(folder, dict.fromkeys(("index.html", "report.md"), title_of(result).encode()), marker=MARKER)

    monkeypatch.setattr(contents, "write_report", write)


def files(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_each_report_is_what_it_is_alone(folder, tmp_path):
    assert {path.name for path in folder.iterdir()} == {"index.html", "README.md", "one", "two", CONTENTS_MARKER}
    for name, result in BOTH.items():
        write_report(result, tmp_path / name)
        assert files(tmp_path / name) == files(folder / name)


def test_the_list_says_what_the_reports_say(folder):
    """Title, question, headline and figures at a glance, in the order given, as in the reports themselves."""
    page, said = (folder / "index.html").read_text("utf-8"), (folder / "README.md").read_text("utf-8")
    headings = [("one", "First"), ("two", "Second &amp; last")]
    assert re.findall(r'<h2 .*?><a href="(.*?)/index.html"><bdi>(.*?)</bdi>', page) == headings
    assert re.findall(r"^## \[(.*?)\]\((.*?)/report.md\)$", said, re.MULTILINE) == [pair[::-1] for pair in headings]
    for name in BOTH:
        report = (folder / name / "report.md").read_text("utf-8")
        [headline] = re.findall(r"## The answer\n\n\*\*(.+?)\*\*\n", report)
        assert f"**{headline}**" in said and headline in re.sub("</?bdi>", "", page)
        tiles = re.findall(
            r"^- (.+): \*\*(.+)\*\* — (.+)$", report.partition("\n## ")[2].partition("\n## ")[0], re.MULTILINE
        )
        assert tiles
        for label, figure, note in tiles:
            assert f"- {label}: **{figure}** — {note}\n" in said
            assert f'<dt>{label}</dt><dd><span class="figure">{figure}</span><span class="note">{note}</span>' in page
    assert "Which?" in page and "*Which?*" in said


@pytest.mark.usefixtures("quick")
def test_a_result_that_was_stopped_early_is_called_that(tmp_path):
    write_reports({"one": replace(ONE, interrupted=True), "two": TWO}, tmp_path / "reports")
    for name in ("index.html", "README.md"):
        assert (tmp_path / "reports" / name).read_text(encoding="utf-8").count("stopped early") == 1


def test_the_list_needs_nothing_but_the_reports(folder):
    page = Page((folder / "index.html").read_text("utf-8"))
    assert not {"script", "img", "iframe"} & {tag for tag, _ in page.tags}
    links = [link for link in page.values("href") if link != "data:,"]
    assert links and all((folder / link).is_file() for link in links)
    assert page.values("src") == []
    assert "url(" not in "".join(page.words) and "@import" not in "".join(page.words)


@pytest.mark.usefixtures("quick")
def test_results_may_come_one_by_one_and_give_the_same_bytes(tmp_path):
    write_reports(((name, BOTH[name]) for name in BOTH), tmp_path / "again")
    write_reports(BOTH, tmp_path / "once")
    assert files(tmp_path / "again") == files(tmp_path / "once")


@pytest.mark.usefixtures("quick")
def test_older_reports_are_replaced_together(tmp_path):
    write_reports({"old": TWO, "two": TWO}, tmp_path / "reports")
    write_reports(BOTH, tmp_path / "reports")
    write_reports(BOTH, tmp_path / "fresh")
    assert files(tmp_path / "reports") == files(tmp_path / "fresh")
    assert {path.name for path in tmp_path.iterdir()} == {"reports", "fresh"}


@pytest.mark.usefixtures("quick")
def test_a_report_in_the_folder_may_be_written_anew_alone(tmp_path):
    write_reports(BOTH, tmp_path / "reports")
    contents.write_report(TWO, tmp_path / "reports" / "one")
    write_reports(BOTH, tmp_path / "reports")
    assert "First" in (tmp_path / "reports" / "one" / "report.md").read_text("utf-8")


@pytest.mark.parametrize("place", ["notes.txt", "two/notes.txt", "three/index.html"])
@pytest.mark.usefixtures("quick")
def test_a_folder_with_other_things_is_left_alone(place, tmp_path):
    target = tmp_path / "reports"
    write_reports(BOTH, target)
    (target / place).parent.mkdir(exist_ok=True)
    (target / place).write_text("mine", encoding="utf-8")
    before = files(target)
    with pytest.raises(InputError, match=r"reports.*holds other things \('(notes.txt|three)'\)"):
        write_reports({"one": TWO}, target)
    assert files(target) == before


@pytest.mark.usefixtures("quick")
def test_what_is_put_there_meanwhile_is_left_alone(tmp_path):
    write_reports(BOTH, tmp_path / "reports")

    def results():
        yield "one", TWO
        (tmp_path / "reports" / "notes.txt").write_text("mine", encoding="utf-8")

    with pytest.raises(InputError, match=r"notes\.txt"):
        write_reports(results(), tmp_path / "reports")
    assert (tmp_path / "reports" / "notes.txt").read_text(encoding="utf-8") == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["reports"]


@pytest.mark.usefixtures("quick")
def test_a_single_report_is_not_replaced_by_a_list(tmp_path):
    contents.write_report(ONE, tmp_path / "report")
    with pytest.raises(InputError, match="holds other things"):
        write_reports(BOTH, tmp_path / "report")


@pytest.mark.parametrize("step", ["write_report", "rendered"])
@pytest.mark.usefixtures("quick")
def test_a_failure_leaves_the_older_reports_and_no_half_ones(step, tmp_path, monkeypatch):
    write_reports({"one": ONE}, tmp_path / "reports")
    before = files(tmp_path / "reports")
    monkeypatch.setattr(contents, step, lambda *_, **__: 1 / 0)
    for target in ("reports", "fresh"):
        with pytest.raises(ZeroDivisionError):
            write_reports(BOTH, tmp_path / target)
    assert files(tmp_path / "reports") == before
    assert [path.name for path in tmp_path.iterdir()] == ["reports"]


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "a\\b", "a\0b", "index.html", "readme.md", CONTENTS_MARKER])
def test_what_is_no_name_of_a_folder_is_refused(name, tmp_path):
    with pytest.raises(InputError, match="cannot be the name"):
        write_reports({name: ONE}, tmp_path / "reports")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("second", ["one", "ONE"])
@pytest.mark.usefixtures("quick")
def test_two_of_one_name_are_refused(second, tmp_path):
    with pytest.raises(InputError, match=f"two reports would be called '{second}'"):
        write_reports([("one", ONE), (second, TWO)], tmp_path / "reports")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("quick")
def test_an_unknown_baseline_is_refused(tmp_path):
    with pytest.raises(InputError, match="baseline"):
        write_reports(BOTH, tmp_path / "reports", baseline="simple")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("quick")
def test_hostile_names_are_whole_and_inert(tmp_path):
    """As titles and as names of folders, as far as those may be."""
    names = {name.replace("/", "_").replace("\\", "_")[:80]: name for name in HOSTILE if name != "Wedge"}
    folder = write_reports({name: small_result(study(title=names[name])) for name in names}, tmp_path / "r").parent
    text, said = (folder / "index.html").read_bytes().decode(), (folder / "README.md").read_bytes().decode()
    page = Page(text)
    assert "script" not in {tag for tag, _ in page.tags}
    found = [unquote(link.removesuffix("/index.html")) for link in page.values("href") if link != "data:,"]
    assert found == list(names)
    for title in names.values():
        assert html.escape(title, quote=False) in text or title in "".join(page.words)
        assert f"[{markdown(title)}]" in said
    write_reports({"one": ONE}, folder)
    assert not any(name in names for name in (path.name for path in folder.iterdir()))
