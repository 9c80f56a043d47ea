"""The language of rule tests complains where a rule test should fail."""

import pytest

from skali.core import Event, NotationError
from skali.kit.table import Table
from tests.toys.broken_moves import AppliesAnything, CannotSayWhyNot, ChangesBeforeItRefuses, OffersTooMuch
from tests.toys.cairns.game import Cairns, CairnsOptions, CairnsState
from tests.toys.moot.game import Moot, MootOptions
from tests.toys.moot.state import MootState


def cairns(state: type[CairnsState] = CairnsState) -> Table:
    return Table(state(Cairns(), 2, CairnsOptions()))


def test_moves_are_played_by_the_seat_to_act() -> None:
    table = cairns()
    events = table.plays("lay low at 0,0")
    assert events == table.events == [Event("laid", {"seat": 0, "height": "low", "cell": [0, 0]})]
    assert table.awaits == [1]
    happened = table.plays_all("lay low at 1,1", "lay low at -1,-1")
    assert [event.data["seat"] for event in happened] == [1, 0]
    assert table.happened("laid") == [event.data for event in happened]
    assert table.view(0) == table.state.view(0)
    assert table.score(0) == 2


def test_an_illegal_move_says_what_is_offered() -> None:
    with pytest.raises(
        AssertionError, match=r"seat 0 may not play 'lay low at 2,2' \(CA-003\); offered are: lay low at -1,-1; lay"
    ):
        cairns().plays("lay low at 2,2")
    with pytest.raises(NotationError, match="is no move here"):
        cairns().plays("dance")


def test_offers_are_notations() -> None:
    table = cairns()
    assert table.offers("lay low at 0,0")
    assert not table.offers("lay low at 2,2")
    assert len(table.offers()) == 18
    assert table.offers(seat=1) == []


def test_a_refusal_is_checked_everywhere() -> None:
    assert cairns().refuses("lay low at 2,2", because="CA-003")
    assert cairns().refuses("lay low at 0,0", because="CORE-1", seat=1)
    assert cairns().refuses(10_000, because="CORE-2")


@pytest.mark.parametrize(
    ("table", "move", "because", "error"),
    [
        (cairns(), "lay low at 0,0", "CA-003", "seat 0 may play 'lay low at 0,0', which CA-003 should forbid"),
        (cairns(), "lay low at 2,2", "CA-004", "'lay low at 2,2' of seat 0 is refused by CA-003, not by CA-004"),
        (cairns(AppliesAnything), "lay low at 2,2", "CA-003", "but apply plays it"),
        (cairns(OffersTooMuch), "lay low at -2,-2", "CA-003", "is refused by CA-003, but offered"),
    ],
)
def test_a_wrong_refusal_is_noticed(table: Table, move: str, because: str, error: str) -> None:
    with pytest.raises(AssertionError, match=error):
        table.refuses(move, because)


def test_a_refusal_that_is_kept_silent_is_noticed() -> None:
    table = cairns(CannotSayWhyNot)
    table.plays_all("lay low at 0,0", "lay low at 1,1")
    with pytest.raises(AssertionError, match="which CA-004 should forbid"):
        table.refuses("lay low at 1,0", because="CA-004")


def test_a_refusal_that_leaves_a_trace_is_noticed() -> None:
    table = Table(ChangesBeforeItRefuses(Moot(), 2, MootOptions(), 1))
    with pytest.raises(AssertionError, match="'submit' was refused, but it changed the state"):
        table.refuses("submit", because="MO-014")


def test_where_several_are_to_act_one_must_be_named() -> None:
    state = Moot().start(2, 1)
    assert isinstance(state, MootState)
    table = Table(state)
    table.plays("omen")
    with pytest.raises(AssertionError, match=r"seats \[0, 1\] are all to act: say which one is meant"):
        table.plays("submit")
