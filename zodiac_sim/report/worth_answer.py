"""The answer of a study that asks what surprise, statuses or a Limit are worth, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING

from zodiac_sim.lab.worth import THINGS, Thing
from zodiac_sim.report import words
from zodiac_sim.report.words import Answer, Figures, Tile
from zodiac_sim.report.worth import Gain, gains

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

_WORTH = {"surprise": "Surprise", "limit": "A Limit"}
_TILES, _NAMED, _TOLD = 4, 4, 6  # tiles; variants of a sentence; fighters that are told one by one
_ENDS = ("", "_low", "_high")


@dataclass(frozen=True, slots=True)
class Group:
    """What a thing is worth under one variant, or surprise beside one variant without it."""

    name: str
    gains: list[Gain]

    def mean(self, quantity: str) -> Figures:
        """Return the mean difference; its interval holds however much the duels share their dice."""
        rows = [gain.wins if quantity == "wins" else gain.rows[quantity] for gain in self.gains]
        return {f"difference{end}": fsum(row[f"difference{end}"] for row in rows) / len(rows) for end in _ENDS}

    @property
    def is_told(self) -> bool:
        """Whether the gain in wins is surely more or less than none."""
        mean = self.mean("wins")
        return bool(mean["difference_low"] > 0 or mean["difference_high"] < 0)

    @property
    def is_small(self) -> bool:
        """Whether the gain in wins surely is too small to matter."""
        mean, margin = self.mean("wins"), self.gains[0].wins["margin"]
        return bool(-margin <= mean["difference_low"] and mean["difference_high"] <= margin)

    @property
    def points(self) -> str:
        """The gain in wins, in percentage points with its interval."""
        return words.change(self.mean("wins"), scale=100)


def worth_answer(result: Result, confidence: float) -> Answer | None:
    """Return what a thing is worth, if each scenario has it or is the one that another is compared with; else None."""
    for of in THINGS:
        found, _ = gains(result, of, confidence)
        if found and _asks_nothing_else(result, found) and result.duels:
            return _told(of, _groups(of, found), confidence)
    return None


def _asks_nothing_else(result: Result, found: list[Gain]) -> bool:
    told = {(gain.wins["matchup"], gain.wins[name]) for gain in found for name in ("baseline", "variant")}
    return all((each.matchup, each.variant) in told for each in result.study.scenarios)


def _groups(of: Thing, found: list[Gain]) -> list[Group]:
    """Return the gains by what is told together, the largest first."""
    together: dict[str, list[Gain]] = {}
    for gain in found:
        together.setdefault(gain.wins["baseline" if of == "surprise" else "variant"], []).append(gain)
    groups = [Group(name, own) for name, own in together.items()]
    return sorted(groups, key=lambda group: -float(group.mean("wins")["difference"]))


def _told(of: Thing, groups: list[Group], confidence: float) -> Answer:
    shown = groups if len(groups) <= _TILES else [*groups[: _TILES // 2], *groups[-_TILES // 2 :]]
    tiles = tuple(Tile(group.name, *words.split(group.points)) for group in shown)
    several = max(len(group.gains) for group in groups) > 1
    tiles_of = (
        f"Percentage points of duels won more{' (means of all matchups)' if several else ''}, below them the "
        f"{words.interval_name(confidence)}, which holds for all comparisons together (Šidák)."
    )
    headline = _extremes(groups) if of == "statuses" else _range(_WORTH[of], groups)
    return Answer(
        headline,
        _lengths("By surprise fights" if of == "surprise" else "Fights", groups),
        tuple(map(_by_fighter, groups)),
        tiles,
        tiles_of,
    )


def _range(what: str, groups: list[Group]) -> str:
    """Say between which means the gain lies, and where it is largest if that can be told."""
    known, rest = ([group for group in groups if group.is_told is told] for told in (True, False))
    small = all(group.is_small for group in rest)
    if not known:
        unknown = f"What {what[0].lower()}{what[1:]} is worth cannot be told from so few duels."
        return f"{what} makes no difference in wins that matters." if small else unknown
    high, low = (words.fixed(100 * group.mean("wins")["difference"], 1) for group in (known[0], known[-1]))
    size = f"{what} is worth {high if len(known) == 1 else f'{low} to {high}'} percentage points of wins"
    if rest:
        others = "it makes no difference that matters" if small else "so few duels do not tell"
        return f"{size} with {_named(known)}; with {_named(rest)} {others}."
    return f"{size}, most with {words.quoted(known[0].name)}." if known[1:] and _surely_first(known) else f"{size}."


def _named(groups: list[Group]) -> str:
    if len(groups) > _NAMED:
        return f"{len(groups)} variants"
    return words.joined([words.quoted(group.name) for group in groups])


def _extremes(groups: list[Group]) -> str:
    """Say which status helps and which costs most; without a word for most where it cannot be told from the next."""
    parts = []
    for group, surely, sign, verb, place in (
        (groups[0], _surely_first(groups), 1, "helps whoever has it", "is the best to have, worth"),
        (groups[-1], _surely_first(groups[::-1]), -1, "hurts whoever has it", "is the worst, at the cost of"),
    ):
        mean = group.mean("wins")
        if all(sign * mean[f"difference{end}"] > 0 for end in _ENDS):
            size = words.fixed(100 * abs(mean["difference"]), 1)
            told = place if surely and len(groups) > 1 else f"{verb}:"
            parts.append(f"{words.quoted(group.name)} {told} {size} percentage points of wins")
    return f"{'; '.join(parts)}." if parts else "No status is known to change who wins."


def _surely_first(groups: list[Group]) -> bool:
    """Whether the first of some groups lies apart from all others."""
    low, high = (groups[0].mean("wins")[f"difference{end}"] for end in ("_low", "_high"))
    rest = [group.mean("wins") for group in groups[1:]]
    return all(low > other["difference_high"] or high < other["difference_low"] for other in rest)


def _lengths(fights: str, groups: list[Group]) -> str:
    """Say what becomes of the length and the deadliness of fights, which are called so."""
    sentences = []
    for quantity, more, less, scale, unit in (
        ("rounds", "longer", "shorter", 1, "rounds"),
        ("deaths", "deadlier", "less deadly", 100, "deaths in 100"),
    ):
        for word, sign in ((less, -1), (more, 1)):
            own = [(group, group.mean(quantity)) for group in groups]
            surely = [
                (g, row) for g, row in own if sign * row["difference_low"] > 0 and sign * row["difference_high"] > 0
            ]
            ranked = sorted(surely, key=lambda each: -sign * float(each[1]["difference"]))
            told = [f"{words.quoted(g.name)} {words.change(row, scale=scale)}" for g, row in ranked[:_NAMED]]
            if told:
                left = len(ranked) - _NAMED
                others = f" (and {left} other{'s' if left > 1 else ''})" if left > 0 else ""
                sentences.append(f"{fights} are {word} with {words.joined(told)} {unit}{others}.")
    return " ".join(sentences)


def _by_fighter(group: Group) -> str:
    """Say what it is worth to whom."""
    ranked = sorted(group.gains, key=lambda gain: -float(gain.wins["difference"]))
    shown = ranked if len(ranked) <= _TOLD else [ranked[0], ranked[-1]]
    each = []
    for gain in shown:
        other = gain.wins["b" if gain.had.side == "a" else "a"]
        each.append(f"{words.change(gain.wins, scale=100)} for {gain.who} against {other}")
    between = "" if len(ranked) <= _TOLD else " (most and least)"
    return f"{words.quoted(group.name)}{between}: {words.joined(each)}."
