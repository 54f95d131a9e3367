"""Pieces of a run of campaigns that need nothing else, and how they are put together again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from zodiac_sim.engine.batch import LANES, Columns
from zodiac_sim.engine.campaign import live
from zodiac_sim.engine.campaign_pairing import CampaignPairing, pairing
from zodiac_sim.engine.campaign_tally import CampaignTally
from zodiac_sim.engine.pairing import Pair
from zodiac_sim.lab.jobs import pairs_within
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
        pairs = journey_pairs(self.scenarios)
        tallies, kept, found = [], [], {}
        held: dict[int, Columns] = {}  # what later journeys are paired with
        for number, journey in enumerate(self.scenarios):
            over = _Counter(tick, number * self.duels)
            lived = live(journey, self.seed, self.first_duel, self.duels, self.keep, lanes=self.lanes, tick=over)
            tallies.append(lived.tally)
            kept.append(lived.kept)
            for pair in pairs:
                if pair[0] == number:
                    held[number] = lived.each
                elif pair[1] == number:
                    found[pair] = pairing(held[pair[0]], lived.each)
        return Travelled(self.first_duel, self.duels, tallies, kept, found)


@dataclass(frozen=True, slots=True)
class _Counter:
    """Tells how many campaigns are over, those of earlier journeys included."""

    tick: Callable[[int], None] | None
    before: int

    def __call__(self, own: int) -> None:
        if self.tick is not None:
            self.tick(self.before + own)


@dataclass(frozen=True, slots=True)
class Travelled:
    """What came of the campaigns ``first`` … ``first + campaigns - 1`` of every journey."""

    first: int
    campaigns: int
    tallies: list[CampaignTally]
    kept: list[Columns]
    pairings: dict[Pair, CampaignPairing]


@dataclass(slots=True)
class Logbook:
    """The campaigns that are over, of all journeys; jobs come in any order and make the same."""

    journeys: Sequence[Journey]
    campaigns: int = 0
    tallies: list[CampaignTally] = field(init=False)
    pairings: dict[Pair, CampaignPairing] = field(default_factory=dict)
    _kept: dict[int, list[Columns]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tallies = [CampaignTally.empty(journey) for journey in self.journeys]

    def add(self, travelled: Travelled) -> None:
        """Add a finished job."""
        self.campaigns += travelled.campaigns
        for tally, own in zip(self.tallies, travelled.tallies, strict=True):
            tally.add(own)
        for pair, found in travelled.pairings.items():
            self.pairings[pair] = self.pairings[pair].add(found) if pair in self.pairings else found
        self._kept[travelled.first] = travelled.kept

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


def journey_pairs(journeys: Sequence[Journey]) -> tuple[Pair, ...]:
    """Return the journeys of one hero that are paired: every two variants, or each with the first of many."""
    return pairs_within([journey.name for journey in journeys])


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
