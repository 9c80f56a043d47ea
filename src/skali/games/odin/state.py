"""The protocol over a position of A Feast for Odin. A seat that is asked together with others decides in its own part."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import WAITING, Event, Prompt, ScoreLine, State
from skali.games.odin import course, hidden, saved, scoring, simultaneous, view
from skali.games.odin.decisions import listing
from skali.games.odin.decisions.base import OdinDecision
from skali.games.odin.position import OdinPosition


class OdinState(OdinPosition):
    def copy(self) -> OdinState:
        twin = self.alone()
        if self.parts:
            twin.parts = [part.copy() for part in self.parts]
        return twin

    def alone(self) -> OdinState:
        rng = self.rng.copy()
        twin = OdinState(self.rules, self.tables, self.seats, self.short, self.choose, self.decks, rng)
        self.copy_into(twin)
        return twin

    # Decisions

    def decision(self, seat: i64) -> OdinDecision:
        return listing.DECISIONS[self.side(seat).frames.kind()]

    def prompt(self, seat: i64) -> Prompt:
        if seat not in self.to_act():
            return WAITING
        return self.decision(seat).prompt(self.side(seat), seat)

    def fill_legal(self, seat: i64, out: Moves) -> None:
        listing.fill(self.side(seat), out, False)

    def search_moves(self, seat: i64, out: Moves) -> None:
        listing.fill(self.side(seat), out, True)

    def fault(self, seat: i64, move: i64) -> i64:
        return listing.fault(self.side(seat), move)

    def advance(self, seat: i64, move: i64, events: list[Event] | None = None) -> None:
        if self.parts:
            simultaneous.answer(self, seat, move, events)
        else:
            listing.play(self, move, events)
        course.go_on(self, events)

    def go_on(self, events: list[Event] | None) -> None:
        course.go_on(self, events)

    # Knowledge

    def view(self, seat: i64) -> dict[str, Any]:
        return view.view(self.side(seat), seat, self.to_act())

    def determinize(self, seat: i64, seed: int) -> State:
        return hidden.determinize(self, seat, seed)

    def key(self, seat: i64) -> i64:
        return hidden.key(self, seat)

    # Result

    def score(self, seat: i64) -> i64:
        return scoring.score(self.side(seat), seat)

    def score_sheet(self, seat: i64, viewer: i64) -> list[ScoreLine]:
        return scoring.score_sheet(self.side(seat) if viewer == seat else self, seat)

    def ranking(self) -> list[int]:
        return scoring.ranking(self)

    def to_dict(self) -> dict[str, Any]:
        return saved.to_dict(self)
