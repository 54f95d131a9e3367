"""What heroes carry from one fight of a campaign to the next, and how days change it (R9.5, R10)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zodiac_sim.engine.ailments import FOR_EVER, SURPRISED, ZOMBIE
from zodiac_sim.engine.dice import Ints, has, where
from zodiac_sim.engine.effects import MAIMS
from zodiac_sim.engine.healing import percent_back, rested, vitality_lost
from zodiac_sim.engine.phases.effective import refresh_moves, refresh_skill
from zodiac_sim.engine.state import AFFLICTED, DISARMED, DROPPED, HELD, LOST, State, opponent
from zodiac_sim.engine.tables import WIDTH, Tables
from zodiac_sim.rules.magic import STATUSES
from zodiac_sim.study.campaign import Journey, Rest

ITEMS = ("weapon", "shield")
BODY = ("hp", "wounds", *ITEMS)  # columns of the state
MAGICAL = ("mp", "meter", "stores", "status", "turns", "poison_magic")  # those that it has where anything is magical
_BITS = 1 << np.arange(len(STATUSES))


class Heroes:
    """Heroes who go on, an entry each in every array.

    Attributes
    ----------
    campaign : int array, shape (n,)
        Number of their campaign.
    carried : dict of arrays
        What they carry, by column of the state.
    zombie_days : int array, shape (n,)
        Days that they began as Zombies (R9.5).
    undead_today : bool array, shape (n,)
        Whether this day is one of them.
    """

    def __init__(self, journey: Journey, tables: Tables, fresh: State, campaigns: int):
        """Take the heroes of some campaigns as they set out; ``fresh`` has a lane for each different fight."""
        self.journey, self.tables = journey, tables
        self.columns = (*BODY, *MAGICAL) if tables.magical else BODY
        self.campaign = np.arange(campaigns)
        self.carried = {name: np.repeat(getattr(fresh, name)[:1], campaigns, axis=0) for name in self.columns}
        self.zombie_days = np.zeros(campaigns, np.int64)
        self.undead_today = np.zeros(campaigns, np.bool_)
        if tables.magical:
            self.carried["status"] &= ~np.uint16(SURPRISED)
            endless = tables.ailments.turns[0] == FOR_EVER
            self._endless = int(_BITS[endless].sum()) & int(tables.ailments.status[0])

    def __len__(self) -> int:
        return len(self.campaign)

    def keep(self, places: Ints) -> None:
        """Let only some go on."""
        self.campaign, self.zombie_days = self.campaign[places], self.zombie_days[places]
        self.undead_today = self.undead_today[places]
        self.carried = {name: values[places] for name, values in self.carried.items()}

    def begin_day(self) -> None:
        """Note who begins the day as a Zombie."""
        if self.tables.magical:
            self.undead_today = has(self.carried["status"], ZOMBIE)

    def end_day(self) -> Ints:
        """Count the day for Zombies; return the places of those whose Vitality it used up (R9.5)."""
        self.zombie_days += self.undead_today
        return where((self._lost > 0) & (self._vitality == 0))

    def rest(self, day: Rest) -> None:
        """Live through a day without a fight (R10.1)."""
        percent, hero = percent_back(day, self.journey.rules), self.journey.hero
        self.carried["hp"] = rested(self.carried["hp"], hero.hp, percent)
        if self.tables.magical:
            self.carried["mp"] = rested(self.carried["mp"], hero.mp, percent)

    def enter(self, s: State) -> None:
        """Begin a fight: write what they carry into side a of a state as a duel begins, a lane each."""
        self._heal_wounds()
        for name in BODY:
            getattr(s, name)[::WIDTH] = self.carried[name]
        lost = self.carried["weapon"] == LOST
        s.conditions[::WIDTH] |= np.where(lost, DISARMED, 0).astype(np.uint8)
        changed = lost | (self.carried["shield"] == LOST) | self.carried["wounds"].any(axis=1)
        if self.tables.magical:
            self._enter_magical(s)
            changed[:] = True
        rows = WIDTH * where(changed)
        refresh_moves(s, self.tables, rows)
        refresh_skill(s, self.tables, rows)

    def leave(self, columns: dict[str, NDArray[Any]]) -> None:
        """End a fight: take over what is left of them, and pick up what lies on the ground (R10.2)."""
        self.carried = {name: columns[name] for name in self.columns}
        treated = self.journey.wounds == "treated"
        for item in ITEMS:
            own = self.carried[item]
            own[(own == DROPPED) | (treated & (own == LOST))] = HELD
        if treated:
            self.carried["wounds"][:] = 0
        if self.tables.magical:
            self._end_statuses()

    def _enter_magical(self, s: State) -> None:
        surprised = s.status[::WIDTH] & SURPRISED
        for name in MAGICAL:
            getattr(s, name)[::WIDTH] = self.carried[name]
        s.status[::WIDTH] |= surprised
        afflicted = np.where(s.status[::WIDTH], AFFLICTED, 0).astype(np.uint8)
        s.conditions[::WIDTH] = s.conditions[::WIDTH] & ~np.uint8(AFFLICTED) | afflicted
        s.vitality[::WIDTH] = self._vitality
        s.faced_vitality[opponent(np.arange(0, len(s.sheet), WIDTH))] = self._vitality

    def _end_statuses(self) -> None:
        """End statuses but for Zombie, and those that he starts with and that last until cured (R10.2)."""
        status, turns = self.carried["status"], self.carried["turns"]
        lasting = (turns[:, : len(STATUSES)] == FOR_EVER) @ _BITS & self._endless
        status &= (lasting | ZOMBIE).astype(np.uint16)
        turns[:, STATUSES.index("zombie")] = FOR_EVER

    def _heal_wounds(self) -> None:
        """Let wounds of those at full HP heal; what is unusable stays so (R10.2)."""
        whole = where(self.carried["hp"] == self.journey.hero.hp)
        wounds = self.carried["wounds"][whole]
        self.carried["wounds"][whole] = wounds * has(self.tables.criticals.flags[wounds], MAIMS)

    @property
    def _lost(self) -> Ints:
        return vitality_lost(self.zombie_days, self.journey.rules)

    @property
    def _vitality(self) -> Ints:
        """The Vitality that their days as Zombies left them (R9.5)."""
        left: Ints = np.maximum(self.journey.hero.vitality - self._lost, 0)
        return left
