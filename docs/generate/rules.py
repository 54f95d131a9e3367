"""The keys of a ruleset, and the clauses they belong to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from typing import Any

import tomli_w

from zodiac_sim.rules.clauses import Clause, chapters, clause
from zodiac_sim.rules.diff import LABELS, rule_of
from zodiac_sim.rules.loading import DEFAULT, load_ruleset, raw_ruleset
from zodiac_sim.rules.model import Ruleset

from .keys import Key, key_table, keys
from .markdown import block, code, linked, page, target

HEADING = re.compile(r"^(#{2,3}) (R\d+(?:\.\d+[a-z]?)?)\b", re.MULTILINE)
NAMED_IN_R12 = re.compile(r"^\| `(\w+)[^|]*\|[^|]*\| (R[^|]*) \|$", re.MULTILINE)


def keys_page() -> str:
    """Return the page of all keys of a ruleset, chapter by chapter."""
    ruleset = load_ruleset()
    found = list(keys(Ruleset))
    labels = [key for key in found if key.name in LABELS]
    chapter_parts = [part for chapter in chapters() for part in _chapter(chapter, found)]
    return page(
        "The keys of the rules",
        f"Every number, table and switch of the rules, with the value it has in the packaged ruleset `{DEFAULT}` "
        f"{ruleset.version} and the clause behind it. A study changes a key under `[rules]`, a variant by its dotted "
        "name: `rules.` before the name below. `NAME` is a name of yours or of the ruleset, `[]` an entry of a list; "
        "in a dotted name entries are counted from 0. [House rules](../how-to/house-rules.md) shows how.",
        "## What a ruleset is called",
        key_table(iter(labels)),
        *chapter_parts,
    )


def _chapter(chapter: Clause, found: list[Key]) -> Iterator[str]:
    own = [key for key in found if _top(key) not in LABELS and _is_in(_top(key), chapter)]
    if own:
        yield f"## {chapter.number} {chapter.title}"
        yield key_table(_packaged(key) for key in own)
        for name in dict.fromkeys(map(_top, own)):
            value = raw_ruleset(DEFAULT)[name]
            if isinstance(value, dict):
                yield f"In `{DEFAULT}`, `{name}` is:"
                yield block(tomli_w.dumps({name: value}))


def _top(key: Key) -> str:
    return re.split(r"[.\[]", key.name)[0]


def _is_in(name: str, chapter: Clause) -> bool:
    return rule_of(name).clause.partition(".")[0] == chapter.number


def _packaged(key: Key) -> Key:
    """Return a top key with the value it has in the packaged ruleset, and all clauses that name it."""
    if key.name != _top(key):
        return key
    value: Any = raw_ruleset(DEFAULT)[key.name]
    more = [number for number in _named_in_r12()[key.name] if number != rule_of(key.name).clause]
    words = f"{key.words}; also {', '.join(more)}" if more else key.words
    return key._replace(
        words=words, default="below" if isinstance(value, dict) else code(tomli_w.dumps({"": value})[5:].strip())
    )


def _named_in_r12() -> dict[str, list[str]]:
    return {name: numbers.split(", ") for name, numbers in NAMED_IN_R12.findall(clause("R12").text)}


def clauses_page() -> str:
    """Return the rules in words, with a place to link to before each clause."""
    text = resources.files("zodiac_sim.rules").joinpath("data", "clauses.md").read_text(encoding="utf-8")
    lines = [line if line.startswith("#") else linked(line) for line in text.splitlines()]
    return HEADING.sub(lambda found: f"({target(found[2])})=\n{found[0]}", "\n".join(lines)) + "\n"
