"""Reasons for a move: the parts of the judgement add up, and come only from what the seat may know."""

from __future__ import annotations

import pytest

from skali.agents import AgentError, Perspective, explain
from skali.core import game_keys, load_game
from tests.agents.sealed import Sealed


@pytest.mark.parametrize("key", game_keys())
def test_parts_add_up_and_another_truth_has_the_same(key: str) -> None:
    game = load_game(key)
    seats = game.seats[min(1, len(game.seats) - 1)]
    state = game.start(seats, 3)
    while len(state.legal_moves(state.to_act()[0])) < 2:
        state.advance(state.to_act()[0], state.legal_moves(state.to_act()[0])[0])
    seat = state.to_act()[0]
    move = state.legal_moves(seat)[0]
    reasons = explain(Perspective(state, seat, seats, 1), move)
    assert sum(reasons.parts.values()) == pytest.approx(reasons.worth)
    assert reasons.other != move and reasons.other in state.legal_moves(seat)
    assert set(reasons.gains) >= set(reasons.parts)
    assert explain(Perspective(state.determinize(seat, 5), seat, seats, 1), move) == reasons


def test_the_best_move_has_more_for_it_than_against_it() -> None:
    game = load_game("odin")
    state = game.start(1, 3)
    legal = state.legal_moves(0)
    perspective = Perspective(state, 0, 1, 1)
    found = {move: explain(perspective, move) for move in legal[:12]}
    best = max(found.values(), key=lambda each: each.worth)
    worst = min(found.values(), key=lambda each: each.worth)
    assert (
        sum(worst.gains.values()) < 0 <= sum(explain(perspective, best.other).gains.values()) + sum(best.gains.values())
    )
    assert len(best.parts) >= 2


def test_what_cannot_be_explained_says_so() -> None:
    perspective = Perspective(load_game("fjords").start(2, 1), 0, 2, 1)
    with pytest.raises(AgentError, match="no legal move"):
        explain(perspective, -1)
    with pytest.raises(AgentError, match="no heuristic"):
        explain(Perspective(Sealed().start(2, 1), 0, 2, 1), 0)
