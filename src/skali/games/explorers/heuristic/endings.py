"""Unfinished actions and placements, judged by their best end for who carries them out."""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from skali.core.moves import Moves
from skali.games.explorers import phases
from skali.games.explorers.heuristic import prospects
from skali.games.explorers.heuristic.charts import Chart
from skali.games.explorers.heuristic.judgement import Judgement, key_of_board
from skali.games.explorers.state import ExplorersState

DOUBT: Final = 0.7
"""Moves whose ends differ by so many points are e times as likely, one as the other."""


def best_end(state: ExplorersState, judgement: Judgement) -> ExplorersState:
    """The position after the best end, for the active player, of what has been begun."""
    ends = Ends(state, judgement)
    ends.look(state)
    return ends.best


class Ends:
    """Looks through all the ends of an action, or of a placement; of others only the best is kept."""

    def __init__(self, state: ExplorersState, judgement: Judgement) -> None:
        self.seat: i64 = state.active
        self.judgement = judgement
        self.chart = Chart(state, judgement.tuning)
        self.best = state
        self.most: float = -1000.0

    def look(self, state: ExplorersState) -> None:
        choices = Moves()
        state.fill_legal(self.seat, choices)
        for at in range(choices.count):
            after = state.copy()
            after.advance(self.seat, choices.at(at), None)
            self.judge(after, Chart(after, self.judgement.tuning) if state.phase == phases.CHOOSE_TURN else self.chart)

    def judge(self, state: ExplorersState, chart: Chart) -> None:
        """Keeps a position if it is the best so far; one that is still unfinished by its own ends."""
        if state.active == self.seat and state.is_in_action():
            self.look(state)
            return
        held = prospects.influences(state)
        found = self.judgement.worth(state, self.seat, chart, held, key_of_board(state))
        if found > self.most:
            self.most = found
            self.best = state


def weigh_ends(state: ExplorersState, judgement: Judgement, choices: Moves, found: vec[float]) -> None:
    """By what the active player is worth after the best end of each move."""
    ends = Ends(state, judgement)
    most = -1000.0
    for at in range(choices.count):
        after = state.copy()
        after.advance(state.active, choices.at(at), None)
        ends.most = -1000.0
        ends.judge(after, ends.chart)
        found[at] = ends.most
        if ends.most > most:
            most = ends.most
    for at in range(choices.count):
        found[at] = exp((found[at] - most) / DOUBT)
