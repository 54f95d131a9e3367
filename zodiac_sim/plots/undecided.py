"""How many duels are still undecided after each round: a curve for each variant, a panel for each matchup."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from zodiac_sim.lab import figures
from zodiac_sim.plots import shapes, theme, told
from zodiac_sim.plots.rows import ALL, LINE, Which, baseline_of, panels_of, wrapped

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

_PANEL, _KEY_LETTERS, _KEY_SHARE = 6.0, 22, 0.28  # height of a panel; letters of its key, and its share of the width
_FEW = 6  # of more variants only the baseline and the ends bear names
_COLOURS = (theme.BLUE, theme.ORANGE, theme.GREEN, theme.VERMILLION, theme.PURPLE)
_VISIBLE, _PLACES = 0.02, 40  # a band that is no wider is not drawn; places of a panel that tell their values


@dataclass(frozen=True)
class _Panel:
    """The curves of a matchup: shares from round 0 on by variant, and the round at which they are furthest apart.

    ``others`` says who fights under variants that change that.
    """

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


def undecided(result: Result, *, matchup: Which = None, baseline: str | None = None, ax: Axes | None = None) -> Axes:
    """Draw the share of duels that were still undecided after each round.

    Parameters
    ----------
    result : Result
        What a study gave; a panel is drawn for each matchup, with a curve for each variant. Of more than six variants
        the baseline and the two that are furthest apart have colours and names, the others are grey.
    matchup : int or "all", optional
        Number of the only matchup to draw, or all of them together.
    baseline : str, optional
        Variant that is drawn in black; without it, the first.
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
    base = baseline_of(result, baseline)
    frame = figures.undecided(result, pooled=matchup == ALL)
    last = figures.last_shown_round(figures.rounds(result, pooled=matchup == ALL))
    panels = {number: _panel(part, base, last) for number, part in frame.groupby("matchup")}
    size = max(max(panel.size for panel in panels.values()), _PANEL)
    rows = panels_of(frame, matchup, size=size)
    new, ax = ax is None, theme.axes(ax)
    theme.dress(ax, rows, seats=False)
    ax.set_xlim(0, last / (1 - _KEY_SHARE))
    ax.set_xticks(theme.whole_ticks(last))
    for row in rows.rows:
        part, panel = frame[frame["matchup"] == row.matchup], replace(panels[row.matchup], top=row.y - size / 2)
        _curves(ax, panel, part, base, last)
        _key(ax, panel, base, last)
        _tell(ax, panel, part, last)
    theme.name_axis(ax, "round (the longest 1 % are not shown)")
    theme.legend(ax, [theme.remark("share of duels still undecided after each round")])
    return theme.fit(ax) if new else ax


def _panel(part: pd.DataFrame, base: str, last: int) -> _Panel:
    table = {}
    for variant, own in part.groupby("variant", sort=False):
        shares = own["share"].to_numpy()[: last + 1]
        if not np.isnan(shares).any():
            table[str(variant)] = np.pad(shares, (0, last + 1 - len(shares)), mode="edge")
    if not table:
        return _Panel({}, 0, [], {})
    every = np.array(list(table.values()))
    spread = every.std(axis=0) if len(every) > 1 else -np.abs(every[0] - 0.5)
    at = int(np.argmax(spread))
    order = sorted(table, key=lambda name: -table[name][at])
    named = order if len(order) <= _FEW else [name for name in order if name in (order[0], base, order[-1])]
    others = {
        row["variant"]: f"\n({told.against(row['a'], row['b'])})"
        for row in told.records(part.drop_duplicates("variant"))
        if (row["a"], row["b"]) != (part["a"].iloc[0], part["b"].iloc[0])
    }
    return _Panel(table, at, named, others)


def _look(panel: _Panel, variant: str, base: str) -> dict[str, Any]:
    """Return colour and dashes of a curve; a variant has the same in all panels if all variants are named."""
    if variant not in panel.named:
        return {"color": theme.DRAW, "linewidth": 0.6, "zorder": 2}
    if variant == base:
        return {"color": theme.INK, "linewidth": 2.0, "zorder": 4}
    every = panel.named if len(panel.named) < len(panel.table) else list(panel.table)
    place = [name for name in every if name != base].index(variant)
    return {"color": _COLOURS[place], "linewidth": 2.0, "zorder": 3}


