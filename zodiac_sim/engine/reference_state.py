"""A fighter inside one duel of the readable twin: what changes while it lasts, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple, get_args

from zodiac_sim.engine import reference_rules as rule
from zodiac_sim.engine.keys import SEATS_A_SIDE, WORD_BITS
from zodiac_sim.engine.outcome import CAUSES, FighterOutcome
from zodiac_sim.rules.magic import Spell, StatusName
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
    """What stays the same for a fighter: seat, rules, what each part of his body holds, his policy, and the scene.

    ``words`` are those of all actions in the policy; ``source`` are the spells he can draw here (R9.8).
    """

    seat: int
    rules: Ruleset
    fighter: Fighter
    holds: tuple[Item | None, ...]
    policy: tuple[PlannedLine, ...]
    words: frozenset[str]
    surprised: bool
    source: tuple[str, ...]

    @classmethod
    def of(
        cls, seat: int, fighter: Fighter, rules: Ruleset, *, surprised: bool = False, source: tuple[str, ...] = ()
    ) -> Sheet:
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
        return cls(
            seat=seat,
            rules=rules,
            fighter=fighter,
            holds=holds,
            policy=tuple(lines),
            words=frozenset(line.do.word for line in lines),
            surprised=surprised,
            source=source,
        )


@dataclass(slots=True)
class Ailment:
    """A status that a fighter has: the own turns it still lasts, None until cured, and the Magic of a poison.

    It is counted once it was there at the start of a turn (R9.7).
    """

    turns: int | None
    magic: int = 0
    counted: bool = False


class Combatant:
    """One fighter in one duel."""

    __slots__ = (
        "bound", "declared", "fighter", "held", "hp", "items", "levels", "maneuver", "meter", "mp", "record", "rules",
        "seat", "sheet", "side", "stance", "stance_name", "statuses", "stock", "stunned", "surprised", "useless",
        "worst_rows", "wounds",
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
        self.surprised = sheet.surprised
        self.statuses: dict[StatusName, Ailment] = {
            name: Ailment(start.turns, getattr(start, "magic", 0)) for name, start in fighter.starts_with()
        }
        self.mp, self.meter = fighter.mp, 0
        self.stock, self.items = dict(fighter.stock), dict(fighter.items)
        self.declared: Action | None = None

    @property
    def standing(self) -> bool:
        """Whether he is neither KO nor broken (R4.6, R9.2)."""
        return self.hp > 0 and "break" not in self.statuses

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
    def curse(self) -> int:
        """Percent that Curse leaves of what it halves (R9.3)."""
        return self.rules.curse if "curse" in self.statuses else rule.WHOLE

    @property
    def speed(self) -> int:
        """Effective speed (R1.1)."""
        return rule.effective_speed(self.fighter.speed, self.stance, self.wounds, self.rules, curse=self.curse)

    @property
    def skill(self) -> int:
        """Effective skill (R2.3, R9.3)."""
        rules, dark = self.rules, "darkness" in self.statuses
        relative = rules.darkness == "relative"
        return rule.effective_skill(
            self.fighter.skill,
            self.wounds,
            curse=self.curse,
            darkness=rules.darkness_relative if dark and relative else rule.WHOLE,
            penalty=rules.darkness_penalty if dark and not relative else 0,
        )

    @property
    def evade(self) -> int:
        """Effective Evade, none while surprised (R2.3, R9.1)."""
        if self.surprised:
            return 0
        return rule.effective_evade(
            self.fighter.evade,
            self.stance,
            self.wounds,
            self.rules,
            dodging=self.maneuver == "dodge",
            shield=self.fighter.shield.evade if self.fighter.shield is not None and "shield" in self.held else 0,
            curse=self.curse,
        )

    @property
    def agility(self) -> int:
        """Agility as it counts in Parry (R7.2)."""
        return rule.effective_agility(self.fighter.agility, self.stance, curse=self.curse)

    def cursed(self, stat: int) -> int:
        """What Curse leaves of a stat that is rounded down on its own (R9.3)."""
        return rule.share(stat, self.rules.curse) if "curse" in self.statuses else stat

    @property
    def strength(self) -> int:
        """Effective Strength (R9.3)."""
        return self.cursed(self.fighter.strength)

    @property
    def vitality(self) -> int:
        """Effective Vitality (R9.3)."""
        return self.cursed(self.fighter.vitality)

    @property
    def luck(self) -> int:
        """Effective Luck (R9.3)."""
        return self.cursed(self.fighter.luck)

    @property
    def magic(self) -> int:
        """Effective Magic (R9.3)."""
        return self.cursed(self.fighter.magic)

    @property
    def spell_lore(self) -> int:
        """Effective Spell Lore (R9.3)."""
        return self.cursed(self.fighter.spell_lore)

    @property
    def limit_ready(self) -> bool:
        """Whether the Limit Meter is full; Curse disables it, but does not empty it (R9.9)."""
        return rule.meter_full(self.meter, self.fighter.hp, self.rules)

    @property
    def overridden(self) -> bool:
        """Whether he is kept from acting by his policy (R9.2)."""
        return self.stunned or not self.statuses.keys().isdisjoint(("sleep", "confuse", "berserk"))

    def pays_with_stock(self, name: str) -> bool:
        """Whether he has a drawn spell of that name, which is used before MP (R9.10)."""
        return self.stock.get(name, 0) > 0

    def can_pay(self, name: str, spell: Spell) -> bool:
        """Whether he can cast a spell: with a drawn one, or as one he knows, with MP (R9.10)."""
        return self.pays_with_stock(name) or (name in self.fighter.spells and self.mp >= spell.mp)

    def take_stance(self, name: str) -> None:
        """Take up a stance (R7.9)."""
        self.stance_name, self.stance = name, self.rules.stances[name]

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
