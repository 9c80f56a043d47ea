"""Every rule of the ledger, in its words: given a position, when somebody plays, then so it stands."""

import pytest

from skali.core import OptionError
from skali.kit.rule import rule

from mygame import MyGameOptions

from .given import GAME, counts, given, position


@rule("MG-001")
def test_two_to_four_can_play() -> None:
    assert [GAME.start(seats, 1).seats for seats in (2, 3, 4)] == [2, 3, 4]
    with pytest.raises(OptionError, match="2, 3, 4 players, not 5"):
        GAME.start(5, 1)


@rule("MG-002", "MG-003", "MG-014")
@pytest.mark.parametrize("size", [2, 3])
def test_the_start(size: int) -> None:
    state = GAME.start(4, 1, MyGameOptions(hand_size=size))
    assert sum(state.beach) == 8
    assert [sum(hand) for hand in state.hands] == [size] * 4
    assert state.bag.total == sum(GAME.tables.counts) - 8 - 4 * size


@rule("MG-004")
def test_chance_chooses_who_begins() -> None:
    assert {GAME.start(3, seed).to_act()[0] for seed in range(30)} == {0, 1, 2}


@rule("MG-005", "MG-010")
def test_a_turn_is_to_gather_and_then_to_lay() -> None:
    table = given(hand="whelk", beach="cockle, limpet")
    assert table.refuses("lay whelk", because="MG-005")
    table.plays("take cockle")
    assert table.refuses("draw", because="MG-005")
    table.plays("lay whelk")
    assert table.awaits == [1]


@rule("MG-006")
def test_only_the_player_sees_the_shell_that_is_drawn() -> None:
    table = given(beach="cockle")
    table.plays("draw")
    assert len(table.happened("drew_shell", seat=0)) == 1
    assert table.happened("drew_shell", seat=1) == []
    assert table.view(1)["players"][0] == {"row": {}, "hand_size": 1, "known": {}}
    assert given(beach="cockle, limpet", rest="row").refuses("draw", because="MG-006")


@rule("MG-007")
def test_all_see_which_shell_is_taken() -> None:
    table = given(beach="cockle")
    assert table.refuses("take whelk", because="MG-007")
    table.plays("take cockle")
    assert table.view(1)["players"][0]["known"] == {"cockle": 1}


@rule("MG-008")
def test_the_only_kind_on_the_beach_is_taken_without_asking() -> None:
    table = given(hand="whelk", beach="2 cockle, limpet", rest="row")
    table.plays("take limpet")
    events = table.plays("lay whelk")
    assert [event.kind for event in events] == ["laid", "took"]
    assert table.awaits == [1] and table.offers() == ["lay cockle"]


@rule("MG-009")
def test_a_shell_is_laid_from_the_hand() -> None:
    table = given(hand="whelk, limpet", beach="cockle, limpet")
    table.plays("take cockle")
    assert table.refuses("lay mussel", because="MG-009")
    table.plays("lay whelk")
    assert position(table).rows[0] == counts("whelk")
    assert position(table).hands[0] == counts("cockle, limpet")


@rule("MG-011", "MG-013")
def test_the_game_ends_when_bag_and_beach_are_empty() -> None:
    table = given(hand="2 whelk", beach="cockle", rest="row")
    table.plays_all("take cockle", "lay whelk")
    assert table.awaits == []
    assert table.happened("game_over") == [{"points": [1, table.score(1)]}]
    assert table.state.ranking() == [2, 1]


@rule("MG-012", "EX-MG-01")
def test_more_of_a_kind_score_more() -> None:
    assert given(row="3 whelk, limpet").score(0) == 7
