"""Rows of the critical tables as a line of text says them."""

from __future__ import annotations

from collections.abc import Iterator

from zodiac_sim.errors import one_line
from zodiac_sim.rules.model import Effect

UNCHANGED = 100


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
