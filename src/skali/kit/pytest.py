"""All checks of the kit as tests: a test module that imports everything from here has them.

    from skali.kit.pytest import *

    GAME = "skerries"

``GAME`` is the key of a registered game, or ``module:Class``; its hooks lie beside the test module, its finished sagas in the
folder ``sagas`` there. A module for several games says ``GAMES`` instead, the folder of the tests of each one, and may list
its ``SAGAS``.
"""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from skali.core import Game
from skali.kit import checks, games
from skali.kit.configurations import Configuration, configurations
from skali.kit.enriched import enriched_starts, examine_start
from skali.kit.pure import interpreted_agrees
from skali.kit.sagas import golden_saga_replays

__all__ = [
    "pytest_generate_tests",
    "test_compiled_and_interpreted_agree",
    "test_games_from_enriched_starts_pass_the_checks",
    "test_golden_sagas_replay_for_ever",
    "test_random_games_pass_every_check",
    "test_rules_words_and_moves",
]

NO_STARTS = "enriched.py beside the tests makes no starts"
NO_SAGAS = "there are no finished sagas: `python -m skali.kit.sagas GAME SEATS SEED > sagas/NAME.saga` writes one"


def test_compiled_and_interpreted_agree(name: str) -> None:
    interpreted_agrees(games.find_game(name))


def test_random_games_pass_every_check(table: Configuration | str) -> None:
    assert isinstance(table, Configuration), table
    checks.examine(table)


def test_games_from_enriched_starts_pass_the_checks(name: str, start: int) -> None:
    examine_start(games.find_game(name), start)


def test_rules_words_and_moves(name: str, check: Callable[[Game], None]) -> None:
    checks.examine_rules(games.find_game(name), [check])


def test_golden_sagas_replay_for_ever(path: Path, find: Callable[[str], Game]) -> None:
    golden_saga_replays(path, find)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Gives the tests above the games of the module that has imported them."""
    folders = _folders(metafunc.module)
    match metafunc.function.__name__:
        case "test_compiled_and_interpreted_agree":
            metafunc.parametrize("name", list(folders), ids=_short)
        case "test_random_games_pass_every_check":
            metafunc.parametrize("table", [table for name in folders for table in _tables(name)], ids=str)
        case "test_games_from_enriched_starts_pass_the_checks":
            starts = [pytest.param(name, at, id=f"{_short(name)}-{at}") for name in folders for at in _starts(name)]
            metafunc.parametrize(("name", "start"), starts or [_nothing("", 0, why=NO_STARTS)])
        case "test_rules_words_and_moves":
            pairs = [(name, check) for name in folders for check in checks.EVERY_RULES]
            metafunc.parametrize(("name", "check"), pairs, ids=_short)
        case "test_golden_sagas_replay_for_ever":
            find = _finder(folders)
            sagas = [pytest.param(path, find, id=path.stem) for path in _sagas(metafunc.module, folders)]
            metafunc.parametrize(("path", "find"), sagas or [_nothing(Path(), find, why=NO_SAGAS)])


def _folders(module: ModuleType) -> dict[str, Path]:
    """The games of a test module, each with the folder of its tests; the kit is told of them."""
    here = Path(str(module.__file__)).parent
    folders: dict[str, Path] = getattr(module, "GAMES", None) or {module.GAME: here}
    for name, folder in folders.items():
        try:
            games.use_tests(games.find_game(name).key, folder)
        except Exception:
            continue  # it fails by its tables, the others are tested all the same
    return folders


def _tables(name: str) -> list[Configuration | str]:
    """The tables of a game; if it cannot even be loaded, why not."""
    try:
        return list(configurations(games.find_game(name)))
    except Exception as error:
        return [f"{_short(name)} cannot be loaded: {error!r}"]


def _starts(name: str) -> list[int]:
    try:
        return enriched_starts(games.find_game(name))
    except Exception:
        return []  # a game that cannot be loaded fails by its tables


def _sagas(module: ModuleType, folders: dict[str, Path]) -> list[Path]:
    beside = [path for folder in folders.values() for path in sorted((folder / "sagas").glob("*.saga"))]
    sagas: list[Path] = getattr(module, "SAGAS", beside)
    return sagas


def _finder(folders: dict[str, Path]) -> Callable[[str], Game]:
    """Finds the game of a saga among those of the test module."""

    def find(key: str) -> Game:
        found = [game for game in map(games.find_game, folders) if game.key == key]
        assert found, f"this is a saga of '{key}', which is not tested here"
        return found[0]

    return find


def _short(value: object) -> str:
    """How a game or check is called in the name of a test."""
    return str(getattr(value, "__name__", value)).rpartition(":")[2].lower()


def _nothing(*values: object, why: str) -> object:
    return pytest.param(*values, marks=pytest.mark.skip(reason=why), id="none")
