"""When a run may stop for a target: a schedule of looks fixed beforehand, and the widest interval that is shown.

Whether a difference is significant plays no part: a run that stops when it "looks significant" finds what is not there.
Nor is an interval taken at its word: one that came out narrow by luck belongs to a rate that came out too small, so it
is as wide here as it would be for the largest rate, or share of duels that differ, that goes with the duels so far.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from zodiac_sim.engine.pairing import Pair, Pairing
from zodiac_sim.engine.tally import Counts, Tally
from zodiac_sim.lab.differences import Family, half_width
from zodiac_sim.lab.intervals import Floats, wilson
from zodiac_sim.lab.quantities import WINS
from zodiac_sim.lab.summary import Moments

FIRST_LOOK = 2_000
GROWTH = 1.35  # from one look to the next: coarser looks lose coverage, as so many runs stop at the first of two


def looks(limit: int) -> Iterator[int]:
    """Yield the numbers of duels, of each scenario, after which a run may stop; the last is ``limit``."""
    duels = FIRST_LOOK
    while duels < limit:
        yield duels
        duels = math.ceil(GROWTH * duels)
    yield limit


def widest(tallies: Sequence[Tally], pairings: Mapping[Pair, Pairing], confidence: float = 0.95) -> float:
    """Return half the width of the widest rate or difference of wins that a run shows, on the safe side.

    Parameters
    ----------
    tallies : sequence of Tally
        Of each scenario.
    pairings : mapping of pair of ints to Pairing
        By scenario number.
    confidence : float
        Of the intervals.

    Returns
    -------
    float
        A share, such as 0.001 for a tenth of a percentage point; infinite as long as a scenario has no duels.
    """
    if not tallies or not all(tally.duels for tally in tallies):
        return math.inf
    counts = np.array([tally.winners for tally in tallies])
    duels = np.array([[tally.duels] for tally in tallies])
    pairs = with_first(pairings)
    family = Family(confidence, max(1, len(pairs) * len(WINS)))
    differences = [safe_half_width(won(pairings[pair], place), family) for pair in pairs for place in range(len(WINS))]
    return max(float(safe_half_widths(counts, duels, confidence).max()), *differences, 0.0)


def with_first(pairs: Iterable[Pair]) -> list[Pair]:
    """Return the pairs of a variant with the first one of its matchup."""
    pairs = sorted(pairs)
    later = {second for _, second in pairs}
    return [pair for pair in pairs if pair[0] not in later]


def won(pairing: Pairing, place: int) -> Moments:
    """Return the differences of the wins of one side: 1 if only the second scenario had it, −1 if only the first."""
    only_second = int(pairing.winners[:, place].sum() - pairing.winners[place, place])
    only_first = int(pairing.winners[place].sum() - pairing.winners[place, place])
    return Moments(pairing.duels, only_second - only_first, only_second + only_first)


def safe_half_widths(counts: Counts, n: Counts, confidence: float) -> Floats:
    """Return half the widths of the intervals of rates, as if each were at the end of its interval nearer to 1/2."""
    low, high = wilson(counts, np.broadcast_to(n, counts.shape), confidence)
    rate = np.clip(0.5, low, high)
    low, high = wilson(rate * n, np.broadcast_to(n, counts.shape), confidence)
    return (high - low) / 2


def safe_half_width(differences: Moments, family: Family) -> float:
    """Return half the width of a paired interval of shares, as if as many duels differed as goes with their number."""
    n = differences.n
    _, high = wilson(differences.squares, n, 1 - family.alpha)
    return half_width(Moments(n, differences.total, math.ceil(n * float(high))), family)
