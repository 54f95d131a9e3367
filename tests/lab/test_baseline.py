"""A new result against a saved one: deltas with their errors, and what changed in the question."""

import math

import numpy as np
import pytest
from scipy import stats

import zodiac_sim as zs
from tests.lab.made import block, result, small_result, study
from zodiac_sim.errors import InputError
from zodiac_sim.lab.jobs import Cut
from zodiac_sim.lab.quantities import QUANTITIES
from zodiac_sim.lab.result import Result
from zodiac_sim.lab.run import run
from zodiac_sim.lab.store import load_result, save_result


def changed(made: Result, **fields) -> Result:
    values = {name: getattr(made, name) for name in ("study", "seed", "version", "scenario_tallies", "kept")}
    return Result(**{**values, **fields})


def test_deltas_of_hand_worked_duels():
    """a won 2 of 4, now 3 of 5; rounds 3 and 4 on average. Errors as of two samples, with one made-up duel each."""
    before = result(study(), block("aabb", rounds=[2, 3, 3, 4]))
    after = result(study(seed=8), block("aaabd", rounds=[3, 4, 5, 4, 4]))
    found = zs.compare(before, after, quantities=["wins_a", "rounds"])
    wins, rounds = found.frame.to_dict("records")
    assert (wins["baseline_duels"], wins["duels"]) == (4, 5)
    assert (wins["baseline_value"], wins["value"], wins["difference"]) == (0.5, 0.6, pytest.approx(0.1))
    assert (rounds["baseline_value"], rounds["value"], rounds["difference"]) == (3, 4, 1)
    alpha = 1 - 0.95**0.5
    weight = stats.norm.isf(alpha / 2) ** 2 / 4
    error = math.sqrt((0.5 + weight / 4) / 4 + (0.4 + weight / 5) / 5)
    half = (rounds["difference_high"] - rounds["difference_low"]) / 2
    assert half == pytest.approx(stats.t.isf(alpha / 2, 5) * error)
    assert "independent samples; 2 comparisons" in found.note


def test_a_saved_baseline_gives_the_same(tmp_path):
    made = study(variants=[{"name": "old"}, {"name": "new", "set": {"fighters.wedge.hp": 25}}], seed=3)
    before, after = run(made, duels=500), run(made, duels=700, seed=4)
    save_result(before, tmp_path / "baseline")
    loaded = zs.compare(load_result(tmp_path / "baseline"), after)
    assert loaded.frame.equals(zs.compare(before, after).frame)
    assert [each.key for each in loaded.inputs] == ["duels", "seed"]


def test_independent_runs_of_one_study_seldom_differ():
    """All comparisons hold together: of such pairs of runs 19 of 20 are told nothing about, these with their seeds."""
    before, after = (run(study(), duels=2_000, seed=seed) for seed in (1, 2))
    frame = zs.compare(before, after).frame
    assert len(frame) == len(QUANTITIES)
    assert not frame["verdict"].isin(["larger", "smaller"]).any()
    assert not frame["same_duels"].any()
    assert (frame["difference_low"] < 0).all() and (frame["difference_high"] > 0).all()


def test_the_same_run_differs_in_nothing():
    """However it was cut into jobs."""
    made = run(study(), duels=300, seed=1)
    found = zs.compare(made, run(study(), duels=300, seed=1, cut=Cut(job_rows=100, block_rows=100)))
    assert found.inputs == ()
    assert found.frame["same_duels"].all()
    assert (found.frame[["difference", "difference_low", "difference_high"]] == 0).all(axis=None)
    assert set(found.frame["verdict"]) == {"same"}
    more = zs.compare(made, run(study(), duels=400, seed=1))
    assert not more.frame["same_duels"].any()
    assert more.inputs == (("duels", "300", "400"),)


def test_what_changed_in_the_question_is_named():
    before = small_result(study(rules={"hit_on_equal": True}, title="First"))
    fighters = {
        "wedge": {"hp": 21, "skill": 60, "weapon": {"dice": "2d6"}, "policy": [{"do": "guard"}, {"do": "attack"}]},
        "worm": {"hp": 20, "skill": 60, "weapon": {"dice": "1d6"}},
    }
    after = changed(
        small_result(study(rules={"hit_on_equal": False}, title="Second", fighters=fighters)), seed=9, version="1.3.0"
    )
    found = {each.key: (each.before, each.after) for each in zs.compare(before, after).inputs}
    assert found == {
        "rules.hit_on_equal": ("true", "false"),
        "title": ("First", "Second"),
        "fighters.wedge.hp": ("20", "21"),
        "fighters.wedge.weapon.dice": ("1d6", "2d6"),
        "fighters.wedge.policy[0].do": (None, "guard"),
        "fighters.wedge.policy[1].do": (None, "attack"),
        "seed": ("7", "9"),
        "version": ("1.2.3", "1.3.0"),
    }


def test_matchups_and_variants_are_matched_by_name():
    one, other = {"a": "wedge", "b": "worm"}, {"a": "worm", "b": "wedge"}
    before = small_result(study(matchups=[one, other], variants=[{"name": "x"}, {"name": "y"}]))
    after = small_result(study(matchups=[other, other, one], variants=[{"name": "y"}, {"name": "z"}], seed=2))
    found = zs.compare(before, after, quantities=["rounds"])
    assert found.frame[["matchup", "a", "variant"]].to_numpy().tolist() == [[0, "worm", "y"], [2, "wedge", "y"]]
    assert found.only_in_baseline == ("wedge against worm, x", "worm against wedge, x")
    assert found.only_in_new == (
        "worm against wedge, z",
        "worm against wedge (2), y",
        "worm against wedge (2), z",
        "wedge against worm, z",
    )


def test_the_folder_of_a_result_is_no_result():
    for key, given in (("baseline", ("old", small_result())), ("new", (small_result(), "old"))):
        with pytest.raises(InputError, match=f"{key}: 'old' is no result; load_result reads one"):
            zs.compare(*given)


def test_results_with_nothing_in_common_are_refused():
    with pytest.raises(InputError, match="baseline: it has no matchup and variant in common"):
        zs.compare(small_result(), small_result(study(("wedge", "snail"))))


def test_a_side_that_has_no_duels_has_no_difference():
    frame = zs.compare(result(study(), block("")), small_result()).frame
    assert frame["difference"].isna().all()
    assert set(frame["verdict"]) == {"unclear"}
    assert np.isnan(frame["baseline_value"]).all()
