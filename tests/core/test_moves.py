"""A move is an int, a structure and a line of text; what is none of these is told what would be one."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skali.core import Moves, MoveSpace, NotationError
from skali.core.hexes import HexGrid
from skali.core.moves import Cell, Field, Kind, Named, Number

GRID = HexGrid(5)
SPACE = MoveSpace(
    Kind(0, "draw", "draw"),
    Kind(1, "take", "take {tile}", Named("tile", 6, ["Oak", "ash", "elm"])),
    Kind(7, "place", "place at {cell} turn {turn}", Cell("cell", GRID), Number("turn", 6)),
    Kind(157, "pay", "pay {count}", Number("count", 4, first=-1)),
)

names = st.lists(st.text("abcdefgh-'", min_size=1, max_size=6), min_size=1, max_size=8, unique=True)


@st.composite
def fields(draw: st.DrawFn, name: str) -> Field:
    kind = draw(st.sampled_from(("number", "named", "cell")))
    if kind == "number":
        return Number(name, draw(st.integers(1, 30)), draw(st.integers(-9, 9)))
    if kind == "named":
        known = draw(names)
        return Named(name, len(known) + draw(st.integers(0, 3)), known)
    return Cell(name, HexGrid(draw(st.integers(1, 6))))


@st.composite
def spaces(draw: st.DrawFn) -> MoveSpace:
    kinds: list[Kind] = []
    first = 0
    for number in range(draw(st.integers(1, 4))):
        parts = [draw(fields(f"part{part}")) for part in range(draw(st.integers(0, 3)))]
        notation = " ".join(
            [f"verb{number}", *(f"x{{{part.name}}}y" if draw(st.booleans()) else f"{{{part.name}}}" for part in parts)]
        )
        kinds.append(Kind(first, f"verb{number}", notation, *parts))
        first += kinds[-1].size
    return MoveSpace(*kinds)


@given(spaces(), st.data())
def test_every_move_comes_back(space: MoveSpace, data: st.DataObject) -> None:
    move = data.draw(st.integers(0, space.size - 1))
    assert space.read(space.show(move)) == move
    assert space.from_data(json.loads(json.dumps(space.to_data(move)))) == move
    assert space.join(space.kind_of(move), space.values(move)) == move
    assert move in space


def test_the_three_forms_of_a_move() -> None:
    move = SPACE.read("place at 2,-1 turn 3")
    assert SPACE.show(move) == "place at 2,-1 turn 3"
    assert SPACE.to_data(move) == {"kind": "place", "cell": [2, -1], "turn": 3}
    assert SPACE.to_data(SPACE.read("take oak")) == {"kind": "take", "tile": "Oak"}
    assert SPACE.to_data(SPACE.read("pay -1")) == {"kind": "pay", "count": -1}


def test_reading_is_generous_with_case_and_spaces() -> None:
    assert SPACE.show(SPACE.read("  Place AT 0,0   turn 5 ")) == "place at 0,0 turn 5"
    assert SPACE.show(SPACE.read("TAKE OAK")) == "take Oak"


def test_names_that_are_still_free_have_numbers() -> None:
    assert SPACE.show(5) == "take #4"
    assert SPACE.read("take #4") == 5


def test_of_many_names_only_the_nearest_are_told() -> None:
    space = MoveSpace(
        Kind(0, "go", "go {to}", Named("to", 61, [f"place-{number}" for number in range(60)] + ["harbour"]))
    )
    with pytest.raises(NotationError) as caught:
        space.read("go harbor")
    assert "to is a name such as harbour" in str(caught.value) and len(str(caught.value)) < 80


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "'' is no move here: write for example: draw; take {tile}; place at {cell} turn {turn}"),
        ("dance", "'dance' is no move here: write for example: draw"),
        ("draw two", "'draw two' is no move here"),
        ("take", "'take' is incomplete or too long: write take {tile}"),
        ("place at 0,0", "'place at 0,0' is incomplete or too long: write place at {cell} turn {turn}"),
        ("take birch", "'take birch': tile is one of Oak, ash, elm, not 'birch'"),
        ("take #1", "tile is one of Oak, ash, elm, not '#1'"),
        ("take #9", "tile is one of Oak, ash, elm, not '#9'"),
        ("take #²", "tile is one of Oak, ash, elm, not '#²'"),
        ("place at 3,0 turn 0", "cell is a cell such as 2,-1, not '3,0'"),
        ("place at here turn 0", "cell is a cell such as 2,-1, not 'here'"),
        ("place at 0,0 turn 6", "turn is a number from 0 to 5, not '6'"),
        ("place at 0,0 turn x", "turn is a number from 0 to 5, not 'x'"),
        ("pay 3", "count is a number from -1 to 2, not '3'"),
        ("pay 99999999999999999999", "count is a number from -1 to 2"),
    ],
)
def test_what_is_no_move_is_told_what_would_be(text: str, error: str) -> None:
    with pytest.raises(NotationError, match=re.escape(error)):
        SPACE.read(text)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        ({}, "there is no move of kind None: kinds are draw, take, place, pay"),
        ({"kind": "dance"}, "there is no move of kind 'dance'"),
        ({"kind": "take"}, "a move of kind take has the fields kind, tile"),
        ({"kind": "take", "tile": "ash", "more": 1}, "a move of kind take has the fields kind, tile"),
        ({"kind": "take", "tile": "birch"}, "take: tile is one of Oak, ash, elm, not 'birch'"),
        ({"kind": "place", "cell": [0], "turn": 1}, "place: cell is a cell such as 2,-1, not [0]"),
        ({"kind": "place", "cell": "0,0", "turn": 1}, "place: cell is a cell such as 2,-1, not '0,0'"),
        ({"kind": "place", "cell": [0, 9], "turn": 1}, "place: cell is a cell such as 2,-1, not [0, 9]"),
        ({"kind": "pay", "count": None}, "pay: count is a number from -1 to 2, not None"),
        ({"kind": "pay", "count": True}, "pay: count is a number from -1 to 2, not True"),
    ],
)
def test_a_wrong_structure_is_told_what_is_wrong(data: dict[str, object], error: str) -> None:
    with pytest.raises(NotationError, match=re.escape(error)):
        SPACE.from_data(data)


@pytest.mark.parametrize("move", [-1, 161, 10**30])
def test_numbers_beyond_the_space_are_no_moves(move: int) -> None:
    assert move not in SPACE
    with pytest.raises(NotationError, match="is no move: moves are numbered 0 to 160"):
        SPACE.show(move)


def test_a_space_must_be_declared_without_gaps() -> None:
    with pytest.raises(ValueError, match="late begins at 2, but the kinds before it end at 1"):
        MoveSpace(Kind(0, "draw", "draw"), Kind(2, "late", "late"))


def test_a_notation_must_name_its_fields() -> None:
    with pytest.raises(ValueError, match="the notation of pay leaves out count"):
        Kind(0, "pay", "pay", Number("count", 4))


def test_there_must_be_room_for_the_names() -> None:
    with pytest.raises(ValueError, match="3 names for tile, room for 2"):
        Named("tile", 2, ["a", "b", "c"])


def test_a_buffer_of_moves_grows_and_is_used_again() -> None:
    moves = Moves()
    for move in range(200):
        moves.add(move * 7)
    assert moves.to_list() == [move * 7 for move in range(200)]
    assert (moves.count, moves.at(199)) == (200, 1393)
    moves.clear()
    assert moves.to_list() == []
    moves.add(3)
    assert moves.to_list() == [3]
