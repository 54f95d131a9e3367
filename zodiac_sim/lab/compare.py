"""Variants compared duel by duel on the same dice: every quantity with its difference, interval and verdict."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from zodiac_sim.engine.pairing import Pair, Pairing
from zodiac_sim.errors import InputError, shown
from zodiac_sim.lab.differences import Family, paired, told
from zodiac_sim.lab.intervals import check_confidence, wilson
from zodiac_sim.lab.jobs import ALL_PAIRED
from zodiac_sim.lab.quantities import ALL_MATCHUPS, QUANTITIES, Margin, Source, chosen_margins, known_quantities
from zodiac_sim.lab.summary import COUNT_NAMES, Moments, Row, scenario_columns

if TYPE_CHECKING:
    import pandas as pd

    from zodiac_sim.lab.result import Result

TEXTS = ("a", "b", "baseline", "variant", "quantity", "verdict")
WHOLE = ("matchup", "baseline_duels", "duels", "within_margin", "duels_needed", "same_duels")
KEPT_WITHOUT = "the result was kept without pairs"


def framed(rows: Sequence[Row], family: Family) -> pd.DataFrame:
    """Return rows that tell of differences as a frame; its ``attrs["note"]`` tells how they are corrected."""
    import pandas as pd

    frame = pd.DataFrame(rows)
    numbers = dict.fromkeys(frame.columns.difference([*TEXTS, *WHOLE]), float)
    frame = frame.astype({**numbers, "duels_needed": "Int64"})
    frame.attrs = {"confidence": family.confidence, "comparisons": family.comparisons, "note": family.note()}
    return frame


def compared(
    result: Result,
    first: str | None = None,
    second: str | None = None,
    *,
    quantities: Sequence[str] | None = None,
    confidence: float = 0.95,
    margin: Margin = None,
    overall: bool = False,
) -> tuple[list[Row], Family]:
    """Compare variants duel by duel.

    Parameters
    ----------
    result : Result
    first, second : str, optional
        A baseline and what is compared with it; without ``second`` all others; without both every pair of variants
        that was paired.
    quantities : sequence of str, optional
        Some of ``QUANTITIES``, all by default: ``wins_a, wins_b, draws, unresolved`` as shares of duels, and the mean
        of every quantity of a duel.
    confidence : float
        At which all rows hold together.
    margin : float or mapping of str to float, optional
        Differences that matter to nobody: one for the shares, or one by quantity. By default 0.01 (1 percentage
        point) for shares, for the others ``MARGINS``.
    overall : bool
        Whether rows of the plain mean over all matchups follow (matchup −1), where there are several.

    Returns
    -------
    list of dict
        A row for each matchup, pair and quantity: ``matchup, a, b, baseline, variant, quantity, duels, baseline_value,
        value, difference, difference_low, difference_high, p_value, margin, verdict, within_margin, duels_needed,
        changed, changed_low, changed_high, variance_saved``. ``difference`` is variant − baseline; ``duels_needed`` are
        those of each matchup and variant. ``changed`` is the share of duels with another winner, its own interval not
        corrected (Wilson). ``variance_saved`` is the variance that unpaired runs would have, as a multiple; None where
        undefined.
    Family
        How many comparisons hold together, and how.

    Raises
    ------
    InputError
        If there is no such variant or quantity, the two were not paired, or an option is out of range.
    """
    check_confidence(confidence)
    names = QUANTITIES if quantities is None else known_quantities(quantities)
    margins = chosen_margins(margin)
    groups = _groups(result, _pairs(result, first, second), overall)
    family = Family(confidence, len(groups) * len(names))
    return rows_of_pairs(result, groups, names, margins, family), family


def rows_of_pairs(
    result: Result, groups: Sequence[tuple[Pair, ...]], names: Sequence[str], margins: dict[str, float], family: Family
) -> list[Row]:
    """Return the rows of :func:`compared` for scenarios, (baseline, variant) by number, those of a group together."""
    sources = [Source(tally) for tally in result.scenario_tallies]
    rows = []
    for group in groups:
        about = _about(result, group, family.confidence)
        for name in names:
            samples = [sample_of(result, sources, pair, name) for pair in group]
            rows.append(about["names"] | _figures(samples, name, margins[name], family) | about["changed"])
            rows[-1]["variance_saved"] = _variance_saved(samples)
    return rows


@dataclass(frozen=True, slots=True)
class Sample:
    """One quantity of a pair of scenarios: of the baseline, of the variant, and of their differences."""

    baseline: Moments
    variant: Moments
    difference: Moments


def _pairs(result: Result, first: str | None, second: str | None) -> list[Pair]:
    """Return the scenarios to compare, (baseline, variant) by number, matchup by matchup."""
    scenarios, names = result.study.scenarios, result.study.variant_names
    if len(names) == 1:
        raise InputError("the study has a single variant; there is nothing to compare", key="variants")
    if first is None and second is None:
        if not result.pairings:
            raise InputError(f"its variants were not compared duel by duel: {KEPT_WITHOUT}", key="result")
        return sorted(result.pairings, key=lambda pair: (scenarios[pair[0]].matchup, *pair))
    baseline = result.study.find_variant(first if first is not None else str(second), key="first")
    others = [name for name in names if name != baseline]
    if first is not None and second is not None:
        others = [result.study.find_variant(second, key="second")]
    if others == [baseline]:
        raise InputError(f"{shown(second)} is the variant it should be compared with", key="second")
    number = {(each.matchup, each.variant): place for place, each in enumerate(scenarios)}
    found = [
        (number[matchup, baseline], number[matchup, other])
        for matchup in range(len(result.study.matchups))
        for other in others
    ]
    for pair in found:
        if (min(pair), max(pair)) not in result.pairings:
            raise _unpaired(result, pair)
    return found


def _unpaired(result: Result, pair: Pair) -> InputError:
    one, other = (shown(result.study.readable().scenarios[number].variant) for number in pair)
    why = KEPT_WITHOUT
    if result.pairings:
        head = shown(result.study.readable().variant_names[0])
        why = f"of more than {ALL_PAIRED} variants each is paired with the first only, {head}"
    return InputError(f"{one} and {other} were not compared duel by duel: {why}", key="first")


def _groups(result: Result, pairs: Sequence[Pair], overall: bool) -> list[tuple[Pair, ...]]:
    """Return what is compared together: every pair alone, then, if wanted, any two variants in all matchups."""
    alone: list[tuple[Pair, ...]] = [(pair,) for pair in pairs]
    if not overall or len(result.study.matchups) == 1:
        return alone
    by_variants: dict[tuple[str, ...], list[Pair]] = {}
    for pair in pairs:
        by_variants.setdefault(tuple(result.study.scenarios[number].variant for number in pair), []).append(pair)
    return alone + [tuple(group) for group in by_variants.values()]


def sample_of(result: Result, sources: Sequence[Source], pair: Pair, name: str) -> Sample:
    """Return one quantity of a pair of scenarios, (baseline, variant), that were paired."""
    pairing = result.pairings[min(pair), max(pair)]
    x, y = (sources[number].of(name) for number in pair)
    both = _both(pairing, name)
    return Sample(x, y, Moments(x.n, y.total - x.total, x.squares + y.squares - 2 * both))


def _both(pairing: Pairing, name: str) -> int:
    """Return Σxy of a quantity: of a share, the duels in which both ended so."""
    if name in COUNT_NAMES:
        place = COUNT_NAMES.index(name)
        return int(pairing.winners[place, place])
    return pairing.products[name]


def _about(result: Result, group: Sequence[Pair], confidence: float) -> dict[str, Row]:
    """Return what all quantities of a pair share: names first, and last how many duels had another winner."""
    baseline, variant = (scenario_columns(result.study.scenarios[number]) for number in group[0])
    where = baseline if len(group) == 1 else {"matchup": ALL_MATCHUPS, "a": "", "b": ""}
    tables = [result.pairings[min(pair), max(pair)].winners for pair in group]
    duels = sum(int(table.sum()) for table in tables)
    changed = duels - sum(int(table.trace()) for table in tables)
    low, high = wilson(changed, duels, confidence)
    return {
        "names": {
            **{name: where[name] for name in ("matchup", "a", "b")},
            "baseline": baseline["variant"],
            "variant": variant["variant"],
        },
        "changed": {
            "changed": changed / duels if duels else math.nan,
            "changed_low": float(low),
            "changed_high": float(high),
        },
    }


def _figures(samples: Sequence[Sample], name: str, margin: float, family: Family) -> Row:
    estimate = paired([sample.difference for sample in samples], family, shares=name in COUNT_NAMES)
    sizes = [sample.difference.n for sample in samples]
    return {
        "quantity": name,
        "duels": sum(sizes),
        "baseline_value": _mean([sample.baseline for sample in samples]),
        "value": _mean([sample.variant for sample in samples]),
        **told(estimate.share() if name in COUNT_NAMES else estimate, min(sizes), margin, family),
    }


def _mean(samples: Sequence[Moments]) -> float:
    """Return the plain mean of the means of samples."""
    means = [math.nan if sample.mean is None else sample.mean for sample in samples]
    return math.fsum(means) / len(means)


def _variance_saved(samples: Sequence[Sample]) -> float | None:
    """Return the variance of unpaired runs as a multiple of the paired; samples of one run are of one size."""
    apart = sum(sample.baseline.spread + sample.variant.spread for sample in samples)
    together = sum(sample.difference.spread for sample in samples)
    return apart / together if together else None
