"""Figures of duels followed round by round, against the exact tallies of the same duels and against the dice."""

import numpy as np
import pytest
from scipy import stats

import zodiac_sim as zs
from tests.lab.made import study
from zodiac_sim.engine.outcome import SIDES
from zodiac_sim.engine.tally import Tally
from zodiac_sim.lab import following
from zodiac_sim.lab.result import Result

FALSE_ALARM = 1e-9
DUELS = 400


@pytest.fixture(scope="module")
def result():
    """So few duels that all of them are followed: figures must then be those of the whole result, to the last."""
    return zs.run(zs.load_study("simple-vs-complex"), duels=DUELS)


@pytest.fixture(scope="module")
def binders():
    study = zs.make_study(
        {
            "seed": 5,
            "duels": DUELS,
            "rules": {"criticals": "complex", "bleeding": "critical"},
            "fighters": {
                "ann": {"preset": "soldier", "policy": "binder"},
                "bob": {"preset": "brute", "policy": "basher"},
            },
            "matchups": [{"a": "ann", "b": "bob"}],
        }
    )
    return zs.run(study)


def by_scenario(frame, name):
    return frame.groupby(["matchup", "variant"], sort=False)[name]


@pytest.mark.parametrize("name", ["result", "binders"])
def test_rounds_add_up_to_the_duel(name, request):
    result = request.getfixturevalue(name)
    summary, cascade = result.summary(), zs.chronicle.cascade(result)
    for side in SIDES:
        own = cascade[cascade["side"] == side]
        for quantity, column in (
            ("attack_damage",) * 2,
            ("bleeding_damage",) * 2,
            ("binds",) * 2,
            ("stunned_turns", "lost_turns"),
        ):
            total = by_scenario(own, column).sum().to_numpy()
            assert total == pytest.approx(summary[f"{quantity}_{side}_mean"].to_numpy(), rel=1e-12, abs=1e-12)
        played = by_scenario(own, "fighting").sum().to_numpy() / DUELS
        assert played == pytest.approx(summary["rounds_mean"].to_numpy(), rel=1e-12)


def test_every_critical_is_in_a_row_and_a_location(result):
    summary = result.summary()
    rows, places = zs.chronicle.critical_rows(result), zs.chronicle.critical_locations(result)
    for frame in (rows, places):
        counted = frame.groupby(["matchup", "variant"])["count"].sum()
        for row in summary[summary["variant"] != "double"].itertuples():
            assert counted[row.matchup, row.variant] == row.criticals_a + row.criticals_b
    assert set(rows["variant"]) == set(summary["variant"]) - {"double"}
    assert rows.groupby(["matchup", "variant"])["share"].sum().to_numpy() == pytest.approx(1)
    first = places.groupby(["matchup", "variant"])["first"].sum()
    for row in result.tallies[result.tallies["quantity"].isin(["criticals_a", "criticals_b"])].itertuples():
        if row.variant != "double" and row.value > 0:
            first[row.matchup, row.variant] -= row.count
    assert (first == 0).all()


def test_r5_1_criticals_land_by_the_d12():
    """4, 4, 3 and 1 of twelve; one number more or less for a location is caught."""
    result = zs.run(zs.load_study("simple-vs-complex"), duels=2_000)
    places = zs.chronicle.critical_locations(result, pooled=True)
    for variant, own in places.groupby("variant"):
        counts, n = own.set_index("location")["count"], int(own["count"].sum())
        assert n > 5_000, variant
        for location, numbers in {"leg": 4, "torso": 4, "arm": 3, "head": 1}.items():
            low, high = stats.binom.interval(1 - FALSE_ALARM, n, numbers / 12)
            assert low <= counts[location] <= high
            nearest = stats.binom.interval(1 - FALSE_ALARM, n, (numbers + 1) / 12)
            assert not nearest[0] <= counts[location] <= nearest[1]


