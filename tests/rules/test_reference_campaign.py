"""R10.2 by the readable twin: what a hero takes with him from fight to fight."""

from __future__ import annotations

import pytest

from zodiac_sim.engine.reference_campaign import Hero
from zodiac_sim.engine.reference_state import Ailment, Combatant
from zodiac_sim.study.study import make_study

ARM, LEG, TORSO = 3, 0, 4  # parts of the body: right arm, left leg, torso


def hero(wounds: str = "treated", **fields: object) -> Hero:
    fighter = {"hp": 50, "skill": 70, "mp": 30, "weapon": {"dice": "1d8"}, "shield": {"evade": 5}, **fields}
    study = {
        "rules": {"criticals": "complex", "bleeding": "critical"},
        "fighters": {"x": fighter},
        "campaign": {"heroes": ["x"], "days": [["x"], "rest"], "wounds": wounds},
    }
    return Hero(make_study(study).journeys[0])


def combatant(own: Hero) -> Combatant:
    """The hero as he begins a fight."""
    fighting = Combatant(own.sheets(own.journey.fights[0])[0])
    own.heal_wounds()
    own.enter(fighting)
    return fighting


def maiming_row(own: Hero) -> int:
    rows = own.rules.complex_tables["arm"].rows
    return next(number for number, row in enumerate(rows, start=1) if row.unusable)


def test_hp_mp_meter_stock_and_items_go_on():
    own = hero(stock={"cure": 3}, items={"potion": 2})
    fighting = combatant(own)
    fighting.hp, fighting.mp, fighting.meter = 12, 5, 33
    fighting.stock["cure"], fighting.items["potion"] = 1, 0
    own.leave(fighting)
    again = combatant(own)
    assert (again.hp, again.mp, again.meter) == (12, 5, 33)
    assert (again.stock, again.items) == ({"cure": 1}, {"potion": 0})


def test_a_day_gives_back_hp_and_mp_but_no_meter():
    own = hero()
    own.hp, own.mp, own.meter = 12, 29, 33
    own.rest("rest")
    assert (own.hp, own.mp, own.meter) == (12 + 10, 30, 33)
    own.rest("light")
    assert (own.hp, own.mp) == (12 + 10 + 5, 30)


def test_stance_stun_maneuver_and_dropped_items_are_as_at_the_start():
    own = hero()
    fighting = combatant(own)
    fighting.take_stance("offensive")
    fighting.stunned, fighting.maneuver = True, "guard"
    fighting.held.clear()
    own.leave(fighting)
    again = combatant(own)
    assert (again.stance_name, again.stunned, again.maneuver) == ("neutral", False, None)
    assert again.held == {"weapon", "shield"}


@pytest.mark.parametrize("wounds", ["treated", "carry"])
def test_bleeding_ends_with_the_fight(wounds):
    own = hero(wounds)
    fighting = combatant(own)
    fighting.hp, fighting.levels[TORSO] = 20, 2
    own.leave(fighting)
    assert not any(combatant(own).levels)


def test_treated_wounds_and_lost_items_are_as_new():
    own = hero("treated")
    fighting = combatant(own)
    fighting.hp = 20
    fighting.suffer(ARM, maiming_row(own))
    fighting.useless.add("weapon")
    own.leave(fighting)
    again = combatant(own)
    assert (again.worst_rows, again.useless, again.held) == ({}, set(), {"weapon", "shield"})


def test_carried_wounds_stay_until_hp_are_full():
    own = hero("carry")
    fighting = combatant(own)
    fighting.hp = 49
    fighting.suffer(LEG, 3)
    own.leave(fighting)
    assert combatant(own).worst_rows == {LEG: 3}
    own.rest("light")
    assert own.hp == 50
    assert combatant(own).worst_rows == {}


def test_what_is_unusable_stays_so_for_good():
    own = hero("carry")
    fighting = combatant(own)
    fighting.hp = 49
    row = maiming_row(own)
    fighting.suffer(LEG, 3)
    fighting.suffer(ARM, row)
    fighting.useless.add("weapon")
    fighting.held.clear()
    own.leave(fighting)
    own.rest("rest")
    again = combatant(own)
    assert (again.worst_rows, again.useless, again.held) == ({ARM: row}, {"weapon"}, {"shield"})


def test_statuses_end_but_those_he_set_out_with_for_good():
    own = hero(statuses={"regen": {}, "darkness": {"turns": 9}, "poison": {"magic": 4}})
    fighting = combatant(own)
    assert set(fighting.statuses) == {"regen", "darkness", "poison"}
    fighting.statuses["curse"] = Ailment(None)
    fighting.statuses["poison"].magic = 7
    own.leave(fighting)
    again = combatant(own)
    assert {name: (each.turns, each.magic) for name, each in again.statuses.items()} == {
        "regen": (None, 0),
        "poison": (None, 7),
    }


def test_what_was_cured_stays_cured():
    own = hero(statuses={"curse": {}})
    fighting = combatant(own)
    del fighting.statuses["curse"]
    own.leave(fighting)
    assert combatant(own).statuses == {}


def test_zombie_lasts_until_it_is_cured():
    own = hero()
    fighting = combatant(own)
    fighting.statuses["zombie"] = Ailment(2)
    own.leave(fighting)
    assert own.undead
    again = combatant(own)
    assert again.statuses["zombie"].turns is None
    del again.statuses["zombie"]
    own.leave(again)
    assert not own.undead


def test_a_zombie_fights_with_the_vitality_that_he_has_left():
    own = hero(vitality=30)
    own.zombie_days = own.rules.zombie_days + 1
    assert combatant(own).vitality == 30 - 24
