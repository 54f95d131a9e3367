"""Fighters, what they carry, and how they choose actions."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, Self

from pydantic import BeforeValidator, Field, StrictBool, StrictInt, StrictStr, model_validator

from zodiac_sim.errors import InputError, listed, nearest, shown
from zodiac_sim.rules.checked import Checked, DiceText, Share
from zodiac_sim.rules.model import Ruleset
from zodiac_sim.study.presets import expand_policy

Stat = Annotated[StrictInt, Field(ge=0, le=255)]
Turns = Annotated[StrictInt, Field(ge=0, le=10_000)]

ACTIONS = ("attack", "parry", "dodge", "disarm", "guard", "bash", "recover", "bind", "stance:NAME")
DEFAULT_POLICY = "attack"
AT_ENEMIES = ("attack", "disarm", "bash")


class Action(NamedTuple):
    """What a policy line does: the word, and the stance it switches to where it does that."""

    word: str
    stance: str | None = None

    def __str__(self) -> str:
        return self.word if self.stance is None else f"{self.word}:{self.stance}"


def parse_action(value: object) -> Action:
    """Return the action a text such as ``guard`` or ``stance:defensive`` names.

    Raises
    ------
    ValueError
        If there is no such action; names the nearest.
    """
    if isinstance(value, Action):
        return value
    if isinstance(value, str):
        word, colon, argument = value.partition(":")
        if word == "stance" and argument:
            return Action(word, argument)
        if not colon and value in ACTIONS:
            return Action(value)
    close = nearest(str(value), ACTIONS)
    hint = f"did you mean {close!r}?" if close else f"known: {', '.join(ACTIONS)}"
    raise ValueError(f"is no action; {hint}")


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
        if self.target is not None and self.do.word not in (*AT_ENEMIES, "bind"):
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


class Shield(Checked):
    """A shield: points of Evade while it is held (R2.3)."""

    name: Annotated[StrictStr, Field(description="what it is called")] = "shield"
    evade: Annotated[Stat, Field(description="points of Evade while it is held (R2.3)")]


EMPTY = "none"  # lets a file take away what a preset carries


def _nothing(value: object) -> object:
    return None if value == EMPTY else value


EMPTY_HANDED = BeforeValidator(_nothing)


class Status(Checked):
    """A status a fighter starts with, for a number of own turns or, without one, for the whole fight (R9.7)."""

    turns: Turns | None = Field(default=None, description="how many of his own turns it lasts; none: the whole fight")


class Statuses(Checked):
    """The statuses a fighter starts with."""

    regen: Status | None = Field(default=None, description="heals and slows bleeding each turn (R6.5)")


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
    weapon: Annotated[Weapon | None, EMPTY_HANDED] = Field(
        default=None, description='his weapon; "none" takes away that of a preset'
    )
    shield: Annotated[Shield | None, EMPTY_HANDED] = Field(
        default=None, description='his shield; "none" takes away that of a preset'
    )
    statuses: Annotated[Statuses, Field(description="statuses he starts with")] = Statuses()
    stance: Annotated[StrictStr, Field(description="the stance he starts in (R8)")] = "neutral"
    policy: Annotated[tuple[Line, ...], BeforeValidator(expand_policy), Field(min_length=1, max_length=100)] = Field(
        default=DEFAULT_POLICY, validate_default=True, description="how he chooses actions: a preset, or lines"
    )

    @model_validator(mode="after")
    def _hands_enough(self) -> Self:
        if self.shield is not None and self.weapon is not None and self.weapon.hands == 2:
            raise ValueError(f"the weapon {shown(self.weapon.name)} needs both hands: none is left for a shield (R5.5)")
        return self


STATS = tuple(name for name, field in Fighter.model_fields.items() if field.annotation is int)


def check_names(fighter: Fighter, rules: Ruleset) -> None:
    """Demand that the ruleset has every stance and bleeding level the fighter names.

    Raises
    ------
    InputError
        Names the first that it does not have.
    """
    uses: list[tuple[str, str | None, tuple[str, ...]]] = [("stance", fighter.stance, tuple(rules.stances))]
    for number, line in enumerate(fighter.policy):
        uses.append((f"policy[{number}].do", line.do.stance, tuple(rules.stances)))
        uses.append((f"policy[{number}].when.stance_is", line.when.stance_is, tuple(rules.stances)))
        uses.append((f"policy[{number}].when.bleeding_at_least", line.when.bleeding_at_least, rules.levels))
    for key, name, valid in uses:
        if name is not None and name not in valid:
            raise InputError(
                f"{shown(name)} is not in the ruleset, which has {listed(valid)}", key=key, nearest=nearest(name, valid)
            )
