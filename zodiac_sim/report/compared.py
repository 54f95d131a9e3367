"""Sentences about differences between variants; "no difference" and "cannot be told" are never the same one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from zodiac_sim.lab import contrast
from zodiac_sim.lab.contrast import ALL_MATCHUPS, LESS, MARGINS, MORE, SAME, UNCLEAR
from zodiac_sim.report import words
from zodiac_sim.report.words import Answer, Figures, Tile

if TYPE_CHECKING:
    import pandas as pd

    from zodiac_sim.lab.result import Result

_LENGTH = {MORE: "longer", LESS: "shorter", SAME: "as long"}
_DEADLY = {MORE: "deadlier", LESS: "less deadly", SAME: "as deadly"}
_TILES = (
    ("rounds", "Rounds per fight", 1, ""),
    ("deaths", "Losers that die", 100, f"{words.SPACE}%"),
    ("rolls", "Dice per fight", 1, ""),
    ("lookups", "Table look-ups per fight", 1, ""),
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the sentences about one variant are made of: its differences from the baseline."""

    frame: pd.DataFrame
    variant: str
    baseline: str
    matchups: int
    duels: int
    interval: str

    def row(self, measure: str) -> Figures | None:
        """Return the difference in one measure over all matchups, or None where the figure does not exist."""
        frame = self.frame
        rows = words.rows(frame[(frame["measure"] == measure) & (frame["matchup"] == ALL_MATCHUPS)])
        return rows[0] if rows and rows[0]["difference"] == rows[0]["difference"] else None

    def by_matchup(self, *measures: str) -> list[Figures]:
        """Return the differences in some measures, matchup by matchup, where they exist."""
        single = self.frame[self.frame["measure"].isin(measures) & (self.frame["matchup"] != ALL_MATCHUPS)]
        return words.rows(single.dropna(subset=["difference"]))


def with_baseline(result: Result, baseline: str, others: list[str], confidence: float) -> Answer:
    """Return the answer that compares each of some variants with the baseline; the first one makes the headline."""
    frame = contrast.differences(result, baseline, confidence)
    duels = int(result.summary(confidence)["duels"].min())
    interval = words.interval_name(confidence)
    all_ = [
        Comparison(frame[frame["variant"] == other], other, baseline, len(result.study.matchups), duels, interval)
        for other in others
    ]
    over = f", mean of {all_[0].matchups} matchups" if all_[0].matchups > 1 else ""
    tiles_of = f"{words.quoted(baseline)} → {words.quoted(others[0])}{over}; the difference with its {interval}"
    first, *points = map(_paragraph, all_)
    return Answer(_headline(all_[0]), first, tuple(filter(None, points)), _tiles(all_[0]), tiles_of)


def _headline(comparison: Comparison) -> str:
    """Say without numbers what the variant does to the length and the deadliness of fights."""
    one, other = words.quoted(comparison.variant), words.quoted(comparison.baseline)
    known, unknown = [], []
    for measure, kinds, question in (
        ("rounds", _LENGTH, "how long fights last"),
        ("deaths", _DEADLY, "how deadly they are"),
    ):
        row = comparison.row(measure)
        if row is not None and row["verdict"] in kinds:
            known.append(kinds[row["verdict"]])
        elif row is not None:
            unknown.append(question)
    if known:
        tail = f"; {unknown[0]} cannot be told from so few duels" if unknown else ""
        return f"With {one} instead of {other}, fights are {words.joined(known)}{tail}."
    if unknown:
        return f"There are not enough duels to tell {words.joined(unknown)} with {one} instead of {other}."
    return f"No duels were finished that {one} and {other} could be compared by."


def _paragraph(comparison: Comparison) -> str:
    parts = (_length(comparison), _by_matchup(comparison), _deadliness(comparison), _gain(comparison))
    return " ".join(part for part in parts if part)


