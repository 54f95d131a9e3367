"""One duel in plain Python, clause by clause: the oracle of the vectorised engine, and what a trace tells.

It reads ruleset and fighters directly and rolls the same addressed dice as the engine, so that both must give the same
outcome of every duel. Results are events: made once from the dice, told to whoever listens, then put into effect.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import groupby

from zodiac_sim.engine import events, keys
from zodiac_sim.engine import reference_rules as rule
from zodiac_sim.engine.events import Blow, Critical, DisarmTried, Event, Result
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.outcome import SIDES, WINNERS, Outcome
from zodiac_sim.engine.reference_blow import Dice, disarm, strike
from zodiac_sim.engine.reference_state import (
    ALWAYS,
    ATTACK,
    BLEEDING,
    CONDITIONS,
    UNCONSCIOUS,
    Combatant,
    PlannedLine,
    Sheet,
)
from zodiac_sim.rules.model import Effect, Item
from zodiac_sim.study.fighter import Action
from zodiac_sim.study.study import Scenario

DRAW, UNRESOLVED = WINNERS[2:]
OWN_RESULTS = (events.Maneuver, events.StanceTaken, events.Recovered, events.Bound)

Tell = Callable[[Event], None]


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
        Sheet.of(keys.SEATS_A_SIDE * side + position, fighter, scenario.rules)
        for side, fighters in enumerate(scenario.sides)
        for position, fighter in enumerate(fighters)
    )


class Duel:
    """The course of one duel with the dice it is given."""

    def __init__(self, sheets: tuple[Sheet, ...], dice: Dice, tell: Tell | None = None):
        self.rules = sheets[0].rules
        self.fighters = [Combatant(sheet) for sheet in sheets]
        self.by_seat = {fighter.seat: fighter for fighter in self.fighters}
        self.dice, self.tell = dice, tell
        self.round = 0

    def play(self) -> Outcome:
        """Play rounds until a side is left, or the rounds run out (R1.4, R1.5)."""
        over = False
        while not over and self.round < self.rules.max_rounds:
            self.round += 1
            self.dice.begin_round(self.round)
            over = self.play_round()
        return self.outcome()

    def play_round(self) -> bool:
        """Play one round; return whether the duel is over (R1.1 to R1.4)."""
        for fighter in self.fighters:
            fighter.bound = False
        for group in self.initiative():
            members = [fighter for fighter in group if fighter.standing]
            acting = [fighter for fighter in members if self.start_turn(fighter)]
            results = [result for fighter in acting if (result := self.act(fighter)) is not None]
            self.apply(results)
            if len(self.sides_standing) <= 1:
                return True
            for fighter in members:
                if fighter.standing:
                    self.end_turn(fighter)
            if len(self.sides_standing) <= 1:
                return True
        return False

    def initiative(self) -> list[list[Combatant]]:
        """Roll initiative; return the groups that act at the same moment, the first to act first (R1.1, R1.2)."""
        sides = self.rules.initiative_die
        rolls = [
            events.InitiativeRoll(fighter.seat, self.dice.throw(sides, Roll.INITIATIVE, fighter.seat), fighter.speed)
            for fighter in self.fighters
            if fighter.standing
        ]
        rolls.sort(key=lambda roll: -roll.total)
        if self.tell:
            self.tell(events.RoundBegan(self.round, tuple(rolls)))
        return [[self.by_seat[roll.seat] for roll in tied] for _, tied in groupby(rolls, lambda roll: roll.total)]

    def start_turn(self, fighter: Combatant) -> bool:
        """End the maneuver of the last turn and use up a stun; return whether the fighter may act (R1.3, R5.7)."""
        if self.tell and fighter.maneuver:
            self.tell(events.ManeuverEnded(fighter.seat, fighter.maneuver))
        fighter.maneuver = None
        if not fighter.stunned:
            return True
        fighter.stunned = False
        fighter.record.stunned_turns += 1
        if self.tell:
            self.tell(events.ActionLost(fighter.seat))
        return False

    def foe_of(self, fighter: Combatant) -> Combatant:
        """The enemy he aims at: the first one standing, the only one of a duel (R1.6)."""
        return next(other for other in self.fighters if other.side != fighter.side and other.standing)

    def act(self, fighter: Combatant) -> Result | None:
        """Read the policy and roll the action it names, on the state as it is; nothing takes effect yet (R1.2)."""
        foe = self.foe_of(fighter)
        action = self.choose(fighter, foe)
        result = None if action is None else self.result_of(action, fighter, foe)
        if self.tell:
            self.tell(events.Passed(fighter.seat) if result is None else result)
        return result

    def choose(self, fighter: Combatant, foe: Combatant) -> Action | None:
        """The action of the first policy line that is possible, whose conditions hold, and whose chance passes."""
        for number, line in enumerate(fighter.sheet.policy):
            if (
                fighter.can(line.do, foe)
                and all(CONDITIONS[name](fighter, foe, self.round, value) for name, value in line.conditions)
                and (line.chance == ALWAYS or self.chance_passes(fighter, number, line))
            ):
                return line.do
        return None

    def chance_passes(self, fighter: Combatant, number: int, line: PlannedLine) -> bool:
        """Leave the policy line of that number to its chance; a decision, no die at the table."""
        word = self.dice.decision(fighter.seat, number)
        passes = word < line.passes_below
        if self.tell:
            self.tell(events.ChanceRolled(fighter.seat, line.do, line.chance, word / 2**keys.WORD_BITS, passes))
        return passes

    def result_of(self, action: Action, fighter: Combatant, foe: Combatant) -> Result:
        """What an action comes to (R7)."""
        match action:
            case Action("attack" | "bash"):
                return strike(self.dice, fighter, foe, bash=action.word == "bash")
            case Action("disarm"):
                return disarm(self.dice, fighter, foe)
            case Action("recover"):
                assert fighter.recoverable is not None
                return events.Recovered(fighter.seat, fighter.recoverable)
            case Action("bind"):
                part = fighter.worst_bleeding()
                return events.Bound(fighter.seat, part, fighter.levels[part], fighter.levels[part] - 1)
            case Action("stance", str(stance)):
                return events.StanceTaken(fighter.seat, fighter.stance_name, stance)
            case _:
                return events.Maneuver(fighter.seat, action.word)

    def apply(self, results: list[Result]) -> None:
        """Put the results of a group into effect: own ones first, then harm, by seat (R1.2b)."""
        results.sort(key=lambda result: (not isinstance(result, OWN_RESULTS), result.seat))
        for result in results:
            match result:
                case events.Maneuver(seat, maneuver):
                    self.by_seat[seat].maneuver = maneuver
                case events.StanceTaken(seat, _, stance):
                    self.by_seat[seat].take_stance(stance)
                case events.Recovered(seat, item):
                    self.by_seat[seat].held.add(item)
                case events.Bound(seat, part, _, level):
                    fighter = self.by_seat[seat]
                    fighter.levels[part], fighter.bound = level, True
                    fighter.record.binds += 1
                case DisarmTried(_, target, check):
                    if check.passed:
                        self.lose_item(self.by_seat[target], "weapon")
                case Blow():
                    if result.landed:
                        self.hurt(self.by_seat[result.target], result)

    def hurt(self, foe: Combatant, blow: Blow) -> None:
        """Put a blow that landed into effect (R4.6, R5, R6.2)."""
        assert blow.damage is not None
        effect = blow.critical.effect if blow.critical else None
        knocked_out = effect is not None and effect.unconscious
        before = foe.hp
        lost = before if knocked_out else min(before, blow.damage.taken)
        foe.hp -= lost
        foe.record.attack_damage += lost
        if self.tell:
            self.tell(events.HpLost(foe.seat, before, foe.hp))
        if blow.critical and effect:
            self.wound(foe, blow.critical, effect)
        if (effect and effect.stun) or (blow.stun and blow.stun.passed):
            foe.stunned = True
            if self.tell:
                self.tell(events.Stunned(foe.seat))
        self.cross_marks(foe, before)
        if before and not foe.standing:
            self.fell(foe, UNCONSCIOUS if knocked_out else ATTACK)

    def wound(self, foe: Combatant, critical: Critical, effect: Effect) -> None:
        """Give a part of the body the lasting effects of a critical (R5.3 to R5.5, R6.3)."""
        if foe.suffer(critical.part, critical.row):
            if self.tell:
                self.tell(events.Wounded(foe.seat, critical.part, effect))
            held_there = foe.sheet.holds[critical.part]
            if effect.unusable and held_there:
                foe.useless.add(held_there)
                self.lose_item(foe, held_there, for_good=True)
        if critical.drops:
            self.lose_item(foe, critical.drops)
        if self.rules.bleeding == "critical" and effect.bleeding:
            level = self.rules.levels.index(effect.bleeding) + 1
            self.set_bleeding(foe, critical.part, max(level, foe.levels[critical.part]), "R6.3")

    def lose_item(self, fighter: Combatant, item: Item, *, for_good: bool = False) -> None:
        """Take an item out of the hand that holds it (R5.5)."""
        if self.tell and (item in fighter.held or for_good):
            self.tell(events.Dropped(fighter.seat, item, for_good))
        fighter.held.discard(item)

    def set_bleeding(self, fighter: Combatant, part: int, level: int, clause: str) -> None:
        """Set the bleeding level of a part, or of the body where it is one."""
        before = fighter.levels[part]
        fighter.levels[part] = level
        if self.tell and level != before:
            self.tell(events.BleedingChanged(fighter.seat, part, before, level, clause))

    def cross_marks(self, fighter: Combatant, before: int) -> None:
        """Start, worsen or ease bleeding by injury after HP changed (R6.2)."""
        crosses = fighter.hp != before and (fighter.standing or self.rules.ko_bleeds)
        if self.rules.bleeding == "injury" and crosses:
            level = rule.injury_level(fighter.levels[0], before, fighter.hp, fighter.fighter.hp, self.rules)
            self.set_bleeding(fighter, 0, level, "R6.2")

    def end_turn(self, fighter: Combatant) -> None:
        """Regen, bleeding, and the turns of statuses, in this order (R6.5)."""
        regenerates = fighter.regenerates
        if not regenerates and not any(fighter.levels):
            return
        before, max_hp, record = fighter.hp, fighter.fighter.hp, fighter.record
        if regenerates:
            for part, level in enumerate(fighter.levels):
                self.set_bleeding(fighter, part, max(0, level - 1), "R6.5")
        gain = rule.regen_gain(max_hp, self.rules) if regenerates else 0
        loss = rule.bleeding_loss(fighter.levels, max_hp, self.rules)
        fighter.hp, lost, healed = rule.settle(before, gain, loss, max_hp)
        record.bleeding_damage += lost
        record.healed += healed
        if self.tell:
            percent = rule.bleeding_percent(fighter.levels, self.rules)
            self.tell(events.TurnEnded(fighter.seat, before, gain, percent, loss, fighter.hp))
        self.cross_marks(fighter, before)
        if fighter.regen_turns:
            fighter.regen_turns -= 1
        if not fighter.standing:
            self.fell(fighter, BLEEDING)

    def fell(self, fighter: Combatant, cause: str) -> None:
        """Record what brought a fighter to 0 HP."""
        fighter.record.cause = cause
        if self.tell:
            self.tell(events.Fell(fighter.seat, cause))

    @property
    def sides_standing(self) -> set[int]:
        """The sides that have anyone standing."""
        return {fighter.side for fighter in self.fighters if fighter.standing}

    def outcome(self) -> Outcome:
        """Record how the duel ended, with the deaths of those who bleed and have nobody standing (R1.4, R1.5, R9.6)."""
        left = self.sides_standing
        winner = UNRESOLVED if len(left) > 1 else SIDES[left.pop()] if left else DRAW
        if self.tell:
            self.tell(events.Ended(winner, self.round))
        for fighter in self.fighters:
            record = fighter.record
            record.hp_left = fighter.hp
            if not fighter.standing and any(fighter.levels) and fighter.side not in self.sides_standing:
                record.deaths = 1
                if self.tell:
                    self.tell(events.Died(fighter.seat))
        records = tuple(fighter.record for fighter in self.fighters)
        rolls, lookups = self.dice.thrown, self.dice.lookups
        return Outcome(winner=winner, rounds=self.round, rolls=rolls, lookups=lookups, fighters=records)
