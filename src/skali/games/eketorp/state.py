"""The protocol over a position of Eketorp: finds the decision at hand, and names the room where each answer is given."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from skali.core.protocol import Decision, Event, ScoreLine
from skali.games.eketorp import course, hidden, saved, scoring, view
from skali.games.eketorp.decisions import listing
from skali.games.eketorp.position import EketorpPosition


class EketorpState(EketorpPosition):
    def copy(self) -> EketorpState:
        twin = EketorpState(self.rules, self.tables, self.options, self.seats, self.rng.copy())
        self.copy_into(twin)
        return twin

    def decision(self, seat: i64) -> Decision[EketorpPosition]:
        return listing.DECISIONS[self.phase]

    def fault(self, seat: i64, move: i64) -> i64:
        return course.order_fault(self.phase, move) or self.decision(seat).fault(self, seat, move)

    def advance(self, seat: i64, move: i64, events: list[Event] | None = None) -> None:
        listing.DECISIONS[self.phase].play(self, seat, move, events)
        course.go_on(self, events)

    def view(self, seat: i64) -> dict[str, Any]:
        return view.view(self, seat)

    def determinize(self, seat: i64, seed: int) -> EketorpState:
        twin = self.copy()
        twin.reseed(seed)
        hidden.deal_anew(twin, seat)
        return twin

    def key(self, seat: i64) -> i64:
        return hidden.key(self, seat)

    def score(self, seat: i64) -> i64:
        return scoring.score(self, seat)

    def score_sheet(self, seat: i64, viewer: i64) -> list[ScoreLine]:
        return scoring.score_sheet(self, seat)

    def ranking(self) -> list[int]:
        return scoring.ranking(self)

    def to_dict(self) -> dict[str, Any]:
        return saved.to_dict(self)
