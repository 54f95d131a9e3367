"""Spells and items in the readable twin, with dice written down (R6.8, R9.10)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.scripted import CASTS, DRINKS, HIT, IDLER, Played, items, play, spells

INJURY = {"bleeding": "injury"}
AXE = {"weapon": {"dice": "1d100"}}


@pytest.mark.parametrize(("mp", "casts", "left"), [(9, 0, 9), (10, 1, 0), (29, 2, 9), (30, 3, 0)])
def test_a_cast_costs_its_mp_and_is_not_possible_without_them(mp, casts, left):
    duel = play({**CASTS, "mp": mp}, IDLER, 3, rules=spells(mp=10), dice_a={"power": [5] * casts} if casts else {})
    assert (duel.a.mp, 100 - duel.b.hp) == (left, 5 * casts)


@pytest.mark.parametrize(("known", "mp"), [(["spark"], 10), ([], 20)])
def test_a_drawn_spell_is_used_before_mp_by_those_who_do_not_know_it_too(known, mp):
    """Two rounds: the one drawn spell, then MP, if the spell is known."""
    duel = play({**CASTS, "spells": known, "mp": 20, "stock": {"spark": 1}}, IDLER, 2, rules=spells(mp=10),
                dice_a={"power": [5] * (1 + bool(known))})  # fmt: skip
    assert (duel.a.stock["spark"], duel.a.mp) == (0, mp)


@pytest.mark.parametrize("action", ["cast:spark", "draw", "draw:spark", "draw_cast", "draw_cast:spark"])
def test_silence_forbids_spells_and_draw(action):
    duel = play(
        {**CASTS, "statuses": {"silence": {}}, "policy": [{"do": action}, {"do": "guard"}]},
        IDLER,
        rules=spells(),
        matchup={"draw_source": ["spark"]},
    )
    assert duel.a.maneuver == "guard"


def test_silence_does_not_forbid_items():
    duel = play({**DRINKS, "statuses": {"silence": {}}}, IDLER, rules=items(), dice_a={"power": [1]})
    assert duel.a.items == {"flask": 8}


def test_an_item_is_used_up():
    duel = play({**DRINKS, "items": {"flask": 2}}, IDLER, 3, rules=items(), dice_a={"power": [1, 1]})
    assert duel.a.items == {"flask": 0}


def test_what_is_for_the_fallen_alone_is_not_possible_in_a_duel():
    rules = spells(kind="aid", revives=True) | items(revives=True)
    policy = [{"do": "cast:spark"}, {"do": "item:flask"}, {"do": "guard"}]
    duel = play({**CASTS, **DRINKS, "policy": policy}, IDLER, rules=rules)
    assert (duel.a.maneuver, duel.outcome.rolls) == ("guard", 2)


@pytest.mark.parametrize(
    ("spell", "caster", "target", "lost"),
    [
        ({}, {}, {}, 8),
        ({}, {"magic": 7}, {"vitality": 3}, 12),
        ({"adds_magic": False}, {"magic": 7}, {"vitality": 3}, 5),
        ({"resisted": False}, {"magic": 7}, {"vitality": 3}, 15),
        ({}, {}, {"vitality": 50}, 1),
        ({"dice": "1d10-9"}, {"magic": 2}, {}, 2),
        ({}, {"magic": 7, "statuses": {"curse": {}}}, {}, 11),
        ({}, {"magic": 7}, {"vitality": 3, "statuses": {"curse": {}}}, 14),
        ({}, {"statuses": {}, "stance": "offensive"}, {}, 8),
        ({}, {}, {"stance": "offensive"}, 9),
        ({}, {}, {"stance": "defensive", "evade": 200, "shield": {"evade": 200}}, 6),
        ({"element": "holy"}, {}, {"vitality": 3}, 5),
        ({"element": "holy"}, {}, {"vitality": 3, "statuses": {"zombie": {}}}, 10),
        ({"element": "fire"}, {}, {"vitality": 3, "statuses": {"zombie": {}}}, 5),
        ({"element": "holy"}, {}, {"vitality": 50, "statuses": {"zombie": {}}}, 2),
    ],
)
def test_what_a_harmful_spell_takes(spell, caster, target, lost):
    """The die shows 8; no die of any other name is thrown."""
    duel = play({**CASTS, **caster}, {**IDLER, **target}, rules=spells(**spell), dice_a={"power": [8]})
    record = duel.outcome.fighters[1]
    assert (100 - duel.b.hp, record.attack_damage, duel.outcome.fighters[0].attacks) == (lost, lost, 0)


@pytest.mark.parametrize(("guard", "lost"), [(50, 28), (0, 1)])
def test_holy_stance_and_guard_share_one_floor_and_leave_the_least_damage(guard, lost):
    """(8 + 9) × 3 × 1.1 × ½ is 28.05; rounded after the guard or before the factor of holy it would be 27."""
    duel = play(
        {**CASTS, "magic": 9},
        {"stance": "speed", "statuses": {"zombie": {}}, "policy": [{"do": "guard"}]},
        rules=spells(element="holy") | {"holy_factor": 3, "guard_damage": guard},
        dice_a={"initiative": [1], "power": [8]},
        dice_b={"initiative": [9]},
    )
    assert duel.b.hp == 100 - lost


def test_the_guard_against_a_spell_is_that_of_the_groups_beginning():
    duel = play(
        CASTS,
        {"policy": [{"do": "guard"}]},
        rules=spells(),
        dice_a={"initiative": [5], "power": [8]},
        dice_b={"initiative": [5]},
    )
    assert duel.b.hp == 92


def test_each_die_of_a_spell_is_thrown_and_counted():
    duel = play(CASTS, IDLER, rules=spells(dice="3d6+1"), dice_a={"power": [1, 2, 3]})
    assert (duel.b.hp, duel.outcome.rolls) == (93, 5)


def test_a_spell_without_dice_takes_no_hp_but_brings_its_statuses():
    duel = play(
        CASTS,
        IDLER,
        rules=spells(dice=None, statuses={"silence": {"chance": 60}, "curse": {"chance": 60}}),
        dice_a={"status": [60, 61]},
    )
    assert (duel.b.hp, list(duel.b.statuses)) == (100, ["silence"])


def test_a_spell_crosses_marks_fells_and_rolls_no_status_at_0_hp():
    duel = play(
        CASTS,
        {**IDLER, "hp": 8},
        rules=INJURY | spells(statuses={"silence": {}}),
        dice_a={"power": [8]},
    )
    fallen = duel.outcome.fighters[1]
    assert (fallen.cause, fallen.deaths, duel.outcome.rolls) == ("attack", 1, 3)


@pytest.mark.parametrize(("cursed", "magic"), [(False, 7), (True, 3)])
def test_the_poison_of_a_spell_has_the_magic_its_caster_had(cursed, magic):
    """a is cursed for his one turn; the poison of b keeps what it was given with."""
    duel = play(
        {**CASTS, "magic": 7, "mp": 1, "statuses": {"curse": {"turns": 1}} if cursed else {}},
        IDLER,
        rounds=2,
        rules=spells(dice=None, mp=1, statuses={"poison": {}}),
        dice_a={"status": [1]},
        dice_b={"poison": [1, 1]},
    )
    assert (duel.b.statuses["poison"].magic, 100 - duel.b.hp) == (magic, 2 * (1 + magic))


def test_the_poison_of_an_item_has_a_magic_of_its_own():
    duel = play(
        {**DRINKS, "magic": 50},
        IDLER,
        rules=items(kind="harm", dice=None, statuses={"poison": {"magic": 4}}),
        dice_a={"status": [1]},
        dice_b={"poison": [1]},
    )
    assert duel.b.hp == 95


def test_the_harm_of_an_item_adds_no_magic():
    duel = play({**DRINKS, "magic": 50}, {**IDLER, "vitality": 3}, rules=items(kind="harm"), dice_a={"power": [8]})
    assert duel.b.hp == 95


def healed(face: int, a: dict[str, Any], rules: dict[str, Any], hurt: int = 60) -> Played:
    """b strikes for ``hurt`` HP, then a uses his spell or item."""
    return play(
        a,
        AXE,
        rules=rules,
        dice_a={"initiative": [1], "power": [face]},
        dice_b={"initiative": [9], "to_hit": [HIT], "damage": [hurt]},
    )


@pytest.mark.parametrize(("magic", "hurt", "gain"), [(0, 60, 8), (7, 60, 15), (7, 15, 15), (7, 14, 14)])
def test_an_aid_gives_back_dice_and_magic_up_to_the_maximum(magic, hurt, gain):
    duel = healed(8, {**CASTS, "magic": magic}, spells(kind="aid"), hurt)
    assert (duel.a.hp, duel.outcome.fighters[0].healed) == (100 - hurt + gain, gain)


def test_a_potion_adds_no_magic():
    assert healed(8, {**DRINKS, "magic": 7}, items()).a.hp == 48


@pytest.mark.parametrize(
    ("hurt", "face", "level"),
    [(80, 1, 1), (80, 5, 1), (80, 6, 0), (60, 1, 0)],
)
def test_marks_come_before_one_level_less(hurt, face, level):
    """20 HP are major, 40 minor. 21 and 25 HP stay major, eased to minor; 26 are minor, eased to none."""
    assert healed(face, DRINKS, INJURY | items(), hurt).a.levels == [level]


def test_an_aid_eases_bleeding_at_every_place_and_one_without_dice_at_none():
    """Two criticals: left leg major, torso minor."""
    rows = {"to_hit": [HIT] * 2, "damage": [1] * 2, "location": [1, 5], "side": [1], "row": [7, 6]}
    rules = {"criticals": "complex", "bleeding": "critical"}
    late = [{"do": "item:flask", "when": {"round_at_least": 2}}]
    levels = [
        play(
            {**DRINKS, "policy": late},
            {"luck": 200},
            rounds=2,
            rules=rules | items(dice=dice),
            dice_a={"initiative": [1, 1], **faces},
            dice_b={"initiative": [9, 9], **rows},
        ).a.levels
        for dice, faces in (("1d10", {"power": [1]}), (None, {}))
    ]
    assert levels == [[1, 0, 0, 0, 0, 0], [2, 0, 0, 0, 1, 0]]


@pytest.mark.parametrize(("hurt", "lost", "cause"), [(60, 10, "standing"), (91, 9, "recovery"), (90, 10, "recovery")])
def test_an_aid_harms_a_zombie_for_its_whole_amount(hurt, lost, cause):
    """Neither Vitality nor stance nor Guard lessen it; 10 HP are gone, up to what is left."""
    zombie = {**CASTS, "magic": 2, "vitality": 0, "stance": "defensive", "statuses": {"zombie": {}}}
    struck = -(-hurt * 100 // 80)
    duel = play(
        zombie,
        {"weapon": {"dice": "1d200"}},
        rules=spells(kind="aid"),
        dice_a={"initiative": [1], "power": [8]},
        dice_b={"initiative": [9], "to_hit": [HIT], "damage": [struck]},
    )
    record = duel.outcome.fighters[0]
    assert (record.attack_damage, record.other_damage, record.cause, record.healed) == (hurt, lost, cause, 0)


@pytest.mark.parametrize(("row", "deaths"), [(6, 0), (10, 1)])
def test_an_aid_that_fells_a_zombie_eases_his_bleeding_all_the_same(row, deaths):
    """Minor becomes none, and he is only felled; major becomes minor, and he is dead."""
    rules = {"criticals": "complex", "bleeding": "critical"} | items()
    duel = play(
        {**DRINKS, "hp": 10, "statuses": {"zombie": {}}},
        {"luck": 200},
        rules=rules,
        dice_a={"initiative": [1], "power": [8]},
        dice_b={"initiative": [9], "to_hit": [HIT], "damage": [1], "location": [5], "row": [row]},
    )
    fallen = duel.outcome.fighters[0]
    assert (fallen.cause, fallen.deaths) == ("recovery", deaths)


def test_aid_comes_before_the_harm_of_the_same_group():
    """5 HP are left; + 8, at most 10, before a's second blow of 8, although a has the lower seat."""
    duel = play(
        {},
        {**DRINKS, "hp": 10, "policy": [{"do": "item:flask", "when": {"round_at_least": 2}}]},
        rounds=2,
        rules=items(),
        dice_a={"initiative": [9, 5], "to_hit": [HIT, HIT], "damage": [5, 8]},
        dice_b={"initiative": [1, 5], "power": [8]},
    )
    assert (duel.b.hp, duel.outcome.fighters[1].healed) == (2, 5)


