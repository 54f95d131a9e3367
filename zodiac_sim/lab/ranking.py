"""Which of many variants has more of something, and whether that is sure: every two of them held together."""

from __future__ import annotations

import math
from collections.abc import Sequence

from zodiac_sim.lab.compare import sample_of
from zodiac_sim.lab.differences import SAME, Estimate, Family, independent, paired, verdict, within
from zodiac_sim.lab.quantities import ALL_MATCHUPS, Source, chosen_margins
from zodiac_sim.lab.result import Result
from zodiac_sim.lab.summary import COUNT_NAMES


class Ranking:
    """The variants of a result against each other.

    Whoever picks the largest of many and asks whether it is larger than the next has compared all with all; so each
    comparison is corrected for every two variants in every matchup and quantity. Variants that were paired are
    compared duel by duel, others as independent samples.

    Parameters
    ----------
    result : Result
    quantities : sequence of str
        What is ranked.
    confidence : float
        At which all comparisons hold together.
    """

    def __init__(self, result: Result, quantities: Sequence[str], confidence: float) -> None:
        variants, matchups = len(result.study.variant_names), len(result.study.matchups)
        groups = matchups + (matchups > 1)
        self.family = Family(confidence, max(1, math.comb(variants, 2) * groups * len(quantities)))
        self._result, self._margins = result, chosen_margins(None)
        self._sources = [Source(tally) for tally in result.scenario_tallies]
        self._numbers = {(each.matchup, each.variant): n for n, each in enumerate(result.study.scenarios)}

    def estimate(self, quantity: str, low: str, high: str, matchup: int = ALL_MATCHUPS) -> Estimate:
        """Return how much more of a quantity the second variant has than the first, in a matchup or in their mean."""
        matchups = range(len(self._result.study.matchups)) if matchup == ALL_MATCHUPS else (matchup,)
        pairs = [(self._numbers[number, low], self._numbers[number, high]) for number in matchups]
        if all((min(pair), max(pair)) in self._result.pairings for pair in pairs):
            samples = [sample_of(self._result, self._sources, pair, quantity).difference for pair in pairs]
            return paired(samples, self.family, shares=quantity in COUNT_NAMES)
        both = [(self._sources[one].of(quantity), self._sources[other].of(quantity)) for one, other in pairs]
        return independent(both, self.family)

    def surely_above(self, quantity: str, low: str, high: str, matchup: int = ALL_MATCHUPS) -> bool:
        """Whether the second variant has more of a quantity than the first, beyond what chance explains."""
        return low != high and self.estimate(quantity, low, high, matchup).low > 0

    def verdict(self, quantity: str, low: str, high: str, matchup: int = ALL_MATCHUPS) -> str:
        """Return how the second variant compares with the first; what is surely inside its margin is the same."""
        margin = self._margins[quantity]
        found = self.estimate(quantity, low, high, matchup)
        return SAME if within(found, margin) else verdict(found, margin)
