"""The rules of Cairns, one by one."""

import pytest

from skali.core import OptionError
from skali.kit.rule import rule
from skali.kit.table import Table
from tests.toys.cairns.game import GRID, Cairns, CairnsOptions, CairnsState


def table(seats: int = 2, **options: str) -> Table:
    game = Cairns()
    return Table(game.start(seats, 1, CairnsOptions.parse(options)))


@rule("CA-001", "CA-003")
def test_stones_are_laid_on_empty_cells_of_the_board() -> None:
    small, large = table(), table(board="large")
    assert small.refuses("lay low at 2,2", because="CA-003")
    assert large.offers("lay low at 2,2")
    small.plays("lay low at 0,0")
    assert small.refuses("lay low at 0,0", because="CA-003")


@rule("CA-001")
def test_cells_have_the_values_of_the_data_file() -> None:
    state = table().state
    assert isinstance(state, CairnsState)
    assert [state.value(int(GRID.cell(q, -1))) for q in (-1, 0, 1)] == [0, 1, 0]


@rule("CA-002")
def test_the_players_lay_in_turn() -> None:
    given = table(seats=3)
    assert given.awaits == [0]
    given.plays_all("lay low at -1,-1", "lay low at 1,-1")
    assert given.awaits == [2]


@rule("CA-004", "EX-CA-01")
def test_own_stones_stand_apart() -> None:
    given = table()
    given.plays_all("lay low at 0,0", "lay low at -1,-1")
    assert given.refuses("lay low at 1,0", because="CA-004")
    given.plays("lay low at 1,1")
    assert given.offers("lay low at 1,0")
    loose = table(apart="off")
    loose.plays_all("lay low at 0,0", "lay low at -1,-1")
    assert loose.offers("lay low at 1,0")


@rule("CA-005")
def test_everybody_has_two_tall_stones() -> None:
    given = table(board="large")
    given.plays_all("lay tall at -1,-1", "lay low at 2,2", "lay tall at 1,-1", "lay low at 0,0")
    assert given.refuses("lay tall at -1,1", because="CA-005")
    assert given.offers("lay low at -1,1")


@rule("CA-006", "CA-007", "CA-009")
def test_who_can_lay_no_stone_is_skipped_until_nobody_can() -> None:
    given = table()
    given.plays_all("lay low at 0,0", "lay low at 0,-1", "lay low at 1,1", "lay low at 0,1")
    assert given.offers() == ["lay low at -1,-1", "lay tall at -1,-1"]
    given.plays("lay low at -1,-1")
    assert given.happened("skipped") == [{"seat": 1}, {"seat": 0}]
    assert given.happened("over") == [{}]
    assert given.awaits == []
    assert given.refuses("lay low at 1,0", because="CORE-3")
    assert [given.score(seat) for seat in (0, 1)] == [3, 2]
    assert given.state.ranking() == [1, 2]


@rule("CA-006")
def test_the_others_go_on_without_who_is_skipped() -> None:
    given = table()
    given.plays_all("lay low at -1,-1", "lay low at 0,0")
    assert isinstance(given.state, CairnsState)
    given.state.owner[int(GRID.cell(1, 1))] = 1  # now seat 1 can lay no more
    given.plays("lay low at 1,-1")
    assert given.happened("skipped") == [{"seat": 1}]
    assert given.awaits == [0]


@rule("CA-009")
def test_equal_points_share_a_place() -> None:
    given = table()
    assert given.state.ranking() == [1, 1]
    given.plays("lay low at 0,0")
    assert given.state.ranking() == [1, 2]


@rule("CA-008")
def test_tall_stones_score_the_value_of_their_cell() -> None:
    given = table()
    given.plays("lay tall at 0,-1")
    assert given.score(0) == 2
    given.plays("lay low at 1,-1")
    assert given.score(1) == 1


@rule("CA-010")
def test_three_play_apart() -> None:
    with pytest.raises(OptionError, match="CA-010"):
        table(seats=3, apart="off")
