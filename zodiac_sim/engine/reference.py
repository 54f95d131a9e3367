"""One duel in plain Python, clause by clause: the oracle of the vectorised engine, and what a trace tells.

It reads ruleset and fighters directly and rolls the same addressed dice as the engine, so that both must give the same
outcome of every duel. Results are events: made once from the dice, told to whoever listens, then put into effect.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from zodiac_sim.engine import events, keys, magic_events
from zodiac_sim.engine import reference_turns as turns
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.outcome import SIDES, WINNERS, Outcome
from zodiac_sim.engine.reference_policy import choose
from zodiac_sim.engine.reference_results import put_into_effect, take_out_the_broken
from zodiac_sim.engine.reference_state import Combatant, Sheet
from zodiac_sim.engine.reference_table import Dice, Table, Tell
from zodiac_sim.study.study import Scenario

DRAW, UNRESOLVED = WINNERS[2:]


def play_duel(scenario: Scenario, seed: int, duel: int, *, tell: Tell | None = None) -> Outcome:
    """Play one duel of a scenario.

    Parameters
    ----------
    scenario : Scenario
        Who fights whom under which rules.
    seed, duel : int
        Seed of the run and number of the duel, from 0.
    tell : callable, optional
        Is given every event in the order of play; without it none is told.

    Returns
    -------
    Outcome
    """
    sheets, matchup = _prepared(_Same(scenario), seed)
    return Duel(sheets, Dice(keys.duel_key(matchup, duel)), tell).play()


class _Same:
    """A scenario as a key of a cache: equal to itself alone, and kept alive as long as the key is."""

    __slots__ = ("scenario",)

    def __init__(self, scenario: Scenario):
        self.scenario = scenario

    def __hash__(self) -> int:
        return id(self.scenario)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.scenario is other.scenario


@lru_cache(maxsize=64)
def _prepared(same: _Same, seed: int) -> tuple[tuple[Sheet, ...], int]:
    scenario = same.scenario
    return sheets_of(scenario), keys.matchup_key(seed, scenario.names, scenario.repeat)


def sheets_of(scenario: Scenario) -> tuple[Sheet, ...]:
    """Return the sheets of all fighters of a scenario, by seat."""
    return tuple(
        Sheet.of(
            keys.SEATS_A_SIDE * side + position,
            fighter,
            scenario.rules,
            surprised=scenario.surprised[side],
            source=scenario.draw_source,
        )
        for side, fighters in enumerate(scenario.sides)
        for position, fighter in enumerate(fighters)
    )


class Duel(Table):
    """The course of one duel with the dice it is given."""

    def play(self) -> Outcome:
        """Play rounds until a side is left, or the rounds run out; who starts broken is out at once (R1.4, R1.5)."""
        self.tell_statuses()
        take_out_the_broken(self)
        over = self.over
        while not over and self.round < self.rules.max_rounds:
            self.round += 1
            self.dice.begin_round(self.round)
            over = self.play_round()
        return self.outcome()

    def tell_statuses(self) -> None:
        """Tell the statuses that are there before the first round (R9.7)."""
        for fighter in self.fighters:
            for name, ailment in fighter.statuses.items():
                self.say(magic_events.StatusGiven, fighter.seat, name, ailment.turns, ailment.magic, False)

    @property
    def over(self) -> bool:
        """Whether at most one side has anyone standing (R1.4)."""
        return len(self.sides_standing) <= 1

    def play_round(self) -> bool:
        """Play one round; return whether the duel is over (R1.1 to R1.4)."""
        for fighter in self.fighters:
            fighter.bound = False
        opened = self.read_early()
        for group in self.initiative(opened=opened):
            members = [fighter for fighter in group if fighter.standing]
            acting = [fighter for fighter in members if turns.start(self, fighter)]
            put_into_effect(self, [result for fighter in acting for result in turns.act(self, fighter)])
            if self.over:
                return True
            for fighter in members:
                if fighter.standing:
                    turns.end(self, fighter)
            if self.over:
                return True
        return False

    def read_early(self) -> bool:
        """Read the policies that may draw-cast, for it is declared before initiative; return whether any was (R1.1)."""
        readers = [fighter for fighter in self.standing if "draw_cast" in fighter.sheet.words]
        if readers:
            self.say(events.EarlyReading, self.round)
        for fighter in readers:
            action = None if fighter.overridden else choose(self, fighter, draw_casts=True)
            fighter.declared = action if action is not None and action.word == "draw_cast" else None
            if fighter.declared:
                self.say(events.Declared, fighter.seat, fighter.declared)
        return bool(readers)

    def initiative(self, *, opened: bool) -> list[list[Combatant]]:
        """Roll initiative; return the groups that act at the same moment, the first to act first (R1.1, R1.2, R9.1)."""
        rolls = [self.roll_initiative(fighter) for fighter in self.standing]
        rolls.sort(key=_turn)
        self.say(events.RoundBegan, self.round, tuple(rolls), opened)
        return [[self.by_seat[roll.seat] for roll in tied] for _, tied in groupby(rolls, _turn)]

    def roll_initiative(self, fighter: Combatant) -> events.InitiativeRoll:
        """One fighter's roll for initiative, with what a declared draw-cast adds to it (R1.1, R9.8)."""
        die = self.dice.throw(self.rules.initiative_die, Roll.INITIATIVE, fighter.seat)
        declared = self.rules.draw_cast_initiative if fighter.declared else 0
        return events.InitiativeRoll(fighter.seat, die, fighter.speed, declared, fighter.surprised)

    def outcome(self) -> Outcome:
        """Record how the duel ended, and who of the fallen is dead (R1.4, R1.5, R9.6)."""
        left = self.sides_standing
        winner = UNRESOLVED if len(left) > 1 else SIDES[left.pop()] if left else DRAW
        self.say(events.Ended, winner, self.round)
        for fighter in self.fighters:
            fighter.record.hp_left = fighter.hp
            bleeds, poisoned = any(fighter.levels), "poison" in fighter.statuses
            if not fighter.hp and (bleeds or poisoned) and fighter.side not in self.sides_standing:
                fighter.record.deaths = 1
                self.say(events.Died, fighter.seat, bleeds, poisoned)
        records = tuple(fighter.record for fighter in self.fighters)
        rolls, lookups = self.dice.thrown, self.dice.lookups
        return Outcome(winner=winner, rounds=self.round, rolls=rolls, lookups=lookups, fighters=records)


def _turn(roll: events.InitiativeRoll) -> tuple[bool, int]:
    """When a fighter acts: the surprised after all others, the highest total first (R1.1, R9.1)."""
    return roll.surprised, -roll.total
