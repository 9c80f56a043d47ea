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
    for sign in ("[A]", "a2", "b1", "Pi", "X", "1,-1", "2,-1", "X15", "X19", "X29", "Astrid", "Bjarni"):
        assert sign in text
    assert words.say("terminal", "fits_not") in text
    assert words.say("terminal", "islands") in text
    assert "\x1b" not in text
    assert "\x1b[" in draw(table.view(A), words, True, NAMES)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_position_of_a_game_can_be_drawn_for_everybody(seats: int) -> None:
    for state in random_game(seats, 1)[::120]:
        for viewer in (*range(seats), -1):
            assert draw(state.view(viewer), GAME.words("en"), False, NAMES[:seats])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_widest_board_fits_a_hundred_columns(seed: int) -> None:
    """Bricks get narrower when the board gets wider."""
    for state in random_game(2, seed)[::100]:
        text = draw(state.view(A), GAME.words("en"), False, NAMES)
        board = text.split("\n\n" + GAME.words("en").say("terminal", "legend"))[0]
        assert max(len(line) for line in board.splitlines()) <= 100


def test_everything_on_a_crowded_tile_is_drawn_and_lands_are_numbered() -> None:
    table = given(
        "X15 at -1,-1 turn 4",
        seats=4,
        vikings={seat: {"-1,-1": 1, "-1,-1/2": 1} for seat in range(4)},
        longships={seat: "-1,-1" for seat in range(4)},
        livestock={"-1,-1/2": "pig horse horse"},
    )
    lines = draw(table.view(A), GAME.words("en"), False, NAMES).splitlines()
    brick = "\n".join(line[:24] for line in lines[:5])
    for sign in ("A", "B", "C", "D", "¹", "²", "$3", "Pi", "Ho2", "a1", "b1", "c1", "d1"):
        assert sign in brick
    assert brick.count("a1") == 2


def test_the_ways_a_tile_can_lie_are_drawn_for_who_places_it() -> None:
    table = given(phase="tile", hands=("X23 X05 X30",))
    table.plays_all("tile X05", "place at 2,-1")
    words = GAME.words("en")
    ways = table.view(A)["chosen"]["turns"]
    shown = draw(table.view(A), words, False, NAMES).split(words.say("terminal", "turns"))[1].split("\n\n")[0]
    assert shown.splitlines()[-1].split() == [str(way["turn"]) for way in ways]
    assert words.say("terminal", "turns") not in draw(table.view(B), words, False, NAMES)
