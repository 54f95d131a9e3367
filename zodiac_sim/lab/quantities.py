"""What duels are compared by, and how large a difference must be to matter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from zodiac_sim.engine.pairing import PAIRED
from zodiac_sim.engine.tally import Tally
from zodiac_sim.errors import InputError, nearest, shown
from zodiac_sim.lab.summary import COUNT_NAMES, Moments, moments

QUANTITIES = (*COUNT_NAMES, *PAIRED)
WINS = COUNT_NAMES[:2]  # what a run shows of variants: against the first of them
ALL_MATCHUPS = -1
# A difference inside its margin matters to nobody at the table. Of a fighter's quantities both sides have the same.
RATE_MARGIN = 0.01
MARGIN_RANGE = 1e-9, 1e9  # beyond it, the number of duels that would do is none that anybody could fight
MARGINS: dict[str, float] = {
    "rounds": 0.1, "rolls": 0.5, "lookups": 0.1, "deaths": 0.01,
    "attacks": 0.1, "hits": 0.1, "criticals": 0.05, "disarms": 0.05, "binds": 0.05, "stunned_turns": 0.05,
    "attack_damage": 0.5, "bleeding_damage": 0.5, "other_damage": 0.5, "healed": 0.5, "hp_left": 0.5,
}  # fmt: skip

Margin: TypeAlias = float | Mapping[str, float] | None


@dataclass(slots=True)
class Source:
    """The moments of a scenario's quantities, each made once."""

    tally: Tally
    _made: dict[str, Moments] = field(default_factory=dict)

    def of(self, quantity: str) -> Moments:
        """Return the moments of a quantity: of a share, of the numbers 1 and 0."""
        if quantity not in self._made:
            self._made[quantity] = self._make(quantity)
        return self._made[quantity]

    def _make(self, quantity: str) -> Moments:
        if quantity not in COUNT_NAMES:
            return moments(self.tally.histogram(quantity).sum(axis=0))
        count = int(self.tally.winners[COUNT_NAMES.index(quantity)])
        return Moments(self.tally.duels, count, count)


def chosen_margins(margin: Margin) -> dict[str, float]:
    """Return the margin of every quantity.

    Raises
    ------
    InputError
        If a margin is out of range, or is of no quantity.
    """
    sided = {f"{name}_{side}": MARGINS[name] for name in MARGINS for side in "ab"}
    known = dict.fromkeys(COUNT_NAMES, RATE_MARGIN) | {name: (MARGINS | sided)[name] for name in PAIRED}
    if margin is None:
        return known
    given = dict(margin) if isinstance(margin, Mapping) else dict.fromkeys(COUNT_NAMES, margin)
    names = known_quantities(given, key="margin") if given else ()
    return known | {name: check_margin(given[name], name) for name in names}


def check_margin(margin: float, quantity: str) -> float:
    """Return the margin of a quantity.

    Raises
    ------
    InputError
        If it is out of range: that of a share below 1, any within ``MARGIN_RANGE``.
    """
    share = quantity in COUNT_NAMES
    number = isinstance(margin, int | float) and not isinstance(margin, bool)
    least, most = MARGIN_RANGE
    if number and least <= margin <= most and (margin < 1 or not share):
        return float(margin)
    right = f"a share from {least:g} to below 1, such as 0.01" if share else f"a number from {least:g} to {most:g}"
    raise InputError(f"{shown(margin)} is no margin of {quantity}; it is {right}", key="margin")


def known_quantities(quantities: Iterable[str], key: str = "quantities") -> tuple[str, ...]:
    """Return names of quantities, each once.

    Raises
    ------
    InputError
        If there is none, or one that does not exist.
    """
    if isinstance(quantities, str) or not isinstance(quantities, Iterable):
        raise InputError(f"{shown(quantities)} should be a list of names", key=key)
    names = tuple(quantities)
    for name in names:
        if name not in QUANTITIES:
            raise InputError(f"no quantity {shown(name)}", key=key, nearest=nearest(name, QUANTITIES))
    if not names:
        raise InputError("at least one is needed", key=key)
    return tuple(dict.fromkeys(names))
