"""The table of a run and its frames, on tallies made by hand."""

import statistics

import numpy as np
import pytest
from scipy import stats

from tests.lab.made import block, result, small_result, study
from zodiac_sim.engine.outcome import CAUSES, FIGHTER_QUANTITIES
from zodiac_sim.engine.tally import TALLIED, Tally
from zodiac_sim.errors import InputError
from zodiac_sim.lab.summary import median, moments

RATES = [f"rate_{winner}{end}" for winner in ("a", "b", "draw", "unresolved") for end in ("", "_low", "_high")]
COLUMNS = [
    *("matchup", "a", "b", "variant", "duels", "wins_a", "wins_b", "draws", "unresolved"),
    *RATES,
    *("rounds_mean", "rounds_mean_low", "rounds_mean_high", "rounds_sd", "rounds_median", "rolls_mean", "lookups_mean"),
    *(f"{name}_{side}{end}" for side in "ab" for name in FIGHTER_QUANTITIES for end in ("", "_mean", "_sd")),
]
ROUNDS = [2, 4, 4, 7, 9, 3]


def test_the_table_has_the_promised_columns_in_their_order():
    made = small_result()
    assert list(made.rows()[0]) == COLUMNS
    assert list(made.summary()) == COLUMNS


def test_counts_rates_and_means_follow_from_the_duels():
    [row] = small_result().rows(0.9)
    assert (row["matchup"], row["a"], row["b"], row["variant"], row["duels"]) == (0, "wedge", "worm", "base", 6)
    assert [row[name] for name in ("wins_a", "wins_b", "draws", "unresolved")] == [3, 2, 1, 0]
    assert [row["rate_a"], row["rate_b"], row["rate_unresolved"]] == [3 / 6, 2 / 6, 0]
    low, high = stats.binomtest(2, 6).proportion_ci(0.9, method="wilson")
    assert [row["rate_b_low"], row["rate_b_high"]] == pytest.approx([low, high])
    assert row["rounds_mean"] == pytest.approx(statistics.mean(ROUNDS), rel=1e-15)
    assert row["rounds_sd"] == pytest.approx(statistics.stdev(ROUNDS), rel=1e-15)
    assert row["rounds_median"] == 4
    interval = stats.t.interval(0.9, 5, loc=np.mean(ROUNDS), scale=stats.sem(ROUNDS))
    assert [row["rounds_mean_low"], row["rounds_mean_high"]] == pytest.approx(interval)
    assert [row["rolls_mean"], row["lookups_mean"]] == [112 / 6, 0]
    assert [row["hp_left_a"], row["hp_left_a_mean"], row["deaths_a"], row["hp_left_b_sd"]] == [36, 6, 1, 0]


def test_counts_are_whole_and_figures_are_floats():
    types = small_result().summary().dtypes
    whole = [name for name in COLUMNS if types[name] == np.int64]
    totals = [f"{name}_{side}" for side in "ab" for name in FIGHTER_QUANTITIES]
    assert whole == ["matchup", "duels", "wins_a", "wins_b", "draws", "unresolved", *totals]
    assert {str(types[name]) for name in set(COLUMNS) - set(whole)} == {"float64", "str"}


def test_one_duel_has_means_but_no_spread_and_no_interval():
    [row] = result(study(), block("u", rounds=[200])).rows()
    assert (row["rounds_mean"], row["rounds_median"], row["hits_a_mean"]) == (200, 200, 0)
    assert [row[name] for name in ("rounds_sd", "rounds_mean_low", "rounds_mean_high", "hits_a_sd")] == [None] * 4
    assert row["rate_unresolved_high"] == 1.0


def test_a_scenario_without_a_duel_has_counts_of_zero_and_nothing_else():
    made = study()
    empty = result(made, block(""))
    empty = type(empty)(study=made, seed=7, version="0", scenario_tallies=[Tally()], kept=empty.kept)
    [row] = empty.rows()
    assert (row["duels"], row["wins_a"], row["attacks_a"]) == (0, 0, 0)
    assert {row[name] for name in (*RATES, "rounds_mean", "rounds_median", "rolls_mean", "hits_b_sd")} == {None}
    assert empty.summary()["rate_a"].isna().all()


