"""The fast engine against the readable twin where everything of R9 happens in nearly every duel.

What is drawn at random seldom brings several rare things together, such as a Zombie felled by his own cure; most of
these duels do.
"""

from __future__ import annotations

import pytest

from tests.engine.agreement import demand_agreement
from zodiac_sim.rules.magic import STATUSES
from zodiac_sim.study.study import make_study

AT_TIMES = [
    *("limit", "cast:balm", "item:flask", "cast:bane", "draw_cast:bane", "draw_cast", "draw:balm", "cast:cure"),
    *("parry", "dodge", "guard", "bash", "bind", "disarm", "recover", "stance:speed", "stance:offensive"),
]
BALM = {
    "kind": "aid",
    "dice": "2d6",
    "cures": ["zombie", "sleep", "poison"],
    "statuses": {"zombie": {"chance": 60, "turns": 2}, "berserk": {"chance": 10, "turns": 1}},
}
BANE = {
    "kind": "harm",
    "dice": "1d6",
    "element": "holy",
    "cures": ["break", "poison"],
    "statuses": {"confuse": {"chance": 60}, "zombie": {"chance": 50, "turns": 1}, "poison": {"chance": 50, "turns": 2}},
}
FANG = {name: {"chance": 15, "turns": 2} for name in STATUSES} | {"break": {"chance": 1}}
FIGHTER = {
    **{"hp": 60, "skill": 80, "luck": 60, "strength": 4, "vitality": 3, "speed": 5, "agility": 9, "magic": 3},
    **{"spell_lore": 50, "draw": 80, "mp": 40, "spells": ["balm", "bane", "cure"], "items": {"flask": 5}},
    "weapon": {"dice": "1d8", "statuses": FANG},
    "shield": {"evade": 5},
    "policy": [*({"do": do, "chance": 0.2} for do in AT_TIMES), {"do": "attack"}],
}
UNDEAD = {**FIGHTER, "speed": 4, "stance": "speed", "statuses": {"zombie": {}, "regen": {"turns": 3}}}


@pytest.mark.parametrize("surprised", ["nobody", "a", "both"])
@pytest.mark.parametrize("bleeding", ["none", "injury", "critical"])
@pytest.mark.parametrize("criticals", ["double", "simple", "complex"])
def test_engine_and_twin_agree_where_everything_happens_at_once(criticals, bleeding, surprised):
    rules = {
        "criticals": criticals,
        "bleeding": bleeding,
        "limit_full": 30,
        "initiative_die": 4,
        "max_rounds": 40,
        "darkness": "relative" if surprised == "a" else "flat",
        "spells": {"balm": BALM, "bane": BANE},
        "items": {"flask": BALM | {"cures": []}},
    }
    matchup = {"a": "a", "b": "b", "draw_source": ["balm", "bane", "fire", "life"]}
    matchup |= {} if surprised == "nobody" else {"surprised": surprised}
    study = make_study({"rules": rules, "fighters": {"a": FIGHTER, "b": UNDEAD}, "matchups": [matchup]})
    demand_agreement(study.scenarios, seed=7, first_duel=0, duels=60)
