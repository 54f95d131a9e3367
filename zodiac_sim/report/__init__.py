"""Reports: a result told in words, pictures and tables, as a folder to pass around; and several with a list of them."""

from zodiac_sim.report.contents import write_reports
from zodiac_sim.report.write import write_report

__all__ = ["write_report", "write_reports"]
