"""Draw and draw-casts in the readable twin, with dice written down (R1.1, R9.8)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.rules.scripted import HIT, IDLE, IDLER, MISS, Played, ScriptedDice, play, spells
from zodiac_sim.engine import reference_rules as rule
from zodiac_sim.engine.events import RoundBegan
from zodiac_sim.engine.reference_powers import roll_draw
from zodiac_sim.engine.reference_state import Combatant, Sheet
from zodiac_sim.rules.loading import load_ruleset
from zodiac_sim.study.fighter import Fighter


def initiative(duel: Played) -> list[tuple[int, int]]:
    """Seats and totals of the first round, the first to act first."""
    began = next(event for event in duel.events if isinstance(event, RoundBegan))
    return [(roll.seat, roll.total) for roll in began.order]


SOURCE = {"draw_source": ["spark", "fire", "cure"]}


@pytest.mark.parametrize(
    ("base", "bonus", "level", "chance"),
    [
        (60, 0, 1, 50),
        (60, 15, 3, 45),
        (100, 5, 1, 95),
        (100, 6, 1, 95),
        (100, 4, 1, 94),
        (30, 0, 3, 0),
        (31, 0, 3, 1),
        (-5, 0, 0, 0),
        (-5, 6, 0, 1),
    ],
)
def test_the_chance_to_draw(base, bonus, level, chance):
    assert rule.draw_chance(base, bonus, level, load_ruleset()) == chance


@pytest.mark.parametrize("wanted", [None, "cure", "fira"])
def test_the_law_of_draw_is_that_of_all_its_dice(wanted):
    """Every way in which Spell Lore, the choice among three and the Draw roll can fall, counted spell by spell."""
    source, lore = ("fire", "fira", "cure"), 35
    fighter = Fighter(hp=1, skill=1, spell_lore=lore, draw=45, gf_bonus=8)
    caster = Combatant(Sheet.of(0, fighter, load_ruleset(), source=source))
    chances = {"fire": 43, "fira": 23, "cure": 43}
    drawn: Counter[str] = Counter()
    for first in range(1, 101):
        chooses = wanted is not None and first <= lore
        for choice in [None] if chooses else [1, 2, 3]:
            for last in range(1, 101):
                faces = {"lore": [first], "draw": [last], **({"choice": [choice]} if choice else {})}
                drew = roll_draw(ScriptedDice({"a": faces}), caster, wanted)
                drawn[drew.spell] += drew.check.passed * (3 if chooses else 1)
    by_chance = 100 if wanted is None else 100 - lore
    expected = {name: chance * by_chance for name, chance in chances.items()}
    if wanted is not None:
        expected[wanted] += 3 * lore * chances[wanted]
    assert drawn == expected


@pytest.mark.parametrize(("roll", "dice", "drawn"), [(60, {"drawn": [3]}, 4), (61, {}, 0)])
def test_a_draw_that_succeeds_gives_1d4_and_1_spells(roll, dice, drawn):
    duel = play(
        {"draw": 70, "spell_lore": 50, "stock": {"spark": 2}, "policy": [{"do": "draw:spark"}]},
        IDLER,
        rules=spells(),
        matchup=SOURCE,
        dice_a={"lore": [50], "draw": [roll], **dice},
    )
    assert (duel.a.stock["spark"], duel.outcome.rolls) == (2 + drawn, 4 + len(dice))


@pytest.mark.parametrize(("lore", "choice"), [(50, []), (51, [2])])
def test_without_spell_lore_chance_chooses_from_the_whole_source(lore, choice):
    duel = play(
        {"draw": 99, "spell_lore": 50, "policy": [{"do": "draw:spark"}]},
        IDLER,
        rules=spells(),
        matchup=SOURCE,
        dice_a={"lore": [lore], "choice": choice, "draw": [1], "drawn": [1]},
    )
    assert duel.a.stock == {"fire" if choice else "spark": 2}


def test_one_spell_needs_no_choice_and_none_wanted_needs_one_in_spite_of_spell_lore():
    faces = {"lore": [1], "draw": [100]}
    fighter = {"spell_lore": 99, "policy": [{"do": "draw"}]}
    one = play(fighter, IDLER, matchup={"draw_source": ["fire"]}, dice_a=faces)
    three = play(fighter, IDLER, rules=spells(), matchup=SOURCE, dice_a={**faces, "choice": [3]})
    assert (one.outcome.rolls, three.outcome.rolls) == (4, 5)


@pytest.mark.parametrize(
    ("action", "source"), [("draw", []), ("draw:spark", ["fire"]), ("draw_cast", []), ("draw_cast:spark", ["fire"])]
)
def test_draw_is_not_possible_without_a_source_of_what_is_wanted(action, source):
    duel = play({"policy": [{"do": action}, {"do": "guard"}]}, IDLER, rules=spells(), matchup={"draw_source": source})
    assert duel.a.maneuver == "guard"


CASTER = {"draw": 99, "spell_lore": 99, "policy": [{"do": "draw_cast:spark"}]}
DRAWN = {"lore": [1], "draw": [1], "power": [8]}


@pytest.mark.parametrize(("die", "order"), [(7, [(0, 5), (8, 4)]), (6, [(0, 4), (8, 4)]), (5, [(8, 4), (0, 3)])])
def test_a_declared_draw_cast_takes_2_off_initiative(die, order):
    """Seats and totals, the first to act first; b has a total of 4."""
    duel = play(
        CASTER,
        rules=spells(),
        matchup=SOURCE,
        dice_a={"initiative": [die], **DRAWN},
        dice_b={"initiative": [4], "to_hit": [MISS]},
    )
    assert initiative(duel) == order


def test_a_draw_cast_costs_no_mp_keeps_nothing_and_rolls_no_number():
    duel = play({**CASTER, "mp": 9, "magic": 3}, IDLER, rules=spells(mp=5), matchup=SOURCE, dice_a=DRAWN)
    assert (duel.a.mp, any(duel.a.stock.values()), duel.b.hp, duel.outcome.rolls) == (9, False, 89, 5)


def test_a_draw_cast_that_fails_does_nothing():
    duel = play(CASTER, IDLER, rules=spells(), matchup=SOURCE, dice_a={"lore": [1], "draw": [96]})
    assert (any(duel.a.stock.values()), duel.b.hp) == (False, 100)


def test_a_draw_cast_of_what_is_for_the_fallen_does_nothing():
    duel = play(
        {"draw": 99, "policy": [{"do": "draw_cast"}]},
        IDLER,
        rules=spells(kind="aid", revives=True),
        matchup={"draw_source": ["spark"]},
        dice_a={"lore": [1], "draw": [1]},
    )
    assert (duel.a.hp, duel.outcome.rolls) == (100, 4)


def test_what_is_declared_binds_whatever_its_conditions_say_by_then():
    """b's blow ahead of a's turn takes the condition away."""
    policy = [{"do": "draw_cast:spark", "when": {"hp_below": 0.95}}, {"do": "guard"}]
    whole = [{"do": "draw_cast:spark", "when": {"opponent_has_status": ["zombie"]}}, {"do": "guard"}]
    bound = play(
        {**CASTER, "policy": whole},
        {"statuses": {"zombie": {"turns": 1}}, "policy": IDLE},
        rules=spells(),
        matchup=SOURCE,
        dice_a={"initiative": [4], **DRAWN},
        dice_b={"initiative": [9]},
    )
    assert bound.b.hp == 92
    free = play(
        {**CASTER, "policy": policy},
        rules=spells(),
        matchup=SOURCE,
        dice_a={"initiative": [4]},
        dice_b={"initiative": [9], "to_hit": [HIT], "damage": [8]},
    )
    assert free.a.maneuver == "guard"


def test_who_cannot_do_any_more_what_he_declared_passes():
    """b's spell silences a ahead of his turn: a neither draws nor guards."""
    duel = play(
        {**CASTER, "policy": [*CASTER["policy"], {"do": "guard"}]},
        {"spells": ["silence"], "mp": 6, "policy": [{"do": "cast:silence"}]},
        rules=spells(),
        matchup=SOURCE,
        dice_a={"initiative": [4]},
        dice_b={"initiative": [9], "status": [1]},
    )
    assert (duel.a.maneuver, type(duel.events[-2]).__name__) == (None, "Passed")


