"""Variants compared duel by duel: hand-worked duels, and what must hold of any comparison."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from tests.lab.made import block, result, small_result, study
from zodiac_sim.engine.tally import TALLIED
from zodiac_sim.errors import InputError
from zodiac_sim.lab.compare import compared
from zodiac_sim.lab.compare_words import amount, named, quantity_words, verdict_words
from zodiac_sim.lab.quantities import ALL_MATCHUPS, MARGINS, QUANTITIES, WINS
from zodiac_sim.lab.result import Result
from zodiac_sim.lab.run import run

TWO = study(variants=[{"name": "old"}, {"name": "new"}])
OLD = block("aaaabbbdu", rounds=[3, 4, 5, 6, 3, 4, 5, 2, 9], hp_left_a=[9, 8, 1, 2, 0, 0, 0, 0, 5])
NEW = block("abbabbbau", rounds=[3, 5, 6, 6, 3, 3, 5, 2, 9], hp_left_a=[9, 0, 0, 2, 0, 0, 0, 1, 5])
SWAPPED = {"larger": "smaller", "smaller": "larger", "same": "same", "unclear": "unclear"}


def row(frame: pd.DataFrame, quantity: str, matchup: int = 0):
    return frame[(frame["quantity"] == quantity) & (frame["matchup"] == matchup)].iloc[0]


def drawn(made, seed: int, duels: int = 300) -> Result:
    """A result of chance, in which all scenarios have something in common."""
    dice = np.random.default_rng(seed)
    common = dice.integers(0, 4, duels)
    blocks = []
    for _ in made.scenarios:
        own = np.where(dice.random(duels) < 0.7, common, dice.integers(0, 4, duels))
        values = {name: (common + dice.integers(0, 9, duels)).astype(np.uint16) for name in TALLIED}
        blocks.append({"winner": own.astype(np.uint8), **values})
    return result(made, *blocks)


def test_a_hand_worked_comparison():
    """a won 4 of 9, now 3: two duels lost, one won. With +1 and −1 made up: mean −1/11, Σd² = 5."""
    wins = row(result(TWO, OLD, NEW).compare("old", "new", quantities=["wins_a"]), "wins_a")
    assert (wins["baseline"], wins["variant"], wins["duels"]) == ("old", "new", 9)
    assert wins[["baseline_value", "value", "difference"]].tolist() == [4 / 9, 3 / 9, -1 / 9]
    half = stats.t.isf(0.025, 10) * math.sqrt((5 / 11 - 1 / 121) / 11)
    assert wins["difference_low"] == pytest.approx(-1 / 11 - half)
    assert wins["difference_high"] == pytest.approx(-1 / 11 + half)
    assert wins["changed"] == 3 / 9


def test_every_quantity_is_that_of_the_duels_themselves():
    """Against the kept duels: means, and the spread of the differences duel by duel."""
    made = drawn(TWO, seed=3)
    frame = made.compare("old", "new").set_index("quantity")
    assert list(frame.index) == list(QUANTITIES)
    old, new = made.kept
    for quantity in QUANTITIES:
        if quantity in TALLIED:
            x, y = old[quantity].astype(int), new[quantity].astype(int)
        else:
            code = ["wins_a", "wins_b", "draws", "unresolved"].index(quantity)
            x, y = (old["winner"] == code).astype(int), (new["winner"] == code).astype(int)
        assert frame.loc[quantity, "difference"] == pytest.approx((y - x).mean())
        assert frame.loc[quantity, ["baseline_value", "value"]].tolist() == pytest.approx([x.mean(), y.mean()])
        assert frame.loc[quantity, "variance_saved"] == pytest.approx((x.var() + y.var()) / (y - x).var())
    assert frame["changed"].iloc[0] == (old["winner"] != new["winner"]).mean()


@pytest.mark.parametrize("seed", range(3))
def test_the_other_way_round_is_the_mirror(seed):
    made = drawn(study(variants=[{"name": "old"}, {"name": "new"}], matchups=[{"a": "wedge", "b": "worm"}] * 2), seed)
    one, other = made.compare("old", "new", overall=True), made.compare("new", "old", overall=True)
    assert (one["difference"] == -other["difference"]).all()
    assert (one["difference_low"] == -other["difference_high"]).all()
    assert one["verdict"].map(SWAPPED).tolist() == other["verdict"].tolist()
    same = ["p_value", "within_margin", "changed", "variance_saved"]
    pd.testing.assert_frame_equal(one[same], other[same])


def test_a_variant_that_changes_nothing():
    """No duel changes, and yet that proves little of a hundred of them."""
    made = study(
        variants=[{"name": "old"}, {"name": "new", "set": {"fighters.wedge.intent": "the same in other words"}}]
    )
    for duels, verdict in ((100, "unclear"), (10_000, "same")):
        frame = run(made, duels=duels).compare("old", "new", quantities=WINS)
        assert frame["difference"].tolist() == [0, 0]
        assert frame["changed"].tolist() == [0, 0]
        assert (frame["difference_low"] < 0).all() and (frame["difference_high"] > 0).all()
        assert frame["verdict"].tolist() == [verdict] * 2
        assert frame["variance_saved"].isna().all()
    assert frame["duels_needed"].isna().all()


def test_all_that_is_shown_together_is_one_family():
    made = drawn(study(variants=[{"name": name} for name in "xyz"], matchups=[{"a": "wedge", "b": "worm"}] * 2), 1)
    whole = made.compare(quantities=["wins_a", "rounds"], overall=True)
    assert len(whole) == whole.attrs["comparisons"] == 3 * (2 + 1) * 2
    assert whole.attrs["note"].startswith("18 comparisons, intervals (Student's t) and p values corrected")
    one = made.compare("x", "y", quantities=["wins_a", "rounds"])
    assert len(one) == one.attrs["comparisons"] == 4
    assert row(one, "rounds")["difference"] == row(whole, "rounds")["difference"]
    assert row(one, "rounds")["difference_high"] < row(whole, "rounds")["difference_high"]
    assert row(one, "rounds")["p_value"] < row(whole, "rounds")["p_value"]
    assert row(one, "rounds")["changed_high"] == row(whole, "rounds")["changed_high"]


def test_which_variants_are_compared():
    made = small_result(study(variants=[{"name": name} for name in "xyz"]))

    def pairs(*names):
        frame = made.compare(*names, quantities=["rounds"])
        return list(zip(frame["baseline"], frame["variant"], strict=True))

    assert pairs() == [("x", "y"), ("x", "z"), ("y", "z")]
    assert pairs("y") == [("y", "x"), ("y", "z")]
    assert pairs("z", "x") == [("z", "x")]


def test_of_a_grid_short_names_will_do():
    made = small_result(study(grid={"fighters.wedge.luck": [0, 9]}))
    frame = made.compare("luck 9", "luck 0")
    assert set(frame["variant"]) == {"fighters.wedge.luck=0"}


def test_many_variants_are_compared_with_the_first_only():
    made = small_result(study(variants=[{"name": f"v{number}"} for number in range(17)]))
    assert len(made.compare("v0", quantities=["rounds"])) == 16
    assert made.compare("v5", "v0", quantities=["rounds"])["baseline"].tolist() == ["v5"]
    with pytest.raises(InputError, match=r"'v5' and 'v3' were not compared duel by duel: of more than 16 .* 'v0'"):
        made.compare("v5", "v3")
    with pytest.raises(InputError, match="were not compared duel by duel"):
        made.compare("v5")


def test_over_all_matchups_each_counts_alike():
    pairs = [{"a": "wedge", "b": "worm"}] * 2
    made = study(variants=[{"name": "old"}, {"name": "new"}], matchups=pairs)
    frame = result(made, OLD, NEW, NEW, OLD).compare("old", "new", quantities=["rounds", "wins_a"], overall=True)
    over = row(frame, "rounds", ALL_MATCHUPS)
    assert (over["a"], over["b"], over["duels"], over["difference"]) == ("", "", 18, 0)
    halves = [
        row(frame, "rounds", number)[["difference_low", "difference_high"]].diff().iloc[-1] / 2 for number in (0, 1)
    ]
    assert over["difference_high"] == pytest.approx(math.hypot(*halves) / 2)
    assert over["changed"] == 3 / 9


def test_sums_beyond_what_floats_and_64_bits_hold():
    """The same duels ten billion times: figures stay, and nothing overflows."""
    times = 10**10
    made = drawn(TWO, seed=5, duels=3_000)
    many = Result(
        study=made.study,
        seed=1,
        version="1",
        kept=[],
        scenario_tallies=[
            type(tally)(tally.duels * times, {name: counts * times for name, counts in tally.counts.items()})
            for tally in made.scenario_tallies
        ],
        pairings={
            pair: type(each)(each.winners * times, {name: value * times for name, value in each.products.items()})
            for pair, each in made.pairings.items()
        },
    )
    few, lots = made.compare("old", "new"), many.compare("old", "new")
    np.testing.assert_allclose(lots["difference"], few["difference"], rtol=1e-12)
    np.testing.assert_allclose(lots["variance_saved"], few["variance_saved"], rtol=1e-9)
    width = (lots["difference_high"] - lots["difference_low"]) / (few["difference_high"] - few["difference_low"])
    np.testing.assert_allclose(width, 1 / math.sqrt(times), rtol=0.01)


def test_margins_decide_what_is_the_same():
    made = drawn(TWO, seed=5, duels=3_000)
    assert row(made.compare("old", "new", quantities=["wins_a"]), "wins_a")["margin"] == 0.01
    wide = made.compare("old", "new", margin=0.2)
    assert set(wide.loc[wide["quantity"].isin(WINS), "verdict"]) == {"same"}
    assert row(wide, "rounds")["margin"] == MARGINS["rounds"]
    own = made.compare("old", "new", margin={"rounds": 3, "hp_left_a": 2.5})
    assert row(own, "rounds")["verdict"] == "same"
    assert (row(own, "rounds")["margin"], row(own, "hp_left_a")["margin"], row(own, "wins_a")["margin"]) == (
        3,
        2.5,
        0.01,
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"first": "odl"}, r"first: no variant 'odl'.*did you mean 'old'"),
        ({"first": "old", "second": "nwe"}, r"second: no variant 'nwe'.*did you mean 'new'"),
        ({"first": "old", "second": "old"}, "second: 'old' is the variant it should be compared with"),
        ({"quantities": ["round"]}, r"quantities: no quantity 'round' \(did you mean 'rounds'"),
        ({"quantities": "rounds"}, "quantities: 'rounds' should be a list"),
        ({"quantities": 5}, "quantities: 5 should be a list"),
        ({"quantities": [["rounds"]]}, r"quantities: no quantity \['rounds'\]"),
        ({"first": ["old"]}, r"first: no variant \['old'\]"),
        ({"first": "old", "second": ["new"]}, r"second: no variant \['new'\]"),
        ({"quantities": []}, "quantities: at least one"),
        ({"margin": 0}, r"margin: 0 is no margin of wins_a; it is a share from 1e-09 to below 1, such as"),
        ({"margin": 1}, r"margin: 1 is no margin of wins_a; it is a share from 1e-09 to below 1, such as"),
        ({"margin": True}, "margin: true is no margin"),
        ({"margin": {"rounds": -1}}, "margin: -1 is no margin of rounds; it is a number from 1e-09 to 1e"),
        ({"margin": 1e-320}, "margin: .* is no margin of wins_a"),
        ({"margin": {"rounds": 10**400}}, "margin: 1000.* is no margin of rounds"),
        ({"margin": {"rouns": 1}}, r"margin: no quantity 'rouns' \(did you mean 'rounds'"),
        ({"confidence": 95}, "confidence: 95 is no confidence"),
    ],
)
def test_what_cannot_be_compared_is_named(options, message):
    with pytest.raises(InputError, match=message):
        result(TWO, OLD, NEW).compare(**options)


def test_a_single_variant_and_a_result_without_pairs_are_named():
    with pytest.raises(InputError, match="a single variant; there is nothing to compare"):
        small_result().compare()
    for names in ((), ("old", "new")):
        with pytest.raises(InputError, match="not compared duel by duel: the result was kept without pairs"):
            result(TWO, OLD, NEW, pairings={}).compare(*names)


def test_without_duels_nothing_is_told():
    frame = result(TWO, block(""), block("")).compare("old", "new")
    assert set(frame["verdict"]) == {"unclear"}
    assert frame[["difference", "p_value", "changed", "variance_saved"]].isna().all(axis=None)


def told(quantity: str, **values) -> tuple[str, str, str]:
    """What a row of a comparison is called, its difference, and its verdict."""
    rows, _ = compared(result(TWO, OLD, NEW), "old", "new", quantities=[quantity])
    row = rows[0] | values
    what, unit = quantity_words(quantity, row)
    return what, amount(row, unit), verdict_words(row)


def test_rows_are_said_in_words():
    ends = {"difference": 0.0321, "difference_low": 0.029, "difference_high": 0.0352}
    what, difference, verdict = told("wins_a", verdict="larger", **ends)
    assert (what, difference, verdict) == ("wins of wedge", "+3.2 points (+2.9 to +3.5)", "larger")
    assert told("wins_a", verdict="larger", within_margin=True)[2] == "larger, by less than 1 point"
    assert told("hp_left_a", verdict="smaller", within_margin=True)[2] == "smaller, by less than 0.5 HP"
    none = told("wins_a", verdict="same", difference=0, difference_low=-0.004, difference_high=0.006)
    assert none[1:] == ("0.0 points (−0.4 to +0.6)", "no difference larger than 1 point")
    few = told("deaths_b", verdict="unclear", duels_needed=1_200_000)
    assert few[::2] == ("deaths of worm", "not enough duels to tell (about 1,200,000 would do)")
    assert told("rounds", verdict="unclear", duels_needed=None)[2] == "not enough duels to tell"


def test_an_end_that_excludes_nothing_does_not_read_as_nothing():
    text = told("wins_a", difference=0.01, difference_low=0.0002, difference_high=0.0198)[1]
    assert text == "+1.00 points (+0.02 to +1.98)"


def test_names_that_could_be_misread_are_quoted():
    assert [named(name) for name in ("three", "one, two", "tom ")] == ["three", "“one, two”", "“tom ”"]
