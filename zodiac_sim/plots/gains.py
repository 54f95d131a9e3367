"""Who gains and who loses by matchup: differences in wins from a baseline, duel by duel on the same dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from zodiac_sim.engine.outcome import SIDES
from zodiac_sim.lab.compare_words import amount, measured, signed, verdict_words
from zodiac_sim.lab.differences import LARGER, SAME, SMALLER, UNCLEAR
from zodiac_sim.lab.digits import in_percent
from zodiac_sim.lab.pooled import all_matchups
from zodiac_sim.lab.quantities import ALL_MATCHUPS, WINS
from zodiac_sim.lab.words import difference_decimals
from zodiac_sim.plots import shapes, theme, told
from zodiac_sim.plots.rows import ALL, Rows, Which, baseline_of, rows_of, wrapped

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

_MOST_ROWS = 60  # of more scenarios, a row shows all variants together
_ROW, _SHIFT = 1.5, 0.27
_SIDE_WORDS = {"a": "left side", "b": "right side"}
_ENDS = ["difference_low", "difference_high"]
# Neither the colours nor the marks of the sides: what is told by colour is told by the mark too.
_VERDICTS = {
    LARGER: (">", theme.GREEN, "wins more"),
    SMALLER: ("<", theme.VERMILLION, "wins less"),
    SAME: ("o", theme.MUTED, "no difference that matters"),
    UNCLEAR: ("D", theme.PURPLE, "not enough duels to tell"),
}


def gains(
    result: Result,
    *,
    baseline: str | None = None,
    differences: pd.DataFrame | None = None,
    matchup: Which = None,
    confidence: float = 0.95,
    ax: Axes | None = None,
) -> Axes:
    """Draw how many percentage points of duels more or fewer each side wins than under the baseline.

    Parameters
    ----------
    result : Result
        What a study gave; a row with a mark for each side is drawn for each scenario but those of the baseline. Of more
        than 60, a row is drawn for each side of a matchup, with a mark for each variant and no interval.
    baseline : str, optional
        Variant that the others are compared with; without it, the first.
    differences : DataFrame, optional
        What :meth:`Result.compare` returned for that baseline with ``overall=True``, if the picture should have the
        same intervals as a table of more quantities, or what :func:`zodiac_sim.worth` did; without it, differences of
        wins alone are corrected.
    matchup : int or "all", optional
        Number of the only matchup to draw, or the mean over all matchups.
    confidence : float
        At which all intervals hold together; that of ``differences`` if they are given.
    ax : Axes, optional
        Where to draw; without it, on a new figure.

    Returns
    -------
    Axes
        What was drawn on.

    Raises
    ------
    InputError
        If there is no such matchup or variant, or the variants were not paired with the baseline.
    """
    if differences is None:
        first = baseline_of(result, baseline)
        differences = result.compare(first, quantities=WINS, confidence=confidence, overall=True)
    frame = _chosen(result, differences, matchup)
    crowded = len(frame) > len(SIDES) * _MOST_ROWS
    frame = _together(frame) if crowded else frame.assign(row=frame["variant"])
    rows = rows_of(frame.assign(variant=frame["row"]), matchup, size=1.0 if crowded else _ROW)
    frame = rows.only(frame)
    new, ax = ax is None, theme.axes(ax)
    theme.dress(ax, rows, seats=True)
    _draw(ax, rows, frame, crowded)
    level = in_percent(differences.attrs.get("confidence", confidence))
    kind = "each mark a variant" if crowded else f"whiskers: {level} % intervals, for all together"
    theme.name_axis(ax, f"more or fewer duels won, percentage points; {kind}")
    _explain(ax, frame, differences.attrs.get("zero"))
    return theme.fit(ax) if new else ax


def _chosen(result: Result, differences: pd.DataFrame, matchup: Which) -> pd.DataFrame:
    """Return the differences in wins of either side to draw, with what the picture tells of each."""
    frame = differences[differences["quantity"].isin(WINS)]
    single = len(result.study.matchups) == 1
    over = frame["matchup"] == ALL_MATCHUPS
    frame = frame[over] if matchup == ALL and not single else frame[~over]
    if matchup == ALL:
        names = [all_matchups(result, variant) for variant in frame["variant"]]
        frame = frame.assign(**{key: [name[key] for name in names] for key in ("a", "b")})
    return frame.assign(
        side=frame["quantity"].str[-1],
        kind=np.where(frame["within_margin"], SAME, frame["verdict"]),
    )


def _together(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the differences with a row for each side of a matchup, which names the ends of its marks."""
    parts = []
    for (_, side), part in frame.groupby(["matchup", "side"], sort=False):
        known = part.dropna(subset=["difference"]).sort_values("difference", kind="stable")["variant"]
        ends = f"\nmost: {told.apart(known.iloc[-1])}\nleast: {told.apart(known.iloc[0])}" if len(known) else ""
        parts.append(part.assign(row=f"{_SIDE_WORDS[str(side)]}{ends}"))
    return frame.assign(row=pd.concat([part["row"] for part in parts]))


