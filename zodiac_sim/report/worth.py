"""The sections about what a thing is worth: surprise, statuses, Limits (R9), each beside the same fight without it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from zodiac_sim import plots
from zodiac_sim.lab.differences import Family
from zodiac_sim.lab.result import Result
from zodiac_sim.lab.summary import Row
from zodiac_sim.lab.worth import QUANTITIES, THINGS, Had, Thing, worth, worth_rows
from zodiac_sim.report import outcome_tables, tables, words
from zodiac_sim.report.pictures import picture
from zodiac_sim.report.section import Section, Subject
from zodiac_sim.report.tables import Cell, Table
from zodiac_sim.report.words import interval_name

if TYPE_CHECKING:
    import pandas as pd

_HEADINGS: dict[Thing, str] = {
    "surprise": "What surprise is worth",
    "statuses": "What each status does",
    "limit": "What a Limit is worth",
}
_TEXTS: dict[Thing, str] = {
    "surprise": (
        "In round 1 the surprised act after all others; until then they have no Evade, and every hit on them is "
        "critical (R9.1, R3.3). The gain is that of the other side."
    ),
    "statuses": (
        "Whoever has a status (R9.2 to R9.7), from the start or by the hits of a weapon, beside himself without it. "
        "The gain or loss is his. Who is broken has lost with HP left: he neither fell nor died."
    ),
    "limit": (
        "A Limit is one blow of multiplied damage once attacks, not bleeding, have taken enough HP (R9.9). The gain is "
        "that of the fighter who strikes it."
    ),
}


@dataclass(frozen=True, slots=True)
class Gain:
    """What a thing changes in one scenario: whose it is, and the differences by quantity."""

    had: Had
    rows: dict[str, Row]

    @property
    def wins(self) -> Row:
        """The difference in the wins of him who has it, or of the one who surprises."""
        return self.rows[f"wins_{self.had.side}"]

    @property
    def who(self) -> str:
        """His name."""
        return str(self.wins[self.had.side])


def gains(result: Result, of: Thing, confidence: float) -> tuple[list[Gain], Family]:
    """Return what a thing changes, scenario by scenario, and how the comparisons are corrected."""
    rows, had, family = worth_rows(result, of, confidence=confidence)
    size = len(QUANTITIES)
    found = [Gain(had[at], {row["quantity"]: row for row in rows[at : at + size]}) for at in range(0, len(rows), size)]
    return found, family


def worths(subject: Subject) -> tuple[Section, ...]:
    """Return a section for each thing that some scenarios have and others, alike in all else, have not."""
    return tuple(_sections(subject))


def tells_all_changes(subject: Subject) -> bool:
    """Whether one of these sections compares all variants with the baseline, so that nothing is left to compare."""
    study = subject.result.study
    others = len(study.scenarios) - len(study.matchups)
    return any(
        len(found) == others and all(gain.wins["baseline"] == subject.baseline for gain in found)
        for found, _ in (gains(subject.result, of, subject.confidence) for of in THINGS)
    )


def _sections(subject: Subject) -> Iterator[Section]:
    for of in THINGS:
        found, family = gains(subject.result, of, subject.confidence)
        if not found:
            continue
        text = (
            f"{_TEXTS[of]} Differences are duel by duel on the same dice, with the "
            f"{interval_name(family.confidence)}, wide enough for all {words.whole(family.comparisons)} together "
            f"(Šidák’s correction); shares of wins have their own (Wilson)."
        )
        draw = partial(
            plots.gains, subject.result, differences=worth(subject.result, of, confidence=subject.confidence)
        )
        alt = (
            "Marks of how many percentage points of duels more or fewer each side wins than in the same fight without."
        )
        shown = (picture(f"worth-{of}", draw, alt=alt),)
        yield Section(f"worth-{of}", _HEADINGS[of], text, shown, (_table(subject, of, found),), verdicts=True)


def _table(subject: Subject, of: Thing, found: list[Gain]) -> Table:
    rates = {(row["matchup"], row["variant"]): row for row in words.rows(subject.result.summary(subject.confidence))}
    rows = []
    for gain in found:
        wins = gain.wins
        kind = f"rate_{gain.had.side}"
        shares = (tables.rate(rates[wins["matchup"], wins[name]], kind) for name in ("baseline", "variant"))
        changes = (outcome_tables.difference(row) for row in (wins, gain.rows["rounds"], gain.rows["deaths"]))
        names = tables.scenario(wins)
        rows.append((*names, Cell(gain.had.what), tables.count(wins["duels"]), Cell(gain.who), *shares, *changes))
    columns = (
        *tables.NAMES, "what", "duels", "who gains", "wins without", "wins with", "points", "rounds", "deaths in 100"
    )  # fmt: skip
    caption = "Wins with and without, and what else changes"
    return Table(caption, f"worth-{of}.csv", columns, tuple(rows), names=3, data=_data(subject, of))


def _data(subject: Subject, of: Thing) -> pd.DataFrame:
    """Return the whole frame, with the whole names of variants."""
    return worth(subject.whole, of, confidence=subject.confidence)
