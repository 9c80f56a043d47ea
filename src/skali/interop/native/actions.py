"""The legal moves of one decision as places in a small, fixed space of actions, and back: for programs that learn.

Where a game has few moves, an action is the move's own number. Where it has many, of which a decision allows few, an action is
the number modulo ``LARGEST``; if two legal moves meet there, the larger takes the next free place. So a move has nearly always the
same action, moves that lie side by side stay side by side, and the mapping follows from the legal moves alone.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from skali.core.moves import Moves

LARGEST: Final = 4096
"""The most actions that a space has."""
NO_MOVE: Final = -1


def action_count(moves: int) -> int:
    """How many actions a game with so many moves has."""
    return min(moves, LARGEST)


class Actions:
    """The actions of one decision. Reusable: ``set`` forgets the decision before."""

    def __init__(self, moves: int) -> None:
        self.size: i64 = action_count(moves)
        self.move_at: vec[i32] = vec[i32]([i32(NO_MOVE)] * int(self.size))
        self.legal = Moves()
        """The places in use."""

    def set(self, moves: Moves) -> None:
        """Takes the legal moves of a decision."""
        self.clear()
        if moves.count > self.size:
            raise ValueError(f"{moves.count} legal moves do not fit into {self.size} actions")
        move_at = self.move_at
        for at in range(moves.count):
            move = moves.at(at)
            place = move % self.size
            if i64(move_at[place]) != NO_MOVE:
                self._set_in_order(moves)
                return
            move_at[place] = i32(move)
            self.legal.add(place)

    def _set_in_order(self, moves: Moves) -> None:
        """Where moves meet, the smaller comes first, in whatever order they were listed."""
        self.clear()
        for move in sorted(moves.to_list()):
            place = i64(move) % self.size
            while i64(self.move_at[place]) != NO_MOVE:
                place = (place + 1) % self.size
            self.move_at[place] = i32(move)
            self.legal.add(place)

    def clear(self) -> None:
        for at in range(self.legal.count):
            self.move_at[self.legal.at(at)] = i32(NO_MOVE)
        self.legal.clear()

    def move(self, action: i64) -> i64:
        """The move of an action, -1 if it is not legal."""
        return i64(self.move_at[action]) if 0 <= action < self.size else NO_MOVE

    def action(self, move: i64) -> i64:
        """The action of a move, -1 if it is not legal."""
        place = move % self.size
        for _ in range(self.size):
            found = i64(self.move_at[place])
            if found == move:
                return place
            if found == NO_MOVE:
                return NO_MOVE
            place = (place + 1) % self.size
        return NO_MOVE

    def mark(self, mask: vec[u8], at: i64, value: i64) -> None:
        """Writes a value at the legal actions of a mask that begins at a place: 1 before a decision, 0 after it."""
        for index in range(self.legal.count):
            mask[at + self.legal.at(index)] = u8(value)
