"""Scoring and the winner (XN-120 to XN-133, XN-146 to XN-149)."""

from itertools import product
from typing import Any

import pytest

from skali.kit.rule import rule
from tests.games.explorers.given import (
    THREE,
    A,
    B,
    ExplorersTable,
    apart,
    board_where,
    completed_islands,
    given,
    of_sizes,
    on,
    read_laid,
    sites,
)
from tests.games.explorers.reference import LIVESTOCK, Board, Region, all_tiles, best_sets, tile_count

ALL_LIVESTOCK = "pig " * 6 + "chicken " * 5 + "goat " * 5 + "sheep " * 4 + "cattle " * 3 + "horse " * 3


def own_sites(board: Board, island: frozenset[Region]) -> list[str]:
    """The vertices of an island."""
    return sorted(site for site, (_, regions) in sites(board).items() if regions <= island)


def without_settlements(island: frozenset[Region], board: Board) -> bool:
    return all(board.tiles[cell].item != "settlement" for cell, _, _ in island)


@rule("XN-120", "EX-XN-42")
def test_the_total_of_seven_categories() -> None:
    def wanted(board: Board) -> Any:
        pair = of_sizes(board, 5, 3)
        if pair is None or not all(without_settlements(island, board) for island in pair):
            return None
        elsewhere = [
            site
            for site, (_, regions) in sites(board).items()
            if not any(regions <= island for island in completed_islands(board))
        ]
        for one, two, three in product(own_sites(board, pair[0]), own_sites(board, pair[1]), sorted(elsewhere)):
            chosen = apart(board, 3, [one, two, three])
            if chosen:
                return chosen
        return None

    laid, _, outposts = board_where(wanted, seed=52, tiles=32)
    table = given(
        laid,
        captains=("hero", "scout"),
        delivered={A: "pig pig goat sheep"},
        livestock=bare(laid),
        outposts=dict.fromkeys(outposts, A),
        sunk={A: "viking_dies viking_dies"},
        settlements={A: [3, 4]},
    )
    assert table.player(A)["points"] == {
        "livestock": 7,
        "outposts": 9,
        "enemy_ships": 2,
        "settlements": 7,
        "dead_vikings": 4,
        "islands": 8,
        "captain": 4,
    }
    assert table.score(A) == 41
    total = next(line for line in table.state.score_sheet(A, B) if line.key == "total")
    assert (total.points, total.summed) == (41, False)


def bare(laid: str) -> dict[str, str]:
    """No livestock on any tile, so that all of it can be delivered."""
    rows = [(all_tiles()[tile], cell) for tile, cell, _ in read_laid(laid)]
    return {f"{cell}/{tile.on + 1}": "" for tile, cell in rows if tile.item in LIVESTOCK}


@rule("XN-121", "EX-XN-23", "EX-XN-24", "EX-XN-30")
@pytest.mark.parametrize(
    ("delivered", "points"),
    [
        ("", 0),
        ("pig", 1),
        ("pig goat horse", 6),
        ("pig chicken goat sheep cattle horse", 21),
        ("pig pig", 2),
        ("pig chicken goat sheep", 10),
        ("pig chicken goat sheep horse", 15),
        ("pig goat", 3),
        ("pig pig pig chicken chicken goat goat sheep cattle horse", 28),
        (ALL_LIVESTOCK, 80),
    ],
)
def test_sets_of_different_livestock(delivered: str, points: int) -> None:
    table = given(delivered={A: delivered})
    assert table.points(A, "livestock") == points == table.score(A)


@rule("XN-122")
def test_the_largest_sets_first_are_the_best_division() -> None:
    for numbers in [(3, 2, 2, 1, 1, 1), (6, 5, 5, 4, 3, 3), (2, 2, 2, 0, 0, 0), (4, 1, 0, 0, 3, 1), (1, 5, 5, 1, 0, 2)]:
        delivered = " ".join(
            f"{kind} " * number for kind, number in zip(("pig", "chicken", "goat", "sheep", "cattle", "horse"), numbers)
        )
        assert given(delivered={A: delivered}).points(A, "livestock") == best_sets(list(numbers))


