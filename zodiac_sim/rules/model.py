"""The ruleset: every number, table and reading of the rules as one frozen, checked value."""

from __future__ import annotations

import itertools
from math import gcd
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import Field, StrictBool, StrictInt, StrictStr, model_validator

from zodiac_sim.rules.checked import FREEZE, Chance, Checked, DiceText, Percent, Rolls, Stat
from zodiac_sim.rules.magic import Remedy, Spell

MOST_STANCES = 255  # a byte numbers them
MOST_PARTS = 300  # of a body, sides counted: the bleeding of all of them fits 16 bits
LARGEST_STAT = 500  # no stat of a fighter is larger
EXACT = 2**62  # products of percentages stay below this, so that 64 bits hold them exactly
Item = Literal["weapon", "shield"]
Name = Annotated[StrictStr, Field(min_length=1)]
Loss = Annotated[StrictInt, Field(ge=1, le=100)]
Sides = Annotated[StrictInt, Field(ge=1, le=1000)]
Factor = Annotated[StrictInt, Field(ge=0, le=100)]


class Rule(NamedTuple):
    """What a key of the ruleset is about: the clause behind it, and the clause in few words."""

    clause: str
    words: str


class Effect(Checked):
    """What one row of a critical table does (R5.2, R5.3); percentages are whole percent, 100 = unchanged."""

    damage: Annotated[StrictInt, Field(ge=0, le=100, description="factor of the damage of this hit")] = 1
    bleeding: Annotated[Name | None, Field(description="bleeding level of the part that is hit")] = None
    stun: Annotated[StrictBool, Field(description="takes the target's next turn")] = False
    drop: Annotated[StrictBool, Field(description="drops what the location holds")] = False
    unconscious: Annotated[StrictBool, Field(description="ends the fight for the target")] = False
    unusable: Annotated[StrictBool, Field(description="the part can be used no more")] = False
    accuracy: Annotated[StrictInt, Field(ge=-1000, le=0, description="points added to skill while wounded")] = 0
    accuracy_percent: Annotated[Chance, Field(description="percent of skill left while wounded")] = 100
    evade: Annotated[StrictInt, Field(ge=-1000, le=0, description="points added to Evade while wounded")] = 0
    evade_percent: Annotated[Chance, Field(description="percent of Evade left while wounded")] = 100
    evade_zero: Annotated[StrictBool, Field(description="leaves no Evade while wounded")] = False
    speed: Annotated[StrictInt, Field(ge=0, le=255)] | None = Field(default=None, description="speed while wounded")
    speed_percent: Annotated[Chance, Field(description="percent of speed left while wounded")] = 100


class Row(Effect):
    """One row of a table of a location: the rolls it stands for, lowest and highest, and what it does."""

    rolls: Annotated[Rolls, Field(description="the roll of the row, or its lowest and highest")]


class LocationRow(Checked):
    """One row of the location table: the rolls it stands for and the location they hit (R5.1)."""

    rolls: Annotated[Rolls, Field(description="the roll of the row, or its lowest and highest")]
    location: Annotated[Name, Field(description="the location of the body that is hit")]


class BodyLocation(Checked):
    """A location of the body: its sides (none: one part) and what each side holds (R5.4, R5.5)."""

    sides: Annotated[tuple[Name, ...], Field(description="its sides; none: it is one part")] = ()
    holds: Annotated[dict[Name, Item], FREEZE] = Field(default_factory=dict, description="what a side holds")

    @model_validator(mode="after")
    def _held_by_a_side(self) -> Self:
        if len(self.sides) == 1 or len(set(self.sides)) != len(self.sides):
            raise ValueError("sides must be two or more different names, or none")
        for side in self.holds:
            if side not in self.sides:
                raise ValueError(f"holds names the side {side!r}, which is not among sides")
        return self


def _check_rolls(die: int, rows: tuple[Row, ...] | tuple[LocationRow, ...]) -> None:
    """Demand that the rows stand for 1..die, each roll once, in rising order."""
    expected = 1
    for row in rows:
        low, high = row.rolls
        if low != expected or high < low:
            raise ValueError(f"rows must cover 1..{die} in order: {low}..{high} stands where {expected} is due")
        expected = high + 1
    if expected != die + 1:
        raise ValueError(f"rows must cover 1..{die}: they end at {expected - 1}")


