"""What goes wrong for a reason that the user can mend."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable
from typing import Any

LONGEST_PLACE = 300  # of the name of a file or a key in a message
BREAKING = ("Cc", "Zl", "Zp", "Cs")  # categories of characters that would tear a line or steer a terminal


class ZodiacError(Exception):
    """Base of every error this package raises on purpose."""


class InputError(ZodiacError):
    """A value given by the user is not usable.

    Parameters
    ----------
    problem : str
        What is wrong with the value and what would be right.
    file : str, optional
        The file that holds it.
    key : str, optional
        Its dotted name inside the file.
    nearest : str, optional
        The valid name closest to a misspelt one.
    """

    def __init__(self, problem: str, *, file: str | None = None, key: str | None = None, nearest: str | None = None):
        super().__init__(problem, file, key, nearest)
        self.problem, self.file, self.key, self.nearest = problem, file, key, nearest

    def __str__(self) -> str:
        hint = f" (did you mean {shown(self.nearest)}?)" if self.nearest is not None else ""
        places = [_shortened(place) for place in (self.file, self.key) if place]
        return ": ".join([*places, self.problem]) + hint

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.problem, self.file, self.key, self.nearest)

    def within(self, *, file: str | None = None, key: str | None = None) -> InputError:
        """Return the same error with the place it was found in; where the file is known, nothing is left to say."""
        if self.file is not None:
            return self
        keys = [part for part in (key, self.key) if part]
        return InputError(self.problem, file=file, key=".".join(keys) or None, nearest=self.nearest)


class RunError(ZodiacError):
    """A run cannot go on for a reason that lies outside of its study: those who do the work are gone."""


def _rebuild(problem: str, file: str | None, key: str | None, nearest: str | None) -> InputError:
    return InputError(problem, file=file, key=key, nearest=nearest)


def _shortened(place: str) -> str:
    """Return a place without its middle where it is too long for a message: both ends tell most."""
    half = LONGEST_PLACE // 2
    return place if len(place) <= LONGEST_PLACE else f"{place[:half]}…{place[-half:]}"


def nearest(name: object, valid: Iterable[str]) -> str | None:
    """Return the valid name most like ``name``, or None where none is close."""
    by_folded = {word.casefold(): word for word in valid}
    found = difflib.get_close_matches(str(name).casefold(), by_folded, n=1, cutoff=0.5)
    return by_folded[found[0]] if found else None


def shown(value: object, limit: int = 80) -> str:
    """Return a value as it may stand in a one-line message: quoted if text, truths as TOML has them, cut if long."""
    text = repr(value) if isinstance(value, str) else str(list(value) if type(value) is tuple else value)
    text = text.lower() if isinstance(value, bool) else text
    return text if len(text) <= limit else text[: limit - 1] + "…"


def one_line(text: str) -> str:
    """Return a text with its line breaks and control characters written as escapes."""
    return "".join(c.encode("unicode_escape").decode() if unicodedata.category(c) in BREAKING else c for c in text)


def listed(names: Iterable[str], limit: int = 12) -> str:
    """Return names as a comma list for a message, the rest counted where there are many."""
    names = [shown(name, 40) for name in names]
    more = f" … ({len(names) - limit} more)" if len(names) > limit else ""
    return ", ".join(names[:limit]) + more
