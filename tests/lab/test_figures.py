"""Figures beyond the table of a run are counted from the exact histograms."""

import numpy as np
import pandas as pd
import pytest

from tests.lab.made import block, result, study
from zodiac_sim.engine.outcome import CAUSES
from zodiac_sim.engine.tally import Tally
from zodiac_sim.errors import InputError
from zodiac_sim.lab import figures
from zodiac_sim.lab.intervals import mean_interval, wilson
from zodiac_sim.lab.result import Result
from zodiac_sim.lab.table_time import TableTime

ATTACK, UNCONSCIOUS, BLEEDING, POISON, BROKEN = (
    CAUSES.index(name) for name in ("attack", "unconscious", "bleeding", "poison", "break")
)

# Two duels are won by a, three by b, one is a draw and one unresolved.
FOUGHT = block(
    "aabbbdu",
    rounds=[3, 5, 3, 3, 8, 4, 200],
    rolls=[10, 12, 9, 9, 20, 11, 90],
    lookups=[1, 0, 0, 0, 0, 0, 3],
    cause_a=[0, 0, ATTACK, BLEEDING, BLEEDING, ATTACK, 0],
    cause_b=[ATTACK, UNCONSCIOUS, 0, 0, 0, BLEEDING, 0],
    deaths_a=[0, 0, 0, 1, 1, 0, 0],
    deaths_b=[0, 0, 0, 0, 0, 1, 0],
)
MADE = result(study(), FOUGHT)
NOTHING = Result(study=study(), seed=7, version="1", scenario_tallies=[Tally()], kept=[])


def test_rounds_count_what_ended():
    frame = figures.rounds(MADE)
    assert dict(zip(frame["rounds"], frame["count"], strict=True)) == {3: 3, 4: 1, 5: 1, 8: 1}
    assert frame["share"].sum() == pytest.approx(6 / 7)


def test_the_last_shown_round_leaves_out_the_longest_hundredth():
    fought = block("a" * 1000, rounds=[4] * 985 + [7] * 10 + [90] * 5)
    assert figures.last_shown_round(figures.rounds(result(study(), fought))) == 7
    assert figures.last_shown_round(figures.rounds(NOTHING)) == 1


def test_losses_leave_the_draw_out():
    frame = figures.losses(MADE).set_index(["loser", "cause"])
    assert {key: count for key, count in frame["count"].items() if key[1] in figures.USUAL_CAUSES} == {
        ("a", "attack"): 1, ("a", "unconscious"): 0, ("a", "bleeding"): 2,
        ("b", "attack"): 1, ("b", "unconscious"): 1, ("b", "bleeding"): 0,
        ("either", "attack"): 2, ("either", "unconscious"): 1, ("either", "bleeding"): 2,
    }  # fmt: skip
    assert frame["decided"].loc["either"].unique().tolist() == [5]
    low, high = map(float, wilson(2, 5))
    shown = frame.loc[("either", "bleeding"), ["share", "share_low", "share_high"]]
    assert shown.tolist() == pytest.approx([0.4, low, high])


def test_causes_that_only_magic_brings_are_told_where_they_felled_somebody():
    assert figures.told_causes(figures.losses(MADE)) == ("attack", "unconscious", "bleeding")
    poisoned = result(study(), block("aab", cause_b=[POISON, BROKEN, 0], cause_a=[0, 0, ATTACK]))
    frame = figures.losses(poisoned)
    assert figures.told_causes(frame) == ("attack", "unconscious", "bleeding", "poison", "break")
    assert frame.set_index(["loser", "cause"])["count"].loc["either"].to_dict() == {
        "attack": 1, "unconscious": 0, "bleeding": 0, "poison": 1, "recovery": 0, "break": 1,
    }  # fmt: skip


def test_the_broken_have_not_fallen():
    """R9.2: out of the fight, not KO; one of three losers was broken."""
    broken = result(study(), block("aab", cause_b=[POISON, BROKEN, 0], cause_a=[0, 0, ATTACK], deaths_b=[1, 0, 0]))
    frame = figures.deaths(broken).set_index("who")
    assert frame[["duels", "falls", "deaths"]].to_dict("index") == {
        "a": {"duels": 3, "falls": 1, "deaths": 0},
        "b": {"duels": 3, "falls": 1, "deaths": 1},
        "either": {"duels": 3, "falls": 2, "deaths": 1},
    }


