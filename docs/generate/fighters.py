"""Fighters and policies: their keys, the columns of a spreadsheet, and those that come with the package."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any

from zodiac_sim.rules.clauses import clauses
from zodiac_sim.study.fighter import ACTIONS, STATS, Fighter, Line, When
from zodiac_sim.study.presets import fighter_presets
from zodiac_sim.study.spreadsheet import columns

from .keys import Key, key_table, keys
from .markdown import block, code, linked, page, table

MAGIC = {
    "limit": "One attack with a full Limit Meter, its damage multiplied (R9.9).",
    "item": "Uses up one item of that name (R6.8).",
    "cast": "Casts a spell of that name: one that he has drawn, or else one that he knows, for its MP (R9.10).",
    "draw": "Tries to draw a spell of the source; chance picks which (R9.8).",
    "draw:NAME": "Tries to draw this spell; where his Spell Lore fails, chance picks (R9.8).",
    "draw_cast": "Tries to draw a spell and casts it at once; slower, and announced before initiative (R9.8).",
    "draw_cast:NAME": "The same with the spell that he wants (R9.8).",
}
PRESET = Key("preset", "a packaged fighter; values beside it replace his", "text", "none")


def fighters_page() -> str:
    """Return the page of the keys of a fighter and of the packaged fighters."""
    return page(
        "Fighters",
        "A fighter stands in a study as `[fighters.NAME]`, or as a row of a spreadsheet. Without a preset, `hp` and "
        "`skill` are required. A weapon or a shield that is given replaces that of a preset whole.",
        "## Keys",
        key_table(iter([PRESET, *keys(Fighter, apart=(Line,))])),
        "## Columns of a spreadsheet",
        "The file is named by `fighters_from`, see [fighters from a spreadsheet](../how-to/spreadsheet.md). "
        "Its columns, where `NAME` stands for a spell or an item:",
        ", ".join(map(code, columns())) + ".",
        "## Packaged fighters",
        "Use one with `preset`.",
        *_packaged(),
    )


def _packaged() -> Iterator[str]:
    presets = fighter_presets()
    stats = [stat for stat in STATS if any(stat in data for data in presets.values())]
    rows = [[code(name), *_carried(data, stats)] for name, data in presets.items()]
    yield table(("fighter", *stats, "weapon", "shield", "besides", "policy"), rows)
    yield table(("fighter", "what for"), ((code(name), linked(data["intent"])) for name, data in presets.items()))


def _carried(data: Mapping[str, Any], stats: list[str]) -> Iterator[str]:
    """Yield stats, weapon, Evade of the shield, spells, items and statuses, and policy."""
    yield from (str(data.get(stat, 0)) for stat in stats)
    weapon = data.get("weapon")
    yield f"{weapon['name']} {weapon['dice']}" if weapon else ""
    yield str(data.get("shield", {}).get("evade", ""))
    supplies = [f"{name} {number}" for key in ("stock", "items") for name, number in data.get(key, {}).items()]
    yield ", ".join([*data.get("spells", ()), *supplies, *data.get("statuses", {})])
    yield data.get("policy", "")


def policies_page() -> str:
    """Return the page of all that a policy can say, and of the packaged policies."""
    text = resources.files("zodiac_sim.study").joinpath("data", "policies.toml").read_text(encoding="utf-8")
    return page(
        "Policies",
        "A policy is a list of lines. On his turn a fighter takes the first line whose action is possible and whose "
        "conditions all hold. [How to write one](../how-to/policies.md).",
        "## Keys of a line",
        key_table(keys(Line, apart=(When,))),
        "## Actions",
        table(("`do`", "what it does"), ((code(action), _meaning(action)) for action in ACTIONS)),
        "## Conditions",
        "All that are given under `when` must hold.",
        key_table(keys(When)),
        "## Packaged policies",
        'By name: `policy = "cautious"`.',
        block(text),
    )


def _meaning(action: str) -> str:
    """Return what an action does, and its clause: of a maneuver the first sentence of that clause."""
    word = action.partition(":")[0]
    if words := MAGIC.get(action) or MAGIC.get(word):
        return linked(words)
    found = next(each for each in clauses() if each.number.startswith("R7.") and word in each.title.casefold())
    sentence = re.split(r"(?<=[a-z)])\.(?:\s|$)", " ".join(found.text.split()))[0]
    return linked(f"{sentence.removesuffix('.')} ({found.number}).")
