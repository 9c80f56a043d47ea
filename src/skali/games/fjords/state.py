"""The protocol over a position of Fjords: finds the decision at hand, and names the room where each answer is given."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from skali.core.protocol import Decision, Event, ScoreLine, State
from skali.games.fjords import course, decisions, hidden, saved, scoring, view
from skali.games.fjords.position import FjordsPosition


class FjordsState(FjordsPosition):
    def copy(self) -> FjordsState:
        twin = FjordsState(self.rules, self.tables, self.variant, self.rng.copy())
        self.copy_into(twin)
        return twin

    def decision(self, seat: i64) -> Decision[FjordsPosition]:
        return decisions.DECISIONS[self.phase]

    def go_on(self, events: list[Event] | None) -> None:
        course.go_on(self, events)

    def view(self, seat: i64) -> dict[str, Any]:
        return view.view_without(self, [])

    def view_stamps(self, seat: i64) -> dict[str, int]:
        return view.stamps(self)

    def view_without(self, seat: i64, parts: list[str]) -> dict[str, Any]:
        return view.view_without(self, parts)

    def determinize(self, seat: i64, seed: int) -> State:
        return hidden.determinize(self, seed)

    def key(self, seat: i64) -> i64:
        return hidden.key(self)

    def score(self, seat: i64) -> i64:
        return scoring.score(self, seat)

    def score_sheet(self, seat: i64, viewer: i64) -> list[ScoreLine]:
        return scoring.score_sheet(self, seat)

    def ranking(self) -> list[int]:
        return scoring.ranking(self)

    def to_dict(self) -> dict[str, Any]:
        return saved.to_dict(self)