@rule("XN-123")
def test_livestock_ashore_and_aboard_scores_nothing() -> None:
    table = given(THREE, vikings={A: {"aboard": 1, "1,-1": 1}}, cargo={A: "goat horse"})
    assert table.land("1,-1")["livestock"] == {"pig": 1}
    assert table.points(A, "livestock") == 0


@rule("XN-124", "EX-XN-25")
@pytest.mark.parametrize(("built", "points"), [(0, 0), (1, 2), (2, 5), (3, 9), (4, 14), (5, 20)])
def test_outposts_score_more_each(built: int, points: int) -> None:
    laid, _, chosen = board_where(lambda board: apart(board, 6), seed=2)
    table = given(laid, outposts=dict.fromkeys(chosen[:built], A) | {chosen[5]: B})
    assert table.points(A, "outposts") == points
    assert table.points(B, "outposts") == 2


@rule("XN-125")
def test_each_enemy_ship_scores_one() -> None:
    assert given(sunk={A: "safe safe safe"}).points(A, "enemy_ships") == 3
    assert given(sunk={A: "safe safe viking_dies"}).points(A, "enemy_ships") == 3


@rule("XN-126")
def test_each_settlement_scores_its_strength() -> None:
    table = given(settlements={A: [2, 3, 3, 5]})
    assert table.points(A, "settlements") == 13
    assert table.player(A)["settlements"] == [2, 3, 3, 5]


@rule("XN-127", "EX-XN-26")
@pytest.mark.parametrize(("dead", "points"), [(0, 0), (1, 1), (2, 4), (3, 9), (6, 36)])
def test_dead_vikings_score_the_square(dead: int, points: int) -> None:
    table = given(sunk={A: "viking_dies " * dead}, vikings={A: {}})
    assert table.points(A, "dead_vikings") == points


@rule("XN-128", "XN-132")
def test_only_completed_islands_score_one_for_each_tile() -> None:
    open_island = given("X23 at 1,-1 turn 4", vikings={A: {"1,-1": 2}})
    assert not open_island.island("1,-1")["completed"]
    assert open_island.points(A, "islands") == 0
    closed = given(THREE, vikings={A: {"1,-1": 2}})
    assert closed.island("1,-1")["completed"]
    assert closed.points(A, "islands") == 3, "the fixed tile counts"


@rule("XN-132")
def test_a_tile_counts_once_for_an_island_that_it_holds_twice() -> None:
    """Two lands of one tile can belong to one island that goes round."""

    def twice(board: Board) -> Any:
        for island in completed_islands(board):
            if len(island) > tile_count(island) and without_settlements(island, board):
                return island
        return None

    laid, _, island = board_where(twice, seed=708, tiles=40)
    table = given(laid, vikings={A: {on(island): 1}})
    assert len(island) > tile_count(island)
    assert table.points(A, "islands") == tile_count(island)


@rule("XN-130")
def test_influence_is_two_for_an_outpost_and_one_for_a_viking_ashore() -> None:
    table = given(
        THREE,
        vikings={A: {"aboard": 2, "1,-1": 1, "0,0": 1}, B: {"aboard": 1, "0,-1": 3}},
        longships={A: "1,-1", B: "1,-1"},
        outposts={"0,-1 SE": A},
        sunk={A: "viking_dies"},
    )
    assert table.player(A)["vikings"] == {"mainland": 2, "aboard": 2, "ashore": 2, "dead": 1}
    assert table.island("0,0")["influence"] == [4, 3]


@rule("XN-131", "EX-XN-27", "EX-XN-28")
def test_five_against_two_on_an_island_of_five_tiles() -> None:
    def wanted(board: Board) -> Any:
        islands = of_sizes(board, 5)
        if islands and without_settlements(islands[0], board) and own_sites(board, islands[0]):
            return islands[0], own_sites(board, islands[0])[0]
        return None

    laid, _, (island, site) = board_where(wanted, seed=13, tiles=25)

    def position(red: int, yellow: int) -> ExplorersTable:
        vikings = {A: {on(island): red}, B: {on(island): yellow}}
        return given(laid, vikings=vikings, outposts={site: A})

    table = position(3, 2)
    assert table.island(on(island))["influence"] == [5, 2]
    assert table.island(on(island))["controllers"] == [A]
    assert (table.points(A, "islands"), table.points(B, "islands")) == (5, 0)
    # With influence 5 each, both control it and score in full.
    table = position(3, 5)
    assert table.island(on(island))["controllers"] == [A, B]
    assert (table.points(A, "islands"), table.points(B, "islands")) == (5, 5)


