"""Which rules were in force: where each variant departs from the packaged ruleset, and what else it changes."""

from __future__ import annotations

from zodiac_sim.report.rules_text import departures
from zodiac_sim.report.section import Section, Subject
from zodiac_sim.report.tables import Cell, Table


def house_rules(subject: Subject) -> tuple[Section, ...]:
    """Return the section about the rules in force."""
    lines = departures(subject.whole.study)
    if not lines:
        return (Section("rules", "Rules in force", "The packaged ruleset, unchanged."),)
    text = (
        "Where the variants depart from the packaged ruleset, and what else they set. All other rules are as packaged."
    )
    columns = ("variant", "setting", "packaged", "here", "clause")
    cells = tuple(tuple(map(Cell, (line.variant, line.name, line.packaged, line.own, line.clause))) for line in lines)
    table = Table("Departures from the packaged ruleset", "", columns, cells, names=len(columns))
    return (Section("rules", "Rules in force", text, tables=(table,)),)
