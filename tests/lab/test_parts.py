"""Parts of a run on disk: exact, checked when they are read, and whole whenever a process is killed."""

import os
from copy import deepcopy
from functools import reduce
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zodiac_sim.engine.outcome import CAUSES, WINNERS
from zodiac_sim.engine.pairing import PAIRED, Pairings, pairings
from zodiac_sim.engine.tally import TALLIED, Histograms, histograms
from zodiac_sim.errors import InputError
from zodiac_sim.lab import files
from zodiac_sim.lab.gathered import Part, joined_ranges
from zodiac_sim.lab.part_table import SCHEMA, table_of
from zodiac_sim.lab.parts import Parts, file_name, named_files

PAIRS = ((0, 1), (0, 2))
SCENARIOS = 3


def random_block(seed, duels, scenarios=SCENARIOS, largest=300):
    """Duels that no rules would bring about, of every winner and cause."""
    rng = np.random.default_rng(seed)
    block = {name: rng.integers(0, rng.integers(1, largest, endpoint=True), (scenarios, duels)) for name in TALLIED}
    block |= {f"cause_{side}": rng.integers(0, len(CAUSES), (scenarios, duels)) for side in "ab"}
    return block | {"winner": rng.integers(0, len(WINNERS), (scenarios, duels))}


def part_of_block(block, first=0, pairs=PAIRS):
    found = histograms(block)
    return Part(((first, first + found.duels),), found, pairings(block, pairs))


def times(part, factor):
    """A part of as many duels that came out the same again and again."""
    counts = {name: counts * factor for name, counts in part.tallies.counts.items()}
    products = {name: values * factor for name, values in part.pairings.products.items()}
    tallies = Histograms(part.duels * factor, counts)
    return Part(((0, part.duels * factor),), tallies, Pairings(part.pairings.winners * factor, products))


def assert_same(one, other):
    assert (one.ranges, one.duels) == (other.ranges, other.duels)
    assert one.tallies.counts.keys() == other.tallies.counts.keys()
    for name, counts in one.tallies.counts.items():
        np.testing.assert_array_equal(counts, other.tallies.counts[name])
    np.testing.assert_array_equal(one.pairings.winners, other.pairings.winners)
    for name, values in one.pairings.products.items():
        assert values.tolist() == other.pairings.products[name].tolist()


def parts_in(folder, pairs=PAIRS, scenarios=SCENARIOS, run="this"):
    return Parts(Path(folder), scenarios, pairs, run)


@pytest.fixture
def parts(tmp_path):
    return parts_in(tmp_path)


@given(
    seed=st.integers(0, 2**32),
    duels=st.integers(1, 40),
    scenarios=st.integers(1, 4),
    factor=st.integers(1, 2**33),
    paired=st.booleans(),
)
def test_a_part_comes_back_as_it_was(tmp_path_factory, seed, duels, scenarios, factor, paired):
    pairs = tuple((0, second) for second in range(1, scenarios)) if paired else ()
    part = times(part_of_block(random_block(seed, duels, scenarios), pairs=pairs), factor)
    parts = parts_in(tmp_path_factory.mktemp("parts"), pairs, scenarios)
    stored = parts.write(part)
    assert parts.stored() == [stored]
    assert_same(parts.read(stored), part)


