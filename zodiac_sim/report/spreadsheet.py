"""CSV files that open in a spreadsheet as what they are: letters whole, figures with all digits, and no formula."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from zodiac_sim.lab.writing import csv_of

if TYPE_CHECKING:
    import pandas as pd

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_MARK = "\ufeff"  # tells a spreadsheet that the file is UTF-8


def spreadsheet(header: Iterable[str], rows: Iterable[Iterable[Any]]) -> bytes:
    """Return rows as a CSV file for spreadsheets: UTF-8 with a byte order mark, lines ended by CR LF.

    A text that a spreadsheet would take for a formula, because it begins with ``= + - @``, a tab or CR, gets an
    apostrophe in front; numbers are left as they are. What does not exist (None, NaN) is empty.
    """
    text = csv_of([_cell(name) for name in header], ([_cell(value) for value in row] for row in rows))
    return (_MARK + text).encode()


def sheet_of(frame: pd.DataFrame) -> bytes:
    """Return a frame as a CSV file for spreadsheets, as :func:`spreadsheet` writes it."""
    return spreadsheet(map(str, frame.columns), frame.itertuples(index=False, name=None))


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_FORMULA) else value
    if isinstance(value, float):
        return "" if math.isnan(value) else f"{value:.12g}"
    return value
