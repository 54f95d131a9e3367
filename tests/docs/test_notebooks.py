"""Every notebook runs from top to bottom, and its committed output is what it prints today.

After a change that moves a figure, ``python tests/docs/test_notebooks.py`` runs all notebooks and writes them anew.
"""

import os
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
LARGEST = 400_000  # bytes
INLINE = "module://matplotlib_inline.backend_inline"


def executed(path: Path):
    """Return a notebook as it is after running, without what differs from machine to machine."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(notebook, timeout=120, kernel_name="python3", record_timing=False)
    client.execute(cwd=str(ROOT / "notebooks"), env={**os.environ, "PYTHONPATH": str(ROOT), "MPLBACKEND": INLINE})
    notebook.metadata.pop("language_info", None)
    return notebook


def said(notebook) -> list[list[str]]:
    """Return what each code cell printed or returned, as text; pictures only by the fact that they are there."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [[_text(output) for output in cell.outputs] for cell in cells]


def _text(output) -> str:
    if output.output_type == "stream":
        return output.text
    return "picture" if "image/png" in output.data else output.data["text/plain"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_it_prints_today(path):
    committed = nbformat.read(path, as_version=4)
    assert said(executed(path)) == said(committed)


def test_the_notebooks_are_numbered_and_named_in_the_readme():
    assert [path.name[:2] for path in NOTEBOOKS] == [f"{number:02}" for number in range(1, len(NOTEBOOKS) + 1)]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [path.name for path in NOTEBOOKS if f"(notebooks/{path.name})" not in readme] == []


def test_a_notebook_is_small_enough_to_keep():
    assert [path.name for path in NOTEBOOKS if path.stat().st_size >= LARGEST] == []


if __name__ == "__main__":
    for notebook_path in NOTEBOOKS:
        nbformat.write(executed(notebook_path), notebook_path)
