"""What is recorded of a campaign: the words for its end and for each fight, and how often each came (R10.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from zodiac_sim.engine.tally import Counts
from zodiac_sim.study.campaign import Journey

# How a fight ends for the hero: the first two go on; of the others the worst that fits. A KO that is no death is a
# defeat; who is broken is out of the fight, not KO (R9.2, R9.6).
RESULTS = ("won", "retreated", "defeated", "dead", "draw", "broken")
WON, RETREATED, DEFEATED, DEAD, DRAW, BROKEN = range(len(RESULTS))
# How a campaign ends; a Zombie whose Vitality is used up is undead for good (R9.5).
ENDS = ("survived", "defeated", "dead", "draw", "broken", "undead")
SURVIVED, UNDEAD = ENDS.index("survived"), ENDS.index("undead")


class FightOutcome(NamedTuple):
    """A fight of a campaign: HP of the hero before and after, and how it ended for him."""

    hp_start: int
    hp_end: int
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignOutcome:
    """How a campaign went: its end, the days lived to their end, HP left, and every fight that was begun."""

    end: str
    days_lived: int
    hp_left: int
    fights: tuple[FightOutcome, ...]

    @property
    def fights_won(self) -> int:
        """How many fights the hero won."""
        return sum(fight.result == RESULTS[WON] for fight in self.fights)

    @property
    def retreats(self) -> int:
        """How many fights nobody won."""
        return sum(fight.result == RESULTS[RETREATED] for fight in self.fights)


COUNTED = ("fights_won", "days_lived", "retreats")


@dataclass(frozen=True, slots=True)
class CampaignTally:
    """How often each thing happened in the campaigns of a journey, exactly; tallies add up in any order to the same.

    ``counts`` maps ``end`` to an int64 array of shape (ends,); each of ``COUNTED`` to one of shape (values,);
    ``result`` to one of shape (fights, results); ``hp_start`` and ``hp_end`` to one of shape (fights, HP), of those who
    begin the fight.
    """

    counts: dict[str, Counts]

    @classmethod
    def empty(cls, journey: Journey) -> CampaignTally:
        """Return the tally of no campaign."""
        fights, hp = len(journey.fights), journey.hero.hp + 1
        shapes: dict[str, tuple[int, ...]] = {
            "end": (len(ENDS),),
            "fights_won": (fights + 1,),
            "days_lived": (len(journey.days) + 1,),
            "retreats": (fights + 1,),
            "result": (fights, len(RESULTS)),
            "hp_start": (fights, hp),
            "hp_end": (fights, hp),
        }
        return cls({name: np.zeros(shape, np.int64) for name, shape in shapes.items()})

    @property
    def campaigns(self) -> int:
        """How many campaigns there were."""
        return int(self.counts["end"].sum())

    def add(self, other: CampaignTally) -> None:
        """Add the campaigns of another tally of the same journey to these."""
        for name, counts in other.counts.items():
            self.counts[name] += counts
