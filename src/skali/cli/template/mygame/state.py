"""The protocol over a position: finds the decision at hand, and names the room where each answer is given."""

from typing import Any

from skali.core import Decision, Event, ScoreLine

from mygame import course, decisions, hidden, saved, scoring, view
from mygame.position import MyGamePosition


class MyGameState(MyGamePosition):
    def copy(self) -> "MyGameState":
        twin = MyGameState(self.rules, self.tables, self.seats, self.options, self.rng.copy())
        self.copy_into(twin)
        return twin

    def decision(self, seat: int) -> Decision[MyGamePosition]:
        return decisions.DECISIONS[self.phase]

    def go_on(self, events: list[Event] | None) -> None:
        course.go_on(self, events)

    def view(self, seat: int) -> dict[str, Any]:
        return view.view(self, seat)

    def determinize(self, seat: int, seed: int) -> "MyGameState":
        twin = self.copy()
        hidden.redeal_hands(twin, seat, seed)
        return twin

    def key(self, seat: int) -> int:
        return hidden.key(self, seat)

    def score(self, seat: int) -> int:
        return scoring.score(self, seat)

    def score_sheet(self, seat: int, viewer: int) -> list[ScoreLine]:
        return scoring.score_sheet(self, seat)

    def ranking(self) -> list[int]:
        return scoring.ranking(self)

    def to_dict(self) -> dict[str, Any]:
        return saved.to_dict(self)
