"""Sentences about differences between variants; "no difference" and "cannot be told" are never the same one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from zodiac_sim.lab.compare import compared
from zodiac_sim.lab.differences import LARGER, SAME, SMALLER, UNCLEAR, Family
from zodiac_sim.lab.digits import in_full
from zodiac_sim.lab.quantities import ALL_MATCHUPS
from zodiac_sim.lab.summary import Row
from zodiac_sim.report import words
from zodiac_sim.report.words import Answer, Tile

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

QUANTITIES = ("rounds", "deaths", "wins_a", "wins_b", "rolls", "lookups")
# deaths in 100 duels, and percentage points
SCALES = dict.fromkeys(("deaths", "wins_a", "wins_b", "survived", "dead"), 100)

_LENGTH = {LARGER: "longer", SMALLER: "shorter", SAME: "as long"}
_DEADLY = {LARGER: "deadlier", SMALLER: "less deadly", SAME: "as deadly"}
_TILES = (
    ("rounds", "Rounds per fight"),
    ("deaths", "Deaths in 100 fights"),
    ("rolls", "Dice per fight"),
    ("lookups", "Table look-ups per fight"),
)


def differences(result: Result, baseline: str, confidence: float) -> tuple[list[Row], Family]:
    """Return the paired differences of all other variants from the baseline, held together."""
    return compared(result, baseline, quantities=QUANTITIES, confidence=confidence, overall=True)


def kind(row: Row) -> str:
    """Return the verdict of a row as a report tells it: what is surely inside its margin makes no difference."""
    return SAME if row["within_margin"] else str(row["verdict"])


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the sentences about one variant are made of: its differences from the baseline."""

    rows: list[Row]
    variant: str
    baseline: str
    matchups: int
    interval: str

    @property
    def duels(self) -> int:
        """Duels of each matchup and variant."""
        return min(int(row["duels"]) for row in self.rows if row["matchup"] != ALL_MATCHUPS)

    def row(self, quantity: str) -> Row | None:
        """Return the difference in one quantity over all matchups, or None where the figure does not exist."""
        matchup = ALL_MATCHUPS if self.matchups > 1 else 0
        (found,) = (row for row in self.rows if (row["quantity"], row["matchup"]) == (quantity, matchup))
        return found if found["difference"] == found["difference"] else None

    def by_matchup(self, *quantities: str) -> list[Row]:
        """Return the differences in some quantities, matchup by matchup, where they exist."""
        single = (row for row in self.rows if row["quantity"] in quantities and row["matchup"] != ALL_MATCHUPS)
        return [row for row in single if row["difference"] == row["difference"]]


Part: TypeAlias = Callable[[Comparison], str]


def with_baseline(result: Result, baseline: str, others: list[str], confidence: float) -> Answer:
    """Return the answer that compares each of some variants with the baseline; the first one makes the headline."""
    rows, family = differences(result, baseline, confidence)
    matchups, interval = len(result.study.matchups), words.interval_name(confidence)
    each = [
        Comparison([row for row in rows if row["variant"] == other], other, baseline, matchups, interval)
        for other in others
    ]
    over = f", mean of {matchups} matchups" if matchups > 1 else ""
    tiles_of = (
        f"{words.quoted(baseline)} → {words.quoted(others[0])}{over}; the difference duel by duel with its {interval}, "
        f"which holds for all {words.whole(family.comparisons)} differences of this page together."
    )
    points = [_told(each[0], _AFTER), *(_told(other, _ANSWER + _AFTER) for other in each[1:])]
    return Answer(_headline(each[0]), _told(each[0], _ANSWER), tuple(filter(None, points)), _tiles(each[0]), tiles_of)


def _headline(comparison: Comparison) -> str:
    """Say without numbers what the variant does to the length and the deadliness of fights."""
    one, other = words.quoted(comparison.variant), words.quoted(comparison.baseline)
    known, unknown = [], []
    for measure, kinds, question in (
        ("rounds", _LENGTH, "how long fights last"),
        ("deaths", _DEADLY, "how deadly they are"),
    ):
        row = comparison.row(measure)
        if row is not None and kind(row) in kinds:
            known.append(kinds[kind(row)])
        elif row is not None:
            unknown.append(question)
    if known:
        tail = f"; {unknown[0]} cannot be told from so few duels" if unknown else ""
        return f"With {one} instead of {other}, fights are {words.joined(known)}{tail}."
    if unknown:
        return f"There are not enough duels to tell {words.joined(unknown)} with {one} instead of {other}."
    return f"No duels were finished that {one} and {other} could be compared by."


def _told(comparison: Comparison, parts: Sequence[Part]) -> str:
    return " ".join(filter(None, (part(comparison) for part in parts)))


