"""What variants of a campaign are told by: means over all heroes, and differences that hold together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import pandas as pd

from zodiac_sim.engine.campaign_outcome import ENDS
from zodiac_sim.errors import InputError
from zodiac_sim.lab.differences import Family, paired, told
from zodiac_sim.lab.estimates import ends_of, mean_over_matchups
from zodiac_sim.lab.intervals import check_confidence
from zodiac_sim.lab.summary import Moments, Row, moments

if TYPE_CHECKING:
    from zodiac_sim.engine.campaign_tally import CampaignTally
    from zodiac_sim.lab.campaign_result import CampaignResult

SHARES, MEANS = ("survived", "dead"), ("fights_won", "days_lived")
MEASURES = (*MEANS, *SHARES)
MARGINS = {"fights_won": 0.1, "days_lived": 0.1, "survived": 0.01, "dead": 0.01}  # what matters to nobody
ALL_HEROES = ""  # in place of a hero's name; rows of one hero have ``heroes`` 1

_VALUE = ("value", "low", "high")


def measures(result: CampaignResult, confidence: float = 0.95) -> pd.DataFrame:
    """Return the figures that variants are told by, one a row.

    Returns
    -------
    DataFrame
        ``hero, heroes, variant, quantity, campaigns, most, value, low, high`` for each name of ``MEASURES``: shares of
        campaigns survived and of dead heroes (Wilson), means of fights won and days lived (Student's t), which are
        ``most`` at best. First the rows of each hero, ``heroes`` 1; then, if there are several, the plain mean of all,
        with their number.

    Raises
    ------
    InputError
        If ``confidence`` does not lie between 0 and 1.
    """
    rows = []
    for row in result.rows(check_confidence(confidence)):
        for quantity in MEASURES:
            column = f"{quantity}_mean" if quantity in MEANS else f"rate_{quantity}"
            most = {"fights_won": row["fights"], "days_lived": row["days"]}.get(quantity, 1)
            about = {"hero": row["hero"], "heroes": 1, "variant": row["variant"], "quantity": quantity}
            found = {name: row[each] for name, each in zip(_VALUE, ends_of(column), strict=True)}
            rows.append(about | {"campaigns": row["campaigns"], "most": most} | found)
    single = pd.DataFrame(rows).astype(dict.fromkeys(_VALUE, float))
    heroes = single["hero"].nunique()
    if heroes == 1:
        return single
    by = ["variant", "quantity"]
    means = mean_over_matchups(single, by, _VALUE)
    groups = single.dropna(subset=["value"]).groupby(by, sort=False)
    means = means.assign(campaigns=groups["campaigns"].sum(), most=groups["most"].max()).reset_index()
    return pd.concat([single, means.assign(hero=ALL_HEROES, heroes=heroes)], ignore_index=True)


def differences(result: CampaignResult, baseline: str, confidence: float = 0.95) -> tuple[list[Row], Family]:
    """Return how all other variants differ from a baseline, campaign by campaign on the same dice.

    Returns
    -------
    list of dict
        ``hero, heroes, baseline, variant, quantity, campaigns, baseline_value, value, difference, difference_low,
        difference_high, p_value, margin, verdict, within_margin, duels_needed`` for each name of ``MEASURES``; the last
        are campaigns. Over all heroes first, where there are several: the plain mean of those that both variants have.
    Family
        How many comparisons hold together, and how.

    Raises
    ------
    InputError
        If there is no such variant, or the others are not paired with it.
    """
    base = result.study.find_variant(baseline, key="baseline")
    number = {(journey.name, journey.variant): place for place, journey in enumerate(result.journeys)}
    groups: list[tuple[str, str, list[str]]] = []
    for variant in (name for name in result.study.variant_names if name != base):
        both = [hero for hero, name in number if name == variant and (hero, base) in number]
        groups += [(variant, ALL_HEROES, both)] if len(both) > 1 else []
        groups += [(variant, hero, [hero]) for hero in both]
    family = Family(check_confidence(confidence), max(1, len(groups) * len(MEASURES)))
    rows = []
    for variant, hero, heroes in groups:
        pairs = [(number[name, base], number[name, variant]) for name in heroes]
        about = {"hero": hero, "heroes": len(heroes), "baseline": base, "variant": variant}
        rows += [about | _difference(result, pairs, quantity, family) for quantity in MEASURES]
    return rows, family


def _difference(result: CampaignResult, pairs: Sequence[tuple[int, int]], quantity: str, family: Family) -> Row:
    samples = [found for pair in pairs if (found := result.differences(*pair, quantity)) is not None]
    if len(samples) < len(pairs):
        raise InputError("of so many variants each is paired with the first only", key="baseline")
    share = quantity in SHARES
    estimate = paired(samples, family, shares=share)
    return {
        "quantity": quantity,
        "campaigns": sum(sample.n for sample in samples),
        "baseline_value": _mean([_value(result.tallies[before], quantity) for before, _ in pairs]),
        "value": _mean([_value(result.tallies[after], quantity) for _, after in pairs]),
        **told(estimate.share() if share else estimate, min(s.n for s in samples), MARGINS[quantity], family),
    }


def _value(tally: CampaignTally, quantity: str) -> Moments:
    """Return the moments of a quantity; of a share, of the numbers 1 and 0."""
    if quantity in SHARES:
        count = int(tally.ends[ENDS.index(quantity)])
        return Moments(tally.campaigns, count, count)
    return moments(tally.histogram(quantity))


def _mean(samples: Sequence[Moments]) -> float:
    means = [math.nan if sample.mean is None else sample.mean for sample in samples]
    return math.fsum(means) / len(means)
