"""Random play inside compiled code: no Python-level loop per move."""

from __future__ import annotations

from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import NO_MOVE, NOT_COUNTED, State
from skali.core.rng import Rng


class RandomChooser:
    """Chooses among the moves worth searching, each equally likely; without listing them where the game can do that."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        self.moves = Moves()
        self.choices: i64 = 0
        """How many numbers the last one was drawn from: 1 if there was no choice."""

    def choose(self, state: State, seat: i64) -> i64:
        counted = state.count_legal(seat)
        if counted == NOT_COUNTED:
            self.moves.count = 0
            state.search_moves(seat, self.moves)
            self.choices = self.moves.count
            return self.moves.at(self.luck())
        self.choices = counted
        move: i64 = NO_MOVE
        while move == NO_MOVE:
            move = state.pick_legal(seat, self.luck())
        return move

    def luck(self) -> i64:
        """A single choice needs no luck."""
        if self.choices == 1:
            return 0
        return self.rng.below(self.choices)


class Playout:
    """How a game went: all moves, and the decisions among them (those with two or more choices)."""

    def __init__(self) -> None:
        self.steps: i64 = 0
        self.decisions: i64 = 0


def play_out(state: State, seed: int) -> Playout:
    """Plays the state to its end, every searched move equally likely."""
    chooser = RandomChooser(Rng(seed))
    played = Playout()
    seat = state.actor()
    while seat >= 0:
        move = chooser.choose(state, seat)
        if chooser.choices > 1:
            played.decisions += 1
        played.steps += 1
        state.advance(seat, move, None)
        seat = state.actor()
    return played
