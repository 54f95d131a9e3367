"""How long fights last: the distribution of rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from zodiac_sim.lab import figures
from zodiac_sim.plots import shapes, theme, told
from zodiac_sim.plots.rows import ALL, Rows, Which, baseline_of, rows_of, wrapped

if TYPE_CHECKING:
    import pandas as pd

    from zodiac_sim.lab.result import Result

_ROW, _PALE, _WORTH_SAYING = 2.0, 0.6, 0.0005


def rounds(result: Result, *, matchup: Which = None, baseline: str | None = None, ax: Axes | None = None) -> Axes:
    """Draw the share of duels that ended in each round, and the mean, one row for each scenario.

    Parameters
    ----------
    result : Result
        What a study gave.
    matchup : int or "all", optional
        Number of the only matchup to draw, or all of them together, a row for each variant.
    baseline : str, optional
        Variant whose outline lies over all rows of its matchup; without it, the first.
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
    pooled = matchup == ALL
    summary, frame = figures.summary(result, pooled=pooled), figures.rounds(result, pooled=pooled)
    rows = rows_of(summary, matchup, size=_ROW)
    new, ax = ax is None, theme.axes(ax)
    theme.dress(ax, rows, seats=False)
    frame = rows.only(frame)
    last = figures.last_shown_round(frame)
    baseline = baseline_of(result, baseline)
    _distributions(ax, rows, frame[frame["rounds"] <= last], baseline)
    _means(ax, rows, summary, last)
    ax.set_xlim(-0.5, last + 0.5)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    theme.name_axis(ax, "round in which the duel ended (the longest 1 % are not shown)")
    handles: list[Artist] = [Patch(color=to_rgba(theme.SKY, _PALE), label="share of duels")]
    handles.append(Line2D([], [], color=theme.VERMILLION, lw=2, label="mean"))
    if len(result.study.variant_names) > 1:
        handles.append(Line2D([], [], color=theme.INK, lw=1.1, label=f"outline: {wrapped(baseline)}"))
    theme.legend(ax, handles)
    return theme.fit(ax) if new else ax


def _distributions(ax: Axes, rows: Rows, frame: pd.DataFrame, baseline: str) -> None:
    """Draw the steps of every row and over them those of the baseline, as high as the matchup's highest allows."""
    steps = {key: _steps(part) for key, part in frame.groupby(["matchup", "variant"])}
    highest = frame.groupby("matchup")["share"].max()
    areas, outlines = [], []
    for row in rows.rows:
        floor = np.array([0, row.y + _ROW / 2])
        scale = np.array([1, -0.88 * _ROW / highest.get(row.matchup, 1)])
        if (row.matchup, row.variant) in steps:
            areas.append(steps[row.matchup, row.variant] * scale + floor)
        if row.variant != baseline and (row.matchup, baseline) in steps:
            outlines.append(steps[row.matchup, baseline] * scale + floor)
    shapes.areas(ax, areas, (theme.SKY, _PALE))
    shapes.lines(ax, outlines, theme.INK, 1.1)


def _steps(part: pd.DataFrame) -> theme.Floats:
    """Return the corners of the steps of a distribution: a round, and the share of duels that ended in it."""
    first, last = int(part["rounds"].min()), int(part["rounds"].max())
    shares = np.zeros(last - first + 1)
    shares[part["rounds"].to_numpy() - first] = part["share"].to_numpy()
    edges = np.arange(first, last + 2) - 0.5
    return np.stack([np.repeat(edges, 2), np.concatenate([[0], np.repeat(shares, 2), [0]])], axis=1)


def _means(ax: Axes, rows: Rows, summary: pd.DataFrame, last: int) -> None:
    """Mark the mean of every row, and write it with the share of duels that never ended."""
    means, unresolved = rows.pick(summary, "rounds_mean"), rows.pick(summary, "rate_unresolved")
    floors = rows.y + _ROW / 2
    shapes.lines(ax, [np.array([[-0.5, y], [last + 0.5, y]]) for y in floors], theme.GRID, 0.8)
    marks = [np.array([[x, y - 0.55 * _ROW], [x, y]]) for x, y in zip(means, floors, strict=True) if x <= last]
    shapes.lines(ax, marks, theme.VERMILLION, 2, zorder=3)
    look: dict[str, Any] = {"ha": "right", "va": "center", "transform": ax.get_yaxis_transform()}
    for y, mean, share in zip(rows.y, means, unresolved, strict=True) if rows.numbered else ():
        words = f"mean {mean:.1f}" + (f"\n{100 * share:.1f} % unresolved" if share >= _WORTH_SAYING else "")
        theme.text(ax, 1.0, y, words, fontsize=theme.SMALL, **look)
    for row, found in zip(rows.rows, rows.records(summary), strict=True):
        mean, never = told.mean(found, "rounds_mean", "rounds"), told.share(found, "rate_unresolved")
        theme.spot(ax, -0.5, row.y - _ROW / 2, last + 0.5, row.y + _ROW / 2, f"{row.name}: {mean}; unresolved, {never}")
