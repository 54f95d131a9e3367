"""What a run found: exact tallies of every scenario, the duels that were kept, and tables made of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from zodiac_sim.engine.course import Course
from zodiac_sim.engine.outcome import CAUSES, SIDES, WINNERS
from zodiac_sim.engine.pairing import Pair, Pairing
from zodiac_sim.engine.tally import TALLIED, Counts, Tally
from zodiac_sim.errors import InputError, listed, nearest, shown
from zodiac_sim.lab.intervals import check_confidence
from zodiac_sim.lab.summary import Row, moments, summary_row
from zodiac_sim.study.study import Study

if TYPE_CHECKING:
    import pandas as pd

    from zodiac_sim.lab.quantities import Margin

KEPT_ROWS = 1_000_000  # of all scenarios together, unless a run is told otherwise


@dataclass(frozen=True, slots=True)
class Target:
    """Half the width of the widest interval that a run was to stop at, and what it was in the end: shares.

    ``widest`` is on the safe side, see :func:`zodiac_sim.lab.stopping.widest`.
    """

    error: float
    widest: float
    confidence: float

    @property
    def reached(self) -> bool:
        """Whether all intervals are as narrow as was asked for."""
        return self.widest <= self.error


@dataclass(frozen=True, kw_only=True)
class Result:
    """The outcomes of a study.

    Attributes
    ----------
    study : Study
        The study as it was run, with the number of duels and the seed of the run.
    seed : int
        What its dice came from, given or drawn.
    version : str
        The version of the package that ran it.
    scenario_tallies : sequence of Tally
        Exact histograms, one per scenario of the study, in its order.
    pairings : dict of pair of ints to Pairing
        Scenarios that were compared duel by duel, by their numbers.
    kept : sequence of dict of str to array
        The first duels of each scenario: ``winner`` and every name of ``TALLIED``, by duel number.
    interrupted : bool
        Whether the run was stopped early; every figure then holds for the duels that were finished.
    target : Target, optional
        What it was to stop at, if that was asked for.
    ranges : tuple of pairs of ints
        The duels that were fought, as first duel and first duel after it; none says all from 0 on.
    """

    study: Study
    seed: int
    version: str
    scenario_tallies: Sequence[Tally]
    kept: Sequence[Mapping[str, NDArray[Any]]]
    pairings: Mapping[Pair, Pairing] = field(default_factory=dict)
    interrupted: bool = False
    target: Target | None = None
    ranges: tuple[tuple[int, int], ...] = ()
    _followed: list[Course] = field(default_factory=list, init=False, repr=False, compare=False)

    def __repr__(self) -> str:
        rows = f"{len(self.scenario_tallies):,} × {self.duels:,} duels"
        return f"<Result of {shown(self.study.title)}: {rows}, seed {self.seed}{', interrupted' * self.interrupted}>"

    @property
    def duels(self) -> int:
        """How many duels of each scenario were fought; at most those of the study."""
        return self.scenario_tallies[0].duels

    def readable(self) -> Result:
        """Return the same result for people to read: the variants of a grid bear short names."""
        copy = replace(self, study=self.study.readable())
        object.__setattr__(copy, "_followed", self._followed)  # the same duels need not be followed twice
        return copy

    def showing(self, variants: Collection[str]) -> Result:
        """Return the same result for people to read, without its other variants; it follows the same duels.

        Raises
        ------
        InputError
            If there is no such variant.
        """
        names = {self.study.find_variant(name) for name in variants}
        kept = [number for number, scenario in enumerate(self.study.scenarios) if scenario.variant in names]
        places = {number: place for place, number in enumerate(kept)}
        pairings = {
            (places[one], places[other]): found
            for (one, other), found in self.pairings.items()
            if one in places and other in places
        }
        followed = self.courses
        copy = replace(
            self,
            study=self.study.showing(names),
            scenario_tallies=[self.scenario_tallies[number] for number in kept],
            kept=[self.kept[number] for number in kept] if self.kept else [],
            pairings=pairings,
        )
        object.__setattr__(copy, "_followed", [followed[number] for number in kept] if followed else [])
        return copy

    def rows(self, confidence: float = 0.95) -> list[Row]:
        """Return the table of :meth:`summary` as plain rows, None where a figure does not exist.

        Raises
        ------
        InputError
            If ``confidence`` does not lie between 0 and 1.
        """
        check_confidence(confidence)
        scenarios = zip(self.study.scenarios, self.scenario_tallies, strict=True)
        return [summary_row(scenario, tally, confidence) for scenario, tally in scenarios]

    def summary(self, confidence: float = 0.95) -> pd.DataFrame:
        """Return the table of the run: a row per matchup and variant.

        Columns: ``matchup, a, b, variant, duels, wins_a, wins_b, draws, unresolved``; ``rate_W, rate_W_low,
        rate_W_high`` for W in a, b, draw, unresolved (Wilson); ``rounds_mean, rounds_mean_low, rounds_mean_high``
        (Student's t), ``rounds_sd, rounds_median, rolls_mean, lookups_mean``; then per side S and quantity Q
        ``Q_S, Q_S_mean, Q_S_sd`` (HP, or times). Figures that do not exist are NaN.

        Raises
        ------
        InputError
            If ``confidence`` does not lie between 0 and 1.
        """
        from zodiac_sim.lab.frames import summary_frame

        return summary_frame(self.rows(confidence))

    @cached_property
    def tallies(self) -> pd.DataFrame:
        """Exact histograms over all duels, with ``matchup, variant, winner, quantity, value, count``; no zero counts.

        The value of ``cause_a`` and ``cause_b`` is a position in ``CAUSES``.
        """
        from zodiac_sim.lab.frames import tallies_frame

        return tallies_frame(self.study.scenarios, self.scenario_tallies)

    @cached_property
    def outcomes(self) -> pd.DataFrame:
        """One row per kept duel, with matchup, a, b, variant, duel, winner, rounds and all else that is recorded."""
        from zodiac_sim.lab.frames import outcomes_frame

        return outcomes_frame(self.study.scenarios, self.kept)

    @property
    def courses(self) -> tuple[Course, ...]:
        """The course of the first duels of each scenario, followed round by round when first asked for."""
        from zodiac_sim.lab.following import followed

        if not self._followed:
            self._followed.extend(followed(self))
        return tuple(self._followed)

    def compare(
        self,
        first: str | None = None,
        second: str | None = None,
        *,
        quantities: Sequence[str] | None = None,
        confidence: float = 0.95,
        margin: Margin = None,
        overall: bool = False,
    ) -> pd.DataFrame:
        """Return the paired differences between variants, duel by duel on the same dice.

        ``compare("simple", "complex")`` is complex − simple; ``compare("simple")`` compares all others with it, and
        ``compare()`` every pair. Parameters, columns and errors are those of :func:`zodiac_sim.lab.compare.compared`;
        the frame's ``attrs["note"]`` says how many comparisons hold together, and how.
        """
        from zodiac_sim.lab.compare import compared, framed

        rows, family = compared(
            self, first, second, quantities=quantities, confidence=confidence, margin=margin, overall=overall
        )
        return framed(rows, family)

    def balance(self, *, confidence: float = 0.95, margin: float | None = None) -> pd.DataFrame:
        """Return whether each matchup is even under each variant: wins of a − wins of b, corrected for their number.

        Parameters, columns and errors are those of :func:`zodiac_sim.lab.balance.balanced`.
        """
        from zodiac_sim.lab.balance import balanced
        from zodiac_sim.lab.compare import framed

        return framed(*balanced(self, confidence=confidence, margin=margin))

    def histogram(self, matchup: int, variant: str, quantity: str) -> Counts:
        """Return how often each value of a quantity occurred, by winner.

        Returns
        -------
        int64 array, shape (4, values)
            Row w holds the duels with the outcome ``WINNERS[w]``; column x counts the value x.

        Raises
        ------
        InputError
            If there is no such matchup, variant or quantity.
        """
        number = self._scenario_number(matchup, variant)
        if quantity not in TALLIED:
            raise InputError(f"no quantity {shown(quantity)}", key="quantity", nearest=nearest(quantity, TALLIED))
        return self.scenario_tallies[number].histogram(quantity)

    def falls(self, matchup: int, variant: str, side: str) -> dict[str, int]:
        """Return how many duels a side fell in, by what felled it.

        Raises
        ------
        InputError
            If there is no such matchup, variant or side.
        """
        if side not in SIDES:
            raise InputError(f"{shown(side)} is no side; there are {listed(SIDES)}", key="side")
        counts = self.histogram(matchup, variant, f"cause_{side}").sum(axis=0).tolist()
        padded = counts + [0] * (len(CAUSES) - len(counts))
        return dict(zip(CAUSES[1:], padded[1:], strict=True))

    def mean(self, matchup: int, variant: str, quantity: str, *, winner: str | None = None) -> float | None:
        """Return the mean of a quantity over the duels with one outcome, or over all; None where there are none.

        Raises
        ------
        InputError
            If there is no such matchup, variant, quantity or winner.
        """
        if winner is not None and winner not in WINNERS:
            raise InputError(f"{shown(winner)} is no winner; there are {listed(WINNERS)}", key="winner")
        counts = self.histogram(matchup, variant, quantity)
        return moments(counts.sum(axis=0) if winner is None else counts[WINNERS.index(winner)]).mean

    def _scenario_number(self, matchup: int, variant: str) -> int:
        if matchup not in range(len(self.study.matchups)):
            raise InputError(
                f"no matchup {shown(matchup)}; they count from 0 to {len(self.study.matchups) - 1}", key="matchup"
            )
        wanted = matchup, self.study.find_variant(variant)
        return next(n for n, each in enumerate(self.study.scenarios) if (each.matchup, each.variant) == wanted)
