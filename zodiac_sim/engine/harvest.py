"""From the state of finished duels to what is recorded of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine.outcome import SIDES, WINNERS
from zodiac_sim.engine.phases.ending import STANDING
from zodiac_sim.engine.state import HIT, State
from zodiac_sim.engine.tables import WIDTH, Tables


def outcomes(done: State, t: Tables) -> dict[str, NDArray[Any]]:
    """Return the outcomes of finished duels, arrays of shape (scenarios, duels) by quantity.

    ``done`` holds a lane for every duel, scenario by scenario, as many of each.
    """
    scenarios = len(t.keys)
    rounds = done.round.reshape(scenarios, -1)
    block: dict[str, NDArray[Any]] = {"rounds": rounds}
    rolls = rounds * np.int32(WIDTH)  # for initiative: a fall ends a duel, so both roll in every round
    criticals, deaths = np.zeros(rounds.shape, np.int32), np.zeros(rounds.shape, np.uint8)
    for seat, side in enumerate(SIDES):
        fighter = _fighter(done, t, seat)
        weapon_dice = t.sheets.dice[seat::WIDTH, None].astype(np.int32)
        rolls += fighter["attacks"] + fighter["hits"] * weapon_dice + _of_seat(done.extra_dice, seat, scenarios)
        criticals += fighter["criticals"]
        deaths += fighter["deaths"].astype(np.uint8)
        block |= {f"{name}_{side}": values for name, values in fighter.items()}
    lookups = criticals * np.int32(t.criticals.lookups)
    return {"winner": _winner(block), "rolls": rolls, "lookups": lookups, "deaths": deaths, **block}


def _of_seat(column: NDArray[Any], seat: int, scenarios: int) -> NDArray[Any]:
    """Return a column of the fighters in one seat, shape (scenarios, duels)."""
    return column[seat::WIDTH].reshape(scenarios, -1)


def _fighter(done: State, t: Tables, seat: int) -> dict[str, NDArray[Any]]:
    """Return the quantities of the fighters in one seat.

    Attack damage is what the others leave of the HP a fighter lost (R4.6).
    """
    max_hp = t.sheets.max_hp[seat::WIDTH, None]

    def column(values: NDArray[Any]) -> NDArray[Any]:
        return _of_seat(values, seat, len(max_hp))

    strikes = column(done.strikes).astype(np.int32)
    hp, bleeding, healed = map(column, (done.hp, done.bleeding_damage, done.healed))
    other = column(done.other_damage) if done.magical else np.zeros(hp.shape, np.int32)
    return {
        "attacks": strikes % HIT,
        "hits": strikes // HIT,
        "criticals": column(done.criticals),
        "disarms": column(done.disarms),
        "binds": column(done.binds),
        "attack_damage": max_hp.astype(np.int32) - hp - bleeding - other + healed,
        "bleeding_damage": bleeding,
        "other_damage": other,
        "healed": healed,
        "stunned_turns": column(done.stunned_turns),
        "deaths": column(done.deaths),
        "hp_left": hp,
        "cause": column(done.cause),
    }


def _winner(block: dict[str, NDArray[Any]]) -> NDArray[np.uint8]:
    """Return the position in ``WINNERS`` of each duel's end (R1.4, R1.5)."""
    a_stands, b_stands = (block[f"cause_{side}"] == STANDING for side in SIDES)
    ends = np.array([WINNERS.index(end) for end in ("draw", "a", "b", "unresolved")], np.uint8)
    winner: NDArray[np.uint8] = ends[a_stands + 2 * b_stands.view(np.uint8)]
    return winner
