"""Reports: a result told in words, pictures and tables, as a folder to pass around."""

from zodiac_sim.report.write import check_folder, write_report

__all__ = ["check_folder", "write_report"]
