"""Starting up loads nothing that only a plot or a table needs."""

import subprocess
import sys

import pytest

import zodiac_sim

HEAVY = ("pandas", "matplotlib", "scipy")

IMPORT = "import sys, zodiac_sim"
HELP = """
import sys
sys.argv = ["zodiac-sim", "--help"]
from zodiac_sim.cli import main
try:
    code = main()
except SystemExit as done:
    code = done.code
assert not code, code
"""
REPORT_LOADED = f"\nprint('loaded:', sorted(set({HEAVY!r}) & set(sys.modules)))"


@pytest.mark.parametrize("code", [IMPORT, HELP], ids=["import zodiac_sim", "zodiac-sim --help"])
def test_starting_up_is_light(code):
    done = subprocess.run([sys.executable, "-c", code + REPORT_LOADED], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "loaded: []"


@pytest.mark.parametrize("name", zodiac_sim.__all__)
def test_every_public_name_is_there(name):
    """Names that are looked up when first used can be misspelt without anyone noticing."""
    assert getattr(zodiac_sim, name) is not None
