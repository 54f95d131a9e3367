"""Spells and items of a batch as arrays, and who has, knows and can draw which (R6.8, R9.8, R9.10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from zodiac_sim.engine.ailments import BIT, Brought, brought
from zodiac_sim.engine.dice import Ints
from zodiac_sim.rules.magic import HOLY, Power, Spell
from zodiac_sim.rules.model import Ruleset
from zodiac_sim.study.fighter import Action, Fighter
from zodiac_sim.study.study import Scenario

CASTING = ("cast", "draw", "draw_cast")
NO_DICE = (0, 1, 0)
UNKNOWN = np.iinfo(np.uint16).max  # MP that nobody has
ANY_SPELL = -1  # what a draw wants that names no spell


@dataclass(frozen=True, slots=True)
class Powers:
    """The spells and items that anybody in a batch can use, in one numbering.

    Attributes
    ----------
    number : dict
        Number by kind, ``spell`` or ``item``, and name.
    harms, hurts, heals, for_standing : bool arrays, shape (powers,)
        Aimed at an enemy; a harm that takes HP; an aid that gives HP; not for the fallen alone.
    dice, sides, plus : int arrays
        What is thrown; no dice where it neither harms nor heals.
    adds_magic, resisted, holy : bool arrays
    level, mp : int arrays
        0 for items.
    cures : int array
        Bits of the statuses it ends.
    brought : Brought
        By power; the Magic of a spell's poison is that of its caster.
    is_spell : bool array
    stock, needed : int arrays, shape (sheets, powers)
        How many each fighter starts with, and the MP he needs for a spell that he has not drawn: more than anybody has
        if he does not know it.
    magic, lore, draw, max_mp : int arrays, shape (sheets,)
        ``draw`` is his chance before the level of the spell is looked at.
    sources, in_source : int arrays, shape (sheets, most spells of a source) and (sheets,)
        Numbers of the spells that can be drawn where he fights, and how many they are.
    most_dice : int
        The most dice of any of them.
    """

    number: dict[tuple[str, str], int]
    harms: Ints
    hurts: Ints
    heals: Ints
    for_standing: Ints
    dice: Ints
    sides: Ints
    plus: Ints
    adds_magic: Ints
    resisted: Ints
    holy: Ints
    level: Ints
    mp: Ints
    cures: Ints
    brought: Brought
    is_spell: Ints
    stock: Ints
    needed: Ints
    magic: Ints
    lore: Ints
    draw: Ints
    max_mp: Ints
    sources: Ints
    in_source: Ints
    most_dice: int

    def of(self, action: Action) -> int:
        """Return the number of the spell or item that an action names, ``ANY_SPELL`` if none."""
        if action.name is None:
            return ANY_SPELL
        return self.number["item" if action.word == "item" else "spell", action.name]

    @property
    def occurring(self) -> int:
        """Bits of the statuses that any of them brings."""
        return sum(1 << number for number in self.brought.occurring)


def build_powers(scenarios: Sequence[Scenario], fighters: Sequence[Fighter], rules: Ruleset) -> Powers:
    """Return the spells and items that the policies of a batch name or its sources hold.

    ``fighters`` are those of all sheets, ``rules`` any ruleset of the batch: all have the same spells and items.
    """
    sources = [each.draw_source for each in scenarios for side in each.sides for _ in side]
    spells, items = _named(fighters, sources)
    used: list[Power] = [*(rules.spells[name] for name in spells), *(rules.items[name] for name in items)]
    number = {("spell", name): place for place, name in enumerate(spells)}
    number |= {("item", name): place for place, name in enumerate(items, start=len(spells))}
    thrown = np.array([power.dice or NO_DICE for power in used], np.int64).reshape(len(used), 3)
    most = max(map(len, sources))

    def flags(*marks: bool) -> Ints:
        return np.array(marks, bool)

    def of_spells(name: str) -> Ints:
        return np.array([getattr(power, name) if isinstance(power, Spell) else 0 for power in used], np.int64)

    def stat(name: str) -> Ints:
        return np.array([getattr(fighter, name) for fighter in fighters], np.int64)

    return Powers(
        number=number,
        harms=flags(*(power.kind == "harm" for power in used)),
        hurts=flags(*(power.kind == "harm" and power.dice is not None for power in used)),
        heals=flags(*(power.kind == "aid" and power.dice is not None for power in used)),
        for_standing=flags(*(not power.revives for power in used)),
        dice=thrown[:, 0],
        sides=thrown[:, 1],
        plus=thrown[:, 2],
        adds_magic=flags(*(isinstance(power, Spell) and power.adds_magic for power in used)),
        resisted=flags(*(power.resisted for power in used)),
        holy=flags(*(power.element == HOLY for power in used)),
        level=of_spells("level"),
        mp=of_spells("mp"),
        cures=np.array([sum(BIT[name] for name in set(power.cures)) for power in used], np.int64),
        brought=brought(power.statuses for power in used),
        is_spell=flags(*(isinstance(power, Spell) for power in used)),
        stock=np.array(
            [[*(f.stock.get(name, 0) for name in spells), *(f.items.get(name, 0) for name in items)] for f in fighters],
            np.int64,
        ),
        needed=np.array(
            [
                [rules.spells[name].mp if name in f.spells else UNKNOWN for name in spells] + [UNKNOWN] * len(items)
                for f in fighters
            ],
            np.int64,
        ),
        magic=stat("magic"),
        lore=stat("spell_lore"),
        draw=stat("draw") + stat("gf_bonus"),
        max_mp=stat("mp"),
        sources=np.array(
            [[number["spell", name] for name in own] + [0] * (most - len(own)) for own in sources], np.int64
        ),
        in_source=np.array([len(own) for own in sources]),
        most_dice=int(thrown[:, 0].max(initial=0)),
    )


def _named(fighters: Sequence[Fighter], sources: Sequence[tuple[str, ...]]) -> tuple[list[str], list[str]]:
    """Return the names of the spells and of the items that a policy or a source names."""
    spells: dict[str, None] = {}
    items: dict[str, None] = {}
    lines = [line for fighter in fighters for line in fighter.policy]
    for line in lines:
        if line.do.name is not None and line.do.word in (*CASTING, "item"):
            (items if line.do.word == "item" else spells).setdefault(line.do.name)
        for names in (line.when.spells_left, line.when.spells_below):
            spells |= dict.fromkeys(names or ())
    spells |= dict.fromkeys(name for own in sources for name in own)
    return list(spells), list(items)