def _length(comparison: Comparison) -> str:
    row = comparison.row("rounds")
    if row is None:
        return ""
    one, other = words.quoted(comparison.variant), words.quoted(comparison.baseline)
    start = f"Over all {comparison.matchups} matchups, fights" if comparison.matchups > 1 else "Fights"
    against = f"{words.fixed(row['value'], 1)} rounds on average against {words.fixed(row['base_value'], 1)}"
    if row["verdict"] == UNCLEAR:
        few = f"{words.whole(comparison.duels)} duels are not enough to tell whether fights last longer"
        return f"{few} with {one} or with {other}: {against}, a difference of {_change(row, comparison)}."
    if row["verdict"] == SAME:
        return f"{start} last as long with {one} as with {other}: {against}; {_ruled_out('rounds', 'rounds')}."
    word = "last longer" if row["verdict"] == MORE else "are shorter"
    return f"{start} {word} with {one} than with {other}: {against} ({_size(row, comparison, 'rounds')})."


def _by_matchup(comparison: Comparison) -> str:
    """Say in how many matchups the length changes which way, where they do not all go the same."""
    verdicts = [row["verdict"] for row in comparison.by_matchup("rounds")]
    kinds = {MORE: "longer", LESS: "shorter", SAME: "no different", UNCLEAR: "not to be told"}
    parts = [f"{word} in {verdicts.count(verdict)}" for verdict, word in kinds.items() if verdict in verdicts]
    return f"By matchup they are {words.joined(parts)}." if len(parts) > 1 else ""


def _deadliness(comparison: Comparison) -> str:
    row = comparison.row("deaths")
    if row is None:
        return ""
    if row["value"] == row["base_value"] == 0:
        return "No loser dies with either."
    now, before = words.percent(row["value"]), words.percent(row["base_value"])
    rates = f"the loser dies in {now} of decided duels against {before}"
    if row["verdict"] == UNCLEAR:
        return f"Which is deadlier cannot be told from so few duels: {rates} ({_change(row, comparison, 100)} points)."
    if row["verdict"] == SAME:
        return f"They are as deadly: {rates}; {_ruled_out('deaths', 'percentage point', 100)}."
    return f"They are {_DEADLY[row['verdict']]}: {rates} ({_size(row, comparison, 'points', 100)})."


def _gain(comparison: Comparison) -> str:
    """Say who gains most by the change, or that nobody does, or that it cannot be told."""
    rows = comparison.by_matchup("wins_a", "wins_b")
    moved = [row for row in rows if row["verdict"] in (MORE, LESS)]
    if not rows:
        return ""
    if all(row["verdict"] == SAME for row in rows):
        return f"Nobody gains: {_ruled_out('wins_a', 'percentage point', 100)} in any side’s share of wins."
    if not moved:
        return f"Whether anybody gains cannot be told from {words.whole(comparison.duels)} duels."
    row = max(moved, key=lambda row: row["difference"])
    verb = "gains" if row["verdict"] == MORE else "loses"
    if verb == "loses":
        row = min(moved, key=lambda row: row["difference"])
    who, whom = words.sides(row)
    shares = f"{words.percent(row['value'])} of duels won instead of {words.percent(row['base_value'])}"
    return f"Who {verb} most: {who} against {whom}, {shares} ({_size(row, comparison, 'points', 100)})."


def _change(row: Figures, comparison: Comparison, scale: float = 1) -> str:
    return words.change(row, scale=scale).replace("(", f"({comparison.interval} ")


def _size(row: Figures, comparison: Comparison, unit: str, scale: float = 1) -> str:
    """Return a difference that is known to be one as ``0.90 rounds more, 95 % interval 0.88 to 0.92``."""
    low, high = sorted(abs(scale * row[f"difference_{end}"]) for end in ("low", "high"))
    places = words.digits(low, high)
    direction = "more" if row["difference"] > 0 else ("fewer" if unit == "rounds" else "less")
    size, low_text, high_text = (words.fixed(x, places) for x in (abs(scale * row["difference"]), low, high))
    return f"{size} {unit} {direction}, {comparison.interval} {low_text} to {high_text}"


def _ruled_out(measure: str, unit: str, scale: float = 1) -> str:
    return f"a difference of more than {scale * MARGINS[measure]:g} {unit} is ruled out"


def _tiles(comparison: Comparison) -> tuple[Tile, ...]:
    tiles = []
    for measure, label, scale, unit in _TILES:
        row = comparison.row(measure)
        if row is not None:
            before, after = (words.fixed(scale * row[name], 1) for name in ("base_value", "value"))
            tiles.append(Tile(label, f"{before} → {after}{unit}", words.change(row, scale=scale)))
    return tuple(tiles)
