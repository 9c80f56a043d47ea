"""The drawing in the terminal: everything on the board can be found in it."""

import pytest

from skali.games.explorers.terminal import draw
from tests.games.explorers.build import GAME, THREE, A, B, given, random_game

NAMES = ["Astrid", "Bjarni", "Muninn", "Huginn"]


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_a_position_is_drawn_with_pieces_hand_and_players(language: str) -> None:
    table = given(
        THREE,
        phase="tile",
        hands=("X19 X15 X29",),
        vikings={A: {"aboard": 1, "1,-1": 2}, B: {"0,0": 1}},
        longships={A: "1,-1"},
        outposts={"0,-1 SE": A},
    )
    words = GAME.words(language)
    text = draw(table.view(A), words, False, NAMES)
    for sign in ("[A]", "a2", "b1", "Pi", "X", "1,-1", "(2,-1)", "X15", "X19", "X29", "Astrid", "Bjarni"):
        assert sign in text
    assert words.say("terminal", "fits_not") in text
    assert words.say("terminal", "islands") in text
    assert "\x1b" not in text
    assert "\x1b[" in draw(table.view(A), words, True, NAMES)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_position_of_a_game_can_be_drawn_for_everybody(seats: int) -> None:
    for state in random_game(seats, 1)[::40]:
        for viewer in (*range(seats), -1):
            assert draw(state.view(viewer), GAME.words("en"), False, NAMES[:seats])


def test_a_young_board_fits_a_hundred_columns() -> None:
    text = draw(given(THREE).view(A), GAME.words("en"), False, NAMES)
    board = text.split("\n\n" + GAME.words("en").say("terminal", "legend"))[0]
    assert max(len(line) for line in board.splitlines()) <= 100