def test_sums_beyond_64_bits_stay_exact():
    """10^12 duels that leave 30000 HP, and as many that leave 29998: Σx² is near 2^91."""
    counts = np.zeros(30_001, np.int64)
    counts[[30_000, 29_998]] = 10**12
    found = moments(counts)
    assert found.squares == 10**12 * (30_000**2 + 29_998**2)
    assert found.mean == 29_999
    assert found.sd == pytest.approx(1.0, rel=1e-11)


@pytest.mark.parametrize("sample", [[5], [1, 4], [1, 4, 4], [0, 0, 9, 10], [3, 3, 3, 8, 8, 8]])
def test_the_median_is_that_of_the_sample(sample):
    assert median(np.bincount(sample)) == statistics.median(sample)


def test_the_tallies_hold_every_duel_once_for_each_quantity():
    frame = small_result().tallies
    assert list(frame) == ["matchup", "variant", "winner", "quantity", "value", "count"]
    assert (frame.groupby("quantity", observed=False)["count"].sum() == 6).all()
    assert list(frame["quantity"].cat.categories) == list(TALLIED)
    row = frame[(frame["quantity"] == "rounds") & (frame["value"] == 4)]
    assert row[["winner", "count"]].to_numpy().tolist() == [["a", 2]]


def test_the_outcomes_are_the_kept_duels_in_order():
    frame = small_result().outcomes
    assert list(frame) == ["matchup", "a", "b", "variant", "duel", "winner", *TALLIED]
    assert frame["duel"].tolist() == [0, 1, 2, 3, 4, 5]
    assert frame["rounds"].tolist() == ROUNDS
    assert frame["winner"].tolist() == ["a", "a", "a", "b", "b", "draw"]
    assert frame["cause_b"].tolist() == ["attack", "attack", "unconscious", "standing", "standing", "attack"]
    assert frame.memory_usage(index=False, deep=False).sum() < 6 * 100 + 2_000


def test_frames_name_every_scenario():
    made = study(
        variants=[{"name": "x"}, {"name": "y"}], matchups=[{"a": "wedge", "b": "worm"}, {"a": "worm", "b": "worm"}]
    )
    found = small_result(made)
    expected = [(0, "wedge", "x"), (0, "wedge", "y"), (1, "worm", "x"), (1, "worm", "y")]
    for frame in (found.summary(), found.outcomes):
        assert list(dict.fromkeys(zip(frame["matchup"], frame["a"], frame["variant"], strict=True))) == expected
    assert len(found.tallies[["matchup", "variant"]].drop_duplicates()) == 4


def test_causes_and_means_are_found_by_name():
    found = small_result()
    others = dict.fromkeys(("unconscious", "poison", "recovery", "break"), 0)
    assert found.falls(0, "base", "a") == {"attack": 2, "bleeding": 1} | others
    assert list(found.falls(0, "base", "b")) == list(CAUSES[1:])
    assert found.mean(0, "base", "rounds") == sum(ROUNDS) / 6
    assert found.mean(0, "base", "rounds", winner="b") == 8
    assert found.mean(0, "base", "rounds", winner="unresolved") is None
    assert found.histogram(0, "base", "rounds")[0].tolist() == [0, 0, 1, 0, 2, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("call", "key"),
    [
        (lambda made: made.histogram(1, "base", "rounds"), "matchup"),
        (lambda made: made.histogram(0, "bass", "rounds"), "variant"),
        (lambda made: made.histogram(0, "base", "round"), "quantity"),
        (lambda made: made.falls(0, "base", "c"), "side"),
        (lambda made: made.mean(0, "base", "rounds", winner="c"), "winner"),
        (lambda made: made.summary(95), "confidence"),
    ],
)
def test_a_name_that_is_not_there_is_an_input_error(call, key):
    with pytest.raises(InputError) as raised:
        call(small_result())
    assert raised.value.key == key


def test_a_result_is_told_in_one_line():
    made = small_result()
    assert repr(made) == f"<Result of {made.study.title!r}: 1 × 6 duels, seed {made.seed}>"
