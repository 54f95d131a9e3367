"""What is committed is fit for any machine."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Put together from halves, so that this file does not contain what it looks for.
FOREIGN = [
    "".join(halves)
    for halves in (
        ("/wo", "rk/"),
        ("/ro", "ot/"),
        ("/ho", "me/"),
        ("/Us", "ers/"),
        ("/tm", "p/"),
        ("pypi", ".org"),
        ("pythonhosted", ".org"),
    )
]


def tracked_files() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    return [path for name in listed.split(b"\0") if name and (path := ROOT / name.decode()).is_file()]


def foreign(text: bytes) -> list[str]:
    return [word for word in FOREIGN if word.encode() in text]


def test_no_file_names_a_place_of_one_machine():
    found = {str(path.relative_to(ROOT)): words for path in tracked_files() if (words := foreign(path.read_bytes()))}
    assert found == {}


def test_a_path_of_one_machine_is_seen():
    assert foreign(b"saved to " + FOREIGN[0].encode() + b"main/out.csv") == FOREIGN[:1]
