"""Balance lab for a tabletop RPG: a question in, millions of duels, an answer with error bars out.

The names below are looked up when first used, so that importing the package loads nothing heavy.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zodiac_sim.errors import InputError as InputError
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
    "Fighter": "study.fighter",
    "InputError": "errors",
    "Ruleset": "rules.model",
    "Shield": "study.fighter",
    "Study": "study.study",
    "Weapon": "study.fighter",
    "load_ruleset": "rules.loading",
    "load_study": "study.study",
    "make_study": "study.study",
}
__all__ = ["__version__", *_HOME]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version(__name__)
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