def _length(comparison: Comparison) -> str:
    row = comparison.row("rounds")
    if row is None:
        return ""
    one, other = words.quoted(comparison.variant), words.quoted(comparison.baseline)
    start = f"Over all {comparison.matchups} matchups, fights" if comparison.matchups > 1 else "Fights"
    against = f"{words.fixed(row['value'], 1)} rounds on average against {words.fixed(row['baseline_value'], 1)}"
    match kind(row):
        case "unclear":
            few = f"{words.whole(comparison.duels)} duels are not enough to tell whether fights last longer"
            change = f"a difference of {_change(row, comparison)}"
            return f"{few} with {one} or with {other}: {against}, {change}{_enough(row)}."
        case "same":
            return f"{start} last as long with {one} as with {other}: {against}; {_ruled_out(row, 'rounds')}."
        case verdict:
            word = "last longer" if verdict == LARGER else "are shorter"
            return f"{start} {word} with {one} than with {other}: {against} ({_size(row, comparison, 'rounds')})."


def _by_matchup(comparison: Comparison) -> str:
    """Say in how many matchups fights become longer or shorter, where they do not all go the same way."""
    verdicts = [kind(row) for row in comparison.by_matchup("rounds")]
    kinds = {LARGER: "longer", SMALLER: "shorter", SAME: "no different", UNCLEAR: "not to be told"}
    parts = [f"{word} in {verdicts.count(verdict)}" for verdict, word in kinds.items() if verdict in verdicts]
    return f"By matchup fights are {words.joined(parts)}." if len(parts) > 1 else ""


def _deadliness(comparison: Comparison) -> str:
    row = comparison.row("deaths")
    if row is None:
        return ""
    if row["value"] == row["baseline_value"] == 0:
        return "Nobody died with either."
    now, before = (words.fixed(100 * row[name], 1) for name in ("value", "baseline_value"))
    rates = f"{now} fighters die in 100 duels against {before}"
    match kind(row):
        case "unclear":
            change = f"a difference of {_change(row, comparison)}{_enough(row)}"
            return f"Which is deadlier cannot be told from so few duels: {rates}, {change}."
        case "same":
            return f"They are as deadly: {rates}; {_ruled_out(row, 'death in 100 duels')}."
        case verdict:
            return f"They are {_DEADLY[verdict]}: {rates} ({_size(row, comparison, '')})."


def _gain(comparison: Comparison) -> str:
    """Say who gains most by the change, or that nobody does, or that it cannot be told."""
    rows = comparison.by_matchup("wins_a", "wins_b")
    moved = [row for row in rows if kind(row) in (LARGER, SMALLER)]
    if not rows:
        return ""
    if all(kind(row) == SAME for row in rows):
        return f"Nobody gains: {_ruled_out(rows[0], 'percentage point')} in any side’s share of wins."
    if not moved:
        return f"Whether anybody gains cannot be told from {words.whole(comparison.duels)} duels."
    row = max(moved, key=lambda row: row["difference"])
    verb = "gains" if kind(row) == LARGER else "loses"
    if verb == "loses":
        row = min(moved, key=lambda row: row["difference"])
    who, whom = words.sides(row)
    shares = f"{words.percent(row['value'])} of duels won instead of {words.percent(row['baseline_value'])}"
    return f"Who {verb} most: {who} against {whom}, {shares} ({_size(row, comparison, 'points')})."


def _changed(comparison: Comparison) -> str:
    row = comparison.row("wins_a")
    return "" if row is None else f"On the same dice, {words.rate(row, 'changed')} of duels have another winner."


_ANSWER: tuple[Part, ...] = (_length, _deadliness)
_AFTER: tuple[Part, ...] = (_by_matchup, _gain, _changed)


def _change(row: Row, comparison: Comparison) -> str:
    return words.change(row, scale=scale(row)).replace("(", f"({comparison.interval} ")


def _enough(row: Row) -> str:
    needed = row["duels_needed"]
    return f"; about {words.whole(needed)} duels would do" if needed is not None else ""


def _size(row: Row, comparison: Comparison, unit: str) -> str:
    """Return a difference that is known to be one as ``0.90 rounds more, 95 % interval 0.88 to 0.92``."""
    low, high = sorted(abs(scale(row) * row[f"difference_{end}"]) for end in ("low", "high"))
    places = words.digits(low, high)
    direction = "more" if row["difference"] > 0 else ("less" if unit == "points" else "fewer")
    size, low_text, high_text = (words.fixed(x, places) for x in (abs(scale(row) * row["difference"]), low, high))
    amount = f"{size} {unit} {direction}" if unit else f"{size} {direction}"
    return f"{amount}, {comparison.interval} {low_text} to {high_text}"


def _ruled_out(row: Row, unit: str) -> str:
    return f"a difference of more than {in_full(row['margin'], scale(row))} {unit} is ruled out"


def scale(row: Row) -> float:
    """Return what a figure is multiplied by to be read."""
    return SCALES.get(row["quantity"], 1)


def _tiles(comparison: Comparison) -> tuple[Tile, ...]:
    tiles = []
    for quantity, label in _TILES:
        row = comparison.row(quantity)
        if row is not None:
            before, after = (words.fixed(scale(row) * row[name], 1) for name in ("baseline_value", "value"))
            tiles.append(Tile(label, f"{before} → {after}", words.change(row, scale=scale(row))))
    return tuple(tiles)
