"""What verdicts promise, measured on duels whose truth is known from their exact law.

Each check says how likely it fails though all is as it should be, had its seeds been drawn afresh.
"""

import itertools

import numpy as np
import pytest
from scipy import stats

from tests.statistics.known import BETTER, EQUAL, OTHER, duel, wins
from zodiac_sim.lab.differences import Family, independent
from zodiac_sim.lab.quantities import ALL_MATCHUPS, QUANTITIES, WINS, Source
from zodiac_sim.lab.run import run
from zodiac_sim.study.study import load_study, make_study

pytestmark = pytest.mark.verify

FALSE_ALARM = 1e-6  # of each check


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
