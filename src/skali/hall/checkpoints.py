"""Positions that are kept along the line of a game, so that looking back and undo replay only a few steps."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from skali.core import State
from skali.hall.record import Step

CHECKPOINT_EVERY = 32
CHECKPOINTS = 2
"""How many of the last checkpoints are always kept, for undo. Older ones are in ``history``, if somebody has looked there."""


class Checkpoints:
    """The kept positions of one line, which grows and is cut elsewhere."""

    def __init__(self, line: list[Step]) -> None:
        self.line = line
        self.last: deque[tuple[int, State]] = deque(maxlen=CHECKPOINTS)
        self.history: list[State] = []
        """The positions at every ``CHECKPOINT_EVERY`` steps from the first on, as far as somebody has looked back."""

    def nearest(self, index: int) -> int:
        """The nearest place at or before one on the line from which the steps need not be played again."""
        known = [at for at, _ in self.last if at <= index]
        if self.history:
            known.append(min(index // CHECKPOINT_EVERY, len(self.history) - 1) * CHECKPOINT_EVERY)
        return max(known, default=0)

    def before(self, index: int) -> tuple[State | None, int]:
        """A copy of the nearest kept state at or before a place on the line, and its place; None if the first is not kept."""
        at = self.nearest(index)
        for place, state in self.last:
            if place == at:
                return state.copy(), at
        return (self.history[at // CHECKPOINT_EVERY].copy() if self.history else None), at

    def keep(self, before: int, state: State) -> None:
        """After steps were added to a line that had ``before`` of them: keeps the position now and then."""
        length = len(self.line)
        if length // CHECKPOINT_EVERY > before // CHECKPOINT_EVERY:
            self.last.append((length, state.copy()))

    def cut(self, length: int) -> None:
        """The line has been cut: forgets the positions behind that."""
        while self.last and self.last[-1][0] > length:
            self.last.pop()
        del self.history[length // CHECKPOINT_EVERY + 1 :]

    def make_history(
        self, to: int, start: Callable[[], State], replay: Callable[[State, Step], None]
    ) -> Callable[[], list[State]]:
        """The work that extends the history up to a place on the line, to be done in a thread.

        ``start`` makes the first position, ``replay`` plays a step again.
        """
        known = len(self.history)
        state = self.history[-1].copy() if known else start()
        steps = self.line[max(known - 1, 0) * CHECKPOINT_EVERY : to]

        def play() -> list[State]:
            made = [] if known else [state.copy()]
            for number, step in enumerate(steps, 1):
                replay(state, step)
                if number % CHECKPOINT_EVERY == 0:
                    made.append(state.copy())
                give_way()
            return made

        return play


def give_way() -> None:
    """In a thread: lets the event loop go on if it waits. Without it a thread keeps the interpreter for 5 ms at a time."""
    time.sleep(0)
