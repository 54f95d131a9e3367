"""How a fighter of the readable twin chooses: what is possible, which conditions hold, and what chance says (R7.10)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import Any

from zodiac_sim.engine import events, keys
from zodiac_sim.engine.reference_state import ALWAYS, Combatant, PlannedLine
from zodiac_sim.engine.reference_table import Table
from zodiac_sim.rules.magic import StatusName
from zodiac_sim.study.fighter import Action


def choose(table: Table, fighter: Combatant, *, draw_casts: bool) -> Action | None:
    """The action of the first policy line that is possible, whose conditions hold, and whose chance passes.

    ``draw_casts`` says whether a draw-cast may be chosen: only before the roll for initiative (R1.1).
    """
    foe = table.enemy_of(fighter)
    for number, line in enumerate(fighter.sheet.policy):
        if (
            (draw_casts or line.do.word != "draw_cast")
            and possible(fighter, line.do, foe)
            and all(CONDITIONS[name](fighter, foe, table.round, value) for name, value in line.conditions)
            and (line.chance == ALWAYS or chance_passes(table, fighter, number, line))
        ):
            return line.do
    return None


def chance_passes(table: Table, fighter: Combatant, number: int, line: PlannedLine) -> bool:
    """Leave the policy line of that number to its chance; a decision, no die at the table."""
    word = table.dice.decision(fighter.seat, number)
    passes = word < line.passes_below
    table.say(events.ChanceRolled, fighter.seat, line.do, line.chance, word / 2**keys.WORD_BITS, passes)
    return passes


def possible(fighter: Combatant, action: Action, foe: Combatant) -> bool:
    """Whether an action is possible now (R7.10, R9.8 to R9.10)."""
    rules, name = fighter.rules, action.name
    match action.word:
        case "disarm":
            return foe.weapon is not None
        case "recover":
            return fighter.recoverable is not None
        case "bind":
            return any(fighter.levels) and not fighter.bound
        case "stance":
            return name != fighter.stance_name
        case "limit":
            return fighter.limit_ready and "curse" not in fighter.statuses
        case "item":
            assert name is not None
            return fighter.items.get(name, 0) > 0 and not rules.items[name].revives
        case "cast":
            assert name is not None
            spell, silent = rules.spells[name], "silence" in fighter.statuses
            return not silent and fighter.can_pay(name, spell) and not spell.revives
        case "draw" | "draw_cast":
            source = fighter.sheet.source
            return "silence" not in fighter.statuses and bool(source) and (name is None or name in source)
        case _:
            return True


@lru_cache(maxsize=4096)
def hp_mark(share: Decimal, max_hp: int) -> int:
    """The lowest HP that are not less than a share of maximum HP."""
    return ceil(Fraction(share) * max_hp)


def has_any(fighter: Combatant, statuses: Iterable[StatusName]) -> bool:
    """Whether he has one of the statuses."""
    return any(name in fighter.statuses for name in statuses)


CONDITIONS: dict[str, Callable[[Combatant, Combatant, int, Any], bool]] = {
    "disarmed": lambda own, foe, round_, value: own.disarmed is value,
    "opponent_armed": lambda own, foe, round_, value: (foe.weapon is not None) is value,
    "opponent_stunned": lambda own, foe, round_, value: foe.stunned is value,
    "hp_below": lambda own, foe, round_, value: own.hp < hp_mark(value, own.fighter.hp),
    "opponent_hp_below": lambda own, foe, round_, value: foe.hp < hp_mark(value, foe.fighter.hp),
    "bleeding_at_least": lambda own, foe, round_, value: max(own.levels, default=0) >= value,
    "stance_is": lambda own, foe, round_, value: own.stance_name == value,
    "round_at_least": lambda own, foe, round_, value: round_ >= value,
    "mp_at_least": lambda own, foe, round_, value: own.mp >= value,
    "mp_below": lambda own, foe, round_, value: own.mp < value,
    "spells_left": lambda own, foe, round_, value: all(own.stock.get(name, 0) >= n for name, n in value.items()),
    "spells_below": lambda own, foe, round_, value: all(own.stock.get(name, 0) < n for name, n in value.items()),
    "has_status": lambda own, foe, round_, value: has_any(own, value),
    "lacks_status": lambda own, foe, round_, value: not has_any(own, value),
    "opponent_has_status": lambda own, foe, round_, value: has_any(foe, value),
    "opponent_lacks_status": lambda own, foe, round_, value: not has_any(foe, value),
}
