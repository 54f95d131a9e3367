"""The pictures of a report: PNG and SVG for files, and an SVG that takes colours and values from the page it is in."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from PIL import Image, ImageColor

from zodiac_sim.plots import theme
from zodiac_sim.plots.rows import writable

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
ElementTree.register_namespace("", _SVG)
ElementTree.register_namespace("xlink", _XLINK)

# Colours that follow the page, so that one picture is readable on light and on dark ground.
_PAGE_COLOURS = {theme.INK: "var(--ink)", theme.MUTED: "var(--muted)", theme.GRID: "var(--grid)"}
_FONTS = ", ".join([*(f"'{name}'" for name in theme.FONTS), "Verdana", "sans-serif"])
_LOOK = {"stroke-linejoin": "round", "stroke-linecap": "butt"}
_NONE = dict.fromkeys(("Creator", "Date", "Format", "Type"))
_DPI, _LEAST_DPI, _HEIGHT = 144, 80, 2000  # dots per inch, fewer in pictures that would be more dots high
_LONG = 3.5  # times its width: a picture that cannot be read on one sheet of paper
_POINTS = 72  # to an inch


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in all forms; ``name`` is the stem of its files, ``alt`` what it shows and what is found in it.

    ``svg`` is an element of a page, ``file`` the same as a file of its own on white ground.
    """

    name: str
    alt: str
    png: bytes
    svg: str
    file: bytes


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a picture that tells its value, in points from the top left corner."""

    x: float
    y: float
    width: float
    height: float
    text: str


def picture(name: str, draw: Callable[..., Axes], *, alt: str) -> Picture:
    """Return what ``draw(ax=...)`` draws.

    Parameters
    ----------
    name : str
        Stem of the file, and prefix of the identifiers in the SVG, so that several stand in one page.
    draw : callable
        Takes ``ax=``; draws rows of scenarios.
    alt : str
        What the picture shows and what is found in it, for those who do not see it.
    """
    figure = Figure()
    theme.fit(draw(ax=figure.add_subplot()))
    dpi = min(_DPI, max(_LEAST_DPI, int(_HEIGHT / figure.get_figheight())))
    look: Any = {"svg.fonttype": "none", "svg.hashsalt": "zodiac_sim"}
    with matplotlib.rc_context(look), warnings.catch_warnings():
        warnings.filterwarnings("ignore", theme.MISSING_LETTER, UserWarning)
        svg, png = io.BytesIO(), _png(figure, dpi)
        figure.savefig(svg, format="svg", transparent=True, metadata=_NONE)
    drawn, alt = svg.getvalue(), writable(alt)
    page = _page_svg(_plain(drawn), name, alt, _spots(figure))
    return Picture(name, alt, png, page, _file_svg(_plain(drawn), alt))


def _png(figure: Figure, dpi: int) -> bytes:
    """Return a figure as PNG in 256 colours: less than half as large as in all, and no eye can tell."""
    raw, png = io.BytesIO(), io.BytesIO()
    figure.savefig(raw, format="rgba", dpi=dpi, facecolor=theme.PAPER)
    width = int(figure.get_figwidth() * dpi)
    size = width, len(raw.getbuffer()) // (4 * width)
    drawn = Image.frombytes("RGBA", size, raw.getvalue()).convert("RGB")
    fewer = drawn.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    fewer.putpalette(_with_paper(fewer))
    fewer.save(png, format="png", dpi=(dpi, dpi))
    return png.getvalue()


def _with_paper(picture: Image.Image) -> list[int]:
    """Return the palette of a picture with the colour of its corner, which is ground, exactly that of paper."""
    colours, ground = picture.getpalette() or [], 3 * picture.tobytes()[0]
    return [*colours[:ground], *ImageColor.getrgb(theme.PAPER), *colours[ground + 3 :]]


def _spots(figure: Figure) -> list[Spot]:
    """Return the places of a figure that tell their values, line by line from the top."""
    scale = _POINTS / figure.dpi
    found = []
    for artist in figure.findobj(theme.Spot):
        box = artist.get_window_extent()
        left, right, low, high = (scale * float(end) for end in (*sorted(box.intervalx), *sorted(box.intervaly)))
        top = figure.get_figheight() * _POINTS - high
        found.append(Spot(left, top, right - left, high - low, artist.words))
    return sorted(found, key=lambda spot: (round(spot.y + spot.height / 2), spot.x))


def _plain(svg: bytes) -> Element:
    """Return an SVG without its own style sheet, which would dress the whole page, and without styles on elements.

    What they say becomes attributes: those a strict page allows.
    """
    root = ElementTree.fromstring(svg)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in (f"{{{_SVG}}}metadata", f"{{{_SVG}}}style"):
                parent.remove(child)
    for element in root.iter():
        element.attrib |= dict(_declarations(element.attrib.pop("style", "")))
        if element.get("transform", "").startswith("rotate(-0 "):
            del element.attrib["transform"]
    for key in ("width", "height", "version"):
        del root.attrib[key]
    root.attrib |= _LOOK
    return root


def _declarations(style: str) -> Iterator[tuple[str, str]]:
    """Yield what a style says but for the font, which is one for the whole picture."""
    for declaration in filter(None, style.split("; ")):
        key, _, value = declaration.partition(": ")
        if key != "font-family":
            yield key, value.rstrip(";")


def _file_svg(root: Element, alt: str) -> bytes:
    """Return an SVG as a file of its own, on white ground; its words remain words."""
    root.attrib |= {"font-family": _FONTS, "role": "img", "aria-label": alt}
    ground = Element("rect", {"width": "100%", "height": "100%", "fill": theme.PAPER})
    root.insert(0, ground)
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text


def _page_svg(root: Element, name: str, alt: str, spots: list[Spot]) -> str:
    """Return an SVG as an element of a page: own identifiers, the page's font and colours, and a text alternative."""
    for element in root.iter():
        for key, value in element.attrib.items():
            if key == "id":
                element.set(key, f"{name}-{value}")
            elif key in ("clip-path", f"{{{_XLINK}}}href"):
                element.set(key, value.replace("#", f"#{name}-"))
            elif value in _PAGE_COLOURS:
                element.set(key, _PAGE_COLOURS[value])
    if spots:
        for drawn in root:
            drawn.set("aria-hidden", "true")
    root.attrib |= {"role": "group" if spots else "img", "aria-label": alt}
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    if height > _LONG * width:
        root.set("class", "tall")
    for spot in spots:
        box = {key: f"{getattr(spot, key):.2f}".rstrip("0").rstrip(".") for key in ("x", "y", "width", "height")}
        rect = SubElement(root, "rect", {"class": "spot", **box, "role": "img"})
        SubElement(rect, "title").text = writable(spot.text)
    return ElementTree.tostring(root, encoding="unicode")
