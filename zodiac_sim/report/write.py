"""Writing a report: one folder, whole or not at all."""

from __future__ import annotations

import tempfile
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2

from zodiac_sim.errors import InputError
from zodiac_sim.report.answer import choose_baseline
from zodiac_sim.report.page import Page, make_page
from zodiac_sim.report.tables import MARKS

if TYPE_CHECKING:
    from os import PathLike

    from zodiac_sim.lab.result import Result

INDEX = "index.html"
MARKER = ".zodiac-sim-report"


def write_report(
    result: Result, folder: str | PathLike[str], *, baseline: str | None = None, confidence: float = 0.95
) -> Path:
    """Write the report of a result into a folder of its own.

    The folder gets ``index.html``, which needs no other file, ``report.md`` with the same content, the pictures as PNG,
    the tables as CSV, and ``study.toml`` to make it again. It is written beside its place and then moved there.

    Parameters
    ----------
    result : Result
        What a study gave.
    folder : path
        New, empty, or an older report, which is replaced.
    baseline : str, optional
        The variant that others are compared with; without it the first that title or question name, else the first.
    confidence : float
        Level of all intervals.

    Returns
    -------
    Path
        The page, ``index.html``.

    Raises
    ------
    InputError
        If there is no such variant, the folder holds other things, or it cannot be written.
    """
    target = check_folder(folder)
    page = make_page(result, choose_baseline(result) if baseline is None else baseline, confidence)
    files = _files(page)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".report-") as beside:
            new, old = Path(beside, "new"), Path(beside, "old")
            new.mkdir()
            for name, content in files.items():
                (new / name).write_bytes(content)
            _move(new, target, old)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}", file=str(folder)) from None
    return target / INDEX


def check_folder(folder: str | PathLike[str]) -> Path:
    """Return the folder's full path if a report may be written there.

    Raises
    ------
    InputError
        If it is a file, or holds anything that is not of an older report.
    """
    target = Path(folder).resolve()
    try:
        if not target.exists():
            return target
        if not target.is_dir():
            raise InputError("is a file; a folder for the report is expected", file=str(folder))
        found = {path.name for path in target.iterdir()}
        ours = set((target / MARKER).read_text(encoding="utf-8").splitlines()) if MARKER in found else set()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", file=str(folder)) from None
    foreign = sorted(found - ours - {MARKER})
    if foreign:
        raise InputError(
            f"holds other things than a report ({foreign[0]!r}); name a new or empty folder", file=str(folder)
        )
    return target


def _move(new: Path, target: Path, old: Path) -> None:
    """Put a folder in the place of another, which is back in its place if that fails."""
    if not target.exists():
        new.rename(target)
        return
    target.rename(old)
    try:
        new.rename(target)
    except OSError:
        old.rename(target)
        raise


def _files(page: Page) -> dict[str, bytes]:
    """Return the content of every file of a report by name, the marker that lists them included."""
    files = {INDEX: _rendered("index.html.j2", page), "report.md": _rendered("report.md.j2", page)}
    files["study.toml"] = page.study.encode()
    files |= {f"{section.picture.name}.png": section.picture.png for section in page.sections if section.picture}
    for name, frame in page.frames.items():
        files[name] = frame.to_csv(index=False, float_format="%.12g", lineterminator="\n").encode()
    files[MARKER] = "".join(f"{name}\n" for name in sorted(files)).encode()
    return files


def _rendered(template: str, page: Page) -> bytes:
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_template),
        autoescape=jinja2.select_autoescape(["html.j2"]),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["md"] = markdown
    text = environment.get_template(template).render(page=page, css=_template("style.css"), marks=MARKS)
    return text.encode()


def _template(name: str) -> str:
    return resources.files("zodiac_sim.report").joinpath(f"templates/{name}").read_text(encoding="utf-8")


_SPECIAL = {letter: f"\\{letter}" for letter in "\\`*_[]<>#|~$"}
_IN_MARKDOWN = str.maketrans({**_SPECIAL, "&": "&amp;", "\n": "<br>", "\r": ""})


def markdown(text: Any) -> str:
    """Return a text as Markdown that shows exactly it, also within a table."""
    return str(text).translate(_IN_MARKDOWN)
