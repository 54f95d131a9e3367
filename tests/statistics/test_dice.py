"""The dice are fair and know nothing of one another: laws that no die may break, whatever its address.

Every test takes fixed seeds. Together they would raise a false alarm at most once in a million fresh seeds:
``FALSE_ALARM`` of each chi-square (both tails, for dice that are too even are no dice either) times the number of them,
and ``AVALANCHE_ALARM``.
"""

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from tests.statistics.addresses import faces, round_keys
from zodiac_sim.engine import keys
from zodiac_sim.engine.dice import mix, pair_words
from zodiac_sim.engine.keys import Roll

FALSE_ALARM = 3e-9  # of one chi-square; there are 126
AVALANCHE_ALARM = 5e-7  # of all bits of a kind of input together, over five kinds: 1e-7 each
DUELS = np.arange(1_000_000)
FORMS = (2, 3, 4, 6, 8, 10, 12, 20, 100)
ROLLS = tuple(Roll)


def demand_even(cells: NDArray[Any], number: int) -> None:
    """Demand that values within 0..number-1 are equally frequent, neither less nor more than chance has it."""
    statistic, p = stats.chisquare(np.bincount(cells, minlength=number))
    assert FALSE_ALARM / 2 < p < 1 - FALSE_ALARM / 2, f"chi-square {statistic:.0f} at {number - 1} degrees of freedom"


def demand_unrelated(one: NDArray[Any], other: NDArray[Any], sides: int, other_sides: int) -> None:
    """Demand that every pair of faces of two fair dice is equally frequent."""
    demand_even((one - 1) * other_sides + other - 1, sides * other_sides)


@pytest.mark.parametrize("sides", FORMS)
@pytest.mark.parametrize("side", [0, 1])
def test_every_face_of_every_form_is_equally_frequent(sides: int, side: int):
    """A million dice: a d6 whose 6 comes with 0.1705 instead of 0.1667 is caught with more than 99 %."""
    demand_even(faces(sides, DUELS, side=side) - 1, sides)


@pytest.mark.parametrize("roll", ROLLS, ids=lambda roll: roll.name)
def test_every_named_roll_is_fair(roll: Roll):
    demand_even(faces(100, DUELS, roll=roll, seed=2) - 1, 100)


@pytest.mark.parametrize("sides", [3, 6, 8, 10, 12, 20, 100])
def test_a_damage_die_knows_nothing_of_the_roll_to_hit_it_follows(sides: int):
    """The first damage die is made of what the roll to hit leaves of its word."""
    demand_unrelated(faces(100, DUELS, seed=3), faces(sides, DUELS, seed=3, roll=Roll.DAMAGE), 100, sides)


@pytest.mark.parametrize("index", [1, 2, 99])
def test_the_dice_of_one_damage_roll_know_nothing_of_one_another(index: int):
    first, other = (faces(20, DUELS, seed=4, roll=Roll.DAMAGE, index=each) for each in (index - 1, index))
    demand_unrelated(first, other, 20, 20)


@pytest.mark.parametrize("step", [1, 2, 1000])
@pytest.mark.parametrize("roll", [Roll.TO_HIT, Roll.INITIATIVE])
def test_neighbouring_duels_know_nothing_of_one_another(step: int, roll: Roll):
    one, other = (faces(100, DUELS + shift, seed=5, roll=roll) for shift in (0, step))
    demand_unrelated(one, other, 100, 100)


@pytest.mark.parametrize("number", [1, 2, 3, 29, 199])
def test_neighbouring_rounds_know_nothing_of_one_another(number: int):
    one, other = (faces(100, DUELS, seed=6, number=each) for each in (number, number + 1))
    demand_unrelated(one, other, 100, 100)


def test_the_rounds_of_one_duel_are_fair():
    """A duel that never ends would still see fair dice: a hundred duels of ten thousand rounds, each with the next."""
    duels, number = np.repeat(np.arange(100), 10_000), np.tile(np.arange(1, 10_001), 100)
    rolled = faces(20, duels, seed=7, number=number)
    demand_even(rolled - 1, 20)
    demand_unrelated(rolled[:-1], rolled[1:], 20, 20)


def test_a_round_is_no_later_duel():
    """Counters of duels and rounds that met would let two duels see the same dice."""
    first = np.concatenate(
        [round_keys(keys.matchup_key(8, (("a",), ("b",))), np.arange(2000), n) for n in range(1, 201)]
    )
    assert len(np.unique(first)) == len(first)


