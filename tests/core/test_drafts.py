"""Drafts: several moves of one seat, tried on a copy and sent together."""

import pytest

from skali.core import Event, IllegalMove, Refusal, State, commit, try_moves
from tests.toys.moot.game import Moot
from tests.toys.moot.state import MootState

GAME = Moot()


@pytest.fixture
def offering() -> State:
    """Both seats put together their offers; seat 0 has ash and oak."""
    state = GAME.start(2, 1)
    assert isinstance(state, MootState)
    state.apply(0, GAME.moves.read("omen"))
    state.hands[0] = [2, 0, 0, 2]
    return state


def moves(*texts: str) -> list[int]:
    return [GAME.moves.read(text) for text in texts]


def test_a_draft_shows_what_would_be(offering: State) -> None:
    before = offering.digest()
    draft = try_moves(offering, 0, moves("offer ash", "offer oak"))
    assert (draft.tried, draft.refused, draft.reveals) == (2, None, False)
    assert draft.view["offer"] == [0, 3]
    assert draft.prompt.data["count"] == 2
    assert draft.legal_moves == moves("submit")
    assert offering.digest() == before


def test_a_draft_stops_before_what_cannot_be_taken_back(offering: State) -> None:
    draft = try_moves(offering, 0, moves("offer ash", "submit"))
    assert (draft.tried, draft.refused, draft.reveals) == (1, None, True)
    assert draft.view["offer"] == [0]


def test_a_draft_stops_at_what_is_refused(offering: State) -> None:
    draft = try_moves(offering, 0, moves("offer ash", "offer elm", "submit"))
    assert (draft.tried, draft.refused, draft.reveals) == (1, Refusal("MO-006"), False)


def test_an_empty_draft_is_the_position_itself(offering: State) -> None:
    draft = try_moves(offering, 1, [])
    assert (draft.tried, draft.refused, draft.reveals) == (0, None, False)
    assert draft.view == offering.view(1)
    assert draft.legal_moves == offering.legal_moves(1)


def test_a_draft_of_a_seat_that_is_not_awaited(offering: State) -> None:
    offered = commit(offering, 0, moves("offer ash", "submit"))
    draft = try_moves(offered, 0, moves("offer oak"))
    assert (draft.tried, draft.refused, draft.legal_moves) == (0, Refusal("CORE-1"), [])


def test_a_commit_plays_all(offering: State) -> None:
    events: list[Event] = []
    before = offering.digest()
    after = commit(offering, 0, moves("offer ash", "offer oak", "submit"), events)
    assert after.to_act() == [1]
    assert [event.kind for event in events] == ["added", "added", "submitted"]
    assert offering.digest() == before


def test_a_commit_plays_none_if_one_is_refused(offering: State) -> None:
    events: list[Event] = []
    before = offering.digest()
    with pytest.raises(IllegalMove, match=r"seat 0 may not play 'offer elm' \(MO-006\)"):
        commit(offering, 0, moves("offer ash", "offer elm"), events)
    assert events == []
    assert offering.digest() == before
