"""Differences between variants, each with an interval and a verdict that tells "the same" from "cannot be told"."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from zodiac_sim.lab import figures

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

# A difference inside its margin matters to nobody at the table: 1 percentage point, a tenth of a round.
MARGINS = {"rounds": 0.1, "deaths": 0.01, "wins_a": 0.01, "wins_b": 0.01, "rolls": 0.5, "lookups": 0.1}
MORE, LESS, SAME, UNCLEAR = "more", "less", "same", "unclear"
ALL_MATCHUPS = -1


def measures(result: Result, confidence: float = 0.95) -> pd.DataFrame:
    """Return the figures variants are compared by, one a row.

    Returns
    -------
    DataFrame
        ``matchup, a, b, variant, measure, n, value, low, high``. Measures are the names of ``MARGINS``: mean rounds,
        share of losers that died, shares of wins, mean dice and look-ups. Matchup −1 is the plain mean over all
        matchups in which the figure exists (names of its sides are empty), its ``n`` the sum.
    """
    summary, costs = result.summary(confidence), figures.costs(result, confidence)
    died = figures.deaths(result, confidence)
    died = died[died["who"] == figures.EITHER]
    sources = {
        "rounds": (summary, "rounds_mean", "duels"),
        "deaths": (died, "deaths_rate", "duels"),
        "wins_a": (summary, "rate_a", "duels"),
        "wins_b": (summary, "rate_b", "duels"),
        "rolls": (costs, "rolls_mean", "duels"),
        "lookups": (costs, "lookups_mean", "duels"),
    }
    names = ["matchup", "a", "b", "variant"]
    parts = []
    for measure, (frame, column, n) in sources.items():
        picked = frame[[*names, n, column, f"{column}_low", f"{column}_high"]]
        parts.append(picked.set_axis([*names, "n", "value", "low", "high"], axis=1).assign(measure=measure))
    single = pd.concat(parts, ignore_index=True)
    return pd.concat([single, _over_matchups(single)], ignore_index=True)


def _over_matchups(single: pd.DataFrame) -> pd.DataFrame:
    """Return the mean of every measure over matchups; their dice are independent, so half widths add as squares."""
    known = single.dropna(subset=["value"])
    squares = known.assign(low=(known["value"] - known["low"]) ** 2, high=(known["high"] - known["value"]) ** 2)
    groups = squares.groupby(["variant", "measure"], sort=False)
    mean, count = groups["value"].mean(), groups.size()
    frame = pd.DataFrame(
        {
            "n": groups["n"].sum(),
            "value": mean,
            "low": mean - np.sqrt(groups["low"].sum()) / count,
            "high": mean + np.sqrt(groups["high"].sum()) / count,
        }
    )
    return frame.reset_index().assign(matchup=ALL_MATCHUPS, a="", b="")


def differences(result: Result, baseline: str, confidence: float = 0.95) -> pd.DataFrame:
    """Return the difference of every variant from a baseline, in every measure and matchup.

    The samples are taken as independent, though variants share their dice: the interval is on the wide side.

    Returns
    -------
    DataFrame
        ``matchup, a, b, variant, measure, value, low, high, n``, the same of the baseline as ``base_…``, and
        ``difference, difference_low, difference_high, verdict``. The interval combines the two single ones by their
        squares (for shares Newcombe's hybrid score interval). Verdicts: ``same`` if the interval lies within the
        margin, else ``more`` or ``less`` if it does not hold 0, else ``unclear``.

    Raises
    ------
    InputError
        If the study has no variant of that name.
    """
    baseline = result.study.find_variant(baseline, key="baseline")
    frame = measures(result, confidence)
    base = frame.loc[frame["variant"] == baseline, ["matchup", "measure", "n", "value", "low", "high"]]
    base = base.rename(columns={name: f"base_{name}" for name in ("n", "value", "low", "high")})
    frame = frame[frame["variant"] != baseline].merge(base, on=["matchup", "measure"])
    frame["difference"] = frame["value"] - frame["base_value"]
    below = np.hypot(frame["value"] - frame["low"], frame["base_high"] - frame["base_value"])
    above = np.hypot(frame["high"] - frame["value"], frame["base_value"] - frame["base_low"])
    frame["difference_low"], frame["difference_high"] = frame["difference"] - below, frame["difference"] + above
    return frame.assign(verdict=_verdicts(frame))


def _verdicts(frame: pd.DataFrame) -> list[str]:
    low, high = frame["difference_low"], frame["difference_high"]
    margin = frame["measure"].map(MARGINS)
    tests = [(low >= -margin) & (high <= margin), low > 0, high < 0]
    return [str(word) for word in np.select(tests, [SAME, MORE, LESS], default=UNCLEAR)]
