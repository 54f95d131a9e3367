"""The sections about the course of duels: the bleeding cascade, what criticals did, and how the lead changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pandas as pd
from matplotlib.axes import Axes

from zodiac_sim import plots
from zodiac_sim.lab import chronicle, figures
from zodiac_sim.lab.chronicle import COMEBACK
from zodiac_sim.plots.rows import ALL
from zodiac_sim.report import tables, words
from zodiac_sim.report.pictures import Picture, picture
from zodiac_sim.report.section import Section, Subject
from zodiac_sim.report.sections import scenarios_picture
from zodiac_sim.report.tables import Cell, Table
from zodiac_sim.report.words import Figures, interval_name

_AMOUNTS = {
    "attack_damage": "HP to attacks",
    "bleeding_damage": "HP to bleeding",
    "other_damage": "HP to poison and other",
    "binds": "binds",
    "lost_turns": "turns lost to stun",
}
_FEW = 8  # variants whose rounds and rows are told; of more, only those of one
_ROUNDS = 200  # of a duel that the table of the cascade tells at most


def cascade(subject: Subject) -> tuple[Section, ...]:
    """Return the section about HP lost to attacks and to bleeding; none where no rule lets anybody bleed."""
    if all(scenario.rules.bleeding == "none" for scenario in subject.result.study.scenarios):
        return ()
    text = (
        f"HP lost to attacks and HP lost to bleeding{_others(subject)}, round by round: means of a duel, both sides "
        "together, over all matchups. A round that many duels no longer reach takes little. Fighters who bleed by "
        f"round are those who do at its end; the worst level is that of any moment. {_followed(subject)}"
    )
    shown = (
        _over_matchups(
            subject,
            "cascade",
            plots.cascade,
            "Areas of the HP that fighters lose to attacks and to bleeding in each round.",
        ),
        _over_matchups(
            subject,
            "bleeding-levels",
            partial(plots.bleeding_levels, confidence=subject.confidence),
            "Areas of the share of fighters who bleed at each level at the end of each round.",
        ),
    )
    given = _rounds_table(subject), _levels_table(subject)
    return (Section("cascade", "The bleeding cascade", text, shown, given),)


def _others(subject: Subject) -> str:
    """Name what else takes HP, where it does: poison (R9.4), and healing that harms Zombies (R9.5)."""
    lost = any(course.rounds["other_damage"].any() for course in subject.result.courses)
    return ", and to poison and to healing that harms Zombies" if lost else ""


def criticals(subject: Subject) -> tuple[Section, ...]:
    """Return the section about where criticals landed and what they did; none where no table is looked up."""
    if all(scenario.rules.criticals == "double" for scenario in subject.result.study.scenarios):
        return ()
    text = (
        "Where criticals landed and what came of it, over all matchups and both sides. A critical that felled took the "
        "last HP at once; how often fighters lost is told by where the first critical hit them, for chance alone "
        f"chooses the place (R5.1). {interval_name(subject.confidence)} (shares: Wilson, HP: Student’s t). "
        f"{_followed(subject)}"
    )
    alt = "Bars of how many criticals land on each location, what they take, and how often they decide a duel."
    draw = partial(plots.critical_locations, confidence=subject.confidence)
    shown = [_over_matchups(subject, "critical-locations", draw, alt)]
    told = _told(subject, chronicle.critical_rows(subject.result, pooled=True))["variant"].unique()
    if len(told):
        variant = str(told[0]) if len(told) == 1 else None
        draw = partial(plots.critical_rows, variant=variant, confidence=subject.confidence)
        alt = "Bars of how many criticals in 100 duels come to each row of the tables."
        shown.append(picture("critical-rows", partial(draw, subject.result, matchup=ALL), alt=alt))
    given = _places_table(subject), _rows_table(subject)
    return (Section("criticals", "What the criticals did", text, tuple(shown), given),)


def swings(subject: Subject) -> tuple[Section, ...]:
    """Return the section about how swingy fights are."""
    text = (
        "The first hit is worth the points by which a side wins more often when it lands the first hit than when the "
        "other does. The lead is the larger share of maximum HP at the end of a round; a comeback is a win by one who "
        f"once lay {COMEBACK} points of maximum HP or more behind. Turns are lost to stun (R5.7). "
        f"{interval_name(subject.confidence)}"
        f"{'; over all matchups, what the first hit is worth is the mean of them' if subject.pooled else ''}. "
        f"{_followed(subject)}"
    )
    shown = (
        scenarios_picture(
            subject,
            "first-hit",
            partial(plots.first_hit, confidence=subject.confidence),
            "Marks of how often the left side wins if it lands the first hit, and if the other side does.",
        ),
        scenarios_picture(
            subject,
            "swings",
            partial(plots.swings, confidence=subject.confidence),
            "Bars of lead changes, of comebacks, and of the most turns lost in a row.",
        ),
    )
    return (Section("swings", "How swingy fights are", text, shown, (_swings_table(subject),)),)


def _over_matchups(subject: Subject, name: str, draw: Callable[..., Axes], alt: str) -> Picture:
    """Return a picture of the variants, all matchups together."""
    return picture(name, partial(draw, subject.drawn, matchup=ALL), alt=alt)


def _followed(subject: Subject) -> str:
    duels = subject.result.courses[0].duels if subject.result.courses else 0
    each = "All duels" if duels == subject.result.duels else f"The first {words.whole(duels)} duels of each scenario"
    return f"{each} were followed round by round for this."


def _data(subject: Subject, figure: Callable[..., pd.DataFrame], **given: float) -> pd.DataFrame:
    """Return figures of single scenarios and those over all matchups as one frame, as files have them."""
    frame = figure(subject.whole, **given)
    if frame["matchup"].nunique() <= 1:
        return frame
    return pd.concat([frame, figure(subject.whole, **given, pooled=True)], ignore_index=True)


def _told(subject: Subject, frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the variants that are told one by one; of many the baseline, or the first that has any."""
    if len(subject.result.study.variant_names) <= _FEW or frame.empty:
        return frame
    own = frame[frame["variant"] == subject.baseline]
    return frame[frame["variant"] == frame["variant"].iloc[0]] if own.empty else own


