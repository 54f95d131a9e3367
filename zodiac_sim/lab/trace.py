"""One duel of a run, played again alone and told blow by blow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from zodiac_sim.engine.events import Event
from zodiac_sim.engine.outcome import Outcome
from zodiac_sim.engine.reference import play_duel
from zodiac_sim.errors import InputError, one_line, shown
from zodiac_sim.lab.narrator import Narrator
from zodiac_sim.study.study import MAX_DUELS, MAX_SEED, Scenario, Study


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """A duel with all its events and its outcome."""

    scenario: Scenario
    seed: int
    duel: int
    events: tuple[Event, ...]
    outcome: Outcome

    def lines(self) -> Iterator[str]:
        """Yield the duel as plain text, a die or change a line, round by round, each with its clauses."""
        narrator = Narrator(self.scenario)
        against = " against ".join(narrator.names.values())
        yield f"{against}, {one_line(self.scenario.variant)}, duel {self.duel}, seed {self.seed}"
        for event in self.events:
            yield from narrator.tell(event)


def trace(
    study: Study, *, matchup: int = 0, variant: str | None = None, duel: int = 0, seed: int | None = None
) -> Trace:
    """Play one duel of a study again and tell it.

    Parameters
    ----------
    study : Study
        The study of the run.
    matchup : int
        Number of the matchup, from 0.
    variant : str, optional
        Name of the variant, of a grid the short one will do; without it the first one.
    duel : int
        Number of the duel, from 0.
    seed : int, optional
        Seed of the run; without it the one the study names.

    Raises
    ------
    InputError
        If the study has no such matchup or variant, if the duel or seed is out of range, or if no seed is known.
    """
    seed = chosen_seed(study, seed)
    check_number("duel", duel, MAX_DUELS - 1)
    scenario = _scenario(study, matchup, study.variant_names[0] if variant is None else variant)
    events: list[Event] = []
    outcome = play_duel(scenario, seed, duel, tell=events.append)
    return Trace(scenario=scenario, seed=seed, duel=duel, events=tuple(events), outcome=outcome)


def chosen_seed(study: Study, seed: int | None) -> int:
    """Return the seed that is given, or that of the study.

    Raises
    ------
    InputError
        If there is none, or it is out of range.
    """
    seed = study.seed if seed is None else seed
    if seed is None:
        raise InputError("this study names no seed; give the one of the run, which its results record", key="seed")
    check_number("seed", seed, MAX_SEED)
    return seed


def check_number(key: str, value: int, last: int) -> None:
    """Demand a whole number from 0 to ``last``.

    Raises
    ------
    InputError
        If it is none.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= last:
        raise InputError(f"{shown(value)} must be a whole number within 0..{last}", key=key)


def _scenario(study: Study, matchup: int, variant: str) -> Scenario:
    check_number("matchup", matchup, study.scenarios[-1].matchup)
    name = study.find_variant(variant)
    return next(s for s in study.scenarios if (s.matchup, s.variant) == (matchup, name))
