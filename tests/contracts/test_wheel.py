"""The wheel carries the package with its data and nothing else, and works far from the repository."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

FROM_ELSEWHERE = """
import sys
import zodiac_sim
from zodiac_sim.cli import main
assert zodiac_sim.__file__.startswith(sys.argv[1]), zodiac_sim.__file__
sys.argv = ["zodiac-sim", *sys.argv[2:]]
sys.exit(main())
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    [path] = folder.glob("*.whl")
    return path


def test_the_wheel_holds_the_package_with_its_data_alone(wheel):
    package = [path for path in (ROOT / "zodiac_sim").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == {path.relative_to(ROOT).as_posix() for path in package}
    assert {".py", ".toml", ".md"} <= {Path(name).suffix for name in names}


@pytest.mark.parametrize(
    "arguments",
    [["rules", "show", "R4.2"], ["run", "simple-vs-complex", "--duels", "50", "--format", "csv"]],
    ids=" ".join,
)
def test_the_command_works_from_another_folder(wheel, tmp_path, arguments):
    unpacked, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    elsewhere.mkdir()
    zipfile.ZipFile(wheel).extractall(unpacked)
    command = [sys.executable, "-c", FROM_ELSEWHERE, str(unpacked), *arguments]
    environment = os.environ | {"PYTHONPATH": str(unpacked)}
    done = subprocess.run(command, cwd=elsewhere, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout
