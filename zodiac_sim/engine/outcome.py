"""What is recorded of a duel: the words for its end and the quantities counted for every fighter."""

from __future__ import annotations

from dataclasses import dataclass, fields

WINNERS = ("a", "b", "draw", "unresolved")
CAUSES = ("standing", "attack", "unconscious", "bleeding", "poison", "recovery", "break")
SIDES = ("a", "b")
WON_AGAINST = {"a": WINNERS.index("b"), "b": WINNERS.index("a")}  # side -> the winner when it lost


@dataclass(slots=True, kw_only=True)
class FighterOutcome:
    """How a fighter came out of a duel.

    Attacks are to-hit rolls; hits and criticals count after Parry; damage is HP really lost (R4.6). ``cause`` is what
    felled him, ``standing`` if nothing did. ``deaths`` is 1 for the dead (R9.6), else 0.
    """

    attacks: int = 0
    hits: int = 0
    criticals: int = 0
    disarms: int = 0
    binds: int = 0
    attack_damage: int = 0
    bleeding_damage: int = 0
    other_damage: int = 0
    healed: int = 0
    stunned_turns: int = 0
    deaths: int = 0
    hp_left: int = 0
    cause: str = CAUSES[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a duel ended: winner, the round it ended in, what it cost at the table, and each fighter in seat order.

    ``rolls`` are dice thrown: one for initiative each round and fighter, one to hit, the weapon's dice of a hit, and
    one each for parry, disarm, a bash's stun, and location, side, row or dropped item of a critical; the dice of
    poison, spells and items, one for each status that may be brought, one for whom the confused attack, and of a draw
    those for Spell Lore, the draw itself, which spell and how many. A policy's chance is a decision, no die at the
    table. ``lookups`` are dice read against a critical table.
    """

    winner: str
    rounds: int
    rolls: int
    lookups: int
    fighters: tuple[FighterOutcome, ...]

    @property
    def deaths(self) -> int:
        """How many fighters died in the duel."""
        return sum(fighter.deaths for fighter in self.fighters)


DUEL_QUANTITIES = ("rounds", "rolls", "lookups", "deaths")
FIGHTER_QUANTITIES = tuple(field.name for field in fields(FighterOutcome) if field.name != "cause")
