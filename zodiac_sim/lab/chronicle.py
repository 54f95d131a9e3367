"""What happened inside the duels: the bleeding cascade, what criticals did, and how the lead went to and fro.

These figures come from duels that were followed round by round: the first of each scenario of a result, see
:func:`zodiac_sim.lab.following.followed`. Every frame begins with ``matchup, a, b, variant, duels``; ``duels`` is how
many were followed. With ``pooled`` there are rows for each variant over all matchups; the number of those is −1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from zodiac_sim.engine.course import BOTH, BY_ROUND, Course
from zodiac_sim.engine.outcome import SIDES, WINNERS
from zodiac_sim.engine.tally import Counts, added
from zodiac_sim.lab.critical_counts import counted_at, first_at, locations, rows_at
from zodiac_sim.lab.estimates import Estimate, ends_of, mean, mean_over_matchups, named, share
from zodiac_sim.lab.pooled import all_matchups, courses
from zodiac_sim.lab.summary import Moments, Row, moments
from zodiac_sim.rules.words import effect_text

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

COMEBACK = 25  # points of maximum HP that the later winner once lay behind
NO_LEVEL = "none"

_WON_BY = {side: WINNERS.index(side) for side in SIDES}


def cascade(result: Result, *, pooled: bool = False) -> pd.DataFrame:
    """Return the HP that each side lost in each round to attacks, to bleeding and otherwise (R4.6, R6.5, R9.4, R9.5).

    Returns
    -------
    DataFrame
        ``…, side, round, fighting, attack_damage, bleeding_damage, other_damage (poison, and healing that harms
        Zombies), binds, lost_turns (to stun), bleeding``: ``fighting`` duels
        played the round, and in a share of them, ``bleeding``, the side's fighter bled at its end; the others are means
        over all ``duels``, HP or times, so that their sums over rounds are those of a duel.
    """
    rows = []
    for columns, _, course in courses(result, pooled):
        for seat, side in enumerate(SIDES):
            for number, fighting in enumerate(course.fighting.tolist()):
                found = {name: int(course.rounds[name][seat, number]) / course.duels for name in BY_ROUND}
                found["lost_turns"] = found.pop("stunned_turns")
                found["bleeding"] = int(course.levels[seat, number, 1:].sum()) / fighting
                rows.append(columns | {"side": side, "round": number + 1, "fighting": fighting} | found)
    amounts = ("attack_damage", "bleeding_damage", "other_damage", "binds", "lost_turns", "bleeding")
    return _frame(rows, "side", "round", "fighting", *amounts)


def bleeding_levels(result: Result, *, pooled: bool = False) -> pd.DataFrame:
    """Return how badly fighters bled at the end of each round: the worst level of their body (R6.2, R6.3).

    Returns
    -------
    DataFrame
        ``…, side, round, level, count, share``: levels from ``none`` to the worst; shares of the duels that played the
        round.
    """
    rows = []
    for columns, rules, course in courses(result, pooled):
        for seat, side in enumerate(SIDES):
            for number, counts in enumerate(course.levels[seat].tolist()):
                for level, count in zip((NO_LEVEL, *rules.levels), counts, strict=True):
                    place = {"side": side, "round": number + 1, "level": level}
                    rows.append(columns | place | {"count": count, "share": count / int(course.fighting[number])})
    return _frame(rows, "side", "round", "level", "count", "share")


def worst_levels(result: Result, confidence: float = 0.95, *, pooled: bool = False) -> pd.DataFrame:
    """Return the worst level at which fighters bled at any moment of their duel (R6.2, R6.3).

    Returns
    -------
    DataFrame
        ``…, side, level, count, share, share_low, share_high`` (Wilson): shares of all ``duels``.
    """
    rows = []
    for columns, rules, course in courses(result, pooled):
        for side in SIDES:
            counts = course.histories[f"worst_level_{side}"].sum(axis=0)
            counts = np.pad(counts, (0, len(rules.levels) + 1 - len(counts)))
            for level, count in zip((NO_LEVEL, *rules.levels), counts.tolist(), strict=True):
                found = named("share", share(count, course.duels, confidence))
                rows.append(columns | {"side": side, "level": level, "count": count} | found)
    return _frame(rows, "side", "level", "count", *ends_of("share"))


def critical_rows(result: Result, confidence: float = 0.95, *, pooled: bool = False) -> pd.DataFrame:
    """Return how often criticals of both sides came to each row of the tables, and what they took (R5.2, R5.3).

    Returns
    -------
    DataFrame
        ``…, location, rolls, effect, count, share, per_100, hp_lost, hp_lost_low, hp_lost_high``: the rolls of a row
        (empty where no die is thrown), what it does, how many criticals there were, their share of all, how many came
        on 100 duels, and the HP a blow took (mean, Student's t). Scenarios that double damage have no rows.
    """
    rows = []
    for columns, rules, course in courses(result, pooled):
        by_location = {name: counted_at(rules, course, name) for name in locations(rules)}
        total = sum(int(found["count"].sum()) for found in by_location.values())
        for location, found in by_location.items():
            for number, (rolls, effect) in enumerate(rows_at(rules, location)):
                count = int(found["count"][number])
                row = {"location": location, "rolls": rolls, "effect": effect_text(effect), "count": count}
                row |= {"share": count / total if total else np.nan, "per_100": 100 * count / course.duels}
                lost = _hp_lost({name: each[number] for name, each in found.items()}, confidence)
                rows.append(columns | row | named("hp_lost", lost))
    return _frame(rows, "location", "rolls", "effect", "count", "share", "per_100", *ends_of("hp_lost"))


def critical_locations(result: Result, confidence: float = 0.95, *, pooled: bool = False) -> pd.DataFrame:
    """Return where criticals of both sides landed, and what came of it (R5.1).

    Returns
    -------
    DataFrame
        ``…, location, count, per_100, hp_lost, hp_lost_low, hp_lost_high, felled, felled_low, felled_high, first, lost,
        lost_low, lost_high``: criticals there, how many on 100 duels, HP taken by the blow (mean, Student's t), share
        that felled at once (Wilson); ``first`` counts fighters whose first critical suffered was there, ``lost`` is the
        share of them that were beaten.
    """
    rows = []
    for columns, rules, course in courses(result, pooled):
        for location in locations(rules):
            found = {name: int(counts.sum()) for name, counts in counted_at(rules, course, location).items()}
            row = {"location": location, "count": found["count"], "per_100": 100 * found["count"] / course.duels}
            row |= named("hp_lost", _hp_lost(found, confidence))
            row |= named("felled", share(found["felled"], found["count"], confidence))
            first, lost = first_at(rules, course, location)
            rows.append(columns | row | {"first": first} | named("lost", share(lost, first, confidence)))
    ends = (*ends_of("hp_lost"), *ends_of("felled"), "first", *ends_of("lost"))
    return _frame(rows, "location", "count", "per_100", *ends)


def first_hits(result: Result, confidence: float = 0.95, *, pooled: bool = False) -> pd.DataFrame:
    """Return what the first hit of a duel is worth: how much more often a side wins that lands it.

    Returns
    -------
    DataFrame
        ``…, a_first, a_rate, a_rate_low, a_rate_high, b_first, b_rate, b_rate_low, b_rate_high, worth, worth_low,
        worth_high``: duels in which a landed the first hit and b none at the same moment, and the share of them that a
        won (Wilson); the same share where b landed it; and the difference of both (Newcombe 1998, method 10). Pooled,
        shares and differences are plain means over matchups, for a better fighter both hits first and wins.
    """
    rows = []
    for columns, _, course in courses(result):
        counts = course.histories["first_hit"]
        counts = np.pad(counts, ((0, 0), (0, BOTH + 1 - counts.shape[1])))
        row: Row = {}
        for number, side in enumerate(SIDES, start=1):
            first, won = int(counts[:, number].sum()), int(counts[_WON_BY["a"], number])
            row |= {f"{side}_first": first} | named(f"{side}_rate", share(won, first, confidence))
        rows.append(columns | row | named("worth", _worth(row)))
    sides = [name for side in SIDES for name in (f"{side}_first", *ends_of(f"{side}_rate"))]
    frame = _frame(rows, *sides, *ends_of("worth"))
    return _over_matchups(result, frame) if pooled and rows else frame


def swings(result: Result, confidence: float = 0.95, *, pooled: bool = False) -> pd.DataFrame:
    """Return how swingy duels are.

    Returns
    -------
    DataFrame
        ``…, lead_changes_mean, decided, comebacks, comebacks_rate, lost_run_mean``, the means and the rate also with
        ``_low`` and ``_high`` behind their names. The lead is the larger share of maximum HP at the end of a round. A
        comeback is a win, of the ``decided`` duels, by one who once lay ``COMEBACK`` points of maximum HP or more
        behind (Wilson). The lost run is the most turns in a row that either fighter of a duel lost to stun (R5.7).
    """
    rows = []
    for columns, _, course in courses(result, pooled):
        lags = _lags_of_winners(course)
        decided, back = int(lags.sum()), int(lags[COMEBACK:].sum())
        row = {"decided": decided, "comebacks": back} | named("comebacks_rate", share(back, decided, confidence))
        for name in ("lead_changes", "lost_run"):
            row |= named(f"{name}_mean", mean(moments(course.histories[name].sum(axis=0)), confidence))
        rows.append(columns | row)
    rate = ("decided", "comebacks", *ends_of("comebacks_rate"))
    return _frame(rows, *ends_of("lead_changes_mean"), *rate, *ends_of("lost_run_mean"))


def swing_values(result: Result, *, pooled: bool = False) -> pd.DataFrame:
    """Return how the figures of :func:`swings` are distributed.

    Returns
    -------
    DataFrame
        ``…, quantity, value, count, share``: ``lead_changes`` and ``lost_run`` (of all duels), ``deficit`` (of decided
        duels: the largest lag of the winner, points of maximum HP), each value up to the largest.
    """
    rows = []
    for columns, _, course in courses(result, pooled):
        histograms = {name: course.histories[name].sum(axis=0) for name in ("lead_changes", "lost_run")}
        histograms["deficit"] = _lags_of_winners(course)
        for quantity, counts in histograms.items():
            total = int(counts.sum())
            for value, count in enumerate(counts.tolist()):
                found = {"quantity": quantity, "value": value, "count": count}
                rows.append(columns | found | {"share": count / total if total else np.nan})
    return _frame(rows, "quantity", "value", "count", "share")


def _frame(rows: list[Row], *columns: str) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["matchup", "a", "b", "variant", "duels", *columns])


def _lags_of_winners(course: Course) -> Counts:
    """Return the decided duels by the largest lag of their winner, in points of maximum HP."""
    return added(*(course.histories[f"deficit_{side}"][_WON_BY[side]] for side in SIDES))


def _hp_lost(found: Mapping[str, Any], confidence: float) -> Estimate:
    return mean(Moments(*(int(found[name]) for name in ("count", "hp_lost", "hp_squared"))), confidence)


def _worth(row: Row) -> Estimate:
    worth = row["a_rate"] - row["b_rate"]
    below = np.hypot(row["a_rate"] - row["a_rate_low"], row["b_rate_high"] - row["b_rate"])
    above = np.hypot(row["a_rate_high"] - row["a_rate"], row["b_rate"] - row["b_rate_low"])
    return worth, float(worth - below), float(worth + above)


def _over_matchups(result: Result, frame: pd.DataFrame) -> pd.DataFrame:
    """Return first hits of each variant over all matchups: sums of duels, means of shares and of differences."""
    groups = frame.groupby("variant", sort=False)
    rows = [all_matchups(result, str(variant)) for variant in groups.groups]
    whole = pd.DataFrame(rows).join(groups[["duels", "a_first", "b_first"]].sum(), on="variant")
    for name in ("a_rate", "b_rate", "worth"):
        whole = whole.join(mean_over_matchups(frame, ["variant"], ends_of(name)), on="variant")
    return whole[frame.columns]
