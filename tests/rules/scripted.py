"""Duels of the readable twin whose dice are written down in the test."""

from __future__ import annotations

from typing import Any

from zodiac_sim.engine.events import Event
from zodiac_sim.engine.keys import SEATS_A_SIDE, Roll
from zodiac_sim.engine.outcome import SIDES, Outcome
from zodiac_sim.engine.reference import Duel, sheets_of
from zodiac_sim.engine.reference_table import Dice
from zodiac_sim.study.study import make_study

PLAIN = {"hp": 100, "skill": 60, "weapon": {"name": "Axe", "dice": "1d8"}, "policy": [{"do": "attack"}]}
IDLE = [{"do": "stance:neutral"}]  # never possible in the neutral stance: the turn passes
HIT, MISS = 1, 100


class ScriptedDice(Dice):
    """Gives each named roll of a side its faces in the order written; a roll nobody wrote down is a failure."""

    def __init__(self, faces: dict[str, dict[str, list[int]]]):
        super().__init__(0)
        self.faces = {(side, Roll[name.upper()]): list(rolls) for side in faces for name, rolls in faces[side].items()}

    def throw(self, sides: int, name: Roll, seat: int, index: int = 0) -> int:
        self.thrown += 1
        side = SIDES[seat // SEATS_A_SIDE]
        rolls = self.faces.get((side, name))
        assert rolls, f"side {side} rolls {name.name}, which the test does not expect"
        assert 1 <= rolls[0] <= sides
        return rolls.pop(0)

    @property
    def unused(self) -> dict[tuple[str, Roll], list[int]]:
        """Faces that were written down but never rolled."""
        return {key: rolls for key, rolls in self.faces.items() if rolls}


class Played:
    """A duel that was played with scripted dice: its outcome, both fighters as they came out, and its events."""

    def __init__(
        self,
        a: dict[str, Any],
        b: dict[str, Any],
        rules: dict[str, Any],
        matchup: dict[str, Any],
        faces: dict[str, dict[str, list[int]]],
    ):
        data = {
            "rules": rules,
            "fighters": {"a": {**PLAIN, **a}, "b": {**PLAIN, **b}},
            "matchups": [{"a": "a", "b": "b", **matchup}],
        }
        dice = ScriptedDice(faces)
        self.events: list[Event] = []
        duel = Duel(sheets_of(make_study(data).scenarios[0]), dice, self.events.append)
        self.outcome: Outcome = duel.play()
        self.a, self.b = duel.fighters
        assert dice.unused == {}


def play(
    a: dict[str, Any] | None = None,
    b: dict[str, Any] | None = None,
    rounds: int = 1,
    *,
    rules: Any = None,
    matchup: Any = None,
    **faces: Any,
) -> Played:
    """Play a duel of so many rounds; ``faces`` are written as ``dice_a={"to_hit": [1], ...}``.

    Initiative is 10 for side a and 1 for side b in each round unless it is written down.
    """
    sides = {
        "a": {"initiative": [10] * rounds, **faces.get("dice_a", {})},
        "b": {"initiative": [1] * rounds, **faces.get("dice_b", {})},
    }
    return Played(a or {}, b or {}, {"max_rounds": rounds, **(rules or {})}, matchup or {}, sides)


def weapon(dice: str = "1d8", **statuses: Any) -> dict[str, Any]:
    """A fighter's weapon that brings statuses."""
    return {"weapon": {"name": "Fang", "dice": dice, "statuses": statuses}}


def starts(**statuses: Any) -> dict[str, Any]:
    """The statuses a fighter starts with."""
    return {"statuses": statuses}


def lasting(turns: int | None) -> dict[str, Any]:
    """A status of so many turns, or until it is cured."""
    return {} if turns is None else {"turns": turns}


def spells(**data: Any) -> dict[str, Any]:
    """Rules with one spell of the name ``spark``, which :data:`CASTS` casts."""
    return {"spells": {"spark": {"kind": "harm", "dice": "1d10", **data}}}


def items(**data: Any) -> dict[str, Any]:
    """Rules with one item of the name ``flask``, which :data:`DRINKS` uses."""
    return {"items": {"flask": {"kind": "aid", "dice": "1d10", **data}}}


CASTS = {"spells": ["spark"], "mp": 99, "policy": [{"do": "cast:spark"}]}
DRINKS = {"items": {"flask": 9}, "policy": [{"do": "item:flask"}]}
IDLER = {"policy": IDLE}
