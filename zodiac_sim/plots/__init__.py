"""Pictures of a result: each takes it and ``ax=``, draws, and returns the axes."""

from zodiac_sim.plots.deaths import deaths
from zodiac_sim.plots.falls import falls
from zodiac_sim.plots.gains import gains
from zodiac_sim.plots.matrix import matrix
from zodiac_sim.plots.rounds import rounds
from zodiac_sim.plots.table_cost import table_cost
from zodiac_sim.plots.undecided import undecided
from zodiac_sim.plots.win_rates import win_rates

__all__ = ["deaths", "falls", "gains", "matrix", "rounds", "table_cost", "undecided", "win_rates"]
