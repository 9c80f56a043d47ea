"""The registry: a new game is one entry point, found without a list to edit."""

from pathlib import Path

import pytest

from skali.core import ComponentError, UnknownGame, game_keys, load_game
from tests.toys.moot.game import Moot


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A distribution with one more game, as pip would leave it."""
    info = tmp_path / "another_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: another-game\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[skali.games]\nanother = tests.toys.moot:Moot\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_an_installed_game_is_found(installed: Path) -> None:
    assert "another" in game_keys()
    assert game_keys() == sorted(game_keys())
    game = load_game("another")
    assert isinstance(game, Moot)
    assert load_game("another") is game


def test_a_game_that_is_not_installed_says_which_are(installed: Path) -> None:
    with pytest.raises(UnknownGame, match="there is no game 'chess'; the games are: another"):
        load_game("chess")


def test_a_game_with_a_file_of_components(installed: Path) -> None:
    own = installed / "own.toml"
    own.write_text('game = "another"\n[cards]\nprovenance = "derived"\ncounts = [9, 9, 9, 9]\n', encoding="utf-8")
    game = load_game("another", own)
    assert isinstance(game, Moot)
    assert game.counts == [9, 9, 9, 9]
    assert load_game("another") is not game
    own.write_text('game = "fjords"\n', encoding="utf-8")
    with pytest.raises(ComponentError, match='must begin with game = "another"'):
        load_game("another", own)
