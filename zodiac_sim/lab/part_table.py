"""Tallies and pairings as one tidy table of Arrow, and back; only here are its columns known.

Three kinds of rows follow each other:

=========  ==============  ===========  ==========  ==============  =====================  ===========
rows of    scenario        paired_with  quantity    winner          value                  and
=========  ==============  ===========  ==========  ==============  =====================  ===========
histogram  its number      null         any         who won         of the quantity        ``count``
winners    the first's     the second   ``winner``  of the first    position of the other  ``count``
products   the first's     the second   any paired  null            null                   ``product``
=========  ==============  ===========  ==========  ==============  =====================  ===========

The winner of a pair's second scenario stands as its position in ``WINNERS``. There are no rows for what never came, but
all products. Counts are int64, products decimals of 38 digits: Σxy of a long run leaves 64 bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from zodiac_sim.engine.outcome import WINNERS
from zodiac_sim.engine.pairing import PAIRED, Pair, Pairings
from zodiac_sim.engine.tally import TALLIED, Counts, Histograms
from zodiac_sim.lab.gathered import Part, joined_ranges
from zodiac_sim.lab.jobs import Range

WORDS = pa.dictionary(pa.int32(), pa.string())
PAIR_WINNERS = "winner"
QUANTITIES = (*TALLIED, PAIR_WINNERS)
SCHEMA = pa.schema(
    [
        ("scenario", pa.int32()),
        ("paired_with", pa.int32()),
        ("quantity", WORDS),
        ("winner", WORDS),
        ("value", pa.int32()),
        ("count", pa.int64()),
        ("product", pa.decimal128(38, 0)),
    ]
)


def worded(codes: NDArray[Any], words: Iterable[str]) -> pa.DictionaryArray:
    """Return words, told by their positions in a list, as a column."""
    return pa.DictionaryArray.from_arrays(pa.array(codes, pa.int32()), pa.array(list(words), pa.string()))


def table_of(part: Part, pairs: Sequence[Pair]) -> pa.Table:
    """Return a part as a table."""
    return pa.Table.from_batches([*_histograms(part.tallies), *_pairs(part.pairings, pairs)], SCHEMA)


def part_of(table: pa.Table, ranges: Sequence[Range], scenarios: int, pairs: Sequence[Pair]) -> Part:
    """Return the part that a table holds.

    Raises
    ------
    ValueError, KeyError
        If it is no such table, or its counts do not add up.
    """
    if not table.schema.equals(SCHEMA):
        raise ValueError("other columns")
    ranges = joined_ranges(ranges)
    duels = sum(end - first for first, end in ranges)
    table = table.unify_dictionaries().combine_chunks()
    products = len(table) - len(PAIRED) * len(pairs)
    winners = table["paired_with"].null_count
    if not 0 <= winners <= products:
        raise ValueError("rows are missing")
    tallies = Histograms(duels, _read_histograms(table.slice(0, winners), scenarios))
    _check_sums(tallies)
    of_pairs = _read_winners(table.slice(winners, products - winners), pairs)
    _check_pairs(of_pairs, tallies, pairs)
    return Part(ranges, tallies, Pairings(of_pairs, _read_products(table.slice(products), pairs)))


def _batch(scenario: NDArray[Any], paired_with: Any, quantity: Any, winner: Any, **figures: Any) -> pa.RecordBatch:
    """Return rows of one kind; what is not given is null."""
    rows = len(scenario)
    columns: dict[str, Any] = {"scenario": scenario, "paired_with": paired_with, **figures}
    arrays = {name: pa.array(values, SCHEMA.field(name).type) for name, values in columns.items() if values is not None}
    arrays["quantity"] = worded(quantity, QUANTITIES)
    arrays["winner"] = worded(winner, WINNERS) if winner is not None else pa.nulls(rows, WORDS)
    return pa.record_batch([arrays.get(field.name, pa.nulls(rows, field.type)) for field in SCHEMA], schema=SCHEMA)


def _histograms(tallies: Histograms) -> Iterator[pa.RecordBatch]:
    for number, name in enumerate(TALLIED):
        counts = tallies.counts[name]
        flat = counts.reshape(-1)
        places = np.flatnonzero(flat != 0)
        group, value = _divided(places, counts.shape[-1])
        scenario, winner = _divided(group, len(WINNERS))
        yield _batch(scenario, None, np.full(len(places), number, np.int32), winner, value=value, count=flat[places])


def _divided(numbers: NDArray[Any], by: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return quotient and rest; 32 bits, where they do, take half the time."""
    small: NDArray[Any] = numbers.astype(np.uint32 if int(numbers.max(initial=0)) < 2**32 else np.int64)
    whole = small // by
    return whole.astype(np.int32), (small - whole * by).astype(np.int32)


