"""The parts of the package know only the parts below them."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "zodiac_sim"

# Each part may import those before it.
PARTS = ("errors", "rules", "study", "engine", "exact", "lab", "plots", "report", "cli")
LEVEL = {part: level for level, part in enumerate(PARTS)}

# The public names of the package stand above all parts but the command, which is written in terms of them.
FACADE, FACADE_LEVEL = "zodiac_sim", LEVEL["cli"] - 0.5

# The readable twin proves the fast engine only as long as it shares none of its code: with the standard library, this
# is all that it may import. Addresses of dice and the words for outcomes are what both are compared by.
TWIN = sorted(path.stem for path in (PACKAGE / "engine").glob("reference*.py"))
SHARED = ("campaign_events", "campaign_outcome", "events", "keys", "magic_events", "outcome")
KNOWN_TO_THE_TWIN = tuple(f"zodiac_sim.{part}" for part in PARTS[: LEVEL["engine"]])
KNOWN_TO_THE_TWIN += tuple(f"zodiac_sim.engine.{name}" for name in (*TWIN, *SHARED))


def module_name(path: Path) -> str:
    """``zodiac_sim/rules/model.py`` is ``zodiac_sim.rules.model``; an ``__init__.py`` is named with its file."""
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


def imports(module: str, source: str) -> Iterator[tuple[int, str]]:
    """Line and absolute dotted name of everything a module imports, at any depth of its code."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = module.split(".")[: -node.level] if node.level else []
            base = [*start, *([node.module] if node.module else [])]
            yield from ((node.lineno, ".".join([*base, alias.name])) for alias in node.names)


def part_of(name: str) -> str:
    """The part of the package a dotted name belongs to; its own name for a public name of the whole."""
    words = name.split(".")
    return words[1] if len(words) > 1 and words[1] in LEVEL else FACADE


def wrong_arrows(module: str, source: str) -> list[str]:
    """Imports of a module that point upwards or sideways, each in words."""
    own = part_of(module)
    found = []
    for line, name in imports(module, source):
        if name.split(".")[0] != "zodiac_sim":
            continue
        other = part_of(name)
        allowed = other == own or LEVEL.get(other, FACADE_LEVEL) < LEVEL[own]
        if not allowed:
            found.append(f"{module}:{line} imports {name}: {own} may not know {other}")
    return found


def modules(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def test_every_part_exists_and_none_stands_outside_the_order():
    parts = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in modules(PACKAGE)}
    assert parts - {"__init__", "__main__"} == set(PARTS)


@pytest.mark.parametrize("path", [path for path in modules(PACKAGE) if path.parent != PACKAGE], ids=module_name)
def test_imports_point_one_way(path):
    assert wrong_arrows(module_name(path), path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("zodiac_sim.rules.model", "import zodiac_sim.lab.run"),
        ("zodiac_sim.rules.model", "from zodiac_sim import study"),
        ("zodiac_sim.study.__init__", "from ..engine import dice"),
        ("zodiac_sim.engine.phases.damage", "def f():\n    from ...plots.bars import draw"),
        ("zodiac_sim.report.page", "from zodiac_sim import load_study"),
    ],
)
def test_a_wrong_arrow_is_named(module, source):
    assert len(wrong_arrows(module, source)) == 1


def test_right_arrows_pass():
    source = "import numpy\nfrom zodiac_sim import run\nfrom ..errors import InputError\nfrom . import text"
    assert wrong_arrows("zodiac_sim.cli.app", source) == []


def foreign_to_the_twin(module: str, source: str) -> list[str]:
    names = [name for _, name in imports(module, source) if name.split(".")[0] not in sys.stdlib_module_names]
    return [name for name in names if not any(f"{name}.".startswith(f"{root}.") for root in KNOWN_TO_THE_TWIN)]


@pytest.mark.parametrize("name", [*TWIN, *SHARED])
def test_the_twin_shares_nothing_with_the_fast_engine(name):
    """R1 to R9 are written twice on purpose; a shared helper would make both wrong alike."""
    path = PACKAGE / "engine" / f"{name}.py"
    assert foreign_to_the_twin(module_name(path), path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    ["import numpy as np", "from zodiac_sim.engine import dice", "from zodiac_sim.engine.effects import share"],
)
def test_what_is_foreign_to_the_twin_is_seen(source):
    assert len(foreign_to_the_twin("zodiac_sim.engine.reference", source)) == 1


ENGINE_ALONE = """
import importlib, pkgutil, sys

class Blocked:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in ("pandas", "matplotlib"):
            raise ImportError(f"{name} is blocked")

sys.meta_path.insert(0, Blocked)
import zodiac_sim.engine as engine
for module in pkgutil.walk_packages(engine.__path__, "zodiac_sim.engine."):
    importlib.import_module(module.name)
    print(module.name)
"""


def test_the_engine_runs_without_pandas_and_matplotlib():
    done = subprocess.run([sys.executable, "-c", ENGINE_ALONE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "zodiac_sim.engine.batch" in done.stdout.split()
