"""Board geometry (XN-011 to XN-020)."""

import pytest

from skali.core import ComponentError
from skali.games.explorers.moves import GRID
from skali.kit.rule import rule
from tests.games.explorers.given import NAMES, THREE, A, begun, given, random_board, read_laid
from tests.games.explorers.reference import BARRED, FIXED, MAINLAND, Board, all_tiles, fixed_tile, printed
from tests.games.explorers.test_components import with_change

TWO_ISLANDS = "X01 at 0,-1 turn 3; X23 at 1,-1 turn 3"
"""On B-front: one island around F2.NW with F1 and 0,-1, another around F2.NE with F3 and 1,-1."""
TWO_SEAS = "X10 at 0,-1 turn 4; X23 at -1,-1 turn 2"
"""On A-back: X10 with its enemy ship in the sea towards F2; its other sea is the corner towards -1,-1."""


@rule("XN-011")
def test_a_cell_holds_one_tile_at_most() -> None:
    table = given(THREE, phase="tile", hands=("X29 X30 X31",))
    cells = [tuple(tile["cell"]) for tile in table.now["tiles"]]
    assert len(cells) == len(set(cells)) == 5
    table.plays("tile X29")
    assert table.refuses("place at 0,-1", because="XN-039")


@rule("XN-012")
def test_corners_are_land_or_sea_and_every_tile_has_both() -> None:
    for name in ("LLLLLL", "SSSSSS"):
        with pytest.raises(ComponentError, match="XN-012"):
            with_change(lambda data, name=name: data["tile"][0].update(corners=name))  # type: ignore[misc]
    # A mixed edge changes at its midpoint: both its land end and its sea end link the two tiles.
    board = given(THREE).now["tiles"]
    west = next(tile for tile in board if tile["cell"] == [0, -1])
    east = next(tile for tile in board if tile["cell"] == [1, -1])
    assert (west["corners"][1:3], east["corners"][4:]) == ("SL", "LS")
    assert west["lands"][0]["island"] == east["lands"][0]["island"]
    assert west["seas"][0]["sea"] == east["seas"][0]["sea"]


@rule("XN-013")
def test_regions_are_those_of_the_data_and_apart_where_it_says_so() -> None:
    wanted = {
        "X01": ([[0]], [[1, 2, 3, 4, 5]]),
        "X07": ([[0], [2]], [[1, 3, 4, 5]]),
        "X10": ([[0, 2]], [[1], [3, 4, 5]]),
        "X17": ([[0, 3]], [[1, 2], [4, 5]]),
        "X20": ([[0, 1, 2, 4]], [[3], [5]]),
        "X28": ([[0], [2], [4]], [[1, 3, 5]]),
        "X47": ([[0, 1, 4]], [[2, 3], [5]]),
        "X48": ([[0, 1, 2], [4]], [[3, 5]]),
    }
    for tile in all_tiles():
        if tile.name in wanted:
            assert ([list(each) for each in tile.lands], [list(each) for each in tile.seas]) == wanted[tile.name]
    table = given("X15 at 2,-1 turn 5", vikings={A: {"2,-1/1": 1, "2,-1/2": 2}}, longships={A: "2,-1"})
    tile = table.tile("2,-1")
    assert [land["corners"] for land in tile["lands"]] == [[0, 5], [2]]
    assert [land["vikings"][A] for land in tile["lands"]] == [1, 2]
    assert tile["lands"][0]["island"] != tile["lands"][1]["island"]


@rule("XN-013")
def test_every_tile_has_the_regions_that_its_corners_and_join_give() -> None:
    for seed in range(6):
        laid, board = random_board(seed, 30)
        view = given(laid).now
        for tile in view["tiles"]:
            wanted = board.tiles[tuple(tile["cell"])]
            assert [tuple(land["corners"]) for land in tile["lands"]] == list(wanted.lands)
            assert [tuple(sea["corners"]) for sea in tile["seas"]] == list(wanted.seas)


@rule("XN-014")
def test_neighbouring_tiles_have_at_most_one_pair_of_linked_lands_and_one_of_seas() -> None:
    for seed in range(6):
        _, board = random_board(seed, 30)
        for terrain in ("land", "sea"):
            for region in board.regions(terrain):
                cells = [other[0] for other in board.links(region)]
                assert len(cells) == len(set(cells))
        pairs = [frozenset((region[0], other[0])) for region in board.regions("land") for other in board.links(region)]
        assert all(pairs.count(pair) == 2 for pair in pairs), "each pair is seen from both sides, and only once"


@rule("XN-015")
def test_a_longship_is_beside_every_land_of_its_tile() -> None:
    for tile in (*all_tiles(), *(fixed_tile("B-front", number) for number in range(3))):
        assert len(tile.lands) <= 1 or len(tile.seas) <= 1, "one of the two passes through the middle"
    for sea in ("0,-1", "0,-1/2"):
        table = given(TWO_SEAS, side="A-back", longships={A: sea}, calm="0,-1", sunk={A: "safe"})
        table.plays("unload")
        assert table.offers("put viking on land-1")
    table = given("X28 at 2,-1 turn 0", side="A-back", longships={A: "2,-1"})
    table.plays("unload")
    assert [move for move in table.offers() if move.startswith("put viking")] == [
        f"put viking on land-{number}" for number in (1, 2, 3)
    ]


