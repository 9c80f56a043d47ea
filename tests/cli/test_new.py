"""`skali new`: which names a game can have, and what the new folder holds. That it works is in tests/build/test_new_game.py."""

import ast
import tomllib
from pathlib import Path

import pytest

from skali.cli.new import TEMPLATE, CannotMake, class_name, make, prefix, title, written
from tests.games.test_rooms import ROOMS


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("fjords", "there is already a game 'fjords'"),
        ("Skerries", "cannot name a game"),
        ("x", "cannot name a game"),
        ("2ships", "cannot name a game"),
        ("long-ships", "cannot name a game"),
        ("ships_", "cannot name a game"),
        ("../ships", "cannot name a game"),
        ("s" * 31, "cannot name a game"),
        ("class", "already a word or module of Python"),
        ("json", "already a word or module of Python"),
        ("skali", "already a word or module of Python"),
        ("state", "uses 'state' for something else"),
        ("options", "uses 'options' for something else"),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_nothing_is_written(name: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(CannotMake, match=says):
        make(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "skerries").mkdir()
    with pytest.raises(CannotMake, match="there is already a 'skerries' in this folder"):
        make("skerries", tmp_path)
    assert list((tmp_path / "skerries").iterdir()) == []


def test_the_new_game_has_its_name_in_every_form(tmp_path: Path) -> None:
    assert (class_name("long_ships"), title("long_ships"), prefix("long_ships")) == ("LongShips", "Long Ships", "LS")
    assert prefix("skerries") == "SK"
    folder = make("long_ships", tmp_path)
    texts = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in written(folder)}
    assert len(texts) == len(written(TEMPLATE))
    left = [word for word in ("mygame", "MyGame", "My Game", "MG-", "MG_") for text in texts.values() if word in text]
    assert left == []
    points = tomllib.loads(texts["pyproject.toml"])["project"]["entry-points"]["skali.games"]
    assert points == {"long_ships": "long_ships:LongShips"}
    assert "- **LS-001 Players.**" in texts["long_ships/rules.md"]
    assert tomllib.loads(texts["long_ships/words/en.toml"])["rule"].keys() == {"LS-005", "LS-006", "LS-007", "LS-009"}
    sources = [text for name, text in texts.items() if name.endswith(".py")]
    assert all(ast.parse(source) for source in sources) and len(sources) >= 20


def test_the_new_game_has_the_rooms_of_the_house() -> None:
    assert {path.stem for path in (TEMPLATE / "mygame").glob("*.py")} == ROOMS - {"solver", "lab", "picture"}
