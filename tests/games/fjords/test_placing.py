"""Discovery: placing a tile (FJ-031 to FJ-039)."""

import pytest

from skali.core import SPECTATOR, State
from skali.kit.rule import rule
from tests.games.fjords.given import (
    START,
    A,
    FjordsTable,
    discovered,
    find,
    landscape_of,
    position,
    random_game,
    start,
    synthetic,
)
from tests.games.fjords.reference import laid_neighbours, neighbour, read_cell

TWO = "SSPPPS at 1,0", "PMMPPP at -1,0"
RING = "PPPPPP at 6,4; PPPPPP at 6,5; PPPPPP at 5,6; PPPPPP at 4,6; PPPPPP at 4,5"
"""Five of the six neighbours of 5,5, a chain."""


def holding(tile: str) -> FjordsTable:
    """The start tiles, and a tile in A's hand whether or not it fits."""
    return synthetic(START, hand=tile)


@rule("FJ-031")
def test_a_tile_is_placed_on_an_empty_cell() -> None:
    table = start()
    table.draws("PPPPPS")
    for cell in ("0,0", "-1,1", "0,1"):
        assert table.refuses(table.placing("PPPPPS", at=cell), because="FJ-031")
    table.places("PPPPPS", at="1,0")
    table.plays("no hut")
    table.draws("MMPPPP")
    assert table.refuses(table.placing("MMPPPP", at="1,0"), because="FJ-031")


@rule("FJ-031")
def test_a_placed_tile_is_never_moved_turned_or_removed() -> None:
    placed = 0
    for before, _, _, after in random_game(2):
        if before.view(A)["round"] == after.view(A)["round"]:
            assert landscape_of(before).items() <= landscape_of(after).items()
            placed += landscape_of(before) != landscape_of(after)
    assert placed > 30


@rule("FJ-032")
def test_a_new_tile_must_touch_two_laid_tiles() -> None:
    table = start()
    table.draws("PPPPPS")
    for cell in ("0,2", "1,1", "-2,1", "-2,2", "0,-1", "1,-1"):
        assert table.refuses(table.placing("PPPPPS", at=cell), because="FJ-032")
    assert table.refuses(table.placing("PPPPPS", at="5,5"), because="FJ-032")
    table.places("PPPPSP", at="-1,2")


@rule("FJ-032")
def test_cells_that_touch_two_tiles_are_enough() -> None:
    table = discovered(*TWO)
    assert laid_neighbours(table.landscape(), (1, -1)) == 2
    table.draws("PPSSSS")
    assert table.landscape()[1, -1] == "SSSSPP"


@rule("FJ-033")
@pytest.mark.parametrize(
    ("corners", "at"),
    [
        ("PPPPPP", "1,0"),  # sea of 0,0 meets farmland
        ("PPPPPP", "-1,0"),  # mountain meets farmland
        ("PMMMMM", "-1,2"),  # farmland meets mountain
        ("PPSSSS", "-1,2"),  # farmland meets sea, at one corner only
    ],
)
def test_terrains_must_coincide_along_every_shared_edge(corners: str, at: str) -> None:
    table = holding(corners)
    assert table.refuses(table.placing(corners, at=at), because="FJ-033")


@rule("FJ-033")
def test_all_neighbours_are_tested_not_only_two() -> None:
    tiles = "PPPPPP at 0,0; PPPPPP at 1,0; MPPPPP at 0,2"
    two = synthetic("PPPPPP at 0,0; PPPPPP at 1,0", hand="PPPPPP")
    assert two.offers(two.placing("PPPPPP", at="0,1"))
    table = synthetic(tiles, hand="PPPPPP")
    assert table.refuses(table.placing("PPPPPP", at="0,1"), because="FJ-033")
    fitting = synthetic(tiles, hand="MPPPPP")
    assert fitting.offered_tiles()["0,1"] == {"PPMPPP"}, "the south-east corner meets the mountain of 0,2"


@rule("FJ-033")
def test_a_refusal_names_the_edges_that_do_not_match() -> None:
    table = synthetic("PPPPPP at 0,0; PPPPPP at 1,0; MPPPPP at 0,2", hand="PPPPPP")
    across_the_south_east = {"edges": [2]}
    assert table.refuses(table.placing("PPPPPP", at="0,1"), because="FJ-033", concerns=across_the_south_east)
    assert table.refuses(table.placing("PPPPPP", at="5,5"), because="FJ-032", concerns={})


@rule("FJ-034")
def test_land_that_only_sea_connects_is_forbidden() -> None:
    table = synthetic("PPPMMM at 0,0; SSSSPP at 1,0; PSSPMM at 0,1", hand="PPPSSS")
    assert table.refuses(table.placing("SPPPSS", at="1,1"), because="FJ-034")
    assert "1,1" not in table.offered_tiles()


@rule("FJ-034")
def test_one_corner_of_land_on_a_shared_edge_is_enough() -> None:
    table = synthetic("SSSPPP at 0,0; PPPSSS at 1,0", hand="PSSSSS")
    assert table.offered_tiles()["0,1"] == {"SSSSSP"}, "only the north-west corner is land on both sides"


