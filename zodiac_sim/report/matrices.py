"""The section with heat maps: everything that a study varies against everything else that it varies."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from zodiac_sim import plots
from zodiac_sim.lab import figures
from zodiac_sim.lab.balance import favours
from zodiac_sim.lab.digits import in_percent
from zodiac_sim.report import tables, words
from zodiac_sim.report.answer import changes_fighters_only
from zodiac_sim.report.pictures import picture
from zodiac_sim.report.section import Section, Subject
from zodiac_sim.report.tables import Cell, Table, by_scenario


def matrices(subject: Subject) -> tuple[Section, ...]:
    """Return the section about who does well against whom; none where a study is no table of choices."""
    study = subject.result.study
    if not _is_table(subject):
        return ()
    text = (
        "Points of the left side in percent: wins, and half of the draws and the unresolved. Colours are the same in "
        "every report: white is even, the deeper the blue the more of the points the left side takes, the deeper the "
        "orange the fewer. ≈ marks cells in which the difference from even is inside the error, at "
        f"{in_percent(subject.confidence)}{words.SPACE}% for all {words.whole(len(study.scenarios))} cells together."
    )
    alt = "Heat map of the points of the left side, from 0 to 100 percent, white at 50, one cell for each combination."
    draw = partial(plots.matrix, subject.result, confidence=subject.confidence)
    shown = (picture("matrix", draw, alt=alt),)
    return (Section("matrix", "Who does well against whom", text, shown, (_points_table(subject),)),)


def _is_table(subject: Subject) -> bool:
    """Whether a study varies two things that a reader wants to see crossed, or so much that he needs an overview."""
    study = subject.result.study
    if study.grid:
        return sum(len(values) > 1 for values in study.grid.values()) + (len(study.matchups) > 1) > 1
    crossed = len(study.variant_names) > 1 and len(study.matchups) > 1
    return crossed and (subject.pooled or changes_fighters_only(study))


def _points_table(subject: Subject) -> Table:
    rows = [
        [*tables.scenario(row), tables.count(row["duels"]), tables.rate(row, "points"), Cell(favours(row))]
        for row in words.rows(figures.points(subject.result, subject.confidence))
    ]
    data = figures.points(subject.whole, subject.confidence)
    table = by_scenario("Points of the first side", "points.csv", ("duels", "points", "verdict"), rows, data)
    return replace(table, folded=True)
