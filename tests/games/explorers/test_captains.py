"""The captains (XN-134 to XN-145)."""

from typing import Any

import pytest

from skali.kit.rule import rule
from tests.games.explorers.given import (
    GAME,
    NAMES,
    THREE,
    A,
    B,
    C,
    ExplorersTable,
    apart,
    board_where,
    completed_islands,
    given,
    of_sizes,
    on,
    random_game,
    sites,
)
from tests.games.explorers.reference import FIXED, Board, Region, all_tiles, fixed_tile
from tests.games.explorers.test_scoring import own_sites, without_settlements


def bonus(table: ExplorersTable, seat: int = A) -> int:
    """What the captain of a seat is worth, and that it counts."""
    worth = int(table.player(seat)["captains"][0]["points"])
    assert table.points(seat, "captain") == worth
    return worth


def free_of_settlements(board: Board, *sizes: int) -> list[frozenset[Region]] | None:
    found = of_sizes(board, *sizes)
    return found if found and all(without_settlements(island, board) for island in found) else None


@rule("XN-134")
def test_the_bonus_is_added_is_never_negative_and_changes_nothing_in_play() -> None:
    for captain in ("queen", "cartographer", "hero"):
        table = given(captains=(captain, "scout"))
        assert bonus(table) == 0
    for captain in ("archer", "barbarian", "queen", "tyrant"):
        table = given(THREE, captains=(captain, "scout"), sunk={B: "safe"}, settlements={B: [3]})
        assert table.offers() == given(THREE, captains=("watchman", "scout")).offers()
    barbarian = given(captains=("barbarian", "scout"), sunk={A: "safe safe"})
    assert barbarian.score(A) == 2 + 2
    for state in random_game(4, 4, "B-back")[::40]:
        for player in state.view(-1)["players"]:
            assert player["points"]["captain"] >= 0


# Archer


def column(turns: dict[tuple[int, int], str]) -> str:
    """Tiles on the given cells, found by trying, with land where it is wanted: corner letters, ``.`` for any."""
    board = Board({cell: fixed_tile("A-front", number) for number, cell in enumerate(FIXED)})
    cells = list(turns)
    rows: list[str] = []

    def fill(at: int, left: list[int]) -> bool:
        if at == len(cells):
            return True
        for tile in left:
            for turn in range(int(GAME.tables.distinct[tile])):
                shown = all_tiles()[tile].turned(turn)
                wanted = all(want in (".", have) for want, have in zip(turns[cells[at]], shown.corners, strict=True))
                if wanted and board.fits(shown, cells[at]):
                    board.tiles[cells[at]] = shown
                    rows.append(f"{NAMES[tile]} at {cells[at][0]},{cells[at][1]} turn {turn}")
                    if fill(at + 1, [other for other in left if other != tile]):
                        return True
                    rows.pop()
                    del board.tiles[cells[at]]
        return False

    assert fill(0, list(range(48)))
    return "; ".join(rows)


@rule("XN-135", "EX-XN-31")
def test_archer_counts_the_laid_tiles_up_to_the_nearest_tile_of_the_furthest_outpost() -> None:
    cells = {(0, row): "......" for row in range(-1, -8, -1)}
    cells[0, -6] = "L....."
    cells[1, -7] = "......"
    laid = column(cells)
    # N of 0,-6 is SE of 0,-7.
    table = given(laid, captains=("archer", "scout"), outposts={"0,-7 SE": A})
    assert [tile["distance"] for tile in table.now["tiles"]][:2] == [7, 7]
    assert table.tile("0,-6")["distance"] == 6
    assert bonus(table) == 6
    # An outpost that touches a fixed tile counts nothing, nor do those of others.
    near = given(THREE, captains=("archer", "scout"), outposts={"0,-1 SE": A})
    assert bonus(near) == 0
    other = given(laid, captains=("archer", "scout"), outposts={"0,-7 SE": B})
    assert bonus(other) == 0


@rule("XN-135")
def test_archer_takes_the_best_outpost_over_any_terrain() -> None:
    def wanted(board: Board) -> Any:
        ways = board.distances()
        far = {site: min(ways[cell] for cell in cells) for site, (cells, _) in sites(board).items()}
        chosen = apart(board, 3)
        return (chosen, [far[site] for site in chosen]) if chosen and len({far[site] for site in chosen}) == 3 else None

    laid, _, (chosen, ways) = board_where(wanted, seed=0)
    table = given(laid, captains=("archer", "scout"), outposts=dict.fromkeys(chosen, A))
    assert bonus(table) == max(ways)


# Trophies


@rule("XN-136", "EX-XN-32")
def test_barbarian_counts_ships() -> None:
    assert bonus(given(captains=("barbarian", "scout"), sunk={A: "safe viking_dies safe", B: "safe"})) == 3


