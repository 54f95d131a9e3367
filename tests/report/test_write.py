"""A report is one folder, whole or not there, that needs nothing else and says the same in all its forms."""

import base64
import hashlib
import re
from dataclasses import replace
from html.parser import HTMLParser
from importlib.metadata import version
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.lab.made import HOSTILE, small_result, study
from zodiac_sim.errors import InputError
from zodiac_sim.lab.writing import markdown
from zodiac_sim.report import sections, write_report
from zodiac_sim.report.page import make_page
from zodiac_sim.study.study import load_study

HOUSE_RULE = {"name": "house", "set": {"rules.criticals": "simple", "fighters.wedge.hp": 30}}
MADE = small_result(study(title="A title", question="Which?", variants=[{"name": "as packaged"}, HOUSE_RULE]))


class Page(HTMLParser):
    """The elements of a page, and its text."""

    def __init__(self, text: str):
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.words.append(data)

    def values(self, name: str) -> list[str]:
        return [attributes[name] or "" for _, attributes in self.tags if name in attributes]

    def of(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag == name]


@pytest.fixture
def short(monkeypatch):
    """Pages of one section with a picture, for what does not depend on the others."""
    monkeypatch.setattr("zodiac_sim.report.page.BUILDERS", (sections.costs,))


@pytest.fixture(scope="module")
def content():
    return make_page(MADE, "as packaged", 0.95)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_report(MADE, tmp_path_factory.mktemp("made") / "report").parent


@pytest.fixture(scope="module")
def page(folder):
    return Page((folder / "index.html").read_text(encoding="utf-8"))


def test_it_has_all_its_files(folder, content):
    pictures = {picture.name for picture in content.pictures}
    tables = {table.csv for table in content.tables} - {""}
    assert {"win-rates", "rounds", "deaths"} <= pictures
    assert {"results.csv", "rounds.csv", "differences.csv"} <= tables
    expected = {"index.html", "report.md", "study.toml", ".zodiac-sim-report"} | tables
    expected |= {f"{name}{end}" for name in pictures for end in (".png", ".svg")}
    assert {path.name for path in folder.iterdir()} == expected
    assert all((folder / f"{name}.png").read_bytes().startswith(b"\x89PNG") for name in pictures)
    assert [path.name for path in folder.parent.iterdir()] == ["report"]


def test_pictures_as_files_stand_alone(folder, content):
    for picture in content.pictures:
        root = ElementTree.parse(folder / f"{picture.name}.svg").getroot()
        assert root.attrib["aria-label"] == picture.alt
        assert "sans-serif" in root.attrib["font-family"]
        assert root[0].attrib == {"width": "100%", "height": "100%", "fill": "#ffffff"}
        assert any(element.tag.endswith("}text") for element in root.iter())
        assert "var(" not in (folder / f"{picture.name}.svg").read_text(encoding="utf-8")


def test_the_page_needs_nothing_else(page):
    targets = page.values("href") + page.values("src") + page.values("xlink:href")
    assert targets
    assert all(target.startswith(("#", "data:,")) for target in targets)
    style = "".join(page.words)
    assert "url(" not in style
    assert "@import" not in style


def test_only_the_script_and_the_style_of_the_page_have_an_effect(folder, page):
    """What a page may do is told by hashes; nothing else runs or dresses it, whatever stands in it."""
    text = (folder / "index.html").read_bytes().decode()
    (policy,) = (each["content"] for each in page.of("meta") if "http-equiv" in each)
    allowed = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert allowed["default-src"] == "'none'"
    for name in ("style", "script"):
        (content,) = re.findall(rf"<{name}>(.*?)</{name}>", text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert allowed[f"{name}-src"] == f"'sha256-{digest}'"
    assert page.values("style") == []
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]


def test_the_page_is_sound_for_readers_of_all_kinds(page, content):
    identifiers = page.values("id")
    assert len(identifiers) == len(set(identifiers))
    links = [target[1:] for target in page.values("href") if target.startswith("#")]
    assert set(links) <= set(identifiers)
    assert [attributes["aria-label"] for attributes in page.of("svg")] == [one.alt for one in content.pictures]
    assert [attributes["lang"] for attributes in page.of("html")] == ["en"]


def test_it_begins_with_question_and_answer(page, folder):
    text = "".join(page.words)
    places = [
        text.index(part) for part in ("A title", "Which?", "The answer", "Rounds per fight", "Each variant minus")
    ]
    assert places == sorted(places)
    said = (folder / "report.md").read_text(encoding="utf-8")
    assert said.startswith("# A title\n\n*Which?*\n\n## The answer\n\n**")


def test_it_can_be_made_again(folder, page):
    again = load_study(folder / "study.toml")
    assert again.scenarios == MADE.study.scenarios
    assert again.seed == MADE.seed
    text = "".join(page.words)
    assert MADE.study.toml() in text
    assert "zodiac-sim report study.toml" in text


def test_it_names_the_rules_that_differ(page):
    text = re.sub(r"\s+", " ", " ".join(page.words))
    assert re.search(r"house criticals double simple [^.]*? R3\.2", text)
    assert re.search(r"house fighters\.wedge\.hp 30", text)


