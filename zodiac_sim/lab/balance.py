"""Whether matchups are even: wins of one side against wins of the other, all matchups and variants held together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from zodiac_sim.lab.differences import LARGER, SAME, SMALLER, UNCLEAR, Family, paired, told
from zodiac_sim.lab.intervals import check_confidence
from zodiac_sim.lab.quantities import RATE_MARGIN, check_margin
from zodiac_sim.lab.summary import COUNT_NAMES, Moments, Row, scenario_columns

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

FAVOURED = {LARGER: "a favoured", SMALLER: "b favoured", SAME: "even", UNCLEAR: "unclear"}


def favours(row: Mapping[str, Any]) -> str:
    """Return the verdict of a row of :func:`balanced` in words, with the name of the side."""
    sides = {FAVOURED[LARGER]: row["a"], FAVOURED[SMALLER]: row["b"], FAVOURED[SAME]: "nobody"}
    return f"favours {sides[row['verdict']]}" if row["verdict"] in sides else "not enough duels to tell"


def balanced(result: Result, *, confidence: float = 0.95, margin: float | None = None) -> tuple[list[Row], Family]:
    """Tell of every matchup and variant whether it is even.

    A duel counts 1 if a won it, −1 if b did, else 0; matchups have dice of their own.

    Parameters
    ----------
    confidence : float
        At which all rows hold together: with nothing but even matchups, hardly more than 1 − ``confidence`` of the
        studies call any of them uneven.
    margin : float, optional
        The difference of the two shares of wins that matters to nobody, 0.01 (1 percentage point) by default.

    Returns
    -------
    list of dict
        ``matchup, a, b, variant, duels, rate_a, rate_b, difference, difference_low, difference_high, p_value, margin,
        verdict, within_margin, duels_needed``. ``difference`` is the share a won − that b won; verdicts are ``a
        favoured``, ``b favoured``, ``even`` (no difference larger than the margin) and ``unclear`` (not enough duels).
    Family
        How many comparisons hold together, and how.

    Raises
    ------
    InputError
        If an option is out of range.
    """
    check_confidence(confidence)
    margin = RATE_MARGIN if margin is None else check_margin(margin, COUNT_NAMES[0])
    family = Family(confidence, len(result.study.scenarios))
    rows = []
    for scenario, tally in zip(result.study.scenarios, result.scenario_tallies, strict=True):
        n = tally.duels
        wins_a, wins_b = (int(count) for count in tally.winners[:2])
        row = scenario_columns(scenario) | {"duels": n}
        row |= {"rate_a": wins_a / n if n else None, "rate_b": wins_b / n if n else None}
        row |= told(paired([Moments(n, wins_a - wins_b, wins_a + wins_b)], family).share(), n, margin, family)
        rows.append(row | {"verdict": FAVOURED[row["verdict"]]})
    return rows, family
