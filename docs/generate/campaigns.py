"""What a campaign gives: the columns of its tables, and the sections of its report."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

import zodiac_sim as zs
from zodiac_sim.engine.campaign_outcome import ENDS, RESULTS
from zodiac_sim.report.campaign import make_campaign_page

from .markdown import code, linked, page, table
from .report import sections
from .results import column_groups

STUDY = {
    "seed": 0,
    "duels": 20,
    "fighters": {"hero": {"preset": "soldier"}, "foe": {"preset": "soldier", "hp": 10}},
    "campaign": {"heroes": ["hero"], "days": [["foe"], "rest", ["foe", "foe"]]},
    "variants": [{"name": "one"}, {"name": "other", "set": {"rules.bleeding": "injury"}}],
}
COLUMNS = {
    "hero": "name of the hero",
    "variant": "name of the variant",
    "campaigns": "campaigns of this hero and variant",
    "campaign": "number of the campaign, from 0",
    "end": f"how it ended, one of {', '.join(map(code, ENDS))}",
    "fights": "fights of the campaign; of a single one, those that were begun",
    "fights_won": "fights won",
    "days": "days of the campaign",
    "days_lived": "days lived to their end",
    "retreats": "fights that nobody won at the limit of rounds",
    "fight": "number of the fight, from 1; 0 is before the first",
    "day": "day of the fight, from 1",
    "opponent": "name of the opponent",
    "result": f"how the fight ended for the hero, one of {', '.join(map(code, RESULTS))}",
    "count": "campaigns that still go on after the fight",
    "share": "the same as a share of all campaigns",
    "dead_share": "heroes that have died up to this fight, as a share of all campaigns",
    "begun": "campaigns in which the fight is begun",
    "max_hp": "maximum HP of the hero",
    "start": "HP when the fight begins, of those who begin it",
    "end_hp": "HP when the fight ends, 0 of the fallen",
    "start_quarter": "quartiles of HP when the fight begins",
    "end_quarter": "quartiles of HP when the fight ends",
    "hp_start": "HP when the fight began",
    "hp_end": "HP when the fight ended",
    "hp_left": "HP in the end",
    **{f"rate_{name}": f"share of those who came to it: {name}" for name in (*ENDS, *RESULTS)},
    **{name: f"how many of them: {name}" for name in (*ENDS, *RESULTS)},
}


def campaigns_page() -> str:
    """Return the page of what a campaign gives."""
    result = zs.run_campaign(zs.make_study(STUDY))
    made = make_campaign_page(result, "one", 0.95)
    return page(
        "Campaigns",
        "What the tables of a campaign and its report hold. [Campaigns](../how-to/campaigns.md) tells how to make one.",
        "## The table of a run",
        "`zodiac-sim run --format csv` writes it, `result.table()` returns it: a row for each hero and variant.",
        _columns(result.table()),
        "## Fight by fight",
        "`result.survival()`: who still goes on.",
        _columns(result.survival()),
        "`result.by_fight()`: what each fight does to those who come to it.",
        _columns(result.by_fight()),
        "`result.hp()`: the HP of those who come to it, when it begins and when it ends.",
        _columns(result.hp()),
        "## Single campaigns",
        "`result.outcomes` has a row for each campaign that was kept, `result.courses` one for each of their fights.",
        _columns(result.outcomes),
        _columns(result.courses),
        "## The report",
        table(("section", "what it shows", "files"), sections(made, "one")),
    )


def _columns(frame: pd.DataFrame) -> str:
    return table(("columns", "meaning"), _rows(frame))


def _rows(frame: pd.DataFrame) -> Iterator[tuple[str, str]]:
    for base, names in column_groups(frame):
        words = COLUMNS["end_hp" if base == "end" and len(names) > 1 else base]
        yield ", ".join(map(code, names)), linked(words)