def _bleeding(subject: Subject, frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the variants in which anybody can bleed."""
    scenarios = subject.result.study.scenarios
    return frame[frame["variant"].isin({each.variant for each in scenarios if each.rules.bleeding != "none"})]


def _rounds_table(subject: Subject) -> Table:
    """Return the cascade round by round, as long as more than a few duels go on."""
    frame = _told(subject, _bleeding(subject, chronicle.cascade(subject.result, pooled=True)))
    frame = frame[frame["fighting"] >= (1 - figures.SHOWN_SHARE) * frame["duels"]]
    step = -(-int(frame["round"].to_numpy().max(initial=1)) // _ROUNDS)
    frame = frame[(frame["round"] - 1) % step == 0]
    amounts = {name: head for name, head in _AMOUNTS.items() if name != "other_damage" or frame[name].any()}
    groups = frame.groupby(["variant", "round", "duels", "fighting"], sort=False)
    both = groups.agg(dict.fromkeys(amounts, "sum") | {"bleeding": "mean"}).reset_index()
    rows = []
    for row in words.rows(both):
        shares = [
            Cell(words.percent(share), value=share) for share in (row["fighting"] / row["duels"], row["bleeding"])
        ]
        names = Cell(row["variant"]), Cell(str(row["round"]), value=row["round"])
        rows.append((*names, *shares, *(tables.number(row[name], 2) for name in amounts)))
    columns = ("variant", "round", "duels that reach it", "fighters who bleed", *amounts.values())
    caption = "Round by round" if step == 1 else f"One round of every {step}"
    data = _data(subject, chronicle.cascade)
    return Table(
        f"{caption}, both sides together", "cascade.csv", columns, tuple(rows), names=2, data=data, folded=True
    )


def _levels_table(subject: Subject) -> Table:
    """Return the worst level that fighters came to bleed at, and how much they lost by it."""
    confidence = subject.confidence
    frame = _bleeding(subject, chronicle.worst_levels(subject.result, confidence, pooled=True))
    levels = list(dict.fromkeys(frame["level"]))
    rows = []
    for (variant, side), own in frame.groupby(["variant", "side"], sort=False):
        found = {row["level"]: row for row in words.rows(own)}
        shares = [tables.rate(found[level], "share") if level in found else Cell(words.NOTHING) for level in levels]
        rows.append((Cell(str(variant)), Cell(f"side {side}"), tables.count(own["duels"].iloc[0]), *shares))
    columns = ("variant", "fighters of", "duels", *(f"worst: {level}" for level in levels))
    data = _data(subject, chronicle.worst_levels, confidence=confidence)
    return Table(
        "The worst level of bleeding in a duel", "bleeding-levels.csv", columns, tuple(rows), names=2, data=data
    )


def _places_table(subject: Subject) -> Table:
    confidence = subject.confidence
    rows = [
        (
            Cell(row["variant"]),
            Cell(row["location"]),
            tables.count(row["count"]),
            tables.number(row["per_100"], 1),
            tables.mean(row, "hp_lost"),
            tables.rate(row, "felled"),
            tables.count(row["first"]),
            tables.rate(row, "lost"),
        )
        for row in words.rows(chronicle.critical_locations(subject.result, confidence, pooled=True))
    ]
    columns = (
        "variant",
        "location",
        "criticals",
        "in 100 duels",
        "HP taken",
        "felled at once",
        "first there",
        "of them lost",
    )
    data = _data(subject, chronicle.critical_locations, confidence=confidence)
    return Table("Criticals by location", "critical-locations.csv", columns, tuple(rows), names=2, data=data)


def _rows_table(subject: Subject) -> Table:
    confidence = subject.confidence
    frame = _told(subject, chronicle.critical_rows(subject.result, confidence, pooled=True))
    rows = [
        (
            *map(Cell, (row["variant"], row["location"], row["rolls"] or words.NOTHING, row["effect"])),
            tables.count(row["count"]),
            Cell(words.percent(row["share"]), value=row["share"]),
            tables.number(row["per_100"], 1),
            tables.mean(row, "hp_lost"),
        )
        for row in words.rows(frame)
    ]
    columns = ("variant", "location", "roll", "effect", "criticals", "of all", "in 100 duels", "HP taken")
    data = _data(subject, chronicle.critical_rows, confidence=confidence)
    caption = "Criticals by row of the tables"
    return Table(caption, "critical-rows.csv", columns, tuple(rows), names=4, data=data, folded=True)


def _swings_table(subject: Subject) -> Table:
    confidence = subject.confidence
    pooled = subject.pooled
    hits = words.rows(chronicle.first_hits(subject.result, confidence, pooled=pooled))
    found = words.rows(chronicle.swings(subject.result, confidence, pooled=pooled))
    rows = []
    for hit, row in zip(hits, found, strict=True):
        swung = (
            tables.mean(row, "lead_changes_mean"),
            tables.rate(row, "comebacks_rate"),
            tables.mean(row, "lost_run_mean"),
        )
        rows.append([*tables.scenario(row), tables.count(row["duels"]), _worth(hit), *swung])
    columns = ("duels", "first hit, points", "lead changes", "comebacks", "most turns lost in a row")
    first, lead = (_data(subject, each, confidence=confidence) for each in (chronicle.first_hits, chronicle.swings))
    data = first.merge(lead, on=["matchup", "a", "b", "variant", "duels"])
    return tables.by_scenario("Per duel", "swings.csv", columns, rows, data)


def _worth(row: Figures) -> Cell:
    """Return a cell with what the first hit is worth, in points."""
    points = {f"difference{end}": row[f"worth{end}"] for end in ("", "_low", "_high")}
    return Cell(*words.split(words.change(points, scale=100)), value=row["worth"])
