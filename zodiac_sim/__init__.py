"""Balance lab for a tabletop RPG: a question in, millions of duels, an answer with error bars out.

The names below are looked up when first used, so that importing the package loads nothing heavy.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zodiac_sim import plots as plots
    from zodiac_sim.errors import InputError as InputError
    from zodiac_sim.errors import RunError as RunError
    from zodiac_sim.lab import chronicle as chronicle
    from zodiac_sim.lab.baseline import compare as compare
    from zodiac_sim.lab.campaign import run_campaign as run_campaign
    from zodiac_sim.lab.campaign_result import CampaignResult as CampaignResult
    from zodiac_sim.lab.campaign_trace import trace_campaign as trace_campaign
    from zodiac_sim.lab.cluster import cluster as cluster
    from zodiac_sim.lab.draw_table import draw_table as draw_table
    from zodiac_sim.lab.result import Result as Result
    from zodiac_sim.lab.run import run as run
    from zodiac_sim.lab.store import load_result as load_result
    from zodiac_sim.lab.store import save_result as save_result
    from zodiac_sim.lab.table_time import TableTime as TableTime
    from zodiac_sim.lab.trace import trace as trace
    from zodiac_sim.lab.worth import worth as worth
    from zodiac_sim.report import write_report as write_report
    from zodiac_sim.report import write_reports as write_reports
    from zodiac_sim.rules.loading import load_ruleset as load_ruleset
    from zodiac_sim.rules.model import Ruleset as Ruleset
    from zodiac_sim.study.fighter import Fighter as Fighter
    from zodiac_sim.study.fighter import Shield as Shield
    from zodiac_sim.study.fighter import Weapon as Weapon
    from zodiac_sim.study.study import Study as Study
    from zodiac_sim.study.study import load_study as load_study
    from zodiac_sim.study.study import make_study as make_study

    __version__: str

_HOME = {
    "CampaignResult": "zodiac_sim.lab.campaign_result",
    "Fighter": "zodiac_sim.study.fighter",
    "InputError": "zodiac_sim.errors",
    "Result": "zodiac_sim.lab.result",
    "Ruleset": "zodiac_sim.rules.model",
    "RunError": "zodiac_sim.errors",
    "Shield": "zodiac_sim.study.fighter",
    "Study": "zodiac_sim.study.study",
    "TableTime": "zodiac_sim.lab.table_time",
    "Weapon": "zodiac_sim.study.fighter",
    "cluster": "zodiac_sim.lab.cluster",
    "compare": "zodiac_sim.lab.baseline",
    "draw_table": "zodiac_sim.lab.draw_table",
    "load_result": "zodiac_sim.lab.store",
    "load_ruleset": "zodiac_sim.rules.loading",
    "load_study": "zodiac_sim.study.study",
    "make_study": "zodiac_sim.study.study",
    "run": "zodiac_sim.lab.run",
    "run_campaign": "zodiac_sim.lab.campaign",
    "save_result": "zodiac_sim.lab.store",
    "trace": "zodiac_sim.lab.trace",
    "worth": "zodiac_sim.lab.worth",
    "trace_campaign": "zodiac_sim.lab.campaign_trace",
    "write_report": "zodiac_sim.report",
    "write_reports": "zodiac_sim.report",
}
_MODULES = {"chronicle": "zodiac_sim.lab.chronicle", "plots": "zodiac_sim.plots"}
__all__ = ["__version__", *_MODULES, *_HOME]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        value: Any = importlib.import_module("importlib.metadata").version(__name__)
    elif name in _MODULES:
        value = importlib.import_module(_MODULES[name])
    elif name in _HOME:
        value = getattr(importlib.import_module(_HOME[name]), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
