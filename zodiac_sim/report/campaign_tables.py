"""The tables of a campaign: how it ended, who still goes on after which fight, and with how many HP."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import pandas as pd

from zodiac_sim.engine.campaign_outcome import RESULTS
from zodiac_sim.lab.campaign_figures import ALL_HEROES, MEASURES
from zodiac_sim.lab.campaign_words import columns as ends_of
from zodiac_sim.report import tables, words
from zodiac_sim.report.campaign_subject import CampaignSubject
from zodiac_sim.report.outcome_tables import difference
from zodiac_sim.report.section import MOST_ROWS
from zodiac_sim.report.tables import Cell, Table
from zodiac_sim.report.words import Figures

if TYPE_CHECKING:
    from zodiac_sim.lab.summary import Row

_MARKS = 8  # fights that a table has columns for
_NAMES = ("hero", "variant")


def ends(subject: CampaignSubject) -> Table:
    """Return how many fights were won, how many days lived, and how campaigns ended."""
    found = subject.result.rows(subject.confidence)
    kinds = [name for name in ends_of(found) if f"rate_{name}" in found[0]]
    rows = []
    for row in words.rows(subject.result.table(subject.confidence)):
        spread = [tables.mean(row, "fights_won_mean"), tables.median(row, "fights_won_median")]
        counts = [tables.count(row["campaigns"]), *spread, tables.mean(row, "days_lived_mean")]
        rows.append((*_who(row), *counts, *(tables.rate(row, f"rate_{name}") for name in kinds)))
    names = (*_NAMES, "campaigns", "fights won, mean", "median", "days lived, mean", *kinds)
    return Table("How far heroes came, and how campaigns ended", "results.csv", names, tuple(rows))


def survival(subject: CampaignSubject) -> Table:
    """Return the share of campaigns that go on after some fights."""
    frame, data = (result.survival(subject.confidence) for result in (subject.result, subject.whole))
    caption = "Still in the campaign, share of all"
    return _by_fight(frame, "after fight", lambda row: tables.rate(row, "share"), caption, "survival.csv", data)


def hp(subject: CampaignSubject) -> Table:
    """Return median and quartiles of the HP at the start of some fights."""
    frame, data = (result.hp(subject.confidence) for result in (subject.result, subject.whole))
    caption = "HP at the start of a fight: median and the middle half of those who come to it"
    return _by_fight(frame, "fight", _quartiles, caption, "hp.csv", data)


def _quartiles(row: Figures) -> Cell:
    low, value, high = (row[f"start_{name}"] for name in ("quarter_low", "median", "quarter_high"))
    if value != value:
        return Cell(words.NOTHING)
    texts = [words.fixed(each, 1).removesuffix(".0") for each in (low, value, high)]
    return Cell(texts[1], f"{texts[0]} to {texts[2]}", value=value)


def _by_fight(
    frame: pd.DataFrame, word: str, cell: Callable[[Figures], Cell], caption: str, csv: str, data: pd.DataFrame
) -> Table:
    """Return a table with a column for each fight, or for some of many; the last is always there."""
    last = int(frame["fight"].max())
    marks = list(range(1, last + 1))[:: -math.ceil(last / _MARKS)][::-1]
    found: dict[tuple[str, str], dict[int, Figures]] = {}
    for row in words.rows(frame):
        found.setdefault((row["hero"], row["variant"]), {})[row["fight"]] = row
    rows = tuple(
        (Cell(hero), Cell(variant), *(cell(fights[mark]) if mark in fights else Cell(words.NOTHING) for mark in marks))
        for (hero, variant), fights in found.items()
    )
    return Table(caption, csv, (*_NAMES, *(f"{word} {mark}" for mark in marks)), rows, data=data)


def fights(subject: CampaignSubject) -> Table:
    """Return what came of each fight for those who begin it: of all variants, or of the baseline if they are many."""
    frame, data = (result.by_fight(subject.confidence) for result in (subject.result, subject.whole))
    caption = "What each fight does to those who come to it"
    if len(frame) > MOST_ROWS:
        frame = frame[frame["variant"] == subject.baseline]
        caption += f", with {words.quoted(subject.baseline)}"
    if len(frame) > MOST_ROWS:
        caption += f": the first {MOST_ROWS} of {len(frame)} rows"
        frame = frame[:MOST_ROWS]
    kinds = [name for name in RESULTS if _worth(frame, name)]
    rows = []
    for row in words.rows(frame):
        names = [*_who(row), Cell(row["opponent"])]
        numbers = [tables.count(row[name]) for name in ("fight", "day", "begun")]
        rows.append((*names, *numbers, *(tables.rate(row, f"rate_{name}") for name in kinds)))
    columns = (*_NAMES, "opponent", "fight", "day", "come to it", *kinds)
    return Table(caption, "fights.csv", columns, tuple(rows), names=3, data=data, folded=True)


def _worth(frame: pd.DataFrame, name: str) -> bool:
    return name in ("won", "defeated", "dead") or bool(frame[name].any())


def differences(subject: CampaignSubject) -> Table:
    """Return what other variants change from the baseline."""
    found, _ = subject.differences
    by_pair: dict[tuple[str, str, int], dict[str, Row]] = {}
    for row in found:
        by_pair.setdefault((row["variant"], row["hero"], row["heroes"]), {})[row["quantity"]] = row
    rows = []
    for (variant, hero, heroes), by_quantity in by_pair.items():
        who = Cell("all heroes, mean" if (hero, heroes > 1) == (ALL_HEROES, True) else hero)
        campaigns = tables.count(by_quantity[MEASURES[0]]["campaigns"])
        rows.append((who, Cell(variant), campaigns, *(difference(by_quantity[name]) for name in MEASURES)))
    whole = subject.whole_names
    data = pd.DataFrame([row | {name: whole[row[name]] for name in ("baseline", "variant")} for row in found])
    data = data.astype({"duels_needed": "Int64"} if found else {})
    columns = (*_NAMES, "campaigns", "fights won", "days lived", "survived, points", "dead, points")
    caption = "Differences, those of shares in percentage points"
    return Table(caption, "differences.csv", columns, tuple(rows), data=data)


def _who(row: Figures) -> tuple[Cell, Cell]:
    return Cell(row["hero"]), Cell(row["variant"])
