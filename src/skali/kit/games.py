"""Where the tests of a game lie, and what its author says to the kit there.

The kit knows no folders. Who runs it says once where the tests of each game lie (`use_tests`); without that a game has no hooks.
"""

import importlib
import importlib.util
import os
import sys
import tomllib
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from skali.core import Game, load_game

_folders: dict[str, Path] = {}


def use_tests(key: str, folder: Path) -> None:
    """The tests of the game, and its hooks with them, are in this folder."""
    _folders[key] = folder.resolve()


def tests_folder(game: Game) -> Path | None:
    """The folder with a game's own tests and hooks; None if nobody has named one."""
    return _folders.get(game.key)


def find_game(name: str) -> Game:
    """A registered game by its key; ``module:Class`` names one that is not registered."""
    if ":" not in name:
        return load_game(name)
    module, _, cls = name.partition(":")
    game: Game = getattr(importlib.import_module(module), cls)()
    return game


def plays_everything() -> bool:
    """Whether every table and every start is wanted, and not only a cover of them."""
    return os.environ.get("SKALI_TEST_ALL", "") not in ("", "0")


def notes(game: Game, part: str) -> dict[str, Any]:
    """A part of `kit.toml`, what the author says to the kit: ``cover`` (`configurations.py`), ``shown`` and ``unasked``
    (`secrecy.py`), ``asked`` (`forced.py`)."""
    folder = tests_folder(game)
    return {} if folder is None else _read_notes(folder / "kit.toml").get(part, {})


@cache
def _read_notes(path: Path) -> dict[str, dict[str, Any]]:
    found = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    assert found.keys() <= {"asked", "cover", "shown", "simultaneous", "unasked"}, f"{path} has {sorted(found)}"
    return found


def hook(game: Game, name: str) -> ModuleType | None:
    """A module that the game's author may put beside its tests, such as ``conservation``."""
    folder = tests_folder(game)
    if folder is None or not (folder / f"{name}.py").exists():
        return None
    return _module(folder, name)


@cache
def _module(folder: Path, name: str) -> ModuleType:
    """The module of a folder, as part of the package that the folder belongs to, if it does."""
    parts: list[str] = []
    root = folder
    while (root / "__init__.py").exists():
        parts.insert(0, root.name)
        root = root.parent
    if parts:
        if str(root) not in sys.path:
            sys.path.insert(0, str(root))
        return importlib.import_module(".".join([*parts, name]))
    spec = importlib.util.spec_from_file_location(f"{name}_of_{folder.parent.name}", folder / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
