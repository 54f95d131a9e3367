"""What the README shows works as shown, in a folder of its own and with few duels."""

import re
import shlex
import tomllib

import pytest

from tests.docs.running import ROOT, blocks, play
from zodiac_sim.rules.files import parse_toml
from zodiac_sim.study.presets import packaged_studies
from zodiac_sim.study.study import make_study

README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
REPORT = "reports/simple-vs-complex/"


def links() -> list[str]:
    return [link for pair in re.findall(r"\]\(([^)]+)\)|src=\"([^\"]+)\"", README) for link in pair if link]


def shell_lines() -> list[str]:
    return [line for block in blocks(README) if block.language == "sh" for line in block.text.splitlines()]


def test_all_that_is_shown_works_from_top_to_bottom(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    printed = play(README, capsys)
    assert len(printed) >= 12
    assert any("rate_a" in said for said in printed.values())
    assert (tmp_path / "who-wins.png").is_file()
    of_a_report = [link.removeprefix(REPORT) for link in links() if link.startswith(REPORT)]
    assert of_a_report
    assert [name for name in of_a_report if not (tmp_path / "my-report" / name).is_file()] == []


def test_the_other_commands_are_those_that_set_up():
    others = [shlex.split(line, comments=True) for line in shell_lines() if not line.startswith("zodiac-sim ")]
    targets = set(re.findall(r"^(\w+):", MAKEFILE, re.MULTILINE))
    assert {words[1] for words in others if words[0] == "make"} == {"demo", "docs", "reports", "test"} <= targets
    assert [words for words in others if words[0] != "make"] == [["source", ".venv/bin/activate"]]


@pytest.mark.parametrize("text", [block.text for block in blocks(README) if block.language == "toml"])
def test_studies_are_questions(text):
    study = make_study(parse_toml(text, file="README.md"))
    assert study.question.endswith("?")
    assert len(study.scenarios) > 1


def test_links_lead_somewhere():
    """Those into the report of `make demo` are held against a report that the commands above write."""
    assert [link for link in links() if not link.startswith(REPORT) and not (ROOT / link).exists()] == []
    assert f"-o {REPORT.rstrip('/')}" in MAKEFILE.replace("$(REPORT)", REPORT.rstrip("/"))


def test_every_dependency_has_its_reason():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lists = {"": project["dependencies"], **project["optional-dependencies"]}
    names = {extra: [re.match(r"[\w-]+", line)[0] for line in lines] for extra, lines in lists.items()}
    heading, *rows = re.findall(r"^\| ([\w-]+) \| \w.+ \|$", README, re.MULTILINE)
    assert heading == "package"
    assert sorted(rows) == sorted(names.pop(""))
    assert set(names) == {"cluster", "docs", "test"}
    section = README.partition("## What it is built on")[2]
    told = {
        extra: [name for name in found if re.search(rf"(?<![\w-]){name}(?![\w-])", section)]
        for extra, found in names.items()
    }
    assert told == names
    assert set(names["docs"]) <= set(names["test"])


def test_packaged_studies_are_named():
    assert [name for name in packaged_studies() if f"`{name}`" not in README] == []
