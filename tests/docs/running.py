"""Does what a page shows: its files are written, its commands and its Python run, in one folder and with few duels."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import matplotlib.pyplot as plt

from zodiac_sim.cli import main
from zodiac_sim.rules.files import parse_toml
from zodiac_sim.rules.loading import load_ruleset
from zodiac_sim.study.presets import packaged_studies
from zodiac_sim.study.study import make_study

ROOT = Path(__file__).parents[2]
FEW = 100

_BLOCK = re.compile(r"((?:^[^\n]+\n)*)\n^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NAMED = re.compile(r"\b[Tt]his\s+as\s+`([^`]+)`")


class Block(NamedTuple):
    """A block of code, and the file that the paragraph before it says to save it as."""

    language: str
    text: str
    file: str | None

    @property
    def commands(self) -> list[str]:
        """The lines that call the command of this package here; a cluster would be elsewhere."""
        lines = self.text.splitlines() if self.language == "sh" else []
        return [line for line in lines if line.startswith("zodiac-sim ") and "--cluster" not in line]


def blocks(page: str) -> list[Block]:
    """Return the blocks of code of a page of Markdown."""
    return [Block(language, text, _file(before)) for before, language, text in _BLOCK.findall(page)]


def _file(paragraph: str) -> str | None:
    found = _NAMED.search(paragraph)
    return found[1] if found else None


def play(page: str, capsys) -> dict[str, str]:
    """Do in the present folder what a page shows, from top to bottom; return what each command and program printed."""
    printed = {}
    for block in blocks(page):
        if block.file is not None:
            Path(block.file).write_text(block.text, encoding="utf-8")
        if block.language == "toml":
            check_toml(block)
        for line in block.commands:
            printed[line] = run_command(line, capsys)
        if block.language == "python":
            printed[block.text] = run_python(block.text, capsys)
    return printed


def check_toml(block: Block) -> None:
    """Demand that a block is a study, or a ruleset that has a file."""
    data = parse_toml(block.text, file="page")
    if {"fighters", "fighters_from", "matchups"} & data.keys():
        make_study(data, file=str(Path.cwd() / "page.toml"))
    else:
        assert block.file is not None, block.text
        load_ruleset(block.file)


def run_command(line: str, capsys) -> str:
    shown, _, file = line.partition(" > ")
    capsys.readouterr()
    code = main(with_few_duels(shown)[1:])
    said = capsys.readouterr()
    assert (code, bool(said.out)) == (0, True), f"{line}\n{said.err}"
    if file:
        Path(file).write_text(said.out, encoding="utf-8")
    return said.out


def run_python(text: str, capsys) -> str:
    capsys.readouterr()
    exec(compile(re.sub(r"duels=[\d_]+", f"duels={FEW}", text), "page", "exec"), {"__name__": "__main__"})
    plt.close("all")
    return capsys.readouterr().out


def with_few_duels(line: str) -> list[str]:
    """Return the words of a command, with fewer duels where it fights; a run that goes on fights more than before."""
    words = shlex.split(line, comments=True)
    few = str(2 * FEW if "--resume" in words else FEW)
    if "--duels" in words:
        words[words.index("--duels") + 1] = few
    elif words[1] in ("run", "report") and (words[2].endswith(".toml") or words[2] in packaged_studies()):
        words += ["--duels", few]
    return words