@rule("XN-137", "EX-XN-33")
@pytest.mark.parametrize(("seed", "sizes", "points"), [(78, (7, 5, 3), 5), (256, (6, 6), 6), (3, (5,), 0)])
def test_cartographer_counts_the_second_largest_island_again(seed: int, sizes: tuple[int, ...], points: int) -> None:
    laid, _, islands = board_where(lambda board: of_sizes(board, *sizes), seed, 34)
    table = given(laid, captains=("cartographer", "scout"), vikings={A: {on(island): 1 for island in islands}})
    assert table.points(A, "islands") == sum(sizes)
    assert bonus(table) == points


@rule("XN-138", "EX-XN-34")
def test_hero_counts_sets_of_outpost_settlement_and_ship() -> None:
    laid, _, chosen = board_where(lambda board: apart(board, 4), seed=0)
    table = given(
        laid,
        captains=("hero", "scout"),
        outposts=dict.fromkeys(chosen, A),
        settlements={A: [2, 3, 4]},
        sunk={A: "safe safe safe safe viking_dies"},
    )
    assert bonus(table) == 6
    assert bonus(given(captains=("hero", "scout"), settlements={A: [2, 3]}, sunk={A: "safe"})) == 0


@rule("XN-139", "EX-XN-35")
def test_huntsman_counts_pairs_of_equal_livestock() -> None:
    table = given(captains=("huntsman", "scout"), delivered={A: "pig pig pig sheep sheep sheep sheep cattle"})
    assert bonus(table) == 6
    assert table.points(A, "livestock") == 13


@rule("XN-140", "EX-XN-36")
def test_queen_counts_influence_on_one_island_less_the_players() -> None:
    def wanted(board: Board) -> Any:
        found = free_of_settlements(board, 4)
        return (found[0], own_sites(board, found[0])[0]) if found and own_sites(board, found[0]) else None

    laid, _, (island, site) = board_where(wanted, seed=1, tiles=25)
    table = given(laid, seats=3, captains=("queen", "scout", "hero"), vikings={A: {on(island): 6}}, outposts={site: A})
    assert table.island(on(island))["influence"][A] == 8
    assert bonus(table) == 5
    few = given(laid, seats=4, captains=("queen", "scout", "hero", "tyrant"), vikings={A: {on(island): 3}})
    assert bonus(few) == 0
    # Without control it is worth nothing.
    lost = given(laid, captains=("queen", "scout"), vikings={A: {on(island): 5}, B: {on(island): 6}})
    assert bonus(lost) == 0
    # Nor on an island that is not completed.
    open_island = given("X23 at 1,-1 turn 4", captains=("queen", "scout"), vikings={A: {"1,-1": 6}})
    assert bonus(open_island) == 0


@rule("XN-141", "EX-XN-37")
def test_scout_counts_completed_islands_of_others_with_an_own_viking() -> None:
    def five(board: Board) -> Any:
        found = [island for island in completed_islands(board) if without_settlements(island, board)]
        return found[:5] if len(found) >= 5 else None

    laid, _, islands = board_where(five, seed=44, tiles=44)
    places = [on(island) for island in islands]
    vikings = {
        A: dict.fromkeys(places, 1),
        B: {places[0]: 2, places[1]: 2, places[4]: 1},
        C: {places[2]: 2, places[3]: 2},
    }
    table = given(laid, seats=3, captains=("scout", "hero", "tyrant"), vikings=vikings)
    assert [table.island(place)["controllers"] for place in places] == [[B], [B], [C], [C], [A, B]]
    assert bonus(table) == 4
    # An outpost alone is not enough.
    post = given(THREE, captains=("scout", "hero"), vikings={A: {}, B: {"1,-1": 3}}, outposts={"0,-1 SE": A})
    assert bonus(post) == 0
    assert bonus(given(THREE, captains=("scout", "hero"), vikings={A: {"1,-1": 1}, B: {"1,-1": 3}})) == 1


@rule("XN-142", "EX-XN-38")
def test_shieldmaiden_counts_controlled_islands_ties_too() -> None:
    laid, _, islands = board_where(lambda board: free_of_settlements(board, 3, 4, 5), seed=54, tiles=34)
    vikings = {A: {on(island): 1 for island in islands}, B: {on(islands[0]): 1}}
    table = given(laid, captains=("shieldmaiden", "scout"), vikings=vikings)
    assert bonus(table) == 3


@rule("XN-143", "EX-XN-39")
def test_trader_counts_threes_of_livestock() -> None:
    assert bonus(given(captains=("trader", "scout"), delivered={A: "pig " * 4 + "goat " * 3})) == 4
    assert bonus(given(captains=("trader", "scout"), delivered={A: "pig goat"})) == 0


@rule("XN-144", "EX-XN-40")
def test_tyrant_counts_settlements_whatever_their_strength() -> None:
    assert bonus(given(captains=("tyrant", "scout"), settlements={A: [2, 5, 5, 3], B: [4]})) == 4


@rule("XN-145", "EX-XN-41")
def test_watchman_counts_outposts() -> None:
    laid, _, chosen = board_where(lambda board: apart(board, 6), seed=2)
    table = given(laid, captains=("watchman", "scout"), outposts=dict.fromkeys(chosen[:5], A) | {chosen[5]: B})
    assert bonus(table) == 5
