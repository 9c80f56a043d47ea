"""The games that the kit runs over, and where the tests of each one lie.

Registered games are found by being registered; the two toys live in the tests and prove the kit itself.
"""

import importlib
import importlib.util
import tomllib
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from skali.core import Game, game_keys, load_game

ROOT = Path(__file__).resolve().parents[2]
TOYS = ("cairns", "moot")


def all_keys() -> list[str]:
    """Every registered game, then the toys."""
    return [*game_keys(), *TOYS]


def find_game(key: str) -> Game:
    """The game of a key; ``module:Class`` names one that is not registered."""
    if key in TOYS:
        key = f"tests.toys.{key}:{key.capitalize()}"
    if ":" not in key:
        return load_game(key)
    module, _, name = key.partition(":")
    game: Game = getattr(importlib.import_module(module), name)()
    return game


def tests_package(game: Game) -> str:
    """The package with a game's own tests and hooks."""
    return f"tests.{'toys' if game.key in TOYS else 'games'}.{game.key}"


def tests_folder(game: Game) -> Path:
    return ROOT.joinpath(*tests_package(game).split("."))


def notes(game: Game, part: str) -> dict[str, Any]:
    """A part of `kit.toml`, what the author says to the kit: ``cover`` (`configurations.py`), ``shown`` and ``unasked``
    (`secrecy.py`), ``asked`` (`forced.py`)."""
    return _read_notes(tests_folder(game) / "kit.toml").get(part, {})


@cache
def _read_notes(path: Path) -> dict[str, dict[str, Any]]:
    found = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    assert found.keys() <= {"asked", "cover", "shown", "unasked"}, f"{path} has {sorted(found)}"
    return found


def hook(game: Game, name: str) -> ModuleType | None:
    """A module that the game's author may put beside its tests, such as ``conservation``."""
    if not (tests_folder(game) / f"{name}.py").exists():
        return None
    return importlib.import_module(f"{tests_package(game)}.{name}")
