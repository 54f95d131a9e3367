"""Rows of stacked steps: what came together in each round of a duel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from zodiac_sim.plots import shapes, theme
from zodiac_sim.plots.rows import Row

ROW, WORDS = 2.4, 0.24  # height of a row; share of the width for words beside the steps
_PLACES = 500
_STEPS = 600  # of a row
_FULL = 0.88  # of a row: the height of the highest stack


@dataclass(frozen=True)
class Stacks:
    """Steps of so many rows by kind, on one scale; ``highest`` is the largest sum, ``last`` the last round."""

    highest: float
    last: int
    colours: Mapping[str, str]
    rows: int
    shapes: dict[str, list[theme.Floats]] = field(default_factory=dict)

    @property
    def step(self) -> int:
        """Every which round has a place that tells its values: thousands of them make a page slow."""
        return max(1, -(-self.rows * self.last // _PLACES))

    def height(self, row: Row, value: Any) -> Any:
        """Return where a value lies above the floor of a row."""
        return row.y + ROW / 2 - _FULL * ROW * np.asarray(value, float) / self.highest

    def add(self, row: Row, rounds: theme.Floats, values: Mapping[str, theme.Floats]) -> None:
        """Stack the values of a row by kind, arrays of shape (rounds,), the first kind lowest.

        Of more rounds than anybody can tell apart a step shows the mean of several.
        """
        if not len(rounds):
            return
        starts = np.arange(0, len(rounds), -(-self.last // _STEPS))
        sizes = np.diff(starts, append=len(rounds))
        edges = np.repeat(np.append(rounds[starts] - 0.5, rounds[-1] + 0.5), 2)[1:-1]
        floor = np.zeros(len(starts))
        for kind in self.colours:
            top = floor + np.add.reduceat(values[kind], starts) / sizes
            there, back = (np.stack([edges, self.height(row, np.repeat(each, 2))], axis=1) for each in (floor, top))
            self.shapes.setdefault(kind, []).append(np.concatenate([there, back[::-1]]))
            floor = top

    def draw(self, ax: Axes, rows: tuple[Row, ...], level: float, words: str) -> None:
        """Draw all steps, the floor of each row, and a line at a level that is named in words."""
        for kind, colour in self.colours.items():
            shapes.areas(ax, self.shapes.get(kind, []), colour)
        self._across(ax, rows, 0, theme.GRID)
        self._across(ax, rows, level, theme.MUTED, linestyle=(0, (1, 3)))
        look: dict[str, Any] = {"ha": "right", "va": "bottom", "fontsize": theme.SMALL - 2, "color": theme.MUTED}
        for row in rows:
            theme.text(ax, self.last + 0.5, float(self.height(row, level)), words, **look)

    def _across(self, ax: Axes, rows: tuple[Row, ...], value: float, colour: str, **look: Any) -> None:
        heights = [float(self.height(row, value)) for row in rows]
        shapes.lines(ax, [np.array([[0.5, y], [self.last + 0.5, y]]) for y in heights], colour, 0.8, **look)

    def axis(self, ax: Axes) -> None:
        """Make x an axis of rounds, with room for words at its right end."""
        ax.set_xlim(0.5, 0.5 + self.last / (1 - WORDS))
        ax.set_xticks([tick for tick in theme.whole_ticks(self.last) if tick])

    def tell(self, ax: Axes, row: Row, number: int, words: str) -> None:
        """Let a round of a row, and those up to the next that tells, tell their values in words."""
        theme.spot(ax, number - 0.5, row.y - ROW / 2, number - 0.5 + self.step, row.y + ROW / 2, words)

    def say(self, ax: Axes, row: Row, words: list[str]) -> None:
        """Write lines of words beside the steps of a row."""
        x = 0.5 + self.last * (1 + 0.06 * WORDS / (1 - WORDS))
        theme.text(ax, x, row.y, "\n".join(words), va="center", fontsize=theme.SMALL - 0.5)