@rule("EX-XN-28")
def test_an_island_that_is_not_completed_scores_for_nobody() -> None:
    table = given("X23 at 1,-1 turn 4", vikings={A: {"1,-1": 2}, B: {"0,0": 2}})
    assert table.island("0,0")["influence"] == [2, 2]
    assert table.island("0,0")["controllers"] == []
    assert (table.points(A, "islands"), table.points(B, "islands")) == (0, 0)


@rule("EX-XN-29")
def test_an_island_without_influence_scores_for_nobody() -> None:
    table = given(THREE)
    assert table.island("0,0")["completed"]
    assert table.island("0,0")["controllers"] == []
    assert table.points(A, "islands") == table.points(B, "islands") == 0


@rule("XN-133")
def test_an_outpost_counts_for_itself_and_for_influence() -> None:
    table = given(THREE, outposts={"0,-1 SE": A}, vikings={A: {}, B: {"1,-1": 3}})
    assert table.island("0,0")["controllers"] == [B]
    assert (table.points(A, "outposts"), table.points(A, "islands")) == (2, 0)
    table = given(THREE, outposts={"0,-1 SE": A}, vikings={A: {}, B: {"1,-1": 2}})
    assert (table.points(A, "outposts"), table.points(A, "islands")) == (2, 3)


# The winner


def ranked(*players: tuple[str, str, list[int]]) -> ExplorersTable:
    """Players by delivered livestock, backs of sunk ships and settlements, with captains that are worth nothing."""
    return given(
        seats=len(players),
        captains=("scout", "queen", "cartographer", "archer"),
        delivered={seat: player[0] for seat, player in enumerate(players)},
        sunk={seat: player[1] for seat, player in enumerate(players)},
        settlements={seat: player[2] for seat, player in enumerate(players)},
        vikings={seat: {} for seat in range(len(players))},
    )


@rule("XN-146")
def test_the_highest_total_wins() -> None:
    table = ranked(("pig", "", []), ("pig goat", "", []), ("", "safe", []))
    assert [table.score(seat) for seat in range(3)] == [1, 3, 1]
    assert table.state.ranking()[B] == 1


ONE_EACH = "pig chicken goat sheep cattle horse"


@rule("XN-147", "EX-XN-43")
def test_a_tie_goes_to_most_dead_vikings() -> None:
    table = ranked(
        (ONE_EACH, "viking_dies", [5, 5, 5, 3]),
        (ONE_EACH, "viking_dies viking_dies", [4, 4, 4, 2]),
        ("pig chicken goat sheep cattle", "viking_dies viking_dies viking_dies", [3, 3, 3, 2]),
    )
    assert [table.score(seat) for seat in range(3)] == [41, 41, 38]
    assert [table.player(seat)["vikings"]["dead"] for seat in range(3)] == [1, 2, 3]
    assert table.state.ranking() == [2, 1, 3]


@rule("XN-148", "EX-XN-43")
def test_a_further_tie_goes_to_most_settlements() -> None:
    table = ranked(
        ("", "viking_dies viking_dies", [2, 2, 2]), ("pig goat", "viking_dies viking_dies", [3]), ("pig", "", [])
    )
    assert table.score(A) == 12
    # 3 settlements of 6 points in all against 2 of 6.
    table = ranked(("", "viking_dies viking_dies", [2, 2, 2]), ("", "viking_dies viking_dies", [3, 3]))
    assert table.score(A) == table.score(B) == 12
    assert table.state.ranking() == [1, 2]


@rule("XN-149", "EX-XN-43")
def test_else_the_victory_is_shared_and_all_places_are_ranked_alike() -> None:
    table = ranked(("pig", "safe", [3]), ("goat", "safe", [3]), ("", "", []))
    assert table.state.ranking() == [1, 1, 3]
    table = ranked(("", "", []), (ONE_EACH, "", []), ("", "", []), ("", "", []))
    assert table.state.ranking() == [2, 1, 2, 2]
    table = ranked(("", "safe", [2]), (ONE_EACH, "", []), ("pig goat", "", []))
    assert table.state.ranking() == [2, 1, 3], "a settlement breaks the tie for the second place too"
