"""Skáli: one hall with five tables. Viking board games by their full rules.

Here it is decided, once and for the whole package, whether its modules run compiled or interpreted. Never
module by module: a compiled group half loaded from source has two copies of each class, without an error.
"""

import os
import sys

from skali import _native

__version__ = "0.1.0"

_asked = os.environ.get("SKALI_PURE", "") not in ("", "0")

why_interpreted: str = "SKALI_PURE is set" if _asked else _native.fault()
compiled: bool = not why_interpreted

if not compiled:
    sys.meta_path.insert(0, _native.SourceFinder)
    if not _asked:
        _checkout = os.path.exists(os.path.join(_native.PACKAGE, "..", "..", "hatch_build.py"))
        _advice = "run `make build`" if _checkout else "install gcc and Python.h, then reinstall skali"
        print(f"skali: running interpreted (slow): {why_interpreted}; {_advice}", file=sys.stderr)
elif _games := _native.stamp().get("games"):
    print(f"skali: of the games only {', '.join(_games)} is compiled; `make build` compiles all", file=sys.stderr)
