"""How strong bots can be at a game: named levels, weakest first, as data in the game's folder (``levels.toml``).

Each level has an agent with a budget of iterations, so it is the same on every machine, and what was measured against the level
below. A game that says nothing has three levels.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import lru_cache
from math import log10

from skali.core import Game

KEYS = ("beginner", "easy", "medium", "hard", "expert")
"""All levels that a game can have."""
WITHOUT_HEURISTIC = (("easy", "mcts:10"), ("medium", "mcts:100"), ("hard", "mcts:1000"))
WITH_HEURISTIC = (("easy", "greedy"), ("medium", "mcts:100"), ("hard", "mcts:1000"))


@dataclass(frozen=True)
class Level:
    """A level: the agent that plays it, and its share of first places, one against others of the level below."""

    key: str
    agent: str
    seats: int = 0
    games: int = 0
    share: float = 0.0
    rating: int = 0
    """Above the lowest level, as in chess: 400 points are ten times the strength. By the shares, from level to level."""


@lru_cache(maxsize=64)
def levels_of(game: Game) -> tuple[Level, ...]:
    """The levels of a game, weakest first."""
    path = game.folder / "levels.toml"
    if not path.exists():
        return tuple(Level(key, agent) for key, agent in (WITH_HEURISTIC if game.heuristic else WITHOUT_HEURISTIC))
    found: list[Level] = []
    rating = 0.0
    for row in tomllib.loads(path.read_text(encoding="utf-8"))["level"]:
        level = Level(**row)
        if level.games:
            rating += 400 * log10(strength(level.share, level.seats, level.games))
        found.append(replace(level, rating=round(rating)))
    return tuple(found)


def strength(share: float, seats: int, games: int) -> float:
    """How many times as strong one is who has this share of first places against equal others; all of them is not endless."""
    half = 0.5 / games
    share = min(max(share, half), 1 - half)
    return (seats - 1) * share / (1 - share)


def level_of(game: Game, agent: str) -> Level | None:
    """The level that an agent plays at, if it is one of the game's."""
    return next((level for level in levels_of(game) if level.agent == agent), None)


def level_named(game: Game, key: str) -> Level | None:
    """The level of that name; the nearest below it, or the lowest, where the game has none of that name."""
    if key not in KEYS:
        return None
    levels = levels_of(game)
    known = [level for level in levels if KEYS.index(level.key) <= KEYS.index(key)]
    return (known or levels[:1])[-1]
