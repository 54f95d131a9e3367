"""What a report says, section by section; HTML and Markdown are written from the same content."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from zodiac_sim.lab.digits import in_full
from zodiac_sim.lab.table_time import TableTime
from zodiac_sim.lab.workers import installed_version
from zodiac_sim.report import course, sections, words
from zodiac_sim.report.answer import choose_baseline, make_answer, title_of
from zodiac_sim.report.house_rules import house_rules
from zodiac_sim.report.matrices import matrices
from zodiac_sim.report.pictures import Picture
from zodiac_sim.report.section import EXTREMES, Section, Story, Subject
from zodiac_sim.report.stories import stories
from zodiac_sim.report.tables import Table
from zodiac_sim.report.words import Answer
from zodiac_sim.report.worth import worths

if TYPE_CHECKING:
    from zodiac_sim.lab.campaign_result import CampaignResult
    from zodiac_sim.lab.result import Result

R = TypeVar("R", "Result", "CampaignResult")

_CONFIDENCE = 0.95  # of a report that is not told another

BUILDERS: tuple[Callable[[Subject], tuple[Section, ...]], ...] = (
    worths,
    sections.changes,
    matrices,
    sections.outcomes,
    course.cascade,
    course.criticals,
    course.swings,
    sections.costs,
    house_rules,
)


@dataclass(frozen=True, slots=True)
class Page:
    """Everything a report says; ``sample`` is what its figures are taken from, ``told`` heads its stories."""

    title: str
    question: str
    answer: Answer
    warnings: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    stories: tuple[Story, ...]
    command: str
    study: str
    sample: str = "duels"
    told: str = "Duels told blow by blow"

    @property
    def pictures(self) -> Iterator[Picture]:
        """All pictures of the page."""
        return (picture for section in self.sections for picture in section.pictures)

    @property
    def tables(self) -> Iterator[Table]:
        """All tables of the page."""
        return (table for section in self.sections for table in section.tables)


def make_page(result: Result, baseline: str, confidence: float, time: TableTime | None = None) -> Page:
    """Return what a report of a result says, with its pictures drawn."""
    result = titled(result)
    told = result.readable()
    short = dict(zip(result.study.variant_names, told.study.variant_names, strict=True))
    subject = Subject(told, result, short.get(baseline, baseline), confidence, time or TableTime())
    return Page(
        title=title_of(result),
        question=result.study.question,
        answer=make_answer(told, subject.baseline, confidence),
        warnings=_warnings(subject),
        facts=_facts(result),
        sections=tuple(section for build in BUILDERS for section in build(subject)),
        stories=stories(subject),
        command=_command(subject, baseline),
        study=result.study.toml(),
    )


def titled(result: R) -> R:
    """Return a result whose study has a title of its own: made again from another file, the page bears the same."""
    if result.study.title:
        return result
    return replace(result, study=result.study.model_copy(update={"title": title_of(result)}))


def command_of(result: Result | CampaignResult, baseline: str, confidence: float) -> list[str]:
    """Return the command that makes a report again, with the options that are not as they are without them."""
    parts = ["zodiac-sim", "report", "study.toml", "-o", "again"]
    if baseline != choose_baseline(result):
        parts += ["--baseline", baseline]
    if confidence != _CONFIDENCE:
        parts += ["--confidence", f"{confidence}"]
    return parts


def _command(subject: Subject, baseline: str) -> str:
    parts = command_of(subject.whole, baseline, subject.confidence)
    usual = asdict(TableTime())
    for name, seconds in asdict(subject.time).items():
        if seconds != usual[name]:
            parts += [f"--seconds-per-{name}", in_full(seconds)]
    return shlex.join(parts)


def _warnings(subject: Subject) -> tuple[str, ...]:
    result = subject.result
    warnings = []
    if result.interrupted:
        warnings.append("The run was stopped early: every figure holds for the duels that were finished, no more.")
    if result.version != installed_version():
        warnings.append(
            f"The duels were fought by zodiac_sim {result.version}. Those followed round by round or told blow by "
            f"blow were fought again by zodiac_sim {installed_version()}, where the same dice may lead elsewhere."
        )
    odd = dict.fromkeys(scenario.variant for scenario in result.study.scenarios if not scenario.rules.paired)
    if odd:
        names = words.joined([words.quoted(name) for name in odd])
        warnings.append(f"Criticals and bleeding of {names} are not as the rules pair them (R6.4).")
    if subject.drawn is not result:
        count, base = words.whole(len(result.study.variant_names)), words.quoted(subject.baseline)
        warnings.append(
            f"Of {count} variants most pictures show {base} and those with which the first side wins most and least, "
            f"{EXTREMES} each. Tables and files have all."
        )
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
