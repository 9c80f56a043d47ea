"""The questions that go on with a move that has begun: each is one that the game asks."""

import pytest

from skali.core import game_keys, load_game


@pytest.mark.parametrize("key", game_keys())
def test_the_parts_of_a_move_are_prompts_of_the_game(key: str) -> None:
    game = load_game(key)
    assert [kind for kind in game.parts if not game.words("en").has("prompt", kind)] == []
