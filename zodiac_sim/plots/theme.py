"""The one look of all pictures: colours, sizes, names that are never cut, and places that tell their values.

Colours are those of Okabe and Ito, which colour-blind readers tell apart. Words are set with ``parse_math=False``
everywhere, so a ``$`` is a letter like any other.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from matplotlib import font_manager
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator, PercentFormatter
from matplotlib.transforms import Bbox
from numpy.typing import NDArray

from zodiac_sim.plots.rows import Head, Rows

Floats: TypeAlias = NDArray[np.float64]

BLUE, ORANGE, GREEN, VERMILLION = "#0072b2", "#e69f00", "#009e73", "#d55e00"
SKY, PURPLE, YELLOW = "#56b4e9", "#cc79a7", "#f0e442"
INK, MUTED, GRID, PAPER = "#1d2733", "#5b6875", "#d5dbe1", "#ffffff"
FAINT = "#f7f8f9"  # the ground that scales of colours begin from
ON_BAR = "#10151b"  # for what stands on a coloured bar, the same on light and dark pages
DRAW, UNRESOLVED = "#9aa5b1", "#c9d0d8"

SIDE_COLOURS = {"a": BLUE, "b": ORANGE}
CAUSE_COLOURS = (SKY, YELLOW, VERMILLION, PURPLE, GREEN, ORANGE, BLUE)

SIZE, SMALL = 11.0, 9.5  # points
WIDTH, UNIT, TOP, BOTTOM, RIGHT, GAP = 8.0, 0.36, 0.4, 0.6, 0.25, 0.16  # inches; UNIT is the height of a row
LEGEND_LINE, LEGEND_WIDTH = 0.17, 7.4  # inches
LETTER, HANDLE = 0.073, 0.42  # inches: a letter of a legend, and what a label has beside its letters
BAR = 0.66  # of a row
ROW_LABEL = "row label"  # what the texts that label rows are called among all of the axes

# Fonts that hold what DejaVu lacks, where the machine has them.
_FALLBACK = ("Noto Sans CJK JP", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Emoji", "Symbola")
_installed = {font.name for font in font_manager.fontManager.ttflist}
FONTS = ["DejaVu Sans", *(name for name in _FALLBACK if name in _installed)]

# A letter that no font holds is drawn as an empty box; that is told by the box, not by a warning for each letter.
MISSING_LETTER = r"Glyph \d+ .* missing from font"
warnings.filterwarnings("ignore", MISSING_LETTER, UserWarning)


def axes(ax: Axes | None) -> Axes:
    """Return the given axes, or those of a new figure of pyplot."""
    if ax is not None:
        return ax
    from matplotlib import pyplot

    return pyplot.figure().add_subplot()


def bare(ax: Axes, height: float, width: float) -> None:
    """Give axes the common look without rows: neither frame nor ticks, y from the top."""
    ax.set(xlim=(0, width), ylim=(height, 0), xticks=[], yticks=[])
    ax.spines[:].set_visible(False)


def dress(ax: Axes, rows: Rows, *, seats: bool) -> None:
    """Give axes the common look: labelled rows from the top under their heads, a light grid, no frame.

    ``seats`` puts the names of the sides at both ends of a head, each with its colour, else as one line.
    """
    ax.set_ylim(rows.height, 0)
    ax.set_yticks([])
    ax.tick_params(axis="x", length=0, labelsize=SMALL, labelcolor=INK, labelfontfamily=FONTS)
    ax.spines[:].set_visible(False)
    ax.grid(axis="x", color=GRID, linewidth=0.8)
    ax.set_axisbelow(True)
    for row in rows.rows:
        look: dict[str, Any] = {"ha": "right", "va": "center", "transform": ax.get_yaxis_transform()}
        text(ax, -0.01, row.y, row.label, fontsize=SMALL, label=ROW_LABEL, **look)
    for head in rows.heads:
        _head(ax, head, seats)


def _head(ax: Axes, head: Head, seats: bool) -> None:
    if not seats:
        text(ax, 0.0, head.y, head.line, va="top", weight="bold", transform=ax.get_yaxis_transform())
        return
    for x, name, side, inward in zip((0.0, 1.0), head.ends, SIDE_COLOURS, (1, -1), strict=True):
        place: dict[str, Any] = {"xycoords": ax.get_yaxis_transform(), "textcoords": "offset points"}
        look: dict[str, Any] = {"fontfamily": FONTS, "parse_math": False, "annotation_clip": False}
        square = {"boxstyle": "square,pad=0", "facecolor": SIDE_COLOURS[side], "edgecolor": "none"}
        corner = (x, head.y)
        ax.annotate("   ", corner, (inward * 5, -8), ha="center", va="center", size=SMALL, bbox=square, **place, **look)
        look |= {"color": INK, "fontsize": SIZE, "fontweight": "bold", "linespacing": 1.05}
        ax.annotate(name, corner, (inward * 15, -1), ha="left" if inward > 0 else "right", va="top", **place, **look)


def text(ax: Axes, x: float, y: float, words: str, **look: Any) -> None:
    """Write words, never read as mathematics, in the common look."""
    look = {"color": INK, "fontsize": SIZE, "fontfamily": FONTS, "linespacing": 1.05, **look}
    ax.text(x, y, words, parse_math=False, **look)


def note(ax: Axes, x: float, y: float, words: str, shift: float, **look: Any) -> None:
    """Write words beside a point, so many points of type to the right of it."""
    look = {"color": INK, "fontsize": SMALL, "fontfamily": FONTS, "va": "center", **look}
    ax.annotate(words, (x, y), (shift, 0), textcoords="offset points", parse_math=False, annotation_clip=False, **look)


def share_axis(ax: Axes, words: str) -> None:
    """Make x an axis of shares from 0 to 100 %."""
    ax.set_xlim(0, 1)
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1])
    ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0, symbol=" %"))
    name_axis(ax, words)


def nothing(ax: Axes | None, words: str) -> Axes:
    """Say in an empty picture why there is nothing to draw."""
    new, ax = ax is None, axes(ax)
    bare(ax, 1.0, 1.0)
    text(ax, 0, 0.5, words, va="center")
    return fit(ax) if new else ax


def ticks(most: float, about: int = 5) -> list[float]:
    """Return about so many round numbers from 0 to the largest value, equally far apart."""
    return [float(tick) for tick in MaxNLocator(about).tick_values(0, most or 1.0) if 0 <= tick <= (most or 1.0)]


def whole_ticks(last: int) -> list[int]:
    """Return about six whole numbers from 0 to the last, equally far apart."""
    found = MaxNLocator(6, integer=True).tick_values(0, max(last, 1))
    return [int(tick) for tick in found if 0 <= tick <= last]


def name_axis(ax: Axes, words: str) -> None:
    """Say under the x axis what it shows."""
    ax.set_xlabel(words, color=MUTED, fontsize=SMALL, fontfamily=FONTS, parse_math=False)


def legend(ax: Axes, handles: Sequence[Artist]) -> None:
    """Explain colours above the rows, in as few lines as there is room for; handles carry their labels."""
    place: dict[str, Any] = {
        "loc": "lower left",
        "bbox_to_anchor": (-0.01, 1.0),
        "borderaxespad": 0.3,
        "frameon": False,
    }
    look: dict[str, Any] = {"fontsize": SMALL, "labelcolor": INK, "handlelength": 1.1, "columnspacing": 1.4}
    found = ax.legend(
        handles=list(handles), ncols=len(_columns([str(handle.get_label()) for handle in handles])), **place, **look
    )
    for label in found.get_texts():
        label.set(fontfamily=FONTS, parse_math=False)


def remark(words: str) -> Line2D:
    """Return a line of a legend that explains no mark."""
    return Line2D([], [], ls="none", label=words)


def _columns(labels: Sequence[str]) -> list[list[str]]:
    """Return labels in as many columns as are together no wider than a picture; each is as wide as its longest one."""
    for count in range(len(labels), 0, -1):
        found = [list(column) for column in np.array_split(np.array(labels, object), count)]
        widths = [
            HANDLE + LETTER * max(len(line) for label in column for line in label.split("\n")) for column in found
        ]
        if sum(widths) <= LEGEND_WIDTH:
            break
    return found


class Spot(Artist):
    """A place that tells its value where a picture can be pointed at; it is not drawn.

    ``box`` is in the units of the axes, ``words`` what is told.
    """

    def __init__(self, box: Bbox, words: str) -> None:
        super().__init__()
        self.box, self.words = box, words

    def get_window_extent(self, renderer: RendererBase | None = None) -> Bbox:
        """Return the place in pixels."""
        assert self.axes is not None
        return Bbox(self.axes.transData.transform(self.box.get_points()))


def spot(ax: Axes, x0: float, y0: float, x1: float, y1: float, words: str) -> None:
    """Let a box in the units of the axes tell its value in words."""
    ax.add_artist(Spot(Bbox.from_extents(x0, y0, x1, y1), words))


def fit(ax: Axes) -> Axes:
    """Give the figure of these axes, its only ones, the size that rows, labels and legend need; return the axes."""
    figure = ax.figure
    if isinstance(figure, Figure):
        bottom, low = ax.get_ylim()
        top = TOP + _legend_height(ax)
        height = top + UNIT * abs(bottom - low) + BOTTOM
        figure.set_size_inches(WIDTH, height)
        left = _label_width(ax, figure) + GAP
        figure.subplots_adjust(left / WIDTH, BOTTOM / height, 1 - RIGHT / WIDTH, 1 - top / height)
        _place_legend(ax, figure)
    return ax


def _legend_height(ax: Axes) -> float:
    """Return the height of a legend in inches beyond its first line."""
    legend_ = ax.get_legend()
    if legend_ is None:
        return 0.0
    columns = _columns([text_.get_text() for text_ in legend_.get_texts()])
    return LEGEND_LINE * (max(sum(label.count("\n") + 1 for label in column) for column in columns) - 1)


def _place_legend(ax: Axes, figure: Figure) -> None:
    """Move a legend to the left if it is too wide to begin above the bars."""
    legend_ = ax.get_legend()
    if legend_ is None:
        return
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", MISSING_LETTER, UserWarning)
        box = legend_.get_window_extent(FigureCanvasAgg(figure).get_renderer())  # type: ignore[no-untyped-call]
    over = max(0.0, box.x1 - figure.bbox.x1 + 9)
    frame = ax.get_window_extent()
    legend_.set_bbox_to_anchor((-0.01 - min(over, frame.x0) / frame.width, 1.0), ax.transAxes)


def _label_width(ax: Axes, figure: Figure) -> float:
    """Return the width of the widest row label in inches; only the longest by letters are measured."""
    labels = [label for label in ax.texts if label.get_label() == ROW_LABEL]
    longest = sorted(labels, key=lambda label: max(map(len, label.get_text().split("\n"))))[-8:]
    renderer = FigureCanvasAgg(figure).get_renderer()  # type: ignore[no-untyped-call]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", MISSING_LETTER, UserWarning)
        widths = [label.get_window_extent(renderer).width for label in longest]
    return max(widths, default=0) / figure.dpi
