"""What happens in a campaign between the events of its fights, told by the readable twin."""

from __future__ import annotations

from dataclasses import dataclass

from zodiac_sim.engine.campaign_outcome import CampaignOutcome, FightOutcome
from zodiac_sim.engine.events import Event
from zodiac_sim.rules.magic import StatusName
from zodiac_sim.study.campaign import LivedDay
from zodiac_sim.study.scenarios import Scenario


@dataclass(frozen=True, slots=True)
class DayBegan(Event):
    """A day begins, from 1; ``lived`` says how it is lived through."""

    day: int
    lived: LivedDay


@dataclass(frozen=True, slots=True)
class Rested(Event):
    """What a day without a fight gave back: HP and MP before and after it (R10.1)."""

    hp: tuple[int, int]
    mp: tuple[int, int]


@dataclass(frozen=True, slots=True)
class WoundsHealed(Event):
    """At full HP all wounds have healed, but for parts that are unusable (R10.2)."""


@dataclass(frozen=True, slots=True)
class FightBegan(Event):
    """A fight begins with what the hero carries: HP, MP, wounded parts, items lost for good, and statuses (R10.2)."""

    number: int
    scenario: Scenario
    hp: int
    mp: int
    wounded: tuple[int, ...]
    useless: tuple[str, ...]
    statuses: tuple[StatusName, ...]


@dataclass(frozen=True, slots=True)
class FightEnded(Event):
    """A fight is over."""

    number: int
    outcome: FightOutcome


@dataclass(frozen=True, slots=True)
class Waned(Event):
    """A day as a Zombie cost Vitality: what was there before and after it (R9.5)."""

    vitality: tuple[int, int]


@dataclass(frozen=True, slots=True)
class CampaignEnded(Event):
    """The campaign is over."""

    outcome: CampaignOutcome
