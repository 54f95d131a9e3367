"""What a report says, section by section; HTML and Markdown are written from the same content."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from matplotlib.axes import Axes

from zodiac_sim import plots
from zodiac_sim.lab.compare import framed
from zodiac_sim.lab.differences import Family
from zodiac_sim.lab.summary import Row
from zodiac_sim.report import tables, words
from zodiac_sim.report.answer import make_answer, title_of
from zodiac_sim.report.compared import differences
from zodiac_sim.report.pictures import Picture, picture
from zodiac_sim.report.rules_text import Departure, departures
from zodiac_sim.report.tables import Table
from zodiac_sim.report.words import Answer, interval_name

if TYPE_CHECKING:
    import pandas as pd

    from zodiac_sim.lab.result import Result


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, how to read what stands below it, a picture and a table."""

    anchor: str
    heading: str
    text: str
    table: Table
    picture: Picture | None = None
    alt: str = ""
    verdicts: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """Everything a report says, and the frames of its CSV files by name."""

    title: str
    question: str
    answer: Answer
    warnings: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    departures: list[Departure]
    command: str
    study: str
    frames: dict[str, pd.DataFrame]

    @property
    def fence(self) -> str:
        """A fence for code in Markdown, longer than any run of backticks in the study."""
        longest = max((len(run) for run in re.findall(r"`+", self.study)), default=0)
        return "`" * max(3, longest + 1)


def make_page(result: Result, baseline: str, confidence: float) -> Page:
    """Return what a report of a result says, with its pictures drawn."""
    frames = tables.frames(result, confidence)
    told = result.readable()
    short = dict(zip(result.study.variant_names, told.study.variant_names, strict=True))
    base = short.get(baseline, baseline)
    sections = _sections(told, base, confidence)
    if len(short) > 1:
        rows, family = differences(told, base, confidence)
        whole = {name: variant for variant, name in short.items()}
        names = ("baseline", "variant")
        frames["differences.csv"] = framed([row | {name: whole[row[name]] for name in names} for row in rows], family)
        sections = (_differences(rows, family, base), *sections)
    return Page(
        title=title_of(result),
        question=result.study.question,
        answer=make_answer(told, base, confidence),
        warnings=_warnings(told),
        facts=_facts(result),
        sections=sections,
        departures=departures(result.study),
        command="zodiac-sim report study.toml -o again",
        study=result.study.toml(),
        frames=frames,
    )


def _differences(rows: list[Row], family: Family, baseline: str) -> Section:
    level = interval_name(family.confidence)
    text = (
        f"Each variant minus {words.quoted(baseline)}, duel by duel on the same dice, and the {level} of the mean "
        f"difference. The intervals are wide enough for all {words.whole(family.comparisons)} differences together "
        f"(Šidák’s correction). {_saved(rows)}"
    )
    table = tables.difference_table(rows)
    return Section("differences", f"What changes from {words.quoted(baseline)}", text.strip(), table, verdicts=True)


def _saved(rows: list[Row]) -> str:
    """Say how much the same dice are worth, for the wins of the first side: nothing where no duel tells."""
    saved = [row["variance_saved"] for row in rows if row["quantity"] == "wins_a" and row["variance_saved"] is not None]
    if not saved:
        return ""
    low, high = (words.fixed(end(saved), 1) for end in (min, max))
    times = low if low == high else f"{low} to {high}"
    return f"With dice of their own, variants would need {times} times as many duels to tell wins apart as well."


def _sections(result: Result, baseline: str, confidence: float) -> tuple[Section, ...]:
    name = interval_name(confidence)
    return (
        _drawn(
            "win-rates", "Who wins", partial(plots.win_rates, result, confidence=confidence),
            tables.win_table(result, confidence),
            f"Shares of duels, each with its {name} (Wilson). The dashed line is an even fight.",
            "Bars of the shares of duels won by either side, drawn and unresolved, for every matchup and variant.",
        ),
        _drawn(
            "rounds", "How long fights last", partial(plots.rounds, result, baseline=baseline),
            tables.rounds_table(result, confidence),
            "The round in which duels ended; mean and median count an unresolved one in full. "
            f"{name} (mean: Student’s t, median: order statistics).",
            "Distribution of the rounds after which duels ended, with its mean, for every matchup and variant.",
        ),
        _drawn(
            "falls", "What felled the loser", partial(plots.falls, result),
            tables.falls_table(result, confidence),
            f"What took the last HP of the loser; a draw fells both and has no loser. {name} (Wilson).",
            "Bars of the shares of losers felled by attacks, knocked unconscious or bled out.",
        ),
        _drawn(
            "deaths", "Deaths, apart from defeats", partial(plots.deaths, result, confidence=confidence),
            tables.deaths_table(result, confidence),
            "Who falls is beaten; he dies if he still loses HP, or still bleeds when the fight ends (R9.6). Shares of "
            f"all duels, draws included; for the loser, of the decided ones. {name} (Wilson).",
            "Bars of the shares of duels in which each side fell and in which it died.",
        ),
        _drawn(
            "cost", "What it costs at the table", partial(plots.table_cost, result),
            tables.cost_table(result, confidence),
            f"Dice thrown and tables consulted in one duel by both sides together, mean with {name} (Student’s t).",
            "Bars of the mean number of dice thrown and of table look-ups per duel.",
        ),
    )  # fmt: skip


def _drawn(anchor: str, heading: str, draw: Callable[..., Axes], table: Table, text: str, alt: str) -> Section:
    return Section(anchor, heading, text, table, picture(anchor, draw, alt=alt), alt)


def _warnings(result: Result) -> tuple[str, ...]:
    warnings = []
    if result.interrupted:
        warnings.append("The run was stopped early: every figure holds for the duels that were finished, no more.")
    odd = dict.fromkeys(scenario.variant for scenario in result.study.scenarios if not scenario.rules.paired)
    if odd:
        names = words.joined([words.quoted(name) for name in odd])
        warnings.append(f"Criticals and bleeding of {names} are not as the rules pair them (R6.4).")
    return tuple(warnings)


def _facts(result: Result) -> tuple[tuple[str, str], ...]:
    duels = result.summary()["duels"]
    each = words.whole(duels.min())
    if duels.min() != duels.max():
        each += f" to {words.whole(duels.max())}"
    rules = result.study.ruleset
    return (
        ("duels of each matchup and variant", each),
        ("duels in all", words.whole(duels.sum())),
        ("seed", str(result.seed)),
        ("ruleset", f"{rules.name} {rules.version}"),
        ("zodiac_sim", result.version),
    )
