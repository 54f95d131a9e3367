"""Writing a report: the files of one folder, made from one page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from zodiac_sim.lab import store
from zodiac_sim.lab.files import PathText
from zodiac_sim.lab.result import Result
from zodiac_sim.report.answer import check_baseline, choose_baseline
from zodiac_sim.report.campaign import make_campaign_page
from zodiac_sim.report.page import Page, make_page
from zodiac_sim.report.rendering import rendered
from zodiac_sim.report.spreadsheet import sheet_of, spreadsheet
from zodiac_sim.report.tables import MARKS

if TYPE_CHECKING:
    from zodiac_sim.lab.campaign_result import CampaignResult
    from zodiac_sim.lab.table_time import TableTime

INDEX = "index.html"
MARKER = ".zodiac-sim-report"


def write_report(
    result: Result | CampaignResult,
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
    result : Result or CampaignResult
        What a study gave.
    folder : path
        New, empty, or an older report, which is replaced.
    baseline : str, optional
        The variant that others are compared with; without it the first, of those that title or question name if these
        are several.
    confidence : float
        Level of all intervals.
    time : TableTime, optional
        Seconds that things take at the table, for the estimate of minutes; without it, the defaults. Campaigns
        tell no minutes.

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
    base = choose_baseline(result) if baseline is None else baseline
    if isinstance(result, Result):
        page = make_page(result, base, confidence, time)
    else:
        page = make_campaign_page(result, base, confidence)
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