@rule("FJ-035")
def test_mountain_joins_land_though_it_parts_farmland() -> None:
    table = synthetic("PPPMMM at 0,0; SSSSPP at 1,0; PSSPMM at 0,1", hand="MMMPPP")
    table.places("MMMPPP", at="-1,1")
    only_mountain = synthetic("MMMMMM at 0,0; MMMMMM at 1,0", hand="MMMMMP")
    assert only_mountain.offered_tiles()["0,1"] == {"MMPMMM", "MMMPMM", "MMMMPM"}


@rule("FJ-036")
def test_an_all_sea_edge_is_allowed_beside_an_edge_with_land() -> None:
    table = discovered(*TWO)
    coast = table.landscape()
    table.draws("PSSSSS")
    lies = table.landscape()[1, -1]
    assert lies == "SSSSPS"
    assert {lies[2], lies[3]} == {"S"}, "the edge to 1,0"
    assert {lies[3], lies[4]} == {"S", "P"}, "the edge to 0,0"
    assert (1, -1) not in coast


@rule("FJ-037")
def test_a_placement_may_enclose_an_empty_cell_that_can_be_filled_later() -> None:
    table = synthetic(RING, hand="PPPPPP")
    table.places("PPPPPP", at="5,4")
    ring = table.landscape()
    assert all(neighbour((5, 5), edge) in ring for edge in range(6))
    assert (5, 5) not in ring
    later = synthetic(f"{RING}; PPPPPP at 5,4", hand="PPPPPP")
    assert later.offers(later.placing("PPPPPP", at="5,5"))


@rule("FJ-037")
def test_holes_of_real_games_stay_cells() -> None:
    def has_hole(state: State) -> bool:
        return bool(holes(state))

    def holes(state: State) -> list[tuple[int, int]]:
        land = landscape_of(state)
        empty = {neighbour(cell, edge) for cell in land for edge in range(6)} - set(land)
        return [cell for cell in empty if laid_neighbours(land, cell) == 6]

    table = find(has_hole)
    hole = holes(table.state)[0]
    land = table.landscape()
    wanted = "".join(land[neighbour(hole, edge)][(edge + 4) % 6] for edge in range(6))
    filling = synthetic("; ".join(f"{tile} at {q},{r}" for (q, r), tile in land.items()), hand="PPPPPP")
    refused = filling.placing("PPPPPP", at=f"{hole[0]},{hole[1]}")
    assert wanted == "PPPPPP" or filling.refuses(refused, because="FJ-033"), "not FJ-031, not FJ-032"


@rule("FJ-038")
def test_the_active_player_chooses_any_legal_cell_and_rotation() -> None:
    table = start()
    table.draws("PPPPPS")
    assert table.offered_tiles() == {"-1,2": {"PPPPSP", "PPPSPP", "PPSPPP"}, "1,0": {"PPPPPS"}}
    for cell, looks in table.offered_tiles().items():
        for look in looks:
            chosen = table.copy()
            chosen.places(look, at=cell)
            assert chosen.landscape()[read_cell(cell)] == look


@rule("FJ-038")
def test_rotations_with_the_same_letters_are_one_choice() -> None:
    table = synthetic(RING, hand="PPPPPP")
    assert table.offers("place at 5,4 turn 0")
    for turn in range(1, 6):
        assert table.refuses(f"place at 5,4 turn {turn}", because="FJ-038")
    twofold = synthetic("MMPMMM at 0,0; MMMMPM at 1,0", hand="MMPMMP")
    assert twofold.offered_tiles()["0,1"] == {"PMMPMM"}
    assert [move for move in twofold.offers() if "at 0,1 " in move] == ["place at 0,1 turn 1"]
    assert twofold.refuses("place at 0,1 turn 4", because="FJ-038")


@rule("FJ-039")
def test_a_single_placement_is_compulsory_and_not_asked() -> None:
    table = start()
    table.draws("MMMMMP")
    assert table.landscape()[-1, 0] == "MMMPMM"
    assert [event["cell"] for event in table.happened("placed")] == [[-1, 0]]
    assert table.now["phase"] == "hut"
    assert table.awaits == [A]


@rule("FJ-039")
def test_so_is_the_single_placement_of_a_taken_tile() -> None:
    table = position("", open="PPPPPP")
    table.plays("take PPPPPP")
    assert table.landscape()[-1, 2] == "PPPPPP"
    assert table.awaits == [A]
    assert table.now["phase"] == "hut"


@rule("FJ-039")
def test_two_placements_are_asked() -> None:
    table = start()
    table.draws("PPPSSS")
    assert len(table.offers()) > 1
    assert table.now["phase"] == "place"
    assert table.happened("placed") == []


@rule("FJ-039")
def test_only_its_own_player_is_told_that_there_was_no_choice() -> None:
    found = {"only_place": 0, "only_field": 0}
    for seed in range(4):
        for _, _, events, _ in random_game(seed, fast_finish="off"):
            for event, after in zip(events, events[1:], strict=False):
                if event.kind in found:
                    found[event.kind] += 1
                    seat = after.data["seat"]
                    assert after.data["cell"] == event.data["cell"]
                    assert event.notice
                    assert [event.seen_by(viewer) for viewer in (seat, 1 - seat, SPECTATOR)] == [True, False, False]
    assert min(found.values()) > 3
