"""Sentences about a single variant, and about the extremes among many."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from zodiac_sim.lab import figures
from zodiac_sim.lab.balance import FAVOURED, balanced
from zodiac_sim.lab.differences import LARGER, SAME, UNCLEAR
from zodiac_sim.lab.quantities import ALL_MATCHUPS
from zodiac_sim.lab.ranking import Ranking
from zodiac_sim.report import words
from zodiac_sim.report.words import Answer, Figures, Tile

if TYPE_CHECKING:
    import pandas as pd

    from zodiac_sim.lab.result import Result

RANKED = ("wins_a", "wins_b", "rounds", "deaths")

_MATCHUPS_TOLD = 6
_ENDS = 3  # variants that are best, or worst, in some matchup
_BETWEEN = 4  # variants between the best and the worst that are told one by one


def only_variant(result: Result, confidence: float) -> Answer:
    """Describe the only variant: who wins, how long it takes, how deadly it is, what it costs."""
    frame = figures.measures(result, confidence).dropna(subset=["value"])
    wins = words.rows(frame[(frame["matchup"] != ALL_MATCHUPS) & frame["quantity"].isin(("wins_a", "wins_b"))])
    if not wins:
        return Answer("No duels were finished.")
    facts = {row["quantity"]: row for row in words.rows(frame[frame["matchup"] == ALL_MATCHUPS])}
    length = f"fights last {words.fixed(facts['rounds']['value'], 1)} rounds on average"
    best = max(wins, key=lambda row: row["value"])
    who, whom = words.sides(best)
    several = len(result.study.matchups) > 1
    text = f"{'The most one-sided matchup: ' if several else ''}{who} wins {words.rate(best)} of duels against {whom}."
    if "losers" in facts:
        text += f" The loser dies in {words.rate(facts['losers'])} of decided duels."
    over = (
        f"Mean of {len(result.study.matchups)} matchups; in brackets and below,"
        if several
        else "In brackets and below,"
    )
    headline = f"{_who_wins(result, best, confidence)}; {length}."
    return Answer(headline, text, (), _fact_tiles(facts), f"{over} the {words.interval_name(confidence)}.")


def _who_wins(result: Result, best: Figures, confidence: float) -> str:
    """Say whether the matchup of the row with the most wins is even, held together with all others."""
    who, whom = words.sides(best)
    verdict = next(row for row in balanced(result, confidence=confidence)[0] if row["matchup"] == best["matchup"])
    if verdict["within_margin"]:
        return f"{best['a']} and {best['b']} are even"
    if verdict["verdict"] == FAVOURED[UNCLEAR]:
        return f"Who of {best['a']} and {best['b']} wins more cannot be told from so few duels"
    return f"{who} beats {whom} in {words.brief(best)} of duels"


def _fact_tiles(facts: dict[str, Figures]) -> tuple[Tile, ...]:
    tiles = [_tile("Rounds per fight", words.mean(facts["rounds"]))]
    if "losers" in facts:
        tiles.append(_tile("Losers that die", words.rate(facts["losers"])))
    tiles.append(_tile("Dice per fight", words.mean(facts["rolls"])))
    tiles.append(_tile("Table look-ups per fight", words.mean(facts["lookups"])))
    return tuple(tiles)


def _tile(label: str, figure: str) -> Tile:
    return Tile(label, *words.split(figure))


def extremes(result: Result, confidence: float) -> Answer:
    """Name the variants under which the first side wins most and least, then the ends of length and deaths."""
    frame = figures.measures(result, confidence).dropna(subset=["value"])
    if frame.empty:
        return Answer("No duels were finished.")
    ranking = Ranking(result, RANKED, confidence)
    ranks = _ranks(frame)
    sentences, tiles = ends_told(frame, ranking)
    several = len(ranks) > 1
    points = [_rank_text(rank, ranking) for rank in ranks[:_MATCHUPS_TOLD]]
    text = " ".join(sentences if several else [*points, *sentences])
    if not several:
        best, *_, worst = ranks[0]
        tiles = (_win_tile("most", best), _win_tile("least", worst), *tiles)
    over = f"Means of {len(ranks)} matchups. " if several else ""
    tiles_of = f"{over}Figures in brackets are the {words.interval_name(confidence)}. {told_apart(ranking)}"
    return Answer(_headline(frame, ranks, ranking), text, tuple(points) if several else (), tiles, tiles_of)


def told_apart(ranking: Ranking) -> str:
    """Return how variants are told from each other, as a sentence."""
    count = words.whole(ranking.family.comparisons)
    return f"What can be told apart is so by intervals that hold for all {count} comparisons together (Šidák)."


def ends_told(frame: pd.DataFrame, ranking: Ranking) -> tuple[list[str], tuple[Tile, ...]]:
    """Return sentences and tiles about the variants with the shortest, longest, least deadly and deadliest fights."""
    sentences, tiles = [], []
    for quantity, low_word, high_word, what in (
        ("rounds", "Shortest fights", "Longest fights", "how long fights last"),
        ("deaths", "Least deadly", "Deadliest", "how deadly fights are"),
    ):
        low, *between, high = _by_value(frame, quantity)
        kind = ranking.verdict(quantity, low["variant"], high["variant"])
        if kind == LARGER:
            # An end is surely the end only if it is told apart from every other variant.
            doubts = [
                _doubt(sum(not surely_above(ranking, row, low) for row in between)),
                _doubt(sum(not surely_above(ranking, high, row) for row in between)),
            ]
            sentences.append(f"{low_word}: {_said(low)}{doubts[0]}; {high_word.lower()}: {_said(high)}{doubts[1]}.")
            tiles += [_end_tile(low_word, low, doubts[0]), _end_tile(high_word, high, doubts[1])]
        else:
            told = "do not differ by more than matters" if kind == SAME else "cannot be told apart by so few duels"
            sentences.append(f"In {what}, the variants {told}.")
    return sentences, tuple(tiles)


def _by_value(frame: pd.DataFrame, quantity: str) -> list[Figures]:
    """Return the variants by their value over all matchups, the lowest first."""
    rows = words.rows(frame[(frame["matchup"] == ALL_MATCHUPS) & (frame["quantity"] == quantity)])
    return sorted(rows, key=_value)


def _doubt(tied: int) -> str:
    """Say how many variants cannot be told from one, in brackets; nothing if none."""
    return f" ({tied} other{'s' if tied > 1 else ''} cannot be told from it)" if tied else ""


def _said(row: Figures) -> str:
    name = words.quoted(row["variant"])
    if row["quantity"] == "rounds":
        return f"{name}, {words.mean(row)} rounds"
    return f"{name}, {words.mean(row, scale=100)} deaths in 100 duels"


def _end_tile(word: str, row: Figures, doubt: str) -> Tile:
    note = f"{row['variant']}{doubt}"
    if row["quantity"] == "rounds":
        return Tile(word, f"{words.fixed(row['value'], 1)} rounds", note)
    return Tile(f"{word}: deaths in 100 fights", words.fixed(100 * row["value"], 1), note)


def _win_tile(word: str, row: Figures) -> Tile:
    return Tile(f"{row['a']} wins {word}", words.brief(row), row["variant"])


def _ranks(frame: pd.DataFrame) -> list[list[Figures]]:
    """Return the wins of the first side of every matchup, the best variant first; the widest apart matchup first."""
    matchups: dict[int, list[Figures]] = {}
    for row in words.rows(frame[(frame["matchup"] != ALL_MATCHUPS) & (frame["quantity"] == "wins_a")]):
        matchups.setdefault(row["matchup"], []).append(row)
    ranks = [sorted(rows, key=_value, reverse=True) for rows in matchups.values()]
    return sorted(ranks, key=lambda rank: rank[-1]["value"] - rank[0]["value"])


def _headline(frame: pd.DataFrame, ranks: list[list[Figures]], ranking: Ranking) -> str:
    """Say with which variants the first side wins most and least, as far as that can be told.

    Where the first sides are different fighters, no variant is good for all of them: then it is about the length.
    """
    if len({rank[0]["a"] for rank in ranks}) > 1:
        return _length_headline(frame, ranking)
    if len(ranks) == 1:
        return _only_headline(ranks[0], ranking)
    who, matchups = ranks[0][0]["a"], len(ranks)
    most = Counter(rank[0]["variant"] for rank in ranks if _surely_first(rank, ranking))
    least = Counter(rank[-1]["variant"] for rank in ranks if _surely_last(rank, ranking))
    parts = [
        f"{word} with {words.joined([f'{words.quoted(name)} in {count}' for name, count in found.most_common(_ENDS)])}"
        for word, found in (("most", most), ("least", least))
        if found
    ]
    if not parts:
        return f"With which variant {who} wins most cannot be told in any of {matchups} matchups from so few duels."
    return f"Of {matchups} matchups {who} wins {words.joined(parts)}."


def _only_headline(rank: list[Figures], ranking: Ranking) -> str:
    best, *_, worst = rank
    pair = f"{best['a']} wins most against {best['b']}"
    kind = ranking.verdict("wins_a", worst["variant"], best["variant"], best["matchup"])
    if kind == SAME:
        return f"{best['a']} wins as often against {best['b']} with every variant."
    if kind != LARGER:
        return f"With which variant {pair} cannot be told from so few duels."
    return (
        f"{pair} with {words.quoted(best['variant'])}, {words.brief(best)} of duels, and least with "
        f"{words.quoted(worst['variant'])}, {words.brief(worst)}."
    )


def _length_headline(frame: pd.DataFrame, ranking: Ranking) -> str:
    low, *_, high = _by_value(frame, "rounds")
    kind = ranking.verdict("rounds", low["variant"], high["variant"])
    if kind == SAME:
        return "Fights last as long with every variant."
    if kind != LARGER:
        return "With which variant fights are shortest cannot be told from so few duels."
    ends = [f"{words.quoted(row['variant'])}, {words.fixed(row['value'], 1)} rounds" for row in (low, high)]
    return f"Fights are shortest with {ends[0]}, and longest with {ends[1]}."


def _surely_first(rank: list[Figures], ranking: Ranking) -> bool:
    return all(surely_above(ranking, rank[0], other) for other in rank[1:])


def _surely_last(rank: list[Figures], ranking: Ranking) -> bool:
    return all(surely_above(ranking, other, rank[-1]) for other in rank[:-1])


def _rank_text(rank: list[Figures], ranking: Ranking) -> str:
    """Say which variants are best and worst for the first side of a matchup, and whether the best is surely so."""
    best, *others, worst = rank
    doubt = _doubt(sum(not surely_above(ranking, best, other) for other in (*others, worst)))
    between = [f"{words.quoted(row['variant'])}, {words.rate(row)}" for row in others]
    middle = f"; then with {'; '.join(between)}" if 0 < len(between) <= _BETWEEN else ""
    return (
        f"{best['a']} wins most against {best['b']} with {words.quoted(best['variant'])}: "
        f"{words.rate(best)} of duels{doubt}{middle}; least with {words.quoted(worst['variant'])}: {words.rate(worst)}."
    )


def surely_above(ranking: Ranking, high: Figures, low: Figures) -> bool:
    """Whether a figure is higher than that of another variant beyond what chance explains."""
    return ranking.surely_above(high["quantity"], low["variant"], high["variant"], high["matchup"])


def _value(row: Figures) -> float:
    return float(row["value"])
