"""The rules in force as a page of house rules: departures from the packaged rules, who fought, and every reading."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from zodiac_sim.errors import one_line
from zodiac_sim.report import words
from zodiac_sim.report.campaign_subject import CampaignSubject
from zodiac_sim.report.section import Section, Subject
from zodiac_sim.report.tables import Cell, Table
from zodiac_sim.rules.diff import diff, lines_of, rule_keys, rule_of
from zodiac_sim.rules.loading import load_ruleset
from zodiac_sim.rules.model import Rule, Ruleset
from zodiac_sim.rules.words import status_text
from zodiac_sim.study.fighter import STATS, Fighter, Line, Weapon
from zodiac_sim.study.idle import idle_lines
from zodiac_sim.study.scenarios import Scenario, Variant, value_text
from zodiac_sim.study.study import Study

EVERY, BY_VARIANT = "every variant", "by variant"
CHANGED = "changed"
_RULES = "rules."
_FEW = 4  # variants that are named one by one
_CAUGHT = {(False, False): words.NOTHING, (True, False): "side a", (False, True): "side b", (True, True): "both"}
_MAGIC = ("magic", "spell_lore", "draw", "gf_bonus", "mp", "spells", "stock", "items")  # told where somebody has any


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


def house_rules(subject: Subject | CampaignSubject) -> tuple[Section, ...]:
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
    tables = [_departures_table(lines)] if lines else []
    tables += [_fighters_table(study), *_idle_table(study), *_meetings_table(study), _readings_table(study)]
    return (Section("rules", "House rules", text, tables=tuple(tables)),)


def departures(study: Study) -> list[Departure]:
    """Return everything in which the variants of a study depart from the packaged ruleset, what all share first."""
    by_variant = {name: list(_changed_rules(rules)) for name, rules in _rules_by_variant(study).items()}
    shared = [line for line in next(iter(by_variant.values())) if all(line in lines for lines in by_variant.values())]
    several = len(by_variant) > 1
    found = [Departure(EVERY if several else study.variant_names[0], *line) for line in shared]
    if study.grid:
        return found + list(_gridded(study, {line[0]: line[1] for lines in by_variant.values() for line in lines}))
    settings = {variant.name: list(_settings(variant)) for variant in study.spelled_variants()}
    for name, lines in by_variant.items():
        own = [line for line in lines if line not in shared] + settings[name]
        found += [Departure(name, *line) for line in own]
    return found


def _gridded(study: Study, changed: Mapping[str, str]) -> Iterator[Departure]:
    """Yield the values that a grid goes through: the names of its variants say which of them is where.

    ``changed`` are the packaged values of what some variant changes, which may be parts of what is told as a whole.
    """
    packaged = dict(line for key in rule_keys() for line in lines_of(key, getattr(load_ruleset(), key))) | {**changed}
    for name, values in study.grid.items():
        own = ", ".join(value_text(value) for value in values)
        key = name.removeprefix(_RULES)
        rule = rule_of(key.partition(".")[0]) if name.startswith(_RULES) else Rule("", "")
        yield Departure(BY_VARIANT, key, packaged.get(key, "") if rule.clause else "", own, rule.words, rule.clause)


def _rules_by_variant(study: Study) -> dict[str, Ruleset]:
    return {scenario.variant: scenario.rules for scenario in study.fights}


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


def _first_scenarios(study: Study) -> list[Scenario]:
    return [scenario for scenario in study.fights if scenario.variant == study.variant_names[0]]


def _as_first_has(what: str, study: Study) -> str:
    first = study.variant_names[0]
    return what if len(study.variant_names) == 1 else f"{what}, as variant {words.quoted(first)} has them"


def _fighters_table(study: Study) -> Table:
    """Return the fighters as the first variant has them; what belongs to magic where somebody has any of it."""
    sides = [side for scenario in _first_scenarios(study) for side in scenario.sides]
    fighters = {fighter.name: fighter for side in sides for fighter in side}
    magic = [key for key in _MAGIC if any(getattr(fighter, key) for fighter in fighters.values())]
    stats = [key for key in STATS if key in magic or key not in _MAGIC]
    kept = [key for key in magic if key not in STATS]
    columns = ("fighter", "policy", *stats, "weapon", "shield", "stance", "statuses", *kept)
    rows = tuple(_fighter_cells(fighter, stats, kept) for fighter in fighters.values())
    return Table(_as_first_has("Who fought", study), "", columns, rows, names=2)


def _fighter_cells(fighter: Fighter, stats: list[str], kept: list[str]) -> tuple[Cell, ...]:
    shield = fighter.shield
    numbers = [getattr(fighter, name) for name in stats]
    carried = (
        _weapon_text(fighter.weapon) if fighter.weapon else "unarmed",
        f"{shield.name}, Evade {shield.evade}" if shield else words.NOTHING,
        fighter.stance,
        "; ".join(f"{name}, {status_text(status)}" for name, status in fighter.starts_with()) or words.NOTHING,
        *(_counted(getattr(fighter, key)) or words.NOTHING for key in kept),
    )
    policy = "; ".join(map(_line_text, fighter.policy))
    cells = (Cell(str(number), value=number) for number in numbers)
    return (Cell(fighter.name), Cell(policy), *cells, *map(Cell, carried))


def _weapon_text(weapon: Weapon) -> str:
    hands = ", two hands" if weapon.hands > 1 else ""
    statuses = "".join(f", {name} ({status_text(status)})" for name, status in weapon.statuses.items())
    return f"{weapon.name} {weapon.dice}, {weapon.kind}{hands}{statuses}"


def _counted(values: Any) -> str:
    """Return names, or names with numbers, as a list."""
    pairs = values.items() if isinstance(values, Mapping) else ((name, None) for name in values)
    return one_line(", ".join(name if number is None else f"{name} {number}" for name, number in pairs))


def _line_text(line: Line) -> str:
    """Return a line of a policy in words, such as ``bind when hp_below 0.5 (chance 0.25)``."""
    conditions = [
        name if value is True else f"not {name}" if value is False else f"{name} {_condition_text(value)}"
        for name, value in line.when
        if value is not None
    ]
    when = f" when {words.joined(conditions)}" if conditions else ""
    chance = f" (chance {line.chance})" if line.chance is not None else ""
    target = f" at the {line.target}" if line.target is not None else ""
    return one_line(f"{line.do}{target}{when}{chance}")


def _condition_text(value: Any) -> str:
    if isinstance(value, Mapping):
        return _counted(value)
    return " or ".join(value) if isinstance(value, tuple) else str(value)


def _idle_table(study: Study) -> Iterator[Table]:
    """Yield the lines of policies that no fight makes possible; nothing where there are none."""
    if idle := idle_lines(study):
        rows = tuple(tuple(map(Cell, (line.fighter, f"{line.number}: {line.action}", line.reason))) for line in idle)
        columns = ("fighter", "line of his policy", "why")
        yield Table("What is never possible here, so that the next line counts", "", columns, rows, names=3)


def _meetings_table(study: Study) -> Iterator[Table]:
    """Yield who was surprised, and what could be drawn, by matchup; nothing where there is none of either."""
    scenarios = _first_scenarios(study)
    if not any(any(scenario.surprised) or scenario.draw_source for scenario in scenarios):
        return
    rows = []
    for scenario in scenarios:
        a, b = map(", ".join, scenario.names)
        cells = (a, b, _CAUGHT[scenario.surprised], _counted(scenario.draw_source) or words.NOTHING)
        rows.append(tuple(map(Cell, cells)))
    columns = ("a", "b", "surprised", "spells to draw")
    yield Table(_as_first_has("How they met", study), "", columns, tuple(rows), names=len(columns))


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
