"""What is known of a run so far: finished jobs, put together in any order to the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from zodiac_sim.engine.pairing import Pair, Pairing, Pairings
from zodiac_sim.engine.tally import Block, Histograms, Tally
from zodiac_sim.lab.jobs import Fought, Range, joined


@dataclass(frozen=True, slots=True)
class Part:
    """The tallies and pairings of some duels of all scenarios.

    ``ranges`` are those duels, as first duel and first duel after it, in order.
    """

    ranges: tuple[Range, ...]
    tallies: Histograms
    pairings: Pairings

    @property
    def duels(self) -> int:
        """How many duels of each scenario it holds."""
        return self.tallies.duels

    def add(self, other: Part) -> Part:
        """Return the part of the duels of both."""
        tallies = Histograms(self.duels, dict(self.tallies.counts))
        tallies.add(other.tallies)
        return Part(joined_ranges([*self.ranges, *other.ranges]), tallies, self.pairings.add(other.pairings))


def joined_ranges(ranges: Sequence[Range]) -> tuple[Range, ...]:
    """Return ranges in order, those that touch made one.

    Raises
    ------
    ValueError
        If two have a duel in common.
    """
    found: list[Range] = []
    for first, end in sorted(ranges):
        if found and first < found[-1][1]:
            raise ValueError(f"duel {first} is in it twice")
        if found and first == found[-1][1]:
            found[-1] = found[-1][0], end
        else:
            found.append((first, end))
    return tuple(found)


@dataclass(slots=True)
class Gathered:
    """The finished duels of all scenarios: ``part`` holds them, None as long as there are none."""

    scenarios: int
    pairs: tuple[Pair, ...]
    part: Part | None = None
    _kept: dict[int, Block] = field(default_factory=dict)

    @property
    def ranges(self) -> tuple[Range, ...]:
        """The duels that are finished, as first duel and first duel after it, in order."""
        return () if self.part is None else self.part.ranges

    @property
    def duels(self) -> int:
        """How many duels of each scenario are finished."""
        return 0 if self.part is None else self.part.duels

    @property
    def end(self) -> int:
        """The first duel after all that are finished."""
        return self.ranges[-1][1] if self.ranges else 0

    def add(self, fought: Fought) -> None:
        """Add a finished job."""
        self.add_part(Part((fought.range,), fought.tallies, fought.pairings))
        self.add_kept(fought.first_duel, fought.kept)

    def add_part(self, part: Part) -> None:
        """Add finished duels, without rows."""
        self.part = part if self.part is None else self.part.add(part)

    def add_kept(self, first: int, kept: Block) -> None:
        """Add the rows of finished duels, from ``first`` on."""
        if len(kept["winner"][0]):
            self._kept[first] = kept

    def missing(self, last: int) -> Iterator[Range]:
        """Yield the ranges of duels before ``last`` that are not finished."""
        first = 0
        for start, end in [*self.ranges, (last, last)]:
            if first < min(start, last):
                yield first, min(start, last)
            first = max(first, end)

    def tallies(self) -> list[Tally]:
        """Return the tally of each scenario."""
        tallies = Histograms() if self.part is None else self.part.tallies
        return [tallies.of(number) for number in range(self.scenarios)]

    def pairings(self) -> dict[Pair, Pairing]:
        """Return each pair of scenarios duel by duel."""
        part = self.part
        return {} if part is None else {pair: part.pairings.of(place) for place, pair in enumerate(self.pairs)}

    def kept(self) -> list[dict[str, NDArray[Any]]]:
        """Return the kept duels of each scenario, as far as they follow each other from the first."""
        blocks, first = [], 0
        for start, block in sorted(self._kept.items()):
            if start != first:
                break
            blocks.append(block)
            first += len(block["winner"][0])
        whole = joined(blocks, self.scenarios)
        return [{name: values[number] for name, values in whole.items()} for number in range(self.scenarios)]
