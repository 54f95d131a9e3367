"""What a campaign gives: the columns of its tables, and the sections of its report."""

from __future__ import annotations

from collections.abc import Mapping

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
    "fights": "fights of the campaign",
    "fights_won": "fights won",
    "days": "days of the campaign",
    "days_lived": "days lived to their end",
    "retreats": "fights that nobody won at the limit of rounds",
    "fight": "number of the fight, from 1",
    "day": "its day, from 1",
    "opponent": "name of the opponent",
    "result": f"how the fight ended for the hero, one of {', '.join(map(code, RESULTS))}",
    "begun": "campaigns in which the fight is begun",
    "max_hp": "maximum HP of the hero",
    "hp_start": "HP when the fight began",
    "hp_end": "HP when the fight ended",
    "hp_left": "HP in the end",
    **{name: f"how many of these end so: {name}" for name in (*ENDS, *RESULTS)},
    **{f"rate_{name}": "the same as a share" for name in (*ENDS, *RESULTS)},
}
SURVIVAL = {
    "fight": "number of the fight, from 1; 0 is before the first",
    "count": "campaigns that go on after it",
    "share": "the same as a share of all campaigns",
    "dead": "heroes that have died up to and with it",
    "dead_share": "the same as a share of all campaigns",
}
HP = {f"{moment}{part}": f"HP when the fight {moment}s: {words}" for moment in ("start", "end")
      for part, words in (("", "mean or median"), ("_quarter", "a quarter has no more, or no fewer"))}  # fmt: skip


def campaigns_page() -> str:
    """Return the page of what a campaign gives."""
    result = zs.run_campaign(zs.make_study(STUDY))
    made = make_campaign_page(result, "one", 0.95)
    return page(
        "Campaigns",
        "What the tables of a campaign and its report hold. [Campaigns](../how-to/campaigns.md) tells how to make one. "
        "`_low` and `_high` are the ends of an interval, `_sd` is the standard deviation between campaigns.",
        "## The table of a run",
        "`zodiac-sim run --format csv` writes it, `result.table()` returns it: a row for each hero and variant.",
        _columns(result.table()),
        "## Fight by fight",
        "`result.survival()`: who still goes on.",
        _columns(result.survival(), SURVIVAL),
        "`result.by_fight()`: what each fight does to those who begin it.",
        _columns(result.by_fight()),
        "`result.hp()`: the HP of those who begin it.",
        _columns(result.hp(), HP),
        "`result.ends()`: how campaigns end, an end a row.",
        _columns(result.ends(), {"count": "campaigns that end so", "share": "the same as a share"}),
        "## Single campaigns",
        "`result.outcomes` has a row for each campaign that was kept.",
        _columns(result.outcomes, {"fights": "fights begun"}),
        "`result.courses` has a row for each fight of these.",
        _columns(result.courses),
        "## The report",
        table(("section", "what it shows", "files"), sections(made.sections, "one")),
    )


def _columns(frame: pd.DataFrame, own: Mapping[str, str] | None = None) -> str:
    """Return the columns of a frame with what they mean; one that nobody has described is an error."""
    meaning = COLUMNS | dict(own or {})
    rows = ((", ".join(map(code, names)), linked(meaning[base])) for base, names in column_groups(frame))
    return table(("columns", "meaning"), rows)
