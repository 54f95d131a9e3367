"""From the state of finished duels to what is recorded of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine.outcome import SIDES, WINNERS
from zodiac_sim.engine.state import HIT, State
from zodiac_sim.engine.tables import WIDTH, Tables


def outcomes(done: State, t: Tables, scenario: int, duels: int) -> dict[str, NDArray[Any]]:
    """Return the outcomes of the duels of one scenario, arrays of shape (duels,) by quantity.

    ``done`` holds a lane for every duel, scenario by scenario.
    """
    lanes = slice(scenario * duels, (scenario + 1) * duels)
    block: dict[str, NDArray[Any]] = {"rounds": done.round[lanes]}
    rolls = done.round[lanes] * np.int32(WIDTH)  # for initiative: a fall ends a duel, so both roll in every round
    criticals = np.zeros(duels, np.int32)
    for seat, side in enumerate(SIDES):
        rows = slice(scenario * duels * WIDTH + seat, (scenario + 1) * duels * WIDTH, WIDTH)
        fighter = _fighter(done, rows, int(t.sheets.max_hp[scenario * WIDTH + seat]))
        weapon_dice = int(t.sheets.dice[scenario * WIDTH + seat])
        rolls += fighter["attacks"] + fighter["hits"] * np.int32(weapon_dice) + done.extra_dice[rows]
        criticals += fighter["criticals"]
        block |= {f"{name}_{side}": values for name, values in fighter.items()}
    return {"winner": _winner(block), "rolls": rolls, "lookups": criticals * np.int32(t.criticals.lookups), **block}


def _fighter(done: State, rows: slice, max_hp: int) -> dict[str, NDArray[Any]]:
    """Return the quantities of one fighter; attack damage is what the others leave of the HP he lost (R4.6)."""
    strikes = done.strikes[rows].astype(np.int32)
    hp, bleeding, healed = done.hp[rows], done.bleeding_damage[rows], done.healed[rows]
    return {
        "attacks": strikes % HIT,
        "hits": strikes // HIT,
        "criticals": done.criticals[rows],
        "disarms": done.disarms[rows],
        "binds": done.binds[rows],
        "attack_damage": max_hp - hp - bleeding + healed,
        "bleeding_damage": bleeding,
        "other_damage": np.zeros(len(hp), np.int32),
        "healed": healed,
        "stunned_turns": done.stunned_turns[rows],
        "deaths": done.deaths[rows],
        "hp_left": hp,
        "cause": done.cause[rows],
    }


def _winner(block: dict[str, NDArray[Any]]) -> NDArray[np.uint8]:
    """Return the position in ``WINNERS`` of each duel's end (R1.4, R1.5)."""
    a_stands, b_stands = (block[f"hp_left_{side}"] > 0 for side in SIDES)
    ends = np.array([WINNERS.index(end) for end in ("draw", "a", "b", "unresolved")], np.uint8)
    return ends[a_stands + 2 * b_stands.view(np.uint8)]
