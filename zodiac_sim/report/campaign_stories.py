"""A few campaigns told day by day: a typical one, a narrow escape and a death."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from zodiac_sim.lab.campaign_trace import trace_campaign
from zodiac_sim.report import words
from zodiac_sim.report.campaign_subject import CampaignSubject
from zodiac_sim.report.section import Story
from zodiac_sim.report.stories import shortened

if TYPE_CHECKING:
    import pandas as pd

_FIGHT = re.compile(r"Fight \d+: ")  # before a fight, and after it
_MIDDLE = ("fights_won", "days_lived", "hp_left")


def stories(subject: CampaignSubject) -> tuple[Story, ...]:
    """Return the campaigns to tell, of the first hero under the variant of the answer; none if none was kept."""
    variant = subject.furthest or subject.baseline
    whole = subject.whole_names[variant]
    outcomes = subject.whole.outcomes
    own = outcomes[(outcomes["hero"] == subject.heroes[0]) & (outcomes["variant"] == whole)]
    chosen: dict[int, list[str]] = {}
    for kind, campaign in _chosen(own):
        chosen.setdefault(campaign, []).append(kind)
    return tuple(_story(subject, variant, whole, campaign, kinds) for campaign, kinds in chosen.items())


def _chosen(own: pd.DataFrame) -> Iterator[tuple[str, int]]:
    """Yield the kinds of campaigns there are, each with the number of the first that is of it."""
    if own.empty:
        return
    values = [own[name].to_numpy(float) for name in _MIDDLE]
    apart = np.sum([np.abs(each - np.median(each)) / (each.std() or 1) for each in values], axis=0)
    yield "typical", int(own["campaign"].to_numpy()[np.argmin(apart)])
    survived, dead = (own[own["end"] == end] for end in ("survived", "dead"))
    if len(survived):
        yield "narrowest", int(survived["campaign"].to_numpy()[np.argmin(survived["hp_left"].to_numpy())])
    if len(dead):
        yield "deadly", int(dead["campaign"].iloc[0])


def _story(subject: CampaignSubject, variant: str, whole: str, campaign: int, kinds: list[str]) -> Story:
    result, hero = subject.whole, subject.heroes[0]
    told = trace_campaign(result.study, hero=hero, variant=whole, campaign=campaign, seed=result.seed)
    command = ["zodiac-sim", "trace", "study.toml", "--hero", hero, "--variant", whole, "--duel", str(campaign)]
    why = (
        f"Campaign {campaign} of {hero} under {words.quoted(variant)}, {words.joined([_why(kind) for kind in kinds])}. "
        "Its last fight is told blow by blow; the command below tells all of them so."
    )
    heading = f"The {words.joined(kinds)} campaign"
    return Story(f"campaign-{kinds[0]}", heading, why, tuple(day_by_day(told.lines())), shlex.join(command))


def _why(kind: str) -> str:
    return {
        "typical": "of those kept the one nearest to the middle in fights won, days lived and HP left",
        "narrowest": "survived with the fewest HP",
        "deadly": "the first that ended in death",
    }[kind]


def day_by_day(lines: Iterable[str]) -> list[str]:
    """Return the lines of a campaign without the blows of its fights, but for the last one."""
    head, *others = lines
    parts = [(False, [head])]
    for line in others:
        fighting = parts[-1][0]
        if _FIGHT.match(line) and fighting:
            parts.append((False, [line]))
        else:
            parts[-1][1].append(line)
            if _FIGHT.match(line):
                parts.append((True, []))
    last = max((number for number, (blows, _) in enumerate(parts) if blows), default=0)
    kept = (
        shortened(part) if blows else part for number, (blows, part) in enumerate(parts) if not blows or number == last
    )
    return [line for part in kept for line in part]
