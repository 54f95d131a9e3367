"""Which rules were in force: where each variant departs from the packaged ruleset, and what else it changes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from zodiac_sim.rules.diff import diff
from zodiac_sim.rules.loading import load_ruleset
from zodiac_sim.study.scenarios import Variant
from zodiac_sim.study.study import Study

EVERY = "every variant"
_RULES = "rules."


@dataclass(frozen=True, slots=True)
class Departure:
    """One thing that a variant changes: its name, the packaged value in words, its own, and the clause of a rule."""

    variant: str
    name: str
    packaged: str
    own: str
    clause: str = ""


def departures(study: Study) -> list[Departure]:
    """Return everything in which the variants of a study depart from the packaged ruleset, what all share first."""
    by_variant = {name: list(_changed_rules(study, name)) for name in study.variant_names}
    shared = [line for line in next(iter(by_variant.values())) if all(line in lines for lines in by_variant.values())]
    several = len(by_variant) > 1
    found = [Departure(EVERY if several else study.variant_names[0], *line) for line in shared]
    settings = {variant.name: list(_settings(variant)) for variant in study.spelled_variants()}
    for name, lines in by_variant.items():
        own = [line for line in lines if line not in shared] + settings[name]
        found += [Departure(name, *line) for line in own]
    return found


def _changed_rules(study: Study, variant: str) -> Iterator[tuple[str, str, str, str]]:
    rules = next(scenario.rules for scenario in study.scenarios if scenario.variant == variant)
    for change in diff(load_ruleset(), rules):
        yield change.key, change.old or "–", change.new or "–", change.rule.clause


def _settings(variant: Variant) -> Iterator[tuple[str, str, str, str]]:
    """Yield what a variant sets beside rules: fighters and matchups."""
    for name, value in variant.set.items():
        if not name.startswith(_RULES):
            yield name, "", value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str), ""
