"""One campaign in plain Python, fight by fight with the readable twin: the oracle of the vectorised campaigns (R10)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from zodiac_sim.engine import campaign_events, keys
from zodiac_sim.engine.campaign_outcome import CampaignOutcome, FightOutcome
from zodiac_sim.engine.events import Event
from zodiac_sim.engine.outcome import SIDES, FighterOutcome
from zodiac_sim.engine.reference import DRAW, UNRESOLVED, Duel, sheets_of
from zodiac_sim.engine.reference_state import BREAK, Ailment, Combatant, Sheet
from zodiac_sim.engine.reference_table import Dice, Tell
from zodiac_sim.rules.model import Effect, Item
from zodiac_sim.study.campaign import Journey, Rest
from zodiac_sim.study.scenarios import Scenario

HOURS_A_DAY = 24
SURVIVED, UNDEAD = "survived", "undead"
GOES_ON = ("won", "retreated")


def live_campaign(journey: Journey, seed: int, campaign: int, *, tell: Tell | None = None) -> CampaignOutcome:
    """Live through one campaign of a journey.

    Parameters
    ----------
    journey : Journey
        Who goes, what he meets, under which rules.
    seed, campaign : int
        Seed of the run and number of the campaign, from 0.
    tell : callable, optional
        Is given every event in its order, those of the fights among them; without it none is told.

    Returns
    -------
    CampaignOutcome
    """
    return _Diary(journey, seed, campaign, tell).live()


class _Diary:
    """The course of one campaign."""

    def __init__(self, journey: Journey, seed: int, campaign: int, tell: Tell | None):
        self.journey, self.seed, self.campaign, self.tell = journey, seed, campaign, tell
        self.hero = Hero(journey)
        self.fights: list[FightOutcome] = []
        self.lived = 0

    def live(self) -> CampaignOutcome:
        """Live through the days until the campaign ends."""
        end = next((end for number in range(len(self.journey.days)) if (end := self.day(number))), SURVIVED)
        outcome = CampaignOutcome(end=end, days_lived=self.lived, hp_left=self.hero.hp, fights=tuple(self.fights))
        self.say(campaign_events.CampaignEnded, outcome)
        return outcome

    def day(self, number: int) -> str | None:
        """Live through a day; return how the campaign ended if it did."""
        hero, lived = self.hero, self.journey.days[number]
        undead = hero.undead
        self.say(campaign_events.DayBegan, number + 1, lived)
        if isinstance(lived, str):
            before = hero.hp, hero.mp
            hero.rest(lived)
            self.say(campaign_events.Rested, (before[0], hero.hp), (before[1], hero.mp))
        else:
            for fight in lived:
                result = self.fight(fight)
                if result not in GOES_ON:
                    return result
        self.lived += 1
        return UNDEAD if undead and self.wane() else None

    def fight(self, number: int) -> str:
        """Fight the fight of a number, on dice of its own; return its result."""
        hero, scenario = self.hero, self.journey.fights[number - 1]
        matchup = keys.matchup_key(self.seed, scenario.names, fight=number)
        duel = Duel(hero.sheets(scenario), Dice(keys.duel_key(matchup, self.campaign)), self.tell)
        own = duel.fighters[0]
        if hero.heal_wounds():
            self.say(campaign_events.WoundsHealed)
        hero.enter(own)
        carried = tuple(hero.wounds), tuple(sorted(hero.useless)), tuple(hero.statuses)
        self.say(campaign_events.FightBegan, number, scenario, own.hp, own.mp, *carried)
        before = own.hp
        outcome = duel.play()
        hero.leave(own)
        fought = FightOutcome(before, own.hp, _result(outcome.winner, outcome.fighters[0]))
        self.fights.append(fought)
        self.say(campaign_events.FightEnded, number, fought)
        return fought.result

    def wane(self) -> bool:
        """Count a day begun as a Zombie; return whether his Vitality is used up by it (R9.5)."""
        before, used_up = self.hero.vitality, self.hero.wanes()
        if self.hero.vitality_lost:
            self.say(campaign_events.Waned, (before, self.hero.vitality))
        return used_up

    def say(self, event: type[Event], *told: Any) -> None:
        """Make an event of what is told and tell it, if anybody listens."""
        if self.tell:
            self.tell(event(*told))


def _result(winner: str, own: FighterOutcome) -> str:
    """Return how a fight ended for the fighter of side a, as a word of ``RESULTS`` (R9.2, R9.6, R10.2)."""
    if winner == SIDES[0]:
        return "won"
    if winner == UNRESOLVED:
        return "retreated"
    if own.deaths:
        return "dead"
    if winner == DRAW:
        return "draw"
    return "broken" if own.cause == BREAK else "defeated"


class Hero:
    """A hero between the fights of one campaign: what he carries on (R10.2)."""

    def __init__(self, journey: Journey):
        fighter = journey.hero
        self.journey, self.fighter, self.rules = journey, fighter, journey.rules
        self.hp, self.mp, self.meter = fighter.hp, fighter.mp, 0
        self.stock, self.items = dict(fighter.stock), dict(fighter.items)
        self.wounds: dict[int, tuple[int, Effect]] = {}
        self.useless: set[Item] = set()
        self.statuses = {
            name: Ailment(start.turns, getattr(start, "magic", 0)) for name, start in fighter.starts_with()
        }
        self.lasting = {name for name, ailment in self.statuses.items() if ailment.turns is None}
        self.zombie_days = 0

    @property
    def undead(self) -> bool:
        """Whether he is a Zombie."""
        return "zombie" in self.statuses

    @property
    def vitality_lost(self) -> int:
        """The Vitality that his days as a Zombie cost him: each hour of those beyond the first (R9.5)."""
        hours = HOURS_A_DAY * max(0, self.zombie_days - self.rules.zombie_days)
        return hours * self.rules.zombie_vitality

    @property
    def vitality(self) -> int:
        """The Vitality that he has left of it."""
        return max(0, self.fighter.vitality - self.vitality_lost)

    def sheets(self, scenario: Scenario) -> tuple[Sheet, ...]:
        """Return the sheets of a fight, his own with the Vitality he has left."""
        own, *others = sheets_of(scenario)
        return replace(own, fighter=own.fighter.model_copy(update={"vitality": self.vitality})), *others

    def heal_wounds(self) -> bool:
        """Let wounds heal if his HP are full, but for parts that are unusable; return whether any did (R10.2)."""
        healed = [part for part, (_, effect) in self.wounds.items() if not effect.unusable]
        if self.hp < self.fighter.hp or not healed:
            return False
        for part in healed:
            del self.wounds[part]
        return True

    def enter(self, own: Combatant) -> None:
        """Begin a fight with what he carries."""
        own.hp, own.mp, own.meter = self.hp, self.mp, self.meter
        own.stock, own.items = dict(self.stock), dict(self.items)
        own.statuses = dict(self.statuses)
        own.useless = set(self.useless)
        own.held -= own.useless
        for part, (row, _) in self.wounds.items():
            own.suffer(part, row)

    def leave(self, own: Combatant) -> None:
        """End a fight: keep what goes on, let the rest end, and have wounds treated or not."""
        self.hp, self.mp, self.meter = own.hp, own.mp, own.meter
        self.stock, self.items = own.stock, own.items
        self.statuses = {
            name: Ailment(None, ailment.magic)
            for name, ailment in own.statuses.items()
            if name == "zombie" or (name in self.lasting and ailment.turns is None)
        }
        if self.journey.wounds == "carry":
            rows = zip(own.worst_rows.items(), own.wounds, strict=True)
            self.wounds = {part: (row, effect) for (part, row), effect in rows}
            self.useless = set(own.useless)

    def rest(self, day: Rest) -> None:
        """Live through a day without a fight (R10.1)."""
        percent, hp, mp = getattr(self.rules.healing, day), self.fighter.hp, self.fighter.mp
        self.hp = min(hp, self.hp + percent * hp // 100)
        self.mp = min(mp, self.mp + percent * mp // 100)

    def wanes(self) -> bool:
        """Count a day begun as a Zombie; return whether his Vitality is used up by it (R9.5)."""
        self.zombie_days += 1
        return self.vitality_lost > 0 and self.vitality == 0
