"""Writing a report: the files of one folder, made from one page."""

from __future__ import annotations

import base64
import hashlib
import re
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import jinja2

from zodiac_sim.lab import store
from zodiac_sim.lab.files import PathText
from zodiac_sim.lab.writing import markdown
from zodiac_sim.report.answer import check_baseline, choose_baseline
from zodiac_sim.report.page import Page, make_page
from zodiac_sim.report.spreadsheet import sheet_of, spreadsheet
from zodiac_sim.report.tables import MARKS

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result
    from zodiac_sim.lab.table_time import TableTime

INDEX = "index.html"
MARKER = ".zodiac-sim-report"


def write_report(
    result: Result,
    folder: PathText,
    *,
    baseline: str | None = None,
    confidence: float = 0.95,
    time: TableTime | None = None,
) -> Path:
    """Write the report of a result into a folder of its own.

    The folder gets ``index.html``, which needs no other file, ``report.md`` with the same content, the pictures as PNG
    and SVG, the tables as CSV, and ``study.toml`` to make it again. It is whole or not there; the same result gives the
    same bytes.

    The CSV files are made for spreadsheets: UTF-8 with a byte order mark, and a name that begins like a formula has an
    apostrophe in front.

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
    time : TableTime, optional
        Seconds that things take at the table, for the estimate of minutes; without it, the defaults.

    Returns
    -------
    Path
        The page, ``index.html``.

    Raises
    ------
    InputError
        If there is no such variant, others are not paired with it, or the folder holds other things or cannot be
        written.
    """
    if baseline is not None:
        baseline = check_baseline(result.study, baseline)
    store.check_folder(folder, marker=MARKER)
    page = make_page(result, choose_baseline(result) if baseline is None else baseline, confidence, time)
    rows = result.rows(confidence)
    files = _files(page) | {"results.csv": spreadsheet(rows[0], (row.values() for row in rows))}
    return store.write_folder(folder, files, marker=MARKER) / INDEX


def _files(page: Page) -> dict[str, bytes]:
    """Return the content of the files of a page by name."""
    names = {INDEX: "index.html.j2", "report.md": "report.md.j2"}
    files = {name: rendered(template, page=page, marks=MARKS) for name, template in names.items()}
    files["study.toml"] = page.study.encode()
    for picture in page.pictures:
        files |= {f"{picture.name}.png": picture.png, f"{picture.name}.svg": picture.file}
    return files | {table.csv: sheet_of(table.data) for table in page.tables if table.data is not None}


def rendered(template: str, **values: object) -> bytes:
    """Return what a template of this package says of some values.

    It also knows the look of all pages as ``css``, what they do as ``script``, and ``policy``, under which nothing but
    these two has an effect on a page, whatever names stand in it.
    """
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_template),
        autoescape=jinja2.select_autoescape(["html.j2"]),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"md": markdown, "fenced": _fenced}
    css, script = _template("style.css"), _template("page.js")
    policy = (
        f"default-src 'none'; img-src data:; style-src {_hash(css)}; script-src {_hash(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
    return environment.get_template(template).render(css=css, script=script, policy=policy, **values).encode()


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _fenced(text: str, language: str = "") -> str:
    """Return text as a block of code in Markdown, its fence longer than any run of backticks in it."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def _template(name: str) -> str:
    return resources.files("zodiac_sim.report").joinpath(f"templates/{name}").read_text(encoding="utf-8")
