"""What is known of a run so far: finished jobs, put together in any order to the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from zodiac_sim.engine.pairing import Pair, Pairing, Pairings
from zodiac_sim.engine.tally import Block, Histograms, Tally
from zodiac_sim.lab.jobs import Fought, Range, joined


@dataclass(slots=True)
class Gathered:
    """The finished duels of all scenarios.

    ``ranges`` are theirs, as first duel and first duel after it.
    """

    scenarios: int
    pairs: tuple[Pair, ...]
    ranges: list[Range] = field(default_factory=list)
    _tallies: Histograms = field(default_factory=Histograms)
    _pairings: Pairings | None = None
    _kept: dict[int, Block] = field(default_factory=dict)

    @property
    def duels(self) -> int:
        """How many duels of each scenario are finished."""
        return self._tallies.duels

    @property
    def end(self) -> int:
        """The first duel after all that are finished."""
        return max((end for _, end in self.ranges), default=0)

    def add(self, fought: Fought) -> None:
        """Add a finished job."""
        self.add_part([fought.range], fought.tallies, fought.pairings)
        self.add_kept(fought.first_duel, fought.kept)

    def add_part(self, ranges: Iterable[Range], tallies: Histograms, pairings: Pairings) -> None:
        """Add finished duels, without rows."""
        self.ranges.extend(ranges)
        self._tallies.add(tallies)
        self._pairings = pairings if self._pairings is None else self._pairings.add(pairings)

    def add_kept(self, first: int, kept: Block) -> None:
        """Add the rows of finished duels, from ``first`` on."""
        if len(kept["winner"][0]):
            self._kept[first] = kept

    def missing(self, last: int) -> Iterator[Range]:
        """Yield the ranges of duels before ``last`` that are not finished."""
        first = 0
        for start, end in [*sorted(self.ranges), (last, last)]:
            if first < min(start, last):
                yield first, min(start, last)
            first = max(first, end)

    def tallies(self) -> list[Tally]:
        """Return the tally of each scenario."""
        return [self._tallies.of(number) for number in range(self.scenarios)]

    def pairings(self) -> dict[Pair, Pairing]:
        """Return each pair of scenarios duel by duel."""
        paired = self._pairings
        return {} if paired is None else {pair: paired.of(place) for place, pair in enumerate(self.pairs)}

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
