"""Runs of campaigns: the same numbers however the work is done, frames that agree with each other, and traces."""

from __future__ import annotations

import math
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from tests.lab.made import HOSTILE
from zodiac_sim.engine.campaign_outcome import ENDS, RESULTS
from zodiac_sim.engine.campaign_tally import COUNTED
from zodiac_sim.errors import InputError
from zodiac_sim.lab.campaign import run_campaign
from zodiac_sim.lab.campaign_frames import quantile
from zodiac_sim.lab.campaign_jobs import journey_pairs
from zodiac_sim.lab.campaign_result import CampaignResult
from zodiac_sim.lab.campaign_trace import trace_campaign
from zodiac_sim.lab.intervals import wilson
from zodiac_sim.lab.run import run
from zodiac_sim.study.study import Study, make_study

FIGHTER = {"hp": 60, "skill": 75, "strength": 5, "weapon": {"dice": "1d6"}}
FRAMES = ("table", "survival", "by_fight", "hp", "ends")


def study(**fields: Any) -> Study:
    data = {
        "duels": 300,
        "seed": 4,
        "rules": {"criticals": "complex", "bleeding": "critical"},
        "fighters": {"ann": FIGHTER, "bob": {**FIGHTER, "luck": 20}, "rat": {**FIGHTER, "hp": 18}},
        "campaign": {"heroes": ["ann", "bob"], "days": [["rat"], "rest", ["rat", "rat"], "light"], "wounds": "carry"},
        "variants": [{"name": "as is"}, {"name": "treated", "set": {"campaign.wounds": "treated"}}],
    }
    return make_study({**data, **fields})


@pytest.fixture(scope="module")
def result() -> CampaignResult:
    return run_campaign(study())


def same(one: CampaignResult, other: CampaignResult) -> None:
    for name in FRAMES:
        assert getattr(one, name)().equals(getattr(other, name)()), name
    assert one.outcomes.equals(other.outcomes)
    assert one.courses.equals(other.courses)
    assert list(one.pairings) == list(other.pairings)
    for pair, found in one.pairings.items():
        assert found.ends.tolist() == other.pairings[pair].ends.tolist()
        assert (found.totals, found.squares) == (other.pairings[pair].totals, other.pairings[pair].squares)


def test_executors_and_cuts_change_no_number(result, monkeypatch):
    monkeypatch.setattr("zodiac_sim.lab.campaign_jobs.SMALLEST", 40)
    same(result, run_campaign(study(), lanes=77))
    with ThreadPoolExecutor(3) as pool:
        same(result, run_campaign(study(), executor=pool))


def test_local_processes_find_the_same(result, monkeypatch):
    monkeypatch.setattr("zodiac_sim.lab.campaign.SMALLEST", 100)
    monkeypatch.setattr("zodiac_sim.lab.campaign_jobs.SMALLEST", 100)
    same(result, run_campaign(study(), workers=2))


def test_progress_ends_with_all_campaigns():
    told: list[tuple[int, int]] = []
    run_campaign(study(), progress=lambda done, total: told.append((done, total)), lanes=100)
    assert told[0] == (0, 1200)
    assert told[-1] == (1200, 1200)
    assert told == sorted(told)


