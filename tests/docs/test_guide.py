"""The guide is built without a warning, its reference leaves nothing out, and what its pages show works."""

import re
import shutil
import subprocess
import sys

import pytest
from typer.main import get_command

import zodiac_sim as zs
from tests.docs.running import ROOT, blocks, play
from zodiac_sim.cli import main
from zodiac_sim.cli.app import app
from zodiac_sim.engine.outcome import CAUSES, DUEL_QUANTITIES, FIGHTER_QUANTITIES, WINNERS
from zodiac_sim.rules import model
from zodiac_sim.rules.checked import Checked
from zodiac_sim.rules.diff import rule_keys
from zodiac_sim.rules.magic import STATUSES, Inflicted
from zodiac_sim.study.fighter import ACTIONS, Fighter, Line, Poisoned, Shield, Weapon, When
from zodiac_sim.study.presets import fighter_presets, packaged_studies, policy_presets
from zodiac_sim.study.scenarios import Matchup
from zodiac_sim.study.spreadsheet import columns
from zodiac_sim.study.study import Study

DOCS = ROOT / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if not {"reference", "_build"} & set(path.parts))
MODELS = [each for each in vars(model).values() if isinstance(each, type) and issubclass(each, Checked)]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_does_what_it_shows(path, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    page = path.read_text(encoding="utf-8")
    shown = blocks(page)
    assert len(shown) == len(re.findall(r"^```\w+$", page, re.MULTILINE))
    printed = play(page, capsys)
    assert len(printed) == sum(len(block.commands) for block in shown) + sum(b.language == "python" for b in shown)


def test_every_page_but_the_first_shows_something_that_runs():
    pages = {path.stem: path.read_text(encoding="utf-8") for path in PAGES}
    still = [name for name, page in pages.items() if not {"sh", "python"} & {block.language for block in blocks(page)}]
    assert still == ["index"]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return the folder of the built guide; warnings are errors."""
    folder = tmp_path_factory.mktemp("guide")
    shutil.copytree(DOCS, folder / "docs", ignore=shutil.ignore_patterns("_build", "reference", "__pycache__"))
    build = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", str(folder / "docs"), str(folder / "html")]
    done = subprocess.run(build, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "html"


@pytest.fixture
def codes(built):
    """Return what stands as code on a page of the reference: whole, and the last parts of dotted names."""

    def found(page):
        html = (built / "reference" / f"{page}.html").read_text(encoding="utf-8")
        texts = [re.sub(r"<[^>]+>", "", text) for text in re.findall(r"<code\b[^>]*>(.*?)</code>", html, re.DOTALL)]
        return {*texts, *(text.rpartition(".")[2] for text in texts)}

    return found


def missing(names, found):
    return [name for name in names if name not in found]


def test_every_key_of_the_rules_is_told(codes):
    keys = [name for each in MODELS for name in each.model_fields]
    assert {"max_rounds", "bleeding", "rolls", "damage_dealt"} <= {*rule_keys(), *keys}
    assert missing([*rule_keys(), *keys, *STATUSES], codes("rules")) == []


def test_every_key_of_studies_and_fighters_is_told(codes):
    assert missing(Study.model_fields, codes("study")) == []
    assert missing(Matchup.model_fields, codes("study")) == []
    keys = [name for each in (Fighter, Weapon, Shield, Poisoned, Inflicted) for name in each.model_fields]
    assert missing([*keys, *columns(), *fighter_presets()], codes("fighters")) == []
    assert missing([*Line.model_fields, *When.model_fields, *ACTIONS], codes("policies")) == []


def test_what_is_packaged_is_told(built, codes):
    assert missing(packaged_studies(), codes("studies")) == []
    text = re.sub(r"<[^>]+>", "", (built / "reference" / "policies.html").read_text(encoding="utf-8"))
    assert [name for name in policy_presets() if f"\n{name} = [" not in text] == []


def test_every_command_and_option_is_told(codes, capsys):
    told = {word for text in codes("command") for word in re.split(r"[ ,]+", text)}
    commands = []
    for name, command in get_command(app).commands.items():
        inner = getattr(command, "commands", {})
        commands += [[name, word] for word in inner] or [[name]]
    assert len(commands) >= 8
    for words in commands:
        main([*words, "--help"])
        options = set(re.findall(r"--[a-z][\w-]*", capsys.readouterr().out)) - {"--help"}
        assert missing(options, told) == [], words


def test_every_quantity_and_column_is_told(codes):
    quantities = [*DUEL_QUANTITIES, *(f"{name}_{side}" for name in FIGHTER_QUANTITIES for side in "ab")]
    result = zs.run(zs.load_study("stances"), duels=2, seed=0)
    tables = [*result.summary(), *result.outcomes, *result.tallies]
    assert missing([*WINNERS, *CAUSES, *quantities, *tables], codes("results")) == []


def test_the_sections_of_a_report_are_told_with_their_files(codes):
    assert missing(["win-rates.png", "results.csv", "cost.png", "differences.csv"], codes("report")) == []


def test_every_public_name_is_told(built):
    html = (built / "reference" / "python.html").read_text(encoding="utf-8")
    names = [name for name in zs.__all__ if not name.startswith("_") and callable(getattr(zs, name))]
    places = [*(f"zodiac_sim.{name}" for name in names), *(f"zodiac_sim.plots.{name}" for name in zs.plots.__all__)]
    assert [place for place in places if f'id="{place}"' not in html] == []
    assert 'id="zodiac_sim.Result.summary"' in html


def test_the_guide_needs_no_network(built):
    pages = [path.read_text(encoding="utf-8") for path in built.rglob("*.html")]
    loaded = [
        found for page in pages for found in re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="(http[^"]+)"', page)
    ]
    assert loaded == []
