"""The rules in force as a page of house rules: departures from the packaged rules, who fought, and every reading."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from zodiac_sim.errors import one_line
from zodiac_sim.report import words
from zodiac_sim.report.section import Section, Subject
from zodiac_sim.report.tables import Cell, Table
from zodiac_sim.rules.diff import diff, lines_of, rule_keys, rule_of
from zodiac_sim.rules.loading import load_ruleset
from zodiac_sim.rules.model import Rule, Ruleset
from zodiac_sim.study.fighter import STATS, Fighter, Line
from zodiac_sim.study.scenarios import Variant, value_text
from zodiac_sim.study.study import Study

EVERY, BY_VARIANT = "every variant", "by variant"
CHANGED = "changed"
_RULES = "rules."
_FEW = 4  # variants that are named one by one


@dataclass(frozen=True, slots=True)
class Departure:
    """One thing that variants change: its name, what it is about, the packaged value in words, theirs, and the clause.

    What is no rule, a fighter's value for example, has no packaged value and no clause.
    """

    variant: str
    name: str
    packaged: str
    own: str
    about: str = ""
    clause: str = ""


def house_rules(subject: Subject) -> tuple[Section, ...]:
    """Return the section about the rules in force."""
    study = subject.result.study
    lines = departures(subject.whole.study)
    own = any(line.clause for line in lines)
    text = (
        "What was played otherwise than the packaged rules say; a rule that is not named here is as packaged. "
        if own
        else "No rule departs from the packaged ruleset. "
    )
    text += "Below it, the fighters and how they choose their actions; then every number and reading that was in force."
    tables = (_departures_table(lines),) if lines else ()
    return (Section("rules", "House rules", text, tables=(*tables, _fighters_table(study), _readings_table(study))),)


def departures(study: Study) -> list[Departure]:
    """Return everything in which the variants of a study depart from the packaged ruleset, what all share first."""
    by_variant = {name: list(_changed_rules(rules)) for name, rules in _rules_by_variant(study).items()}
    shared = [line for line in next(iter(by_variant.values())) if all(line in lines for lines in by_variant.values())]
    several = len(by_variant) > 1
    found = [Departure(EVERY if several else study.variant_names[0], *line) for line in shared]
    if study.grid:
        return found + list(_gridded(study))
    settings = {variant.name: list(_settings(variant)) for variant in study.spelled_variants()}
    for name, lines in by_variant.items():
        own = [line for line in lines if line not in shared] + settings[name]
        found += [Departure(name, *line) for line in own]
    return found


def _gridded(study: Study) -> Iterator[Departure]:
    """Yield the values that a grid goes through: the names of its variants say which of them is where."""
    packaged = dict(line for key in rule_keys() for line in lines_of(key, getattr(load_ruleset(), key)))
    for name, values in study.grid.items():
        own = ", ".join(value_text(value) for value in values)
        key = name.removeprefix(_RULES)
        rule = rule_of(key.partition(".")[0]) if name.startswith(_RULES) else Rule("", "")
        yield Departure(BY_VARIANT, key, packaged.get(key, "") if rule.clause else "", own, rule.words, rule.clause)


def _rules_by_variant(study: Study) -> dict[str, Ruleset]:
    return {scenario.variant: scenario.rules for scenario in study.scenarios}


def _changed_rules(rules: Ruleset) -> Iterator[tuple[str, ...]]:
    for change in diff(load_ruleset(), rules):
        values = change.old or words.NOTHING, change.new or words.NOTHING
        yield change.key, *values, change.rule.words, change.rule.clause


def _settings(variant: Variant) -> Iterator[tuple[str, ...]]:
    """Yield what a variant sets beside rules: fighters and matchups."""
    for name, value in variant.set.items():
        if not name.startswith(_RULES):
            yield name, "", value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _departures_table(lines: list[Departure]) -> Table:
    columns = ("variant", "rule or setting", "packaged", "here", "what it is about", "clause")
    cells = tuple(
        tuple(map(Cell, (line.variant, line.name, line.packaged, line.own, line.about, line.clause))) for line in lines
    )
    return Table("What is played otherwise", "", columns, cells, names=len(columns))


def _fighters_table(study: Study) -> Table:
    """Return the fighters as the first variant has them."""
    first = study.variant_names[0]
    sides = [side for scenario in study.scenarios if scenario.variant == first for side in scenario.sides]
    fighters = {fighter.name: fighter for side in sides for fighter in side}
    columns = ("fighter", "policy", *STATS, "weapon", "shield", "stance", "statuses")
    caption = (
        "Who fought" if len(study.variant_names) == 1 else f"Who fought, as variant {words.quoted(first)} has them"
    )
    return Table(caption, "", columns, tuple(_fighter_cells(fighter) for fighter in fighters.values()), names=2)


def _fighter_cells(fighter: Fighter) -> tuple[Cell, ...]:
    weapon, shield, regen = fighter.weapon, fighter.shield, fighter.statuses.regen
    stats = [getattr(fighter, name) for name in STATS]
    carried = (
        f"{weapon.name} {weapon.dice}, {weapon.kind}{', two hands' if weapon.hands > 1 else ''}"
        if weapon
        else "unarmed",
        f"{shield.name}, Evade {shield.evade}" if shield else words.NOTHING,
        fighter.stance,
        ("regen" if regen.turns is None else f"regen, {regen.turns} turns") if regen else words.NOTHING,
    )
    policy = "; ".join(map(_line_text, fighter.policy))
    return (Cell(fighter.name), Cell(policy), *(Cell(str(stat), value=stat) for stat in stats), *map(Cell, carried))


def _line_text(line: Line) -> str:
    """Return a line of a policy in words, such as ``bind when hp_below 0.5 (chance 0.25)``."""
    conditions = [
        name if value is True else f"not {name}" if value is False else f"{name} {value}"
        for name, value in line.when
        if value is not None
    ]
    when = f" when {words.joined(conditions)}" if conditions else ""
    chance = f" (chance {line.chance})" if line.chance is not None else ""
    target = f" at the {line.target}" if line.target is not None else ""
    return one_line(f"{line.do}{target}{when}{chance}")


def _readings_table(study: Study) -> Table:
    """Return every number, switch and row of a table in force, with the packaged one where it is another."""
    packaged, by_variant = load_ruleset(), _rules_by_variant(study)
    rows = []
    for key in rule_keys():
        rule = rule_of(key)
        before = dict(lines_of(key, getattr(packaged, key)))
        after = {name: dict(lines_of(key, getattr(rules, key))) for name, rules in by_variant.items()}
        for place in dict.fromkeys([*before, *(place for lines in after.values() for place in lines)]):
            values = {name: lines.get(place, words.NOTHING) for name, lines in after.items()}
            changed = any(value != before.get(place, words.NOTHING) for value in values.values())
            mark = f"{CHANGED}; packaged: {before.get(place, words.NOTHING)}" if changed else ""
            texts = (place, _by_value(values), mark, rule.words, rule.clause)
            rows.append(tuple(Cell(text, verdict=CHANGED if changed else "") for text in texts))
    columns = ("rule", "in force", "changed", "what it is about", "clause")
    return Table("Every reading in force", "", columns, tuple(rows), names=len(columns), folded=True)


def _by_value(values: dict[str, str]) -> str:
    """Return the one value that all variants have, or each with the variants that have it."""
    different = dict.fromkeys(values.values())
    if len(different) == 1:
        return next(iter(different))
    having = {value: [name for name, own in values.items() if own == value] for value in different}
    return "; ".join(f"{value} ({_names(names)})" for value, names in having.items())


def _names(variants: list[str]) -> str:
    return ", ".join(map(words.quoted, variants)) if len(variants) <= _FEW else f"{len(variants)} variants"
