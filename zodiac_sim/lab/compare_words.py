"""Differences in a designer's words: which is larger, by how much, or whether it can be told at all."""

from __future__ import annotations

import math
import re

from zodiac_sim.lab.digits import in_full, in_percent
from zodiac_sim.lab.summary import Row
from zodiac_sim.lab.words import difference_decimals

# What a quantity of a duel is called, and its unit; of a fighter's quantity, {} stands for whose it is.
DUEL = {
    "draws": ("draws", "points"),
    "unresolved": ("unresolved duels", "points"),
    "rounds": ("rounds", "rounds"),
    "rolls": ("dice", "dice"),
    "lookups": ("look-ups", "look-ups"),
    "deaths": ("deaths", "deaths"),
}
FIGHTER = {
    "wins": ("wins of {}", "points"),
    "attacks": ("attacks by {}", "attacks"),
    "hits": ("hits by {}", "hits"),
    "criticals": ("criticals by {}", "criticals"),
    "disarms": ("disarms by {}", "disarms"),
    "binds": ("bindings by {}", "bindings"),
    "attack_damage": ("damage by attacks to {}", "HP"),
    "bleeding_damage": ("damage by bleeding to {}", "HP"),
    "other_damage": ("other damage to {}", "HP"),
    "healed": ("healing of {}", "HP"),
    "stunned_turns": ("turns lost to stun by {}", "turns"),
    "deaths": ("deaths of {}", "points"),
    "hp_left": ("HP left to {}", "HP"),
}


def quantity_words(quantity: str, row: Row) -> tuple[str, str]:
    """Return what a quantity is called where a row names the fighters, and its unit.

    Shares, also that of deaths of a side, are told in percentage points.
    """
    if quantity in DUEL:
        return DUEL[quantity]
    name, _, side = quantity.rpartition("_")
    words, unit = FIGHTER[name]
    known = row["a"] != row["b"]
    return words.format(row[side] if known else side), unit


def verdict_words(row: Row) -> str:
    """Return the verdict of a row.

    Such as ``larger``, ``larger, by less than 1 point`` (sure, but inside the margin), ``no difference larger than 1
    point``, or that there are not enough duels to tell, and how many would do.
    """
    margin = measured(row["margin"], quantity_words(row["quantity"], row)[1])
    match row["verdict"]:
        case "same":
            return f"no difference larger than {margin}"
        case "unclear":
            needed = row["duels_needed"]
            return f"not enough duels to tell{'' if needed is None else f' (about {needed:,} would do)'}"
        case word:
            return f"{word}, by less than {margin}" if row["within_margin"] else str(word)


def named(variant: str) -> str:
    """Return the name of a variant as it may stand in a sentence: quoted unless it is one word."""
    return variant if re.fullmatch(r"[\w-]+", variant) else f"“{variant}”"


def amount(row: Row, unit: str, *, with_unit: bool = True) -> str:
    """Return a difference with its unit and interval, such as ``+3.21 points (+2.90 to +3.52)``."""
    scale = 100 if unit == "points" else 1
    value, low, high = (scale * row[key] for key in ("difference", "difference_low", "difference_high"))
    if math.isnan(value):
        return "no figure"
    places = difference_decimals(low, high)
    ends = f"({signed(low, places)} to {signed(high, places)})"
    return " ".join([signed(value, places), *([unit] if with_unit else []), ends])


def signed(value: float, places: int) -> str:
    """Return a number with its sign, a true minus, and none where it rounds to nothing."""
    text = f"{value:+,.{places}f}"
    return text[1:] if float(text.replace(",", "")) == 0 else text.replace("-", "−")


def measured(value: float, unit: str) -> str:
    """Return a margin with its unit, such as ``1 point``; shares in percentage points."""
    number = in_percent(value) if unit == "points" else in_full(value)
    return f"{number} {unit.removesuffix('s') if number == '1' else unit}"
