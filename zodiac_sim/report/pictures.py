"""The pictures of a report, each as PNG for files and as SVG that takes its colours from the page."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from zodiac_sim.plots import theme

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
ElementTree.register_namespace("", _SVG)
ElementTree.register_namespace("xlink", _XLINK)

# Colours that follow the page, so that one picture is readable on light and on dark ground.
_PAGE_COLOURS = {theme.INK: "var(--ink)", theme.MUTED: "var(--muted)", theme.GRID: "var(--grid)"}
_FAMILY = re.compile(r"font-family: [^;]*(; )?")
_DPI, _TALL_DPI, _TALL = 144, 80, 30  # dots per inch, also of pictures that are more inches high


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in both forms; ``name`` is the stem of its file, ``alt`` what it shows and what is found in it."""

    name: str
    alt: str
    caption: str
    png: bytes
    svg: str


def picture(name: str, draw: Callable[..., Axes], *, alt: str, caption: str = "") -> Picture:
    """Return what ``draw(ax=...)`` draws.

    Parameters
    ----------
    name : str
        Stem of the file, and prefix of the identifiers in the SVG, so that several stand in one page.
    draw : callable
        Takes ``ax=``; draws rows of scenarios.
    alt : str
        What the picture shows and what is found in it, for those who do not see it.
    caption : str
        A line below the picture.
    """
    figure = Figure()
    theme.fit(draw(ax=figure.add_subplot()))
    look: Any = {"svg.fonttype": "none", "svg.hashsalt": "zodiac_sim"}
    with matplotlib.rc_context(look), warnings.catch_warnings():
        warnings.filterwarnings("ignore", theme.MISSING_LETTER, UserWarning)
        png, svg = io.BytesIO(), io.BytesIO()
        figure.savefig(
            png,
            format="png",
            dpi=_TALL_DPI if figure.get_figheight() > _TALL else _DPI,
            facecolor=theme.PAPER,
            metadata={"Software": None},
        )
        none = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        figure.savefig(svg, format="svg", transparent=True, metadata=none)
    return Picture(name, alt, caption, png.getvalue(), page_svg(svg.getvalue(), name, alt))


def page_svg(svg: bytes, name: str, alt: str) -> str:
    """Return an SVG as an element of a page: own identifiers, the page's fonts and colours, and a text alternative."""
    root = ElementTree.fromstring(svg)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in (f"{{{_SVG}}}metadata", f"{{{_SVG}}}style"):
                parent.remove(child)
    for element in root.iter():
        if element.attrib.get("transform", "").startswith("rotate(-0 "):
            del element.attrib["transform"]
        for key, value in element.attrib.items():
            if key == "id":
                element.set(key, f"{name}-{value}")
            elif key in ("clip-path", f"{{{_XLINK}}}href"):
                element.set(key, value.replace("#", f"#{name}-"))
            elif key == "style":
                element.set(key, _page_style(value))
    for key in ("width", "height", "version"):
        del root.attrib[key]
    root.attrib |= {"role": "img", "aria-label": alt}
    return ElementTree.tostring(root, encoding="unicode")


def _page_style(style: str) -> str:
    for colour, variable in _PAGE_COLOURS.items():
        style = style.replace(colour, variable)
    return _FAMILY.sub("", style)
