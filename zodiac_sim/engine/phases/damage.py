"""R4: from the damage roll to HP lost."""

from __future__ import annotations

import numpy as np

from zodiac_sim.engine.dice import Ints
from zodiac_sim.engine.structure import Rules


def at_least(amount: Ints, lowest: Ints | int | None) -> Ints:
    """Return the amount, raised to the lowest where it is less.

    ``lowest`` is None where no amount can be that low. NumPy is far slower with a scalar than with an array.
    """
    return amount if lowest is None else np.maximum(amount, np.full_like(amount, lowest))


def damage_roll(dice: Ints, plus: Ints | int, lowest: int | None = 0) -> Ints:
    """Return the roll of a weapon: its dice and what it adds, at least 0 (R4.1); ``lowest`` as for ``at_least``."""
    return at_least(dice + plus, lowest)


def percent(amount: Ints, *percents: Ints | int | None) -> Ints:
    """Return an amount times all percentages, rounded down once; None changes nothing."""
    scale = 1
    for factor in percents:
        if factor is not None:
            amount = amount * factor
            scale *= 100
    return amount if scale == 1 else amount // scale


def damage_dealt(raw: Ints, stance: Ints | None, vitality: Ints, lowest: Ints | int | None) -> Ints:
    """Return the damage that comes through Vitality (R4.3).

    Parameters
    ----------
    raw : int array, shape (n,)
        Damage roll and Strength (R4.2), times the critical's multiplier.
    stance : int array or None
        Damage dealt in the attacker's stance, whole percent; None where no stance changes damage.
    vitality : int array
        The target's Vitality.
    lowest : int, int array or None
        The ruleset's least damage; None where no blow can be that weak.
    """
    return at_least(percent(raw, stance) - vitality, lowest)


def damage_taken(dealt: Ints, rules: Rules, *percents: Ints | None) -> Ints:
    """Return what the target's stance, his guard and a bash leave of the damage dealt (R4.4); all whole percent."""
    if all(factor is None for factor in percents):
        return dealt
    return at_least(percent(dealt, *percents), rules.min_damage)
