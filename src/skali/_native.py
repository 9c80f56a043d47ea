"""Which modules are compiled, and whether the compiled ones were made from the sources beside them.

The build (`hatch_build.py`) and the package (`skali/__init__.py`) both ask here, so they cannot disagree.
Never compiled itself, and imports only what is quick to import: it runs at every start.
"""

import hashlib
import json
import os
from collections.abc import Sequence
from fnmatch import fnmatchcase
from importlib.machinery import EXTENSION_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from typing import Any

PACKAGE = os.path.dirname(os.path.abspath(__file__))
STAMP = "_build.json"
ABI = EXTENSION_SUFFIXES[0]  # what the name of a compiled module ends in: ".cpython-311-x86_64-linux-gnu.so"
LIBRARY = "skali__mypyc"  # all compiled code; the compiled modules are doors into it

# A table in memory, and what is told of it: what every move in the hall passes through.
LIVE = (
    "acting",
    "bot_moves",
    "catalogue",
    "checkpoints",
    "clock",
    "lessons",
    "line",
    "messages",
    "news",
    "play",
    "record",
    "room",
    "rows",
    "socket",
    "table",
    "timers",
    "undo",
    "viewers",
)
# `*` crosses folders
COMPILED = (
    "drawing/*.py",
    "core/*.py",
    "games/*.py",
    "agents/search*.py",
    "interop/native/*.py",
    *[f"hall/{name}.py" for name in LIVE],
)
INTERPRETED = ("__init__.py", "view_types.py")  # compiled TypedDicts forget what is inside of brackets


def is_compiled(source: str) -> bool:
    """Whether the build compiles this file (a path inside the package)."""
    return not source.endswith(INTERPRETED) and any(fnmatchcase(source, glob) for glob in COMPILED)


def fingerprints(package: str = PACKAGE, games: Sequence[str] = ()) -> dict[str, str]:
    """A hash of every source that compiled code depends on, by its path inside the package.

    The interpreted files among them count too: mypyc writes the value of an imported `Final` into the C.
    With `games`, those of the other games and of the hall are left out: a build of some games only goes without them.
    """
    found = {}
    for top in ("drawing", "core", "games", "agents", "hall", "interop/native"):
        for folder, _, names in os.walk(os.path.join(package, top)):
            for name in names:
                path = os.path.join(folder, name)
                source = os.path.relpath(path, package).replace(os.sep, "/")
                _, game, *inside = source.split("/")
                if top == "hall" and (games or not is_compiled(source)):
                    continue
                if name.endswith(".py") and not (games and top == "games" and inside and game not in games):
                    with open(path, "rb") as file:
                        found[source] = hashlib.sha256(file.read()).hexdigest()
    return dict(sorted(found.items()))


def products(sources: dict[str, str], package: str = PACKAGE) -> list[str]:
    """The files that a build of these sources makes: the library, and a door for each compiled module."""
    doors = [os.path.join(package, source[:-3] + ABI) for source in sources if is_compiled(source)]
    return [os.path.join(os.path.dirname(package), LIBRARY + ABI), *doors] if doors else []


def stamp(package: str = PACKAGE) -> dict[str, Any]:
    """What the last native build wrote about itself; empty if there was none."""
    try:
        with open(os.path.join(package, STAMP), encoding="utf-8") as file:
            return dict(json.load(file))
    except (OSError, ValueError):
        return {}


def fault(package: str = PACKAGE) -> str:
    """Why the compiled modules cannot be used; empty if they can."""
    built = stamp(package)
    sources = fingerprints(package, built.get("games", ()))
    if not built:
        return "there are no compiled modules"
    if built["abi"] != ABI:
        return f"the compiled modules are for *{built['abi']}, this Python loads *{ABI}"
    if not any(map(is_compiled, sources)):
        return ""  # installed without its sources: nothing to compare with
    if sources != built["sources"]:
        changed = sorted(path for path, _ in sources.items() ^ built["sources"].items())
        return f"{changed[0]} is not what was compiled"
    missing = [path for path in products(sources, package) if not os.path.exists(path)]
    return f"{os.path.basename(missing[0])} is missing" if missing else ""


class SourceFinder:
    """Finds every module of the package in its source, whatever lies compiled beside it."""

    @classmethod
    def find_spec(cls, name: str, path: Sequence[str] | None, _: object = None) -> ModuleSpec | None:
        if path is None or not name.startswith("skali."):
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(name)
            if spec is not None:
                return spec
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)  # the next finder would try the .so
