"""The cardboard box: how a real table is set up, and a pad to write the score on.

``box.toml`` in the game's folder lists the steps and the rows of the pad; what they say stands in the table ``box`` of the words.
Numbers come from the components: ``huts = "pieces.huts"`` is a value, ``tiles = "tile.count"`` the sum of a field over a list,
``starts = "start_tile"`` how many a list has; ``{seats}`` in a path is the size of the table.
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
class BoxStep:
    words: str
    seats: tuple[int, ...]
    """The table sizes for which it is done; empty for all."""
    option: str
    """``name=value`` where it is done with that option only."""
    rules: tuple[str, ...]


@dataclass(frozen=True)
class PadRow:
    words: str
    times: int
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Box:
    numbers: dict[str, str]
    steps: tuple[BoxStep, ...]
    pad: tuple[PadRow, ...]


def has_box(game: Game) -> bool:
    return (game.folder / "box.toml").exists()


def load_box(game: Game) -> Box:
    data = tomllib.loads((game.folder / "box.toml").read_text(encoding="utf-8"))
    steps = [
        BoxStep(
            str(each["words"]),
            tuple(int(size) for size in each.get("seats", ())),
            str(each.get("option", "")),
            tuple(str(rule) for rule in each.get("rules", ())),
        )
        for each in data.get("setup", ())
    ]
    pad = [
        PadRow(str(each["words"]), int(each.get("times", 1)), tuple(str(rule) for rule in each.get("rules", ())))
        for each in data.get("pad", ())
    ]
    numbers = {str(name): str(path) for name, path in data.get("numbers", {}).items()}
    return Box(numbers, tuple(steps), tuple(pad))


def unpack(game: Game, words: Words, seats: int, options: Mapping[str, str]) -> list[tuple[str, tuple[str, ...]]]:
    """What is done at a table of this size, in words, each with its rules."""
    box = load_box(game)
    found = {"seats": seats, **{name: number_of(game, path, seats) for name, path in box.numbers.items()}}
    return [
        (words.say("box", step.words, found), step.rules)
        for step in box.steps
        if (not step.seats or seats in step.seats) and is_chosen(step.option, options)
    ]


def is_chosen(option: str, options: Mapping[str, str]) -> bool:
    name, _, value = option.partition("=")
    return not option or options.get(name) == value


def score_pad(game: Game, words: Words) -> list[tuple[str, tuple[str, ...]]]:
    """The rows of the pad, each with its rules."""
    return [
        (words.say("box", row.words, {"n": number + 1}), row.rules)
        for row in load_box(game).pad
        for number in range(row.times)
    ]


def number_of(game: Game, path: str, seats: int) -> int:
    value: Any = game.components.data
    try:
        for key in path.replace("{seats}", str(seats)).split("."):
            value = sum(each[key] for each in value) if isinstance(value, list) else value[key]
    except (KeyError, TypeError):
        raise PreparedError(f"the components have no '{path}'") from None
    return len(value) if isinstance(value, list | dict) else int(value)
