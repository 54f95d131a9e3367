"""Surprise and statuses in the words of a game master: who has one, what it does on his turn, and how it ends (R9)."""

from __future__ import annotations

from zodiac_sim.engine import events, magic_events
from zodiac_sim.engine.events import Event, PoisonRoll
from zodiac_sim.lab.narrator_voice import Voice, line, rolled
from zodiac_sim.rules.words import turns_text
from zodiac_sim.study.fighter import STATUS_WORDS

ENDINGS = {
    "cured": ("is cured", "R9.7"),
    "woke": ("ends: the blow brings him to", "R9.2"),
    "ran out": ("runs out", "R6.5"),
}


def tell_status(voice: Voice, event: Event) -> str | None:
    """Return the line of an event of a status; None if it is another event."""
    names = voice.names
    match event:
        case magic_events.SurpriseOver(seat):
            return line(1, f"{names[seat]} is surprised no more", "R9.1")
        case events.Asleep(seat):
            return line(1, f"{names[seat]} sleeps and does nothing", "R9.2")
        case magic_events.Confused(seat, sides, roll, target):
            return line(1, f"{names[seat]} is confused: d{sides} rolls {roll}, it goes at {names[target]}", "R9.2")
        case magic_events.Berserk(seat):
            return line(1, f"{names[seat]} is berserk and must attack", "R9.2")
        case magic_events.StatusTried(seat, status, check):
            verdict = "it takes hold" if check.passed else "no effect"
            return line(2, f"{status} on {names[seat]}: {check.roll} against {check.chance}, {verdict}", "R9.7")
        case magic_events.StatusGiven():
            return given(voice, event)
        case magic_events.StatusEnded(seat, status, how):
            words, clause = ENDINGS[how]
            return line(2, f"{names[seat]}: {status} {words}", clause)
        case magic_events.Broken(seat):
            return line(2, f"{names[seat]} is broken and out of the fight", "R9.2")
        case magic_events.MeterFull(seat, meter):
            return line(2, f"{names[seat]}'s Limit Meter is full: {meter} HP lost to attacks", "R9.9")
        case _:
            return None


def given(voice: Voice, event: magic_events.StatusGiven) -> str:
    """A status that takes hold: for how long, and what it does."""
    does, _, clauses = STATUS_WORDS[event.status].rstrip(")").partition(" (")
    magic = f", Magic {event.magic}" if event.status == "poison" else ""
    lasts = f"{'' if event.turns is None else 'for '}{turns_text(event.turns)}"
    text = f"{voice.names[event.seat]}: {event.status}{' again' if event.renewed else ''}, {lasts}"
    return line(2, f"{text}{magic}: {does}", "R9.7", *clauses.split(", "))


def poison_text(poison: PoisonRoll) -> str:
    """How the poison of an end of turn came about (R9.4)."""
    text = rolled(poison.dice, poison.faces)
    text += f", +{poison.magic} Magic" if poison.magic else ""
    return text + (f", -{poison.vitality} Vitality" if poison.vitality else "")
