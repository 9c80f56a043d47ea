"""The solo variant (XN-152 to XN-164)."""

from collections import Counter
from typing import Any

import pytest

from skali.core import State
from skali.kit.rule import rule
from tests.games.explorers.given import (
    NAMES,
    THREE,
    A,
    ExplorersTable,
    apart,
    begun,
    board_where,
    completed_islands,
    given,
    of_sizes,
    on,
    random_game,
    sites,
    start,
)
from tests.games.explorers.reference import CAPTAINS, Board
from tests.games.explorers.test_scoring import without_settlements

UNFIT = "X19 X28 X38"
"""Tiles that fit nowhere on A-front while nothing is laid."""


def hand(table: ExplorersTable) -> list[str]:
    return [tile["tile"] for tile in table.view(A)["hand"]]


def stack_of(table: ExplorersTable, *tiles: str) -> None:
    table.state.stack = sum(1 << NAMES.index(name) for name in tiles)


@rule("XN-152")
def test_all_other_rules_apply() -> None:
    table = given(THREE, seats=1)
    table.plays_all("sail", "sail to 1,-1")
    table.unloads("viking land-1", "viking land-1")
    table.plays("build")
    assert (table.points(A, "outposts"), table.points(A, "islands")) == (2, 3)
    weak = given(THREE, seats=1, vikings={A: {"aboard": 1}})
    assert weak.refuses("sail to 0,-1", because="XN-085")


@rule("XN-153")
def test_no_tiles_are_dealt_and_there_is_no_winter_token() -> None:
    view = start(1).now
    assert view["winter"] is None
    assert (view["stack"], len(view["hand"])) == (45, 3), "the first three are drawn by the first turn"


@rule("XN-154")
def test_two_captains_lie_open_and_queen_and_scout_are_never_among_them() -> None:
    found: Counter[str] = Counter()
    for seed in range(120):
        table = start(1, seed)
        pair = [each["captain"] for each in table.player(A)["captains"]]
        assert len(set(pair)) == 2
        assert table.awaits == [0] and table.now["phase"] == "tile"
        found.update(pair)
    assert set(found) == set(CAPTAINS) - {"queen", "scout"}


@rule("XN-155")
def test_each_turn_begins_by_drawing_three_tiles() -> None:
    table = start(1, 4)
    for turn in range(3):
        assert len(hand(table)) == 3
        assert table.now["stack"] == 48 - 3 * (turn + 1)
        while table.now["phase"] != "action":
            table.plays(table.offers()[0])
        assert hand(table) == []
        events = table.ends_turn()
        assert [len(event.data["tiles"]) for event in events if event.kind == "drew_solo"] == [3]


@rule("XN-156", "XN-157")
def test_two_tiles_are_placed_in_any_order_and_the_third_is_discarded() -> None:
    for first, second, third in (("X23", "X29", "X34"), ("X34", "X23", "X29")):
        table = given(seats=1, phase="tile", hands=("X23 X29 X34",))
        assert table.offers() == ["tile X23", "tile X29", "tile X34"]
        table.plays_all(f"tile {first}", "place at 1,-1")
        assert table.land("1,-1")["livestock"], "its token is there before the next tile"
        assert table.now["phase"] == "tile"
        assert table.refuses("sail", because="XN-037")
        events = table.plays_all(f"tile {second}", "place at 0,-1")
        assert [event.data["tiles"] for event in events if event.kind == "discarded"] == [[third]]
        assert table.now["discarded"] == [third]
        assert (table.now["phase"], table.now["points"], hand(table)) == ("action", 4, [])
        stack = table.now["stack"]
        table.ends_turn()
        assert table.now["stack"] == stack - 3, "no draw but the three of the next turn"


@rule("XN-158")
def test_three_tiles_that_fit_nowhere_are_exchanged() -> None:
    table = given(seats=1)
    stack_of(table, *UNFIT.split(), "X23", "X29", "X34")
    drawn = table.with_luck("end turn", lambda after: after.happened("drew_solo")[0]["tiles"] == UNFIT.split())
    exchanged = [event.data for event in drawn if event.kind == "exchanged"]
    assert exchanged[0]["returned"] == UNFIT.split()
    assert len(exchanged[0]["tiles"]) == 3
    assert any(tile["fits"] for tile in table.view(A)["hand"])
    assert table.now["stack"] == 3


