"""What tests of pictures share: results of many scenarios, axes to draw on, and what was drawn."""

from __future__ import annotations

import io
import warnings

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tests.lab.made import HOSTILE, small_result, study
from zodiac_sim.lab.result import Result
from zodiac_sim.plots import theme

NAMES = [*HOSTILE, "$\\frac$", "_hidden", "\x00\ufffe"]


def many(variants: int, matchups: int) -> Result:
    """A result of so many variants and matchups, six duels each."""
    names = [{"name": f"variant {number}"} for number in range(variants)]
    return small_result(study(variants=names, matchups=[{"a": "wedge", "b": "worm"}] * matchups))


def hostile() -> Result:
    """A result whose fighters and variants bear names that break things."""
    return small_result(study((NAMES[5], NAMES[3]), variants=[{"name": name} for name in NAMES]))


def new_axes() -> Axes:
    """Axes of a figure that nobody else knows of."""
    return Figure().add_subplot()


def words(ax: Axes) -> list[str]:
    """All that is written in the picture, but for its legend and axes."""
    return [text.get_text() for text in ax.texts]


def spots(ax: Axes) -> list[str]:
    """What its places tell."""
    return [artist.words for artist in ax.artists if isinstance(artist, theme.Spot)]


def labels(ax: Axes) -> list[str]:
    """The labels of its rows."""
    return [text.get_text() for text in ax.texts if text.get_label() == theme.ROW_LABEL]


def legend(ax: Axes) -> list[str]:
    """What its legend says."""
    return [text.get_text() for text in ax.get_legend().get_texts()]


def drawn(ax: Axes) -> tuple[str, list[str]]:
    """Save a picture as SVG; return its text, and all warnings."""
    file = io.StringIO()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warnings.filterwarnings("ignore", theme.MISSING_LETTER, UserWarning)
        ax.figure.savefig(file, format="svg")
    return file.getvalue(), [str(warning.message) for warning in caught]


def demand_words_as_they_are(ax: Axes) -> None:
    """Demand that no word of a picture is read as mathematics or as markup, and that saving it warns of none."""
    legend_ = ax.get_legend()
    assert not any(text.get_parse_math() for text in [*ax.texts, *(legend_.get_texts() if legend_ else [])])
    svg, caught = drawn(ax)
    assert caught == []
    assert "<script>" not in svg
