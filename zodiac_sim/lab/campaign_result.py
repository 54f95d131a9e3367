"""What a run of campaigns found: exact counts for every hero and variant, the campaigns that were kept, and tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pandas as pd

from zodiac_sim.engine.batch import Columns
from zodiac_sim.engine.campaign_pairing import CampaignPairing
from zodiac_sim.engine.campaign_tally import CampaignTally
from zodiac_sim.engine.pairing import Pair
from zodiac_sim.errors import shown
from zodiac_sim.lab import campaign_frames as frames
from zodiac_sim.lab.intervals import check_confidence
from zodiac_sim.lab.summary import Moments, Row, known
from zodiac_sim.study.campaign import Journey

if TYPE_CHECKING:
    from zodiac_sim.study.study import Study


@dataclass(frozen=True, kw_only=True)
class CampaignResult:
    """The outcomes of a campaign study.

    Attributes
    ----------
    study : Study
        The study as it was run, with the number of campaigns and the seed of the run.
    seed : int
        What its dice came from, given or drawn.
    version : str
        The version of the package that ran it.
    tallies : sequence of CampaignTally
        Exact counts, one for each of ``study.journeys``, in their order.
    pairings : dict of pair of ints to CampaignPairing
        Journeys of one hero that were compared campaign by campaign, by their numbers.
    kept : sequence of dict of str to array
        The first campaigns of each journey, see :class:`zodiac_sim.engine.campaign.Lived`.
    interrupted : bool
        Whether the run was stopped early; every figure then holds for the campaigns that were over.
    """

    study: Study
    seed: int
    version: str
    tallies: Sequence[CampaignTally]
    kept: Sequence[Columns]
    pairings: Mapping[Pair, CampaignPairing] = field(default_factory=dict)
    interrupted: bool = False

    def __repr__(self) -> str:
        rows = f"{len(self.tallies):,} × {self.campaigns:,} campaigns, seed {self.seed}"
        return f"<CampaignResult of {shown(self.study.title)}: {rows}{', interrupted' * self.interrupted}>"

    @property
    def journeys(self) -> tuple[Journey, ...]:
        """Every hero under every variant, hero by hero."""
        return self.study.journeys

    @property
    def campaigns(self) -> int:
        """How many campaigns of each hero and variant there were; at most the duels of the study."""
        return self.tallies[0].campaigns

    def readable(self) -> CampaignResult:
        """Return the same result for people to read: the variants of a grid bear short names."""
        return replace(self, study=self.study.readable())

    def showing(self, variants: Collection[str]) -> CampaignResult:
        """Return the same result for people to read, without its other variants.

        Raises
        ------
        InputError
            If there is no such variant.
        """
        names = {self.study.find_variant(name) for name in variants}
        places = [number for number, journey in enumerate(self.journeys) if journey.variant in names]
        new = {place: number for number, place in enumerate(places)}
        return replace(
            self,
            study=self.study.showing(names),
            tallies=[self.tallies[place] for place in places],
            kept=[self.kept[place] for place in places] if self.kept else [],
            pairings={
                (new[one], new[other]): found
                for (one, other), found in self.pairings.items()
                if one in new and other in new
            },
        )

    def rows(self, confidence: float = 0.95) -> list[Row]:
        """Return the table of :meth:`table` as plain rows, None where a figure does not exist.

        Raises
        ------
        InputError
            If ``confidence`` does not lie between 0 and 1.
        """
        return list(map(known, self._table(confidence)))

    def table(self, confidence: float = 0.95) -> pd.DataFrame:
        """Return how campaigns went, a row for each hero and variant.

        Columns: ``hero, variant, campaigns``; for each end of ``ENDS`` its count ``E`` and ``rate_E, rate_E_low,
        rate_E_high`` (Wilson); ``fights, days``, as many as the campaign has; for each of ``fights_won``,
        ``days_lived`` and ``retreats`` the mean with the ends of its interval (Student's t), ``_sd``, and the median
        with those of its own (order statistics). Days are those lived to their end. NaN where a figure does not exist.

        Raises
        ------
        InputError
            If ``confidence`` does not lie between 0 and 1.
        """
        return pd.DataFrame(self._table(confidence))

    def survival(self, confidence: float = 0.95) -> pd.DataFrame:
        """Return how many campaigns go on after each fight, a row for each; fight 0 is before the first.

        Columns: ``hero, variant, fight, day, opponent, begun, campaigns``; ``count, share, share_low, share_high`` of
        those who go on; ``dead, dead_share, dead_share_low, dead_share_high`` of those who died up to then. Shares are
        of all campaigns, intervals are Wilson's.

        Raises
        ------
        InputError
            If ``confidence`` does not lie between 0 and 1.
        """
        return self._frame(frames.survival_rows, confidence)

    def by_fight(self, confidence: float = 0.95) -> pd.DataFrame:
        """Return how each fight ends for those who begin it, a row for each.

        Columns: ``hero, variant, fight, day, opponent, begun``; for each of ``RESULTS`` its count ``R`` and ``rate_R,
        rate_R_low, rate_R_high`` (Wilson), NaN where nobody begins it.

        Raises
        ------
        InputError
            If ``confidence`` does not lie between 0 and 1.
        """
        return self._frame(frames.fight_rows, confidence)

    def hp(self, confidence: float = 0.95) -> pd.DataFrame:
        """Return the HP of the heroes who begin each fight, a row for each.

        Columns: ``hero, variant, fight, day, opponent, begun, max_hp``; as the fight starts and at its end (0 of the
        fallen) ``start_mean, start_mean_low, start_mean_high, start_quarter_low, start_median, start_quarter_high`` and
        the same of ``end``; NaN where nobody begins it.

        Raises
        ------
        InputError
            If ``confidence`` does not lie between 0 and 1.
        """
        return self._frame(frames.hp_rows, confidence)

    def ends(self, confidence: float = 0.95) -> pd.DataFrame:
        """Return how campaigns end, a row for each hero, variant and end.

        Columns: ``hero, variant, end, count, share, share_low, share_high`` (Wilson).

        Raises
        ------
        InputError
            If ``confidence`` does not lie between 0 and 1.
        """
        return self._frame(frames.end_rows, confidence)

    def differences(self, first: int, second: int, quantity: str) -> Moments | None:
        """Return how two journeys of a hero differ campaign by campaign: the second less the first.

        Parameters
        ----------
        first, second : int
            Numbers of the journeys.
        quantity : str
            ``fights_won``, ``days_lived``, ``retreats``, or an end of ``ENDS``: 1 for campaigns that came to it.

        Returns
        -------
        Moments or None
            None where the two were not paired: of very many variants each is with the first alone.
        """
        found = self.pairings.get((min(first, second), max(first, second)))
        if found is None:
            return None
        n, total, squares = found.sums(quantity)
        return Moments(n, total if first < second else -total, squares)

    @property
    def outcomes(self) -> pd.DataFrame:
        """The kept campaigns: ``hero, variant, campaign, end, fights_won, days_lived, retreats, fights, hp_left``."""
        return frames.outcomes_frame(self.journeys[: len(self.kept)], self.kept)

    @property
    def courses(self) -> pd.DataFrame:
        """The fights of the kept campaigns, as far as they were begun, in order.

        Columns: ``hero, variant, campaign, fight, day, opponent, hp_start, hp_end, result``.
        """
        return frames.courses_frame(self.journeys[: len(self.kept)], self.kept)

    def _table(self, confidence: float) -> list[Row]:
        check_confidence(confidence)
        pairs = zip(self.journeys, self.tallies, strict=True)
        return [frames.campaign_row(journey, tally, confidence) for journey, tally in pairs]

    def _frame(self, rows: Callable[[Journey, CampaignTally, float], Iterator[Row]], confidence: float) -> pd.DataFrame:
        check_confidence(confidence)
        pairs = zip(self.journeys, self.tallies, strict=True)
        return pd.DataFrame([row for journey, tally in pairs for row in rows(journey, tally, confidence)])
