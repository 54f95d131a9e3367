"""Rows of the critical tables, statuses, spells and items as a line of text says them."""

from __future__ import annotations

from collections.abc import Iterator

from zodiac_sim.errors import one_line
from zodiac_sim.rules.magic import Inflicted, Power, Spell, Status
from zodiac_sim.rules.model import Effect

UNCHANGED = 100
UNTIL_CURED = "until cured"


def rolls_text(low: int, high: int) -> str:
    """Return the rolls from ``low`` to ``high`` as a table heads its rows."""
    return str(low) if low == high else f"{low}-{high}"


def effect_text(effect: Effect) -> str:
    """Return all that a row of a critical table does."""
    now = [f"x{effect.damage}"] if effect.damage != 1 else []
    now += [f"{one_line(effect.bleeding)} bleeding"] if effect.bleeding else []
    now += [word for word in ("stun", "drop", "unconscious") if getattr(effect, word)]
    return ", ".join([*now, *_lasting(effect)]) or "nothing more"


def lasting_text(effect: Effect) -> str:
    """Return what a row does for the rest of the fight; empty if nothing."""
    return ", ".join(_lasting(effect))


def _lasting(effect: Effect) -> Iterator[str]:
    for points, percent, word in (
        (effect.accuracy, effect.accuracy_percent, "Accuracy"),
        (effect.evade, effect.evade_percent, "Evade"),
    ):
        if points:
            yield f"{word} {points}"
        if percent != UNCHANGED:
            yield f"{word} {percent} %"
    if effect.evade_zero:
        yield "Evade 0"
    if effect.speed is not None:
        yield f"speed {effect.speed}"
    if effect.speed_percent != UNCHANGED:
        yield f"speed {effect.speed_percent} %"
    if effect.unusable:
        yield "unusable"


def status_text(status: Status) -> str:
    """Return how long a status lasts and, where it has them, its chance and its Magic: ``75 %, 5 turns``."""
    said = [f"{status.chance} %"] if isinstance(status, Inflicted) and status.chance != UNCHANGED else []
    said.append(turns_text(status.turns))
    magic = getattr(status, "magic", None)  # of the poison that fighters start with, or that weapons and items give
    return ", ".join([*said, *([f"Magic {magic}"] if magic is not None else [])])


def turns_text(turns: int | None) -> str:
    """Return how many own turns a status lasts, or that it does until it is cured."""
    return UNTIL_CURED if turns is None else f"{turns} turn{'' if turns == 1 else 's'}"


def power_text(power: Power) -> str:
    """Return all that a spell or an item does: ``harm, 2d6 + Magic - Vitality, element fire; level 1, 5 MP``."""
    does = "; ".join([", ".join([power.kind, *_amount(power)]), *_brings(power)])
    return one_line(f"{does}; level {power.level}, {power.mp} MP" if isinstance(power, Spell) else does)


def _amount(power: Power) -> Iterator[str]:
    if power.dice is not None:
        magic = " + Magic" if isinstance(power, Spell) and power.adds_magic else ""
        yield f"{power.dice}{magic}{' - Vitality' if power.kind == 'harm' and power.resisted else ''}"
    if power.element:
        yield f"element {power.element}"
    if power.revives:
        yield "for the fallen alone"


def _brings(power: Power) -> Iterator[str]:
    if power.cures:
        yield f"ends {', '.join(power.cures)}"
    for name, status in power.statuses.items():
        yield f"{name} ({status_text(status)})"