def test_cures_end_statuses_before_the_power_brings_its_own():
    duel = play(
        {**DRINKS, "statuses": {"poison": {}, "curse": {}, "darkness": {}}},
        IDLER,
        rules=items(dice=None, cures=["curse", "poison", "zombie"], statuses={"curse": {"turns": 3}}),
        dice_a={"status": [100]},
    )
    assert {name: status.turns for name, status in duel.a.statuses.items()} == {"curse": 3, "darkness": None}


@pytest.mark.parametrize(("cures", "deaths"), [([], 1), (["poison"], 0)])
def test_a_cure_works_for_one_who_falls_by_it(cures, deaths):
    """Only statuses that a power brings are left out at 0 HP."""
    duel = play(
        CASTS,
        {**IDLER, "hp": 5, "statuses": {"poison": {}}},
        rules=spells(cures=cures, statuses={"silence": {}}),
        dice_a={"power": [8]},
    )
    assert (duel.outcome.fighters[1].cause, duel.outcome.fighters[1].deaths) == ("attack", deaths)


def test_a_cured_zombie_is_healed_from_the_next_time_on():
    duel = healed(8, {**DRINKS, "statuses": {"zombie": {}}}, items(cures=["zombie"]))
    assert (duel.a.hp, duel.a.statuses) == (32, {})


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ({"mp_at_least": 10}, True),
        ({"mp_at_least": 11}, False),
        ({"mp_below": 10}, False),
        ({"mp_below": 11}, True),
        ({"spells_left": {"fire": 2, "cure": 0}}, True),
        ({"spells_left": {"fire": 2, "cure": 1}}, False),
        ({"spells_left": {"fire": 3}}, False),
        ({"spells_below": {"fire": 3, "cure": 1}}, True),
        ({"spells_below": {"fire": 3, "cure": 0}}, False),
        ({"spells_below": {"fire": 2}}, False),
    ],
)
def test_a_policy_can_ask_for_mp_and_drawn_spells(when, holds):
    """10 MP, two drawn fires, no cure."""
    duel = play({"mp": 10, "stock": {"fire": 2}, "policy": [{"do": "guard", "when": when}]}, IDLER)
    assert (duel.a.maneuver == "guard") is holds