def test_counts_and_products_beyond_all_machine_words_stay_exact(parts):
    """A run of 10^12 duels has counts past 2^31, and Σxy past 2^63 with the HP of a giant."""
    block = {**random_block(1, 4), "hp_left_a": np.full((SCENARIOS, 4), 30_000)}
    part = times(part_of_block(block), 10**12 // 4)
    read = parts.read(parts.write(part))
    assert_same(read, part)
    assert read.tallies.counts["hp_left_a"].max() > 2**31
    assert read.pairings.products["hp_left_a"].tolist() == [30_000**2 * 10**12] * len(PAIRS)
    assert 30_000**2 * 10**12 > 2**63


def test_a_part_is_a_tidy_table(parts):
    """Other programs find a histogram with one condition, and its counts as whole numbers."""
    block = random_block(2, 50)
    path = parts.write(part_of_block(block)).path
    frame = pq.read_table(path).to_pandas()
    assert list(frame) == SCHEMA.names
    own = frame[frame["paired_with"].isna() & (frame["quantity"] == "rounds") & (frame["scenario"] == 2)]
    assert int(own["count"].sum()) == 50
    assert int((own["count"] * own["value"]).sum()) == block["rounds"][2].sum()
    [product] = frame[(frame["paired_with"] == 2) & (frame["quantity"] == "rounds")]["product"]
    assert product == int((block["rounds"][0] * block["rounds"][2]).sum())


def pieces(block, cuts):
    ends = [0, *sorted(cuts), block["winner"].shape[1]]
    return [
        part_of_block({name: values[:, first:end] for name, values in block.items()}, first)
        for first, end in pairwise(ends)
        if first < end
    ]


@given(seed=st.integers(0, 2**32), cuts=st.sets(st.integers(1, 29), max_size=6), data=st.data())
def test_parts_add_up_in_any_order(seed, cuts, data):
    block = random_block(seed, 30)
    shuffled = data.draw(st.permutations(pieces(block, cuts)))
    assert_same(reduce(Part.add, shuffled), part_of_block(block))


def test_ranges_that_touch_are_one_and_no_duel_counts_twice():
    assert joined_ranges([(5, 7), (0, 2), (2, 5), (9, 10)]) == ((0, 7), (9, 10))
    with pytest.raises(ValueError, match="duel 4 is in it twice"):
        joined_ranges([(0, 5), (4, 6)])


def test_one_part_takes_the_place_of_several_and_gaps_stay_known(parts):
    first, _, third = pieces(random_block(3, 30), {10, 20})
    stored = [parts.write(first), parts.write(third)]
    whole = parts.replace(stored, first.add(third))
    assert whole.ranges == ((0, 10), (20, 30))
    assert named_files(parts.folder) == [whole.path]
    assert_same(parts.read(whole), first.add(third))


def test_parts_within_another_are_passed_over_and_removed(parts):
    """As after a kill between writing a merged part and removing what it was made of."""
    first, second, third = pieces(random_block(4, 30), {10, 20})
    inner = [parts.write(first), parts.write(third)]
    whole, other = parts.write(first.add(third)), parts.write(second)
    assert parts.stored() == [whole, other]
    assert_same(parts.read_all(parts.stored()), part_of_block(random_block(4, 30)))
    parts.clean()
    assert named_files(parts.folder) == sorted([whole.path, other.path])
    assert not any(each.path.exists() for each in inner if each.path != whole.path)


def test_parts_that_share_some_duels_are_refused(parts):
    block = random_block(5, 30)
    parts.write(pieces(block, {20})[0])
    parts.write(pieces(block, {10})[1])
    with pytest.raises(InputError, match=r"share duels \(duel 10 is in it twice\); remove one"):
        parts.stored()


def rewritten(path, change):
    """Write a part again whose table was changed, with a good checksum."""
    table = pq.read_table(path)
    frame = table.to_pandas()
    frame = change(frame)
    again = pa.Table.from_pandas(frame, preserve_index=False)
    if list(frame) == SCHEMA.names:
        again = again.cast(SCHEMA)
    pq.write_table(again.replace_schema_metadata(table.schema.metadata), path)


def one_more(frame):
    frame.loc[3, "count"] += 1
    return frame


def one_moved(frame):
    """The sum of all counts stays, the histogram of one winner does not."""
    rows = frame.index[frame["paired_with"].isna() & (frame["quantity"] == "rolls")]
    winners = frame.loc[rows, "winner"]
    frame.loc[rows[winners == "a"][0], "count"] += 1
    frame.loc[rows[winners == "b"][0], "count"] -= 1
    return frame


def pair_changed(frame):
    row = frame.index[(frame["quantity"] == "winner")][0]
    frame.loc[row, "count"] += 1
    return frame


DAMAGES = {
    "one duel more": (one_more, "not as many as its duels"),
    "a duel moved": (one_moved, "counts of rolls do not add up"),
    "a pair of another winner": (pair_changed, "winners of its pairs do not add up"),
    "a row less": (lambda frame: frame.iloc[1:], "damaged"),
    "the last row less": (lambda frame: frame.iloc[:-1], "damaged"),
    "other order": (lambda frame: frame.iloc[::-1], "damaged"),
    "no column": (lambda frame: frame.drop(columns="product"), "other columns"),
    "another column": (lambda frame: frame.assign(more=1), "other columns"),
    "an unknown scenario": (lambda frame: frame.assign(scenario=frame["scenario"] + 1), "out of place"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_part_whose_numbers_do_not_add_up_is_refused(parts, name):
    change, words = DAMAGES[name]
    stored = parts.write(part_of_block(random_block(6, 50)))
    rewritten(stored.path, lambda frame: frame)
    assert parts.read(stored).duels == 50
    rewritten(stored.path, change)
    with pytest.raises(InputError, match=words) as error:
        parts.read(stored)
    assert error.value.file == str(stored.path)
    assert "remove it, and resume the run" in error.value.problem


@pytest.mark.parametrize("content", [b"", b"garbage" * 100, b"PAR1" + bytes(100) + b"PAR1"])
def test_a_file_that_is_no_part_is_refused(parts, content):
    path = parts.folder / file_name(0, 10)
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"is damaged \(.+\); remove it") as error:
        parts.stored()
    assert error.value.file == str(path)


def test_a_part_of_another_run_or_another_name_is_refused(parts):
    stored = parts.write(part_of_block(random_block(7, 10)))
    with pytest.raises(InputError, match="belongs to another run"):
        parts_in(parts.folder, run="that").stored()
    stored.path.rename(parts.folder / file_name(0, 20))
    with pytest.raises(InputError, match="other duels than its name says"):
        parts.stored()
    (parts.folder / file_name(0, 20)).rename(parts.folder / "mine.parquet")
    with pytest.raises(InputError, match=r"mine.parquet: is no file of this run"):
        parts.stored()


def test_a_flipped_bit_is_noticed_or_changes_nothing(parts):
    """Every byte matters somewhere: in the numbers, in their checksums, or in what describes both."""
    part = part_of_block(random_block(8, 20))
    path = parts.write(part).path
    content, noticed = path.read_bytes(), 0
    for place in range(0, len(content), 17):
        path.write_bytes(content[:place] + bytes([content[place] ^ (1 << place % 8)]) + content[place + 1 :])
        try:
            assert_same(parts.read_all(parts.stored()), part)
        except InputError:
            noticed += 1
    assert noticed > len(content) / 17 / 2


@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_truncated_part_is_refused(parts, share):
    path = parts.write(part_of_block(random_block(9, 20))).path
    content = path.read_bytes()
    path.write_bytes(content[: int(share * len(content))])
    with pytest.raises(InputError, match="is damaged"):
        parts.stored()


def test_products_of_all_quantities_stand_in_the_table():
    table = table_of(part_of_block(random_block(10, 5)), PAIRS)
    assert table["product"].null_count == len(table) - len(PAIRED) * len(PAIRS)


def test_a_file_takes_its_place_only_when_it_is_whole(tmp_path):
    (tmp_path / "file").write_bytes(b"old")
    with pytest.raises(RuntimeError), files.whole_file(tmp_path / "file") as stream:
        stream.write(b"half")
        raise RuntimeError
    assert (tmp_path / "file").read_bytes() == b"old"
    files.remove_unfinished(tmp_path)
    assert os.listdir(tmp_path) == ["file"]


def test_a_full_disk_is_told_with_the_name_of_the_file(tmp_path, monkeypatch):
    def fsync(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", fsync)
    with pytest.raises(InputError, match="cannot be written: No space left on device") as error:
        parts_in(tmp_path).write(part_of_block(random_block(11, 5)))
    assert error.value.file == str(tmp_path / file_name(0, 5))
    assert os.listdir(tmp_path) == []


def test_a_part_keeps_its_numbers_when_others_are_added(parts):
    one, other = pieces(random_block(12, 30), {10})
    before = deepcopy(one)
    one.add(other)
    assert_same(one, before)
    assert one.duels == 10
