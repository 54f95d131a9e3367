"""How badly fighters bleed, round by round, and the worst they come to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_hex
from matplotlib.patches import Patch

from zodiac_sim.engine.outcome import SIDES
from zodiac_sim.lab import chronicle, figures
from zodiac_sim.lab.chronicle import NO_LEVEL
from zodiac_sim.plots import theme, told
from zodiac_sim.plots.rows import ALL, Row, Which, check_side, of_variant, rows_of, wrapped
from zodiac_sim.plots.stacks import ROW, WORDS, Stacks

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

_WORSE = LinearSegmentedColormap.from_list("levels", [theme.YELLOW, theme.ORANGE, theme.VERMILLION])
_FEW = 0.01  # of all duels: where no more are still fought, the shares of them are chance
_QUIET_LETTERS = 80
_STEPS = (0.05, 0.1, 0.25, 0.5, 1.0)


def bleeding_levels(
    result: Result,
    *,
    side: Literal["both", "a", "b"] = "both",
    matchup: Which = None,
    variant: str | None = None,
    confidence: float = 0.95,
    ax: Axes | None = None,
) -> Axes:
    """Draw which share of the fighters bleeds at each level at the end of each round, while their duel goes on.

    Parameters
    ----------
    result : Result
        What a study gave; a row is drawn for each of its scenarios, from the duels that were followed round by round.
        Beside it stands the worst level that fighters had at any moment of a duel. Variants with which nobody bleeds
        are named above.
    side : "both", "a" or "b"
        Whose wounds are shown.
    matchup : int or "all", optional
        Number of the only matchup to draw, or all of them together, a row for each variant.
    variant : str, optional
        The only variant to draw.
    confidence : float
        Level of the intervals of the worst levels.
    ax : Axes, optional
        Where to draw; without it, on a new figure.

    Returns
    -------
    Axes
        What was drawn on.

    Raises
    ------
    InputError
        If there is no such side, matchup or variant.
    """
    check_side(side, "both")
    pooled = matchup == ALL
    whose = SIDES if side == "both" else (side,)
    frames = chronicle.bleeding_levels(result, pooled=pooled), chronicle.worst_levels(result, confidence, pooled=pooled)
    by_round, worst = (of_variant(frame[frame["side"].isin(whose)], result, variant) for frame in frames)
    bled = worst[(worst["level"] != NO_LEVEL) & (worst["count"] > 0)]["variant"]
    quiet = [name for name in dict.fromkeys(worst["variant"]) if name not in set(bled)]
    if bled.empty:
        return theme.nothing(ax, "Nobody bled.")
    by_round, worst = (frame[~frame["variant"].isin(quiet)] for frame in (by_round, worst))
    rows = rows_of(by_round, matchup, size=ROW)
    levels = [level for level in dict.fromkeys(worst["level"]) if level != NO_LEVEL]
    colours = {level: to_hex(_WORSE(place / max(len(levels) - 1, 1))) for place, level in enumerate(levels)}
    shares = _shares(rows.only(by_round), levels)
    highest = float(shares[levels].sum(axis=1).max()) if len(shares) else 0.0
    new, ax = ax is None, theme.axes(ax)
    theme.dress(ax, rows, seats=False)
    stacks = Stacks(highest or 1.0, figures.last_fought_round(result, pooled=pooled), colours, len(rows.rows))
    parts = dict(iter(shares.groupby(["matchup", "variant"])))
    for row in rows.rows:
        own = worst[(worst["matchup"] == row.matchup) & (worst["variant"] == row.variant)]
        _add(ax, stacks, row, parts[row.matchup, row.variant], own)
    level = max([step for step in _STEPS if step <= highest], default=1.0)
    stacks.draw(ax, rows.rows, level, f"{100 * level:.0f} %")
    stacks.axis(ax)
    who = "fighters" if side == "both" else f"fighters of side {side}"
    theme.name_axis(ax, f"share of {who} that bleed at the end of each round, of the duels that go on so long")
    handles: list[Artist] = [Patch(color=colour, label=f"{level} bleeding") for level, colour in colours.items()]
    if quiet:
        names = "; ".join(map(told.apart, quiet))
        handles.append(theme.remark(wrapped(f"nobody bleeds with {names}", _QUIET_LETTERS)))
    theme.legend(ax, handles)
    return theme.fit(ax) if new else ax


def _shares(frame: pd.DataFrame, levels: list[str]) -> pd.DataFrame:
    """Return a row for each scenario and round with a column for each level: the share of the fighters drawn."""
    fighting = frame.groupby(["matchup", "variant", "round", "side"])["count"].transform("sum")
    frame = frame[fighting >= _FEW * frame["duels"]]
    names = ["matchup", "variant", "round"]
    table = frame.pivot_table("share", names, "level", aggfunc="mean", observed=True).reindex(columns=levels)
    return table.fillna(0.0).reset_index()


def _add(ax: Axes, stacks: Stacks, row: Row, part: pd.DataFrame, worst: pd.DataFrame) -> None:
    """Stack the levels of a row, write the worst that fighters come to, and let both tell their figures."""
    shown = part[part["round"] <= stacks.last]
    stacks.add(row, shown["round"].to_numpy(float), {level: shown[level].to_numpy() for level in stacks.colours})
    reached = worst.groupby("level", sort=False)["share"].mean()
    worst_words = [f"{level} {100 * reached[level]:.1f} %" for level in stacks.colours if reached.get(level, 0) > 0]
    stacks.say(ax, row, ["at worst", *worst_words] if worst_words else ["no bleeding"])
    for found in told.records(shown.iloc[:: stacks.step]):
        words = ", ".join(f"{level} {100 * found[level]:.1f} %" for level in stacks.colours)
        stacks.tell(ax, row, found["round"], f"{row.name}, round {found['round']}: {words} of the fighters")
    each = [
        f"{told.who(found, found['side'])} {found['level']} {told.share(found, 'share')}"
        for found in told.records(worst)
    ]
    ends = stacks.last + 0.5, row.y - ROW / 2, (stacks.last + 0.5) / (1 - WORDS), row.y + ROW / 2
    theme.spot(ax, *ends, f"{row.name}, at worst: {'; '.join(each)}")
