"""Unfinished actions and placements, judged by their best end for who carries them out."""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from skali.core.moves import Moves
from skali.games.explorers import phases
from skali.games.explorers.heuristic import evaluation, prospects
from skali.games.explorers.heuristic.charts import Chart
from skali.games.explorers.heuristic.numbers import Tuning
from skali.games.explorers.state import ExplorersState

DOUBT: Final = 0.7
"""Moves whose ends differ by so many points are e times as likely, one as the other."""


def best_end(state: ExplorersState, tuning: Tuning) -> ExplorersState:
    """The position after the best end, for the active player, of what has been begun."""
    ends = Ends(state, tuning)
    ends.look(state)
    return ends.best


class Ends:
    """Looks through all the ends of an action, or of a placement; of others only the best is kept."""

    def __init__(self, state: ExplorersState, tuning: Tuning) -> None:
        self.seat: i64 = state.active
        self.chart = Chart(state, tuning)
        self.best = state
        self.most: float = -1000.0

    def look(self, state: ExplorersState) -> None:
        choices = Moves()
        state.fill_legal(self.seat, choices)
        for at in range(choices.count):
            after = state.copy()
            after.advance(self.seat, choices.at(at), None)
            self.judge(after, Chart(after, self.chart.tuning) if state.phase == phases.CHOOSE_TURN else self.chart)

    def judge(self, state: ExplorersState, chart: Chart) -> None:
        """Keeps a position if it is the best so far; one that is still unfinished by its own ends."""
        if state.active == self.seat and state.is_in_action():
            self.look(state)
            return
        found = evaluation.worth(state, self.seat, chart, prospects.influences(state))
        if found > self.most:
            self.most = found
            self.best = state


def weigh_ends(state: ExplorersState, tuning: Tuning, choices: Moves, found: vec[float]) -> None:
    """By what the active player is worth after the best end of each move."""
    ends = Ends(state, tuning)
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
