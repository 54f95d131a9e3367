"""The answer where a grid lets both sides choose: who wins in which cell, and what is best for each side."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from zodiac_sim.lab import figures
from zodiac_sim.lab.ranking import Ranking
from zodiac_sim.report import words
from zodiac_sim.report.described import RANKED, ends_told, surely_above, told_apart
from zodiac_sim.report.words import Answer, Figures, Tile
from zodiac_sim.rules.files import dotted_path
from zodiac_sim.study.short_names import setting

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

_CHOICES_TOLD = 8


@dataclass(frozen=True, slots=True)
class Side:
    """One side's choices and the other's; ``wins`` holds its share of duels won for each pair of them."""

    name: str
    other: str
    choices: tuple[str, ...]
    answers: tuple[str, ...]
    wins: dict[tuple[str, str], Figures]
    ranking: Ranking

    def ranked(self, answer: str) -> list[str]:
        """Return its choices against one of the other side, the best first."""
        return sorted(self.choices, key=lambda choice: -self.wins[choice, answer]["value"])

    def mean(self, choice: str) -> Figures:
        """Return the mean share over all answers; its interval holds however much the answers share their dice."""
        rows = [self.wins[choice, answer] for answer in self.answers]
        return {name: sum(row[name] for row in rows) / len(rows) for name in ("value", "low", "high")}

    def by_mean(self) -> list[str]:
        """Return its choices by their mean share, the best first."""
        return sorted(self.choices, key=lambda choice: -self.mean(choice)["value"])

    def safe(self) -> str | None:
        """Return the choice that no other one surely beats whatever the other side chooses, if there is one."""
        for choice in self.by_mean():
            if not any(
                surely_above(self.ranking, self.wins[best, answer], self.wins[choice, answer])
                for answer in self.answers
                for best in self.choices
            ):
                return choice
        return None

    def surely(self, choice: str) -> bool:
        """Whether a choice surely beats all others, whatever the other side chooses."""
        return all(
            surely_above(self.ranking, self.wins[choice, answer], self.wins[other, answer])
            for answer in self.answers
            for other in self.choices
            if other != choice
        )


def sides(result: Result, confidence: float) -> tuple[Side, Side] | None:
    """Return what both sides chose from, or None if the grid changes other things than one value or more of each."""
    study = result.study
    if not study.grid or len(study.matchups) != 1:
        return None
    a, b = study.matchups[0].a, study.matchups[0].b
    owners = [path[1] if path[0] == "fighters" else None for path in map(dotted_path, study.grid)]
    if a == b or set(owners) != {a, b}:
        return None
    frame = figures.measures(result, confidence).dropna(subset=["value"])
    rows = {(row["quantity"], row["variant"]): row for row in words.rows(frame[frame["matchup"] == 0])}
    wins: dict[str, dict[tuple[str, str], Figures]] = {a: {}, b: {}}
    combinations = itertools.product(
        *([setting(key, value, owned=False) for value in values] for key, values in study.grid.items())
    )
    for variant, parts in zip(study.variant_names, combinations, strict=True):
        if ("wins_a", variant) not in rows:
            return None
        mine, theirs = (
            ", ".join(part for part, owner in zip(parts, owners, strict=True) if owner == who) for who in (a, b)
        )
        wins[a][mine, theirs] = rows["wins_a", variant]
        wins[b][theirs, mine] = rows["wins_b", variant]
    of_a, of_b = (tuple(dict.fromkeys(choice for choice, _ in wins[who])) for who in (a, b))
    ranking = Ranking(result, RANKED, confidence)
    return Side(a, b, of_a, of_b, wins[a], ranking), Side(b, a, of_b, of_a, wins[b], ranking)


def told(result: Result, faced: tuple[Side, Side], confidence: float) -> Answer:
    """Return the answer that begins with who wins: the best choice of each side, and the best answer to each choice."""
    a, b = faced
    frame = figures.measures(result, confidence).dropna(subset=["value"])
    points = [_against(side, answer) for side in faced for answer in side.answers[:_CHOICES_TOLD]]
    sentences, _ = ends_told(frame, a.ranking)
    tiles = tuple(_tile(side, word, place) for side in faced for word, place in (("best", 0), ("worst", -1)))
    tiles_of = f"Duels won, mean over all choices of the other side; below it the {words.interval_name(confidence)}."
    tiles_of += f" {told_apart(a.ranking)}"
    points = [_means(a), _means(b), *points, *filter(None, [" ".join(sentences)])]
    return Answer(_headline(a, b), _cells(a), tuple(points), tiles, tiles_of)


def _headline(a: Side, b: Side) -> str:
    best_a, best_b = a.safe(), b.safe()
    if best_a is None and best_b is None:
        return f"Neither {a.name} nor {b.name} has a choice that is best against all: what wins depends on the other."
    if best_a is not None and best_a == best_b:
        both = f"For {a.name} and {b.name} alike"
        if a.surely(best_a) and b.surely(best_a):
            return f"{both}, {best_a} is best whatever the other chooses."
        return f"{both}, nothing surely beats {best_a}, whatever the other chooses."
    parts = [_best(side, best) for side, best in ((a, best_a), (b, best_b))]
    return f"{'; '.join(parts)}."


def _best(side: Side, best: str | None) -> str:
    if best is None:
        return f"{side.name} has no choice that is best against all of {side.other}’s"
    if side.surely(best):
        return f"{side.name} does best with {best} whatever {side.other} chooses"
    return f"for {side.name} nothing surely beats {best} whatever {side.other} chooses"


def _cells(side: Side) -> str:
    """Say in which cells a side wins most and least."""
    pairs = sorted(side.wins, key=lambda pair: -side.wins[pair]["value"])
    most, least = (f"with {pair[0]} against {pair[1]}, {words.rate(side.wins[pair])}" for pair in (pairs[0], pairs[-1]))
    return f"{side.name} wins most {most} of duels, and least {least}."


def _means(side: Side) -> str:
    """Say how much a side wins with each choice, over all choices of the other."""
    ranked = side.by_mean()
    if len(ranked) > _CHOICES_TOLD:
        ranked = [ranked[0], ranked[-1]]
    shares = words.joined([f"{words.brief(side.mean(choice))} with {choice}" for choice in ranked])
    return f"Over all choices of {side.other}, {side.name} wins {shares}."


def _against(side: Side, answer: str) -> str:
    best, *others = side.ranked(answer)
    start = f"Against {side.other} with {answer}, {side.name} wins"
    row = side.wins[best, answer]
    if not others:
        return f"{start} {words.rate(row)}."
    tied = [other for other in others if not surely_above(side.ranking, row, side.wins[other, answer])]
    doubt = f" ({words.joined(tied)} cannot be told from it)" if tied else ""
    worst = others[-1]
    return (
        f"{start} most with {best}: {words.rate(row)}{doubt}; "
        f"least with {worst}: {words.rate(side.wins[worst, answer])}."
    )


def _tile(side: Side, word: str, place: int) -> Tile:
    choice = side.by_mean()[place]
    value, ends = words.split(words.rate(side.mean(choice)))
    return Tile(f"{side.name}’s {word}: {choice}", value, ends)
