"""What a report holds, taken from one: of a small study that has all there is to tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import zodiac_sim as zs
from zodiac_sim.report.page import make_page
from zodiac_sim.report.section import Section, Subject
from zodiac_sim.report.worth import worths

from .markdown import code, linked, page, table

STANCES = ("neutral", "speed")
BASELINE = ", ".join(f"{name} stance {STANCES[0]}" for name in "ab")
STUDY = {
    "seed": 0,
    "duels": 20,
    "rules": {"criticals": "complex", "bleeding": "critical"},
    "fighters": {name: {"preset": "soldier"} for name in "ab"},
    "matchups": [{"a": "a", "b": "b"}],
    "grid": {f"fighters.{name}.stance": STANCES for name in "ab"},
}
NO_LIMIT = {"fighters.a.policy.0.chance": 0}
THINGS = {  # what some fight with and others without
    "seed": 0,
    "duels": 20,
    "fighters": {"a": {"preset": "soldier", "policy": "limit_breaker"}, "b": {"preset": "soldier"}},
    "matchups": [{"a": "a", "b": "b"}],
    "variants": [
        {"name": "plain", "set": NO_LIMIT},
        {"name": "surprise", "set": NO_LIMIT | {"matchups.all.surprised": "b"}},
        {"name": "poison", "set": NO_LIMIT | {"fighters.b.statuses.poison": {}}},
        {"name": "limit"},
    ],
}


def report_page() -> str:
    """Return the page of the sections of a report, with their files."""
    result = zs.run(zs.make_study(STUDY))
    made = make_page(result, result.study.variant_names[0], 0.95)
    things = zs.run(zs.make_study(THINGS))
    first = worths(Subject(things, things, things.study.variant_names[0], 0.95))
    return page(
        "What a report holds",
        "Below the answer stand these sections, where the study has something to tell in them: bleeding only where "
        "fighters bleed, differences only between variants, what a thing is "
        "worth only where others fight without it. [Reports](../how-to/reports.md) tells how to make one.",
        table(("section", "what it shows", "files"), sections((*first, *made.sections), BASELINE)),
        "Then these duels are told, each with the command that tells it again:",
        "\n".join(f"- {story.heading}" for story in made.stories),
    )


def sections(shown: Iterable[Section], baseline: str) -> Iterator[tuple[str, str, str]]:
    """Yield what sections show, and their files; they call the baseline so."""
    for section in shown:
        files = [f"{each.name}.png" for each in section.pictures] + [each.csv for each in section.tables if each.csv]
        yield (
            section.heading.replace(f"“{baseline}”", "the baseline"),
            linked(_shows(section)),
            ", ".join(map(code, files)),
        )


def _shows(section: Section) -> str:
    """Return what the pictures of a section show; the first sentence of one without."""
    return " ".join(each.alt for each in section.pictures) or f"{section.text.partition('. ')[0].removesuffix('.')}."
