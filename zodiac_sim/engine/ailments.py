"""Statuses and surprise of a batch as arrays: who begins with what, what weapons bring, what Curse leaves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from zodiac_sim.engine.dice import Ints
from zodiac_sim.engine.effects import Share, share
from zodiac_sim.engine.structure import BatchRules, Places
from zodiac_sim.rules.magic import STATUSES, Inflicted, Status, StatusName
from zodiac_sim.study.fighter import Fighter
from zodiac_sim.study.study import Scenario

FOR_EVER = -1  # turns of a status that lasts until it is cured
NEVER = -1  # chance of a status that is not brought: no die is thrown for it

BIT = {name: 1 << number for number, name in enumerate(STATUSES)}
REGEN, BERSERK, SLEEP, CONFUSE, SILENCE, POISON, DARKNESS, CURSE, ZOMBIE, BREAK = BIT.values()
SURPRISED = 1 << len(STATUSES)


@dataclass(frozen=True, slots=True)
class Brought:
    """What brings statuses: for each thing that can, and each status of ``STATUSES``, chance, turns and Magic (R9.7).

    ``chance`` is ``NEVER`` where it does not bring the status.
    """

    any: Ints  # thing -> whether it brings any
    chance: Ints  # (thing, status); likewise below
    turns: Ints
    magic: Ints
    occurring: tuple[int, ...]  # the statuses that anything brings


@dataclass(frozen=True, slots=True)
class Ailments:
    """The statuses of a batch (R9).

    Attributes
    ----------
    status, turns, magic : int arrays, shapes (sheets,), (sheets, statuses), (sheets,)
        Bits of what each fighter begins with, surprise among them, own turns of each, and Magic of his poison.
    weapon : Brought
        By sheet.
    curse_places, curse : Places, Share
        What is left of a stat without and with Curse, by place; ``curse_percent`` the same in whole percent.
    darkness_places, darkness, darkness_flat : Places, Share, int array
        Likewise for Darkness, with the points it takes (R2.3).
    occurring : int
        Bits of the statuses that can occur.
    """

    status: Ints
    turns: Ints
    magic: Ints
    weapon: Brought
    curse_places: Places
    curse: Share
    curse_percent: Ints
    darkness_places: Places
    darkness: Share
    darkness_flat: Ints
    occurring: int

    @property
    def numbers(self) -> list[int]:
        """The places in ``STATUSES`` of those that can occur."""
        return [number for number in range(len(STATUSES)) if self.can(1 << number)]

    def can(self, bits: int) -> bool:
        """Whether any of some statuses can occur."""
        return bool(self.occurring & bits)


def brought(things: Iterable[Mapping[StatusName, Inflicted]]) -> Brought:
    """Return the statuses that each of some things brings."""
    rows = [[each.get(name) for name in STATUSES] for each in things]
    shape = len(rows), len(STATUSES)
    chance = np.array([[NEVER if one is None else one.chance for one in row] for row in rows]).reshape(shape)
    return Brought(
        any=(chance != NEVER).any(axis=1),
        chance=chance,
        turns=np.array([[0 if one is None else turns_of(one) for one in row] for row in rows]).reshape(shape),
        magic=np.array([[one.magic or 0 if one else 0 for one in row] for row in rows]).reshape(shape),
        occurring=tuple(np.flatnonzero((chance != NEVER).any(axis=0)).tolist()),
    )


def turns_of(status: Status) -> int:
    """Return the turns of a status, ``FOR_EVER`` for one that lasts until it is cured."""
    return FOR_EVER if status.turns is None else status.turns


def build_ailments(
    scenarios: Sequence[Scenario], fighters: Sequence[Fighter], rules: BatchRules, bring: int
) -> Ailments:
    """Return the statuses of a batch; ``bring`` holds the bits of those that its spells and items bring."""
    begun = [dict(fighter.starts_with()) for fighter in fighters]
    surprised = [each.surprised[side] for each in scenarios for side, own in enumerate(each.sides) for _ in own]
    status = np.array(
        [sum(BIT[name] for name in own) | SURPRISED * caught for own, caught in zip(begun, surprised, strict=True)]
    )
    weapon = brought(fighter.weapon.statuses if fighter.weapon else {} for fighter in fighters)
    cursing, curse_places = rules.tables(lambda each: each.curse, 2)
    dark, darkness_places = rules.tables(lambda each: (each.darkness, each.darkness_penalty, each.darkness_relative), 2)
    percents = [percent for each in cursing for percent in (100, each.curse)]
    blinded = [
        (each.darkness_relative, 0) if each.darkness == "relative" else (100, each.darkness_penalty) for each in dark
    ]
    return Ailments(
        status=status,
        turns=np.array([[turns_of(own[name]) if name in own else 0 for name in STATUSES] for own in begun]),
        magic=np.array([own["poison"].magic if "poison" in own else 0 for own in begun]),
        weapon=weapon,
        curse_places=curse_places,
        curse=share(percents),
        curse_percent=np.array(percents),
        darkness_places=darkness_places,
        darkness=share([percent for left, _ in blinded for percent in (100, left)]),
        darkness_flat=np.array([points for _, taken in blinded for points in (0, taken)]),
        occurring=int(np.bitwise_or.reduce(status)) | sum(1 << number for number in weapon.occurring) | bring,
    )
