"""What seats are worth, reckoned once for every position.

A move of one seat seldom changes what the others may expect, a turn comes to the same position in several ways, and its ends are
looked at by the policy and by the evaluation. So what was found is kept by all that it depends on: the board, the seat's own
pieces, and how strong it and the best of the others are on every island.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i32, i64

from skali.core.bits import mix
from skali.games.explorers import components, phases, pieces
from skali.games.explorers.heuristic import evaluation, prospects
from skali.games.explorers.heuristic.charts import Chart
from skali.games.explorers.heuristic.numbers import Tuning
from skali.games.explorers.state import ExplorersState

PLACES: Final = 4096
EMPTY: Final = -1


class Judgement:
    """The numbers to judge by, and what was found with them: a place for each key, by its last bits."""

    def __init__(self, tuning: Tuning) -> None:
        self.tuning = tuning
        self.keys: vec[i64] = vec[i64](capacity=PLACES)
        self.found: vec[float] = vec[float](capacity=PLACES)
        for _ in range(i64(PLACES)):
            self.keys = append(self.keys, i64(EMPTY))
            self.found = append(self.found, 0.0)

    def worth(self, state: ExplorersState, seat: i64, chart: Chart, held: vec[i32], board: i64) -> float:
        """What the seat may expect in the end; ``board`` is the key of the board."""
        key = key_of_seat(board, state, seat, chart, held)
        place = key % PLACES
        if self.keys[place] != key:
            self.found[place] = evaluation.worth(state, seat, chart, held)
            self.keys[place] = key
        return self.found[place]

    def leads(self, state: ExplorersState, values: vec[float]) -> None:
        """What each seat may expect beyond the best of the others; alone, what it may expect.

        Until the end a rival counts for less, and always the same: or the end of a turn would seem to cost something.
        """
        chart = Chart(state, self.tuning)
        held = prospects.influences(state)
        board = key_of_board(state)
        best = -1000.0
        second = -1000.0
        for seat in range(state.seats):
            values[seat] = self.worth(state, seat, chart, held, board)
            if values[seat] > best:
                second = best
                best = values[seat]
            elif values[seat] > second:
                second = values[seat]
        if state.seats == 1:
            return
        rival = 1.0 if state.phase == phases.OVER else self.tuning.rival
        for seat in range(state.seats):
            values[seat] -= rival * (second if values[seat] == best else best)


def key_of_board(state: ExplorersState) -> i64:
    """All that is the same for every seat, but for who is strong where."""
    key = mix(state.seats * 2 + state.side, 1 if state.phase == phases.CHOOSE_CAPTAIN else 0)
    key = mix(mix(key, state.enemies), state.touched)
    key = mix(key, state.deadly * 64 + state.safe)
    lies = state.lies
    for tile in range(i64(components.ALL_TILES)):
        key = mix(key, i64(lies[tile]) + 1)
    land = state.land
    for node in range(i64(components.NODES)):
        there = i64(land[node])
        if there:
            key = mix(key, there * 512 + node)
    return key


def key_of_seat(board: i64, state: ExplorersState, seat: i64, chart: Chart, held: vec[i32]) -> i64:
    """With all that is the seat's own."""
    time = evaluation.budget_of(state, seat) * 64 + evaluation.turns_to_come(state, seat)
    key = mix(board, time * 4 + seat)
    for field in range(i64(pieces.CAPTAIN), i64(pieces.WORDS)):
        if field != pieces.CHOSEN:
            key = mix(key, state.word(seat, field) + 1)
    for at in range(seat * pieces.VIKINGS, seat * pieces.VIKINGS + pieces.VIKINGS):
        key = mix(key, i64(state.vikings[at]))
    outposts = state.outposts
    for at in range(len(outposts)):
        if i64(outposts[at]) % 4 == seat:
            key = mix(key, i64(outposts[at]))
    for at in range(len(chart.islands)):
        strong = i64(held[i64(chart.islands[at])])
        if strong:
            own = prospects.influence_of(strong, seat)
            key = mix(key, (own * 32 + prospects.best_of_others(strong, seat)) * 512 + at)
    return key
