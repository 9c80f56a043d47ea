"""The games that are installed: each is one entry point in the group ``skali.games``, found without a list to edit."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path
from typing import Final

from skali.core.components import Components
from skali.core.protocol import Game

GROUP: Final = "skali.games"
_loaded: dict[str, Game] = {}


class UnknownGame(ValueError):
    """A key that no installed game has; the message says which there are."""


def game_keys() -> list[str]:
    """The keys of all installed games, in alphabetical order."""
    return sorted({entry.name for entry in entry_points(group=GROUP)})


def load_game(key: str, components: Path | None = None) -> Game:
    """The game of a key, with its own components or those of a file."""
    if components is None and key in _loaded:
        return _loaded[key]
    for entry in entry_points(group=GROUP):
        if entry.name == key:
            make = entry.load()
            if components is not None:
                game: Game = make(Components.load(components, key))
                return game
            _loaded[key] = make()
            return _loaded[key]
    raise UnknownGame(f"there is no game '{key}'; the games are: {', '.join(game_keys()) or 'none installed'}")
