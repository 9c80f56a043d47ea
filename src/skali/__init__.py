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

_compiled_games = _native.stamp().get("games") if compiled else None  # none named: all
if _compiled_games:
    print(f"skali: compiled for {', '.join(_compiled_games)} only; `make build` compiles all games", file=sys.stderr)


def is_compiled(game: str) -> bool:
    """Whether this game runs compiled: not if the build was told to compile others only."""
    return compiled and (not _compiled_games or game in _compiled_games)
