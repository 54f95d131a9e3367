"""How two ways to fight the same duels are compared: every field, duel by duel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from zodiac_sim.engine.batch import play
from zodiac_sim.engine.outcome import CAUSES, DUEL_QUANTITIES, FIGHTER_QUANTITIES, SIDES, WINNERS, Outcome
from zodiac_sim.engine.reference import play_duel
from zodiac_sim.engine.tally import TALLIED
from zodiac_sim.study.study import Scenario

FIELDS = ("winner", *TALLIED)


def row_of(outcome: Outcome) -> tuple[int, ...]:
    """An outcome of the twin as numbers, in the order of ``FIELDS``."""
    values = {"winner": WINNERS.index(outcome.winner)}
    values |= {name: getattr(outcome, name) for name in DUEL_QUANTITIES}
    for side, fighter in zip(SIDES, outcome.fighters, strict=True):
        values |= {f"{name}_{side}": getattr(fighter, name) for name in FIGHTER_QUANTITIES}
        values[f"cause_{side}"] = CAUSES.index(fighter.cause)
    return tuple(values[name] for name in FIELDS)


def told(scenario: Scenario, field: str, value: int) -> str:
    """A value of a field as a reader wants to see it."""
    names = WINNERS if field == "winner" else CAUSES if field.startswith("cause") else None
    return str(value) if names is None else names[value]


def demand_agreement(scenarios: Sequence[Scenario], seed: int, first_duel: int, duels: int, **cut: Any) -> None:
    """Demand that engine and twin agree on every field of every outcome; say where they first do not."""
    blocks = play(scenarios, seed, first_duel, duels, **cut)
    assert len(blocks) == len(scenarios)
    for scenario, block in zip(scenarios, blocks, strict=True):
        assert set(block) == set(FIELDS)
        fast = np.column_stack([block[name].astype(np.int64) for name in FIELDS])
        for number in range(duels):
            slow = row_of(play_duel(scenario, seed, first_duel + number))
            if tuple(fast[number].tolist()) != slow:
                differing = [
                    f"{name}: engine {told(scenario, name, own)}, twin {told(scenario, name, other)}"
                    for name, own, other in zip(FIELDS, fast[number].tolist(), slow, strict=True)
                    if own != other
                ]
                raise AssertionError(
                    f"duel {first_duel + number} of seed {seed}: " + "; ".join(differing) + f"\n{described(scenario)}"
                )


def demand_same(one: Sequence[Mapping[str, Any]], other: Sequence[Mapping[str, Any]], why: str) -> None:
    """Demand that two lists of blocks hold the same numbers in the same types."""
    assert len(one) == len(other)
    for scenario, (left, right) in enumerate(zip(one, other, strict=True)):
        assert list(left) == list(right)
        for name in left:
            assert left[name].dtype == right[name].dtype, f"{name} of scenario {scenario} {why}"
            differs = np.flatnonzero(left[name] != right[name])
            values = [block[name][differs[:1]].tolist() for block in (left, right)]
            assert not len(differs), f"{name} of scenario {scenario} {why}: duel {differs[0]} has {values}"


def described(scenario: Scenario) -> str:
    """What a scenario consists of, with all that is not as packaged."""
    fighters = "\n".join(repr(fighter) for side in scenario.sides for fighter in side)
    return f"{fighters}\nunder {scenario.rules!r}"
