"""R10.1, R9.5: what days between fights give back, and what they take from a Zombie."""

from __future__ import annotations

import numpy as np

from zodiac_sim.engine.dice import Ints
from zodiac_sim.rules.model import Ruleset
from zodiac_sim.study.campaign import Rest

HOURS = 24  # of a day


def percent_back(day: Rest, rules: Ruleset) -> int:
    """Return what a day without a fight gives back, in percent of maximum HP and MP (R10.1)."""
    return rules.healing.rest if day == "rest" else rules.healing.light


def rested(now: Ints, most: int, percent: int) -> Ints:
    """Return HP or MP after a day without a fight, at most the maximum.

    Parameters
    ----------
    now : int array, shape (n,)
        What is left, within 0..``most``.
    most, percent : int
        The maximum, and percent of it that the day gives back, rounded down.
    """
    after: Ints = np.minimum(now.astype(np.int64) + percent * most // 100, most).astype(now.dtype)
    return after


def vitality_lost(days: Ints, rules: Ruleset) -> Ints:
    """Return the Vitality that numbers of days begun as a Zombie cost: each hour after the first days (R9.5)."""
    lost: Ints = np.maximum(days - rules.zombie_days, 0) * (HOURS * rules.zombie_vitality)
    return lost
