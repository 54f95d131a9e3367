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

    disarmed: StrictBool | None = None
    opponent_armed: StrictBool | None = None
    opponent_stunned: StrictBool | None = None
    hp_below: Share | None = None
    opponent_hp_below: Share | None = None
    bleeding_at_least: StrictStr | None = None
    stance_is: StrictStr | None = None
    round_at_least: Annotated[StrictInt, Field(ge=1, le=10_000)] | None = None


class Line(Checked):
    """One line of a policy: an action, when it is taken, with which chance, and at whom."""

    do: Annotated[Action, BeforeValidator(parse_action)]
    when: When = When()
    chance: Share | None = None
    target: Literal["random", "weakest", "strongest", "nearest", "self"] | None = None

    @model_validator(mode="after")
    def _aims_somewhere(self) -> Self:
        if self.target is not None and self.do.word not in (*AT_ENEMIES, "bind"):
            raise ValueError(f"target has no meaning for {str(self.do)!r}, which aims at nobody")
        if self.target == "self" and self.do.word in AT_ENEMIES:
            raise ValueError(f"target 'self' is not possible for {str(self.do)!r}, which aims at an enemy")
        return self


class Weapon(Checked):
    """A weapon: damage dice, melee or ranged (R4.2), and the hands that hold it (R5.5)."""

    name: StrictStr = "weapon"
    dice: DiceText
    kind: Literal["melee", "ranged"] = "melee"
    hands: Annotated[StrictInt, Field(ge=1, le=2)] = 1


class Shield(Checked):
    """A shield: points of Evade while it is held (R2.3)."""

    name: StrictStr = "shield"
    evade: Stat


EMPTY = "none"  # lets a file take away what a preset carries


def _nothing(value: object) -> object:
    return None if value == EMPTY else value


EMPTY_HANDED = BeforeValidator(_nothing)


class Status(Checked):
    """A status a fighter starts with, for a number of own turns or, without one, for the whole fight (R9.7)."""

    turns: Turns | None = None


class Statuses(Checked):
    """The statuses a fighter starts with."""

    regen: Status | None = None


class Fighter(Checked):
    """One fighter: stats of the rules, what he carries, starting stance and policy."""

    name: StrictStr = ""
    intent: StrictStr = ""
    hp: Annotated[StrictInt, Field(ge=1, le=30_000)]
    skill: Annotated[StrictInt, Field(ge=-100, le=500)]
    evade: Stat = 0
    luck: Stat = 0
    strength: Stat = 0
    vitality: Stat = 0
    speed: Stat = 0
    agility: Stat = 0
    weapon: Annotated[Weapon | None, EMPTY_HANDED] = None
    shield: Annotated[Shield | None, EMPTY_HANDED] = None
    statuses: Statuses = Statuses()
    stance: StrictStr = "neutral"
    policy: Annotated[tuple[Line, ...], BeforeValidator(expand_policy), Field(min_length=1, max_length=100)] = Field(
        default=DEFAULT_POLICY, validate_default=True
    )

    @model_validator(mode="after")
    def _hands_enough(self) -> Self:
        if self.shield is not None and self.weapon is not None and self.weapon.hands == 2:
            raise ValueError(f"the weapon {shown(self.weapon.name)} needs both hands: none is left for a shield (R5.5)")
        return self


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
