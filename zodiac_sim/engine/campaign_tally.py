"""Exact counts of what happened in the campaigns of a journey; they add up, in any order, to the same."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from zodiac_sim.engine.campaign_outcome import ENDS, RESULTS
from zodiac_sim.engine.tally import Counts
from zodiac_sim.study.campaign import Journey

COUNTED = ("fights_won", "days_lived", "retreats")


@dataclass(frozen=True, slots=True)
class CampaignTally:
    """How often each thing happened in the campaigns of a journey.

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

    @property
    def ends(self) -> Counts:
        """Campaigns by end, int64, in the order of ``ENDS``."""
        return self.counts["end"]

    def histogram(self, quantity: str) -> Counts:
        """Return how often each value of one of ``COUNTED`` occurred, int64, shape (values,)."""
        return self.counts[quantity]

    def add(self, other: CampaignTally) -> None:
        """Add the campaigns of another tally of the same journey to these."""
        for name, counts in other.counts.items():
            self.counts[name] += counts
