"""Results as data frames: the one place where tallies and kept duels become columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zodiac_sim.engine.outcome import WINNERS
from zodiac_sim.engine.tally import RECORDED, TALLIED, Tally
from zodiac_sim.lab.jobs import small
from zodiac_sim.lab.summary import IN_WORDS, TEXT_COLUMNS, WHOLE_COLUMNS, Row, scenario_columns
from zodiac_sim.study.study import Scenario


def summary_frame(rows: Sequence[Row]) -> pd.DataFrame:
    """Return the table of a run as a frame: counts as integers, all other figures as floats, NaN where missing."""
    frame = pd.DataFrame(rows)
    return frame.astype({str(name): float for name in frame if name not in (*TEXT_COLUMNS, *WHOLE_COLUMNS)})


def tallies_frame(scenarios: Sequence[Scenario], tallies: Sequence[Tally]) -> pd.DataFrame:
    """Return every value of every quantity that occurred, by scenario and winner, with its count.

    Returns
    -------
    DataFrame
        ``matchup, variant, winner, quantity, value, count``; ``value`` and ``count`` are int64.
    """
    parts = [np.zeros((5, 0), np.int64)]
    for number, tally in enumerate(tallies):
        for quantity, name in enumerate(TALLIED):
            counts = tally.histogram(name)
            winner, value = np.nonzero(counts)
            same = np.ones_like(value)
            parts.append(np.stack([number * same, winner, quantity * same, value, counts[winner, value]]))
    scenario, winner, quantity, value, count = np.concatenate(parts, axis=1)
    return pd.DataFrame(
        {
            "matchup": _matchups(scenarios)[scenario].astype(np.int64),
            "variant": _named([each.variant for each in scenarios], scenario),
            "winner": _category(winner, WINNERS),
            "quantity": _category(quantity, TALLIED),
            "value": value,
            "count": count,
        }
    )


def outcomes_frame(scenarios: Sequence[Scenario], kept: Sequence[Mapping[str, NDArray[Any]]]) -> pd.DataFrame:
    """Return the kept duels, one a row, scenario by scenario, in the order of their numbers.

    Returns
    -------
    DataFrame
        ``matchup, a, b, variant, duel, winner`` and every name of ``TALLIED``, in small integers; names and causes are
        categories.
    """
    sizes = [len(rows["winner"]) for rows in kept]
    scenario = np.repeat(np.arange(len(sizes)), sizes)
    columns: dict[str, Any] = {"matchup": _matchups(scenarios)[scenario]}
    for name in TEXT_COLUMNS:
        columns[name] = _named([scenario_columns(each)[name] for each in scenarios], scenario)
    columns["duel"] = small(np.concatenate([np.arange(size) for size in sizes]))
    for name in RECORDED:
        values = np.concatenate([rows[name] for rows in kept])
        columns[name] = _category(values, IN_WORDS[name]) if name in IN_WORDS else small(values)
    return pd.DataFrame(columns)


def _named(names: Sequence[str], scenario: NDArray[np.int64]) -> pd.Categorical[str]:
    """Return the name that belongs to each scenario number, as categories in the order of the study."""
    code = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return _category(np.array([code[name] for name in names])[scenario], list(code))


def _category(codes: NDArray[Any], words: Sequence[str]) -> pd.Categorical[str]:
    return pd.Categorical.from_codes(codes, pd.Index(list(words), dtype=str))


def _matchups(scenarios: Sequence[Scenario]) -> NDArray[Any]:
    return small(np.array([each.matchup for each in scenarios]))
