"""What is recorded of a campaign: the words for its end and for each fight (R10.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

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
