"""Differences in a designer's words: which is larger, by how much, or whether it can be told at all."""

from __future__ import annotations

import math
import re

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


def sentence(row: Row) -> str:
    """Return one row of a comparison in a sentence.

    Such as "complex has more wins of wedge than simple, by less than 1 point: +0.6 points (+0.3 to +0.9)"; or that
    there is no difference larger than the margin, or that there are not enough duels to tell, and how many would do.
    """
    what, unit = quantity_words(row["quantity"], row)
    one, other = named(row["variant"]), named(row["baseline"])
    match row["verdict"]:
        case "larger":
            start = f"{one} has more {what} than {other}{_less_than(row, unit)}"
        case "smaller":
            start = f"{one} has {'less' if unit == 'HP' else 'fewer'} {what} than {other}{_less_than(row, unit)}"
        case "same":
            start = f"{one} and {other}: no difference in {what} larger than {measured(row['margin'], unit)}"
        case _:
            start = f"{one} and {other}: not enough duels to tell a difference in {what}{enough(row)}"
    return f"{start}: {amount(row, unit)}"


def verdict_words(row: Row) -> str:
    """Return the verdict of a row alone: ``larger``, ``no difference larger than 1 point`` and so on."""
    unit = quantity_words(row["quantity"], row)[1]
    match row["verdict"]:
        case "same":
            return f"no difference larger than {measured(row['margin'], unit)}"
        case "unclear":
            return f"not enough duels to tell{enough(row)}"
        case word:
            return f"{word}{_less_than(row, unit)}"


def _less_than(row: Row, unit: str) -> str:
    return f", by less than {measured(row['margin'], unit)}" if row["within_margin"] else ""


def named(variant: str) -> str:
    """Return the name of a variant as it may stand in a sentence: quoted unless it is one word."""
    return variant if re.fullmatch(r"[\w-]+", variant) else f"“{variant}”"


def enough(row: Row) -> str:
    """Return how many duels of each variant would do, in brackets; nothing where that cannot be said."""
    needed = row["duels_needed"]
    return "" if needed is None else f" (about {int(needed):,} would do)"


def amount(row: Row, unit: str, name: str = "difference") -> str:
    """Return a difference with its unit and interval, such as ``+3.21 points (2.90 to 3.52)``."""
    scale = 100 if unit == "points" else 1
    value, low, high = (scale * row[key] for key in (name, f"{name}_low", f"{name}_high"))
    if math.isnan(value):
        return "no figure"
    places = difference_decimals(low, high)
    return f"{signed(value, places)} {unit} ({signed(low, places)} to {signed(high, places)})"


def signed(value: float, places: int) -> str:
    """Return a number with its sign, a true minus, and none where it rounds to nothing."""
    text = f"{value:+,.{places}f}"
    return text[1:] if float(text.replace(",", "")) == 0 else text.replace("-", "−")


def measured(value: float, unit: str) -> str:
    """Return a margin with its unit, such as ``1 point``; shares in percentage points."""
    number = f"{100 * value if unit == 'points' else value:g}"
    return f"{number} {unit.removesuffix('s') if number == '1' else unit}"
