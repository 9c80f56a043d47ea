"""The trivial game of the load test: two seats count in turn. The same game that boardgame.io's server is given."""

from __future__ import annotations

from typing import Any

from skali.core import WAITING, Components, Event, Game, Moves, MoveSpace, Options, Prompt, ScoreLine, State
from skali.core.moves import Kind

PADDING = "x" * 560
"""Makes a view about as large as the state that boardgame.io sends."""


class CounterState(State):
    def __init__(self, game: Counter, count: int = 0) -> None:
        self.rules = game
        self.count = count

    def game(self) -> Game:
        return self.rules

    def actor(self) -> int:
        return self.count % 2

    def prompt(self, seat: int) -> Prompt:
        return Prompt("count", "CO-D1") if seat == self.actor() else WAITING

    def fill_legal(self, seat: int, out: Moves) -> None:
        out.add(0)

    def fault(self, seat: int, move: int) -> int:
        return 0

    def advance(self, seat: int, move: int, events: list[Event] | None = None) -> None:
        self.count += 1

    def barrier(self) -> int:
        return 0

    def view(self, seat: int) -> dict[str, Any]:
        return {"awaiting": [self.actor()], "count": self.count, "padding": PADDING}

    def determinize(self, seat: int, seed: int) -> State:
        return self.copy()

    def key(self, seat: int) -> int:
        return self.count

    def score(self, seat: int) -> int:
        return self.count // 2

    def score_sheet(self, seat: int, viewer: int) -> list[ScoreLine]:
        return [ScoreLine("count", self.score(seat), "CO-001")]

    def ranking(self) -> list[int]:
        return [1, 1]

    def copy(self) -> State:
        return CounterState(self.rules, self.count)

    def reseed(self, seed: int) -> None:
        pass

    def to_dict(self) -> dict[str, Any]:
        return {"count": self.count}


class Counter(Game):
    def __init__(self, components: Components | None = None) -> None:
        super().__init__(
            key="counter",
            title="Counter",
            prefix="CO",
            seats=(2,),
            rules_version="1.0",
            options=Options,
            moves=MoveSpace(Kind(0, "count", "count")),
            components=components or Components("counter", {"game": "counter"}),
            package="bench.hall.counter_words",
        )

    def start(self, seats: int, seed: int, options: Options | None = None) -> State:
        self.check_table(seats, options)
        return CounterState(self)

    def load(self, data: dict[str, Any]) -> State:
        return CounterState(self, int(data["count"]))
