"""Mean differences with intervals that hold together: exact sums in; estimates, p values and verdicts out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from scipy import special

from zodiac_sim.lab.digits import in_percent
from zodiac_sim.lab.intervals import sidak, sidak_p
from zodiac_sim.lab.summary import Moments, Row

LARGER, SMALLER, SAME, UNCLEAR = "larger", "smaller", "same", "unclear"
STEPS = 25  # of halving the range in which the number of duels lies: it is told in two digits
POWER = 0.8  # how often the number of duels that is told as enough will be


@dataclass(frozen=True)
class Family:
    """Comparisons that are shown together and hold together at one confidence."""

    confidence: float
    comparisons: int

    @cached_property
    def alpha(self) -> float:
        """The error that each comparison may have, of both sides together (Šidák)."""
        return sidak(self.confidence, self.comparisons)

    @cached_property
    def z(self) -> float:
        """The normal quantile of each comparison."""
        return -float(special.ndtri(self.alpha / 2))

    @cached_property
    def weight(self) -> float:
        """The weight of each of two made-up duels, one with the difference +1 and one with −1.

        At 95 % it is 1, which for shares is the interval of Bonett and Price (2012). As with the Wilson interval it
        grows as z² with the level, where the normal law needs more help: no duel that differs is no proof of equality.
        """
        return max(1.0, self.z**2 / 4)

    def quantile(self, n: int) -> float:
        """Return Student's quantile of a comparison by ``n`` duels and the two made-up ones."""
        return -float(special.stdtrit(n + 1, self.alpha / 2))

    def note(self) -> str:
        """Return in words what its intervals are, and how its comparisons are corrected."""
        level = f"{in_percent(self.confidence)} %"
        if self.comparisons == 1:
            return f"1 comparison, {level} interval (Student's t)"
        together = f"corrected to hold together at {level} (Šidák)"
        return f"{self.comparisons:,} comparisons, intervals (Student's t) and p values {together}"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean difference: as found, its interval, and the p value of no difference, both corrected for the family."""

    value: float
    low: float
    high: float
    p_value: float

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def share(self) -> Estimate:
        """Return the same as a difference of two shares, which cannot be larger than 1."""
        return replace(self, low=max(self.low, -1.0), high=min(self.high, 1.0))


NOTHING = Estimate(*[math.nan] * 4)


def paired(samples: Sequence[Moments], family: Family, *, shares: bool = True) -> Estimate:
    """Return the mean of some independent samples of differences, each counting alike.

    Parameters
    ----------
    samples : sequence of Moments
        Each of the differences of duels: n, Σd and Σd².
    family : Family
        What the comparison is shown with.
    shares : bool
        Whether a duel differs by 1 at most.

    Returns
    -------
    Estimate
        The value is the plain mean; interval and p value (Student's t) are as wide as those of the samples with the two
        made-up duels. That of one sample of shares lies about their mean too (Bonett and Price); where duels differ by
        more, or samples add up, that would be too far from the value. NaN where a sample is empty.
    """
    if not all(sample.n for sample in samples):
        return NOTHING
    value = math.fsum(sample.total / sample.n for sample in samples) / len(samples)
    parts = [_shrunk(sample, family.weight) for sample in samples]
    centre = parts[0][0] if shares and len(parts) == 1 else value
    error = math.sqrt(math.fsum(variance for _, variance in parts)) / len(parts)
    return _tested(value, centre, error, min(sample.n for sample in samples), family)


def independent(samples: Sequence[tuple[Moments, Moments]], family: Family) -> Estimate:
    """Return the mean of some differences of means, each of two independent samples: the second − the first.

    Every sample gets one made-up duel that differs from its mean by 1, so that equal values prove nothing too much.
    """
    each = [sample for pair in samples for sample in pair]
    if not all(sample.n for sample in each):
        return NOTHING
    value = math.fsum(after.total / after.n - before.total / before.n for before, after in samples) / len(samples)
    variance = math.fsum((sample.spread + family.weight * sample.n) / sample.n**3 for sample in each)
    return _tested(value, value, math.sqrt(variance) / len(samples), min(sample.n for sample in each), family)


def half_width(sample: Moments, family: Family) -> float:
    """Return half the width of the interval of the mean of one sample of differences."""
    return family.quantile(sample.n) * math.sqrt(_shrunk(sample, family.weight)[1])


def told(estimate: Estimate, n: int, margin: float, family: Family) -> Row:
    """Return the columns that tell of a difference: its figures, margin and verdict, and the duels that would do.

    ``n`` are the duels of one of its samples, of which more are asked for.
    """
    return {
        "difference": estimate.value,
        "difference_low": estimate.low,
        "difference_high": estimate.high,
        "p_value": estimate.p_value,
        "margin": margin,
        "verdict": verdict(estimate, margin),
        "within_margin": within(estimate, margin),
        "duels_needed": duels_needed(n, estimate, margin, family),
    }


def verdict(estimate: Estimate, margin: float) -> str:
    """Return what an estimate says: larger, smaller, the same within the margin (equivalence), or nothing yet."""
    if estimate.low > 0:
        return LARGER
    if estimate.high < 0:
        return SMALLER
    return SAME if within(estimate, margin) else UNCLEAR


def within(estimate: Estimate, margin: float) -> bool:
    """Whether the whole interval lies inside the margin: whatever the difference is, it is smaller."""
    return -margin < estimate.low and estimate.high < margin


def duels_needed(n: int, estimate: Estimate, margin: float, family: Family) -> int | None:
    """Return how many duels would do for a verdict, were the difference as found; None where it is told already.

    The verdict then comes in four of five runs: that there is a difference, or that there is none larger than the
    margin. Rounded up to two digits.
    """
    if n == 0 or verdict(estimate, margin) != UNCLEAR:
        return None
    # Half as wide as the margin, an interval always holds less than 0 or the margin: a verdict is certain.
    few, enough = 1.0, max(1.0, (2 * estimate.half / margin) ** 2)
    for _ in range(STEPS):
        middle = math.sqrt(few * enough)
        few, enough = (few, middle) if _power(estimate, middle, margin, family) >= POWER else (middle, enough)
    return rounded_up(max(n + 1, math.ceil(n * enough)))


def _power(estimate: Estimate, factor: float, margin: float, family: Family) -> float:
    """Return how often a verdict comes of ``factor`` times as many duels, were the difference as found."""
    half = estimate.half / math.sqrt(factor)
    error = half / family.z

    def nearer(size: float) -> float:
        """Return how often the difference that is found is no larger than a size."""
        if size <= 0:
            return 0.0
        return float(special.ndtr((size - estimate.value) / error) - special.ndtr((-size - estimate.value) / error))

    return 1 - nearer(half) + nearer(min(half, margin - half))


def _shrunk(sample: Moments, weight: float) -> tuple[float, float]:
    """Return mean of a sample with the two made-up duels, and the variance of that mean."""
    size = sample.n + 2 * weight
    return sample.total / size, (sample.spread + 2 * weight * (sample.n + sample.squares + 2 * weight)) / size**3


def _tested(value: float, centre: float, error: float, n: int, family: Family) -> Estimate:
    half = family.quantile(n) * error
    p_value = 2 * float(special.stdtr(n + 1, -abs(centre) / error))
    return Estimate(value, centre - half, centre + half, sidak_p(p_value, family.comparisons))


def rounded_up(count: int) -> int:
    """Return a number of duels rounded up to two digits, as none is known better that would do."""
    unit = int(10 ** max(0, len(str(count)) - 2))
    return -(-count // unit) * unit
