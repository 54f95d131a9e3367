"""What the report of a campaign says, section by section."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from zodiac_sim import plots
from zodiac_sim.report import campaign_tables, words
from zodiac_sim.report.answer import title_of
from zodiac_sim.report.campaign_answer import make_answer
from zodiac_sim.report.campaign_stories import stories
from zodiac_sim.report.campaign_subject import CampaignSubject
from zodiac_sim.report.house_rules import house_rules
from zodiac_sim.report.page import Page, command_of, titled
from zodiac_sim.report.pictures import picture
from zodiac_sim.report.section import Section
from zodiac_sim.report.words import Answer

if TYPE_CHECKING:
    from zodiac_sim.lab.campaign_result import CampaignResult


def make_campaign_page(result: CampaignResult, baseline: str, confidence: float) -> Page:
    """Return what a report of a campaign says, with its pictures drawn."""
    result = titled(result)
    subject = _subject(result, baseline, confidence)
    return Page(
        title=title_of(result),
        question=result.study.question,
        answer=make_answer(subject),
        warnings=_warnings(subject),
        facts=_facts(result),
        sections=tuple(section for build in BUILDERS for section in build(subject)),
        stories=stories(subject),
        command=shlex.join(command_of(result, baseline, confidence)),
        study=result.study.toml(),
        sample="campaigns",
        told="Campaigns told day by day",
    )


def campaign_answer(result: CampaignResult, baseline: str, confidence: float) -> Answer:
    """Return the answer a campaign gives, as its report has it."""
    return make_answer(_subject(result, baseline, confidence))


def _subject(result: CampaignResult, baseline: str, confidence: float) -> CampaignSubject:
    told = result.readable()
    short = dict(zip(result.study.variant_names, told.study.variant_names, strict=True))
    return CampaignSubject(told, result, short[baseline], confidence)


def _survival(subject: CampaignSubject) -> tuple[Section, ...]:
    text = (
        "The share of campaigns that still go on after each fight. Who falls, in whatever way, is out of his campaign; "
        "a fight that nobody has won at the limit of rounds is a retreat, and he goes on (R10.2). "
        f"{words.interval_name(subject.confidence)} (Wilson), as a band where it is wide enough to be seen."
    )
    draw = partial(plots.survival, subject.drawn, baseline=subject.baseline, confidence=subject.confidence)
    alt = "Curves of the share of campaigns that go on after each fight, by variant, for each hero."
    tables = (campaign_tables.survival(subject), campaign_tables.fights(subject))
    return (Section("survival", "How long heroes last", text, (picture("survival", draw, alt=alt),), tables),)


def _ends(subject: CampaignSubject) -> tuple[Section, ...]:
    text = (
        "Survived: every day is lived. Defeated: out of a fight, but not dead. Dead: as R9.6 has it. Figures with "
        f"their {words.interval_name(subject.confidence)} (mean: Student’s t, median: order statistics, share: Wilson)."
    )
    draw = partial(plots.campaign_ends, subject.drawn, confidence=subject.confidence)
    alt = "Bars of the shares of campaigns survived, lost and ended by death, by hero and variant."
    shown = (picture("campaign-ends", draw, alt=alt),)
    return (Section("ends", "How campaigns ended", text, shown, (campaign_tables.ends(subject),)),)


def _hp(subject: CampaignSubject) -> tuple[Section, ...]:
    text = (
        "HP when a fight begins, of those who come to it. Who was hurt worst has often fallen before, so that the "
        "median may rise without a rest. Days without a fight give HP and MP back (R10.1)."
    )
    draw = partial(plots.campaign_hp, subject.drawn, baseline=subject.baseline)
    alt = "Boxes from the lower to the upper quartile of HP at the start of each fight, with the median."
    return (
        Section(
            "hp",
            "HP at the start of each fight",
            text,
            (picture("campaign-hp", draw, alt=alt),),
            (campaign_tables.hp(subject),),
        ),
    )


def _differences(subject: CampaignSubject) -> tuple[Section, ...]:
    if not subject.others:
        return ()
    family = subject.differences[1]
    text = (
        f"Each variant minus {words.quoted(subject.baseline)}, campaign by campaign on the same dice, with the "
        f"{words.interval_name(family.confidence)} of the difference, wide enough for all "
        f"{words.whole(family.comparisons)} together (Šidák’s correction)."
    )
    heading = f"What changes from {words.quoted(subject.baseline)}"
    return (Section("differences", heading, text, (), (campaign_tables.differences(subject),), verdicts=True),)


BUILDERS: tuple[Callable[[CampaignSubject], tuple[Section, ...]], ...] = (
    _survival,
    _ends,
    _differences,
    _hp,
    house_rules,
)


def _warnings(subject: CampaignSubject) -> tuple[str, ...]:
    warnings = []
    if subject.result.interrupted:
        warnings.append("The run was stopped early: every figure holds for the campaigns that were finished, no more.")
    odd = dict.fromkeys(journey.variant for journey in subject.result.journeys if not journey.rules.paired)
    if odd:
        names = words.joined([words.quoted(name) for name in odd])
        warnings.append(f"Criticals and bleeding of {names} are not as the rules pair them (R6.4).")
    if subject.drawn is not subject.result:
        count, base = words.whole(len(subject.result.study.variant_names)), words.quoted(subject.baseline)
        warnings.append(
            f"Of {count} variants pictures show {base} and those with which heroes win most and fewest fights. Tables "
            "and files have all."
        )
    return tuple(warnings)


def _facts(result: CampaignResult) -> tuple[tuple[str, str], ...]:
    rules = result.study.ruleset
    return (
        ("campaigns of each hero and variant", words.whole(result.campaigns)),
        ("fights in a campaign", _range([len(journey.fights) for journey in result.journeys])),
        ("days", _range([len(journey.days) for journey in result.journeys])),
        ("wounds", ", ".join(dict.fromkeys(journey.wounds for journey in result.journeys))),
        ("seed", str(result.seed)),
        ("ruleset", f"{rules.name} {rules.version}"),
        ("zodiac_sim", result.version),
    )


def _range(numbers: list[int]) -> str:
    low, high = min(numbers), max(numbers)
    return words.whole(low) if low == high else f"{words.whole(low)} to {words.whole(high)}"
