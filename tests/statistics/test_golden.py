"""Dice and outcomes are the same as ever: on every platform, in every version."""

import json

import pytest

from tests.statistics.golden import DATA, GOLDEN, as_text


@pytest.mark.parametrize("name", GOLDEN)
def test_nothing_that_is_pinned_has_changed(name: str):
    """If it has: results saved before mean something else now, and the changelog must say so (see CONTRIBUTING)."""
    pinned = (DATA / name).read_text(encoding="ascii")
    for then, now in zip(json.loads(pinned), json.loads(as_text(GOLDEN[name]())), strict=True):
        assert now == then
