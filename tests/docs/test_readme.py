"""What the README shows works as shown, in a folder of its own and with few duels."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from zodiac_sim.rules.files import parse_toml
from zodiac_sim.study.presets import packaged_studies
from zodiac_sim.study.study import make_study

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
REPORT = "reports/simple-vs-complex/"
FEW = 200
COMMAND = "import sys; sys.argv[0] = 'zodiac-sim'; from zodiac_sim.cli import main; sys.exit(main())"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def links() -> list[str]:
    return [link for pair in re.findall(r"\]\(([^)]+)\)|src=\"([^\"]+)\"", README) for link in pair if link]


def shell_lines() -> list[str]:
    return [line for block in blocks("sh") for line in block.splitlines()]


def with_few_duels(line: str) -> list[str]:
    """Return the words of a command, with fewer duels where it fights."""
    words = shlex.split(line, comments=True)
    if "--duels" in words:
        words[words.index("--duels") + 1] = str(FEW)
    elif words[1] == "run" or (words[1] == "report" and words[2].endswith(".toml")):
        words += ["--duels", str(FEW)]
    return words


def run_here(arguments: list[str], folder: Path) -> str:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "MPLBACKEND": "Agg"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_command_works_one_after_the_other(tmp_path):
    commands = [line for line in shell_lines() if line.startswith("zodiac-sim ") and "--cluster" not in line]
    assert len(commands) >= 6
    for line in commands:
        shown, _, file = line.partition(" > ")
        output = run_here(["-c", COMMAND, *with_few_duels(shown)[1:]], tmp_path)
        assert output, line
        if file:
            (tmp_path / file).write_text(output, encoding="utf-8")
    of_a_report = [link.removeprefix(REPORT) for link in links() if link.startswith(REPORT)]
    assert of_a_report
    assert [name for name in of_a_report if not (tmp_path / "my-report" / name).is_file()] == []


def test_the_other_commands_are_those_that_set_up():
    others = [shlex.split(line, comments=True) for line in shell_lines() if not line.startswith("zodiac-sim ")]
    targets = set(re.findall(r"^(\w+):", MAKEFILE, re.MULTILINE))
    assert {words[1] for words in others if words[0] == "make"} == {"demo", "reports", "test"} <= targets
    assert [words[0] for words in others if words[0] != "make"] == ["source", "pip", "dask", "dask"]
    assert ["source", ".venv/bin/activate"] in others


@pytest.mark.parametrize("block", blocks("python"))
def test_python_works(block, tmp_path):
    fewer, changed = re.subn(r"duels=[\d_]+", f"duels={FEW}", block)
    assert changed == 1
    assert "rate_a" in run_here(["-c", fewer], tmp_path)
    assert (tmp_path / "who-wins.png").is_file()


@pytest.mark.parametrize("block", blocks("toml"))
def test_studies_are_studies(block):
    study = make_study(parse_toml(block, file="README.md"))
    assert study.question.endswith("?")
    assert len(study.scenarios) > 1


def test_links_lead_somewhere():
    """Those into the report of `make demo` are held against a report that the commands above write."""
    assert [link for link in links() if not link.startswith(REPORT) and not (ROOT / link).exists()] == []
    assert f"-o {REPORT.rstrip('/')}" in MAKEFILE.replace("$(REPORT)", REPORT.rstrip("/"))


def test_every_dependency_has_its_reason():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names, test_names = (
        [re.match(r"[\w-]+", line)[0] for line in lines]
        for lines in (project["dependencies"], project["optional-dependencies"]["test"])
    )
    heading, *rows = re.findall(r"^\| ([\w-]+) \| \w.+ \|$", README, re.MULTILINE)
    assert heading == "package"
    assert sorted(rows) == sorted(names)
    assert [name for name in test_names if not re.search(rf"(?<![\w-]){name}(?![\w-])", README)] == []


def test_packaged_studies_are_named():
    assert [name for name in packaged_studies() if f"`{name}`" not in README] == []
