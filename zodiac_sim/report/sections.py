"""The sections about what changes, how duels ended, and what they cost to play."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from matplotlib.axes import Axes

from zodiac_sim import plots
from zodiac_sim.lab.compare import framed
from zodiac_sim.lab.summary import Row
from zodiac_sim.report import outcome_tables, words
from zodiac_sim.report.compared import differences
from zodiac_sim.report.pictures import picture
from zodiac_sim.report.section import Section, Subject
from zodiac_sim.report.tables import Table
from zodiac_sim.report.words import interval_name


def changes(subject: Subject) -> tuple[Section, ...]:
    """Return the section of paired differences from the baseline; none where there is nothing to compare."""
    short = subject.result.study.variant_names
    if len(short) == 1:
        return ()
    rows, family = differences(subject.result, subject.baseline, subject.confidence)
    text = (
        f"Each variant minus {words.quoted(subject.baseline)}, duel by duel on the same dice, and the "
        f"{interval_name(family.confidence)} of the mean difference. The intervals are wide enough for all "
        f"{words.whole(family.comparisons)} differences together (Šidák’s correction). {_saved(rows)}"
    )
    whole = dict(zip(short, subject.whole.study.variant_names, strict=True))
    data = framed([row | {name: whole[row[name]] for name in ("baseline", "variant")} for row in rows], family)
    caption = "Differences, those of wins in percentage points; and how many duels have another winner on the same dice"
    lines = outcome_tables.difference_rows(rows)
    table = Table(caption, "differences.csv", outcome_tables.DIFFERENCE_COLUMNS, lines, data=data)
    heading = f"What changes from {words.quoted(subject.baseline)}"
    return (Section("differences", heading, text.strip(), tables=(table,), verdicts=True),)


def _saved(rows: list[Row]) -> str:
    """Say how much the same dice are worth, for the wins of the first side: nothing where no duel tells."""
    saved = [row["variance_saved"] for row in rows if row["quantity"] == "wins_a" and row["variance_saved"] is not None]
    if not saved:
        return ""
    low, high = (words.fixed(end(saved), 1) for end in (min, max))
    times = low if low == high else f"{low} to {high}"
    return f"With dice of their own, variants would need {times} times as many duels to tell wins apart as well."


def outcomes(subject: Subject) -> tuple[Section, ...]:
    """Return the sections about who wins, how long it takes, what felled the loser, and who died."""
    result, confidence, name = subject.result, subject.confidence, interval_name(subject.confidence)
    return (
        _drawn(
            "win-rates", "Who wins", partial(plots.win_rates, result, confidence=confidence),
            outcome_tables.win_table(subject),
            f"Shares of duels, each with its {name} (Wilson). The dashed line is an even fight.",
            "Bars of the shares of duels won by either side, drawn and unresolved, for every matchup and variant.",
        ),
        _drawn(
            "rounds", "How long fights last", partial(plots.rounds, result, baseline=subject.baseline),
            outcome_tables.rounds_table(subject),
            "The round in which duels ended; mean and median count an unresolved one in full. "
            f"{name} (mean: Student’s t, median: order statistics).",
            "Distribution of the rounds after which duels ended, with its mean, for every matchup and variant.",
        ),
        _drawn(
            "falls", "What felled the loser", partial(plots.falls, result),
            outcome_tables.falls_table(subject),
            f"What took the last HP of the loser; a draw fells both and has no loser. {name} (Wilson).",
            "Bars of the shares of losers felled by attacks, knocked unconscious or bled out.",
        ),
        _drawn(
            "deaths", "Deaths, apart from defeats", partial(plots.deaths, result, confidence=confidence),
            outcome_tables.deaths_table(subject),
            "Who falls is beaten; he dies if he still loses HP, or still bleeds when the fight ends (R9.6). Shares of "
            f"all duels, draws included; for the loser, of the decided ones. {name} (Wilson).",
            "Bars of the shares of duels in which each side fell and in which it died.",
        ),
    )  # fmt: skip


def costs(subject: Subject) -> tuple[Section, ...]:
    """Return the section about dice and look-ups."""
    name = interval_name(subject.confidence)
    return (
        _drawn(
            "cost", "What it costs at the table", partial(plots.table_cost, subject.result),
            outcome_tables.cost_table(subject),
            f"Dice thrown and tables consulted in one duel by both sides together, mean with {name} (Student’s t).",
            "Bars of the mean number of dice thrown and of table look-ups per duel.",
        ),
    )  # fmt: skip


def _drawn(anchor: str, heading: str, draw: Callable[..., Axes], table: Table, text: str, alt: str) -> Section:
    return Section(anchor, heading, text, (picture(anchor, draw, alt=alt),), (table,))