def _curves(ax: Axes, panel: _Panel, part: pd.DataFrame, base: str, last: int) -> None:
    """Draw the steps of all variants over lines at 0, 50 and 100 %, and the intervals of those that bear names."""
    for share in (0, 0.5, 1):
        shapes.lines(ax, [np.array([[0, panel.y(share)], [last, panel.y(share)]])], theme.GRID, 0.8)
        look: dict[str, Any] = {"ha": "right", "va": "center", "transform": ax.get_yaxis_transform()}
        words = f"{100 * share:.0f} %"
        theme.text(ax, -0.01, float(panel.y(share)), words, fontsize=theme.SMALL, label=theme.ROW_LABEL, **look)
    grey = [_steps(panel, shares) for name, shares in panel.table.items() if name not in panel.named]
    shapes.lines(ax, grey, theme.DRAW, 0.6)
    for name in panel.named:
        steps = _steps(panel, panel.table[name])
        look = _look(panel, name, base)
        ax.plot(*steps.T, **look)
        own = part[(part["variant"] == name) & (part["round"] <= last)]
        if (own["share_high"] - own["share_low"]).max() > _VISIBLE:
            low, high = (_steps(panel, own[f"share_{end}"].to_numpy()) for end in ("low", "high"))
            shapes.areas(ax, [np.concatenate([low, high[::-1]])], (look["color"], 0.2))
    if panel.named:
        at = np.array([[panel.at, panel.y(1)], [panel.at, panel.y(0)]])
        shapes.lines(ax, [at], theme.MUTED, 1.0, linestyle=(0, (1, 2)), zorder=2)


def _steps(panel: _Panel, shares: theme.Floats) -> theme.Floats:
    """Return the corners of the steps of a curve: what was left after a round holds until the next one ends."""
    rounds = np.repeat(np.arange(len(shares)), 2)
    return np.stack([rounds[1:], np.repeat(panel.y(shares), 2)[:-1]], axis=1)


def _key(ax: Axes, panel: _Panel, base: str, last: int) -> None:
    """Name the curves right of them, in their order at the round where they are furthest apart, with their shares."""
    if not panel.named:
        return
    right, y = last / (1 - _KEY_SHARE), float(panel.y(1))
    x = last + 0.12 * (right - last)
    look: dict[str, Any] = {"ha": "left", "va": "center", "fontsize": theme.SMALL}
    theme.text(ax, x, y, f"after round {panel.at}", **{**look, "color": theme.MUTED})
    for name in panel.named:
        share, words = float(panel.table[name][panel.at]), panel.words(name)
        line = _look(panel, name, base)
        shapes.marks(ax, np.array([float(panel.at)]), panel.y([share]), "o", line["color"], 5)
        y += 0.9
        ax.plot([x - 0.08 * (right - last), x - 0.02 * (right - last)], [y, y], **line)
        theme.text(ax, x, y - 0.25, f"{100 * share:.0f} %  {words}", **{**look, "va": "top"})
        y += LINE * words.count("\n")
    others = len(panel.table) - len(panel.named)
    if others:
        theme.text(ax, x, y + 0.9, f"grey: {others} other variants", **{**look, "color": theme.MUTED})


def _tell(ax: Axes, panel: _Panel, part: pd.DataFrame, last: int) -> None:
    """Let each round of a panel tell the shares of the variants that bear names."""
    step = max(1, -(-last // _PLACES))
    for number in range(0, last, step):
        found = {row["variant"]: row for row in told.records(part[part["round"] == number])}
        words = [f"{told.apart(name)} {told.share(found[name], 'share')}" for name in panel.named if name in found]
        if words:
            ends = number, float(panel.y(1)), number + step, float(panel.y(0))
            theme.spot(ax, *ends, f"undecided after round {number}: {'; '.join(words)}")
