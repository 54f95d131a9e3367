"""Pictures: each takes a result, or that of Draw its table, and ``ax=``, draws, and returns the axes."""

from zodiac_sim.plots.bleeding_levels import bleeding_levels
from zodiac_sim.plots.campaign_ends import campaign_ends
from zodiac_sim.plots.campaign_hp import campaign_hp
from zodiac_sim.plots.cascade import cascade
from zodiac_sim.plots.critical_locations import critical_locations
from zodiac_sim.plots.critical_rows import critical_rows
from zodiac_sim.plots.deaths import deaths
from zodiac_sim.plots.draw import draw
from zodiac_sim.plots.falls import falls
from zodiac_sim.plots.first_hit import first_hit
from zodiac_sim.plots.gains import gains
from zodiac_sim.plots.matrix import matrix
from zodiac_sim.plots.rounds import rounds
from zodiac_sim.plots.survival import survival
from zodiac_sim.plots.swings import swings
from zodiac_sim.plots.table_cost import table_cost
from zodiac_sim.plots.undecided import undecided
from zodiac_sim.plots.win_rates import win_rates

__all__ = [
    "bleeding_levels",
    "campaign_ends",
    "campaign_hp",
    "cascade",
    "critical_locations",
    "critical_rows",
    "deaths",
    "draw",
    "falls",
    "first_hit",
    "gains",
    "matrix",
    "rounds",
    "survival",
    "swings",
    "table_cost",
    "undecided",
    "win_rates",
]
