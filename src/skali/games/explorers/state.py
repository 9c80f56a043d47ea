"""The protocol over a position of Explorers: finds the decision at hand, and names the room where each answer is given."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import Decision, Event, ScoreLine, State
from skali.games.explorers import course, hidden, saved, scoring, view
from skali.games.explorers.decisions import listing
from skali.games.explorers.position import ExplorersPosition


class ExplorersState(ExplorersPosition):
    def copy(self) -> ExplorersState:
        twin = ExplorersState(self.rules, self.tables, self.seats, self.side, self.options, self.rng.copy())
        self.copy_into(twin)
        return twin

    def decision(self, seat: i64) -> Decision[ExplorersPosition]:
        return listing.DECISIONS[self.phase]

    def search_moves(self, seat: i64, out: Moves) -> None:
        """What the course has found out is not looked for again."""
        found = self.choices
        if found.count == 0:
            listing.DECISIONS[self.phase].fill(self, seat, out)
        for at in range(found.count):
            out.add(found.at(at))

    def advance(self, seat: i64, move: i64, events: list[Event] | None = None) -> None:
        listing.DECISIONS[self.phase].play(self, seat, move, events)
        course.go_on(self, events)

    def view(self, seat: i64) -> dict[str, Any]:
        return view.view(self, seat)

    def determinize(self, seat: i64, seed: int) -> State:
        twin = self.copy()
        twin.reseed(seed)
        hidden.redeal(twin, seat)
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
