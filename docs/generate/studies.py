"""The keys of a study file, and the studies that come with the package."""

from __future__ import annotations

from zodiac_sim.rules.files import parse_toml
from zodiac_sim.study.presets import new_study, packaged_studies, packaged_study
from zodiac_sim.study.study import Study

from .keys import key_table, keys
from .markdown import block, page


def keys_page() -> str:
    """Return the page of all keys of a study file."""
    return page(
        "The keys of a study",
        "A study is a file in TOML. A key that it does not know is an error that names the nearest one. What stands "
        "in `rules` is told in [the keys of the rules](rules.md), what stands in `fighters` in "
        "[fighters](fighters.md). `NAME` is a name of yours, `[]` an entry of a list.",
        key_table(keys(Study)),
        "## A study to start from",
        "`zodiac-sim new` writes this file:",
        block(new_study()),
    )


def packaged_page() -> str:
    """Return the page of the packaged studies: what each asks, and its file."""
    parts = []
    for name in packaged_studies():
        text = packaged_study(name)
        parts += [f"## `{name}`", parse_toml(text, file=name).get("question", ""), block(text)]
    return page(
        "Packaged studies",
        "They run by their names, such as `zodiac-sim run stances`, and are written to be read and copied.",
        *parts,
    )
