"""Curves of shares that fall step by step: a curve for each variant, a panel for each matchup or hero."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes

from zodiac_sim.plots import shapes, theme, told
from zodiac_sim.plots.rows import LINE, Rows, Which, panels_of, wrapped

if TYPE_CHECKING:
    import pandas as pd

KEY_SHARE = 0.28  # of the width of a picture

_STUB = 0.04  # how far curves go on behind their last step
_PANEL, _KEY_LETTERS = 6.0, 22  # height of a panel; letters of a line of its key
_FEW = 6  # of more variants only the baseline and the ends bear names
_COLOURS = (theme.BLUE, theme.ORANGE, theme.GREEN, theme.VERMILLION, theme.PURPLE)
_VISIBLE, _PLACES = 0.02, 40  # a band that is no wider is not drawn; places of a panel that tell their values


@dataclass(frozen=True)
class Steps:
    """What curves fall by: rounds, or fights.

    ``column`` holds the number of the step, from 0, which is before the first; ``x`` is where each of them lies in the
    picture. ``what`` is told of a share, ``sample`` says what it is a share of. ``at_end`` has the key tell of the last
    step, behind which the curves go on a little; else it is the one at which they are furthest apart.
    """

    column: str
    x: theme.Floats
    base: str
    what: str
    sample: str = "duels"
    at_end: bool = False

    @property
    def last(self) -> int:
        """The last step that is drawn."""
        return len(self.x) - 1

    @property
    def end(self) -> float:
        """Where the curves end."""
        return float(self.x[-1]) * (1 + _STUB * self.at_end)

    @property
    def width(self) -> float:
        """The width of the picture: curves, and their key beside them."""
        return self.end / (1 - KEY_SHARE)

    def place(self, step: int) -> float:
        """Return where a step lies; all after the last are the end of the curves."""
        return float(self.x[step]) if step <= self.last else self.end


@dataclass(frozen=True)
class Panel:
    """The curves of a matchup by number: shares from step 0 on by variant, and the step that its key tells of.

    ``others`` says who fights under variants that change that.
    """

    number: int
    table: dict[str, theme.Floats]
    at: int
    named: list[str]
    others: dict[str, str]
    top: float = 0.0

    @property
    def size(self) -> float:
        """The height that its key needs."""
        return 0.9 * (len(self.named) + 2) + LINE * sum(self.words(name).count("\n") for name in self.named)

    def words(self, name: str) -> str:
        """Return what the key calls a variant."""
        return wrapped(told.apart(name) + self.others.get(name, ""), _KEY_LETTERS)

    def y(self, share: Any) -> Any:
        """Return where a share lies in the picture."""
        return self.top + _PANEL * (1 - 0.92 * np.asarray(share, float))


def curves(
    ax: Axes, frame: pd.DataFrame, steps: Steps, matchup: Which = None, *, under: Callable[[Panel], None] | None = None
) -> Rows:
    """Draw the curves of a frame, a panel below the other, each with its key.

    Parameters
    ----------
    frame : DataFrame
        ``matchup, a, b, variant, duels``, the column of the steps, and ``share, share_low, share_high``.
    under : function of Panel, optional
        Draws what lies under the curves of a panel.

    Raises
    ------
    InputError
        If there is no such matchup.
    """
    groups = [(int(part["matchup"].iloc[0]), part) for _, part in frame.groupby("matchup")]
    panels = {number: _panel(number, part, steps) for number, part in groups}
    size = max(max(panel.size for panel in panels.values()), _PANEL)
    rows = panels_of(frame, matchup, size=size)
    theme.dress(ax, rows, seats=False)
    ax.set_xlim(0, steps.width)
    for row in rows.rows:
        part, panel = frame[frame["matchup"] == row.matchup], replace(panels[row.matchup], top=row.y - size / 2)
        if under is not None:
            under(panel)
        _curves(ax, panel, part, steps)
        _key(ax, panel, steps)
        _tell(ax, panel, part, steps)
    return rows


def _panel(number: int, part: pd.DataFrame, steps: Steps) -> Panel:
    table = {}
    for variant, own in part.groupby("variant", sort=False):
        shares = own["share"].to_numpy()[: steps.last + 1]
        if not np.isnan(shares).any():
            table[str(variant)] = np.pad(shares, (0, steps.last + 1 - len(shares)), mode="edge")
    if not table:
        return Panel(number, {}, 0, [], {})
    every = np.array(list(table.values()))
    spread = every.std(axis=0) if len(every) > 1 else -np.abs(every[0] - 0.5)
    at = steps.last if steps.at_end else int(np.argmax(spread))
    order = sorted(table, key=lambda name: -table[name][at])
    named = order if len(order) <= _FEW else [name for name in order if name in (order[0], steps.base, order[-1])]
    others = {
        row["variant"]: f"\n({told.against(row['a'], row['b'])})"
        for row in told.records(part.drop_duplicates("variant"))
        if (row["a"], row["b"]) != (part["a"].iloc[0], part["b"].iloc[0])
    }
    return Panel(number, table, at, named, others)


def _look(panel: Panel, variant: str, base: str) -> dict[str, Any]:
    """Return colour and dashes of a curve; a variant has the same in all panels if all variants are named."""
    if variant not in panel.named:
        return {"color": theme.DRAW, "linewidth": 0.6, "zorder": 2}
    if variant == base:
        return {"color": theme.INK, "linewidth": 2.0, "zorder": 4}
    every = panel.named if len(panel.named) < len(panel.table) else list(panel.table)
    place = [name for name in every if name != base].index(variant)
    return {"color": _COLOURS[place], "linewidth": 2.0, "zorder": 3}


def _curves(ax: Axes, panel: Panel, part: pd.DataFrame, steps: Steps) -> None:
    """Draw the steps of all variants over lines at 0, 50 and 100 %, and the intervals of those that bear names."""
    for share in (0, 0.5, 1):
        shapes.lines(ax, [np.array([[0, panel.y(share)], [steps.end, panel.y(share)]])], theme.GRID, 0.8)
        look: dict[str, Any] = {"ha": "right", "va": "center", "transform": ax.get_yaxis_transform()}
        words = f"{100 * share:.0f} %"
        theme.text(ax, -0.01, float(panel.y(share)), words, fontsize=theme.SMALL, label=theme.ROW_LABEL, **look)
    grey = [_corners(panel, steps, shares) for name, shares in panel.table.items() if name not in panel.named]
    shapes.lines(ax, grey, theme.DRAW, 0.6)
    for name in panel.named:
        look = _look(panel, name, steps.base)
        ax.plot(*_corners(panel, steps, panel.table[name]).T, **look)
        own = part[(part["variant"] == name) & (part[steps.column] <= steps.last)]
        if (own["share_high"] - own["share_low"]).max() > _VISIBLE:
            low, high = (_corners(panel, steps, own[f"share_{end}"].to_numpy()) for end in ("low", "high"))
            shapes.areas(ax, [np.concatenate([low, high[::-1]])], (look["color"], 0.2))
    if panel.named and not steps.at_end:
        at = np.array([[steps.x[panel.at], panel.y(1)], [steps.x[panel.at], panel.y(0)]])
        shapes.lines(ax, [at], theme.MUTED, 1.0, linestyle=(0, (1, 2)), zorder=2)


def _corners(panel: Panel, steps: Steps, shares: theme.Floats) -> theme.Floats:
    """Return the corners of the steps of a curve: what was left after a step holds until the next one ends."""
    places = np.repeat(steps.x[: len(shares)], 2)
    corners = np.stack([places[1:], np.repeat(panel.y(shares), 2)[:-1]], axis=1)
    return np.append(corners, [[steps.end, corners[-1, 1]]], axis=0) if steps.at_end else corners


def _key(ax: Axes, panel: Panel, steps: Steps) -> None:
    """Name the curves right of them, in their order at the step that is told of, with their shares there."""
    if not panel.named:
        return
    room, y = steps.width - steps.end, float(panel.y(1))
    x = steps.end + 0.12 * room
    look: dict[str, Any] = {"ha": "left", "va": "center", "fontsize": theme.SMALL}
    theme.text(ax, x, y, f"after {steps.column} {panel.at}", **{**look, "color": theme.MUTED})
    for name in panel.named:
        share, words = float(panel.table[name][panel.at]), panel.words(name)
        line = _look(panel, name, steps.base)
        shapes.marks(ax, steps.x[[panel.at]], panel.y([share]), "o", line["color"], 5)
        y += 0.9
        ax.plot([x - 0.08 * room, x - 0.02 * room], [y, y], **line)
        theme.text(ax, x, y - 0.25, f"{100 * share:.0f} %  {words}", **{**look, "va": "top"})
        y += LINE * words.count("\n")
    others = len(panel.table) - len(panel.named)
    if others:
        theme.text(ax, x, y + 0.9, f"grey: {others} other variants", **{**look, "color": theme.MUTED})


def _tell(ax: Axes, panel: Panel, part: pd.DataFrame, steps: Steps) -> None:
    """Let each step of a panel tell the shares of the variants that bear names."""
    stride = max(1, -(-steps.last // _PLACES))
    for number in range(0, steps.last + steps.at_end, stride):
        found = {row["variant"]: row for row in told.records(part[part[steps.column] == number])}
        words = [
            f"{told.apart(name)} {told.share(found[name], 'share', what=steps.sample)}"
            for name in panel.named
            if name in found
        ]
        if words:
            left, right = steps.place(number), steps.place(number + stride)
            ends = left, float(panel.y(1)), right, float(panel.y(0))
            theme.spot(ax, *ends, f"{steps.what} after {steps.column} {number}: {'; '.join(words)}")
