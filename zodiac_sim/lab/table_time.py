"""What a duel takes at the table, in minutes: an assumption about people, no rule of the game."""

from __future__ import annotations

from dataclasses import dataclass, fields

from zodiac_sim.errors import InputError, shown

DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTime:
    """Seconds that a group spends on each thing a duel asks of it.

    The defaults are guesses for a practised group that rolls openly and reads from printed tables. Time your own table
    for ten minutes and put its figures here.

    Attributes
    ----------
    roll : float
        Seconds to throw a die and read it, with what is added to it.
    lookup : float
        Seconds to find a row in a table and say what it does.
    round : float
        Seconds a round takes beside that: whose turn it is, what to do, HP written down.

    Raises
    ------
    InputError
        If one of them is no number of seconds from 0 to a day.
    """

    roll: float = 5
    lookup: float = 15
    round: float = 20

    def __post_init__(self) -> None:
        for name in (each.name for each in fields(self)):
            value = getattr(self, name)
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or not 0 <= value <= DAY:
                raise InputError(f"{shown(value)} is no number of seconds from 0 to {DAY:,}, a day", key=name)
