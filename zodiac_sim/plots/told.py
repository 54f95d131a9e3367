"""Figures in words for the places of a picture that tell their values: exact, with interval and sample."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from zodiac_sim.lab import words

if TYPE_CHECKING:
    import pandas as pd

_TURNING = {"R", "AL", "AN", "RLE", "RLO", "RLI", "LRE", "LRO", "LRI", "FSI", "PDF", "PDI"}
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"

Record: TypeAlias = Mapping[str, Any]


def apart(name: str) -> str:
    """Return a name that does not turn the words beside it, though its own letters run from right to left."""
    turns = any(unicodedata.bidirectional(letter) in _TURNING for letter in name)
    return f"{_FIRST_STRONG_ISOLATE}{name}{_POP_ISOLATE}" if turns else name


def against(a: str, b: str) -> str:
    """Return the names of both sides; of all matchups together, where b has none, what a says alone."""
    return f"{apart(a)} against {apart(b)}" if b else apart(a)


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a frame by column name."""
    names = [str(name) for name in frame]
    return [
        dict(zip(names, values, strict=True)) for values in zip(*(frame[name].tolist() for name in names), strict=True)
    ]


def who(row: Record, side: str) -> str:
    """Return the name of a side, or which it is where the row is of all matchups."""
    return apart(row[side]) if row["b"] else {"a": "left sides", "b": "right sides"}[side]


def share(row: Record, name: str, *, of: str = "duels", what: str = "duels") -> str:
    """Return a share with its interval and its sample, such as ``61.2 % (60.9 to 61.5) of 20,000 duels``.

    Parameters
    ----------
    row : mapping
        Holds the share as ``name``, the ends of its interval as ``name_low`` and ``name_high``.
    of : str
        Where the size of the sample stands.
    what : str
        What it is a sample of.
    """
    ends = {key: row[key] for key in (name, f"{name}_low", f"{name}_high")}
    figure = words.rate({"duels": row[of], **ends}, name)
    interval = f" ({figure.margin.replace('-', ' to ')})" if figure.margin[:1].isdigit() else ""
    return f"{figure.value}{interval} of {row[of]:,} {what}"


def brief(row: Record, name: str, *, of: str = "duels") -> str:
    """Return a share with one decimal, ``61.2 %``; of none or all the end of its interval, such as ``<0.02 %``."""
    value = float(row[name])
    return share(row, name, of=of).partition(" of ")[0] if value in (0, 1) else f"{100 * value:.1f} %"


def mean(row: Record, name: str, unit: str, *, of: str = "duels", what: str = "duels") -> str:
    """Return a mean with its interval and its sample, such as ``10.2 rounds (10.1 to 10.3), mean of 20,000 duels``."""
    value, low, high = (float(row[key]) for key in (name, f"{name}_low", f"{name}_high"))
    if math.isnan(value):
        return f"no {unit}"
    places = 1 if math.isnan(low) else words.difference_decimals(low, high)
    interval = "" if math.isnan(low) else f" ({low:,.{places}f} to {high:,.{places}f})"
    figure = f"{value:,.{places}f} {unit}".rstrip()
    return f"{figure}{interval}, mean of {row[of]:,} {what}"
