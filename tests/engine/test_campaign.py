"""Campaigns: the fast engine against the readable twin, and what R10 says of the days and nights between fights."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy import stats

from tests.strategies import SEEDS, fighters, matchups, rules
from zodiac_sim.engine.campaign import NOT_BEGUN, Lived, live
from zodiac_sim.engine.campaign_outcome import ENDS, RESULTS, CampaignOutcome
from zodiac_sim.engine.campaign_tally import COUNTED
from zodiac_sim.engine.healing import rested, vitality_lost
from zodiac_sim.engine.keys import duel_key, matchup_key
from zodiac_sim.engine.reference import Duel, sheets_of
from zodiac_sim.engine.reference_campaign import live_campaign
from zodiac_sim.engine.reference_table import Dice
from zodiac_sim.rules.loading import load_ruleset
from zodiac_sim.study.campaign import Journey
from zodiac_sim.study.study import Study, make_study

DRAWN = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
ZODIAC = load_ruleset("zodiac")
FALSE_ALARM = 1e-9  # chance that a correct engine fails, had the seed been drawn afresh
FIGHTER = {"hp": 40, "skill": 80, "strength": 6, "weapon": {"dice": "1d6"}}


def journey(*, hero: dict[str, Any] = FIGHTER, foe: dict[str, Any] = FIGHTER, rules: Any = None, **campaign: Any):
    """A hero against the same foe, on the days that are given."""
    study = {"fighters": {"hero": hero, "foe": foe}, "campaign": {"heroes": ["hero"], **campaign}}
    (made,) = make_study({**study, "rules": rules or {}}).journeys
    return made


# Hits hard to avoid, mostly critical, that leave HP but not limbs.
LIMBS = [{"rolls": 1, "drop": True}, {"rolls": 2, "accuracy": -30}, {"rolls": 3, "unusable": True, "accuracy": -50}]
MAIMING = {"die": 3, "rows": LIMBS}
BITING = {"skill": 110, "luck": 200, "strength": 0, "weapon": {"dice": "1d1"}, "policy": "attack", "statuses": {}}


@st.composite
def campaigns(draw: st.DrawFn, *, magic: bool) -> Study:
    """A hero who often comes through a fight: foes have few HP, or rounds are few."""
    changes: dict[str, Any] = draw(rules(magic=magic))
    changes["healing"] = {name: draw(st.sampled_from([0, 1, 10, 33, 100])) for name in ("rest", "light")}
    changes["max_rounds"] = draw(st.integers(1, 12))
    changes["zombie_days"] = draw(st.integers(0, 3))
    changes["zombie_vitality"] = draw(st.sampled_from([0, 1, 1, 2]))
    changes["criticals"] = draw(st.sampled_from(["double", "simple", "complex", "complex", "complex"]))
    if "locations" not in changes:
        changes["complex_tables.arm"] = MAIMING
    hero = draw(fighters(magic=magic)) | {"hp": draw(st.integers(30, 150))}
    if draw(st.booleans()):
        hero |= {"weapon": {"dice": "1d6"}, "shield": {"evade": 15}, "policy": "attack", "skill": 70}
    if magic and draw(st.booleans()):
        hero["statuses"] = {**hero.get("statuses", {}), "zombie": draw(st.sampled_from([{}, {"turns": 3}]))}
        hero["vitality"] = draw(st.sampled_from([4, 30, 60, 100]))
    foes = {name: draw(fighters(magic=magic)) | {"hp": draw(st.integers(1, 15))} for name in ("rat", "wölf")}
    foes["rat"] |= BITING

    def fight() -> dict[str, Any]:
        drawn = draw(matchups("hero", draw(st.sampled_from(["rat", "wölf", "hero"])), magic=magic))
        return {"opponent": drawn.pop("b"), **{name: drawn[name] for name in drawn if name != "a"}}

    quiet = st.lists(st.sampled_from(["rest", "light"]), max_size=2)
    days: list[Any] = [*draw(quiet), [fight()], *draw(quiet), [fight(), fight()], *draw(quiet)]
    campaign = {"heroes": ["hero"], "days": days, "times": draw(st.integers(1, 2))}
    campaign["wounds"] = draw(st.sampled_from(["treated", "carry"]))
    variant = {"name": "drawn", "set": {f"rules.{key}": value for key, value in changes.items()}}
    study = {"fighters": {"hero": hero, **foes}, "campaign": campaign, "variants": [variant]}
    return make_study(study)


def row_of(outcome: CampaignOutcome, fights: int) -> dict[str, Any]:
    """An outcome of the twin as the engine keeps it."""
    missing = fights - len(outcome.fights)
    return {
        "end": ENDS.index(outcome.end),
        "hp_left": outcome.hp_left,
        **{name: getattr(outcome, name) for name in COUNTED},
        "result": [RESULTS.index(fight.result) for fight in outcome.fights] + [NOT_BEGUN] * missing,
        "hp_start": [fight.hp_start for fight in outcome.fights] + [0] * missing,
        "hp_end": [fight.hp_end for fight in outcome.fights] + [0] * missing,
    }


def demand_agreement(made: Journey, seed: int, first: int, campaigns: int, lanes: int) -> Lived:
    lived = live(made, seed, first, campaigns, keep=campaigns, lanes=lanes)
    for number in range(campaigns):
        slow = row_of(live_campaign(made, seed, first + number), len(made.fights))
        fast = {name: values[number].tolist() for name, values in lived.kept.items()}
        assert fast == slow, f"campaign {first + number} of seed {seed}"
    return lived


@settings(DRAWN, max_examples=30)
@given(campaigns(magic=False), SEEDS, st.sampled_from([0, 10**9]), st.sampled_from([5, 1000]))
def test_engine_and_twin_agree_on_every_campaign(study: Study, seed: int, first: int, lanes: int):
    demand_agreement(study.journeys[0], seed, first, 10, lanes)


@settings(DRAWN, max_examples=50)
@given(campaigns(magic=True), SEEDS, st.sampled_from([0, 10**9]), st.sampled_from([5, 1000]))
def test_engine_and_twin_agree_on_every_campaign_with_magic(study: Study, seed: int, first: int, lanes: int):
    """MP, spells, items, meters, curses and Zombies go on from fight to fight, the rest ends."""
    demand_agreement(study.journeys[0], seed, first, 10, lanes)


@pytest.mark.parametrize("percent", [0, 1, 10, 20, 33, 100])
def test_r10_1_a_day_gives_back_whole_points_and_never_more_than_the_maximum(percent):
    """20 % of 58 HP are 11, not 11.6; whoever lacks less gets less."""
    for most in (0, 1, 4, 5, 58, 255, 30_000):
        now = np.unique(np.linspace(0, most, 300).astype(np.int16))
        gain = int(most * percent / 100 + 1e-9)
        assert rested(now, most, percent).tolist() == [min(most, each + gain) for each in now.tolist()]
        assert rested(now, most, percent).dtype == now.dtype


def test_r10_1_the_day_between_two_fights_is_seen_in_hp():
    """Rest 20 %, light activity 10 %, and nothing on a day with a fight."""
    made = journey(hero={**FIGHTER, "hp": 58, "skill": 95}, days=[["foe", "foe"], "rest", ["foe"], "light", ["foe"]])
    kept = live(made, 1, 0, 2000, 2000).kept
    for place, gain in ((1, 0), (2, 58 * 20 // 100), (3, 58 * 10 // 100)):
        begun = kept["result"][:, place] != NOT_BEGUN
        before, after = kept["hp_end"][begun, place - 1], kept["hp_start"][begun, place]
        assert begun.sum() > 50
        assert (after == np.minimum(58, before + gain)).all()


def test_a_campaign_of_one_fight_is_that_duel():
    made = journey(days=[["foe"]])
    (scenario,) = made.fights
    key = matchup_key(5, scenario.names, fight=1)
    duels = [Duel(sheets_of(scenario), Dice(duel_key(key, number))).play() for number in range(300)]
    kept = live(made, 5, 0, 300, 300).kept
    assert [RESULTS[result] for result in kept["result"][:, 0].tolist()] == [
        "won"
        if duel.winner == "a"
        else "dead"
        if duel.fighters[0].deaths
        else {"b": "defeated", "draw": "draw"}[duel.winner]
        for duel in duels
    ]
    assert kept["hp_end"][:, 0].tolist() == [duel.fighters[0].hp_left for duel in duels]


def test_treated_and_rested_to_the_full_every_fight_is_like_the_first():
    """Each fight is then won with the same chance, whatever came before: nothing may be carried on unseen."""
    n = 40_000
    made = journey(
        rules={"criticals": "complex", "bleeding": "critical", "healing": {"rest": 100, "light": 0}},
        hero={**FIGHTER, "hp": 55, "luck": 10, "shield": {"evade": 5}},
        foe={**FIGHTER, "luck": 20},
        days=[["foe"], "rest"],
        times=5,
    )
    counts = live(made, 3, 0, n).tally.counts
    begun, won = counts["result"].sum(axis=1), counts["result"][:, RESULTS.index("won")]
    assert counts["hp_start"][:, 55].tolist() == begun.tolist()
    rate = won.sum() / begun.sum()
    excess = (won - begun * rate) / np.sqrt(begun * rate * (1 - rate))
    assert begun[4] > 1000
    assert (np.abs(excess) < stats.norm.isf(FALSE_ALARM / 2 / len(won))).all()


HARMLESS = {"hp": 1, "skill": 0, "policy": [{"do": "guard"}]}


@pytest.mark.parametrize(("vitality", "days_lived"), [(0, 8), (24, 8), (25, 9), (48, 9), (49, 10), (255, 12)])
def test_r9_5_a_zombie_wastes_away_after_a_week(vitality, days_lived):
    """From the eighth day on each hour costs 1 Vitality: 24 a day; at 0 the campaign is over."""
    hero = {**FIGHTER, "skill": 500, "vitality": vitality, "statuses": {"zombie": {}}}
    made = journey(hero=hero, foe=HARMLESS, days=[["foe"], "rest", "light"], times=4)
    assert made.rules.zombie_days == 7
    lived = demand_agreement(made, 1, 0, 5, lanes=5)
    assert set(lived.kept["days_lived"].tolist()) == {days_lived}
    assert {ENDS[end] for end in lived.kept["end"].tolist()} == {"survived" if days_lived == 12 else "undead"}


def test_r10_2_zombie_goes_on_until_it_is_cured():
    """Its three turns are not over when the first fight is; from then on nothing counts them."""
    hero = {**FIGHTER, "skill": 500, "strength": 4, "weapon": {"dice": "1d1"}, "vitality": 30}
    hero["statuses"] = {"zombie": {"turns": 3}}
    made = journey(hero=hero, foe={**HARMLESS, "hp": 5}, days=[["foe"], "rest", "light"], times=4)
    lived = demand_agreement(made, 1, 0, 5, lanes=5)
    assert {ENDS[end] for end in lived.kept["end"].tolist()} == {"undead"}


def test_r9_5_who_is_bitten_wanes_and_who_is_not_does_not():
    foe = {**FIGHTER, "skill": 50, "strength": 10, "weapon": {"dice": "1d6", "statuses": {"zombie": {"chance": 12}}}}
    made = journey(
        hero={**FIGHTER, "hp": 42, "vitality": 10}, foe=foe, rules={"zombie_days": 1}, days=[["foe"], "rest"], times=4
    )
    kept = demand_agreement(made, 1, 0, 150, lanes=150).kept
    assert {"undead", "survived", "defeated"} <= {ENDS[end] for end in kept["end"].tolist()}


def test_r10_1_mp_come_back_too():
    """A spell wins each fight; after two there are no MP for a third, but for those of a day of rest."""
    hero = {"hp": 40, "skill": -100, "mp": 10, "spells": ["fire"], "policy": [{"do": "cast:fire"}, {"do": "guard"}]}
    rules = {"max_rounds": 3, "healing": {"rest": 50, "light": 40}}
    for day, expected in (("rest", "won"), ("light", "retreated")):
        made = journey(hero=hero, foe=HARMLESS, rules=rules, days=[["foe", "foe"], day, ["foe"]])
        kept = demand_agreement(made, 1, 0, 10, lanes=10).kept
        assert [{RESULTS[each] for each in own} for own in kept["result"].T.tolist()] == [{"won"}, {"won"}, {expected}]


def test_r10_2_items_and_the_limit_meter_go_on():
    """One potion is drunk once; HP lost in the first fight make the Limit of the second."""
    policy = [{"do": "item:potion"}, {"do": "limit"}, {"do": "guard"}]
    hero = {"hp": 100, "skill": 500, "weapon": {"dice": "1d1"}, "items": {"potion": 1}, "policy": policy}
    foe = {"hp": 3, "skill": 500, "weapon": {"dice": "1d1+29"}}
    rules = {"max_rounds": 1, "limit_full": 30, "healing": {"rest": 0, "light": 100}}
    made = journey(hero=hero, foe=foe, rules=rules, days=[["foe"], "light", ["foe"]])
    kept = demand_agreement(made, 1, 0, 10, lanes=10).kept
    assert [{RESULTS[each] for each in own} for own in kept["result"].T.tolist()] == [{"retreated"}, {"won"}]


def test_r10_2_lost_limbs_and_what_they_held_are_missed_in_later_fights():
    rules = {"criticals": "complex", "complex_tables": {"arm": MAIMING}}
    hero = {**FIGHTER, "hp": 150, "shield": {"evade": 30}, "weapon": {"dice": "1d20"}}
    hp = {}
    for wounds in ("treated", "carry"):
        made = journey(hero=hero, foe={**BITING, "hp": 40}, rules=rules, days=[["foe"], "rest"], times=4, wounds=wounds)
        hp[wounds] = demand_agreement(made, 1, 0, 40, lanes=40).kept["hp_start"][:, 3].mean()
    assert hp["carry"] < hp["treated"] - 5


def test_r9_5_vitality_is_gone_for_good_when_the_zombie_is_cured():
    """After two days it has cost 48; the three turns of Zombie are over in the first fight."""
    hero = {**FIGHTER, "hp": 200, "vitality": 50, "statuses": {"zombie": {"turns": 3}}}
    foe = {**FIGHTER, "strength": 20}
    for zombie_days in (0, 9):
        rules = {"zombie_days": zombie_days}
        made = journey(hero=hero, foe=foe, rules=rules, days=["rest", "rest", ["foe"], ["foe"]])
        kept = demand_agreement(made, 1, 0, 20, lanes=20).kept
        lost = 200 - kept["hp_end"][:, 0].mean()
        assert (lost > 60) == (zombie_days == 0)


def test_r9_5_days_before_the_change_cost_nothing():
    assert vitality_lost(np.arange(6, 11), ZODIAC).tolist() == [0, 0, 24, 48, 72]


def test_how_campaigns_are_cut_changes_no_number():
    made = journey(rules={"criticals": "complex", "bleeding": "injury"}, days=[["foe"], "rest", ["foe"]])
    whole = live(made, 9, 3, 500, 40)
    parts = [live(made, 9, first, 50, 7, lanes=33) for first in range(453, 0, -50)]
    total = parts[0].tally
    for part in parts[1:]:
        total.add(part.tally)
    for name, counts in whole.tally.counts.items():
        assert counts.dtype == total.counts[name].dtype == np.int64
        assert (counts == total.counts[name]).all()
    assert {name: values[:7].tolist() for name, values in whole.kept.items()} == {
        name: values.tolist() for name, values in parts[-1].kept.items()
    }


def test_counts_are_those_of_the_single_campaigns():
    made = journey(hero={**FIGHTER, "hp": 80}, days=[["foe"], "light", ["foe"]], times=2)
    lived = live(made, 2, 0, 400, 400)
    counts, kept = lived.tally.counts, lived.kept
    assert lived.tally.campaigns == 400
    for name in ("end", *COUNTED):
        assert counts[name].tolist() == np.bincount(kept[name], minlength=len(counts[name])).tolist()
    for place in range(4):
        begun = kept["result"][:, place] != NOT_BEGUN
        for name in ("result", "hp_start", "hp_end"):
            values = kept[name][begun, place]
            assert counts[name][place].tolist() == np.bincount(values, minlength=counts[name].shape[1]).tolist()
