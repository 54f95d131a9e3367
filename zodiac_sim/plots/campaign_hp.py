"""With how many HP a hero goes into each fight: the middle half of those who come to it, and their median."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from zodiac_sim.plots import shapes, theme, told
from zodiac_sim.plots.journeys import (
    check,
    fight_ticks,
    has_rest,
    journeys_of,
    mark_days,
    most_fights,
    of_heroes,
    rest_key,
)
from zodiac_sim.plots.rows import Row, Rows, rows_of, wrapped

if TYPE_CHECKING:
    from zodiac_sim.lab.campaign_result import CampaignResult

_ROW, _FULL = 2.3, 0.72  # height of a row; of it that of maximum HP
_WORDS = 0.2  # of the width, for words beside the boxes
_PALE, _WIDE = 0.45, 0.8  # of a box: how strong its colour is, and how much of the room for a fight it takes
_SPOTS = 1500


def campaign_hp(
    result: CampaignResult,
    *,
    hero: str | None = None,
    baseline: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the HP at the start of each fight: median and quartiles of the campaigns that come to it.

    Parameters
    ----------
    result : CampaignResult
        What a campaign gave; a row is drawn for each hero and variant, from 0 to the hero's maximum HP.
    hero : str, optional
        The only hero to draw.
    baseline : str, optional
        Variant whose medians lie over all rows of a hero; without it, the first.
    ax : Axes, optional
        Where to draw; without it, on a new figure.

    Returns
    -------
    Axes
        What was drawn on.

    Raises
    ------
    InputError
        If there is no such hero or variant.
    """
    check(result, hero)
    study = result.study
    base = study.variant_names[0] if baseline is None else study.find_variant(baseline, key="baseline")
    frame = of_heroes(result.hp(), result, hero)
    rows = rows_of(frame, size=_ROW)
    last = most_fights(result)
    new, ax = ax is None, theme.axes(ax)
    theme.dress(ax, rows, seats=False)
    ax.set_xlim(0, last / (1 - _WORDS))
    medians, boxes = {}, []
    for row in rows.rows:
        own = frame[(frame["matchup"] == row.matchup) & (frame["variant"] == row.variant)]
        medians[row.matchup, row.variant] = own
        boxes += _boxes(row, own)
    _scale(ax, rows, result, last)
    shapes.areas(ax, boxes, (theme.SKY, _PALE))
    shapes.lines(ax, [line for row in rows.rows for line in _medians(row, medians[row.matchup, row.variant])],
                 theme.VERMILLION, 2.2, zorder=4)  # fmt: skip
    others = [row for row in rows.rows if row.variant != base and (row.matchup, base) in medians]
    lines = [line for row in others for line in _medians(row, medians[row.matchup, base])]
    shapes.lines(ax, lines, theme.INK, 1.0, zorder=3)
    _say(ax, rows, medians, last)
    ax.grid(False)
    ax.set_xticks([number - 0.5 for number in fight_ticks(last)], list(map(str, fight_ticks(last))))
    theme.name_axis(ax, "fight")
    _explain(ax, base if others else None, rests=has_rest(result))
    return theme.fit(ax) if new else ax


def _explain(ax: Axes, base: str | None, *, rests: bool) -> None:
    """Explain boxes and medians, those of the baseline where they lie over other rows."""
    handles = [
        Patch(color=to_rgba(theme.SKY, _PALE), label="middle half of those who come to the fight"),
        Line2D([], [], color=theme.VERMILLION, lw=2.2, label="median HP at its start"),
    ]
    if base is not None:
        handles.append(Line2D([], [], color=theme.INK, lw=1.0, label=f"median: {wrapped(base)}"))
    theme.legend(ax, [*handles, rest_key()] if rests else handles)


def _height(row: Row, share: Any) -> Any:
    """Return where a share of the maximum HP lies in a row."""
    return row.y + _ROW * (0.42 - _FULL * np.asarray(share, float))


def _shares(own: pd.DataFrame, name: str) -> theme.Floats:
    return (own[f"start_{name}"] / own["max_hp"]).to_numpy(float)


def _boxes(row: Row, own: pd.DataFrame) -> list[theme.Floats]:
    """Return the boxes between the quartiles, of the fights that anybody comes to."""
    x = own["fight"].to_numpy(float) - 0.5
    low, high = (_height(row, _shares(own, name)) for name in ("quarter_low", "quarter_high"))
    left, right = x - _WIDE / 2, x + _WIDE / 2
    corners = np.stack([left, low, left, high, right, high, right, low], axis=1).reshape(-1, 4, 2)
    return list(corners[~np.isnan(low)])


def _medians(row: Row, own: pd.DataFrame) -> list[theme.Floats]:
    x, y = own["fight"].to_numpy(float) - 0.5, _height(row, _shares(own, "median"))
    corners = np.stack([x - _WIDE / 2, y, x + _WIDE / 2, y], axis=1).reshape(-1, 2, 2)
    return list(corners[~np.isnan(y)])


def _scale(ax: Axes, rows: Rows, result: CampaignResult, last: int) -> None:
    """Draw lines at none, half and all of the HP of each row, and its days."""
    look: dict[str, Any] = {"ha": "left", "va": "center", "fontsize": theme.SMALL - 2, "color": theme.MUTED}
    for share in (0.0, 0.5, 1.0):
        heights = [float(_height(row, share)) for row in rows.rows]
        shapes.lines(ax, [np.array([[0, y], [last, y]]) for y in heights], theme.GRID, 0.8)
        for y in heights if rows.numbered else ():
            theme.text(ax, last * 1.01, y, f"{100 * share:.0f} %", **look)
    for row in rows.rows:
        journey = next(each for each in journeys_of(result, row.matchup) if each.variant == row.variant)
        mark_days(ax, journey, float(_height(row, 1)), float(_height(row, 0)), named=rows.numbered)


def _say(ax: Axes, rows: Rows, found: dict[tuple[int, str], pd.DataFrame], last: int) -> None:
    """Write the HP at the last fight that anybody comes to beside each row, and let every fight tell its figures."""
    every = max(1, -(-sum(map(len, found.values())) // _SPOTS))
    for row in rows.rows:
        records = [each for each in told.records(found[row.matchup, row.variant]) if each["begun"]]
        for each in records[::every]:
            box = each["fight"] - 1, float(_height(row, 1)), each["fight"] - 1 + every, float(_height(row, 0))
            theme.spot(ax, *box, f"{row.name}: {_told(each)}")
        if records and rows.numbered:
            words = f"fight {records[-1]['fight']}\n{_hp(records[-1], 'median')} of {records[-1]['max_hp']} HP"
            theme.text(ax, last * 1.09, row.y, words, va="center", fontsize=theme.SMALL - 0.5)


def _told(each: dict[str, Any]) -> str:
    quarters = f"half of them {_hp(each, 'quarter_low')} to {_hp(each, 'quarter_high')}"
    return (
        f"fight {each['fight']} on day {each['day']}, against {told.apart(each['opponent'])}: median "
        f"{_hp(each, 'median')} of {each['max_hp']} HP, {quarters}, of {each['begun']:,} campaigns that come to it"
    )


def _hp(each: dict[str, Any], name: str) -> str:
    return f"{each[f'start_{name}']:.1f}".removesuffix(".0")
