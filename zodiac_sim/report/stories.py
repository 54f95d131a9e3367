"""Four duels told blow by blow: a typical one, the shortest, the longest and the bloodiest."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine.outcome import SIDES, WINNERS
from zodiac_sim.lab.summary import scenario_columns
from zodiac_sim.lab.trace import trace
from zodiac_sim.report import words
from zodiac_sim.report.answer import others
from zodiac_sim.report.section import Story, Subject
from zodiac_sim.study.study import Scenario

if TYPE_CHECKING:
    from zodiac_sim.lab.result import Result

_ROUND = re.compile(r" *Round \d+")
_UNRESOLVED = WINNERS.index("unresolved")
_TOLD = 40  # rounds of a duel that are told; of a longer one the first and the last half of them

Kept = Mapping[str, NDArray[Any]]
Floats = NDArray[np.float64]


def stories(subject: Subject) -> tuple[Story, ...]:
    """Return the duels to tell, all of the scenario that the page has most to say about; none if no duel was kept."""
    number = _most_moved(subject.result, subject.baseline)
    kept = subject.result.kept[number] if subject.result.kept else {}
    if not len(kept.get("winner", ())):
        return ()
    scenario = subject.result.study.scenarios[number]
    chosen: dict[int, list[str]] = {}
    for kind, place in _chosen(kept).items():
        chosen.setdefault(place, []).append(kind)
    return tuple(_story(subject, scenario, kept, place, kinds) for place, kinds in chosen.items())


def _most_moved(result: Result, baseline: str) -> int:
    """Return the scenario of the first variant to tell of in which most wins are lost or gained against the baseline.

    Of a single variant it is the first scenario.
    """
    study, told = result.study, others(result, baseline)
    numbers = {(scenario.matchup, scenario.variant): number for number, scenario in enumerate(study.scenarios)}

    def moved(matchup: int) -> int:
        one, other = (result.scenario_tallies[numbers[matchup, name]].winners for name in (told[0], baseline))
        return int(abs(one - other).max())

    return numbers[max(range(len(study.matchups)), key=moved), told[0]] if told else 0


def _chosen(kept: Kept) -> dict[str, int]:
    """Return the place of each kind of duel among those that were kept; the first of several that are alike."""
    rounds, bled, lost = kept["rounds"].astype(float), _both(kept, "bleeding_damage"), _hp_lost(kept)
    decided = np.flatnonzero(kept["winner"] != _UNRESOLVED)
    ended = decided if len(decided) else np.arange(len(rounds))
    bloodiest = bled if bled.any() else lost
    return {
        "typical": int(np.argmin(sum(_apart(values) for values in (rounds, bled, lost, _both(kept, "criticals"))))),
        "shortest": int(ended[np.argmin(rounds[ended])]),
        "longest": int(np.argmax(rounds)),
        "bloodiest": int(np.argmax(bloodiest)),
    }


def _apart(values: Floats) -> Floats:
    """Return how far each value is from the median, counted in standard deviations."""
    apart: Floats = np.abs(values - np.median(values)) / (values.std() or 1)
    return apart


def _both(kept: Kept, name: str) -> Floats:
    """Return a quantity of both sides together."""
    both: Floats = np.sum([kept[f"{name}_{side}"] for side in SIDES], axis=0, dtype=float)
    return both


def _hp_lost(kept: Kept) -> Floats:
    lost: Floats = np.sum([_both(kept, f"{kind}_damage") for kind in ("attack", "bleeding", "other")], axis=0)
    return lost


def _story(subject: Subject, scenario: Scenario, kept: Kept, place: int, kinds: Sequence[str]) -> Story:
    result = subject.whole  # what the command below prints has the whole names of variants
    duel = place + (result.ranges[0][0] if result.ranges else 0)
    told = trace(result.study, matchup=scenario.matchup, variant=scenario.variant, duel=duel, seed=result.seed)
    command = ["zodiac-sim", "trace", "study.toml", "--matchup", str(scenario.matchup)]
    command += ["--variant", scenario.variant, "--duel", str(duel)]
    columns = scenario_columns(scenario)
    changed = f", the matchup whose winners change most against {words.quoted(subject.baseline)}"
    why = (
        f"Duel {duel}, {words.joined([_why(kind, kept, place) for kind in kinds])} of the first "
        f"{words.whole(len(kept['winner']))} duels of {columns['a']} against {columns['b']} under "
        f"{words.quoted(scenario.variant)}{changed if len(result.study.variant_names) > 1 else ''}."
    )
    heading = f"The {words.joined(list(kinds))} duel"
    return Story(f"duel-{kinds[0]}", heading, why, tuple(shortened(list(told.lines()))), shlex.join(command))


def _why(kind: str, kept: Kept, place: int) -> str:
    rounds, lost = words.whole(kept["rounds"][place]), words.whole(_hp_lost(kept)[place])
    bled = _both(kept, "bleeding_damage")[place]
    most = f"bled away ({words.whole(bled)} of {lost})" if bled else f"were lost ({lost}; nobody bled)"
    unresolved = ", unresolved" if kept["winner"][place] == _UNRESOLVED else ""
    middle = "rounds, criticals, HP lost and HP bled"
    return {
        "typical": f"the one nearest to the middle in {middle} ({rounds} rounds, {lost} HP)",
        "shortest": f"the first of those that ended soonest (round {rounds})",
        "longest": f"the first of the longest ({rounds} rounds{unresolved})",
        "bloodiest": f"the one in which most HP {most}",
    }[kind]


def shortened(lines: list[str]) -> list[str]:
    """Return the lines of a duel without the middle rounds of a very long one."""
    begun = [number for number, line in enumerate(lines) if _ROUND.fullmatch(line)]
    if len(begun) <= _TOLD:
        return lines
    half = _TOLD // 2
    left_out = f"… {len(begun) - _TOLD} rounds left out here; the command below tells them all …"
    return [*lines[: begun[half]], left_out, *lines[begun[-half] :]]
