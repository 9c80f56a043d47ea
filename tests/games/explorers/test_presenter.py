"""The drawing in the terminal: everything on the board can be found in it."""

from typing import Any

import pytest

from tests.games.explorers.given import GAME, THREE, A, B, given, random_game

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
    text = GAME.presenter.draw(table.view(A), words, False, NAMES)
    for sign in (
        "[A]",
        "a2",
        "b1",
        words.say("sign", "pig"),
        "X",
        "1,-1",
        "2,-1",
        "X15",
        "X19",
        "X29",
        "Astrid",
        "Bjarni",
    ):
        assert sign in text
    assert words.say("terminal", "fits_not") in text
    assert words.say("terminal", "islands") in text
    assert "\x1b" not in text
    assert "\x1b[" in GAME.presenter.draw(table.view(A), words, True, NAMES)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_position_of_a_game_can_be_drawn_for_everybody(seats: int) -> None:
    for state in random_game(seats, 1)[::120]:
        for viewer in (*range(seats), -1):
            assert GAME.presenter.draw(state.view(viewer), GAME.words("en"), False, NAMES[:seats])


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_widest_board_fits_a_hundred_columns(seed: int, language: str) -> None:
    """Bricks get narrower when the board gets wider."""
    for state in random_game(2, seed)[::100]:
        text = GAME.presenter.draw(state.view(A), GAME.words(language), False, NAMES)
        assert max(len(line) for line in text.splitlines()) <= 100


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_every_captain_fits_a_line(language: str) -> None:
    words = GAME.words(language)
    for captain in words.tables["captain"]:
        line = words.say("terminal", "captain", {"captain": captain, "points": 10})
        assert len(f"   {line}") <= 100


def test_everything_on_a_crowded_tile_is_drawn_and_lands_are_numbered() -> None:
    table = given(
        "X15 at -1,-1 turn 4",
        seats=4,
        vikings={seat: {"-1,-1": 1, "-1,-1/2": 1} for seat in range(4)},
        longships={seat: "-1,-1" for seat in range(4)},
        livestock={"-1,-1/2": "pig horse horse"},
    )
    lines = GAME.presenter.draw(table.view(A), GAME.words("en"), False, NAMES).splitlines()
    brick = "\n".join(line[:24] for line in lines[:5])
    for sign in ("A", "B", "C", "D", "¹", "²", "$3", "Pi", "Ho2", "a1", "b1", "c1", "d1"):
        assert sign in brick
    assert brick.count("a1") == 2


def test_an_outpost_hides_nothing() -> None:
    table = given(THREE, livestock={"0,-1": "sheep horse goat"}, outposts={"0,-1 SE": A})
    text = GAME.presenter.draw(table.view(A), GAME.words("en"), False, NAMES).split("\n\n")[0]
    for sign in ("[A]", "Sh", "Ho", "Go", "X"):
        assert sign in text


@pytest.mark.parametrize(("tile", "through"), [("X10", '"'), ("X15", ".")])
def test_what_joins_through_the_middle_of_a_tile_is_seen(tile: str, through: str) -> None:
    """Two lands with a strait between them, or two seas with a land between them."""
    table = given(f"{tile} at -1,-1 turn 4")
    lines = GAME.presenter.draw(table.view(A), GAME.words("en"), False, NAMES).splitlines()
    assert "-1,-1" in lines[0]
    assert lines[2].split()[0][2:7] == through * 5


def test_the_ways_a_tile_can_lie_are_drawn_for_who_places_it() -> None:
    table = given(phase="tile", hands=("X23 X05 X30",))
    table.plays_all("tile X05", "place at 2,-1")
    words = GAME.words("en")
    ways = table.view(A)["chosen"]["turns"]
    shown = (
        GAME.presenter.draw(table.view(A), words, False, NAMES)
        .split(words.say("terminal", "turns"))[1]
        .split("\n\n")[0]
    )
    assert shown.splitlines()[-1].split() == [str(number) for number, _ in enumerate(ways, 1)]
    assert words.say("terminal", "turns") not in GAME.presenter.draw(table.view(B), words, False, NAMES)


def offered(table: Any, seat: int = A) -> list[str]:
    """The choices as the terminal words them."""
    state = table.state
    data = [GAME.moves.to_data(move) for move in state.legal_moves(seat)]
    ((_, entries),) = GAME.presenter.groups(data, state.view(seat), state.prompt(seat).data, GAME.words("en"))
    assert [at for at, _ in entries] == list(range(len(data)))
    return [text for _, text in entries]


def test_a_placement_says_which_island_it_completes() -> None:
    table = given("X01 at 0,-1 turn 2", phase="tile", hands=("X23 X05 X30",))
    assert offered(table)[0] == "Place tile X05: enemy ship"
    table.plays("tile X23")
    assert "Place at 1,-1: completes an island of 3 tiles" in offered(table)
