"""Which rows of the critical tables are reached, how often, and what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_hex
from matplotlib.patches import Patch

from zodiac_sim.lab import chronicle
from zodiac_sim.plots import shapes, theme, told
from zodiac_sim.plots.blocks import blocks_of
from zodiac_sim.plots.heat import Cell, Map, heat
from zodiac_sim.plots.rows import ALL, Rows, Which, of_variant, rows_of, wrapped

if TYPE_CHECKING:
    import pandas as pd

    from zodiac_sim.lab.result import Result

_SCALE = LinearSegmentedColormap.from_list("criticals", [theme.FAINT, theme.SKY, theme.BLUE])
_FEW = 6
_BARS = 0.4  # of the width: the rest is for what the rows do
_EFFECT_LETTERS = 46
_COLOURS = (theme.SKY, theme.GREEN, theme.ORANGE, theme.VERMILLION, theme.PURPLE, theme.YELLOW, theme.BLUE)


def critical_rows(
    result: Result,
    *,
    matchup: Which = ALL,
    variant: str | None = None,
    confidence: float = 0.95,
    ax: Axes | None = None,
) -> Axes:
    """Draw how many criticals in 100 duels come to each row of the tables, and write what the row does.

    Parameters
    ----------
    result : Result
        What a study gave; a bar is drawn for each row of the tables of each variant, from the duels that were followed
        round by round, of both sides together. Variants whose criticals only double damage have none. More than six
        scenarios stand side by side, as columns of a heat map for each matchup and table.
    matchup : int or "all", optional
        Number of the only matchup to draw; all of them together by default, ``None`` for each in its turn.
    variant : str, optional
        The only variant to draw.
    confidence : float
        Level of the intervals that its places tell.
    ax : Axes, optional
        Where to draw; without it, on a new figure.

    Returns
    -------
    Axes
        What was drawn on.

    Raises
    ------
    InputError
        If there is no such matchup or variant.
    """
    frame = of_variant(chronicle.critical_rows(result, confidence, pooled=matchup == ALL), result, variant)
    if frame.empty:
        return theme.nothing(ax, "No critical came to a table of locations.")
    if frame.groupby(["matchup", "variant"]).ngroups > _FEW:
        return _map(result, rows_of(frame, matchup), frame, ax)
    frame, rows = blocks_of(frame, matchup, lambda part: (part["location"] + "  " + part["rolls"]).str.rstrip())
    new, ax = ax is None, theme.axes(ax)
    theme.dress(ax, rows, seats=False)
    _bars(ax, rows, frame)
    return theme.fit(ax) if new else ax


def _bars(ax: Axes, rows: Rows, frame: pd.DataFrame) -> None:
    """Draw a bar for each row of a table, coloured by location, and write what it does."""
    most = float(frame["per_100"].max()) or 1.0
    ax.set_xlim(0, most / _BARS)
    ax.set_xticks(theme.ticks(most))
    records, locations = rows.records(frame), list(dict.fromkeys(frame["location"]))
    colours = {name: _COLOURS[place % len(_COLOURS)] for place, name in enumerate(locations)}
    for location, colour in colours.items():
        here = [place for place, found in enumerate(records) if found["location"] == location]
        y, width = rows.y[here], np.array([records[place]["per_100"] for place in here])
        shapes.bars(ax, y, np.zeros_like(y), width, colour)
    for row, found in zip(rows.rows, records, strict=True):
        effect, look = wrapped(found["effect"], _EFFECT_LETTERS), {"va": "center", "fontsize": theme.SMALL - 1}
        if rows.numbered:
            theme.note(ax, found["per_100"], row.y, f"{found['per_100']:.1f}", 4, fontsize=theme.SMALL - 1)
        if rows.numbered and found["count"]:
            theme.text(ax, 1.32 * most, row.y, f"{found['hp_lost']:.1f} HP", ha="right", **look)
        theme.text(ax, 1.38 * most, row.y, effect, **look)
        theme.spot(ax, 0, row.y - 0.4, most / _BARS, row.y + 0.4, f"{found['scenario']}, {row.name}, {_told(found)}")
    theme.name_axis(ax, "criticals in 100 duels; the HP that a blow took; what the row does")
    theme.legend(ax, [Patch(color=colour, label=wrapped(location)) for location, colour in colours.items()])


def _told(found: dict[str, Any]) -> str:
    blow = told.mean(found, "hp_lost", "HP", of="count", what="such criticals")
    return f"{found['effect']}: {found['per_100']:.2f} in 100 duels, {blow}"


def _map(result: Result, rows: Rows, frame: pd.DataFrame, ax: Axes | None) -> Axes:
    """Draw the tables as heat maps, one for each matchup and table, with a column for each variant."""
    new, ax = ax is None, theme.axes(ax)
    frame = rows.only(frame)
    most = float(frame["per_100"].max()) or 1.0
    tables: dict[tuple[Any, ...], dict[str, list[dict[str, Any]]]] = {}
    for (matchup, variant), part in frame.groupby(["matchup", "variant"], sort=False):
        lines = tuple(zip(part["location"], part["rolls"], part["effect"], strict=True))
        tables.setdefault((matchup, lines), {})[str(variant)] = told.records(part)
    variants = tuple(dict.fromkeys(frame["variant"]))
    maps = []
    for (_, lines), found in tables.items():
        first = next(iter(found.values()))[0]
        head = told.against(first["a"], first["b"])
        labels = tuple(f"{location} {rolls}".rstrip() + f": {effect}" for location, rolls, effect in lines)
        cells = [
            [_cell(found[name][number], label, most) if name in found else None for name in variants]
            for number, label in enumerate(labels)
        ]
        maps.append(Map(head, labels, cells))
    heat(ax, maps, variants, ("row of the table", "variant"), _SCALE)
    theme.name_axis(ax, "criticals in 100 duels")
    ends = ((0.0, "none"), (1.0, f"{most:.1f} in 100 duels"))
    edge: dict[str, Any] = {"edgecolor": theme.MUTED, "linewidth": 0.5}
    theme.legend(ax, [Patch(facecolor=to_hex(_SCALE(shade)), label=words, **edge) for shade, words in ends])
    return theme.fit(ax) if new else ax


def _cell(found: dict[str, Any], label: str, most: float) -> Cell:
    words = f"{told.apart(found['variant'])}, {label.partition(':')[0]}, {_told(found)}"
    narrow = "<1" if 0 < found["per_100"] < 0.5 else f"{found['per_100']:.0f}"
    return Cell(found["per_100"] / most, f"{found['per_100']:.1f}", narrow, words)
