"""Studies run, their results, and the statistics on them."""
