"""A new result against a saved one: what changed in the outcomes, and what in the question."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from zodiac_sim.errors import InputError, shown
from zodiac_sim.lab.compare import framed
from zodiac_sim.lab.differences import Estimate, Family, independent, told
from zodiac_sim.lab.intervals import check_confidence
from zodiac_sim.lab.quantities import QUANTITIES, Margin, Source, chosen_margins, known_quantities
from zodiac_sim.lab.result import Result
from zodiac_sim.lab.summary import COUNT_NAMES, Row, scenario_columns
from zodiac_sim.rules.checked import key_path
from zodiac_sim.rules.diff import diff
from zodiac_sim.study.scenarios import Scenario, value_text

if TYPE_CHECKING:
    import pandas as pd

Key: TypeAlias = tuple[tuple[tuple[str, ...], tuple[str, ...]], int, str]

TOLD_APART = ("rules", "duels", "seed")  # of a study; they are told by other means than as its data
SAME_DUELS = Estimate(0.0, 0.0, 0.0, 1.0)


class Input(NamedTuple):
    """One thing that differs in what two results were asked: its name and both values in words, None for nothing."""

    key: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A new result against a baseline.

    Attributes
    ----------
    rows : list of dict
        One for each quantity of each matchup and variant that both have, new − baseline: ``matchup, a, b, variant,
        quantity, baseline_duels, duels, baseline_value, value, difference, difference_low, difference_high, p_value,
        margin, verdict, within_margin, duels_needed, same_duels``. The matchup's number is that of the new result.
    family : Family
        How many comparisons hold together, and how.
    inputs : tuple of Input
        What changed in the question: rules, fighters, matchups, variants, seed, duels, version.
    only_in_baseline, only_in_new : tuple of str
        Matchups and variants that have no counterpart.
    """

    rows: list[Row]
    family: Family
    inputs: tuple[Input, ...]
    only_in_baseline: tuple[str, ...]
    only_in_new: tuple[str, ...]

    @property
    def frame(self) -> pd.DataFrame:
        """The rows as a frame."""
        return framed(self.rows, self.family)

    @property
    def note(self) -> str:
        """How the samples are taken, and how the comparisons are corrected."""
        same = " (the very same duels differ in nothing)" if any(row["same_duels"] for row in self.rows) else ""
        return f"New result minus baseline, their duels taken as independent samples{same}; {self.family.note()}"


def compare(
    baseline: Result,
    new: Result,
    *,
    quantities: Sequence[str] | None = None,
    confidence: float = 0.95,
    margin: Margin = None,
) -> Comparison:
    """Compare a new result with a saved one.

    Matchups are matched by the names of both sides, variants by name. The samples are taken as independent, so that
    intervals are on the wide side where both have the same seed; but the very same duels differ in nothing.

    Parameters
    ----------
    baseline, new : Result
    quantities, confidence, margin
        As for :func:`zodiac_sim.lab.compare.compared`.

    Returns
    -------
    Comparison

    Raises
    ------
    InputError
        If one is no result, they have no matchup and variant in common, or an option is out of range.
    """
    for key, given in (("baseline", baseline), ("new", new)):
        if not isinstance(given, Result):
            raise InputError(f"{shown(given)} is no result; load_result reads one from a folder", key=key)
    check_confidence(confidence)
    names = QUANTITIES if quantities is None else known_quantities(quantities)
    margins = chosen_margins(margin)
    before, after = (_numbers(result) for result in (baseline, new))
    common = [(before[key], number) for key, number in after.items() if key in before]
    if not common:
        raise InputError("it has no matchup and variant in common with the new result", key="baseline")
    family = Family(confidence, len(common) * len(names))
    rows = [
        row for pair in common for row in _rows(baseline, new, pair, {name: margins[name] for name in names}, family)
    ]
    return Comparison(
        rows=rows,
        family=family,
        inputs=tuple(_inputs(baseline, new)),
        only_in_baseline=tuple(_told(key) for key in before if key not in after),
        only_in_new=tuple(_told(key) for key in after if key not in before),
    )


def _numbers(result: Result) -> dict[Key, int]:
    """Return the numbers of a result's scenarios by what they are called."""
    return {(each.names, each.repeat, each.variant): number for number, each in enumerate(result.study.scenarios)}


def _told(key: Key) -> str:
    (a, b), repeat, variant = key
    again = f" ({repeat + 1})" if repeat else ""
    return f"{', '.join(a)} against {', '.join(b)}{again}, {variant}"


def _rows(
    baseline: Result, new: Result, pair: tuple[int, int], margins: Mapping[str, float], family: Family
) -> Iterator[Row]:
    scenario: Scenario = new.study.scenarios[pair[1]]
    one, other = Source(baseline.scenario_tallies[pair[0]]), Source(new.scenario_tallies[pair[1]])
    same = _same_duels(baseline, new, pair)
    for name, margin in margins.items():
        x, y = one.of(name), other.of(name)
        estimate = SAME_DUELS if same else independent([(x, y)], family)
        yield {
            **scenario_columns(scenario),
            "quantity": name,
            "baseline_duels": x.n,
            "duels": y.n,
            "baseline_value": math.nan if x.mean is None else x.mean,
            "value": math.nan if y.mean is None else y.mean,
            **told(estimate.share() if name in COUNT_NAMES else estimate, min(x.n, y.n), margin, family),
            "same_duels": same,
        }


def _same_duels(baseline: Result, new: Result, pair: tuple[int, int]) -> bool:
    """Whether two scenarios are one and the same run."""
    before, after = baseline.study.scenarios[pair[0]], new.study.scenarios[pair[1]]
    made = [(result.seed, result.version, result.ranges) for result in (baseline, new)]
    duels = [result.scenario_tallies[number].duels for result, number in zip((baseline, new), pair, strict=True)]
    asked = [(each.sides, each.rules) for each in (before, after)]
    return made[0] == made[1] and duels[0] == duels[1] > 0 and asked[0] == asked[1]


def _inputs(baseline: Result, new: Result) -> Iterator[Input]:
    """Yield what differs in what two results were asked."""
    for change in diff(baseline.study.ruleset, new.study.ruleset):
        yield Input(f"rules.{change.key}", change.old, change.new)
    before, after = (dict(_flat(result)) for result in (baseline, new))
    for key in {**before, **after}:
        if before.get(key) != after.get(key):
            yield Input(key, before.get(key), after.get(key))


def _flat(result: Result) -> Iterator[tuple[str, str]]:
    """Yield the values of a result's study by dotted name, in words."""
    for key, value in result.study.data().items():
        if key not in TOLD_APART:
            yield from _leaves((key,), value)
    yield "duels", f"{min(tally.duels for tally in result.scenario_tallies):,}"
    yield "seed", str(result.seed)
    yield "version", result.version


def _leaves(path: tuple[int | str, ...], value: Any) -> Iterator[tuple[str, str]]:
    parts: Any = ()
    if isinstance(value, Mapping):
        parts = value.items()
    elif isinstance(value, list | tuple):
        parts = enumerate(value)
    else:
        yield key_path(path), value_text(value)
    yield from itertools.chain.from_iterable(_leaves((*path, name), part) for name, part in parts)
