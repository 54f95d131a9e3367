"""Writing pages from templates: names stay names, and nothing runs but the page's own script."""

from __future__ import annotations

import base64
import hashlib
import re
from importlib import resources

import jinja2
from markupsafe import Markup, escape

from zodiac_sim.lab.writing import markdown

_RIGHT_TO_LEFT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
# What stands between quotation marks, or letters written from right to left with all between them.
_NAME = re.compile(f"(?<=“)[^”]+(?=”)|{_RIGHT_TO_LEFT}(?:[^A-Za-z0-9<&“”]*{_RIGHT_TO_LEFT})?")


def rendered(template: str, **values: object) -> bytes:
    """Return what a template of this package says of some values.

    It also knows the look of all pages as ``css``, what they do as ``script``, and ``policy``, under which nothing but
    these two has an effect on a page, whatever names stand in it.
    """
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_template),
        autoescape=jinja2.select_autoescape(["html.j2"]),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"md": markdown, "fenced": _fenced, "prose": _prose}
    css, script = _template("style.css"), _template("page.js")
    policy = (
        f"default-src 'none'; img-src data:; style-src {_hash(css)}; script-src {_hash(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
    return environment.get_template(template).render(css=css, script=script, policy=policy, **values).encode()


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _prose(text: str) -> Markup:
    """Return a sentence with names from other scripts apart from it, so that they do not turn what stands beside."""
    return Markup(_NAME.sub(r"<bdi>\g<0></bdi>", str(escape(text))))


def _fenced(text: str, language: str = "") -> str:
    """Return text as a block of code in Markdown, its fence longer than any run of backticks in it."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def _template(name: str) -> str:
    return resources.files("zodiac_sim.report").joinpath(f"templates/{name}").read_text(encoding="utf-8")
