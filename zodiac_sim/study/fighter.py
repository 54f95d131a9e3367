"""Fighters, what they carry, and how they choose actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, Self

from pydantic import BeforeValidator, Field, StrictBool, StrictInt, StrictStr, create_model, model_validator

from zodiac_sim.errors import InputError, listed, nearest, shown
from zodiac_sim.rules.checked import FREEZE, MP, Checked, DiceText, FrozenDict, Share, Stat
from zodiac_sim.rules.magic import STATUSES, Inflictions, Power, Status, StatusName
from zodiac_sim.rules.model import Name, Ruleset
from zodiac_sim.study.presets import expand_policy

Supply = Annotated[StrictInt, Field(ge=0, le=1000)]
Points = Annotated[StrictInt, Field(ge=-500, le=500)]

PLAIN_ACTIONS = ("attack", "parry", "dodge", "disarm", "guard", "bash", "recover", "bind", "limit", "draw", "draw_cast")
NAMING = ("stance", "item", "cast", "draw", "draw_cast")  # actions that may name something
ACTIONS = (*PLAIN_ACTIONS, *(f"{word}:NAME" for word in NAMING))
DEFAULT_POLICY = "attack"
AT_ENEMIES = ("attack", "disarm", "bash", "limit")
AT_ANYBODY = ("bind", "item", "cast")


class Action(NamedTuple):
    """What a policy line does: the word, and the stance, spell or item it names."""

    word: str
    name: str | None = None

    def __str__(self) -> str:
        return self.word if self.name is None else f"{self.word}:{self.name}"


def parse_action(value: object) -> Action:
    """Return the action a text such as ``guard`` or ``stance:defensive`` names.

    Raises
    ------
    ValueError
        If there is no such action; names the nearest.
    """
    if isinstance(value, Action):
        return value
    word, _, name = value.partition(":") if isinstance(value, str) else ("", "", "")
    if word in NAMING and name:
        return Action(word, name)
    if value in PLAIN_ACTIONS:
        return Action(word)
    close = f"{word}:NAME" if word in NAMING else nearest(str(value), ACTIONS)
    hint = f"did you mean {close!r}?" if close else f"known: {', '.join(ACTIONS)}"
    raise ValueError(f"is no action; {hint}")


def _one_or_more(value: object) -> object:
    return (value,) if isinstance(value, str) else value


SomeStatuses = Annotated[tuple[StatusName, ...], BeforeValidator(_one_or_more), Field(min_length=1)]


class When(Checked):
    """The conditions of a policy line; all that are given must hold. Shares are of maximum HP."""

    disarmed: StrictBool | None = Field(default=None, description="owns a weapon and holds it not, or cannot use it")
    opponent_armed: StrictBool | None = Field(default=None, description="the opponent holds a weapon he can use")
    opponent_stunned: StrictBool | None = Field(default=None, description="the opponent loses his next turn")
    hp_below: Share | None = Field(default=None, description="less than this share of his maximum HP is left")
    opponent_hp_below: Share | None = Field(default=None, description="less is left of the opponent's maximum HP")
    bleeding_at_least: StrictStr | None = Field(default=None, description="his worst location bleeds at this level")
    stance_is: StrictStr | None = Field(default=None, description="he stands in this stance")
    round_at_least: Annotated[StrictInt, Field(ge=1, le=10_000)] | None = Field(
        default=None, description="this round has begun; they count from 1"
    )
    mp_at_least: MP | None = Field(default=None, description="he has this many MP")
    mp_below: MP | None = Field(default=None, description="he has fewer MP")
    spells_left: Annotated[dict[Name, Supply], FREEZE] | None = Field(
        default=None, description="he has at least this many drawn spells of each name"
    )
    spells_below: Annotated[dict[Name, Supply], FREEZE] | None = Field(
        default=None, description="he has fewer drawn spells of each name"
    )
    has_status: SomeStatuses | None = Field(default=None, description="he has this status, or one of these")
    lacks_status: SomeStatuses | None = Field(default=None, description="he has not this status, or none of these")
    opponent_has_status: SomeStatuses | None = Field(default=None, description="the opponent has it, or one of these")
    opponent_lacks_status: SomeStatuses | None = Field(default=None, description="the opponent has none of these")


class Line(Checked):
    """One line of a policy: an action, when it is taken, with which chance, and at whom."""

    do: Annotated[Action, BeforeValidator(parse_action), Field(description="the action")]
    when: Annotated[When, Field(description="conditions that must all hold")] = When()
    chance: Share | None = Field(default=None, description="chance that the line is taken, rolled last; none: always")
    target: Literal["random", "weakest", "strongest", "nearest", "self"] | None = Field(
        default=None, description="whom it aims at"
    )

    @model_validator(mode="after")
    def _aims_somewhere(self) -> Self:
        if self.target is not None and self.do.word not in (*AT_ENEMIES, *AT_ANYBODY):
            raise ValueError(f"target has no meaning for {str(self.do)!r}, which aims at nobody")
        if self.target == "self" and self.do.word in AT_ENEMIES:
            raise ValueError(f"target 'self' is not possible for {str(self.do)!r}, which aims at an enemy")
        return self


class Weapon(Checked):
    """A weapon: damage dice, melee or ranged (R4.2), and the hands that hold it (R5.5)."""

    name: Annotated[StrictStr, Field(description="what it is called")] = "weapon"
    dice: Annotated[DiceText, Field(description="its damage")]
    kind: Annotated[Literal["melee", "ranged"], Field(description="melee adds Strength (R4.2)")] = "melee"
    hands: Annotated[StrictInt, Field(ge=1, le=2, description="how many hands hold it (R5.5)")] = 1
    statuses: Annotated[Inflictions, Field(description="statuses its hits bring, with chance and turns (R9.7)")] = (
        FrozenDict()
    )


class Shield(Checked):
    """A shield: points of Evade while it is held (R2.3)."""

    name: Annotated[StrictStr, Field(description="what it is called")] = "shield"
    evade: Annotated[Stat, Field(description="points of Evade while it is held (R2.3)")]


EMPTY = "none"  # lets a file take away what a preset carries


def _nothing(value: object) -> object:
    return None if value == EMPTY else value


OR_NONE = BeforeValidator(_nothing)


class Poisoned(Status):
    """The poison a fighter starts with (R9.4)."""

    magic: Annotated[Stat, Field(description="Magic of the poisoner (R9.4)")] = 0


STATUS_WORDS = {
    "regen": "heals and slows bleeding each turn (R6.5)",
    "berserk": "always attacks, with his damage roll multiplied (R4.1, R9.2)",
    "sleep": "does nothing until a blow wakes him (R9.2)",
    "confuse": "attacks anybody, himself included, until a blow brings him to (R9.2)",
    "silence": "neither casts nor draws (R9.2)",
    "poison": "loses HP each turn (R9.4)",
    "darkness": "attacks with less skill (R9.3)",
    "curse": "has less of his stats, and no Limit (R9.3)",
    "zombie": "is harmed by what heals, healed by poison (R9.5)",
    "break": "is out of the fight (R9.2)",
}

if TYPE_CHECKING:

    class Statuses(Checked):
        """The statuses a fighter starts with."""

else:
    Statuses = create_model(  # one of the keys is a word of Python
        "Statuses",
        __base__=Checked,
        __module__=__name__,
        __doc__="The statuses a fighter starts with.",
        **{
            name: (
                (Poisoned if name == "poison" else Status) | None,
                Field(default=None, description=STATUS_WORDS[name]),
            )
            for name in STATUSES
        },
    )


class Fighter(Checked):
    """One fighter: stats of the rules, what he carries, starting stance and policy."""

    name: Annotated[StrictStr, Field(description="what he is called; by default as the study names him")] = ""
    intent: Annotated[StrictStr, Field(description="what he is for, in words")] = ""
    hp: Annotated[StrictInt, Field(ge=1, le=30_000, description="maximum HP, which he starts with")]
    skill: Annotated[StrictInt, Field(ge=-100, le=500, description="chance to hit before Evade, in percent (R2.1)")]
    evade: Annotated[Stat, Field(description="points off an attacker's chance to hit (R2.1)")] = 0
    luck: Annotated[Stat, Field(description="makes hits critical (R3.1)")] = 0
    strength: Annotated[Stat, Field(description="added to the damage of melee attacks (R4.2)")] = 0
    vitality: Annotated[Stat, Field(description="taken off the damage of each hit (R4.4)")] = 0
    speed: Annotated[Stat, Field(description="added to the roll for initiative (R1.1)")] = 0
    agility: Annotated[Stat, Field(description="for and against Parry (R7.2)")] = 0
    magic: Annotated[Stat, Field(description="added to what his spells do, and to his poison (R9.4, R9.10)")] = 0
    spell_lore: Annotated[Stat, Field(description="chance to choose what he draws, in percent (R9.8)")] = 0
    draw: Annotated[Points, Field(description="base chance to draw, in percent (R9.8)")] = 0
    gf_bonus: Annotated[Points, Field(description="points added to the chance to draw (R9.8)")] = 0
    mp: Annotated[MP, Field(description="maximum MP, which he starts with (R9.10)")] = 0
    weapon: Annotated[Weapon | None, OR_NONE] = Field(
        default=None, description='his weapon; "none" takes away that of a preset'
    )
    shield: Annotated[Shield | None, OR_NONE] = Field(
        default=None, description='his shield; "none" takes away that of a preset'
    )
    spells: Annotated[tuple[Name, ...], Field(description="spells he can cast for MP (R9.10)")] = ()
    stock: Annotated[dict[Name, Supply], FREEZE, Field(description="drawn spells he starts with (R9.8)")] = FrozenDict()
    items: Annotated[dict[Name, Supply], FREEZE, Field(description="items he carries (R7.10)")] = FrozenDict()
    statuses: Annotated[Statuses, Field(description="statuses he starts with (R9.7)")] = Statuses()
    stance: Annotated[StrictStr, Field(description="the stance he starts in (R8)")] = "neutral"
    policy: Annotated[tuple[Line, ...], BeforeValidator(expand_policy), Field(min_length=1, max_length=100)] = Field(
        default=DEFAULT_POLICY, validate_default=True, description="how he chooses actions: a preset, or lines"
    )

    @model_validator(mode="after")
    def _hands_enough(self) -> Self:
        if self.shield is not None and self.weapon is not None and self.weapon.hands == 2:
            raise ValueError(f"the weapon {shown(self.weapon.name)} needs both hands: none is left for a shield (R5.5)")
        return self

    def starts_with(self) -> Iterator[tuple[StatusName, Any]]:
        """Yield every status he starts with, with its turns and, for poison, its Magic."""
        for name in STATUSES:
            status = getattr(self.statuses, name)
            if status is not None and status.turns != 0:
                yield name, status


STATS = tuple(name for name, field in Fighter.model_fields.items() if field.annotation is int)


def check_names(fighter: Fighter, rules: Ruleset) -> None:
    """Demand that the ruleset has every stance, bleeding level, spell and item the fighter names, for such a target.

    Raises
    ------
    InputError
        Names the first that it does not have, or that is harm aimed at himself.
    """
    stances, spells, items = tuple(rules.stances), tuple(rules.spells), tuple(rules.items)
    named = {"stance": stances, "item": items}
    uses: list[tuple[str, str | None, tuple[str, ...]]] = [("stance", fighter.stance, stances)]
    uses += [("spells", name, spells) for name in fighter.spells]
    uses += [("stock", name, spells) for name in fighter.stock]
    uses += [("items", name, items) for name in fighter.items]
    for number, line in enumerate(fighter.policy):
        place, when = f"policy[{number}]", line.when
        uses.append((f"{place}.do", line.do.name, named.get(line.do.word, spells)))
        uses.append((f"{place}.when.stance_is", when.stance_is, stances))
        uses.append((f"{place}.when.bleeding_at_least", when.bleeding_at_least, rules.levels))
        uses += [(f"{place}.when.spells_left", name, spells) for name in when.spells_left or ()]
        uses += [(f"{place}.when.spells_below", name, spells) for name in when.spells_below or ()]
    for key, name, valid in uses:
        if name is not None and name not in valid:
            raise InputError(
                f"{shown(name)} is not in the ruleset, which has {listed(valid)}", key=key, nearest=nearest(name, valid)
            )
    _check_aims(fighter, rules)


def _check_aims(fighter: Fighter, rules: Ruleset) -> None:
    powers: dict[Action, Power] = {Action("cast", name): spell for name, spell in rules.spells.items()}
    powers |= {Action("item", name): item for name, item in rules.items.items()}
    for number, line in enumerate(fighter.policy):
        if line.target == "self" and line.do in powers and powers[line.do].kind == "harm":
            raise InputError(
                f"'self' is not possible for {shown(str(line.do))}, which is harm and aims at an enemy (R9.10)",
                key=f"policy[{number}].target",
            )
