"""The cardboard box: how a real table is set up, and a pad to write the score on.

``box.toml`` in the game's folder lists the steps and the rows of the pad; what they say stands in the table ``box`` of the words.
Numbers come from the components: ``huts = "pieces.huts"`` is a value, ``tiles = "tile.count"`` the sum of a field over a list,
``starts = "start_tile"`` how many a list has, ``first = "ship.0.points"`` a value of one of a list; ``a + b`` is their sum, and
``{seats}`` in a path the size of the table.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from skali.core.protocol import Game
from skali.core.words import Words
from skali.teaching.prepared import PreparedError


@dataclass(frozen=True)
class BoxLine:
    """A step of the set-up, or a row of the pad."""

    words: str
    seats: tuple[int, ...]
    """The table sizes for which it is there; empty for all."""
    options: tuple[frozenset[str], ...]
    """Sets of ``name=value`` of which one must be chosen; none where it is always there."""
    rules: tuple[str, ...]
    times: int
    """How often a row is there."""

    def fits(self, seats: int, chosen: frozenset[str]) -> bool:
        return (not self.seats or seats in self.seats) and (
            not self.options or any(each <= chosen for each in self.options)
        )


@dataclass(frozen=True)
class Box:
    numbers: dict[str, str]
    steps: tuple[BoxLine, ...]
    pad: tuple[BoxLine, ...]


def has_box(game: Game) -> bool:
    return (game.folder / "box.toml").exists()


def load_box(game: Game) -> Box:
    data = tomllib.loads((game.folder / "box.toml").read_text(encoding="utf-8"))
    numbers = {str(name): str(path) for name, path in data.get("numbers", {}).items()}
    steps, pad = (tuple(_line(each) for each in data.get(name, ())) for name in ("setup", "pad"))
    return Box(numbers, steps, pad)


def _line(data: Mapping[str, Any]) -> BoxLine:
    option = data.get("option", [])
    return BoxLine(
        str(data["words"]),
        tuple(int(size) for size in data.get("seats", ())),
        tuple(frozenset(each.split(", ")) for each in ([option] if isinstance(option, str) else option)),
        tuple(str(rule) for rule in data.get("rules", ())),
        int(data.get("times", 1)),
    )


def options_of(game: Game, seats: int) -> list[str]:
    """The names of the options that change something at a real table of this size."""
    box = load_box(game)
    lines = [line for line in (*box.steps, *box.pad) if not line.seats or seats in line.seats]
    named = {each.partition("=")[0] for line in lines for options in line.options for each in options}
    return [name for name in game.options.allowed() if name in named]


def unpack(game: Game, words: Words, seats: int, options: Mapping[str, str]) -> list[tuple[str, tuple[str, ...]]]:
    """What is done at a table of this size, in words, each with its rules."""
    return _said(game, words, load_box(game).steps, seats, options)


def score_pad(game: Game, words: Words, seats: int, options: Mapping[str, str]) -> list[tuple[str, tuple[str, ...]]]:
    """The rows of the pad, each with its rules."""
    return _said(game, words, load_box(game).pad, seats, options)


def _said(
    game: Game, words: Words, lines: tuple[BoxLine, ...], seats: int, options: Mapping[str, str]
) -> list[tuple[str, tuple[str, ...]]]:
    found = {"seats": seats, **{name: number_of(game, path, seats) for name, path in load_box(game).numbers.items()}}
    chosen = frozenset(f"{name}={value}" for name, value in options.items())
    return [
        (words.say("box", line.words, {**found, "n": number + 1}), line.rules)
        for line in lines
        if line.fits(seats, chosen)
        for number in range(line.times)
    ]


def number_of(game: Game, path: str, seats: int) -> int:
    return sum(_count(game, each, seats) for each in path.split(" + "))


def _count(game: Game, path: str, seats: int) -> int:
    value: Any = game.components.data
    try:
        for key in path.replace("{seats}", str(seats)).split("."):
            if not isinstance(value, list):
                value = value[key]
            else:
                value = value[int(key)] if key.isdecimal() else sum(each[key] for each in value)
    except (KeyError, IndexError, TypeError):
        raise PreparedError(f"the components have no '{path}'") from None
    return len(value) if isinstance(value, list | dict) else int(value)