def test_after_ctrl_c_what_is_finished_is_told():
    def stop(done: int, total: int) -> None:
        if done > 400:
            raise KeyboardInterrupt

    stopped = run_campaign(study(), progress=stop, lanes=100)
    assert stopped.interrupted
    assert stopped.campaigns == 100
    assert stopped.table()["campaigns"].tolist() == [100] * 4
    assert stopped.outcomes.equals(run_campaign(study(), duels=100).outcomes)

    def stop_at_once(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_campaign(study(), progress=lambda done, total: stop_at_once(done, total) if done else None)


def test_more_campaigns_need_no_more_memory():
    """Exact counts and the kept rows are all that is left of a campaign, in a job as in the result."""
    few, many = (run_campaign(study(), duels=duels, keep=10, lanes=50) for duels in (50, 400))
    for one, other in zip(few.tallies, many.tallies, strict=True):
        assert nbytes(one.counts) == nbytes(other.counts)
    assert list(map(nbytes, few.kept)) == list(map(nbytes, many.kept))


def nbytes(arrays: Mapping[str, Any]) -> dict[str, int]:
    return {name: values.nbytes for name, values in arrays.items()}


def test_a_seed_is_drawn_and_recorded():
    drawn = run_campaign(study(seed=None), duels=20)
    same(drawn, run_campaign(drawn.study))


def test_the_table_counts_every_campaign_once(result):
    table = result.table()
    assert list(zip(table["hero"], table["variant"], strict=True)) == [
        (hero, variant) for hero in ("ann", "bob") for variant in ("as is", "treated")
    ]
    assert (table[list(ENDS)].sum(axis=1) == 300).all()
    for end in ENDS:
        low, high = wilson(table[end], table["campaigns"])
        assert (table[f"rate_{end}"] == table[end] / 300).all()
        assert np.array_equal(table[f"rate_{end}_low"], low)
        assert np.array_equal(table[f"rate_{end}_high"], high)
    assert table["fights"].tolist() == [3] * 4
    assert table["days"].tolist() == [4] * 4


def test_frames_agree_with_the_kept_campaigns(result):
    """All were kept, so every figure can be counted again one by one."""
    outcomes, courses = result.outcomes, result.courses
    by = ["hero", "variant"]
    for row in result.table().itertuples():
        own = outcomes[(outcomes["hero"] == row.hero) & (outcomes["variant"] == row.variant)]
        assert own["end"].value_counts().to_dict() == {end: getattr(row, end) for end in ENDS if getattr(row, end)}
        for name in COUNTED:
            assert getattr(row, f"{name}_mean") == pytest.approx(own[name].mean())
            assert getattr(row, f"{name}_median") == own[name].median()
    fights = result.by_fight().set_index([*by, "fight"])
    for key, own in courses.groupby([*by, "fight"]):
        assert fights.loc[key, "begun"] == len(own)
        for name in RESULTS:
            assert fights.loc[key, name] == (own["result"] == name).sum()
    hp = result.hp().set_index([*by, "fight"])
    for key, own in courses.groupby([*by, "fight"]):
        for moment in ("start", "end"):
            assert hp.loc[key, f"{moment}_mean"] == pytest.approx(own[f"hp_{moment}"].mean())
            assert hp.loc[key, f"{moment}_median"] == own[f"hp_{moment}"].median()


def test_variants_are_compared_campaign_by_campaign(result):
    outcomes = result.outcomes.set_index(["hero", "variant", "campaign"])
    assert sorted(result.pairings) == [(0, 1), (2, 3)]
    for first, hero in ((0, "ann"), (2, "bob")):
        before, after = (outcomes.loc[hero, variant] for variant in ("as is", "treated"))
        for name in (*COUNTED, *ENDS):
            values = [each[name] if name in COUNTED else (each["end"] == name).astype(int) for each in (before, after)]
            differences = values[1] - values[0]
            found = result.differences(first, first + 1, name)
            assert (found.n, found.total, found.squares) == (300, differences.sum(), (differences**2).sum())
            back = result.differences(first + 1, first, name)
            assert (back.total, back.squares) == (-found.total, found.squares)
    assert result.differences(1, 2, "dead") is None
    assert result.showing(["treated"]).pairings == {}
    assert list(result.showing(["as is", "treated"]).pairings) == [(0, 1), (2, 3)]


def test_of_many_variants_each_is_compared_with_the_first():
    many = study(variants=[{"name": f"v{number}"} for number in range(17)])
    assert journey_pairs(many.journeys)[:17] == (*((0, number) for number in range(1, 17)), (17, 18))
    found = run_campaign(many, duels=20)
    same_again = found.differences(0, 16, "fights_won")
    assert (same_again.n, same_again.total, same_again.squares) == (20, 0, 0)
    assert found.differences(1, 2, "fights_won") is None


def test_survival_begins_with_all_and_never_rises(result):
    survival, fights = result.survival(), result.by_fight()
    for (hero, variant), own in survival.groupby(["hero", "variant"]):
        assert own["fight"].tolist() == [0, 1, 2, 3]
        assert own["day"].tolist() == [0, 1, 3, 3]
        assert own.iloc[0][["share", "share_low", "share_high", "dead_share", "dead_share_high"]].tolist() == [
            1, 1, 1, 0, 0,
        ]  # fmt: skip
        assert own["count"].is_monotonic_decreasing
        assert own["dead"].is_monotonic_increasing
        mine = fights[(fights["hero"] == hero) & (fights["variant"] == variant)]
        assert own["count"].tolist()[1:] == (mine["won"] + mine["retreated"]).tolist()
        assert own["begun"].tolist()[2:] == own["count"].tolist()[1:-1]
        assert own["dead"].tolist()[1:] == mine["dead"].cumsum().tolist()
    last = survival[survival["fight"] == 3]
    assert last["count"].tolist() == result.table()["survived"].tolist()
    assert last["dead"].tolist() == result.table()["dead"].tolist()


def test_a_fight_that_nobody_reaches_has_no_rates():
    hopeless = study(fighters={"ann": {"hp": 1, "skill": 0}, "bob": {"hp": 1, "skill": 0}, "rat": FIGHTER})
    found = run_campaign(hopeless, duels=20)
    last = found.by_fight().groupby("fight").last().loc[3]
    assert last["begun"] == 0
    assert math.isnan(last["rate_won"])
    assert found.hp()["start_mean"].isna().sum() == 8
    assert found.rows()[0]["rate_survived"] == 0
    one = run_campaign(hopeless, duels=1)
    assert one.rows()[0]["fights_won_sd"] is None


@pytest.mark.parametrize(
    ("values", "quarters"),
    [([5], (5, 5, 5)), ([1, 2], (1, 1.5, 2)), ([1, 2, 3, 4], (1.5, 2.5, 3.5)), ([0, 0, 0, 9, 9], (0, 0, 9))],
)
def test_quarters_of_a_sample(values, quarters):
    counts = np.bincount(values)
    assert tuple(quantile(counts, part) for part in (0.25, 0.5, 0.75)) == quarters
    assert math.isnan(quantile(np.zeros(3, np.int64), 0.5))


def test_variants_can_be_left_out(result):
    shown = result.showing(["treated"])
    assert shown.table().equals(result.table().query("variant == 'treated'").reset_index(drop=True))
    assert shown.courses.equals(result.courses.query("variant == 'treated'").reset_index(drop=True))


@pytest.mark.parametrize("name", HOSTILE)
def test_names_survive(name):
    fighters = {name: FIGHTER, "rat": FIGHTER}
    made = study(fighters=fighters, campaign={"heroes": [name], "days": [[name, "rat"]]}, variants=[{"name": name}])
    found = run_campaign(made, duels=3)
    assert set(found.table()["hero"]) == set(found.courses["hero"]) == set(found.table()["variant"]) == {name}
    assert found.hp()["opponent"].tolist() == [name, "rat"]
    assert all("\n" not in line for line in trace_campaign(made).lines())


def test_a_trace_tells_the_same_campaign(result):
    outcomes, courses = result.outcomes, result.courses
    for number in range(20):
        traced = trace_campaign(study(), hero="bob", variant="treated", campaign=number)
        key = {"hero": "bob", "variant": "treated", "campaign": number}
        (own,) = outcomes[(outcomes[list(key)] == list(key.values())).all(axis=1)].to_dict("records")
        assert traced.outcome.end == own["end"]
        fights = courses[(courses[list(key)] == list(key.values())).all(axis=1)]
        assert [fight.hp_end for fight in traced.outcome.fights] == fights["hp_end"].tolist()
        lines = list(traced.lines())
        assert lines[0] == f"bob, treated, campaign {number}, seed 4"
        assert [line for line in lines if line.startswith("Fight")][::2] == [
            f"Fight {place}: bob with {fight.hp_start} of 60 HP against rat  [R10.2]"
            for place, fight in enumerate(traced.outcome.fights, start=1)
        ]


def test_a_trace_tells_of_nights_wounds_and_zombies():
    undead = {**FIGHTER, "skill": 500, "mp": 10, "vitality": 30, "statuses": {"zombie": {}}}
    days = [["rat"], *["rest"] * 8, ["rat"]]
    made = study(
        fighters={"ann": undead, "rat": {"hp": 1, "skill": 0}}, campaign={"heroes": ["ann"], "days": days}, variants=[]
    )
    lines = list(trace_campaign(made).lines())
    assert lines[2] == "Fight 1: ann with 60 of 60 HP, 10 of 10 MP, zombie against rat  [R10.2]"
    assert "Day 2: a day of rest" in lines
    assert "  ann is a Zombie: Vitality 30 -> 6  [R9.5]" in lines
    assert "  ann is a Zombie: Vitality 6 -> 0  [R9.5]" in lines
    assert lines[-1].startswith("The campaign is over: his Vitality is used up")


@pytest.mark.parametrize(
    ("call", "key"),
    [
        (lambda: run_campaign("road"), "study"),
        (lambda: run_campaign(study(), duels=0), "duels"),
        (lambda: run_campaign(study(), seed=-1), "seed"),
        (lambda: run_campaign(study(), keep=-1), "keep"),
        (lambda: run_campaign(study(), keep=True), "keep"),
        (lambda: run_campaign(study(), workers=0), "workers"),
        (lambda: run_campaign(study(), lanes=0), "lanes"),
        (lambda: run_campaign(study(), executor="me"), "executor"),
        (lambda: run(study()), "campaign"),
        (lambda: trace_campaign(study(), hero="Ann"), "hero"),
        (lambda: trace_campaign(study(), variant="treat"), "variant"),
        (lambda: trace_campaign(study(), campaign=-1), "campaign"),
        (lambda: trace_campaign(study(seed=None)), "seed"),
    ],
)
def test_what_is_wrong_is_named(call, key):
    with pytest.raises(InputError) as raised:
        call()
    assert raised.value.key == key


def test_a_run_of_duels_refuses_a_campaign_before_it_makes_a_folder(tmp_path):
    with pytest.raises(InputError, match="this study is a campaign"):
        run(study(), out=tmp_path / "road")
    assert not list(tmp_path.iterdir())


def test_a_confidence_out_of_range_is_refused(result):
    for name in FRAMES:
        with pytest.raises(InputError, match="is no confidence"):
            getattr(result, name)(1.5)
