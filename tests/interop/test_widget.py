"""The board for notebooks: a saga, position by position."""

from pathlib import Path

import pytest

from skali.core import Saga, game_keys, load_game, replay
from skali.interop.widget import SagaBoard
from tests.games_under_test import golden_sagas


def saga_of(key: str) -> Path:
    return next(path for path in golden_sagas() if f"\ngame {key}\n" in path.read_text(encoding="utf-8"))


def test_a_saga_is_stepped_through() -> None:
    board = SagaBoard(saga_of("fjords"))
    moves = [step for step in board.saga.steps if step.kind == "move"]
    assert (board.step, board.last, board.said) == (0, len(moves), "")
    first = board.svg
    board.step = 2
    assert board.svg != first
    assert board.said.startswith(f"{board.saga.players[moves[1].seat]}: ")
    board.step = 10**6
    assert board.step == board.last
    assert board.state.digest() == replay(board.saga, load_game("fjords")).digest()
    board.step = -1
    assert (board.step, board.svg) == (0, first)


@pytest.mark.parametrize("key", game_keys())
def test_every_game_has_a_board(key: str) -> None:
    board = SagaBoard(saga_of(key), language="nl")
    board.step = board.last // 2
    assert board.svg.startswith("<svg")
    assert board.said


def test_a_seat_sees_its_own_cards() -> None:
    path = saga_of("eketorp")
    whole, own = SagaBoard(path), SagaBoard(path, viewer=0)
    assert whole.svg != own.svg
    with pytest.raises(ValueError, match="viewer is a seat from 0"):
        SagaBoard(path, viewer=9)


def test_the_text_of_a_saga_serves_too() -> None:
    text = saga_of("fjords").read_text(encoding="utf-8")
    assert SagaBoard(text).last == SagaBoard(Saga.read(text)).last
