"""The rules in words: every clause that this package cites, under its number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

from zodiac_sim.errors import InputError, nearest, shown

_CHAPTER = re.compile(r"^## (R\d+) (.+)$", re.MULTILINE)
_CLAUSE = re.compile(r"^### (R\d+\.\d+[a-z]?)(?: (.+))?$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One clause of the rules, or a chapter of them.

    Attributes
    ----------
    number : str
        ``"R4.2"``; ``"R4"`` for a chapter.
    title : str
        A few words; may be empty.
    text : str
        Markdown, without its heading. A chapter's text holds its clauses under their headings.
    """

    number: str
    title: str
    text: str


def clause(name: str) -> Clause:
    """Return a clause (``"R4.2"``) or a whole chapter (``"R4"``); case does not matter.

    Raises
    ------
    InputError
        If there is no such clause; names the nearest one.
    """
    found = _by_name().get(name.strip().casefold())
    if found is None:
        raise InputError(f"{shown(name)} is no clause of the rules (R1 to R12)", nearest=_nearest(name.strip()))
    return found


def unplayed(found: Clause) -> str:
    """Return what its chapter says of a clause that this version does not play; empty for one that it plays."""
    lead = clause(found.number.partition(".")[0]).text.partition("\n### ")[0].strip()
    return lead if lead.startswith("Not yet played") and "." in found.number else ""


@cache
def chapters() -> tuple[Clause, ...]:
    """Return the chapters R1 … R12 in their order."""
    page = resources.files("zodiac_sim.rules").joinpath("data", "clauses.md").read_text(encoding="utf-8")
    return tuple(_sections(_CHAPTER, page))


@cache
def clauses() -> tuple[Clause, ...]:
    """Return every clause in its order; R12, a chapter without clauses, is found among the chapters."""
    return tuple(each for chapter in chapters() for each in _sections(_CLAUSE, chapter.text))


@cache
def _by_name() -> dict[str, Clause]:
    return {each.number.casefold(): each for each in (*chapters(), *clauses())}


def _nearest(name: str) -> str | None:
    """Return the number most like ``name``: of its chapter, if there is one (R4.7 is nearer to R4.6 than to R9.7)."""
    numbers = [each.number for each in _by_name().values()]
    chapter = name.partition(".")[0].casefold()
    return nearest(name, [each for each in numbers if each.partition(".")[0].casefold() == chapter] or numbers)


def _sections(heading: re.Pattern[str], text: str) -> Iterator[Clause]:
    found = list(heading.finditer(text))
    ends = [match.start() for match in found[1:]] + [len(text)]
    for match, end in zip(found, ends, strict=False):
        yield Clause(number=match[1], title=match[2] or "", text=text[match.end() : end].strip())