def test_who_wakes_after_initiative_has_declared_nothing():
    """a sleeps as the round begins and is woken by b: no malus, and no draw-cast."""
    duel = play(
        {**CASTER, "statuses": {"sleep": {}}, "policy": [*CASTER["policy"], {"do": "guard"}]},
        rules=spells(),
        matchup=SOURCE,
        dice_a={"initiative": [4]},
        dice_b={"initiative": [9], "to_hit": [HIT], "damage": [8]},
    )
    assert (duel.a.maneuver, initiative(duel)) == ("guard", [(8, 9), (0, 4)])


@pytest.mark.parametrize("status", ["sleep", "confuse", "berserk"])
def test_a_status_that_comes_after_the_declaration_goes_before_it(status):
    """The initiative is paid all the same."""
    faces = (
        {} if status == "sleep" else {"to_hit": [MISS]} if status == "berserk" else {"target": [2], "to_hit": [MISS]}
    )
    duel = play(
        CASTER,
        {"weapon": {"dice": "1d8", "statuses": {status: {}}}},
        rules=spells(),
        matchup=SOURCE,
        dice_a={"initiative": [4], **faces},
        dice_b={"initiative": [9], "to_hit": [HIT], "damage": [8], "status": [1]},
    )
    assert (duel.b.hp, duel.outcome.fighters[0].attacks) == (100, int(status != "sleep"))


def test_other_lines_of_a_policy_with_a_draw_cast_are_read_anew_on_the_turn():
    """Nothing is declared, for the first line held then; by his turn it holds no more, and a draw-cast is barred."""
    policy = [{"do": "parry", "when": {"opponent_has_status": ["curse"]}}, {"do": "draw_cast:spark"}, {"do": "guard"}]
    duel = play(
        {**CASTER, "policy": policy},
        {"statuses": {"curse": {"turns": 1}}, "policy": IDLE},
        rules=spells(),
        matchup=SOURCE,
        dice_a={"initiative": [4]},
        dice_b={"initiative": [9]},
    )
    assert duel.a.maneuver == "guard"
