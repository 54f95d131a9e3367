"""R9.8 counted out: every number of every die of a Draw, one after the other."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import inf

import pytest

from zodiac_sim.errors import InputError
from zodiac_sim.exact.dice_law import law
from zodiac_sim.exact.draw import Draw
from zodiac_sim.rules.checked import Dice
from zodiac_sim.rules.loading import load_ruleset

HOUSE = load_ruleset(changes={"draw_cap": 80, "draw_level_cost": 7, "draw_dice": "1d3-1"})
D100 = range(1, 101)
AT_THE_EDGES = [
    (60, 20, 1, 70),
    (60, 20, 8, 0),  # exactly nothing left
    (60, 20, 9, 0),  # and below it
    (-30, 0, 0, 0),
    (60, -20, 2, 20),
    (-20, 60, 0, 40),
    (95, 0, 0, 95),
    (96, 0, 0, 95),
    (500, 500, 4, 95),  # never sure
    (105, 0, 1, 95),
    (5, 5, 0, 10),
    (10_000, -10_000, 0, 0),
]


@pytest.mark.parametrize(("base", "bonus", "level", "chance"), AT_THE_EDGES)
def test_the_chance_at_its_edges(base, bonus, level, chance):
    assert Draw(base=base, gf_bonus=bonus, level=level).chance == chance


def counted(draw: Draw) -> tuple[Counter[int], Counter[int]]:
    """How many of all ways in which the dice can fall give each number of spells, of any name and of the wanted one."""
    rules, any_, wanted = draw.rules, Counter[int](), Counter[int]()
    number = draw.base + draw.gf_bonus - rules.draw_level_cost * draw.level
    for lore, choice, drawn in product(D100, range(draw.source), range(1, rules.draw_dice.sides + 1)):
        is_wanted = lore <= draw.spell_lore or choice == 0
        for roll in D100:
            success = roll <= number and roll <= rules.draw_cap
            spells = max(0, drawn + rules.draw_dice.plus) if success else 0
            any_[spells] += 1
            wanted[spells if is_wanted else 0] += 1
    return any_, wanted


@pytest.mark.parametrize(
    "draw",
    [
        Draw(base=60, gf_bonus=20, level=3, spell_lore=37, source=3),
        Draw(base=120, level=1, spell_lore=0, source=2),
        Draw(base=33, gf_bonus=-4, level=2, spell_lore=100, source=4, rules=HOUSE),
        Draw(base=33, level=9, spell_lore=255, source=1, rules=HOUSE),
    ],
)
def test_the_law_is_that_of_all_dice_counted(draw):
    every = 100 * draw.source * draw.rules.draw_dice.sides * 100
    for wanted, ways in zip((False, True), counted(draw), strict=True):
        found = draw.spells(wanted=wanted)
        assert found == {count: Fraction(number, every) for count, number in ways.items() if number}
        assert sum(found.values()) == 1
        assert draw.expected(wanted=wanted) == sum(count * chance for count, chance in found.items())


def waited(draw: Draw, spells: int, horizon: int) -> float:
    """The mean number of actions, summed over the chances that there are still too few after each."""
    law_, missing, mean = draw.spells(), {spells: Fraction(1)}, Fraction()
    for _ in range(horizon):
        mean += sum(missing.values())
        later: dict[int, Fraction] = {}
        for left, chance in missing.items():
            for count, share in law_.items():
                if count < left:
                    later[left - count] = later.get(left - count, Fraction()) + Fraction(float(chance * share))
        missing = later
    return float(mean)


@pytest.mark.parametrize("spells", [1, 2, 3, 7])
@pytest.mark.parametrize("rules", [load_ruleset(), HOUSE])
def test_actions_until_there_are_enough(spells, rules):
    draw = Draw(base=75, rules=rules)
    assert draw.actions(spells) == pytest.approx(waited(draw, spells, 250), rel=1e-12)


def test_the_wanted_spell_takes_as_much_longer_as_it_is_rarer():
    draw = Draw(base=60, gf_bonus=20, level=3, spell_lore=50, source=4)
    assert draw.chosen == Fraction(5, 8)
    assert draw.actions(10, wanted=True) == pytest.approx(draw.actions(10) / float(draw.chosen), rel=1e-14)


def test_what_never_comes():
    assert Draw(base=10, level=1).actions(1) == inf
    assert Draw(base=95, rules=load_ruleset(changes={"draw_dice": "1d4-4"})).actions(1) == inf


def test_hundreds_of_dice_are_counted_too():
    many = law(Dice(100, 6, -99))
    assert many.mean == Fraction(100 * 7, 2) - 99
    assert (many.chance(1), sum(many.ways.values())) == (Fraction(1, 6**100), 6**100)
    assert law(Dice(1, 4, -3)).ways == {0: 3, 1: 1}


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"base": 10_001}, "base"),
        ({"base": 60.0}, "base"),
        ({"base": True}, "base"),
        ({"base": 60, "level": -1}, "level"),
        ({"base": 60, "spell_lore": -1}, "spell_lore"),
        ({"base": 60, "source": 0}, "source"),
    ],
)
def test_numbers_that_cannot_be(given, key):
    with pytest.raises(InputError) as found:
        Draw(**given)
    assert found.value.key == key
