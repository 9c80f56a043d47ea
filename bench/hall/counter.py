"""The trivial game of the load test: two seats count in turn. The same game that boardgame.io's server is given."""

from __future__ import annotations

from typing import Any

from skali.core import Components, Decision, Event, Game, MoveSpace, Options, Prompt, ScoreLine, State
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

    def decision(self, seat: int) -> Decision[CounterState]:
        return COUNT

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


class Count(Decision[CounterState]):
    def count(self, position: CounterState, seat: int) -> int:
        return 1

    def pick(self, position: CounterState, seat: int, n: int) -> int:
        return 0

    def fault(self, position: CounterState, seat: int, move: int) -> int:
        return 0

    def play(self, position: CounterState, seat: int, move: int, events: list[Event] | None) -> None:
        position.count += 1

    def prompt(self, position: CounterState, seat: int) -> Prompt:
        return Prompt("count", "CO-D1")


COUNT = Count()


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
            is_open=True,
        )

    def start(self, seats: int, seed: int, options: Options | None = None) -> State:
        self.check_table(seats, options)
        return CounterState(self)

    def load(self, data: dict[str, Any]) -> State:
        return CounterState(self, int(data["count"]))
