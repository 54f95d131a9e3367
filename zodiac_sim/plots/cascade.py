"""The bleeding cascade: HP lost to attacks and to bleeding, round by round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from matplotlib.axes import Axes
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from zodiac_sim.engine.outcome import SIDES
from zodiac_sim.lab import chronicle, figures
from zodiac_sim.plots import theme, told
from zodiac_sim.plots.rows import ALL, Row, Which, check_side, of_variant, rows_of
from zodiac_sim.plots.stacks import ROW, Stacks

if TYPE_CHECKING:
    import pandas as pd

    from zodiac_sim.lab.result import Result

_KINDS = {
    "bleeding_damage": ("bleeding", theme.VERMILLION),
    "other_damage": ("poison and other", theme.PURPLE),
    "attack_damage": ("attacks", theme.SKY),
}


def cascade(
    result: Result,
    *,
    side: Literal["both", "a", "b"] = "both",
    matchup: Which = None,
    variant: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the HP that fighters lose to bleeding, to attacks and to poison in each round, on one scale for all rows.

    Parameters
    ----------
    result : Result
        What a study gave; a row is drawn for each of its scenarios, from the duels that were followed round by round.
        Figures are means over all of those, also over such as had ended before.
    side : "both", "a" or "b"
        Whose losses are shown.
    matchup : int or "all", optional
        Number of the only matchup to draw, or all of them together, a row for each variant.
    variant : str, optional
        The only variant to draw.
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
    frame = of_variant(chronicle.cascade(result, pooled=matchup == ALL), result, variant)
    frame = frame[frame["side"].isin(SIDES if side == "both" else (side,))]
    rows = rows_of(frame, matchup, size=ROW)
    frame = rows.only(frame)
    names = ["matchup", "variant", "round"]
    sums = frame.groupby(names, sort=False)[[*_KINDS, "binds", "lost_turns"]].sum().reset_index(names)
    kinds = {name: kind for name, kind in _KINDS.items() if name != "other_damage" or sums[name].any()}
    parts = dict(iter(sums.groupby(["matchup", "variant"])))
    last = figures.last_fought_round(result, pooled=matchup == ALL)
    new, ax = ax is None, theme.axes(ax)
    theme.dress(ax, rows, seats=False)
    highest = float(sums[list(_KINDS)].sum(axis=1).max()) if len(sums) else 0.0
    stacks = Stacks(highest or 1.0, last, {name: colour for name, (_, colour) in kinds.items()}, len(rows.rows))
    for row in rows.rows:
        _add(ax, stacks, row, parts[row.matchup, row.variant], kinds)
    level = max(tick for tick in MaxNLocator(2).tick_values(0, stacks.highest) if tick <= stacks.highest)
    stacks.draw(ax, rows.rows, level, f"{level:g} HP")
    stacks.axis(ax)
    whose = "both sides together" if side == "both" else f"side {side}"
    theme.name_axis(ax, f"HP lost in each round, mean per duel, {whose} (the longest 1 % are not shown)")
    theme.legend(ax, [Patch(color=colour, label=words) for words, colour in kinds.values()])
    return theme.fit(ax) if new else ax


def _add(ax: Axes, stacks: Stacks, row: Row, part: pd.DataFrame, kinds: Mapping[str, tuple[str, str]]) -> None:
    """Stack the losses of a row, write what they add up to, and let each round tell its own."""
    shown = part[part["round"] <= stacks.last]
    stacks.add(row, shown["round"].to_numpy(float), {name: shown[name].to_numpy() for name in kinds})
    totals = part[[*kinds, "binds"]].sum()
    words = [f"{kind} {totals[name]:.1f} HP" for name, (kind, _) in kinds.items()]
    if totals["binds"]:
        words.append(f"{totals['binds']:.2f} bindings")
    stacks.say(ax, row, words)
    for found in told.records(shown.iloc[:: stacks.step]):
        losses = ", ".join(f"{kind} {found[name]:.2f} HP" for name, (kind, _) in kinds.items())
        more = f"{found['binds']:.3f} bindings, {found['lost_turns']:.3f} turns lost"
        words_ = f"{row.name}, round {found['round']}: {losses}, {more}; mean per duel"
        stacks.tell(ax, row, found["round"], words_)
