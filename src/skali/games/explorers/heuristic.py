"""What Explorers knows about good play: points in hand, islands held, and prospects within reach of the longship.

A seat is worth its score as it stands, a share of the islands where it has influence, and its prospects. An unfinished action is
judged by its best end, for who carries it out.
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i32, i64

from skali.core.moves import Moves
from skali.core.protocol import Heuristic, State
from skali.games.explorers import captains, decisions, scoring
from skali.games.explorers.chart import Chart
from skali.games.explorers.likely import Placements, action_weight, cargo_weight
from skali.games.explorers.moves import TILES
from skali.games.explorers.phases import CHOOSE_ACTION, CHOOSE_CAPTAIN, CHOOSE_TURN, LOADING, OVER, UNLOADING
from skali.games.explorers.pieces import (
    DEAD,
    DELIVERED,
    SETTLEMENTS,
    SHIPS,
    outposts_built,
    vikings_at,
)
from skali.games.explorers.prospects import (
    Prospects,
    best_of_others,
    influence_of,
    influences,
    livestock_worth,
    share_of_island,
)
from skali.games.explorers.state import ExplorersState
from skali.games.explorers.weights import Weights

CAPTAIN_WORTH: Final = [3.0, 1.5, 3.0, 3.0, 3.0, 1.0, 1.0, 3.0, 3.0, 2.0, 3.5]
"""What the captains bring in a game, about, in the order of their numbers."""
DOUBT: Final = 0.7
"""Moves whose ends differ by so many points are e times as likely, one as the other."""


class ExplorersHeuristic(Heuristic):
    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, ExplorersState)
        values = vec[float](capacity=4)
        for _ in range(state.seats):
            values = append(values, 0.0)
        self.evaluate_all(state, values)
        return values[seat]

    def evaluate_all(self, state: State, values: vec[float]) -> None:
        assert isinstance(state, ExplorersState)
        if state.phase == CHOOSE_TURN or is_unfinished(state):
            state = best_end(state, self.weights)
        leads(state, self.weights, values)

    def weigh(self, state: State, seat: i64, moves: Moves, weights: vec[float]) -> None:
        assert isinstance(state, ExplorersState)
        if state.phase == CHOOSE_CAPTAIN:
            for at in range(moves.count):
                weights[at] = CAPTAIN_WORTH[int(moves.at(at))]
        elif state.phase < CHOOSE_ACTION:
            Placements(state).weigh(moves, weights)
        elif state.phase == CHOOSE_ACTION:
            for at in range(moves.count):
                weights[at] = action_weight(state, moves.at(at))
        elif state.phase == LOADING or state.phase == UNLOADING:
            for at in range(moves.count):
                weights[at] = cargo_weight(moves.at(at))
        else:
            weigh_ends(state, self.weights, moves, weights)


# Ahead of the others


def leads(state: ExplorersState, weights: Weights, values: vec[float]) -> None:
    """What each seat may expect beyond the best of the others; alone, what it may expect.

    Until the end a rival counts for less: what is one's own is surer than what is taken from another.
    """
    chart = Chart(state, weights)
    held = influences(state)
    best = -1000.0
    second = -1000.0
    for seat in range(state.seats):
        values[seat] = worth(state, seat, chart, held)
        if values[seat] > best:
            second = best
            best = values[seat]
        elif values[seat] > second:
            second = values[seat]
    if state.seats == 1:
        return
    rival = 1.0
    if state.phase != OVER:
        rival -= weights.patience * float(TILES - state.turn) / float(TILES)
    for seat in range(state.seats):
        values[seat] -= rival * (second if values[seat] == best else best)


def worth(state: ExplorersState, seat: i64, chart: Chart, held: vec[i32]) -> float:
    """What the seat may expect in the end."""
    dead = vikings_at(state, seat, DEAD)
    points = (
        scoring.outpost_points(outposts_built(state, seat))
        + state.word(seat, SHIPS)
        + scoring.settlement_points(state.word(seat, SETTLEMENTS))
        + dead * dead
        + captains.captain_points(state, seat)
    )
    later = turns_left(state, seat)
    budget = 4 * later
    total = float(points) + island_worth(state, seat, chart, held, later)
    if seat == state.active:
        budget += state.points
        total += chart.weights.tempo * float(state.points)
    if budget == 0:
        return total + float(scoring.livestock_points(state.word(seat, DELIVERED)))
    total += livestock_worth(state, seat, chart.weights, state.word(seat, DELIVERED))
    return total + Prospects(state, seat, chart, held, budget, later).worth()


def turns_left(state: ExplorersState, seat: i64) -> i64:
    """Turns of the seat after the one that is being played."""
    if state.phase == OVER:
        return 0
    if state.is_solo():
        return TILES // 3 - state.turn - 1
    others = TILES - state.turn - 1
    ahead = (seat - state.active + state.seats - 1) % state.seats
    return (others - ahead + state.seats - 1) // state.seats


def island_worth(state: ExplorersState, seat: i64, chart: Chart, held: vec[i32], later: i64) -> float:
    """A share of every island."""
    total = 0.0
    for at in range(len(chart.islands)):
        island = i64(chart.islands[at])
        own = influence_of(i64(held[island]), seat)
        total += share_of_island(state, chart, island, own, best_of_others(i64(held[island]), seat), later)
    return total


# Unfinished actions


def is_unfinished(state: ExplorersState) -> bool:
    return CHOOSE_ACTION < state.phase < OVER


def best_end(state: ExplorersState, weights: Weights) -> ExplorersState:
    """The position after the best end, for the active player, of what has been begun."""
    ends = Ends(state, weights)
    ends.look(state)
    return ends.best


class Ends:
    """Looks through all the ends of an action, or of a placement; of others only the best is kept."""

    def __init__(self, state: ExplorersState, weights: Weights) -> None:
        self.seat: i64 = state.active
        self.chart = Chart(state, weights)
        self.best = state
        self.most: float = -1000.0

    def look(self, state: ExplorersState) -> None:
        moves = Moves()
        decisions.fill(state, self.seat, moves)
        for at in range(moves.count):
            after = state.copy()
            after.advance(self.seat, moves.at(at), None)
            self.judge(after, Chart(after, self.chart.weights) if state.phase == CHOOSE_TURN else self.chart)

    def judge(self, state: ExplorersState, chart: Chart) -> None:
        """Keeps a position if it is the best so far; one that is still unfinished by its own ends."""
        if state.active == self.seat and is_unfinished(state):
            self.look(state)
            return
        found = worth(state, self.seat, chart, influences(state))
        if found > self.most:
            self.most = found
            self.best = state


def weigh_ends(state: ExplorersState, weights: Weights, moves: Moves, found: vec[float]) -> None:
    """By what the active player is worth after the best end of each move."""
    ends = Ends(state, weights)
    most = -1000.0
    for at in range(moves.count):
        after = state.copy()
        after.advance(state.active, moves.at(at), None)
        ends.most = -1000.0
        ends.judge(after, ends.chart)
        found[at] = ends.most
        if ends.most > most:
            most = ends.most
    for at in range(moves.count):
        found[at] = exp((found[at] - most) / DOUBT)
