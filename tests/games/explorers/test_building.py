"""Build an outpost (XN-105 to XN-112)."""

from skali.kit.rule import rule
from tests.games.explorers.given import THREE, A, B, apart, board_where, given, sites
from tests.games.explorers.reference import Board
from tests.games.explorers.test_geometry import TWO_ISLANDS


@rule("XN-105", "EX-XN-09")
def test_sail_unload_and_build_spend_four_points() -> None:
    table = given(THREE)
    table.plays_all("sail", "sail to 1,-1")
    table.unloads("viking land-1", "viking land-1")
    assert table.now["points"] == 2
    events = table.plays("build")
    built = next(event.data for event in events if event.kind == "built")
    assert built == {"seat": A, "cell": [0, -1], "corner": "SE", "left": 4}
    assert table.player(A)["outposts_left"] == 4
    assert table.awaits == [B], "1 + 1 + 2 = 4"
    assert table.island("1,-1")["influence"] == [4, 0]
    assert (table.points(A, "outposts"), table.points(A, "islands")) == (2, 3)


@rule("XN-106")
def test_an_outpost_stands_where_three_laid_tiles_meet_by_land() -> None:
    # At F2.N only two tiles are laid.
    table = given("X23 at 1,-1 turn 4", vikings={A: {"1,-1": 2}})
    assert table.refuses("build at 0,0 N", because="XN-106")
    assert table.refuses("build", because="XN-108")
    # Three tiles meet at F2.NE, but by sea.
    table = given(THREE, vikings={A: {"1,-1": 2}})
    assert table.refuses("build at 1,-1 S", because="XN-106")
    assert table.refuses("build at 4,4 S", because="XN-106")
    table.plays("build")
    assert table.now["outposts"][0]["cells"] == [[0, -1], [1, -1], [0, 0]]


@rule("XN-107", "EX-XN-10")
def test_tiles_that_touch_an_outpost_are_closed_on_all_their_islands() -> None:
    for owner in (A, B):
        table = given(TWO_ISLANDS, side="B-front", vikings={A: {"0,0/1": 2, "0,0/2": 2}}, outposts={"0,-1 S": owner})
        # F2 touches the outpost on its western island; on its eastern island nobody may build either.
        assert table.refuses("build at 1,-1 S", because="XN-107")
        assert table.refuses("build at 0,-1 S", because="XN-107")
        assert table.refuses("build", because="XN-107")
    free = given(TWO_ISLANDS, side="B-front", vikings={A: {"0,0/1": 2, "0,0/2": 2}})
    free.plays("build")
    assert set(free.offers()) == {"build at 0,-1 S", "build at 1,-1 S"}
    free.plays("build at 1,-1 S")
    assert free.refuses("build at 0,-1 S", because="XN-107")


@rule("XN-108")
def test_two_own_vikings_must_be_around_together_or_spread() -> None:
    for vikings in ({"0,0": 2}, {"1,-1": 2}, {"0,0": 1, "0,-1": 1}, {"0,-1": 1, "1,-1": 1}):
        assert given(THREE, vikings={A: vikings}).offers("build"), vikings
    assert given(THREE, vikings={A: {"0,0": 1}}).refuses("build at 0,-1 SE", because="XN-108")


@rule("XN-109")
def test_vikings_aboard_on_other_lands_or_of_others_do_not_count() -> None:
    aboard = given(THREE, vikings={A: {"aboard": 2, "1,-1": 1}}, longships={A: "1,-1"})
    assert aboard.refuses("build", because="XN-108")
    other = given(THREE, vikings={A: {"1,-1": 1}, B: {"1,-1": 3}})
    assert other.refuses("build", because="XN-108")
    # F2 has two lands on B-front: who stands on the eastern one does not build in the west.
    lands = given(TWO_ISLANDS, side="B-front", vikings={A: {"0,0/1": 1, "0,0/2": 1}})
    assert lands.refuses("build at 0,-1 S", because="XN-108")
    assert lands.refuses("build", because="XN-108")


@rule("XN-110")
def test_who_has_built_five_outposts_builds_no_more() -> None:
    laid, board, chosen = board_where(lambda board: apart(board, 6), seed=2)
    sixth = sorted(place for place in sites(board)[chosen[5]][1])[0]
    place = f"{sixth[0][0]},{sixth[0][1]}/{sixth[2] + 1}"
    vikings = {A: {"aboard": 1, place: 2}}
    strong = {f"{cell[0]},{cell[1]}": 5 for cell, tile in board.tiles.items() if tile.item == "settlement"}
    strengths = dict(list(strong.items())[:3])
    four = given(laid, vikings=vikings, outposts=dict.fromkeys(chosen[:4], A), strengths=strengths)
    assert four.offers("build")
    five = given(laid, vikings=vikings, outposts=dict.fromkeys(chosen[:5], A), strengths=strengths)
    assert five.player(A)["outposts_left"] == 0
    assert five.refuses("build", because="XN-110")
    assert five.refuses(f"build at {chosen[5]}", because="XN-110")
    assert five.points(A, "outposts") == 20


@rule("XN-111")
def test_an_outpost_stays_and_the_vikings_may_leave() -> None:
    table = given(THREE, vikings={A: {"aboard": 1, "1,-1": 2}}, longships={A: "1,-1"})
    table.plays("build")
    assert table.land("1,-1")["vikings"] == [2, 0], "nobody is used up"
    table.loads("viking land-1", "viking land-1")
    assert table.island("1,-1")["influence"] == [2, 0]
    assert len(table.now["outposts"]) == 1


@rule("XN-112")
def test_one_may_build_on_an_open_island_among_others() -> None:
    laid, board, site = board_where(open_site, seed=0, tiles=8)
    place = sorted(sites(board)[site][1])[0]
    name = f"{place[0][0]},{place[0][1]}/{place[2] + 1}"
    strengths = {f"{c[0]},{c[1]}": 5 for c, tile in list(board.tiles.items()) if tile.item == "settlement"}
    table = given(
        laid,
        vikings={A: {"aboard": 1, name: 2}, B: {name: 3}},
        livestock={name: "pig pig"},
        strengths=dict(list(strengths.items())[:3]),
    )
    assert not table.island(name)["completed"]
    table.plays("build")
    if table.now["phase"] == "build":
        table.plays(f"build at {site}")
    assert table.points(A, "outposts") == 2


def open_site(board: Board) -> str | None:
    """A vertex on an island that is not completed."""
    for site, (_, regions) in sorted(sites(board).items()):
        island = next(island for island in board.bodies("land") if regions <= island)
        if not board.is_completed(island) and all(board.tiles[cell].item != "settlement" for cell, _, _ in regions):
            return site
    return None


def test_a_vertex_has_one_name_only() -> None:
    """XN-D16: each vertex is named by the corner SE or S of its smallest cell."""
    table = given(THREE, vikings={A: {"1,-1": 2}})
    assert table.refuses("build at 0,0 N", because="XN-D16")
    assert table.refuses("build at 1,-1 SW", because="XN-D16")
    assert table.refuses("build at 0,-1 SE", because="XN-D16"), "build must be chosen first"