def _pairs(pairings: Pairings, pairs: Sequence[Pair]) -> Iterator[pa.RecordBatch]:
    first, second = _ends(pairs)
    place, one, other = np.nonzero(pairings.winners)
    quantity = np.full(len(place), QUANTITIES.index(PAIR_WINNERS), np.int32)
    counts = pairings.winners[place, one, other]
    yield _batch(first[place], second[place], quantity, one, value=other, count=counts)
    for name in PAIRED:
        quantity = np.full(len(pairs), QUANTITIES.index(name), np.int32)
        yield _batch(first, second, quantity, None, product=pairings.products[name].tolist())


def _ends(pairs: Sequence[Pair]) -> tuple[NDArray[Any], NDArray[Any]]:
    first, second = np.array(pairs, np.int32).reshape(-1, 2).T
    return first, second


def _numbers(rows: pa.Table, name: str) -> NDArray[Any]:
    if rows[name].null_count:
        raise ValueError(f"numbers are missing in {name}")
    return np.asarray(rows[name].to_numpy())


def _codes(rows: pa.Table, name: str, words: Sequence[str]) -> NDArray[Any]:
    """Return the positions of words in a list."""
    if rows[name].null_count:
        raise ValueError(f"words are missing in {name}")
    known = {word: number for number, word in enumerate(words)}
    codes = [np.zeros(0, np.int64)]
    for chunk in rows[name].chunks:
        translated = np.array([known[word] for word in chunk.dictionary.to_pylist()], np.int64)
        codes.append(translated[chunk.indices.to_numpy(zero_copy_only=False)])
    return np.concatenate(codes)


def _read_histograms(rows: pa.Table, scenarios: int) -> dict[str, Counts]:
    quantity = _codes(rows, "quantity", QUANTITIES)
    winner = _codes(rows, "winner", WINNERS)
    scenario, value, count = (_numbers(rows, name) for name in ("scenario", "value", "count"))
    if np.any(quantity[1:] < quantity[:-1]) or np.any((scenario < 0) | (scenario >= scenarios) | (value < 0)):
        raise ValueError("rows out of place")
    starts = np.searchsorted(quantity, np.arange(len(TALLIED) + 1)).tolist()
    found = {}
    for number, name in enumerate(TALLIED):
        own = slice(starts[number], starts[number + 1])
        width = int(value[own].max(initial=-1)) + 1
        counts = np.zeros((scenarios, len(WINNERS), width), np.int64)
        counts[scenario[own], winner[own], value[own]] = count[own]
        found[name] = counts
    return found


def _check_sums(tallies: Histograms) -> None:
    """See that every histogram holds every duel once, each with the same winner."""
    winners = tallies.counts[TALLIED[0]].sum(axis=2)
    if np.any(winners.sum(axis=1) != tallies.duels):
        raise ValueError("its winners are not as many as its duels")
    for name, counts in tallies.counts.items():
        if np.any(counts < 0) or np.any(counts.sum(axis=2) != winners):
            raise ValueError(f"its counts of {name} do not add up")


def _read_winners(rows: pa.Table, pairs: Sequence[Pair]) -> Counts:
    place_of = {pair: place for place, pair in enumerate(pairs)}
    if np.any(_codes(rows, "quantity", QUANTITIES) != QUANTITIES.index(PAIR_WINNERS)):
        raise ValueError("rows out of place")
    ends = zip(*(_numbers(rows, name).tolist() for name in ("scenario", "paired_with")), strict=True)
    places = np.array([place_of[pair] for pair in ends], np.int64)
    found = np.zeros((len(pairs), len(WINNERS), len(WINNERS)), np.int64)
    found[places, _codes(rows, "winner", WINNERS), _numbers(rows, "value")] = _numbers(rows, "count")
    return found


def _check_pairs(winners: Counts, tallies: Histograms, pairs: Sequence[Pair]) -> None:
    """See that a pair holds every duel once, each with its winner in either scenario."""
    of_each = tallies.counts[TALLIED[0]].sum(axis=2)
    first, second = _ends(pairs)
    if np.any(winners.sum(axis=2) != of_each[first]) or np.any(winners.sum(axis=1) != of_each[second]):
        raise ValueError("the winners of its pairs do not add up")


def _read_products(rows: pa.Table, pairs: Sequence[Pair]) -> dict[str, NDArray[np.object_]]:
    first, second = _ends(pairs)
    expected = np.repeat([QUANTITIES.index(name) for name in PAIRED], len(pairs))
    in_place = (
        np.array_equal(_codes(rows, "quantity", QUANTITIES), expected)
        and np.array_equal(_numbers(rows, "scenario"), np.tile(first, len(PAIRED)))
        and np.array_equal(_numbers(rows, "paired_with"), np.tile(second, len(PAIRED)))
    )
    if not in_place or rows["product"].null_count:
        raise ValueError("products are missing")
    products = np.array([int(value) for value in rows["product"].to_pylist()], object)
    return dict(zip(PAIRED, products.reshape(len(PAIRED), len(pairs)), strict=True))
