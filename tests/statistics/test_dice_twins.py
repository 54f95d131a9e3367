"""The scalar dice and the dice of whole batches are the same, bit for bit."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zodiac_sim.engine import dice, keys
from zodiac_sim.engine.keys import Roll

KEYS = st.integers(0, 2**64 - 1) | st.sampled_from([0, 1, 2**32 - 1, 2**32, 2**63, 2**64 - 1])
SIDES = st.sampled_from([1, 2, 3, 6, 8, 10, 12, 20, 100, 1000])
ROLLS = st.sampled_from(list(Roll))


@given(KEYS)
def test_mix(word: int):
    assert dice.mix(np.array([word], np.uint64))[0] == keys.mix(word)


@given(KEYS, st.integers(0, 10**12), st.integers(1, 10_000), ROLLS, st.integers(0, 99), SIDES)
def test_a_die_by_its_address(matchup: int, duel: int, number: int, roll: Roll, index: int, sides: int):
    """From the matchup to the face, for both seats, by both ways the engine takes words."""
    duel_key = dice.duel_keys(np.array([matchup], np.uint64), np.array([duel]))
    assert duel_key[0] == keys.duel_key(matchup, duel)
    rounds = duel_key + np.array([number], np.uint64) * np.uint64(keys.GOLDEN)
    assert rounds[0] == keys.round_key(keys.duel_key(matchup, duel), number)
    wanted = [keys.word(int(rounds[0]), roll, side * keys.SEATS_A_SIDE, index) for side in (0, 1)]
    rows = dice.row_words(np.repeat(rounds, 2), np.array([0, 1]), (roll,), index)
    assert rows.tolist() == [wanted]
    assert dice.die(rows[0], sides).tolist() == [keys.die(word, sides) for word in wanted]
    if roll is Roll.DAMAGE and index == 0:
        assert dice.damage_words(dice.pair_words(rounds, Roll.TO_HIT)).tolist() == wanted
    else:
        assert dice.pair_words(rounds, roll, index).tolist() == wanted


@given(st.integers(0, 2**32 - 1), SIDES)
def test_a_die_shows_a_face_it_has(word: int, sides: int):
    assert dice.die(np.array([word], np.uint32), sides)[0] == keys.die(word, sides)
    assert 1 <= keys.die(word, sides) <= sides


@pytest.mark.parametrize("sides", [2, 10, 100, 1000])
def test_the_first_and_the_last_word_show_the_first_and_the_last_face(sides: int):
    assert (keys.die(0, sides), keys.die(2**32 - 1, sides)) == (1, sides)


def test_no_two_rolls_share_an_address():
    """Two dice of one round and seat with the same word would always show the same."""
    addresses = {keys.address(roll, index, position) for roll in Roll for index in range(100) for position in range(8)}
    assert len(addresses) == len(Roll) * 100 * 8
