"""Sphinx settings. The rules pages are made from the ledgers by _ext/ledger.py, the card pages by _ext/cards.py,
the tables of observations by _ext/observations.py, the guides by _ext/guides.py."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "Skáli"
author = "The Skáli authors"
extensions = ["myst_parser", "sphinx.ext.autodoc", "cards", "guides", "ledger", "observations"]
html_theme = "furo"
html_title = "Skáli"
html_static_path = ["_static"]
html_favicon = "_static/favicon.svg"
html_theme_options = {"light_logo": "wordmark.svg", "dark_logo": "wordmark.svg"}
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "description"
nitpicky = False