def test_levels_are_shares_of_those_who_fight(result):
    levels = zs.chronicle.bleeding_levels(result)
    assert levels.groupby(["matchup", "variant", "side", "round"])["share"].sum().to_numpy() == pytest.approx(1)
    worst = zs.chronicle.worst_levels(result)
    assert (worst.groupby(["matchup", "variant", "side"])["count"].sum() == DUELS).all()
    dry = worst[worst["variant"].isin(["double", "simple"]) & (worst["level"] != "none")]
    assert (dry["count"] == 0).all()
    assert (dry["share_high"] > 0).all()


def test_who_hits_first_and_the_lead(result):
    """What a first hit is worth, and comebacks, are rates of duels that are there."""
    hits, swings = zs.chronicle.first_hits(result), zs.chronicle.swings(result)
    assert (hits["a_first"] + hits["b_first"] <= DUELS).all()
    assert ((hits["worth_low"] < hits["worth"]) & (hits["worth"] < hits["worth_high"])).all()
    decided = result.summary()[["wins_a", "wins_b"]].sum(axis=1)
    assert swings["decided"].tolist() == decided.tolist()
    values = zs.chronicle.swing_values(result)
    deficit = values[values["quantity"] == "deficit"]
    assert by_scenario(deficit, "count").sum().tolist() == decided.tolist()
    late = deficit[deficit["value"] >= 25]
    assert by_scenario(late, "count").sum().sum() == swings["comebacks"].sum() > 0


def test_swapping_sides_swaps_what_the_first_hit_is_worth_to_each():
    """Mirror: what a has when it hits first, b has when the sides are swapped."""
    fighters = {"ann": {"preset": "soldier"}, "bob": {"preset": "soldier"}}
    study = zs.make_study({"seed": 3, "fighters": fighters, "matchups": [{"a": "ann", "b": "bob"}]})
    row = zs.chronicle.first_hits(zs.run(study, duels=30_000)).iloc[0]
    error = np.hypot(row["a_rate_high"] - row["a_rate_low"], row["b_rate_high"] - row["b_rate_low"]) / 2 / 1.96
    limit = stats.norm.isf(FALSE_ALARM / 2) * error
    assert abs(row["a_rate"] - (1 - row["b_rate"])) < limit + 0.01  # draws are nobody's
    assert row["worth_low"] > 0.05


def test_pooled_is_the_sum_of_matchups(result):
    single, pooled = zs.chronicle.critical_rows(result), zs.chronicle.critical_rows(result, pooled=True)
    assert pooled["count"].sum() == single["count"].sum()
    assert (pooled["matchup"] == -1).all()
    hits, one = zs.chronicle.first_hits(result), zs.chronicle.first_hits(result, pooled=True)
    means = hits.groupby("variant", sort=False)["worth"].mean()
    assert one.set_index("variant")["worth"].to_dict() == pytest.approx(means.to_dict())
    assert (one["worth_high"] - one["worth_low"]).max() < (hits["worth_high"] - hits["worth_low"]).min()


def test_large_runs_are_followed_in_part_and_in_pieces(monkeypatch, result):
    """How many are followed at once changes nothing; a sample is the first duels."""
    whole = zs.chronicle.critical_rows(result)
    monkeypatch.setattr(following, "_AT_ONCE", 24 * 150)
    again = zs.run(zs.load_study("simple-vs-complex"), duels=DUELS)
    assert zs.chronicle.critical_rows(again).equals(whole)
    monkeypatch.setattr(following, "FOLLOWED_ROWS", 24 * 50)
    some = zs.run(zs.load_study("simple-vs-complex"), duels=DUELS)
    first = zs.run(zs.load_study("simple-vs-complex"), duels=50)
    assert zs.chronicle.swings(some).equals(zs.chronicle.swings(first))


@pytest.mark.parametrize("name", ["cascade", "bleeding_levels", "worst_levels", "critical_rows", "critical_locations",
                                  "first_hits", "swings", "swing_values"])  # fmt: skip
@pytest.mark.parametrize("pooled", [False, True])
def test_a_result_without_duels_gives_frames_without_rows(name, pooled):
    nothing = Result(study=study(), seed=7, version="1", scenario_tallies=[Tally()], kept=[])
    frame = getattr(zs.chronicle, name)(nothing, pooled=pooled)
    assert frame.empty
    assert {"matchup", "variant", "duels"} <= set(frame)
