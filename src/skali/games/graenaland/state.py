"""The protocol over a position of Graenaland: finds the decision at hand, and names the room where each answer is given."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import Decision, Event, ScoreLine, State, Talk
from skali.games.graenaland import course, hidden, saved, scoring, talk, view
from skali.games.graenaland.decisions import listing
from skali.games.graenaland.position import GraenalandPosition


class GraenalandState(GraenalandPosition):
    def copy(self) -> GraenalandState:
        twin = GraenalandState(self.rules, self.agreed, self.rng.copy(), self.known.copy())
        self.copy_into(twin)
        return twin

    def decision(self, seat: i64) -> Decision[GraenalandPosition]:
        return listing.DECISIONS[self.phase]

    def search_moves(self, seat: i64, out: Moves) -> None:
        listing.DECISIONS[self.phase].fill(self, seat, out)

    def advance(self, seat: i64, move: i64, events: list[Event] | None = None) -> None:
        self.mark = self.barriers
        listing.DECISIONS[self.phase].play(self, seat, move, events)
        course.go_on(self, events)

    def go_on(self, events: list[Event] | None) -> None:
        course.go_on(self, events)

    def view(self, seat: i64) -> dict[str, Any]:
        return view.view(self, seat)

    def remarks(self, seat: i64) -> list[int]:
        return talk.remarks(self, seat)

    def talk(self, seat: i64) -> Talk:
        told = talk.talk(self)
        return Talk(told["open"], told["rule"])

    def awaiting(self, seat: i64) -> list[int]:
        return view.awaiting(self, seat)

    def determinize(self, seat: i64, seed: int) -> State:
        return hidden.determinize(self, seat, seed)

    def key(self, seat: i64) -> i64:
        return hidden.key(self, seat)

    def score(self, seat: i64) -> i64:
        return scoring.score(self, seat)

    def score_sheet(self, seat: i64, viewer: i64) -> list[ScoreLine]:
        return scoring.score_sheet(self, seat, viewer)

    def ranking(self) -> list[int]:
        return scoring.ranking(self)

    def to_dict(self) -> dict[str, Any]:
        return saved.to_dict(self)