def test_deaths_stand_beside_falls():
    """A side falls in the duels it lost and in the draw; the loser died in two of five decided duels."""
    frame = figures.deaths(MADE).set_index("who")
    assert frame[["duels", "falls", "deaths"]].to_dict("index") == {
        "a": {"duels": 7, "falls": 4, "deaths": 2},
        "b": {"duels": 7, "falls": 3, "deaths": 1},
        "either": {"duels": 5, "falls": 5, "deaths": 2},
    }
    low, high = map(float, wilson(2, 5, 0.9))
    shown = figures.deaths(MADE, 0.9).set_index("who").loc["either"]
    assert shown[["deaths_rate", "deaths_rate_low", "deaths_rate_high"]].tolist() == pytest.approx([0.4, low, high])


def test_costs_are_means_with_their_intervals():
    """As wide as those of a sample with one made-up duel that differs by 1, and never below 0."""
    row = figures.costs(MADE).iloc[0]
    rolls = np.array([10, 12, 9, 9, 20, 11, 90])
    low, high = map(float, mean_interval(rolls.mean(), np.hypot(rolls.std(ddof=1), 7**-0.5), 7))
    expected = [rolls.mean(), max(low, 0), high]
    assert row[["rolls_mean", "rolls_mean_low", "rolls_mean_high"]].tolist() == pytest.approx(expected)
    assert row["lookups_mean"] == pytest.approx(4 / 7)
    measured = figures.measures(MADE).set_index("quantity").loc["rolls"].iloc[0]
    assert measured[["value", "low", "high"]].tolist() == pytest.approx(expected)


def test_minutes_are_what_dice_lookups_and_rounds_take():
    """The interval holds however they go together: its ends are the sums of theirs."""
    time = TableTime(roll=6, lookup=30, round=60)
    row = figures.costs(MADE, time=time).iloc[0]
    rounds = figures.measures(MADE).set_index("quantity").loc["rounds"].iloc[0]
    for end, plain in (("", "value"), ("_low", "low"), ("_high", "high")):
        expected = 0.1 * row[f"rolls_mean{end}"] + 0.5 * row[f"lookups_mean{end}"] + rounds[plain]
        assert row[f"minutes_mean{end}"] == pytest.approx(expected)
    free = figures.costs(MADE, time=TableTime(roll=0, lookup=0, round=0)).iloc[0]
    assert free[["minutes_mean", "minutes_mean_low", "minutes_mean_high"]].tolist() == [0, 0, 0]


@pytest.mark.parametrize("wrong", [-1, float("nan"), float("inf"), 86_401, 1e308, "5", True, None])
def test_seconds_are_numbers(wrong):
    with pytest.raises(InputError, match=r"lookup: .* is no number of seconds from 0 to 86,400, a day"):
        TableTime(lookup=wrong)


@pytest.mark.parametrize(("unresolved", "last"), [(0, 4), (1, 4), (2, 200), (100, 200)])
def test_the_last_fought_round_is_that_of_the_unresolved_if_they_are_more_than_a_hundredth(unresolved, last):
    lengths = [4] * (100 - unresolved) + [200] * unresolved
    fought = block("a" * (100 - unresolved) + "u" * unresolved, rounds=lengths)
    for pooled in (False, True):
        assert figures.last_fought_round(result(study(), fought), pooled=pooled) == last
        assert figures.last_fought_round(NOTHING, pooled=pooled) == 1


def test_what_is_undecided_after_each_round():
    frame = figures.undecided(MADE)
    assert frame["round"].tolist() == list(range(9))
    assert frame["count"].tolist() == [7, 7, 7, 4, 3, 2, 2, 2, 1]
    low, high = map(float, wilson(4, 7))
    shown = frame.loc[3, ["share", "share_low", "share_high"]]
    assert shown.tolist() == pytest.approx([4 / 7, low, high])
    assert figures.undecided(result(study(), block("uu", rounds=[9, 9])))["count"].tolist() == [2]