@rule("XN-016")
def test_a_turn_moves_every_corner_clockwise_by_one() -> None:
    tile = printed("X42", "LLSLSS", "sea")
    assert [tile.turned(turn).corners for turn in range(6)] == [
        "LLSLSS",
        "SLLSLS",
        "SSLLSL",
        "LSSLLS",
        "SLSSLL",
        "LSLSSL",
    ]
    table = given("X01 at 0,-1 turn 2", phase="tile", hands=("X23 X42 X05",))
    assert table.tile("0,-1")["corners"] == "SSLSSS"
    table.plays_all("tile X42", "place at 2,-1")
    assert table.tile("2,-1")["corners"] == "LSLSSL"


@rule("XN-017")
def test_the_fixed_tiles_lie_from_the_start_and_count_as_tiles() -> None:
    tiles = begun().now["tiles"]
    assert [(tile["tile"], tuple(tile["cell"]), tile["fixed"]) for tile in tiles] == [
        ("F1", FIXED[0], True),
        ("F2", FIXED[1], True),
        ("F3", FIXED[2], True),
    ]
    table = given(THREE, vikings={A: {"1,-1": 2}})
    assert table.island("1,-1")["cells"] == [[0, -1], [1, -1], [0, 0]]
    assert table.island("1,-1")["completed"]
    table.plays("build")
    assert [0, 0] in table.now["outposts"][0]["cells"]


@rule("XN-018")
def test_the_mainland_is_no_island_and_nobody_walks_or_builds_there() -> None:
    table = given(THREE, vikings={A: {"0,0": 2}})
    assert [tuple(cell) for cell in table.now["mainland"]["cells"]] == list(MAINLAND)
    assert not any(tuple(cell) in MAINLAND for island in table.now["islands"] for cell in island["cells"])
    assert table.refuses("build at 0,1 SE", because="XN-106")
    table.plays("march")
    assert table.refuses("march to 0,1", because="XN-093")
    # It is reached from all three fixed tiles.
    for cell in ("-1,0", "0,0", "1,0"):
        table = given(longships={A: cell})
        table.plays_all("unload", "put viking on mainland")


@rule("XN-019")
def test_cells_at_the_mainland_are_barred_and_one_can_go_round_it() -> None:
    table = given(phase="tile", hands=("X29 X30 X31",))
    assert {tuple(cell) for cell in table.now["mainland"]["barred"]} == BARRED
    table.plays("tile X29")
    for q, r in sorted(BARRED):
        assert table.refuses(f"place at {q},{r}", because="XN-042")
    way = [(2, -1), (3, -1), (4, -1), (4, 0), (3, 1), (3, 2), (2, 2), (2, 3), (1, 3)]
    rows = lay_along(way)
    table = given("; ".join(rows))
    assert table.tile("1,3")["cell"] == [1, 3], "lower than the start board"
    assert not any(tuple(tile["cell"]) in BARRED for tile in table.now["tiles"])


def lay_along(way: list[tuple[int, int]]) -> list[str]:
    """Tiles that lead along a way, the first that fit."""
    board = Board({cell: fixed_tile("A-front", number) for number, cell in enumerate(FIXED)})
    left = list(range(48))
    rows = []
    for cell in way:
        tile, turn = next(
            (tile, turn) for tile in left for turn in range(6) if (cell, turn) in board.placements(all_tiles()[tile])
        )
        left.remove(tile)
        board.tiles[cell] = all_tiles()[tile].turned(turn)
        rows.append(f"{NAMES[tile]} at {cell[0]},{cell[1]} turn {turn}")
    return rows


def test_the_grid_holds_a_line_of_all_48_tiles() -> None:
    """The bound of the move space: 48 tiles in a row from a fixed tile, and their neighbours."""
    for step, first in (((1, 0), (2, -1)), ((-1, 0), (-1, -1)), ((0, -1), (0, -1))):
        way = [(first[0] + n * step[0], first[1] + n * step[1]) for n in range(12)]
        table = given("; ".join(lay_along(way)))
        assert len(table.now["tiles"]) == 15
    for reach in (49, -49):
        for q, r in ((reach, 0), (0, reach)):
            for step_q, step_r in ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)):
                assert GRID.cell(q + step_q, r + step_r) >= 0


@rule("XN-020")
def test_one_tile_can_belong_to_several_islands() -> None:
    table = given(TWO_ISLANDS, side="B-front")
    lands = table.tile("0,0")["lands"]
    assert lands[0]["island"] != lands[1]["island"]
    assert table.island("0,0/1")["cells"] == [[1, -1], [0, 0], [1, 0]]
    assert table.island("0,0/2")["cells"] == [[0, -1], [-1, 0], [0, 0]]
    assert len(read_laid(TWO_ISLANDS)) == 2
