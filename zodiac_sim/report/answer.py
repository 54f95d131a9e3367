"""The answer a report begins with, made from the numbers alone."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING

from zodiac_sim.errors import InputError, shown
from zodiac_sim.lab.jobs import ALL_PAIRED
from zodiac_sim.report import compared, described, standoff
from zodiac_sim.report.words import Answer
from zodiac_sim.report.worth_answer import worth_answer

if TYPE_CHECKING:
    from zodiac_sim.lab.campaign_result import CampaignResult
    from zodiac_sim.lab.result import Result
    from zodiac_sim.study.study import Study

_FEW = 4  # variants that are compared one by one; of more, the extremes are named


def title_of(result: Result | CampaignResult) -> str:
    """Return the title of a study, or the name of its file."""
    study = result.study
    return study.title or (PurePath(study.file).stem if study.file else "Study")


def named(result: Result | CampaignResult) -> list[str]:
    """Return the variants that the study's title or question names as words, in the order of the study."""
    text = f"{result.study.title} {result.study.question}".casefold()
    return [
        name for name in result.study.variant_names if re.search(rf"(?<!\w){re.escape(name.casefold())}(?!\w)", text)
    ]


def others(result: Result, baseline: str) -> list[str]:
    """Return the variants that are compared with the baseline, those first that the title or question names."""
    asked = named(result)
    return sorted((name for name in result.study.variant_names if name != baseline), key=lambda name: name not in asked)


def choose_baseline(result: Result | CampaignResult) -> str:
    """Return the variant that others are compared with: the first, or the first of those that are set against others.

    A title or question that names two variants or more sets them against each other; one that names a single variant
    asks what it changes. Of so many variants that each was paired with the first only, it is that one.
    """
    names = result.study.variant_names
    asked = named(result) if len(names) <= ALL_PAIRED else []
    return asked[0] if len(asked) > 1 else names[0]


def check_baseline(study: Study, baseline: str) -> str:
    """Return the whole name of a variant that all others of a study are compared with.

    Raises
    ------
    InputError
        If there is no such variant, or the others are not paired with it.
    """
    names = study.variant_names
    found = study.find_variant(baseline, key="baseline")
    if len(names) > ALL_PAIRED and found != names[0]:
        first = shown(study.readable().variant_names[0])
        problem = f"of more than {ALL_PAIRED} variants each is paired with the first only, {first}"
        raise InputError(f"{shown(baseline)} is not compared with all others: {problem}", key="baseline")
    return found


def make_answer(result: Result, baseline: str, confidence: float) -> Answer:
    """Return the answer a result gives to its study's question.

    A few variants are compared with the baseline one by one, those the question names first; of many the extremes
    are named; a single one is described. Where fighters are changed and no rule, the answer begins with who wins. A
    study that asks for what surprise, statuses or Limits are worth is answered by that.
    """
    variants = result.study.variant_names
    if len(variants) == 1:
        return described.only_variant(result, confidence)
    worth = worth_answer(result, confidence)
    if worth is not None:
        return worth
    faced = standoff.sides(result, confidence)
    if faced:
        return standoff.told(result, faced, confidence)
    if len(variants) > _FEW or changes_fighters_only(result.study):
        return described.extremes(result, confidence)
    return compared.with_baseline(result, baseline, others(result, baseline), confidence)


def changes_fighters_only(study: Study) -> bool:
    """Return whether the variants of a study change fighters, and nothing else."""
    keys = [*study.grid, *(key for variant in study.variants for key in variant.set)]
    return bool(keys) and all(key.startswith("fighters.") for key in keys)
