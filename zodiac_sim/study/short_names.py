"""Short names for the combinations of a grid, to be read and not to be typed."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from zodiac_sim.rules.files import dotted_path
from zodiac_sim.study.scenarios import grid_variants, value_text


def short_names(grid: Mapping[str, Sequence[Any]]) -> dict[str, str]:
    """Return a short name for every variant of a grid by its own name, in the order of the grid.

    ``fighters.red.stance=speed, rules.bleeding=none`` becomes ``red stance speed, bleeding none``; the fighter goes
    unnamed where the grid changes nothing but him. Where two short names would be equal, all variants keep their own.
    """
    names = [variant.name for variant in grid_variants(grid)]
    alone = len({dotted_path(key)[:2] for key in grid}) == 1
    settings = [[setting(key, value, owned=not alone) for value in values] for key, values in grid.items()]
    short = [", ".join(words) for words in itertools.product(*settings)]
    return dict(zip(names, short if len(set(short)) == len(names) else names, strict=True))


def setting(key: str, value: Any, *, owned: bool = True) -> str:
    """Return one value of a grid in words: ``red stance speed``, without the fighter if not ``owned``."""
    path = dotted_path(key)
    start = 2 if path[0] == "fighters" and len(path) > 2 and not owned else 1
    return f"{' '.join(path[start:])} {value_text(value)}"
