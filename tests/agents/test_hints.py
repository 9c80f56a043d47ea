"""Hints: legal moves with true reasons, from what the seat may know; and reasons for what another seat was seen to do."""

import pytest

from skali.agents import Hint, Perspective, hints_for, reasons_for
from skali.agents.hints import usual_moves
from skali.core import State, game_keys, load_game
from skali.teaching.prepared import Prepared, read_lines

GAMES, MOST_STEPS = 2, 500
EVERY = {"fjords": 9, "eketorp": 9, "explorers": 2, "graenaland": 1, "odin": 40}
"""Of so many decisions of a game one is looked at: more where fewer of them bring points."""


def first_choice(key: str) -> tuple[State, int, int]:
    game = load_game(key)
    seats = game.seats[min(1, len(game.seats) - 1)]
    state = game.start(seats, 3)
    while len(state.legal_moves(state.to_act()[0])) < 2:
        state.advance(state.to_act()[0], state.legal_moves(state.to_act()[0])[0])
    return state, state.to_act()[0], seats


@pytest.mark.parametrize("key", game_keys())
def test_hints_are_legal_and_the_same_for_another_truth(key: str) -> None:
    state, seat, seats = first_choice(key)
    hints = hints_for(Perspective(state, seat, seats, 1))
    assert 1 <= len(hints) <= 3
    assert {each.move for each in hints} <= set(state.legal_moves(seat))
    assert [each.worth for each in hints] == sorted((each.worth for each in hints), reverse=True)
    assert hints_for(Perspective(state.determinize(seat, 5), seat, seats, 1)) == hints


@pytest.mark.parametrize("key", game_keys())
def test_hints_name_legal_moves_and_true_reasons(key: str) -> None:
    """Every hinted move from positions of several games is played: the lines of the score sheet change by what was said."""
    game = load_game(key)
    seats = game.seats[min(1, len(game.seats) - 1)]
    asked = told = 0
    for seed in range(GAMES):
        state = game.start(seats, seed)
        for step in range(MOST_STEPS):
            seat = state.to_act()[0]
            if step % EVERY[key] == 0 and len(state.legal_moves(seat)) > 1:
                asked += 1
                for hint in hints_for(Perspective(state, seat, seats, step)):
                    assert hint.move in state.legal_moves(seat)
                    told += gains_are_true(state, seat, hint)
            state.apply(seat, most_usual(state, seat))
            if state.is_over():
                break
    assert asked >= 3 * GAMES
    assert told >= 5


def gains_are_true(state: State, seat: int, hint: Hint) -> int:
    """How many reasons name a line of the score sheet; each changes by what it says when the move is played."""
    after = state.copy()
    after.apply(seat, hint.move)
    lines = [reason for reason in hint.reasons if reason.kind == "score"]
    for reason in lines:
        before, later = (
            sum(line.points for line in each.score_sheet(seat, seat) if line.key == reason.key)
            for each in (state, after)
        )
        assert later - before == reason.points, (hint, reason)
    return len(lines)


def most_usual(state: State, seat: int) -> int:
    usual = usual_moves(state, seat, state.legal_moves(seat))
    return max(usual, key=lambda move: usual[move])


@pytest.mark.parametrize("key", game_keys())
def test_the_points_of_a_judgement_are_those_of_the_score_sheet(key: str) -> None:
    """Where a turn begins, the position is judged as it stands: what it says of points is what the sheet counts."""
    game = load_game(key)
    heuristic = game.heuristic
    assert heuristic is not None
    seats = game.seats[-1]
    state = game.start(seats, 5)
    compared: set[int] = set()
    while not state.is_over() and len(compared) < 8:
        seat = state.to_act()[0]
        if heuristic.stage(state) >= 0:
            parts = heuristic.parts(state, seat)
            total = sum(line.points for line in state.score_sheet(seat, seat) if line.summed)
            assert parts["points"] == total
            compared.add(total)
        state.apply(seat, most_usual(state, seat))
    assert len(compared) >= 3


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


def test_what_would_take_too_long_to_compare_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    fjords = load_game("fjords")
    lines = "0 draw\n0 place at -1,2 turn 3\n0 hut\n1 draw\n1 place at -1,0 turn 1"
    state = Prepared(2, 145, {}, read_lines(fjords, lines)).play(fjords)
    assert len(state.legal_moves(1)) == 2
    assert reasons_for(Perspective(state, 0, 2, 1), 1, fjords.moves.read("hut")) is not None
    monkeypatch.setattr("skali.agents.hints.MOST_OUTCOMES", 0)
    assert reasons_for(Perspective(state, 0, 2, 1), 1, fjords.moves.read("hut")) is None


def test_a_secret_order_is_hinted_at_by_what_is_usual_and_says_why() -> None:
    """The position after an order of Graenaland shows nothing of it: the cards to expect speak for it."""
    game = load_game("graenaland")
    state = game.start(3, 5)
    said = 0
    for step in range(60):
        seat = state.to_act()[0]
        if state.prompt(seat).kind == "hero_order":
            best = hints_for(Perspective(state, seat, 3, step))[0]
            legal = state.legal_moves(seat)
            assert game.heuristic is not None
            shares = {move: game.heuristic.parts_of_move(state, seat, move)["share"] for move in legal}
            assert shares[best.move] == max(shares.values())
            said += any(reason.key == "share" and reason.points > 0 for reason in best.reasons)
        state.apply(seat, most_usual(state, seat))
    assert said >= 3