@rule("XN-159")
def test_two_tiles_left_that_fit_nowhere_are_exchanged() -> None:
    table = given(seats=1, phase="tile", hands=("X23 X28 X38",))
    stack_of(table, "X29", "X34", "X39")
    # Only X23 fits, so that it is the one; nobody need leave room for a second tile.
    table.plays("tile X23")
    events = table.plays("place at 1,-1")
    exchanged = next(event.data for event in events if event.kind == "exchanged")
    assert (exchanged["returned"], len(exchanged["tiles"])) == (["X28", "X38"], 2)
    assert table.now["stack"] == 3
    # If one of two can be placed, it must be the one.
    table = given(seats=1, phase="tile", hands=("X23 X28 X29",))
    table.plays_all("tile X23", "place at 1,-1")
    assert table.view(A)["chosen"]["tile"] == "X29"
    assert table.refuses("tile X28", because="XN-041")


@rule("XN-160")
def test_when_nothing_fits_all_tiles_in_hand_are_discarded() -> None:
    table = given(seats=1)
    stack_of(table, *UNFIT.split(), "X20")
    table.plays("end turn")
    assert table.happened("nothing_fits") == [{"seat": 0}]
    assert len(table.now["discarded"]) == 3
    assert (table.now["phase"], table.now["stack"], table.now["placed"]) == ("action", 1, 0)
    # After one placed tile the other two go.
    table = given(seats=1, phase="tile", hands=("X23 X28 X38",))
    stack_of(table, "X20")
    events = table.plays_all("tile X23", "place at 1,-1")
    assert [event.data["tiles"] for event in events if event.kind == "discarded"] == [["X28", "X38"]]
    assert table.now["placed"] == 1


@rule("XN-161", "EX-XN-44")
def test_the_game_has_sixteen_turns_32_tiles_laid_and_16_discarded() -> None:
    table = begun(1, 8)
    turns = 0
    while not table.state.is_over():
        if table.now["phase"] == "action":
            turns += 1
            assert len(table.now["tiles"]) == 3 + 2 * turns
            table.ends_turn()
        else:
            table.plays(table.offers()[0])
    assert turns == 16
    assert (len(table.now["tiles"]) - 3, len(table.now["discarded"])) == (32, 16)
    assert table.now["stack"] == 0


@rule("XN-162", "EX-XN-45")
def test_only_the_smaller_captain_bonus_counts() -> None:
    def wanted(board: Board) -> Any:
        """Four sites for outposts and islands for Vikings, so that five completed islands are controlled in all."""
        posts = apart(board, 4)
        completed = completed_islands(board)
        if not posts:
            return None
        held = [island for island in completed if any(sites(board)[post][1] <= island for post in posts)]
        free = [island for island in completed if island not in held and without_settlements(island, board)]
        more = 5 - len(held)
        return (posts, free[:more]) if 0 <= more <= len(free) else None

    laid, _, (posts, islands) = board_where(wanted, seed=22)
    table = given(
        laid,
        seats=1,
        captains=("hero", "shieldmaiden"),
        vikings={A: {on(island): 1 for island in islands}},
        outposts=dict.fromkeys(posts, A),
        settlements={A: [2, 2, 3, 3]},
        sunk={A: "safe safe safe safe"},
    )
    worth = {each["captain"]: each["points"] for each in table.player(A)["captains"]}
    assert worth == {"hero": 8, "shieldmaiden": 5}
    assert table.points(A, "captain") == 5
    lines = {line.key: line for line in table.state.score_sheet(A, A)}
    assert (lines["smaller_captain"].points, lines["smaller_captain"].summed) == (5, True)
    assert not lines["solo_captain"].summed


@rule("XN-163", "EX-XN-46")
def test_alone_an_influence_of_one_is_control() -> None:
    laid, _, islands = board_where(lambda board: of_sizes(board, 4), seed=1, tiles=25)
    table = given(laid, seats=1, captains=("barbarian", "hero"), vikings={A: {on(islands[0]): 1}})
    assert table.island(on(islands[0]))["influence"] == [1]
    assert table.island(on(islands[0]))["controllers"] == [A]
    assert table.points(A, "islands") == 4 == table.score(A)


@rule("XN-164")
def test_the_result_of_a_solo_game_is_its_total() -> None:
    """The aim is a higher total than before: alone one is always first, and the score is what can be compared."""
    end = random_game(1, 1)[-1]
    assert end.ranking() == [1]
    sheet = end.score_sheet(0, 0)
    total = next(line for line in sheet if line.key == "total")
    assert total.points == end.score(0) == sum(line.points for line in sheet if line.summed)
    assert not [line for line in sheet if line.key.startswith("tie_")], "there is nobody to tie with"


@pytest.mark.parametrize("seed", range(3))
def test_alone_everything_but_luck_is_open(seed: int) -> None:
    states: tuple[State, ...] = random_game(1, seed)
    for state in states[::10]:
        shown, own = state.view(-1)["hand"], state.view(0)["hand"]
        assert shown == [{**tile, "places": []} for tile in own]  # where one may lay it is for who is asked
