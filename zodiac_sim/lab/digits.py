"""Numbers that somebody chose, such as a confidence, in all the digits that he gave."""

from __future__ import annotations

from decimal import Decimal


def in_full(number: float, scale: float = 1) -> str:
    """Return a number times a scale without rounding or exponent: 0.999999999 is 99.9999999 in percent, not 100."""
    return f"{(Decimal(scale) * Decimal(repr(float(number)))).normalize():f}"


def in_percent(share: float) -> str:
    """Return a share in percent, in full."""
    return in_full(share, 100)
