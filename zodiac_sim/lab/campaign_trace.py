"""One campaign of a run, lived through again alone and told day by day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from zodiac_sim.engine import campaign_events as told
from zodiac_sim.engine.campaign_outcome import CampaignOutcome
from zodiac_sim.engine.events import Event
from zodiac_sim.engine.reference_campaign import live_campaign
from zodiac_sim.errors import InputError, listed, nearest, one_line, shown
from zodiac_sim.lab.narrator import Narrator
from zodiac_sim.lab.narrator_voice import line
from zodiac_sim.lab.trace import check_number, chosen_seed
from zodiac_sim.study.campaign import Journey
from zodiac_sim.study.study import MAX_DUELS, Study

RESULTS = {
    "won": "won",
    "retreated": "nobody wins, a retreat",
    "defeated": "lost",
    "dead": "lost, and dead",
    "draw": "a draw",
    "broken": "out of it, broken",
}
ENDS = {
    "survived": "survived",
    "defeated": "over by defeat",
    "dead": "over by death",
    "draw": "over by a draw",
    "broken": "over, as he is broken",
    "undead": "over: his Vitality is used up, he is undead for good",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignTrace:
    """A campaign with all its events and its outcome."""

    journey: Journey
    seed: int
    campaign: int
    events: tuple[Event, ...]
    outcome: CampaignOutcome

    def lines(self) -> Iterator[str]:
        """Yield the campaign as plain text, day by day, its fights die by die, each line with its clauses."""
        name, variant = one_line(self.journey.name), one_line(self.journey.variant)
        yield f"{name}, {variant}, campaign {self.campaign}, seed {self.seed}"
        narrator = None
        for event in self.events:
            if isinstance(event, told.FightBegan):
                narrator = Narrator(event.scenario)
            own = _lines(self.journey, event)
            if own is not None:
                yield from own
            elif narrator is not None:
                yield from (line(1, text) for text in narrator.tell(event))


def trace_campaign(
    study: Study,
    *,
    hero: str | None = None,
    variant: str | None = None,
    campaign: int = 0,
    seed: int | None = None,
) -> CampaignTrace:
    """Live through one campaign of a study again and tell it.

    Parameters
    ----------
    study : Study
        The study of the run; it has a campaign.
    hero, variant : str, optional
        Name of the hero, and of the variant, of a grid the short one will do; without them the first ones.
    campaign : int
        Number of the campaign, from 0.
    seed : int, optional
        Seed of the run; without it the one the study names.

    Raises
    ------
    InputError
        If the study has no campaign, no such hero or variant, if the campaign or seed is out of range, or if no seed is
        known.
    """
    journey = _journey(study, hero, variant)
    seed = chosen_seed(study, seed)
    check_number("campaign", campaign, MAX_DUELS - 1)
    events: list[Event] = []
    outcome = live_campaign(journey, seed, campaign, tell=events.append)
    return CampaignTrace(journey=journey, seed=seed, campaign=campaign, events=tuple(events), outcome=outcome)


def _journey(study: Study, hero: str | None, variant: str | None) -> Journey:
    journeys = study.journeys
    own = study.variant_names[0] if variant is None else study.find_variant(variant)
    names = {journey.name: journey for journey in journeys if journey.variant == own}
    if hero is None:
        return next(iter(names.values()))
    if not isinstance(hero, str) or hero not in names:
        raise InputError(
            f"no hero {shown(hero)}; this campaign has {listed(names)}", key="hero", nearest=nearest(hero, names)
        )
    return names[hero]


def _lines(journey: Journey, event: Event) -> list[str] | None:
    """Return the lines of an event of the campaign; of an event of a fight None."""
    name = one_line(journey.name)
    match event:
        case told.DayBegan(day, lived):
            quiet = {"rest": "a day of rest", "light": "light activity"}
            return [line(0, f"Day {day}: {quiet[lived]}" if isinstance(lived, str) else f"Day {day}")]
        case told.Rested(hp, mp):
            given = [f"HP {hp[0]} -> {hp[1]}", *([f"MP {mp[0]} -> {mp[1]}"] if journey.hero.mp else [])]
            return [line(1, f"{name}: {', '.join(given)}", "R10.1")]
        case told.WoundsHealed():
            return [line(1, f"HP of {name} are full: wounds have healed", "R10.2")]
        case told.FightBegan():
            return [line(0, f"Fight {event.number}: {_setting_out(journey, event)}", "R10.2")]
        case told.FightEnded(number, outcome):
            return [line(0, f"Fight {number}: {RESULTS[outcome.result]}; {name} has {outcome.hp_end} HP", "R10.2")]
        case told.Waned(vitality):
            return [line(1, f"{name} is a Zombie: Vitality {vitality[0]} -> {vitality[1]}", "R9.5")]
        case told.CampaignEnded(outcome):
            fights = f"{outcome.fights_won} of {len(outcome.fights)} fights won, {outcome.days_lived} days lived"
            return [line(0, f"The campaign is {ENDS[outcome.end]}: {fights}")]
        case _:
            return None


def _setting_out(journey: Journey, event: told.FightBegan) -> str:
    """Return whom the hero meets, and how he comes to it."""
    name, foe = (one_line(side[0].name) for side in event.scenario.sides)
    carried = [f"{event.hp} of {journey.hero.hp} HP"]
    if journey.hero.mp:
        carried.append(f"{event.mp} of {journey.hero.mp} MP")
    carried += [f"{one_line(journey.rules.parts[part].name)} wounded" for part in event.wounded]
    carried += [*(f"no {item}" for item in event.useless), *event.statuses]
    return f"{name} with {', '.join(carried)} against {foe}"
