"""The duel engine: vectorised rounds, their dice and tallies, and the readable twin."""