class Locations(Checked):
    """The location table (R5.1) and the body it points into, in the order of R5.4."""

    die: Annotated[Sides, Field(description="sides of the die of the table")]
    rows: Annotated[tuple[LocationRow, ...], Field(description="the rows; together they stand for each roll once")]
    body: Annotated[dict[Name, BodyLocation], FREEZE, Field(description="the locations, in the order of binding")]

    @model_validator(mode="after")
    def _rows_hit_the_body(self) -> Self:
        _check_rolls(self.die, self.rows)
        if (parts := sum(len(location.sides) or 1 for location in self.body.values())) > MOST_PARTS:
            raise ValueError(f"body must have at most {MOST_PARTS} parts, sides counted, not {parts}")
        for row in self.rows:
            if row.location not in self.body:
                raise ValueError(f"a row names the location {row.location!r}, which is not in body")
        return self


class Table(Checked):
    """The critical table of one location: a die and its rows, a higher row is worse (R5.3, R5.4)."""

    die: Annotated[Sides, Field(description="sides of the die of the table")]
    rows: Annotated[tuple[Row, ...], Field(description="the rows, the worst last; each roll stands in one of them")]

    @model_validator(mode="after")
    def _rows_cover_the_die(self) -> Self:
        _check_rolls(self.die, self.rows)
        return self


class Stance(Checked):
    """What a stance changes, in whole percent; 100 = unchanged (R8)."""

    damage_dealt: Annotated[Percent, Field(description="percent of the damage he deals")] = 100
    damage_taken: Annotated[Percent, Field(description="percent of the damage he takes")] = 100
    agility: Annotated[Percent, Field(description="percent of his Agility, and of what it drives")] = 100


class Healing(Checked):
    """What a day without a fight gives back, in percent of maximum HP and MP (R10.1)."""

    rest: Annotated[Chance, Field(description="of a day of rest")]
    light: Annotated[Chance, Field(description="of a day of light activity")]


class Part(NamedTuple):
    """A part of the body that keeps its own wound: a location, or one side of it."""

    location: str
    side: str | None
    holds: Item | None

    @property
    def name(self) -> str:
        """The part in words, such as ``left leg``."""
        return f"{self.side} {self.location}" if self.side else self.location