def test_points_are_wins_and_half_of_what_nobody_won():
    made = result(study(variants=[{"name": "one"}, {"name": "two"}]), FOUGHT, block("a" * 900))
    frame, balance = figures.points(made), made.balance()
    assert frame["points"].tolist() == pytest.approx([(2 + 0.5 * 2) / 7, 1.0])
    assert frame["verdict"].tolist() == ["unclear", "a favoured"]
    assert frame["points_low"].tolist() == pytest.approx(((1 + balance["difference_low"]) / 2).tolist())
    assert frame["points_low"].iloc[0] < 0.5 < frame["points_high"].iloc[0]
    assert frame["points_low"].iloc[1] > 0.5


def test_pooled_figures_are_those_of_all_duels_together():
    """All matchups fight equally many duels: a pooled rate is the plain mean of theirs."""
    made = study(variants=[{"name": "one"}, {"name": "two"}], matchups=[{"a": "wedge", "b": "worm"}] * 2)
    other = block("aaaaaad", rounds=[1] * 7, rolls=[300] * 7, deaths_b=[1] * 7, cause_b=[ATTACK] * 7)
    pooled = result(made, FOUGHT, FOUGHT, other, FOUGHT)
    together = result(study(), {name: np.concatenate([FOUGHT[name], other[name]]) for name in FOUGHT})
    for frame in (figures.summary, figures.rounds, figures.undecided, figures.medians, figures.losses, figures.deaths,
                  figures.costs):  # fmt: skip
        found, expected = frame(pooled, pooled=True), frame(together)
        found = found[found["variant"] == "one"]
        names = ["matchup", "a", "b", "variant"]
        assert found[names].drop_duplicates().to_numpy().tolist() == [[-1, "all 2 matchups", "", "one"]]
        pd.testing.assert_frame_equal(found.drop(columns=names), expected.drop(columns=names))
        single = frame(pooled)
        assert frame(MADE, pooled=True)["a"].iloc[0] == "wedge"
        assert set(single["matchup"]) == {0, 1}
    rates = figures.summary(pooled).groupby("variant")["rate_a"].mean()
    assert figures.summary(pooled, pooled=True).set_index("variant")["rate_a"].to_dict() == pytest.approx(dict(rates))
    with pytest.raises(InputError, match="confidence"):
        figures.summary(pooled, 2, pooled=True)


def test_without_duels_no_figure_exists():
    assert figures.losses(NOTHING)["share"].isna().all()
    assert figures.deaths(NOTHING)["deaths_rate"].isna().all()
    assert figures.costs(NOTHING)["rolls_mean"].isna().all()
    assert figures.rounds(NOTHING).empty


def test_measures_are_the_figures_of_each_scenario():
    frame = figures.measures(MADE).set_index(["matchup", "quantity"])
    assert set(frame.loc[0].index) == set(figures.MEASURES)
    assert frame.loc[(0, "wins_a"), ["n", "value"]].tolist() == [7, 2 / 7]
    assert frame.loc[(0, "losers"), ["n", "value"]].tolist() == [5, 2 / 5]
    assert frame.loc[(0, "rounds"), "value"] == pytest.approx(np.mean(FOUGHT["rounds"]))
    low, high = map(float, wilson(2, 7))
    assert frame.loc[(0, "wins_a"), ["low", "high"]].tolist() == pytest.approx([low, high])


def test_that_nobody_died_is_not_certain():
    """No death in 1,000 duels: the mean is 0, and up to about 3 in 1,000 would go with it."""
    frame = figures.measures(result(study(), block("a" * 1_000))).set_index(["matchup", "quantity"])
    assert frame.loc[(0, "deaths"), ["value", "low"]].tolist() == [0, 0]
    assert 0.0015 < frame.loc[(0, "deaths"), "high"] < 0.004


def test_the_mean_over_matchups_weighs_them_alike():
    made = study(matchups=[{"a": "wedge", "b": "worm"}] * 2)
    frame = figures.measures(result(made, block("ab", rounds=[4, 4]), block("aaab" * 5, rounds=[8] * 20)))
    frame = frame.set_index(["matchup", "quantity"])
    assert frame.loc[(-1, "rounds"), ["n", "value"]].tolist() == [22, 6]
    assert frame.loc[(-1, "wins_a"), "value"] == (0.5 + 0.75) / 2
    half = [frame.loc[(number, "wins_a"), "value"] - frame.loc[(number, "wins_a"), "low"] for number in (0, 1)]
    over = frame.loc[(-1, "wins_a")]
    assert over["value"] - over["low"] == pytest.approx(np.hypot(*half) / 2)
