"""Pieces of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from zodiac_sim.rules.clauses import chapters, clauses

CLAUSE = re.compile(r"(?<![\w.`#-])R\d+(?:\.\d+[a-z]?)?(?![\w`])")


def page(title: str, *parts: str) -> str:
    """Return a page of parts below its title."""
    return "\n\n".join([f"# {title}", *(part for part in parts if part)]) + "\n"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; what would end a cell is escaped."""
    lines = [header, ["---"] * len(header), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def code(text: str) -> str:
    """Return a piece of code within a sentence."""
    return f"`{text}`" if text else ""


def block(text: str, language: str = "toml") -> str:
    """Return lines of code."""
    return f"```{language}\n{text.strip()}\n```"


def target(clause: str) -> str:
    """Return what links call the place of a clause: ``r4-2`` for ``R4.2``."""
    return clause.lower().replace(".", "-")


def linked(text: str) -> str:
    """Return a text whose numbers of clauses lead to the clauses."""
    known = {each.number for each in (*chapters(), *clauses())}
    return CLAUSE.sub(lambda found: f"[{found[0]}](#{target(found[0])})" if found[0] in known else found[0], text)
