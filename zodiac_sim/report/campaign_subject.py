"""What a report of a campaign is about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from zodiac_sim.lab import campaign_figures
from zodiac_sim.lab.campaign_figures import ALL_HEROES
from zodiac_sim.lab.differences import LARGER, SMALLER, Family
from zodiac_sim.lab.summary import Row
from zodiac_sim.report import words
from zodiac_sim.report.compared import kind
from zodiac_sim.report.section import EXTREMES, MOST_ROWS
from zodiac_sim.report.words import Figures

if TYPE_CHECKING:
    from zodiac_sim.lab.campaign_result import CampaignResult


@dataclass(frozen=True)
class CampaignSubject:
    """What a report of a campaign is about.

    ``result`` has the short names of variants, to be read; ``whole`` is the same result with their whole names, for the
    frames behind the tables. ``baseline`` is the short name of the variant that others are compared with.
    """

    result: CampaignResult
    whole: CampaignResult
    baseline: str
    confidence: float

    @cached_property
    def heroes(self) -> list[str]:
        """The names of all heroes."""
        return list(dict.fromkeys(journey.name for journey in self.result.journeys))

    @cached_property
    def whole_names(self) -> dict[str, str]:
        """The whole name of each variant by the short one."""
        return dict(zip(self.result.study.variant_names, self.whole.study.variant_names, strict=True))

    @cached_property
    def others(self) -> list[str]:
        """The variants that are compared with the baseline."""
        return [name for name in self.result.study.variant_names if name != self.baseline]

    @cached_property
    def measures(self) -> list[Figures]:
        """The figures that variants are told by."""
        return words.rows(campaign_figures.measures(self.result, self.confidence))

    @cached_property
    def differences(self) -> tuple[list[Row], Family]:
        """How all other variants differ from the baseline."""
        return campaign_figures.differences(self.result, self.baseline, self.confidence)

    def told(self, variant: str, hero: str | None = None) -> dict[str, Figures]:
        """Return the figures of a variant by quantity: of a hero, or the mean of all; empty where he is not in it."""
        who = (ALL_HEROES, len(self.heroes)) if hero is None and len(self.heroes) > 1 else (hero or self.heroes[0], 1)
        return {
            row["quantity"]: row
            for row in self.measures
            if (row["variant"], row["hero"], row["heroes"]) == (variant, *who)
        }

    def change(self, variant: str) -> dict[str, Row]:
        """Return how a variant differs from the baseline by quantity, over all heroes that both have."""
        rows = [row for row in self.differences[0] if row["variant"] == variant]
        most = max((row["heroes"] for row in rows), default=0)
        return {row["quantity"]: row for row in rows if row["heroes"] == most} if most else {}

    @cached_property
    def furthest(self) -> str | None:
        """The variant that differs most from the baseline, in the share of fights won or of dead; None without any.

        Those that are told apart from it come before all others.
        """
        most = self.told(self.baseline)["fights_won"]["most"]

        def apart(variant: str) -> tuple[bool, float]:
            change = self.change(variant)
            size = max(abs(change["fights_won"]["difference"]) / most, abs(change["dead"]["difference"]))
            return any(kind(change[name]) in (LARGER, SMALLER) for name in ("fights_won", "dead")), float(size)

        return max((variant for variant in self.others if self.change(variant)), key=apart, default=None)

    @cached_property
    def drawn(self) -> CampaignResult:
        """The result with no more variants than somebody reads off a picture: the baseline and the extremes."""
        names = self.result.study.variant_names
        if len(names) * len(self.heroes) <= MOST_ROWS:
            return self.result
        ranked = sorted(names, key=lambda name: -self.told(name)["fights_won"]["value"])
        each = max(1, min(EXTREMES, MOST_ROWS // (2 * len(self.heroes))))
        return self.result.showing({self.baseline, *ranked[:each], *ranked[-each:]})
