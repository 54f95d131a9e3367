"""Reports: a result told in words, pictures and tables, as a folder to pass around."""

from zodiac_sim.report.write import write_report

__all__ = ["write_report"]
