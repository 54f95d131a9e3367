"""Spells, items, Draw and Limits in the words of a game master, with all their dice (R6.8, R9.8 to R9.10)."""

from __future__ import annotations

from zodiac_sim.engine import magic_events
from zodiac_sim.engine.events import Result
from zodiac_sim.engine.magic_events import Amount, Drew, PowerUsed
from zodiac_sim.engine.reference_rules import WHOLE
from zodiac_sim.errors import one_line
from zodiac_sim.lab.narrator_voice import Voice, line, percents, rolled

VERBS = {"cast": ("casts", "R9.10"), "item": ("uses", "R6.8"), "draw_cast": ("casts what was drawn:", "R9.8")}


def tell_power(voice: Voice, event: Result) -> list[str]:
    """Return the lines of a spell, an item, a Draw, or what one of them or a Limit costs."""
    name = voice.names[event.seat]
    match event:
        case magic_events.Paid(_, "mp", power, before, after):
            text = f"{name} pays {before - after} MP for {one_line(power)}, {after} are left"
            return [line(1, text, "R9.10")]
        case magic_events.Paid(_, "stock", power, _, after):
            return [line(1, f"{name} takes a drawn {one_line(power)}, {after} are left", "R9.10")]
        case magic_events.Paid(_, _, power, _, after):
            return [line(1, f"{name} takes a {one_line(power)}, {after} are left", "R7.10")]
        case magic_events.MeterSpent(_, meter):
            return [line(1, f"{name} empties the Limit Meter of {meter} for a Limit", "R9.9")]
        case Drew():
            return drew(voice, event)
        case PowerUsed():
            return used(voice, event)
    raise TypeError(event)


def drew(voice: Voice, event: Drew) -> list[str]:
    """A Draw: who chose the spell, whether it came, and how many."""
    name, spell = voice.names[event.seat], one_line(event.spell)
    lore = f"Spell Lore {event.lore.roll} against {event.lore.chance}"
    die = "" if event.choice is None else f", d{event.sides} rolls {event.choice}"
    verdict = "it comes" if event.check.passed else "nothing comes"
    lines = [
        line(1, f"{name} draws: {lore}{die}: {spell}", "R9.8"),
        line(2, f"draw {event.check.roll} against {event.check.chance}, {verdict}", "R9.8"),
    ]
    if event.dice is not None:
        lines.append(line(2, f"{rolled(event.dice, event.faces)}: {event.gained} {spell} drawn", "R9.8"))
    return lines


def used(voice: Voice, event: PowerUsed) -> list[str]:
    """A spell or an item: at whom, and how the HP it takes or gives came about."""
    verb, clause = VERBS[event.do.word]
    caster, target = voice.names[event.seat], voice.names[event.target]
    lines = [line(1, f"{caster} {verb} {one_line(str(event.do.name))} on {target}", clause)]
    if event.amount is not None:
        lines += amount_lines(voice, event.power.kind, event.amount)
    if event.reversed_:
        lines.append(line(2, f"{target} is a Zombie: what heals harms", "R9.5"))
    return lines


def amount_lines(voice: Voice, kind: str, amount: Amount) -> list[str]:
    """How the HP of a spell or an item came about, step by step."""
    text = f"{'harm' if kind == 'harm' else 'healing'} {rolled(amount.dice, amount.faces)}"
    text += f", +{amount.magic} Magic" if amount.magic else ""
    text += f", -{amount.vitality} Vitality" if amount.vitality else ""
    left = max(0, sum(amount.faces) + amount.dice.plus) + amount.magic - amount.vitality
    text += f" = {left}" + (f", at least {amount.raw}" if amount.raw != left else "")
    lines = [line(2, text, "R9.10" if kind == "harm" else "R6.8")]
    guard = voice.rules.guard_damage if amount.guarded else WHOLE
    factors = [f"x{amount.holy} holy"] if amount.holy != 1 else []
    factors += percents(stance=amount.stance_taken, guard=guard)
    if factors:
        cited = ["R4.4", *(["R9.5"] if amount.holy != 1 else [])]
        lines.append(line(2, f"of that {', '.join(factors)} = {amount.total}", *cited))
    return lines
