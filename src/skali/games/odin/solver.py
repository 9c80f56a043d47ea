"""Exact play of the last window, in which only the boards are left to fill (W7, OD-196)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import Solution, Solver, State
from skali.games.odin import anytime, packing, possible
from skali.games.odin.effects_text import GRAIN_IN_HOUSE
from skali.games.odin.moves import AT, DONE, ON_BOARD, PUT, SHAPE
from skali.games.odin.phases import ASK_BOARD, ASK_CELL, ASK_SHAPE, ASK_WINDOW, W7
from skali.games.odin.state import OdinState

POSITIONS_IN_ONE: Final = 40
"""A position of a fill costs as much as so many of a small game tree."""
MOST_POSITIONS: Final = 100000
"""What is not proved by then seldom is at all."""


def is_last(state: OdinState) -> bool:
    """The last window is open, or a placement in it is going on."""
    kind = state.frames.kind()
    if kind == ASK_WINDOW:
        return state.frames.get(0) == W7
    return (kind == ASK_BOARD or kind == ASK_SHAPE or kind == ASK_CELL) and anytime.below_is_last(state)


def follows(state: OdinState, placement: i64) -> bool:
    """The placement is one of those that the pending decision still allows."""
    kind = state.frames.kind()
    if kind == ASK_WINDOW:
        return True
    if packing.piece_of(placement) != state.frames.get(0):
        return False
    if kind == ASK_SHAPE:
        return placement >> 18 == state.frames.get(1)
    return kind == ASK_BOARD or (placement >> 18) * 8 + (placement & 7) == state.frames.get(1)


def step_towards(state: OdinState, placement: i64) -> i64:
    """The move that comes next on the way to a placement."""
    kind = state.frames.kind()
    if kind == ASK_WINDOW:
        return PUT + packing.piece_of(placement)
    if kind == ASK_BOARD:
        return ON_BOARD + anytime.board_name(state, placement >> 18)
    if kind == ASK_SHAPE:
        return SHAPE + (placement & 7)
    return AT + ((placement >> 10) & 255)


class OdinSolver(Solver):
    """The best fill, for a seat that has nothing else to gain any more."""

    def size(self, state: State) -> i64:
        """How many pieces wait, -1 where more than placing is left to do."""
        assert isinstance(state, OdinState)
        if state.is_over() or len(state.parts) > 1:
            return -1
        side = state.side(state.actor())
        if not is_last(side) or possible.plays_moment(side, side.active, GRAIN_IN_HOUSE):
            return -1
        exchanges = Moves()
        anytime.fill_exchanges(side, exchanges, False)
        if exchanges.count:
            return -1
        pieces: i64 = 0
        for piece in range(i64(66)):
            if anytime.piece_held(side, side.active, piece):
                pieces += side.get(side.active, piece)
        return pieces

    def solve(self, state: State, limit: i64) -> Solution:
        assert isinstance(state, OdinState)
        side = state.side(state.actor())
        positions = limit // POSITIONS_IN_ONE + 1
        fill = packing.best_fill(side, side.active, positions if positions < MOST_POSITIONS else i64(MOST_POSITIONS))
        looked_at = int(fill.positions)
        for at in range(len(fill.placements)):
            placement = i64(fill.placements[at])
            if follows(side, placement):
                return Solution(int(step_towards(side, placement)), int(fill.points), fill.exact, looked_at)
        if side.frames.kind() == ASK_WINDOW:
            return Solution(DONE, int(fill.points), fill.exact, looked_at)
        moves = Moves()
        side.fill_legal(side.active, moves)
        return Solution(int(moves.at(0)), int(fill.points), False, looked_at)