@pytest.mark.usefixtures("short")
def test_a_pair_of_methods_that_the_rules_do_not_pair_is_named(tmp_path):
    odd = study(rules={"criticals": "complex", "bleeding": "injury"})
    page = Page(write_report(small_result(odd), tmp_path / "odd").read_text(encoding="utf-8"))
    assert "“base” are not as the rules pair them (R6.4)" in "".join(page.words)


@pytest.mark.usefixtures("short")
def test_a_run_that_was_stopped_is_called_that(tmp_path):
    made = study()
    stopped = small_result(made).__class__(
        study=made, seed=7, version="1", scenario_tallies=small_result(made).scenario_tallies, kept=[], interrupted=True
    )
    for name in ("index.html", "report.md"):
        assert "stopped early" in (write_report(stopped, tmp_path / "r").parent / name).read_text(encoding="utf-8")


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("fought_by", ["0.0.1", version("zodiac_sim")])
def test_duels_that_another_version_fought_are_called_that(fought_by):
    warnings = make_page(replace(small_result(), version=fought_by), "base", 0.95).warnings
    assert [f"fought by zodiac_sim {fought_by}" in warning for warning in warnings] == [True] * (fought_by == "0.0.1")


def test_twice_gives_the_same_bytes(folder, tmp_path):
    again = write_report(MADE, tmp_path / "elsewhere" / "again").parent
    for path in folder.iterdir():
        assert (again / path.name).read_bytes() == path.read_bytes(), path.name
    assert not any(str(tmp_path).encode() in path.read_bytes() for path in again.iterdir())


def test_hostile_names_are_whole_and_inert(tmp_path):
    variants = [{"name": name} for name in HOSTILE[:9]]
    title, question = "<img src=x onerror=alert(1)> | $t$", "</style><script>alert(2)</script>"
    made = small_result(study((HOSTILE[9], HOSTILE[3]), title=title, question=question, variants=variants))
    folder = write_report(made, tmp_path / "report").parent
    page = Page((folder / "index.html").read_bytes().decode())
    assert page.of("img") == []
    assert len(page.of("script")) == 1
    text = "".join(page.words)
    said = (folder / "report.md").read_bytes().decode()
    for name in (*HOSTILE[:10], title, question):
        assert name in text
        assert markdown(name) in said
    assert not re.search(r"<(script|img)", re.sub(r"\n(`{3,})\w*\n.*?\n\1\n", "\n", said, flags=re.DOTALL))
    assert load_study(folder / "study.toml").variant_names == tuple(HOSTILE[:9])


@pytest.mark.usefixtures("short")
def test_an_older_report_is_replaced(tmp_path):
    target = tmp_path / "report"
    write_report(small_result(), target)
    write_report(small_result(study(title="Newer")), target)
    assert "Newer" in (target / "report.md").read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["report"]


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("after_a_report", [False, True])
def test_a_folder_with_other_things_is_left_alone(tmp_path, after_a_report):
    target = tmp_path / "report"
    if after_a_report:
        write_report(small_result(), target)
    target.mkdir(exist_ok=True)
    (target / "notes.txt").write_text("mine", encoding="utf-8")
    before = {path.name: path.read_bytes() for path in target.iterdir()}
    with pytest.raises(InputError, match=r"report: holds other things \('notes.txt'\)"):
        write_report(small_result(study(title="Newer")), target)
    assert {path.name: path.read_bytes() for path in target.iterdir()} == before


@pytest.mark.usefixtures("short")
def test_a_failure_leaves_the_older_report_and_no_half_one(tmp_path, monkeypatch):
    target = tmp_path / "report"
    write_report(small_result(), target)
    before = {path.name: path.read_bytes() for path in target.iterdir()}
    monkeypatch.setattr(sections, "picture", lambda *_, **__: 1 / 0)
    for folder in (target, tmp_path / "fresh"):
        with pytest.raises(ZeroDivisionError):
            write_report(small_result(study(title="Newer")), folder)
    assert {path.name: path.read_bytes() for path in target.iterdir()} == before
    assert [path.name for path in tmp_path.iterdir()] == ["report"]


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("older", [False, True])
def test_a_disk_that_is_full_midway_leaves_no_half_report(tmp_path, monkeypatch, older):
    """The folder is what it was: an older report with all its files, or nothing at all."""
    target = tmp_path / "report"
    if older:
        write_report(small_result(), target)
    before = {path: path.read_bytes() for path in target.glob("*")}
    written = []

    def write(path, content, whole=Path.write_bytes):
        written.append(path)
        if len(written) == 5:
            raise OSError(28, "No space left on device")
        return whole(path, content)

    monkeypatch.setattr(Path, "write_bytes", write)
    with pytest.raises(InputError, match="No space left"):
        write_report(small_result(study(title="Newer")), target)
    assert len(written) == 5
    assert {path: path.read_bytes() for path in target.glob("*")} == before
    assert [path.name for path in tmp_path.iterdir()] == ["report"] * older


def test_an_unknown_baseline_is_an_input_error(tmp_path):
    with pytest.raises(InputError, match="baseline"):
        write_report(MADE, tmp_path / "report", baseline="nobody")
    assert list(tmp_path.iterdir()) == []
