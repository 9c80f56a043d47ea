"""Random play inside compiled code: no Python-level loop per move."""

from __future__ import annotations

from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import State
from skali.core.rng import Rng


class Playout:
    """How a game went: all moves, and the decisions among them (those with two or more choices)."""

    def __init__(self) -> None:
        self.steps: i64 = 0
        self.decisions: i64 = 0


def play_out(state: State, seed: int) -> Playout:
    """Plays the state to its end, every searched move equally likely."""
    rng = Rng(seed)
    moves = Moves()
    played = Playout()
    seat = state.actor()
    while seat >= 0:
        moves.count = 0
        state.search_moves(seat, moves)
        count = moves.count
        pick: i64 = 0
        if count > 1:
            pick = rng.below(count)
            played.decisions += 1
        played.steps += 1
        state.advance(seat, moves.at(pick), None)
        seat = state.actor()
    return played
