"""Rows of another kind than scenarios, under a head for each scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from zodiac_sim.plots import told
from zodiac_sim.plots.rows import Rows, Which, rows_of

if TYPE_CHECKING:
    from collections.abc import Callable

_HEAD_LETTERS = 60


def blocks_of(
    frame: pd.DataFrame, matchup: Which, row: Callable[[pd.DataFrame], pd.Series[str]]
) -> tuple[pd.DataFrame, Rows]:
    """Return a frame of several rows for each scenario with numbers of its blocks, and the rows to draw.

    Parameters
    ----------
    frame : DataFrame
        ``matchup, a, b, variant`` and more.
    matchup : int or "all", optional
        The only matchup to draw; ``"all"`` if the frame holds pooled rows.
    row : function of DataFrame
        Returns the label of each row, none twice in a scenario.

    Returns
    -------
    DataFrame
        The rows that are drawn; ``matchup`` is the number of the block and ``variant`` the label, as
        :meth:`Rows.records` wants them; what they were before is in ``scenario``, in words.
    Rows
        What is drawn.
    """
    frame = rows_of(frame, matchup).only(frame)
    names = zip(*(frame[name] for name in ("variant", "a", "b")), strict=True)
    heads = [f"{told.apart(variant)}: {told.against(a, b)}" for variant, a, b in names]
    block = pd.Series(pd.factorize(frame["matchup"].astype(str) + " " + frame["variant"])[0], frame.index)
    frame = frame.assign(scenario=heads, matchup=block, variant=row(frame), a=heads, b="")
    return frame, rows_of(frame, head_width=_HEAD_LETTERS)
