"""What a thing is worth: scenarios that have it beside those that differ in nothing else and have it not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

from zodiac_sim.errors import InputError, listed, shown
from zodiac_sim.lab.compare import framed, rows_of_pairs
from zodiac_sim.lab.differences import Family
from zodiac_sim.lab.intervals import check_confidence
from zodiac_sim.lab.quantities import Margin, chosen_margins
from zodiac_sim.lab.summary import Row
from zodiac_sim.rules.words import turns_text
from zodiac_sim.study.fighter import Fighter, Statuses
from zodiac_sim.study.study import Scenario

if TYPE_CHECKING:
    import pandas as pd

    from zodiac_sim.lab.result import Result

QUANTITIES = ("wins_a", "wins_b", "rounds", "deaths")

Thing: TypeAlias = Literal["surprise", "statuses", "limit"]
THINGS: tuple[Thing, ...] = get_args(Thing)


class Had(NamedTuple):
    """That somebody has a thing: what, in words, and the side that it is given to (``b``: its gain is his)."""

    what: str
    side: str


class Counterparts(NamedTuple):
    """A scenario with a thing and the one without it, by number, and who has it."""

    without: int
    having: int
    had: Had


def worth(result: Result, of: Thing, *, confidence: float = 0.95, margin: Margin = None) -> pd.DataFrame:
    """Return what surprise, statuses or a Limit change, duel by duel on the same dice.

    Every scenario in which somebody has the thing is compared with the first of the same matchup that differs in
    nothing else and in which nobody has it. Scenarios without such a counterpart have no rows.

    Parameters
    ----------
    result : Result
    of : "surprise", "statuses" or "limit"
        Surprise (R9.1); statuses from the start or by a weapon's hits (R9.7); Limits in a policy (R9.9).
    confidence, margin
        As for :meth:`Result.compare`.

    Returns
    -------
    DataFrame
        The columns of :meth:`Result.compare` for ``wins_a, wins_b, rounds, deaths``; ``baseline`` is the variant
        without the thing. ``what`` tells it in words, ``side`` is the one whose gain or loss it is: of surprise the
        other one's, of statuses his who has them, of a Limit his who strikes it.

    Raises
    ------
    InputError
        If there is no such thing, nobody has it, or an option is out of range.
    """
    rows, had, family = worth_rows(result, of, confidence=confidence, margin=margin)
    if not rows:
        raise InputError(f"no two scenarios of this study differ in {of} alone and were paired", key="of")
    frame = framed(rows, family).assign(**{name: [getattr(one, name) for one in had] for name in Had._fields})
    frame.attrs["zero"] = f"as without {_WITHOUT[of]}"
    return frame


def worth_rows(
    result: Result, of: Thing, *, confidence: float = 0.95, margin: Margin = None
) -> tuple[list[Row], list[Had], Family]:
    """Return the rows of :func:`worth`, what each is about, and how their comparisons are corrected.

    Raises
    ------
    InputError
        If there is no such thing, or an option is out of range.
    """
    if of not in THINGS:
        raise InputError(f"{shown(of)} is not one of {listed(THINGS)}", key="of")
    found = [both for both in counterparts(result.study.scenarios, of) if _paired(result, both)]
    family = Family(check_confidence(confidence), max(1, len(found) * len(QUANTITIES)))
    pairs = [((both.without, both.having),) for both in found]
    rows = rows_of_pairs(result, pairs, QUANTITIES, chosen_margins(margin), family)
    return rows, [both.had for both in found for _ in QUANTITIES], family


def counterparts(scenarios: tuple[Scenario, ...], of: Thing) -> Iterator[Counterparts]:
    """Yield the scenarios that have a thing with those that differ in nothing else, in the order of the study."""
    had = [_HAD[of](scenario) for scenario in scenarios]
    if not any(had):
        return
    others = [(each.matchup, repr(_WITHOUT_IT[of](replace(each, variant="")))) for each in scenarios]
    without = {key: number for number, key in reversed(list(enumerate(others))) if had[number] is None}
    for number, (key, one) in enumerate(zip(others, had, strict=True)):
        if one is not None and key in without:
            yield Counterparts(without[key], number, one)


def _paired(result: Result, both: Counterparts) -> bool:
    return (min(both[:2]), max(both[:2])) in result.pairings


def _fighters(scenario: Scenario) -> Iterator[tuple[str, Fighter, Fighter]]:
    """Yield the fighter of each side, and the other one."""
    (a,), (b,) = scenario.sides
    yield from (("a", a, b), ("b", b, a))


def _surprised(scenario: Scenario) -> Had | None:
    names = [one.name for one, is_ in zip((each[0] for each in scenario.sides), scenario.surprised, strict=True) if is_]
    if not names:
        return None
    side = "b" if scenario.surprised == (True, False) else "a"
    return Had("both surprised" if len(names) > 1 else f"{names[0]} surprised", side)


def _statuses(scenario: Scenario) -> Had | None:
    told, sides = [], []
    for side, fighter, other in _fighters(scenario):
        statuses = fighter.starts_with()
        start = [name if one.turns is None else f"{name} ({turns_text(one.turns)})" for name, one in statuses]
        if start:
            told.append(f"{', '.join(start)}: {fighter.name}, from the start")
            sides.append(side)
        brought = other.weapon.statuses if other.weapon is not None else {}
        if brought:
            each = ", ".join(f"{name} ({status.chance} %)" for name, status in brought.items())
            told.append(f"{each}: {fighter.name}, by hits of {other.name}")
            sides.append(side)
    return Had("; ".join(told), sides[0]) if told else None


def _limits(scenario: Scenario) -> Had | None:
    users = [(side, fighter) for side, fighter, _ in _fighters(scenario) if _lines(fighter, limit=True)]
    if not users:
        return None
    names = " and ".join(fighter.name for _, fighter in users)
    return Had(f"{names}, full at {scenario.rules.limit_full} % of HP", users[0][0])


def _lines(fighter: Fighter, *, limit: bool) -> tuple[object, ...]:
    """Return the lines of a policy that can be taken and are Limits, or those that are none."""
    if limit:
        return tuple(line for line in fighter.policy if line.do.word == "limit" and line.chance != 0)
    return tuple(line for line in fighter.policy if line.do.word != "limit")


def _without_surprise(scenario: Scenario) -> Scenario:
    return replace(scenario, surprised=(False, False))


def _without_statuses(scenario: Scenario) -> Scenario:
    def plain(fighter: Fighter) -> Fighter:
        weapon = fighter.weapon and fighter.weapon.model_copy(update={"statuses": {}})
        return fighter.model_copy(update={"statuses": Statuses(), "weapon": weapon})

    return _with_fighters(scenario, plain)


def _without_limits(scenario: Scenario) -> Scenario:
    rules = scenario.rules.model_copy(update={"limit_full": 0, "limit_multiplier": 0})
    scenario = _with_fighters(scenario, lambda each: each.model_copy(update={"policy": _lines(each, limit=False)}))
    return replace(scenario, rules=rules)


def _with_fighters(scenario: Scenario, change: Callable[[Fighter], Fighter]) -> Scenario:
    a, b = (tuple(map(change, fighters)) for fighters in scenario.sides)
    return replace(scenario, sides=(a, b))


_HAD: dict[Thing, Callable[[Scenario], Had | None]] = {
    "surprise": _surprised,
    "statuses": _statuses,
    "limit": _limits,
}
_WITHOUT_IT: dict[Thing, Callable[[Scenario], Scenario]] = {
    "surprise": _without_surprise,
    "statuses": _without_statuses,
    "limit": _without_limits,
}
_WITHOUT: dict[Thing, str] = {"surprise": "surprise", "statuses": "the status", "limit": "Limits"}
