"""Numbers that somebody chose are told as he gave them."""

import pytest

from tests.lab.made import block, result, study
from zodiac_sim.lab.differences import Family
from zodiac_sim.lab.digits import in_full, in_percent
from zodiac_sim.lab.result import Target
from zodiac_sim.lab.words import notes


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.95, "95"),
        (0.5, "50"),
        (0.07, "7"),
        (0.29, "29"),
        (0.999999999, "99.9999999"),
        (1e-9, "0.0000001"),
        (0.0123456789, "1.23456789"),
        (1, "100"),
    ],
)
def test_a_share_in_percent_has_all_its_digits(share, text):
    assert in_percent(share) == text


def test_a_number_has_no_exponent():
    assert (in_full(1e9), in_full(0.1), in_full(1_234_567.5)) == ("1000000000", "0.1", "1234567.5")


def test_no_confidence_is_called_certainty():
    sure = 0.999999999
    made = result(study(), block("ab"), target=Target(error=0.001, widest=3.3, confidence=sure))
    told = [*notes(made, sure), Family(sure, 1).note(), Family(sure, 3).note()]
    assert sum("99.9999999 %" in note for note in told) == 4
    assert not any(" 100 %" in note for note in told)


def test_what_is_known_of_a_handful_of_duels_is_told_in_points():
    made = result(study(), block("a"), target=Target(error=0.001, widest=3.3, confidence=0.95))
    assert "the widest to ± 100, after 1 duels a row" in "".join(notes(made, 0.95))
    made = result(study(), block("a"), target=Target(error=0.001, widest=0.01234, confidence=0.95))
    assert "the widest to ± 1.2, after" in "".join(notes(made, 0.95))
