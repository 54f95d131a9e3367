"""The tables of a campaign as CSV, JSON and Markdown, and all of them in a folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from zodiac_sim.lab import store
from zodiac_sim.lab.campaign_words import cells, columns, notes
from zodiac_sim.lab.files import PathText, strict_json
from zodiac_sim.lab.manifest import CAMPAIGN, NAME
from zodiac_sim.lab.writing import csv_of, csv_of_rows, markdown_page, origin

if TYPE_CHECKING:
    import pandas as pd

    from zodiac_sim.lab.campaign_result import CampaignResult

MARKER = ".zodiac-sim-campaign"


def csv_text(result: CampaignResult, confidence: float = 0.95) -> str:
    """Return all columns of the table as CSV (RFC 4180); a figure that does not exist is empty."""
    return csv_of_rows(result.rows(confidence))


def json_text(result: CampaignResult, confidence: float = 0.95) -> str:
    """Return the table as strict JSON with what is needed to make it again; a figure that does not exist is null."""
    return strict_json(origin(result, confidence) | {"rows": result.rows(confidence)})


def markdown_text(result: CampaignResult, confidence: float = 0.95) -> str:
    """Return the table that people read as Markdown, with its notes."""
    rows = result.rows(confidence)
    names = columns(rows)
    told = (cells(row, names) for row in rows)
    return markdown_page(result.study.title, names, told, notes(result, confidence), names=2)


def keep(result: CampaignResult, folder: PathText, confidence: float = 0.95) -> Path:
    """Write the tables of a campaign into a folder of its own, with what is needed to make them again.

    It gets the table as ``table.csv``, ``table.md`` and ``result.json``, three tables by fight, as ``survival.csv``,
    ``fights.csv`` and ``hp.csv``, ``study.toml``, and ``manifest.json`` with study, seed and version.

    Parameters
    ----------
    folder : path
        New, empty, or with an older campaign, which is replaced.
    confidence : float
        Of the intervals in the tables.

    Returns
    -------
    Path
        The folder.

    Raises
    ------
    InputError
        If the folder holds other things, or cannot be written.
    """
    files = {
        "table.csv": csv_text(result, confidence),
        "table.md": markdown_text(result, confidence),
        "result.json": json_text(result, confidence),
        "survival.csv": _csv(result.survival(confidence)),
        "fights.csv": _csv(result.by_fight(confidence)),
        "hp.csv": _csv(result.hp(confidence)),
        "study.toml": result.study.toml(),
        NAME: _manifest(result, confidence),
    }
    return store.write_folder(folder, {name: text.encode() for name, text in files.items()}, marker=MARKER)


def _manifest(result: CampaignResult, confidence: float) -> str:
    content = {"kind": CAMPAIGN, "campaigns": result.campaigns, "finished": not result.interrupted}
    return strict_json(content | origin(result, confidence) | {"study": result.study.toml()})


def _csv(frame: pd.DataFrame) -> str:
    plain = frame.astype(object).where(frame.notna(), None)
    return csv_of(list(frame.columns), plain.itertuples(index=False, name=None))
