"""How well a seat stands: farmland belongs to whoever gets there first, and a hut in hand is worth land to come.

In both phases the landscape is divided as a race: each player spreads from their pieces over linked empty farmland, one step each
in turn, and keeps what they reach first. Land that nobody reaches waits for the next hut. With learned weights, what of that race
matters, and how much, is what games have shown (``features.py``).
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from skali.core.bits import lowest, popcount
from skali.core.moves import Moves
from skali.core.observation import Numbers
from skali.core.protocol import LearningHeuristic, State
from skali.core.weights import Weights
from skali.games.fjords import decisions, farmland, landscape, phases
from skali.games.fjords import moves as kinds
from skali.games.fjords.heuristic import features
from skali.games.fjords.state import FjordsState

HUT_WORTH: Final = 2.5
"""Fields that a hut in hand may still win."""
HUT_TILES: Final = 14
"""Hidden tiles below which a hut in hand loses worth: there are fewer turns left to put it."""
TEMPO: Final = 0.3
"""What the next move is worth in a race."""
TEMPERATURE: Final = 0.7
"""How much worse, in points, a move may be and still be chosen e times less often."""

ROUND: Final = 200
"""More than the tiles and fields of a round."""


class FjordsHeuristic(LearningHeuristic):
    def __init__(self, weights: Weights | None) -> None:
        super().__init__(features.NAMES, features.ROWS, weights)
        self.numbers = Numbers(len(features.NAMES))
        """A place to work in; nothing in it outlives a call."""

    def with_weights(self, weights: Weights | None) -> FjordsHeuristic:
        return FjordsHeuristic(weights)

    def observe(self, state: State, seat: i64, out: Numbers) -> i64:
        """Nothing is learned of a hut that is asked for, nor of land that nobody can dispute any more."""
        assert isinstance(state, FjordsState)
        if state.phase == phases.PLACE_FIELD:
            return features.write(state, seat, out) if features.is_disputed(state) else -1
        if state.phase == phases.PUT_HUT or state.phase == phases.OVER:
            return -1
        twin = state.copy()
        farmland.survey(twin)
        return features.write(twin, seat, out)

    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, FjordsState)
        lead = self.lead(state)
        return lead if seat == 0 else -lead

    def evaluate_all(self, state: State, values: vec[float]) -> None:
        """What one has beyond the other, the other lacks."""
        assert isinstance(state, FjordsState)
        values[0] = self.lead(state)
        values[1] = -values[0]

    def parts(self, state: State, seat: i64) -> dict[str, float]:
        """Fields placed, land that will be won, and huts that are still in hand."""
        assert isinstance(state, FjordsState)
        sign = 1.0 if seat == 0 else -1.0
        found = {"points": float(state.score(seat)), "rivals": -float(state.score(1 - seat))}
        if state.phase != phases.OVER:
            huts = 0.0
            if state.phase == phases.CHOOSE_SOURCE or state.phase == phases.PLACE_TILE:
                huts = self.huts_in_hand(state)  # with a hut to put, the better of both is judged as a whole
            found["land"] = sign * (self.lead(state) - float(state.score(0) - state.score(1)) - huts)
            found["huts"] = sign * huts
        return found

    def huts_in_hand(self, state: FjordsState) -> float:
        """What huts in hand are worth beyond those of the rival, to the first seat."""
        weights = self.weights
        if weights is None:
            return float(state.huts_placed(1) - state.huts_placed(0)) * hut_worth(state)
        row = self.observe(state, 0, self.numbers)
        total = 0.0
        for at in range(i64(features.FIRST_OF_HUTS), i64(len(features.NAMES))):
            total += 2.0 * weights.part(row, at, i64(self.numbers.items[at]))
        return total

    def stage(self, state: State) -> i64:
        """The tiles laid in a round, then its fields; a hut goes with its tile."""
        assert isinstance(state, FjordsState)
        if state.phase == phases.PLACE_FIELD:
            return ROUND * (state.round + 1) - 1 - popcount(state.free)
        return -1 if state.phase == phases.PUT_HUT else ROUND * state.round + len(state.laid)

    def weigh(self, state: State, seat: i64, moves: Moves, weights: vec[float]) -> None:
        """By the position after the move; drawing and taking look alike, because the tile is still to be placed."""
        assert isinstance(state, FjordsState)
        best = -1000.0
        for at in range(moves.count):
            worth = 0.0
            if moves.at(at) >= kinds.PLACE:
                worth = self.after(state, seat, moves.at(at))
            weights[at] = worth
            if worth > best:
                best = worth
        for at in range(moves.count):
            weights[at] = exp((weights[at] - best) / TEMPERATURE)

    # What the first seat may expect beyond the second

    def lead(self, state: FjordsState) -> float:
        if state.phase == phases.OVER:
            return float(state.score(0) - state.score(1))
        if state.phase == phases.PLACE_FIELD:
            return self.shared_out(state)
        if state.phase == phases.PUT_HUT:
            return self.with_hut(state.copy())
        return self.settled(state.copy())

    def after(self, state: FjordsState, seat: i64, move: i64) -> float:
        """How well the seat stands after a move that draws nothing, without what follows from it by itself."""
        twin = state.copy()
        if state.phase == phases.PLACE_FIELD:
            farmland.occupy(twin, seat, farmland.node_of_move(twin, move))
            farmland.spend_field(twin, seat)
            twin.active = 1 - seat
            lead = self.shared_out(twin)
        elif state.phase == phases.PUT_HUT:
            if move != kinds.NO_HUT:
                decisions.put_hut(twin, i64(0) if move == kinds.HUT else move - kinds.HUT_REGION, None)
            twin.active = 1 - seat
            lead = self.settled(twin)
        else:
            landscape.lay(twin, twin.hand, (move - kinds.PLACE) // 6, (move - kinds.PLACE) % 6)
            twin.last = (move - kinds.PLACE) // 6
            lead = self.with_hut(twin)
        return lead if seat == 0 else -lead

    def with_hut(self, twin: FjordsState) -> float:
        """The better, for the seat that has just laid a tile, of putting a hut on it and keeping it. Changes the state given."""
        seat = twin.active
        twin.active = 1 - seat
        without = self.settled(twin)
        if twin.huts_placed(seat) == twin.tables.huts or landscape.regions_at(twin, twin.last) == 0:
            return without
        twin.active = seat
        decisions.put_hut(twin, 0, None)
        twin.active = 1 - seat
        with_it = self.settled(twin)
        if seat == 0:
            return without if without > with_it else with_it
        return without if without < with_it else with_it

    def settled(self, twin: FjordsState) -> float:
        """In discovery: the land as it lies now, and what may still come. Changes the state given."""
        farmland.survey(twin)
        if self.weights is not None:
            return self.learned(twin)
        huts = float(twin.huts_placed(1) - twin.huts_placed(0)) * hut_worth(twin)
        return float(twin.score(0) - twin.score(1)) + raced(twin) + huts

    def shared_out(self, state: FjordsState) -> float:
        """In colonisation: what nobody disputes is counted."""
        if self.weights is not None and features.is_disputed(state):
            return self.learned(state)
        return float(state.score(0) - state.score(1)) + raced(state)

    def learned(self, state: FjordsState) -> float:
        """What was learned, of a landscape that was surveyed; what both have alike cancels out."""
        weights = self.weights
        assert weights is not None
        numbers = self.numbers
        row = features.write(state, 0, numbers)
        for at in range(i64(features.FIRST_LEAD)):
            numbers.items[at] = 0
        return 2.0 * weights.value(row, numbers)


def hut_worth(state: FjordsState) -> float:
    """Fields that a hut in hand may still win now."""
    tiles = popcount(state.hidden)
    return HUT_WORTH if tiles >= HUT_TILES else HUT_WORTH * float(tiles) / float(HUT_TILES)


def raced(state: FjordsState) -> float:
    """The land that each reaches first, first seat less second; land reached at once by both is half won by who moves."""
    links = state.links
    free = state.free
    front_0 = state.edge(0) & free
    front_1 = state.edge(1) & free
    lead: i64 = 0
    even: i64 = 0
    while front_0 or front_1:
        lead += popcount(front_0) - popcount(front_1)
        even += popcount(front_0 & front_1)
        free &= ~(front_0 | front_1)
        next_0: i64 = 0
        while front_0:
            next_0 |= links[lowest(front_0)]
            front_0 &= front_0 - 1
        next_1: i64 = 0
        while front_1:
            next_1 |= links[lowest(front_1)]
            front_1 &= front_1 - 1
        front_0 = next_0 & free
        front_1 = next_1 & free
    tempo = TEMPO if even else 0.0
    return float(lead) + (tempo if state.active == 0 else -tempo)
