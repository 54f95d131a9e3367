"""Pieces of a run of campaigns that need nothing else, and how they are put together again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from zodiac_sim.engine.campaign import LANES, Columns, Lived, live
from zodiac_sim.engine.campaign_tally import CampaignTally
from zodiac_sim.study.campaign import Journey

SHARE = 2  # jobs for each of several workers, at least: nobody waits long for the last
SMALLEST = 2**12  # campaigns of each journey in a job: fewer cost nearly as much


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignJob:
    """A range of campaigns of all journeys of a study.

    Attributes
    ----------
    scenarios : tuple of Journey
    seed, first_duel, duels : int
        Whose dice, and which campaigns of each journey.
    keep : int
        How many of these campaigns are returned one by one: the first.
    lanes : int
        How many are lived through at once.
    """

    scenarios: tuple[Journey, ...]
    seed: int
    first_duel: int
    duels: int
    keep: int
    lanes: int

    def fight(self, tick: Callable[[int], None] | None = None) -> Travelled:
        """Live through all of them; ``tick`` is called now and then with the campaigns that are over."""
        lived = []
        for number, journey in enumerate(self.scenarios):
            before = number * self.duels

            def over(own: int, before: int = before) -> None:
                if tick is not None:
                    tick(before + own)

            lived.append(live(journey, self.seed, self.first_duel, self.duels, self.keep, lanes=self.lanes, tick=over))
        return Travelled(self.first_duel, self.duels, tuple(lived))


@dataclass(frozen=True, slots=True)
class Travelled:
    """What came of the campaigns ``first`` … ``first + campaigns - 1`` of every journey."""

    first: int
    campaigns: int
    lived: tuple[Lived, ...]


@dataclass(slots=True)
class Logbook:
    """The campaigns that are over, of all journeys; jobs come in any order and make the same."""

    journeys: Sequence[Journey]
    campaigns: int = 0
    tallies: list[CampaignTally] = field(init=False)
    _kept: dict[int, list[Columns]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tallies = [CampaignTally.empty(journey) for journey in self.journeys]

    def add(self, travelled: Travelled) -> None:
        """Add a finished job."""
        self.campaigns += travelled.campaigns
        for tally, lived in zip(self.tallies, travelled.lived, strict=True):
            tally.add(lived.tally)
        self._kept[travelled.first] = [lived.kept for lived in travelled.lived]

    def kept(self) -> list[Columns]:
        """Return the kept campaigns of each journey, as far as they follow each other from the first."""
        parts: list[list[Columns]] = []
        expected = 0
        for first, own in sorted(self._kept.items()):
            if first != expected:
                break
            parts.append(own)
            expected += len(own[0]["end"])
        if not parts:
            return []
        return [
            {name: np.concatenate([own[number][name] for own in parts]) for name in parts[0][number]}
            for number in range(len(self.journeys))
        ]


def campaign_jobs(
    journeys: tuple[Journey, ...], seed: int, campaigns: int, keep: int, workers: int, lanes: int = LANES
) -> Iterator[CampaignJob]:
    """Cut the campaigns of all journeys into jobs, enough of them for all workers."""
    share = -(-campaigns // (workers * SHARE)) if workers > 1 else campaigns
    size = min(lanes, max(SMALLEST, share))
    for first in range(0, campaigns, size):
        own = min(size, campaigns - first)
        kept = max(0, min(keep - first, own))
        yield CampaignJob(scenarios=journeys, seed=seed, first_duel=first, duels=own, keep=kept, lanes=lanes)
