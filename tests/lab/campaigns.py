"""Small campaigns that were really lived through, for tests."""

from __future__ import annotations

from typing import Any

from zodiac_sim.lab.campaign import run_campaign
from zodiac_sim.lab.campaign_result import CampaignResult
from zodiac_sim.study.study import Study, make_study

BLOODY = {"rules.criticals": "complex", "rules.bleeding": "critical"}
DAYS = [["wolf"], "rest", ["wolf", "bear"], "light", ["bear"]]


def road(heroes: tuple[str, ...] = ("ann", "bob"), foes: tuple[str, str] = ("wolf", "bear"), **fields: Any) -> Study:
    """A study of heroes on a road of four fights, with a variant that bleeds and one whose wounds stay."""
    wolf, bear = foes
    fighters = {name: {"preset": "soldier", "luck": 20, "hp": 60 - 10 * n} for n, name in enumerate(heroes)}
    fighters |= {wolf: {"preset": "wolf", "hp": 12}, bear: {"preset": "soldier", "hp": 20}}
    days = [day if isinstance(day, str) else [{"wolf": wolf, "bear": bear}[foe] for foe in day] for day in DAYS]
    variants = [
        {"name": "plain"},
        {"name": "bloody", "set": BLOODY},
        {"name": "scars", "set": {**BLOODY, "campaign.wounds": "carry"}},
    ]
    data = {"duels": 300, "seed": 7, "fighters": fighters, "variants": variants}
    return make_study(data | {"campaign": {"heroes": heroes, "days": days}} | fields)


def lived(study: Study | None = None, **options: Any) -> CampaignResult:
    """The campaigns of a study."""
    return run_campaign(study or road(), **options)
