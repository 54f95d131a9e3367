"""The sections about what changes, how duels ended, and what they cost to play."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from matplotlib.axes import Axes

from zodiac_sim import plots
from zodiac_sim.lab import figures
from zodiac_sim.lab.compare import framed
from zodiac_sim.lab.digits import in_full
from zodiac_sim.lab.summary import Row
from zodiac_sim.plots.rows import ALL, Which
from zodiac_sim.report import outcome_tables, words
from zodiac_sim.report.compared import differences
from zodiac_sim.report.pictures import Picture, picture
from zodiac_sim.report.section import Section, Subject
from zodiac_sim.report.tables import Table
from zodiac_sim.report.words import interval_name
from zodiac_sim.report.worth import tells_all_changes


def changes(subject: Subject) -> tuple[Section, ...]:
    """Return the section of paired differences from the baseline; none where there is nothing left to compare."""
    short = subject.result.study.variant_names
    if len(short) == 1 or tells_all_changes(subject):
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
    draw = partial(
        plots.gains,
        subject.result,
        baseline=subject.baseline,
        differences=framed(rows, family),
        matchup=_drawn(subject),
    )
    alt = "Marks of how many percentage points of duels more or fewer each side wins than under the baseline."
    heading = f"What changes from {words.quoted(subject.baseline)}"
    shown = (picture("differences", draw, alt=_over(subject, alt)),)
    return (Section("differences", heading, text.strip(), shown, (table,), verdicts=True),)


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
    name = interval_name(subject.confidence)
    return (
        Section(
            "win-rates", "Who wins",
            f"Shares of duels, each with its {name} (Wilson). The dashed line is an even fight.",
            (scenarios_picture(
                subject, "win-rates", partial(plots.win_rates, confidence=subject.confidence),
                "Bars of the shares of duels won by either side, drawn and unresolved.",
            ),),
            (outcome_tables.win_table(subject),),
        ),
        _length(subject),
        Section(
            "falls", "What felled the loser",
            "What took the last HP of the loser; a draw fells both and has no loser. "
            f"{_magical(subject)}{name} (Wilson).",
            (scenarios_picture(
                subject, "falls", plots.falls, "Bars of the shares of losers by what took them out of the fight.",
            ),),
            (outcome_tables.falls_table(subject),),
        ),
        Section(
            "deaths", "Deaths, apart from defeats",
            "Who falls is beaten; he dies if he still loses HP, or still bleeds when the fight ends (R9.6). Shares of "
            f"all duels, draws included; for the loser, of the decided ones. {name} (Wilson).",
            (scenarios_picture(
                subject, "deaths", partial(plots.deaths, confidence=subject.confidence),
                "Bars of the shares of duels in which each side fell and in which it died.",
            ),),
            (outcome_tables.deaths_table(subject),),
        ),
    )  # fmt: skip


_CAUSES = {
    "poison": "Poison takes HP at ends of turn (R9.4).",
    "recovery": "Recovery is healing that harms a Zombie (R9.5).",
    "break": "Who is broken is out of the fight with HP left (R9.2).",
}


def _magical(subject: Subject) -> str:
    """Explain the causes that only magic brings, where anybody fell by them."""
    told = figures.told_causes(figures.losses(subject.result, subject.confidence))
    return "".join(f"{words_} " for cause, words_ in _CAUSES.items() if cause in told)


def _length(subject: Subject) -> Section:
    text = (
        "The round in which duels ended, and the share that was still undecided after each; mean and median count "
        f"an unresolved one in full. {interval_name(subject.confidence)} (mean: Student’s t, median: order statistics, "
        "shares: Wilson)."
    )
    ended = "Distribution of the rounds after which duels ended, with its mean."
    left = "Curves of the share of duels that were still undecided after each round."
    shown = (
        scenarios_picture(subject, "rounds", partial(plots.rounds, baseline=subject.baseline), ended),
        scenarios_picture(subject, "undecided", partial(plots.undecided, baseline=subject.baseline), left),
    )
    given = (outcome_tables.rounds_table(subject), outcome_tables.undecided_table(subject))
    return Section("rounds", "How long fights last", text, shown, given)


def costs(subject: Subject) -> tuple[Section, ...]:
    """Return the section about dice, look-ups and the minutes they take."""
    time = subject.time
    text = (
        "Dice thrown and tables consulted in one duel by both sides together, mean with "
        f"{interval_name(subject.confidence)} (Student’s t). The minutes are an estimate: {in_full(time.roll)} seconds "
        f"for a die, {in_full(time.lookup)} for a look-up, {in_full(time.round)} for all else in a round."
    )
    alt = "Bars of the mean number of dice thrown and of table look-ups per duel, with the minutes they take."
    shown = (scenarios_picture(subject, "cost", partial(plots.table_cost, time=time), alt),)
    return (Section("cost", "What it costs at the table", text, shown, (outcome_tables.cost_table(subject),)),)


def scenarios_picture(subject: Subject, name: str, draw: Callable[..., Axes], alt: str) -> Picture:
    """Return a picture of all scenarios, or of all matchups together where they are too many."""
    return picture(name, partial(draw, subject.drawn, matchup=_drawn(subject)), alt=_over(subject, alt))


def _drawn(subject: Subject) -> Which:
    return ALL if subject.pooled else None


def _over(subject: Subject, alt: str) -> str:
    rows = "variant, all matchups together" if subject.pooled else "matchup and variant"
    return f"{alt[:-1]}, for {'every' if subject.drawn is subject.result else 'some'} {rows}."
