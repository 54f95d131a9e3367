"""What the parts of a page are made of: its subject, sections of pictures and tables, and duels told blow by blow."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from zodiac_sim.lab.table_time import TableTime

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result
    from zodiac_sim.report.pictures import Picture
    from zodiac_sim.report.tables import Table


MOST_ROWS = 60  # of a picture or table that somebody reads
EXTREMES = 20  # variants with which the first side wins most, and least, that are drawn of more than that


@dataclass(frozen=True)
class Subject:
    """What a report is about.

    ``result`` has the short names of variants, to be read; ``whole`` is the same result with their whole names, for the
    frames behind the tables. ``baseline`` is the short name of the variant that others are compared with, ``time`` what
    things take at the table.
    """

    result: Result
    whole: Result
    baseline: str
    confidence: float
    time: TableTime = field(default_factory=TableTime)

    @cached_property
    def drawn(self) -> Result:
        """The result with no more variants than somebody reads off a picture: the baseline and the extremes."""
        names = self.result.study.variant_names
        if len(names) <= MOST_ROWS:
            return self.result
        # Who wins is the first question of most studies, so the extremes are those of the first side's wins.
        wins = dict.fromkeys(names, 0)
        for scenario, tally in zip(self.result.study.scenarios, self.result.scenario_tallies, strict=True):
            wins[scenario.variant] += int(tally.winners[0])
        ranked = sorted(names, key=lambda name: -wins[name])
        return self.result.showing({self.baseline, *ranked[:EXTREMES], *ranked[-EXTREMES:]})

    @property
    def pooled(self) -> bool:
        """Whether there are too many scenarios to read one by one: then variants are told over all matchups."""
        return len(self.result.study.scenarios) > MOST_ROWS


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, how to read what stands below it, pictures and tables; ``verdicts`` explains marks of differences."""

    anchor: str
    heading: str
    text: str
    pictures: tuple[Picture, ...] = ()
    tables: tuple[Table, ...] = ()
    verdicts: bool = False


@dataclass(frozen=True, slots=True)
class Story:
    """A duel told blow by blow: why this one, its lines, and the command that tells it again."""

    anchor: str
    heading: str
    why: str
    lines: tuple[str, ...]
    command: str
