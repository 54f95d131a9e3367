"""Several scales side by side in one picture, each with the same rows: small multiples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from zodiac_sim.plots import theme

_GAP, _ROOM = 0.16, 0.3  # of a column: between two, and behind the largest value, for its figure


@dataclass(frozen=True, slots=True)
class Column:
    """A scale from 0 to ``limit`` that begins at ``left`` and is 1 wide."""

    left: float
    limit: float

    def x(self, value: Any) -> Any:
        """Return where a value lies in the picture."""
        return self.left + np.asarray(value, float) / self.limit


def columns(ax: Axes, scales: Sequence[tuple[str, float, bool]]) -> list[Column]:
    """Divide the width of axes among scales, each with its ticks and its name below.

    Parameters
    ----------
    scales : sequence of (str, float, bool)
        A name, the largest value to be shown, and whether it is a share, shown in percent.
    """
    found, places, words = [], [], []
    for number, (name, largest, percent) in enumerate(scales):
        column = Column(number * (1 + _GAP), largest * (1 + _ROOM) or 1.0)
        ticks = [tick for tick in MaxNLocator(3).tick_values(0, largest or 1.0) if 0 <= tick <= (largest or 1.0)]
        places += [float(column.x(tick)) for tick in ticks]
        words += [f"{100 * tick:g} %" if percent else f"{tick:g}" for tick in ticks]
        look: dict[str, Any] = {"color": theme.MUTED, "fontsize": theme.SMALL, "fontfamily": theme.FONTS}
        below: dict[str, Any] = {"xycoords": ax.get_xaxis_transform(), "textcoords": "offset points"}
        ax.annotate(
            name, (column.left, 0), (0, -22), va="top", parse_math=False, annotation_clip=False, **below, **look
        )
        found.append(column)
    ax.set_xlim(0, len(scales) + (len(scales) - 1) * _GAP)
    ax.set_xticks(places, words)
    return found
