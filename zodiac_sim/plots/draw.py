"""What Draw gives: curves of its exact chance of success and of the spells that an action gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from zodiac_sim.errors import InputError
from zodiac_sim.lab.digits import in_full
from zodiac_sim.plots import shapes, theme, told

if TYPE_CHECKING:
    import pandas as pd

_WORDS = {
    "level": "level of the spell",
    "base": "base chance, in percent",
    "gf_bonus": "GF bonus, in percent points",
    "spell_lore": "Spell Lore, in percent",
    "source": "spells to draw from",
}
_SHORT = {name: words.partition(",")[0] for name, words in _WORDS.items()} | {"level": "level"}
_COLOURS = (theme.INK, theme.BLUE, theme.ORANGE, theme.GREEN, theme.VERMILLION, theme.PURPLE)
_HEIGHT, _TOP, _ROOM = 9.0, 0.6, 0.1  # of the panel, above it, and right of it as a share of its width
_MOST_MARKS = 40


def draw(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw what :func:`zodiac_sim.draw_table` holds: chances on the left scale, spells an action on the right one.

    Parameters
    ----------
    table : DataFrame
        Of ``draw_table``. The number that has most values in it runs along x; each combination of the others is a
        curve, and a dashed one beside it where the wanted spell is not always the one drawn for.
    ax : Axes, optional
        Where to draw; without it, on a new figure.

    Returns
    -------
    Axes
        What was drawn on.

    Raises
    ------
    InputError
        If there are more than six curves.
    """
    along = max(_WORDS, key=lambda name: table[name].nunique())
    others = [name for name in _WORDS if name != along]
    curves = list(table.sort_values(along, kind="stable").groupby(others, sort=False))
    if len(curves) > len(_COLOURS):
        raise InputError(f"{len(curves)} curves, but {len(_COLOURS)} are the most that can be told apart")
    new, ax = ax is None, theme.axes(ax)
    x = np.unique(table[along].to_numpy()).astype(float)
    theme.bare(ax, _TOP + _HEIGHT, 1.0)
    _scales(ax, table, x)
    varied = [name for name in others if table[name].nunique() > 1]
    handles = []
    for colour, (_, curve) in zip(_COLOURS, curves, strict=False):
        handles += _curve(ax, curve, along, varied, colour)
    theme.name_axis(ax, _WORDS[along])
    theme.legend(ax, [*handles, theme.remark(_fixed(table, others))])
    return theme.fit(ax) if new else ax


def _y(share: Any) -> Any:
    """Return where a share lies in the picture."""
    return _TOP + _HEIGHT * (1 - np.asarray(share, float))


def _scales(ax: Axes, table: pd.DataFrame, x: theme.Floats) -> None:
    """Draw the lines of the scales: shares on the left, spells on the right, which are as many times the share."""
    width = max(float(np.ptp(x)), 1.0)
    left, right = float(x.min()) - _ROOM * width / 2, float(x.max()) + _ROOM * width / 2
    ax.set_xlim(left, right + _ROOM * width)
    ticks = MaxNLocator(10, integer=True).tick_values(x.min(), x.max())
    ax.set_xticks([float(tick) for tick in ticks if x.min() <= tick <= x.max()])
    ax.tick_params(axis="x", length=0, labelsize=theme.SMALL, labelcolor=theme.INK, labelfontfamily=theme.FONTS)
    hit = table[table["success"] > 0]
    given = float((hit["spells"] / hit["success"]).mean()) if len(hit) else 0.0
    for share in (0, 0.25, 0.5, 0.75, 1):
        shapes.lines(ax, [np.array([[left, _y(share)], [right, _y(share)]])], theme.GRID, 0.8)
        words = f"{100 * share:.0f} %"
        look: dict[str, Any] = {"va": "center", "fontsize": theme.SMALL}
        at_left = {"ha": "right", "transform": ax.get_yaxis_transform(), "label": theme.ROW_LABEL}
        theme.text(ax, -0.01, float(_y(share)), words, **look, **at_left)
        if given:
            words = in_full(round(given * share, 3))
            theme.text(ax, right + _ROOM * width, float(_y(share)), words, ha="right", **look)
    corner: dict[str, Any] = {"va": "bottom", "fontsize": theme.SMALL, "color": theme.MUTED}
    theme.text(ax, left, _TOP - 0.2, "chance of success", ha="left", **corner)
    if given:
        theme.text(ax, right + _ROOM * width, _TOP - 0.2, "spells an action", ha="right", **corner)


def _curve(ax: Axes, curve: pd.DataFrame, along: str, varied: list[str], colour: str) -> list[Line2D]:
    """Draw one curve, and the one of the wanted spell if it is another; return what explains them."""
    name = ", ".join(_named(curve, key) for key in varied)
    found = [_line(ax, curve, along, "success", color=colour, label=name or "any spell of the level")]
    apart = bool((curve["success"] != curve["wanted_success"]).any())
    if apart:
        words = f"{name}: the wanted spell" if name else "the wanted spell"
        found.append(_line(ax, curve, along, "wanted_success", color=colour, label=words, linestyle=(0, (3, 2))))
    left, right = ax.get_xlim()
    half = 0.01 * (right - left)
    for row in told.records(curve):
        words = f"{_SHORT[along]} {row[along]}: {100 * row['success']:g} %, {row['spells']:g} spells an action"
        if apart:
            words += f"; of the wanted one {100 * row['wanted_success']:g} %, {row['wanted_spells']:g}"
        y = float(_y(row["success"]))
        theme.spot(ax, row[along] - half, y - 0.25, row[along] + half, y + 0.25, words)
    return found


def _line(ax: Axes, curve: pd.DataFrame, along: str, column: str, **look: Any) -> Line2D:
    """Draw the line of a column, with marks where they are few."""
    mark = "o" if len(curve) <= _MOST_MARKS else ""
    x, y = curve[along].to_numpy(float), _y(curve[column])
    return ax.plot(x, y, marker=mark, markersize=4, linewidth=1.8, zorder=3, **look)[0]


def _named(curve: pd.DataFrame, key: str) -> str:
    return f"{_SHORT[key]} {curve[key].iloc[0]}"


def _fixed(table: pd.DataFrame, others: list[str]) -> str:
    """Say what the numbers are that are the same for all curves."""
    choice = table["source"].max() > 1
    same = [name for name in others if table[name].nunique() == 1 and (choice or name not in ("spell_lore", "source"))]
    return "; ".join(_named(table, name) for name in same)
