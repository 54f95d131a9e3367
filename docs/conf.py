"""How the guide is built: its pages are Markdown, those of the reference are made of the package itself."""

import sys
from importlib import metadata
from pathlib import Path

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent))
from generate import write_pages

project = "zodiac_sim"
release = metadata.version(project)
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]

myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the docstrings say it in words
napoleon_google_docstring = False
napoleon_use_rtype = False

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["guide.css"]
html_title = "zodiac_sim"
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False


def setup(app: Sphinx) -> None:
    """Have the pages of the reference written before any page is read."""
    app.connect("builder-inited", lambda builder: write_pages(Path(builder.srcdir) / "reference"))
