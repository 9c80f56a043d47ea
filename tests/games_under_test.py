"""The games that the tests run over: every registered one, and the two toys, which prove the kit itself."""

from pathlib import Path

from skali.core import Game, game_keys
from skali.kit import games

ROOT = Path(__file__).resolve().parents[1]
TOYS = ("cairns", "moot")


def all_keys() -> list[str]:
    """Every registered game, then the toys."""
    return [*game_keys(), *TOYS]


def named(key: str) -> str:
    """How the kit finds the game of a key."""
    return f"tests.toys.{key}:{key.capitalize()}" if key in TOYS else key


def find_game(key: str) -> Game:
    return games.find_game(named(key))


def folder_of_tests(key: str) -> Path:
    return ROOT / "tests" / ("toys" if key in TOYS else "games") / key


def golden_sagas() -> list[Path]:
    """Finished games that are replayed for ever; those of the toys come last."""
    return [path for folder in ("", "toys") for path in sorted((ROOT / "tests" / folder / "sagas").glob("*.saga"))]
