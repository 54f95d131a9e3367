"""Many campaigns of a hero at once: each fight is fought by all who come to it, a lane each (R10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from zodiac_sim.engine.batch import COMPACT_BELOW, LANES, Columns
from zodiac_sim.engine.campaign_outcome import (
    BROKEN,
    DEAD,
    DEFEATED,
    DRAW,
    ENDS,
    RESULTS,
    RETREATED,
    SURVIVED,
    UNDEAD,
    WON,
)
from zodiac_sim.engine.campaign_tally import COUNTED, CampaignTally
from zodiac_sim.engine.dice import Ints, Words, duel_keys, where
from zodiac_sim.engine.heroes import Heroes
from zodiac_sim.engine.keys import matchup_key
from zodiac_sim.engine.phases.ending import STANDING
from zodiac_sim.engine.round import play_round
from zodiac_sim.engine.start import fresh_state
from zodiac_sim.engine.state import State, opponent
from zodiac_sim.engine.tables import WIDTH, Tables, build_tables
from zodiac_sim.study.campaign import Journey

NOT_BEGUN = len(RESULTS)  # in place of a result
_END_OF_RESULT = np.array([ENDS.index(word) if word in ENDS else SURVIVED for word in RESULTS])


@dataclass(frozen=True, slots=True)
class Lived:
    """What came of some campaigns of a journey.

    ``each`` holds them one by one: ``end`` (position in ``ENDS``), ``fights_won``, ``days_lived``, ``retreats`` and
    ``hp_left``, of shape (campaigns,). ``fights`` holds those of the first of them: ``result`` (position in
    ``RESULTS``, or ``NOT_BEGUN``), ``hp_start`` and ``hp_end``, of shape (kept, fights).
    """

    tally: CampaignTally
    each: Columns
    fights: Columns

    @property
    def kept(self) -> Columns:
        """The first campaigns with their fights."""
        kept = len(self.fights["result"])
        return {name: values[:kept].copy() for name, values in self.each.items()} | self.fights


def live(
    journey: Journey,
    seed: int,
    first: int,
    campaigns: int,
    keep: int = 0,
    *,
    lanes: int = LANES,
    tick: Callable[[int], None] | None = None,
) -> Lived:
    """Live through the campaigns ``first`` … ``first + campaigns - 1`` of a journey.

    Parameters
    ----------
    journey : Journey
    seed : int
        Seed of the study.
    keep : int
        Of how many of them the fights are returned one by one.
    lanes : int
        How many are lived through at once; it changes no number.
    tick : function of int, optional
        Called now and then with the campaigns that are over.
    """
    road = _Road(journey, seed)
    tally, blocks = CampaignTally.empty(journey), []
    for start in range(0, campaigns, lanes):
        size = min(lanes, campaigns - start)
        block = road.travel(first + start, size, max(0, min(keep - start, size)))
        tally.add(block.tally)
        blocks.append(block)
        if tick is not None:
            tick(start + size)
    return Lived(tally, _joined([block.each for block in blocks]), _joined([block.fights for block in blocks]))


def _joined(parts: list[Columns]) -> Columns:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


class _Road:
    """The fights and days of a journey, made ready."""

    def __init__(self, journey: Journey, seed: int):
        self.journey, self.seed = journey, seed
        scenarios = {id(scenario): scenario for scenario in journey.fights}
        places = {key: place for place, key in enumerate(scenarios)}
        self.place = [places[id(scenario)] for scenario in journey.fights]
        self.tables = build_tables(list(scenarios.values()), seed)
        self.fresh = fresh_state(self.tables)

    def travel(self, first: int, campaigns: int, keep: int) -> Lived:
        """Live through some campaigns at once."""
        heroes = Heroes(self.journey, self.tables, self.fresh, campaigns)
        record = _Record(self.journey, campaigns, keep)
        for day in self.journey.days:
            heroes.begin_day()
            if isinstance(day, str):
                heroes.rest(day)
            else:
                for number in day:
                    self._fight(heroes, record, first, number)
            record.day_ends(heroes)
            used_up = heroes.end_day()
            if len(used_up):
                record.leave(heroes, used_up, UNDEAD)
                heroes.keep(np.delete(np.arange(len(heroes)), used_up))
            if not len(heroes):
                break
        record.leave(heroes, np.arange(len(heroes)), SURVIVED)
        return record.lived()

    def _fight(self, heroes: Heroes, record: _Record, first: int, number: int) -> None:
        """Let all heroes fight the fight of a number; those who do not come out of it go on no more."""
        if not len(heroes):
            return
        names = self.journey.fights[number - 1].names
        matchup = np.array([matchup_key(self.seed, names, fight=number)], np.uint64)
        before = heroes.carried["hp"]
        ended = self._fought(heroes, self.place[number - 1], duel_keys(matchup, first + heroes.campaign))
        results = _results(ended)
        record.fight_ends(heroes, number, before, ended["hp"], results)
        heroes.leave(ended)
        heroes.keep(where(results <= RETREATED))

    def _fought(self, heroes: Heroes, place: int, duels: Words) -> Columns:
        """Fight a duel for each hero; return what is left of them, and how it ended."""
        lanes = np.arange(len(heroes))
        s = State(self.tables, len(heroes))
        s.refill(lanes, self.fresh, np.full(len(heroes), place), lanes, duels, self.tables)
        heroes.enter(s)
        ended: Columns = {}
        for finished in _play(s, self.tables):
            rows = WIDTH * finished
            columns = {name: getattr(s, name)[rows] for name in (*heroes.columns, "cause", "deaths")}
            columns["foe_cause"] = s.cause[opponent(rows)]
            for name, values in columns.items():
                own = ended.setdefault(name, np.empty((len(heroes), *values.shape[1:]), values.dtype))
                own[s.slot[finished]] = values
        return ended


def _play(s: State, tables: Tables) -> Iterator[Ints]:
    """Play rounds until all fights are over; yield the lanes of those that ended, each once."""
    while True:
        finished = where((s.ended | (s.round >= tables.rules.max_rounds)) & ~s.parked)
        if len(finished):
            yield finished
            s.park(finished)
            busy = where(~s.parked)
            if not len(busy):
                return
            if len(busy) < COMPACT_BELOW * s.lanes:
                s.compact(busy)
        play_round(s, tables)


def _results(ended: Columns) -> Ints:
    """Return how fights ended for the heroes, positions in ``RESULTS``."""
    stands, foe_stands = ended["cause"] == STANDING, ended["foe_cause"] == STANDING
    lost = np.where(ended["hp"] > 0, BROKEN, DEFEATED)
    fallen = np.where(ended["deaths"] > 0, DEAD, np.where(foe_stands, lost, DRAW))
    results: Ints = np.where(stands, np.where(foe_stands, RETREATED, WON), fallen)
    return results


class _Record:
    """What is noted of campaigns while they are lived through."""

    def __init__(self, journey: Journey, campaigns: int, keep: int):
        self.tally, self.keep = CampaignTally.empty(journey), keep
        self.each: Columns = {name: np.zeros(campaigns, np.uint16) for name in ("end", *COUNTED, "hp_left")}
        self.fights: Columns = {
            "result": np.full((keep, len(journey.fights)), NOT_BEGUN, np.uint8),
            "hp_start": np.zeros((keep, len(journey.fights)), np.int16),
            "hp_end": np.zeros((keep, len(journey.fights)), np.int16),
        }

    def fight_ends(self, heroes: Heroes, number: int, before: Ints, after: Ints, results: Ints) -> None:
        """Note how a fight ended for all who began it."""
        place = number - 1
        for name, values in (("result", results), ("hp_start", before), ("hp_end", after)):
            counts = self.tally.counts[name][place]
            counts += np.bincount(values, minlength=len(counts))
            kept = where(heroes.campaign < self.keep)
            self.fights[name][heroes.campaign[kept], place] = values[kept]
        self.each["fights_won"][heroes.campaign] += results == WON
        self.each["retreats"][heroes.campaign] += results == RETREATED
        over = where(results > RETREATED)
        self.each["end"][heroes.campaign[over]] = _END_OF_RESULT[results[over]]
        self.each["hp_left"][heroes.campaign[over]] = after[over]

    def day_ends(self, heroes: Heroes) -> None:
        """Count a day for those who lived to its end."""
        self.each["days_lived"][heroes.campaign] += 1

    def leave(self, heroes: Heroes, places: Ints, end: int) -> None:
        """Note an end outside of a fight for some heroes."""
        self.each["end"][heroes.campaign[places]] = end
        self.each["hp_left"][heroes.campaign[places]] = heroes.carried["hp"][places]

    def lived(self) -> Lived:
        """Return what came of all."""
        for name in ("end", *COUNTED):
            counts = self.tally.counts[name]
            counts += np.bincount(self.each[name], minlength=len(counts))
        return Lived(self.tally, self.each, self.fights)