def _draw(ax: Axes, rows: Rows, frame: pd.DataFrame, crowded: bool) -> None:
    centres = {(row.matchup, row.variant): row.y for row in rows.rows}
    shift = frame["side"].map(dict.fromkeys(SIDES, 0.0) if crowded else {"a": -_SHIFT, "b": _SHIFT}).to_numpy()
    frame = frame.assign(y=[centres[key] for key in zip(frame["matchup"], frame["row"], strict=True)] + shift)
    known = frame.dropna(subset=["difference"])
    limit = _scale(ax, known[["difference"] if crowded else ["difference", *_ENDS]], 100 * frame["margin"].max())
    for side in SIDES:
        y = frame.loc[frame["side"] == side, "y"].unique()
        shapes.marks(ax, np.full(len(y), -limit), y, "s", theme.SIDE_COLOURS[side], 4.5, clip_on=False)
    for kind in _VERDICTS:
        _marks(ax, known[known["kind"] == kind], kind, whiskers=not crowded)
    if rows.numbered and not crowded:
        _say(ax, known)
    for row in told.records(known):
        middle, half = 100 * row["difference"], max(50 * (row["difference_high"] - row["difference_low"]), limit / 60)
        half = limit / 80 if crowded else half
        theme.spot(ax, middle - half, row["y"] - _SHIFT, middle + half, row["y"] + _SHIFT, _told(row))


def _scale(ax: Axes, shown: pd.DataFrame, margin: float) -> float:
    """Give the axis its zero and its margin, both in points, and as much room on either side; return how much."""
    ax.axvspan(-margin, margin, color=theme.GRID, alpha=0.55, linewidth=0, zorder=0)
    ax.axvline(0, color=theme.INK, linewidth=1.0, zorder=2)
    limit = max(122 * float(shown.abs().to_numpy().max(initial=0)), 1.6 * margin)
    ax.set_xlim(-limit, limit)
    return limit


def _marks(ax: Axes, part: pd.DataFrame, kind: str, *, whiskers: bool) -> None:
    """Draw the differences with one verdict."""
    mark, colour, _ = _VERDICTS[kind]
    y = part["y"].to_numpy()
    if whiskers:
        low, high = (100 * part[name].to_numpy() for name in _ENDS)
        shapes.lines(ax, list(np.stack([low, y, high, y], axis=1).reshape(-1, 2, 2)), colour, 2)
    shapes.marks(ax, 100 * part["difference"].to_numpy(), y, mark, colour, 6, markerfacecolor=_face(kind))


def _face(kind: str) -> str:
    """Return what fills the mark of a verdict: nothing where there is none."""
    return "none" if kind == UNCLEAR else _VERDICTS[kind][1]


def _told(row: dict[str, Any]) -> str:
    """Return a difference in words, with its interval and verdict."""
    words = f"{amount(row, 'points')}; {verdict_words(row)}; {row['duels']:,} duels"
    return f"wins of {told.who(row, row['side'])}, {told.apart(row['variant'])}: {words}"


def _say(ax: Axes, frame: pd.DataFrame) -> None:
    """Write each difference beside its interval, on the side away from 0."""
    for value, low, high, y in zip(*(frame[name].tolist() for name in ("difference", *_ENDS, "y")), strict=True):
        right = value >= 0
        words = signed(100 * value, difference_decimals(100 * low, 100 * high))
        end, gap = (high, 6) if right else (low, -6)
        theme.note(ax, 100 * end, y, words, gap, ha="left" if right else "right", fontsize=theme.SMALL - 1)


def _explain(ax: Axes, frame: pd.DataFrame, zero: str | None) -> None:
    zero = zero or f"as with {wrapped(told.apart(frame['baseline'].iloc[0]))}"
    handles: list[Artist] = [Line2D([], [], color=theme.INK, marker="|", ls="none", markersize=11, label=zero)]
    for kind, (mark, colour, words) in _VERDICTS.items():
        if (frame["kind"] == kind).any():
            look: dict[str, Any] = {"markersize": 6.5, "markerfacecolor": _face(kind), "ls": "none"}
            handles.append(Line2D([], [], color=colour, marker=mark, label=words, **look))
    margin = measured(frame["margin"].max(), "points")
    handles.append(Patch(color=theme.GRID, alpha=0.55, label=f"less than {margin} either way"))
    theme.legend(ax, handles)