@pytest.mark.parametrize(("one", "other"), list(combinations(ROLLS, 2)), ids=lambda roll: roll.name)
def test_different_rolls_know_nothing_of_one_another(one: Roll, other: Roll):
    demand_unrelated(faces(20, DUELS, seed=9, roll=one), faces(20, DUELS, seed=9, roll=other), 20, 20)


@pytest.mark.parametrize("roll", ROLLS, ids=lambda roll: roll.name)
def test_the_two_seats_know_nothing_of_one_another(roll: Roll):
    one, other = (faces(20, DUELS, seed=10, roll=roll, side=side) for side in (0, 1))
    demand_unrelated(one, other, 20, 20)


@pytest.mark.parametrize(
    "changed",
    [
        {"seed": 12},
        {"seed": 0},
        {"seed": 11 + 2**62},
        {"repeat": 1},
        {"names": (("b",), ("a",))},
        {"names": (("a",), ("b ",))},
        {"names": (("a", "b"), ())},
        {"names": (("A",), ("b",))},
    ],
    ids=str,
)
def test_other_seeds_and_matchups_have_other_dice(changed: dict[str, Any]):
    """However like they are: by one in the seed, a blank in a name, the order of the sides."""
    usual: dict[str, Any] = {"seed": 11, "names": (("a",), ("b",))}
    demand_unrelated(faces(100, DUELS, **usual), faces(100, DUELS, **usual | changed), 100, 100)


# Avalanche: whatever bit of an address is flipped, each bit of the word flips in half of all cases.
BASES = 2**14


def demand_avalanche(before: NDArray[np.uint64], after: NDArray[np.uint64], inputs: int) -> None:
    """Demand it for one input bit of ``inputs``; arrays of hashed 64-bit words."""
    flipped = (before ^ after)[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)
    counts = flipped.sum(axis=0)
    low, high = stats.binom.interval(1 - AVALANCHE_ALARM / 5 / (inputs * 64), len(before), 0.5)
    assert ((low <= counts) & (counts <= high)).all(), f"bits flip {counts.min()} to {counts.max()} times"


def both_seats(rounds: NDArray[np.uint64], roll: Roll = Roll.INITIATIVE, index: int = 0) -> NDArray[np.uint64]:
    return pair_words(rounds, roll, index).view("<u8")


def random_words(seed: int) -> NDArray[np.uint64]:
    return np.random.default_rng(seed).integers(2**64, size=BASES, dtype=np.uint64)


@pytest.mark.parametrize("bit", range(64))
def test_every_bit_of_a_matchup_reaches_every_bit_of_a_die(bit: int):
    matchups, duels = random_words(1), np.arange(BASES, dtype=np.uint64)
    before, after = (
        both_seats(mix(key + duels * np.uint64(keys.DUEL_STEP)) + np.uint64(keys.GOLDEN))
        for key in (matchups, matchups ^ np.uint64(1 << bit))
    )
    demand_avalanche(before, after, inputs=64)


@pytest.mark.parametrize("bit", range(40))
def test_every_bit_of_a_duels_number_reaches_every_bit_of_a_die(bit: int):
    """Duels count up to 10^12, the most a study may ask for."""
    duels = np.arange(BASES)
    before, after = (both_seats(round_keys(2026, each)) for each in (duels, duels ^ (1 << bit)))
    demand_avalanche(before, after, inputs=40)


@pytest.mark.parametrize("bit", range(14))
def test_every_bit_of_a_rounds_number_reaches_every_bit_of_a_die(bit: int):
    duels = np.arange(BASES)
    before, after = (both_seats(round_keys(2026, duels, each)) for each in (duels % 7, duels % 7 ^ (1 << bit)))
    demand_avalanche(before, after, inputs=14)


@pytest.mark.parametrize("bit", range(7))
def test_every_bit_of_an_index_reaches_every_bit_of_a_die(bit: int):
    rounds = round_keys(2026, np.arange(BASES))
    for index in (0, 5):
        before, after = (both_seats(rounds, Roll.POLICY, each) for each in (index, index ^ (1 << bit)))
        demand_avalanche(before, after, inputs=14)


@pytest.mark.parametrize(("one", "other"), list(combinations(ROLLS[:2] + ROLLS[3:], 2)), ids=lambda roll: roll.name)
def test_another_name_gives_another_die(one: Roll, other: Roll):
    """All names but that of damage, whose first die has no word of its own."""
    rounds = round_keys(2026, np.arange(BASES))
    demand_avalanche(both_seats(rounds, one), both_seats(rounds, other), inputs=45)
