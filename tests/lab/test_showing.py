"""A result of some of its variants alone has their figures, to the last."""

import pytest

import zodiac_sim as zs


@pytest.fixture(scope="module")
def made():
    return zs.run(zs.load_study("simple-vs-complex"), duels=40)


def rows_of(frame):
    return frame[frame["variant"].isin(["simple", "complex"])].reset_index(drop=True)


def test_every_table_is_a_part_of_the_whole(made):
    some = made.showing({"complex", "simple"})
    assert some.study.variant_names == ("simple", "complex")
    assert some.summary().equals(rows_of(made.summary()))
    assert some.outcomes["rounds"].tolist() == rows_of(made.outcomes)["rounds"].tolist()
    assert zs.chronicle.swings(some).equals(rows_of(zs.chronicle.swings(made)))
    one, other = (each.compare("simple", "complex", quantities=["rounds"]) for each in (made, some))
    assert one["difference_low"].tolist() == other["difference_low"].tolist()
    assert some.study.data() == made.study.data()


def test_an_unknown_variant_is_an_input_error(made):
    with pytest.raises(zs.InputError, match="'complexe'"):
        made.showing({"simple", "complexe"})
