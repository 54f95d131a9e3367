"""The names that Python programs use, from their docstrings."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from types import ModuleType

import zodiac_sim as zs
from zodiac_sim.lab import balance, compare

from .markdown import page

PYDANTIC = "model_config, model_post_init"  # what models have for the library alone
TABLES = (compare.compared, balance.balanced)  # whose columns other docstrings refer to


def python_page() -> str:
    """Return the page of all public names."""
    names = sorted((name for name in zs.__all__ if not name.startswith("_")), key=str.casefold)
    public = {name: getattr(zs, name) for name in names}
    return page(
        "From Python",
        "`import zodiac_sim as zs` is quick: everything is loaded when it is first used.",
        "## Functions",
        *(_directive("function", f"zodiac_sim.{name}") for name, each in public.items() if inspect.isfunction(each)),
        "## Classes",
        *(_directive("class", f"zodiac_sim.{name}") for name, each in public.items() if inspect.isclass(each)),
        *(part for name, each in public.items() if inspect.ismodule(each) for part in _module(name, each)),
        "## Columns of comparisons",
        *(_directive("function", f"{each.__module__}.{each.__name__}") for each in TABLES),
    )


def _module(name: str, module: ModuleType) -> Iterator[str]:
    yield f"## `zs.{name}`"
    yield (inspect.getdoc(module) or "").replace("``", "`")
    for each in _names(module):
        yield _directive("function", f"{module.__name__}.{each}")


def _names(module: ModuleType) -> list[str]:
    """Return the functions that a module offers: those of its list, or those that it defines."""
    if hasattr(module, "__all__"):
        return [str(name) for name in module.__all__]
    own = inspect.getmembers(module, lambda each: inspect.isfunction(each) and each.__module__ == module.__name__)
    return [name for name, _ in own if not name.startswith("_")]


def _directive(kind: str, place: str) -> str:
    """Return the directive that puts a docstring here."""
    indented = f"   :members:\n   :exclude-members: {PYDANTIC}\n" if kind == "class" else ""
    return f"```{{eval-rst}}\n.. auto{kind}:: {place}\n{indented}```"
