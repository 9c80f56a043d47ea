"""What the commands share: their arguments, and how they turn them into games, options and seeds."""

from __future__ import annotations

import json
import secrets
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from skali.core import Game, OptionError, Options, load_game

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

GameKey = Annotated[
    str, typer.Argument(metavar="GAME", help="The key of a game, such as fjords. `skali games` lists them.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON on stdout, for programs.")]
Seed = Annotated[int | None, typer.Option(help="The luck of the game: the same seed gives the same game.")]
Seats = Annotated[int | None, typer.Option(help="How many players; the smallest table if left out.")]
ComponentFile = Annotated[
    Path | None, typer.Option("--components", metavar="FILE", help="Play with your own component file instead of ours.")
]
OptionTexts = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="A variant, such as fast_finish=off; may be repeated."),
]
Language = Annotated[str, typer.Option(help="The language of the game's words: en, fr or nl.")]


def open_game(key: str, components: Path | None = None) -> Game:
    return load_game(key, components)


def table_size(game: Game, seats: int | None) -> int:
    return game.seats[0] if seats is None else seats


def parse_options(game: Game, texts: list[str] | None) -> Options:
    pairs: dict[str, str] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"write an option as name=value, not '{text}'")
        pairs[name.strip()] = value.strip()
    return game.options.parse(pairs)


def choose_seed(seed: int | None) -> int:
    """The seed given, or 64 random bits."""
    if seed is None:
        return secrets.randbits(64)
    if not 0 <= seed < 2**64:
        raise OptionError(f"a seed is a number from 0 to 2**64 - 1, not {seed}")
    return seed


def print_json(data: Any) -> None:
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
