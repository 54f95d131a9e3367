"""R2 and R3: whether an attack hits, and whether the hit is critical."""

from __future__ import annotations

import numpy as np

from zodiac_sim.engine.dice import Ints
from zodiac_sim.engine.structure import Rules


def hit_chance(skill: Ints, evade: Ints, rules: Rules) -> Ints:
    """Return the chance to hit in whole percent (R2.1).

    Parameters
    ----------
    skill, evade : int arrays, shape (n,)
        The attacker's effective skill and his target's effective Evade, percent points.
    """
    chance = skill - evade
    return np.clip(chance, rules.min_hit_chance, rules.max_hit_chance, out=chance)


def lands(d100: Ints, chance: Ints, rules: Rules) -> Ints:
    """Return whether each attack hits, bool (R2.2)."""
    return d100 <= chance if rules.hit_on_equal else d100 < chance


def is_critical(d100: Ints, chance: Ints, critical_width: Ints, rules: Rules) -> Ints:
    """Return whether a roll lies among the top numbers that Luck makes critical, bool; holds for hits only (R3.1).

    ``critical_width`` is Luck divided by the ruleset's divisor, rounded up.
    """
    top = chance if rules.hit_on_equal else chance - 1
    critical: Ints = d100 > top - critical_width
    return critical
