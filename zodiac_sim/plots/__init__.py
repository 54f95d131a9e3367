"""Pictures of a result: each takes it and ``ax=``, draws, and returns the axes."""

from zodiac_sim.plots.deaths import deaths
from zodiac_sim.plots.falls import falls
from zodiac_sim.plots.gains import gains
from zodiac_sim.plots.rounds import rounds
from zodiac_sim.plots.table_cost import table_cost
from zodiac_sim.plots.win_rates import win_rates

__all__ = ["deaths", "falls", "gains", "rounds", "table_cost", "win_rates"]