def _largest_product(factors: list[list[int]]) -> tuple[int, int]:
    """Return the largest numerator and denominator when one percentage of each list is multiplied, in lowest terms."""
    num = den = 1
    for percents in factors:
        divisors = [gcd(percent, 100) for percent in percents]
        num *= max(1, *(percent // divisor for percent, divisor in zip(percents, divisors, strict=True)))
        den *= max(100 // divisor for divisor in divisors)
    return num, den


class Ruleset(Checked):
    """All numbers, tables and readings of the rules R1 to R10, under the names of R12.

    Chances and percentages are whole percent, losses are percent of maximum HP.
    """

    name: Annotated[Name, Field(description="what the ruleset is called")]
    version: Annotated[Name, Field(description="raised with every change of a rule")]
    title: Annotated[StrictStr, Field(description="what it is, in a few words")] = ""

    max_rounds: Annotated[StrictInt, Field(ge=1, le=10_000), Rule("R1.5", "rounds after which an undecided fight ends")]
    initiative_die: Annotated[Sides, Rule("R1.1", "sides of the die for initiative")]
    min_hit_chance: Annotated[Chance, Rule("R2.1", "lowest chance to hit, in percent")]
    max_hit_chance: Annotated[Chance, Rule("R2.1", "highest chance to hit, in percent")]
    hit_on_equal: Annotated[StrictBool, Rule("R2.2", "whether a roll equal to the chance hits")]
    criticals: Annotated[
        Literal["double", "simple", "complex"], Rule("R3.2", "what a critical hit does: doubled damage, or a table")
    ]
    luck_divisor: Annotated[StrictInt, Field(ge=1, le=255), Rule("R3.1", "Luck needed for each critical number")]
    critical_multiplier: Annotated[
        StrictInt, Field(ge=0, le=100), Rule("R3.2", "factor of damage where criticals are doubled")
    ]
    min_damage: Annotated[StrictInt, Field(ge=0, le=1000), Rule("R4.3", "least damage of a hit, in HP")]
    unarmed_dice: Annotated[DiceText, Rule("R5.6", "damage dice without a weapon")]
    locations: Annotated[Locations, Rule("R5.1", "where a critical lands, and the body")]
    simple_table: Annotated[
        dict[Name, Effect], FREEZE, Rule("R5.2", "what a critical does there under the Simple method")
    ]
    complex_tables: Annotated[
        dict[Name, Table], FREEZE, Rule("R5.3", "what a critical does there under the Complex method, by roll")
    ]
    bleeding: Annotated[Literal["none", "injury", "critical"], Rule("R6", "how fighters come to bleed, if they do")]
    bleeding_loss: Annotated[
        dict[Name, Loss], FREEZE, Rule("R6.1", "loss a round at each level, in percent of maximum HP")
    ]
    injury_thresholds: Annotated[
        dict[Name, Chance], FREEZE, Rule("R6.2", "share of maximum HP at which an injury bleeds, in percent")
    ]
    ko_bleeds: Annotated[StrictBool, Rule("R6.2", "whether the blow that fells crosses thresholds too")]
    regen_gain: Annotated[Chance, Rule("R6.5", "gain of Regen a turn, in percent of maximum HP")]
    parry_base: Annotated[
        StrictInt, Field(ge=-1000, le=1000), Rule("R7.2", "chance to parry before Agility, in percent")
    ]
    dodge: Annotated[Literal["relative", "flat"], Rule("R7.3", "whether Dodge adds percent of Evade or points")]
    dodge_bonus: Annotated[StrictInt, Field(ge=0, le=1000), Rule("R7.3", "what Dodge adds to Evade")]
    disarm_chance: Annotated[Chance, Rule("R7.4", "chance to disarm, in percent")]
    guard_damage: Annotated[Percent, Rule("R7.5", "damage that comes through Guard, in percent")]
    bash_damage: Annotated[Percent, Rule("R7.6", "damage of a bash, in percent")]
    bash_stun_chance: Annotated[Chance, Rule("R7.6", "chance that a bash stuns, in percent")]
    stances: Annotated[dict[Name, Stance], FREEZE, Rule("R8", "what each stance changes, in percent")]
    agility_drives: Annotated[
        tuple[Literal["speed", "evade"], ...], Rule("R8.1", "what a stance's change of Agility carries over to")
    ]
    berserk_factor: Annotated[Factor, Rule("R4.1", "factor of the damage roll of a Berserk")]
    darkness: Annotated[Literal["flat", "relative"], Rule("R9.3", "whether Darkness takes points of skill or a share")]
    darkness_penalty: Annotated[
        StrictInt, Field(ge=0, le=1000), Rule("R9.3", "points of skill that flat Darkness takes")
    ]
    darkness_relative: Annotated[Chance, Rule("R9.3", "skill that relative Darkness leaves, in percent")]
    curse: Annotated[Chance, Rule("R9.3", "what Curse leaves of stats, in percent")]
    poison_dice: Annotated[DiceText, Rule("R9.4", "dice of the HP that poison takes a turn")]
    poison_least: Annotated[StrictInt, Field(ge=0, le=1000), Rule("R9.4", "least HP that poison takes a turn")]
    holy_factor: Annotated[Factor, Rule("R9.5", "factor of the harm that holy spells do to Zombies")]
    zombie_days: Annotated[
        StrictInt, Field(ge=0, le=10_000), Rule("R9.5", "days after which a Zombie's Vitality wanes")
    ]
    zombie_vitality: Annotated[Stat, Rule("R9.5", "Vitality that each further hour costs a Zombie")]
    draw_cap: Annotated[Chance, Rule("R9.8", "highest chance to draw, in percent")]
    draw_level_cost: Annotated[Stat, Rule("R9.8", "what each level of the spell takes off the chance to draw")]
    draw_dice: Annotated[DiceText, Rule("R9.8", "spells that a successful draw gives")]
    draw_cast_initiative: Annotated[
        StrictInt, Field(ge=-1000, le=1000), Rule("R9.8", "what draw-casting adds to initiative")
    ]
    limit_full: Annotated[
        Percent, Rule("R9.9", "HP lost to attacks that fill the Limit Meter, in percent of maximum HP")
    ]
    limit_multiplier: Annotated[Factor, Rule("R9.9", "factor of the damage of a Limit")]
    spells: Annotated[dict[Name, Spell], FREEZE, Rule("R9.10", "what each spell does")]
    items: Annotated[dict[Name, Remedy], FREEZE, Rule("R6.8", "what each item does")]
    healing: Annotated[Healing, Rule("R10.1", "HP and MP that a day gives back, in percent of the maximum")]

    @model_validator(mode="after")
    def _chances_in_order(self) -> Self:
        if self.min_hit_chance > self.max_hit_chance:
            raise ValueError(f"min_hit_chance {self.min_hit_chance} lies above max_hit_chance {self.max_hit_chance}")
        if not 1 <= len(self.stances) <= MOST_STANCES:
            raise ValueError(f"stances must hold 1..{MOST_STANCES} stances, not {len(self.stances)}")
        if not self.bleeding_loss:
            raise ValueError("bleeding_loss must hold at least one level")
        return self

    @model_validator(mode="after")
    def _tables_fit_the_body(self) -> Self:
        for key, tables in (("simple_table", self.simple_table), ("complex_tables", self.complex_tables)):
            for row in self.locations.rows:
                if row.location not in tables:
                    raise ValueError(f"{key} has nothing for the location {row.location!r}")
            for location in tables:
                if location not in self.locations.body:
                    raise ValueError(f"{key} names the location {location!r}, which is not in locations.body")
        for place, location, effect in self._effects():
            if effect.bleeding is not None and effect.bleeding not in self.bleeding_loss:
                raise ValueError(f"{place} names the bleeding level {effect.bleeding!r}, which is not in bleeding_loss")
            if effect.drop and not self.locations.body[location].holds:
                raise ValueError(f"{place} drops, but nothing is held by the location {location!r}")
        return self

    @model_validator(mode="after")
    def _levels_worsen(self) -> Self:
        losses = list(self.bleeding_loss.values())
        if any(worse <= better for better, worse in itertools.pairwise(losses)):
            raise ValueError("bleeding_loss must rise from the first level to the last")
        for level in self.injury_thresholds:
            if level not in self.bleeding_loss:
                raise ValueError(f"injury_thresholds names the level {level!r}, which is not in bleeding_loss")
        shares = [self.injury_thresholds[level] for level in self.levels if level in self.injury_thresholds]
        if any(worse >= better for better, worse in itertools.pairwise(shares)):
            raise ValueError("injury_thresholds must fall from the mildest level to the worst")
        return self

    @model_validator(mode="after")
    def _percentages_stay_exact(self) -> Self:
        agility = [stance.agility for stance in self.stances.values()]
        dodge = [100 + self.dodge_bonus if self.dodge == "relative" else 100]
        darkness, curse = [100, self.darkness_relative if self.darkness == "relative" else 100], [100, self.curse]
        others_of = {"accuracy": [darkness, curse], "evade": [agility, dodge, curse], "speed": [agility, curse]}
        for stat, others in others_of.items():
            wounds = [[getattr(effect, f"{stat}_percent") for effect in self._effects_on(part)] for part in self.parts]
            num, den = _largest_product([*wounds, *others])
            if max(num * LARGEST_STAT, den) >= EXACT:
                raise ValueError(
                    f"the percentages that can change {stat} at once multiply beyond exact numbers; "
                    "use fewer locations or rounder percentages"
                )
        return self

    def _effects_on(self, part: Part) -> list[Effect]:
        """Return the rows that can stand on a part under the method in force, an unwounded one among them."""
        if self.criticals == "complex" and part.location in self.complex_tables:
            return [Effect(), *self.complex_tables[part.location].rows]
        return [Effect(), self.simple_table.get(part.location, Effect())]

    def _effects(self) -> list[tuple[str, str, Effect]]:
        simple = [(f"simple_table.{name}", name, effect) for name, effect in self.simple_table.items()]
        rows = [
            (f"complex_tables.{name}, row {row.rolls[0]}", name, row)
            for name, table in self.complex_tables.items()
            for row in table.rows
        ]
        return [*simple, *rows]

    @property
    def levels(self) -> tuple[str, ...]:
        """Bleeding levels from mildest to worst; level n of the engine is ``levels[n - 1]``, 0 is none."""
        return tuple(self.bleeding_loss)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts that keep a wound under the critical method in force, in the order of R5.4.

        The Simple method knows no right and left: each location is one part there (R5.1, R5.2).
        """
        if self.criticals != "complex":
            return tuple(Part(name, None, None) for name in self.locations.body)
        return tuple(
            Part(name, side, location.holds.get(side) if side else None)
            for name, location in self.locations.body.items()
            for side in location.sides or (None,)
        )

    @property
    def paired(self) -> bool:
        """Whether the rules pair this critical method with this bleeding method (R6.4)."""
        return self.bleeding == "none" or (self.bleeding == "injury") == (self.criticals == "double")
