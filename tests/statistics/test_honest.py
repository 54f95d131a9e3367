"""What intervals, verdicts and stopping promise, measured on duels whose truth is known from their exact law.

Each check says how likely it fails though all is as it should be, had its seeds been drawn afresh.
"""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from tests.exact.test_duel_law import Side, law
from tests.lab.test_stopping import covered
from zodiac_sim.engine.pairing import Pairing
from zodiac_sim.engine.tally import Tally
from zodiac_sim.lab.differences import Family, independent, paired
from zodiac_sim.lab.quantities import ALL_MATCHUPS, QUANTITIES, WINS, Source
from zodiac_sim.lab.run import run
from zodiac_sim.lab.stopping import looks, widest, won
from zodiac_sim.study.study import Study, load_study, make_study

pytestmark = pytest.mark.verify

FALSE_ALARM = 1e-6  # of each check
EQUAL = Side(hp=9, skill=60, strength=1, speed=3, dice=(1, 4, 0), kind="melee")
BETTER = replace(EQUAL, skill=61)  # by 1 point of the wins
STRONG = Side(hp=5, skill=90, dice=(1, 6, 0), kind="melee")
OTHER = replace(EQUAL, skill=54, strength=2, dice=(1, 3, 0))  # too, by hitting less often and harder
WEAK = Side(hp=2, skill=60, dice=(1, 2, 0), kind="melee")
UNEQUAL = {  # about how often a wins, and a target
    "0.3 %": (WEAK, STRONG, 0.003),
    "1 %": (replace(WEAK, hp=4, skill=50), STRONG, 0.004),
    "5 %": (replace(WEAK, skill=100), replace(STRONG, hp=4), 0.006),
    "50 %": (EQUAL, EQUAL, 0.01),
}


def wins(a: Side, b: Side) -> float:
    """The exact share of duels that a wins."""
    exact = law(a, b)
    ends = zip(exact.keys(), exact.probabilities(), strict=True)
    return float(sum(share for end, share in ends if end[0] == "a"))


def duel(a: Side, b: Side, **fields) -> Study:
    """A study of one matchup."""
    return make_study(
        {"fighters": {"a": a.data(), "b": b.data()}, "matchups": [{"a": "a", "b": "b"}], "seed": 1, **fields}
    )


@pytest.mark.parametrize("rate", [0.003, 0.01, 0.05, 0.5])
def test_stopping_at_a_target_covers_the_truth_at_any_target(rate, measured):
    """Exactly, no sample: 94 % at the targets people name; the saw teeth of whole counts go no deeper than 93.7 %."""
    targets = np.geomspace(0.02, 0.001, 60)
    found = [covered(rate, target, limit=300_000) for target in targets]
    measured(
        f"stopping, true rate {100 * rate:g} %, {len(targets)} targets from 2 to 0.1 points: 95 % intervals cover "
        f"{100 * np.mean(found):.2f} % on average, {100 * min(found):.2f} % at the worst target (exact)"
    )
    assert np.mean(found) >= 0.945
    assert min(found) >= 0.937


@pytest.mark.parametrize("rate", UNEQUAL)
def test_duels_that_stop_at_a_target_cover_the_truth(rate, measured):
    """From dice to the table, 1,000 runs each: fails with 1e-6 or less where 94 % or more are covered."""
    runs, (a, b, target) = 1_000, UNEQUAL[rate]
    made, truth = duel(a, b, duels=200_000), wins(a, b)
    held, duels = [], []
    for seed in range(runs):
        (row,) = run(made, seed=seed, keep=0, target_error=target).rows()
        held.append(row["rate_a_low"] <= truth <= row["rate_a_high"])
        duels.append(row["duels"])
    measured(
        f"stopping, duels won in {100 * truth:.3f} % (exact law), target {100 * target:g} points: {runs:,} runs of "
        f"{np.mean(duels):,.0f} duels on average cover it in {100 * np.mean(held):.1f} %"
    )
    assert sum(held) >= stats.binom.ppf(FALSE_ALARM, runs, 0.94)


@pytest.mark.parametrize(("gain", "loss"), [(0.01, 0.005), (0.03, 0.03), (0.25, 0.24)])
def test_differences_of_runs_that_stop_at_a_target_cover_the_truth(gain, loss, measured):
    """20,000 runs: below 94 % with 1e-6 or less where 95 % are covered (0.154 points are one standard error)."""
    runs, target, family = 20_000, 0.01, Family(0.95, 2)
    dice, held, duels = np.random.default_rng(12), 0, 0
    for _ in range(runs):
        counts = np.zeros((4, 4), np.int64)
        before = 0
        for n in looks(100_000):
            new = dice.multinomial(n - before, [0.1, gain, loss, 0.9 - gain - loss])
            counts[[0, 1, 0, 1], [0, 0, 1, 1]] += new
            before = n
            tallies = [Tally(n, {"rounds": counts.sum(axis=axis)[:, None]}) for axis in (1, 0)]
            if widest(tallies, {(0, 1): Pairing(counts, {})}) <= target:
                break
        duels += before
        held += holds(counts, gain - loss, family)
    measured(
        f"stopping, true difference {100 * (gain - loss):g} points, {100 * (gain + loss):g} % of winners changed, "
        f"target {100 * target:g} points: {runs:,} runs of {duels / runs:,.0f} duels on average cover the differences "
        f"of both sides together in {100 * held / runs:.2f} %"
    )
    assert held >= 0.94 * runs


