"""Campaigns as rows and frames: how they end, how long they last, what each fight takes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd

from zodiac_sim.engine.batch import Columns
from zodiac_sim.engine.campaign import NOT_BEGUN
from zodiac_sim.engine.campaign_outcome import DEAD, ENDS, RESULTS, RETREATED
from zodiac_sim.engine.campaign_tally import COUNTED, CampaignTally
from zodiac_sim.engine.tally import Counts
from zodiac_sim.lab.estimates import mean, mean_and_sd, named, share
from zodiac_sim.lab.intervals import median_interval
from zodiac_sim.lab.summary import Row, median, moments
from zodiac_sim.study.campaign import Journey

NO_OPPONENT = ""  # before the first fight
MOMENTS = ("start", "end")  # of a fight, at which HP are told
QUARTERS = {"quarter_low": 1, "median": 2, "quarter_high": 3}


def campaign_row(journey: Journey, tally: CampaignTally, confidence: float) -> Row:
    """Return one row of the table of a run of campaigns, NaN where a figure does not exist."""
    n = tally.campaigns
    row: Row = {"hero": journey.name, "variant": journey.variant, "campaigns": n}
    for end, count in zip(ENDS, tally.ends.tolist(), strict=True):
        row |= {end: count} | named(f"rate_{end}", share(count, n, confidence))
    row |= {"fights": len(journey.fights), "days": len(journey.days)}
    for name in COUNTED:
        row |= _number(name, tally.histogram(name), confidence)
    return row


def survival_rows(journey: Journey, tally: CampaignTally, confidence: float) -> Iterator[Row]:
    """Yield, before the first fight and after each, how many are still in the campaign and how many died so far."""
    n, died = tally.campaigns, 0
    about: Row = {"hero": journey.name, "variant": journey.variant}
    start = about | {"fight": 0, "day": 0, "opponent": NO_OPPONENT, "begun": n, "campaigns": n}
    certain, never = named("share", (1.0, 1.0, 1.0)), named("dead_share", (0.0, 0.0, 0.0))
    yield start | {"count": n} | certain | {"dead": 0} | never
    for number, row in _fight_rows(journey, tally):
        results = tally.counts["result"][number - 1]
        standing = int(results[: RETREATED + 1].sum())
        died += int(results[DEAD])
        row |= {"campaigns": n, "count": standing} | named("share", share(standing, n, confidence))
        yield row | {"dead": died} | named("dead_share", share(died, n, confidence))


def fight_rows(journey: Journey, tally: CampaignTally, confidence: float) -> Iterator[Row]:
    """Yield how each fight ended for those who began it."""
    for number, row in _fight_rows(journey, tally):
        for result, count in zip(RESULTS, tally.counts["result"][number - 1].tolist(), strict=True):
            row |= {result: count} | named(f"rate_{result}", share(count, row["begun"], confidence))
        yield row


def hp_rows(journey: Journey, tally: CampaignTally, confidence: float) -> Iterator[Row]:
    """Yield the HP of heroes as each fight begins and ends."""
    for number, row in _fight_rows(journey, tally):
        row["max_hp"] = journey.hero.hp
        for moment in MOMENTS:
            counts = tally.counts[f"hp_{moment}"][number - 1]
            row |= named(f"{moment}_mean", mean(moments(counts), confidence))
            row |= {f"{moment}_{name}": quantile(counts, quarter / 4) for name, quarter in QUARTERS.items()}
        yield row


def end_rows(journey: Journey, tally: CampaignTally, confidence: float) -> Iterator[Row]:
    """Yield how campaigns end, an end a row."""
    n = tally.campaigns
    for end, count in zip(ENDS, tally.ends.tolist(), strict=True):
        row: Row = {"hero": journey.name, "variant": journey.variant, "end": end, "count": count}
        yield row | named("share", share(count, n, confidence))


def quantile(counts: Counts, part: float) -> float:
    """Return the value that a part of a sample does not exceed, between two values their middle; NaN of no sample.

    Parameters
    ----------
    counts : int array, shape (values,)
        ``counts[x]`` times the value x.
    part : float
        Within 0..1, such as 0.25 for the lower quarter.
    """
    running = np.cumsum(counts)
    n = int(running[-1])
    if not n:
        return math.nan
    place = part * n
    ranks = (math.ceil(place), math.floor(place) + 1)
    low, high = np.searchsorted(running, [min(max(rank, 1), n) for rank in ranks], side="left").tolist()
    return float((low + high) / 2)


def outcomes_frame(journeys: Sequence[Journey], kept: Sequence[Columns]) -> pd.DataFrame:
    """Return the kept campaigns, one a row, journey by journey."""
    frames = [
        pd.DataFrame(
            {
                "hero": journey.name,
                "variant": journey.variant,
                "campaign": np.arange(len(own["end"])),
                "end": [ENDS[end] for end in own["end"].tolist()],
                **{name: own[name].astype(np.int64) for name in COUNTED},
                "fights": (own["result"] != NOT_BEGUN).sum(axis=1),
                "hp_left": own["hp_left"].astype(np.int64),
            }
        )
        for journey, own in zip(journeys, kept, strict=True)
    ]
    return pd.concat(frames, ignore_index=True)


def courses_frame(journeys: Sequence[Journey], kept: Sequence[Columns]) -> pd.DataFrame:
    """Return the fights of kept campaigns that were begun, one a row."""
    frames = []
    for journey, own in zip(journeys, kept, strict=True):
        campaign, place = np.nonzero(own["result"] != NOT_BEGUN)
        columns: dict[str, Any] = {"hero": journey.name, "variant": journey.variant, "campaign": campaign}
        columns |= {"fight": place + 1, "day": np.array(journey.fight_days)[place]}
        columns["opponent"] = [journey.opponents[each] for each in place.tolist()]
        columns |= {name: own[name][campaign, place].astype(np.int64) for name in ("hp_start", "hp_end")}
        columns["result"] = [RESULTS[each] for each in own["result"][campaign, place].tolist()]
        frames.append(pd.DataFrame(columns))
    return pd.concat(frames, ignore_index=True)


def _fight_rows(journey: Journey, tally: CampaignTally) -> Iterator[tuple[int, Row]]:
    """Yield the number of every fight, and what its rows begin with."""
    begun = tally.counts["result"].sum(axis=1).tolist()
    fights = zip(journey.fight_days, journey.opponents, begun, strict=True)
    for number, (day, opponent, own) in enumerate(fights, start=1):
        row = {"hero": journey.name, "variant": journey.variant, "fight": number, "day": day, "opponent": opponent}
        yield number, row | {"begun": own}


def _number(name: str, counts: Counts, confidence: float) -> Row:
    found = moments(counts)
    row = named(f"{name}_mean", mean(found, confidence)) | {f"{name}_sd": mean_and_sd(found)[1]}
    middle = median(counts)
    ends = median_interval(counts, confidence)
    return row | named(f"{name}_median", (math.nan if middle is None else middle, *ends))
