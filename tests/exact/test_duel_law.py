"""Small core duels against their exact law, built from the rules with a dice library that knows nothing of this one."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import icepool
import numpy as np
import pytest
from icepool import Die
from scipy import stats

from zodiac_sim.engine.batch import play
from zodiac_sim.study.study import make_study

FALSE_ALARM = 2e-7  # of each duel's chi-square, had the seed been drawn afresh; there are five duels
DUELS = 400_000
LEAST_EXPECTED = 8  # duels in a cell of its own; rarer ends are counted together
LAST_ROUND = 12

End = tuple[str, int, int, int]  # winner, round, HP left of a and of b


@dataclass(frozen=True, kw_only=True)
class Side:
    """One fighter, with all that a core duel asks of him."""

    hp: int
    skill: int
    evade: int = 0
    luck: int = 0
    strength: int = 0
    vitality: int = 0
    speed: int = 0
    dice: tuple[int, int, int] = (1, 3, 0)  # count, sides, plus
    kind: str = "unarmed"

    def data(self) -> dict[str, Any]:
        """The fighter as a study holds him."""
        stats = ("hp", "skill", "evade", "luck", "strength", "vitality", "speed")
        fighter: dict[str, Any] = {name: getattr(self, name) for name in stats}
        if self.kind != "unarmed":
            count, sides, plus = self.dice
            fighter["weapon"] = {"dice": f"{count}d{sides}{plus:+d}", "kind": self.kind}
        return fighter


def blow(own: Side, foe: Side, *, on_equal: bool, wider: int = 0) -> "Die[int]":
    """The HP that an attack takes (R2, R3, R4); ``wider`` is a mistake: so many numbers more are critical."""
    chance = min(max(own.skill - foe.evade, 10), 100)
    top = chance if on_equal else chance - 1
    critical_from = top - (own.luck + 1) // 2 + 1 - wider
    count, sides, plus = own.dice
    weapon = (count @ icepool.d(sides) + plus).map(lambda points: max(points, 0))

    def damage(d100: int, points: int) -> int:
        if d100 > top:
            return 0
        raw = points + (0 if own.kind == "ranged" else own.strength)
        return max(raw * (2 if d100 >= critical_from else 1) - foe.vitality, 1)

    return icepool.map(damage, icepool.d(100), weapon)


def law(a: Side, b: Side, *, on_equal: bool = True, wider: int = 0, ties: bool = True) -> "Die[End]":
    """The exact law of winner, round and HP left.

    ``ties`` = False is a mistake too: side a goes first when the totals are equal.
    """
    by_a, by_b = blow(a, b, on_equal=on_equal, wider=wider), blow(b, a, on_equal=on_equal, wider=wider)
    # Above 0 side a acts first, below 0 side b, at 0 both at once (R1.1, R1.2).
    order = (icepool.d(10) + a.speed - icepool.d(10) - b.speed).map(lambda lead: (lead > 0) - (lead < 0))
    if not ties:
        order = order.map(lambda lead: lead or 1)

    def play_round(end: End) -> "Die[End]":
        winner, number, hp_a, hp_b = end
        if winner != "unresolved":
            return Die([end])

        def after(first: int, to_b: int, to_a: int) -> End:
            left_a, left_b = max(hp_a - to_a, 0), max(hp_b - to_b, 0)
            if first > 0 and left_b == 0:
                left_a = hp_a
            if first < 0 and left_a == 0:
                left_b = hp_b
            won = {(True, True): "unresolved", (True, False): "a", (False, True): "b", (False, False): "draw"}
            return won[left_a > 0, left_b > 0], number + 1, left_a, left_b

        return icepool.map(after, order, by_a, by_b)

    play_round_once: Callable[[End], Die[End]] = cache(play_round)
    state: Die[End] = Die([("unresolved", 0, a.hp, b.hp)])
    for _ in range(LAST_ROUND):
        state = state.map(play_round_once, star=False)
    return state


DUEL_CASES: dict[str, tuple[Side, Side, bool]] = {
    "blade and worm": (
        Side(hp=9, skill=70, luck=6, strength=2, vitality=1, speed=4, dice=(1, 8, 0), kind="melee"),
        Side(hp=11, skill=60, evade=0, luck=4, strength=3, vitality=2, speed=3),
        True,
    ),
    "bow and knife": (
        Side(hp=7, skill=85, evade=20, luck=15, strength=50, vitality=0, speed=6, dice=(2, 4, -3), kind="ranged"),
        Side(hp=10, skill=95, evade=5, luck=0, strength=1, vitality=2, speed=2, dice=(1, 4, 0), kind="melee"),
        True,
    ),
    "the top number misses": (
        Side(hp=6, skill=35, luck=31, strength=1, vitality=3, speed=5, dice=(1, 6, 0), kind="melee"),
        Side(hp=6, skill=40, luck=20, strength=2, vitality=2, speed=5, dice=(1, 6, 0), kind="melee"),
        False,
    ),
    "hardly ever hit": (
        Side(hp=3, skill=5, evade=90, luck=7, strength=1, vitality=9, speed=5),
        Side(hp=4, skill=99, evade=0, luck=40, strength=0, vitality=0, speed=3),
        True,
    ),
    "equal men": (Side(hp=5, skill=100, luck=9, speed=7), Side(hp=5, skill=100, luck=9, speed=7), True),
}


@cache
def fought(case: str) -> dict[End, int]:
    """How often each end was met in play."""
    a, b, on_equal = DUEL_CASES[case]
    study = make_study(
        {
            "fighters": {"a": a.data(), "b": b.data()},
            "matchups": [{"a": "a", "b": "b"}],
            "rules": {"max_rounds": LAST_ROUND, "hit_on_equal": on_equal},
        }
    )
    (block,) = play(study.scenarios, seed=44, first_duel=0, duels=DUELS)
    rows = np.stack([block[name] for name in ("winner", "rounds", "hp_left_a", "hp_left_b")], axis=1)
    ends, counts = np.unique(rows, axis=0, return_counts=True)
    names = ("a", "b", "draw", "unresolved")
    return {(names[end[0]], *end[1:]): int(count) for end, count in zip(ends.tolist(), counts, strict=True)}


def chi_square(counts: dict[End, int], exact: "Die[End]") -> tuple[float, float]:
    """Statistic and limit of counts against a law; ends too rare for a cell of their own share one."""
    expected = {end: float(share) * DUELS for end, share in zip(exact.keys(), exact.probabilities(), strict=True)}
    common = sorted((end for end in expected if expected[end] >= LEAST_EXPECTED), key=lambda end: -expected[end])
    observed = [counts.get(end, 0) for end in common]
    wanted = [expected[end] for end in common]
    observed.append(DUELS - sum(observed))
    wanted.append(DUELS - sum(wanted))
    if wanted[-1] < LEAST_EXPECTED:
        for cells in (observed, wanted):
            cells[-2:] = [sum(cells[-2:])]
    statistic = ((np.array(observed) - wanted) ** 2 / np.array(wanted)).sum()
    return float(statistic), float(stats.chi2.isf(FALSE_ALARM, len(wanted) - 1))


@pytest.mark.parametrize("case", DUEL_CASES)
def test_duels_follow_their_exact_law(case: str):
    a, b, on_equal = DUEL_CASES[case]
    exact = law(a, b, on_equal=on_equal)
    assert set(fought(case)) <= set(exact.keys()), "an end that the rules do not allow"
    statistic, limit = chi_square(fought(case), exact)
    assert statistic < limit


@pytest.mark.parametrize("case", DUEL_CASES)
@pytest.mark.parametrize("mistake", [{"wider": 1}, {"wider": -1}, {"ties": False}], ids=str)
def test_the_smallest_wrong_rule_would_be_seen(case: str, mistake: dict[str, Any]):
    """A critical on one number more or less, or ties that go to side a: no law of these fits the same duels."""
    a, b, on_equal = DUEL_CASES[case]
    statistic, limit = chi_square(fought(case), law(a, b, on_equal=on_equal, **mistake))
    assert statistic > limit


def test_one_point_of_skill_would_be_seen():
    _, b, _ = DUEL_CASES["equal men"]
    statistic, limit = chi_square(fought("equal men"), law(replace(b, skill=99), b))
    assert statistic > limit
