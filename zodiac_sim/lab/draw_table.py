"""The exact table of Draw (R9.8), for programs and for people."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from zodiac_sim.errors import InputError
from zodiac_sim.exact.dice_law import law
from zodiac_sim.exact.draw import NUMBERS, Draw
from zodiac_sim.lab.digits import in_full
from zodiac_sim.lab.files import strict_json
from zodiac_sim.lab.summary import Row, known
from zodiac_sim.lab.words import NOTHING, Figure
from zodiac_sim.lab.writing import csv_of_rows, markdown_page
from zodiac_sim.rules.loading import load_ruleset
from zodiac_sim.rules.model import Ruleset

if TYPE_CHECKING:
    import pandas as pd

MOST_ROWS = 10_000
_FEW = 12  # numbers of spells that are told one by one
_ALWAYS = {"base": "base", "gf_bonus": "GF bonus", "level": "level"}
_OF_CHOICE = {"spell_lore": "Spell Lore", "source": "spells there"}

Numbers = int | Iterable[int]


def draw_table(
    base: Numbers,
    gf_bonus: Numbers = 0,
    level: Numbers = 1,
    spell_lore: Numbers = 0,
    source: Numbers = 1,
    *,
    until: int = 10,
    rules: Ruleset | None = None,
) -> pd.DataFrame:
    """Return what an action spent on Draw gives, by exact counting (R9.8).

    Parameters
    ----------
    base, gf_bonus : int or iterable of int
        Base chance and bonus, in percent points.
    level : int or iterable of int
        Level of the spell.
    spell_lore : int or iterable of int
        Chance to choose the spell, in percent.
    source : int or iterable of int
        How many spells there are to draw from, the wanted one among them.
    until : int
        How many spells are wanted, for the columns ``actions``.
    rules : Ruleset, optional
        By default the packaged one.

    Returns
    -------
    DataFrame
        A row for every combination: ``base, gf_bonus, level, spell_lore, source``; ``success`` (share of draws that
        succeed), ``spells`` (mean number an action gives), ``until`` and ``actions`` (mean number of actions until
        there are so many, NaN if there never are); the same of the wanted spell alone, which is not always the one
        drawn for: ``wanted_success, wanted_spells, wanted_actions``.

    Raises
    ------
    InputError
        If a number lies beyond what it can be, or there are more than 10,000 rows.
    """
    import pandas as pd

    return pd.DataFrame(draw_rows(base, gf_bonus, level, spell_lore, source, until=until, rules=rules))


def draw_rows(*numbers: Numbers, until: int = 10, rules: Ruleset | None = None) -> list[Row]:
    """Return the rows of :func:`draw_table` as plain numbers.

    Raises
    ------
    InputError
        As there.
    """
    rules = rules or load_ruleset()
    values = [_listed(each) for each in numbers]
    rows = math.prod(map(len, values))
    if not 1 <= rows <= MOST_ROWS:
        raise InputError(f"{rows:,} combinations; 1 to {MOST_ROWS:,} are possible", key="level")
    return [_row(dict(zip(NUMBERS, each, strict=True)), until, rules) for each in itertools.product(*values)]


def _listed(numbers: Numbers) -> list[int]:
    """Return one number or several as a list, those of NumPy as numbers of Python; Draw refuses what is none."""
    several = numbers if isinstance(numbers, Iterable) and not isinstance(numbers, str) else [numbers]
    return [int(each) if isinstance(each, np.integer) else each for each in several]


def _row(numbers: dict[str, int], until: int, rules: Ruleset) -> Row:
    draw, found = Draw(**numbers, rules=rules), {}
    for start, wanted in (("", False), ("wanted_", True)):
        actions = draw.actions(until, wanted=wanted)
        found[f"{start}success"] = float(draw.success(wanted=wanted))
        found[f"{start}spells"] = float(draw.expected(wanted=wanted))
        found[f"{start}actions"] = actions if math.isfinite(actions) else math.nan
    return numbers | {"until": until} | found


def notes(rows: Sequence[Row], rules: Ruleset) -> list[str]:
    """Return what there is to say below the table: the rule, and what a success gives."""
    given = law(rules.draw_dice)
    counts = [f"{count}: {_percent(float(given.chance(count)))}" for count in given.ways]
    by_count = f" ({', '.join(counts)})" if len(counts) <= _FEW else f" ({min(given.ways)} to {max(given.ways)})"
    told = [
        f"Chance in percent: base + GF bonus - {rules.draw_level_cost} x level, from 0 to {rules.draw_cap} "
        f"(R9.8, {rules.name} {rules.version}). Exact: no dice were rolled.",
        f"A success gives {rules.draw_dice} spells, {_short(float(given.mean))} on average{by_count}; "
        "a draw-cast casts the spell at once instead and keeps none.",
    ]
    if _chooses(rows):
        told.append(
            "The wanted spell is drawn for if the roll on Spell Lore succeeds, else all that are there are as likely."
        )
    return told


def columns(rows: Sequence[Row]) -> tuple[str, ...]:
    """Return the heads of the table that people read; the choice among spells is left out where there is only one."""
    choice = _chooses(rows)
    until = rows[0]["until"]
    heads = [*_ALWAYS.values(), *(_OF_CHOICE.values() if choice else ()), "success", "spells an action"]
    heads.append(f"actions for {until}")
    return (*heads, *(("of the wanted", "spells of it", f"actions for {until} of it") if choice else ()))


def cells(rows: Sequence[Row]) -> list[list[Figure]]:
    """Return the table that people read, in the order of its columns."""
    choice = _chooses(rows)
    names = [*_ALWAYS, *(_OF_CHOICE if choice else ())]
    found = []
    for row in rows:
        texts = [str(row[name]) for name in names]
        for start in ("", "wanted_") if choice else ("",):
            numbers = (row[f"{start}{name}"] for name in ("spells", "actions"))
            texts += [_percent(row[f"{start}success"]), *(NOTHING if math.isnan(n) else _short(n) for n in numbers)]
        found.append([Figure(text) for text in texts])
    return found


def _chooses(rows: Sequence[Row]) -> bool:
    return any(row["source"] > 1 for row in rows)


def _percent(share: float) -> str:
    return f"{in_full(round(100 * share, 2))} %"


def _short(number: float) -> str:
    return f"{number:,.2f}"


def csv_text(rows: Sequence[Row]) -> str:
    """Return all columns as CSV (RFC 4180); what never happens is empty."""
    return csv_of_rows(list(map(known, rows)))


def json_text(rows: Sequence[Row], rules: Ruleset) -> str:
    """Return all columns as strict JSON, with the rules and the law of the spells that a success gives."""
    given = law(rules.draw_dice)
    of_success = [{"spells": count, "chance": float(given.chance(count))} for count in given.ways]
    keys = ("name", "version", "draw_cap", "draw_level_cost", "draw_dice")
    used = rules.model_dump(mode="json", include=set(keys))
    return strict_json(
        {"rules": {key: used[key] for key in keys}, "a_success": of_success, "rows": list(map(known, rows))}
    )


def markdown_text(rows: Sequence[Row], rules: Ruleset) -> str:
    """Return the table that people read as Markdown, with its notes."""
    return markdown_page("", columns(rows), cells(rows), notes(rows, rules), names=0)