def holds(counts, truth: float, family: Family) -> bool:
    """Whether the two differences of wins both hold the truth, as they promise together."""
    found = [paired([won(Pairing(counts, {}), place)], family) for place in (0, 1)]
    return found[0].low <= truth <= found[0].high and found[1].low <= -truth <= found[1].high


def test_fourteen_equal_builds_are_left_alone(measured):
    """400 studies of 91 even matchups; 45 or more are flagged with less than 1e-6 where 5 % are."""
    studies, most = 400, 44
    assert stats.binom.sf(most, studies, 0.05) < FALSE_ALARM
    names = [f"build {number}" for number in range(14)]
    pairs = [{"a": a, "b": b} for a, b in itertools.combinations(names, 2)]
    fighter = {"hp": 6, "skill": 80, "strength": 3}
    made = make_study({"fighters": dict.fromkeys(names, fighter), "matchups": pairs, "duels": 10_000})
    flagged, singly = 0, 0
    for seed in range(studies):
        found = run(made, seed=seed, keep=0).balance()
        flagged += bool(found["verdict"].str.endswith("favoured").any())
        singly += any(balanced_alone(row) for row in found.itertuples())
    measured(
        f"false alarms: of {studies} studies of 14 equal builds ({len(pairs)} matchups, 10,000 duels each) {flagged} "
        f"call any matchup uneven (5 % are {studies // 20}); uncorrected intervals would in {singly}"
    )
    assert flagged <= most


def balanced_alone(row) -> bool:
    """Whether a matchup would be called uneven by an interval of its own."""
    rate = row.rate_a + row.rate_b
    error = np.sqrt((rate - row.difference**2) / row.duels)
    return bool(abs(row.difference) > stats.norm.ppf(0.975) * error)


@pytest.mark.parametrize("better", [BETTER, OTHER], ids=["more skill", "another weapon"])
def test_a_true_difference_of_one_point_is_found(better, measured):
    """100 runs: found in 95 or fewer with less than 1e-6 where 99.85 % are; and the exact difference is covered."""
    runs, duels = 100, 200_000
    truth = wins(better, EQUAL) - wins(EQUAL, EQUAL)
    assert truth == pytest.approx(0.01, rel=0.02)
    variants = [{"name": "as it is"}, {"name": "better", "set": {"fighters.a": better.data()}}]
    made = duel(EQUAL, EQUAL, variants=variants, duels=duels)
    found, held, saved = 0, 0, []
    for seed in range(runs):
        row = run(made, seed=seed, keep=0).compare("as it is", "better").set_index("quantity").loc["wins_a"]
        found += row["verdict"] == "larger"
        held += row["difference_low"] <= truth <= row["difference_high"]
        saved.append(row["variance_saved"])
    measured(
        f"power: a true difference of {100 * truth:.3f} points (exact law) is found in {found} of {runs} runs of "
        f"{duels:,} paired duels, among {len(QUANTITIES)} comparisons held together; its interval holds the truth in "
        f"{held}; variance saved {np.mean(saved):.1f}-fold"
    )
    assert stats.binom.cdf(0.95 * runs, runs, 0.9985) < FALSE_ALARM
    assert found > 0.95 * runs
    assert held >= stats.binom.ppf(FALSE_ALARM, runs, 0.95)


def test_paired_and_unpaired_estimates_agree(measured):
    """A million duels of each: every quantity of simple against complex, once on the same dice, once on others'."""
    duels, names = 1_000_000, ("simple", "complex")
    packaged = load_study("simple-vs-complex")
    data = packaged.data()
    sets = {variant["name"]: variant for variant in data["variants"]}
    both = make_study({**data, "variants": [sets[name] for name in names]})
    frame = run(both, duels=duels, seed=31, keep=0).compare(*names).set_index(["matchup", "quantity"])
    apart = [
        run(make_study({**data, "variants": [sets[name]]}), duels=duels, seed=seed, keep=0)
        for name, seed in zip(names, (32, 33), strict=True)
    ]
    sources = [[Source(tally) for tally in each.scenario_tallies] for each in apart]
    family = Family(1 - FALSE_ALARM, len(frame))
    scores = []
    for (matchup, quantity), row in frame.iterrows():
        other = independent([tuple(source[matchup].of(quantity) for source in sources)], family)
        half = (row["difference_high"] - row["difference_low"]) / 2
        widths = np.hypot(half / Family(0.95, len(frame)).z, other.half / family.z)
        scores.append(abs(row["difference"] - other.value) / widths)
    measured(
        f"paired and unpaired estimates of {len(frame)} differences over {duels:,} duels: the farthest apart are "
        f"{max(scores):.2f} standard errors apart (limit {family.z:.2f})"
    )
    assert max(scores) < family.z


def test_the_variance_that_pairing_saves(measured):
    """Of the packaged study: at least 1.8-fold on the win rate, as the mean over its matchups that its report tells."""
    made = run(load_study("simple-vs-complex"), seed=34, duels=200_000, keep=0)
    frame = made.compare("simple", "complex", overall=True).set_index(["quantity", "matchup"])["variance_saved"]
    for quantity in QUANTITIES:
        *each, over = frame.loc[quantity]
        matchups = ", ".join("same" if np.isnan(saved) else f"{saved:.1f}" for saved in each)
        if not np.isnan(over):
            measured(f"variance saved, {quantity}: {over:.2f}-fold over all matchups (by matchup {matchups})")
    assert min(frame.loc[name, ALL_MATCHUPS] for name in WINS) >= 1.8
