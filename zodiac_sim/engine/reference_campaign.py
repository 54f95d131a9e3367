"""One campaign in plain Python, fight by fight with the readable twin: the oracle of the vectorised campaigns (R10)."""

from __future__ import annotations

from dataclasses import replace

from zodiac_sim.engine import keys
from zodiac_sim.engine.campaign_outcome import CampaignOutcome, FightOutcome
from zodiac_sim.engine.outcome import CAUSES, WINNERS, FighterOutcome
from zodiac_sim.engine.reference import Duel, sheets_of
from zodiac_sim.engine.reference_state import Ailment, Combatant, Sheet
from zodiac_sim.engine.reference_table import Dice
from zodiac_sim.rules.model import Effect, Item
from zodiac_sim.study.campaign import Journey, Rest
from zodiac_sim.study.scenarios import Scenario

HOURS_A_DAY = 24
SURVIVED, UNDEAD = "survived", "undead"
GOES_ON = ("won", "retreated")


def live_campaign(journey: Journey, seed: int, campaign: int) -> CampaignOutcome:
    """Live through one campaign of a journey.

    Parameters
    ----------
    journey : Journey
        Who goes, what he meets, under which rules.
    seed, campaign : int
        Seed of the run and number of the campaign, from 0.

    Returns
    -------
    CampaignOutcome
    """
    hero, fights, end = Hero(journey), [], SURVIVED
    lived = 0
    for day in journey.days:
        undead = hero.undead
        if isinstance(day, str):
            hero.rest(day)
        else:
            for number in day:
                fights.append(_fight(hero, number, seed, campaign))
                if fights[-1].result not in GOES_ON:
                    return _outcome(fights[-1].result, lived, hero, fights)
        lived += 1
        if undead and hero.wanes():
            return _outcome(UNDEAD, lived, hero, fights)
    return _outcome(end, lived, hero, fights)


def _outcome(end: str, lived: int, hero: Hero, fights: list[FightOutcome]) -> CampaignOutcome:
    return CampaignOutcome(end=end, days_lived=lived, hp_left=hero.hp, fights=tuple(fights))


def _fight(hero: Hero, number: int, seed: int, campaign: int) -> FightOutcome:
    """Fight the fight of a number, on dice of its own."""
    scenario = hero.journey.fights[number - 1]
    matchup = keys.matchup_key(seed, scenario.names, fight=number)
    duel = Duel(hero.sheets(scenario), Dice(keys.duel_key(matchup, campaign)))
    own = duel.fighters[0]
    hero.enter(own)
    before = own.hp
    outcome = duel.play()
    hero.leave(own)
    return FightOutcome(before, own.hp, _result(outcome.winner, outcome.fighters[0]))


def _result(winner: str, own: FighterOutcome) -> str:
    """Return how a fight ended for the fighter of side a, as a word of ``RESULTS`` (R9.2, R9.6, R10.2)."""
    if winner == WINNERS[0]:
        return "won"
    if winner == "unresolved":
        return "retreated"
    if own.deaths:
        return "dead"
    if winner == "draw":
        return "draw"
    return "broken" if own.cause == CAUSES[-1] else "defeated"


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

    def enter(self, own: Combatant) -> None:
        """Begin a fight with what he carries; at full HP wounds have healed but for parts that are unusable."""
        if self.hp == self.fighter.hp:
            self.wounds = {part: (row, effect) for part, (row, effect) in self.wounds.items() if effect.unusable}
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
