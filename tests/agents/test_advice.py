"""Hints: legal moves with true reasons, from what the seat may know; and reasons for what another seat was seen to do."""

import pytest

from skali.agents import Perspective, advise, reasons_for
from skali.core import State, game_keys, load_game
from skali.teaching.prepared import Prepared, read_lines


def first_choice(key: str) -> tuple[State, int, int]:
    game = load_game(key)
    seats = game.seats[min(1, len(game.seats) - 1)]
    state = game.start(seats, 3)
    while len(state.legal_moves(state.to_act()[0])) < 2:
        state.advance(state.to_act()[0], state.legal_moves(state.to_act()[0])[0])
    return state, state.to_act()[0], seats


@pytest.mark.parametrize("key", game_keys())
def test_advice_is_legal_and_the_same_for_another_truth(key: str) -> None:
    state, seat, seats = first_choice(key)
    advice = advise(Perspective(state, seat, seats, 1))
    assert 1 <= len(advice) <= 3
    assert {each.move for each in advice} <= set(state.legal_moves(seat))
    assert [each.worth for each in advice] == sorted((each.worth for each in advice), reverse=True)
    assert advise(Perspective(state.determinize(seat, 5), seat, seats, 1)) == advice


@pytest.mark.parametrize("key", game_keys())
def test_what_a_hint_says_of_the_score_is_true(key: str) -> None:
    """Every hinted move of a stretch of play is played on a copy: the lines of the score sheet change by what was said."""
    game = load_game(key)
    seats = game.seats[min(1, len(game.seats) - 1)]
    state = game.start(seats, 7)
    checked = 0
    for step in range(40):
        seat = state.to_act()[0]
        advice = advise(Perspective(state, seat, seats, step))
        for each in advice:
            twin = state.copy()
            twin.apply(seat, each.move)
            for reason in each.reasons:
                if reason.kind == "score":
                    before, after = (
                        sum(line.points for line in one.score_sheet(seat, seat) if line.key == reason.key)
                        for one in (state, twin)
                    )
                    assert after - before == reason.points
            checked += 1
        state.apply(seat, advice[0].move)
        if state.is_over():
            break
    assert checked >= 40


def test_why_another_seat_moved_is_told_only_of_what_was_seen() -> None:
    fjords = load_game("fjords")
    lines = "0 draw\n0 place at -1,2 turn 3\n0 hut\n1 draw"
    state = Prepared(2, 145, {}, read_lines(fjords, lines)).play(fjords)
    told = reasons_for(Perspective(state, 0, 2, 1), 1, fjords.moves.read("place at -1,0 turn 1"))
    assert told is not None and told.move == fjords.moves.read("place at -1,0 turn 1")
    assert reasons_for(Perspective(state, 0, 2, 1), 0, fjords.moves.read("draw")) is None  # it was not asked
    eketorp = load_game("eketorp")
    start = eketorp.start(3, 6)
    assert reasons_for(Perspective(start, 0, 3, 1), 1, eketorp.moves.read("send to A")) is None  # in secret
