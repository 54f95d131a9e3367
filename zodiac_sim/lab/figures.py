"""Figures that pictures and reports show beyond the table of a run: rounds, falls, deaths and costs with intervals."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from zodiac_sim.engine.outcome import CAUSES, SIDES, WINNERS, WON_AGAINST
from zodiac_sim.engine.tally import Counts, Tally
from zodiac_sim.lab.balance import balanced
from zodiac_sim.lab.estimates import Estimate, ends_of, mean_and_sd, mean_over_matchups, share
from zodiac_sim.lab.frames import summary_frame
from zodiac_sim.lab.intervals import check_confidence, mean_interval, median_interval, wilson
from zodiac_sim.lab.pooled import tallied
from zodiac_sim.lab.quantities import ALL_MATCHUPS
from zodiac_sim.lab.summary import Moments, median, moments, summary_row
from zodiac_sim.lab.table_time import TableTime

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

SCENARIO = ["matchup", "variant"]
EITHER = "either"
USUAL_CAUSES = ("attack", "unconscious", "bleeding")  # they can come of any blow; others need magic
COSTS = ("rolls", "lookups")
MEASURES = ("rounds", "deaths", "losers", "wins_a", "wins_b", *COSTS)
SHOWN_SHARE = 0.99

_VALUE = ("value", "low", "high")
_BROKEN = CAUSES.index("break")
_UNRESOLVED = WINNERS.index("unresolved")


def summary(result: Result, confidence: float = 0.95, *, pooled: bool = False) -> pd.DataFrame:
    """Return the table of a run, see :meth:`Result.summary`; pooled, with a row for each variant over all matchups."""
    scenarios = result.study.scenarios[: len(result.study.variant_names)]  # the names of their sides give way
    if not pooled:
        return result.summary(confidence)
    check_confidence(confidence)
    rows = zip(scenarios, tallied(result, pooled), strict=True)
    return summary_frame([summary_row(scenario, tally, confidence) | columns for scenario, (columns, tally) in rows])


def rounds(result: Result, *, pooled: bool = False) -> pd.DataFrame:
    """Return how many duels of each scenario ended in which round; unresolved ones did not end.

    Returns
    -------
    DataFrame
        ``matchup, a, b, variant, duels, rounds, count, share``: a row for each round that occurred, rising; shares are
        of all duels.
    """
    columns = ["matchup", "a", "b", "variant", "duels", "rounds", "count"]
    rows = []
    for scenario, tally in tallied(result, pooled):
        ended = _ended(tally)
        for number in np.flatnonzero(ended).tolist():
            rows.append({**scenario, "duels": tally.duels, "rounds": number, "count": int(ended[number])})
    frame = pd.DataFrame(rows, columns=columns)
    return frame.assign(share=frame["count"] / frame["duels"])


def undecided(result: Result, confidence: float = 0.95, *, pooled: bool = False) -> pd.DataFrame:
    """Return how many duels of each scenario were still undecided after each round; unresolved ones stay so.

    Returns
    -------
    DataFrame
        ``matchup, a, b, variant, duels, round, count, share, share_low, share_high``: a row for each round from 0, the
        start, to the last in which a duel ended; shares are of all duels (Wilson), null where there are none.
    """
    columns = ["matchup", "a", "b", "variant", "duels", "round", "count"]
    rows = []
    for scenario, tally in tallied(result, pooled):
        ended = _ended(tally)
        left = tally.duels - np.cumsum(ended if len(ended) else [0])
        for number in range(np.flatnonzero(ended).max(initial=0) + 1):
            rows.append({**scenario, "duels": tally.duels, "round": number, "count": int(left[number])})
    return _with_rate(pd.DataFrame(rows, columns=columns), "share", "count", "duels", confidence)


def medians(result: Result, confidence: float = 0.95, *, pooled: bool = False) -> pd.DataFrame:
    """Return the median of the rounds of each scenario with its interval (order statistics).

    Returns
    -------
    DataFrame
        ``matchup, a, b, variant, duels, rounds_median, rounds_median_low, rounds_median_high``; null where there are
        too few duels.
    """
    rows = []
    for scenario, tally in tallied(result, pooled):
        counts = tally.histogram("rounds").sum(axis=0)
        low, high = median_interval(counts, check_confidence(confidence))
        found = {"rounds_median": median(counts), "rounds_median_low": low, "rounds_median_high": high}
        rows.append(scenario | {"duels": tally.duels} | found)
    return pd.DataFrame(rows).astype({"rounds_median": float})


def last_shown_round(frame: pd.DataFrame) -> int:
    """Return the round by which 99 % of those that ended had ended, in every scenario of a frame of :func:`rounds`."""
    if frame.empty:
        return 1
    groups = frame.groupby(SCENARIO)["count"]
    late = groups.cumsum() >= SHOWN_SHARE * groups.transform("sum")
    return int(frame["rounds"].where(late).groupby([frame[name] for name in SCENARIO]).min().max())


def last_fought_round(result: Result, *, pooled: bool = False) -> int:
    """Return the round that no more than 1 % of the duels of any scenario outlast; unresolved ones go on to the end."""
    lengths = (tally.histogram("rounds").sum(axis=0) for _, tally in tallied(result, pooled))
    return max((int(np.searchsorted(np.cumsum(n), SHOWN_SHARE * n.sum())) for n in lengths if n.any()), default=1)


def losses(result: Result, confidence: float = 0.95, *, pooled: bool = False) -> pd.DataFrame:
    """Return what took the losers of decided duels out of the fight; in a draw nobody is left, and it has no loser.

    Returns
    -------
    DataFrame
        ``matchup, a, b, variant, loser, decided, cause, count, share, share_low, share_high``: for the losers a, b and
        ``either``, a row per cause; shares are of the duels that side lost, null where it lost none.
    """
    rows = []
    for scenario, tally in tallied(result, pooled):
        lost = {side: _lost(tally, "cause", side, len(CAUSES)) for side in SIDES}
        lost[EITHER] = np.sum(list(lost.values()), axis=0)
        for loser, counts in lost.items():
            for cause, count in zip(CAUSES[1:], counts[1:].tolist(), strict=True):
                found = {"loser": loser, "decided": int(counts.sum()), "cause": cause, "count": count}
                rows.append(scenario | found)
    return _with_rate(pd.DataFrame(rows), "share", "count", "decided", confidence)


def told_causes(frame: pd.DataFrame) -> tuple[str, ...]:
    """Return the causes to tell of a frame of :func:`losses`: the usual three, and what else felled anybody."""
    known = set(frame.loc[frame["count"] > 0, "cause"])
    return tuple(cause for cause in CAUSES[1:] if cause in known or cause in USUAL_CAUSES)


def deaths(result: Result, confidence: float = 0.95, *, pooled: bool = False) -> pd.DataFrame:
    """Return how often fighters fell and how often they died (R9.6); who is broken has not fallen (R9.2).

    Returns
    -------
    DataFrame
        ``matchup, a, b, variant, who, duels, falls, deaths``, and ``falls_rate, falls_rate_low, falls_rate_high``,
        likewise ``deaths_rate``: for the sides a and b of all duels, and for ``either``, the loser of the decided
        ones. Rates are shares of ``duels``, null where there are none.
    """
    rows = []
    for scenario, tally in tallied(result, pooled):
        for side in SIDES:
            fell = _fell(tally.histogram(f"cause_{side}").sum(axis=0))
            died = int(tally.histogram(f"deaths_{side}")[:, 1:].sum())
            rows.append(scenario | {"who": side, "duels": tally.duels, "falls": fell, "deaths": died})
        died, decided = _losers(tally)
        fell = sum(_fell(_lost(tally, "cause", side, len(CAUSES))) for side in SIDES)
        rows.append(scenario | {"who": EITHER, "duels": decided, "falls": fell, "deaths": died})
    frame = pd.DataFrame(rows)
    for name in ("falls", "deaths"):
        frame = _with_rate(frame, f"{name}_rate", name, "duels", confidence)
    return frame


def costs(
    result: Result, confidence: float = 0.95, *, time: TableTime | None = None, pooled: bool = False
) -> pd.DataFrame:
    """Return what a duel costs at the table: mean dice thrown, table look-ups and minutes, with intervals.

    Parameters
    ----------
    time : TableTime, optional
        Seconds that a group needs for each; the minutes are no better than that. Without it, the defaults.

    Returns
    -------
    DataFrame
        ``matchup, a, b, variant, duels``, and ``rolls_mean, rolls_mean_low, rolls_mean_high``, likewise
        ``lookups_mean`` and ``minutes_mean``. The ends of the minutes' interval are the sums of those of what they are
        made of, so that it holds however dice, look-ups and rounds go together; it knows the luck of the dice, not how
        far a group is from ``time``.
    """
    each = asdict(time or TableTime())
    seconds = {"rolls": each["roll"], "lookups": each["lookup"], "rounds": each["round"]}
    rows = []
    for scenario, tally in tallied(result, pooled):
        found = {name: np.array(_mean(tally, name, confidence)) for name in seconds}
        found["minutes"] = sum(found[name] * seconds[name] / 60 for name in seconds)
        row = scenario | {"duels": tally.duels}
        for name in (*COSTS, "minutes"):
            row |= zip(ends_of(f"{name}_mean"), found[name].tolist(), strict=True)
        rows.append(row)
    return pd.DataFrame(rows)


def points(result: Result, confidence: float = 0.95) -> pd.DataFrame:
    """Return the points of side a: 1 for a duel won, half of one for a draw or an unresolved one; 0.5 is even.

    Returns
    -------
    DataFrame
        ``matchup, a, b, variant, duels, points, points_low, points_high, verdict``: a share of all points with the
        interval and the verdict of :meth:`Result.balance`, which are corrected to hold for all rows together. The
        interval contains 0.5 where the verdict is ``even`` or ``unclear``.
    """
    frame = pd.DataFrame(balanced(result, confidence=confidence)[0])
    for end in ("", "_low", "_high"):
        frame[f"points{end}"] = (1 + frame[f"difference{end}"].astype(float)) / 2
    return frame[["matchup", "a", "b", "variant", "duels", "points", "points_low", "points_high", "verdict"]]


def measures(result: Result, confidence: float = 0.95) -> pd.DataFrame:
    """Return the figures variants are told by, one a row.

    Returns
    -------
    DataFrame
        ``matchup, a, b, variant, quantity, n, value, low, high`` for each name of ``MEASURES``: shares of wins and of
        losers that died (Wilson), mean rounds, deaths, dice and look-ups of a duel (Student's t). Matchup −1 is the
        plain mean over all matchups in which the figure exists (names of its sides are empty), its ``n`` the sum.
    """
    rows = []
    for scenario, tally in tallied(result):
        wins_a, wins_b = tally.winners[:2].tolist()
        shares = {"losers": _losers(tally), "wins_a": (wins_a, tally.duels), "wins_b": (wins_b, tally.duels)}
        for name in MEASURES:
            count, n = shares.get(name, (None, tally.duels))
            found = _mean(tally, name, confidence) if count is None else share(count, n, confidence)
            rows.append(scenario | {"quantity": name, "n": n} | dict(zip(_VALUE, found, strict=True)))
    single = pd.DataFrame(rows)
    return pd.concat([single, _over_matchups(single)], ignore_index=True)


def _losers(tally: Tally) -> tuple[int, int]:
    """Return how many losers of decided duels died, and how many there were."""
    died = sum(int(_lost(tally, "deaths", side, 2)[1]) for side in SIDES)
    return died, sum(int(_lost(tally, "cause", side, len(CAUSES)).sum()) for side in SIDES)


def _fell(counts: Counts) -> int:
    """Return how many fell, of those counted by cause."""
    return int(counts[1:_BROKEN].sum() + counts[_BROKEN + 1 :].sum())


def _moments(tally: Tally, name: str) -> Moments:
    return moments(tally.histogram(name).sum(axis=0))


def _mean(tally: Tally, name: str, confidence: float) -> Estimate:
    """Return the mean of a quantity that is never below 0."""
    found = _moments(tally, name)
    value, sd = mean_and_sd(found)
    # A made-up duel that differs by 1: that nobody died in so many duels makes no mean certain.
    low, high = mean_interval(value, np.hypot(sd, max(found.n, 1) ** -0.5), found.n, confidence)
    return value, float(np.maximum(low, 0)), float(high)


def _over_matchups(single: pd.DataFrame) -> pd.DataFrame:
    """Return every measure over all matchups in which it exists."""
    by = ["variant", "quantity"]
    sizes = single.dropna(subset=["value"]).groupby(by, sort=False)["n"].sum()
    means = mean_over_matchups(single, by, _VALUE)
    return means.assign(n=sizes).reset_index().assign(matchup=ALL_MATCHUPS, a="", b="")


def _ended(tally: Tally) -> Counts:
    """Return how many duels ended in each round, from 0 on."""
    return np.asarray(np.delete(tally.histogram("rounds"), _UNRESOLVED, axis=0).sum(axis=0))


def _lost(tally: Tally, name: str, side: str, size: int) -> Counts:
    """Return how often each value 0..size − 1 of a side's quantity occurred in the duels that side lost."""
    counts = tally.histogram(f"{name}_{side}")[WON_AGAINST[side]]
    return np.pad(counts, (0, size - len(counts)))


def _with_rate(frame: pd.DataFrame, name: str, successes: str, trials: str, confidence: float) -> pd.DataFrame:
    """Add a share of counts and its Wilson interval to the frame, null where there were no trials; return it."""
    low, high = wilson(frame[successes], frame[trials], check_confidence(confidence))
    frame[name] = frame[successes] / frame[trials].where(frame[trials] > 0)
    frame[f"{name}_low"], frame[f"{name}_high"] = low, high
    return frame
