"""The clocks of a table, from the times of its rows. A seat's clock runs while it owes a decision.

What a viewer is shown of another seat's clock depends only on whether the viewer may know that seat to be awaited: one who has
secretly answered still runs, for the others.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

_STARTED = time.time() - time.monotonic()


def now() -> float:
    """The time for rows and clocks: of day when the process began, and from then on by a clock that nobody can set.

    A machine whose time of day is corrected neither takes time from a player nor gives any.
    """
    return _STARTED + time.monotonic()


class Clock:
    def __init__(self, seats: int, base: float, increment: float) -> None:
        self.increment = increment
        self.left = [base] * seats
        self.began: list[float | None] = [None] * seats
        # The last turn as it began, for those who may not know that it is over.
        self.last: list[tuple[float, float]] = [(base, 0.0)] * seats

    def awaited(self, seats: Iterable[int], at: float) -> None:
        """These seats and no others owe a decision from now on."""
        owing = set(seats)
        for seat, began in enumerate(self.began):
            if began is None and seat in owing:
                self.began[seat] = at
                self.last[seat] = (self.left[seat], at)
            elif began is not None and seat not in owing:
                self.left[seat] = max(self.left[seat] - (at - began), 0.0) + self.increment
                self.began[seat] = None

    def remaining(self, seat: int, now: float) -> float:
        began = self.began[seat]
        return self.left[seat] if began is None else self.left[seat] - (now - began)

    def show(self, viewer: int, awaiting: Iterable[int], now: float) -> dict[str, Any]:
        """The clocks as the viewer may know them; ``awaiting`` is what its view says."""
        believed = set(awaiting)
        left: list[float] = []
        for seat in range(len(self.left)):
            if seat != viewer and seat in believed and self.began[seat] is None:
                before, began = self.last[seat]
                left.append(round(max(before - (now - began), 0.0), 3))
            else:
                left.append(round(max(self.remaining(seat, now), 0.0), 3))
        return {"left": left, "running": sorted(believed), "time": now}

    def next_fall(self, seats: Iterable[int], now: float) -> tuple[int, float] | None:
        """Which of the seats runs out first, and in how many seconds."""
        falls = [(self.remaining(seat, now), seat) for seat in seats if self.began[seat] is not None]
        return (min(falls)[1], max(min(falls)[0], 0.0)) if falls else None

    def to_dict(self) -> dict[str, Any]:
        return {"left": self.left, "began": self.began, "last": self.last}

    def load(self, data: dict[str, Any]) -> None:
        self.left = list(data["left"])
        self.began = list(data["began"])
        self.last = [(each[0], each[1]) for each in data["last"]]
