"""A fighter inside one duel of the readable twin: what changes while it lasts, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import Any, NamedTuple, get_args

from zodiac_sim.engine import reference_rules as rule
from zodiac_sim.engine.keys import SEATS_A_SIDE, WORD_BITS
from zodiac_sim.engine.outcome import CAUSES, FighterOutcome
from zodiac_sim.rules.model import Effect, Item, Ruleset
from zodiac_sim.study.fighter import Action, Fighter, Weapon

ITEMS: tuple[Item, ...] = get_args(Item)  # in the order in which they are recovered (R7.7)
ALWAYS = Decimal(1)
STANDING, ATTACK, UNCONSCIOUS, BLEEDING, POISON, RECOVERY, BREAK = CAUSES


class PlannedLine(NamedTuple):
    """A policy line made ready: its conditions by name, and the 32-bit words below which its chance passes."""

    do: Action
    conditions: tuple[tuple[str, Any], ...]
    chance: Decimal
    passes_below: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What stays the same for a fighter: his seat and rules, what each part of his body holds, and his policy."""

    seat: int
    rules: Ruleset
    fighter: Fighter
    holds: tuple[Item | None, ...]
    policy: tuple[PlannedLine, ...]

    @classmethod
    def of(cls, seat: int, fighter: Fighter, rules: Ruleset) -> Sheet:
        """Return the sheet of a fighter under a ruleset."""
        two_handed = fighter.weapon is not None and fighter.weapon.hands > 1
        holds = tuple("weapon" if part.holds and two_handed else part.holds for part in rules.parts)
        lines = []
        for line in fighter.policy:
            given = {name: value for name, value in line.when if value is not None}
            if "bleeding_at_least" in given:
                given["bleeding_at_least"] = rules.levels.index(given["bleeding_at_least"]) + 1
            chance = ALWAYS if line.chance is None else line.chance
            passes_below = ceil(Fraction(chance) * 2**WORD_BITS)
            lines.append(PlannedLine(line.do, tuple(given.items()), chance, passes_below))
        return cls(seat=seat, rules=rules, fighter=fighter, holds=holds, policy=tuple(lines))


class Combatant:
    """One fighter in one duel."""

    __slots__ = (
        "bound", "fighter", "held", "hp", "levels", "maneuver", "record", "regen_turns", "rules", "seat", "sheet",
        "side", "stance", "stance_name", "stunned", "useless", "worst_rows", "wounds",
    )  # fmt: skip

    def __init__(self, sheet: Sheet):
        fighter, rules = sheet.fighter, sheet.rules
        self.sheet, self.fighter, self.rules, self.seat = sheet, fighter, rules, sheet.seat
        self.side = sheet.seat // SEATS_A_SIDE
        self.record = FighterOutcome()
        self.hp = fighter.hp
        self.held: set[Item] = {item for item in ITEMS if getattr(fighter, item) is not None}
        self.useless: set[Item] = set()
        self.maneuver: str | None = None
        self.stunned = self.bound = False
        self.worst_rows: dict[int, int] = {}
        self.wounds: tuple[Effect, ...] = ()
        self.levels = [0] * (1 if rules.bleeding == "injury" else len(rules.parts))
        self.stance_name, self.stance = fighter.stance, rules.stances[fighter.stance]
        regen = dict(fighter.starts_with()).get("regen")
        self.regen_turns: int | None = 0 if regen is None else regen.turns

    @property
    def standing(self) -> bool:
        """Whether he is not KO (R4.6)."""
        return self.hp > 0

    @property
    def weapon(self) -> Weapon | None:
        """The weapon he holds, None for bare hands (R5.6)."""
        return self.fighter.weapon if "weapon" in self.held else None

    @property
    def disarmed(self) -> bool:
        """Whether he owns a weapon that he does not hold."""
        return self.fighter.weapon is not None and "weapon" not in self.held

    @property
    def recoverable(self) -> Item | None:
        """The item he can pick up, the weapon first (R7.7)."""
        for item in ITEMS:
            if getattr(self.fighter, item) is not None and item not in self.held and item not in self.useless:
                return item
        return None

    @property
    def speed(self) -> int:
        """Effective speed (R1.1)."""
        return rule.effective_speed(self.fighter.speed, self.stance, self.wounds, self.rules)

    @property
    def skill(self) -> int:
        """Effective skill (R2.3)."""
        return rule.effective_skill(self.fighter.skill, self.wounds)

    @property
    def evade(self) -> int:
        """Effective Evade (R2.3)."""
        shield = self.fighter.shield.evade if self.fighter.shield is not None and "shield" in self.held else 0
        return rule.effective_evade(
            self.fighter.evade, self.stance, self.wounds, self.rules, dodging=self.maneuver == "dodge", shield=shield
        )

    @property
    def agility(self) -> int:
        """Agility as it counts in Parry (R7.2)."""
        return rule.effective_agility(self.fighter.agility, self.stance)

    @property
    def regenerates(self) -> bool:
        """Whether Regen works at this end of turn (R6.5)."""
        return self.regen_turns is None or self.regen_turns > 0

    def take_stance(self, name: str) -> None:
        """Take up a stance (R7.9)."""
        self.stance_name, self.stance = name, self.rules.stances[name]

    def can(self, action: Action, foe: Combatant) -> bool:
        """Whether an action is possible now (R7.10)."""
        match action.word:
            case "disarm":
                return foe.weapon is not None
            case "recover":
                return self.recoverable is not None
            case "bind":
                return any(self.levels) and not self.bound
            case "stance":
                return action.name != self.stance_name
            case _:
                return True

    def worst_bleeding(self) -> int:
        """The number of the part that bleeds worst, the first among equals (R6.7)."""
        return self.levels.index(max(self.levels))

    def suffer(self, part: int, row: int) -> bool:
        """Keep a row as the wound of a part if it is worse than the one there; return whether it was (R5.4)."""
        if row <= self.worst_rows.get(part, 0):
            return False
        self.worst_rows[part] = row
        self.wounds = tuple(self._effect_of(*worst) for worst in self.worst_rows.items())
        return True

    def _effect_of(self, part: int, row: int) -> Effect:
        location = self.rules.parts[part].location
        if self.rules.criticals == "complex":
            return self.rules.complex_tables[location].rows[row - 1]
        return self.rules.simple_table[location]


@lru_cache(maxsize=4096)
def hp_mark(share: Decimal, max_hp: int) -> int:
    """The lowest HP that are not less than a share of maximum HP."""
    return ceil(Fraction(share) * max_hp)


CONDITIONS: dict[str, Callable[[Combatant, Combatant, int, Any], bool]] = {
    "disarmed": lambda own, foe, round_, value: own.disarmed is value,
    "opponent_armed": lambda own, foe, round_, value: (foe.weapon is not None) is value,
    "opponent_stunned": lambda own, foe, round_, value: foe.stunned is value,
    "hp_below": lambda own, foe, round_, value: own.hp < hp_mark(value, own.fighter.hp),
    "opponent_hp_below": lambda own, foe, round_, value: foe.hp < hp_mark(value, foe.fighter.hp),
    "bleeding_at_least": lambda own, foe, round_, value: max(own.levels, default=0) >= value,
    "stance_is": lambda own, foe, round_, value: own.stance_name == value,
    "round_at_least": lambda own, foe, round_, value: round_ >= value,
}
