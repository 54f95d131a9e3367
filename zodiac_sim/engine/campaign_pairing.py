"""What two journeys of one hero came to in the same campaigns, on the same dice: ends against ends, and differences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine.campaign_outcome import ENDS
from zodiac_sim.engine.campaign_tally import COUNTED
from zodiac_sim.engine.tally import Counts


@dataclass(frozen=True, slots=True)
class CampaignPairing:
    """One journey paired with another.

    Attributes
    ----------
    ends : int64 array, shape (ends, ends)
        Campaigns by their end in the first journey (rows) and in the second, positions in ``ENDS``.
    totals, squares : dict of str to int
        Σd and Σd² of each of ``COUNTED``; d is what it came to in the second journey less what it did in the first.
    """

    ends: Counts
    totals: dict[str, int]
    squares: dict[str, int]

    def add(self, other: CampaignPairing) -> CampaignPairing:
        """Return the pairing of the campaigns of both."""
        totals = {name: total + other.totals[name] for name, total in self.totals.items()}
        squares = {name: square + other.squares[name] for name, square in self.squares.items()}
        return CampaignPairing(self.ends + other.ends, totals, squares)

    def sums(self, quantity: str) -> tuple[int, int, int]:
        """Return n, Σd and Σd² of one of ``COUNTED``, or of an end: 1 for campaigns that came to it, else 0."""
        n = int(self.ends.sum())
        if quantity in COUNTED:
            return n, self.totals[quantity], self.squares[quantity]
        place = ENDS.index(quantity)
        both = int(self.ends[place, place])
        only_first, only_second = int(self.ends[place].sum()) - both, int(self.ends[:, place].sum()) - both
        return n, only_second - only_first, only_second + only_first


def pairing(first: Mapping[str, NDArray[Any]], second: Mapping[str, NDArray[Any]]) -> CampaignPairing:
    """Return the pairing of the same campaigns of two journeys: ``end`` and each of ``COUNTED``, shape (campaigns,)."""
    met = first["end"].astype(np.intp) * len(ENDS) + second["end"]
    ends = np.bincount(met, minlength=len(ENDS) ** 2).reshape(len(ENDS), len(ENDS))
    differences = {name: second[name].astype(np.int64) - first[name] for name in COUNTED}
    return CampaignPairing(
        ends,
        {name: int(own.sum()) for name, own in differences.items()},
        {name: int((own**2).sum()) for name, own in differences.items()},
    )
