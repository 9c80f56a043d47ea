"""Which moves a sensible player is likely to choose: weights for a search, cheap where a decision comes often."""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from skali.core.bits import bit
from skali.core.hexes import EDGES, hex_step
from skali.core.moves import Moves
from skali.games.explorers import components, islands, moves, phases, pieces, placement
from skali.games.explorers.heuristic import endings, prospects
from skali.games.explorers.heuristic.judgement import Judgement
from skali.games.explorers.state import ExplorersState

CAPTAIN_WORTH: Final = [3.0, 1.5, 3.0, 3.0, 3.0, 1.0, 1.0, 3.0, 3.0, 2.0, 3.5]
"""What the captains bring in a game, about, in the order of their numbers."""


def weigh(state: ExplorersState, judgement: Judgement, choices: Moves, weights: vec[float]) -> None:
    if state.phase == phases.CHOOSE_CAPTAIN:
        for at in range(choices.count):
            weights[at] = CAPTAIN_WORTH[int(choices.at(at))]
    elif state.phase < phases.CHOOSE_ACTION:
        Placements(state).weigh(choices, weights)
    elif state.phase == phases.CHOOSE_ACTION:
        for at in range(choices.count):
            weights[at] = action_weight(state, choices.at(at))
    elif state.phase == phases.LOADING or state.phase == phases.UNLOADING:
        for at in range(choices.count):
            weights[at] = cargo_weight(choices.at(at))
    else:
        endings.weigh_ends(state, judgement, choices, weights)


# Actions


def action_weight(state: ExplorersState, move: i64) -> float:
    if move == moves.BUILD:
        return 8.0
    if move == moves.UNLOAD:
        at_home = islands.is_fixed(state.word(state.active, pieces.LONGSHIP) // components.REGIONS)
        return 8.0 if at_home and state.word(state.active, pieces.CARGO) else 2.5
    if move == moves.SAIL:
        return 3.0
    if move == moves.LOAD:
        return 2.0
    if move == moves.END_TURN:
        return 2.2  # rather than to board or march where nothing comes of it
    return 1.5 if move == moves.MARCH else 1.0


def cargo_weight(move: i64) -> float:
    """Livestock goes home; Vikings go anywhere but back to the mainland."""
    if move == moves.DONE:
        return 1.5
    first = i64(moves.TAKE) if move < moves.PUT else i64(moves.PUT)
    to_mainland = (move - first) % moves.PLACE_COUNT == 0
    livestock = (move - first) // moves.PLACE_COUNT > 0
    if move < moves.PUT:
        return 3.0 if livestock else 2.0
    if livestock:
        return 6.0 if to_mainland else 0.3
    return 0.3 if to_mainland else 2.0


# Placing tiles


class Placements:
    """What placements of tiles are worth to the active player, about."""

    def __init__(self, state: ExplorersState) -> None:
        self.state = state
        self.held: vec[i32] = prospects.influences(state)

    def weigh(self, choices: Moves, weights: vec[float]) -> None:
        state = self.state
        for at in range(choices.count):
            move = choices.at(at)
            value = 0.0
            if move < moves.PLACE_NOTHING:
                value = self.best_cell(
                    placement.tile_of_type(state, state.word(state.active, pieces.HAND), move - moves.TILE)
                )
            elif move >= moves.TURN:
                value = self.lying(state.tile, state.cell, move - moves.TURN) + self.token(state.tile, state.cell)
            elif move >= moves.CELL:
                value = self.best_turn(state.tile, placement.asked_of(state, move - moves.CELL))
            weights[at] = exp(value)

    def best_cell(self, tile: i64) -> float:
        best = -1000.0
        frontier = self.state.frontier
        for at in range(len(frontier)):
            entry = i64(frontier[at])
            if placement.turns_that_fit(self.state, tile, entry):
                found = self.best_turn(tile, entry)
                if found > best:
                    best = found
        return best

    def best_turn(self, tile: i64, entry: i64) -> float:
        best = -1000.0
        cell = entry // components.ASKED
        turns = placement.turns_that_fit(self.state, tile, entry)
        for turn in range(i64(self.state.tables.distinct[tile])):
            if turns & bit(turn):
                found = self.lying(tile, cell, turn)
                if found > best:
                    best = found
        return best + self.token(tile, cell)

    def token(self, tile: i64, cell: i64) -> float:
        """Tokens near the own longship rather than near another."""
        state = self.state
        item = i64(state.tables.item[tile])
        value = 2.5
        if item == components.SETTLEMENT:
            value = 2.0
        elif item == components.ENEMY_SHIP:
            value = 1.0
        near = closeness(state, state.active, cell)
        for other in range(state.seats):
            if other != state.active:
                near -= 0.7 * closeness(state, other, cell)
        return value * near

    def lying(self, tile: i64, cell: i64, turn: i64) -> float:
        """Own islands closed, those of others kept open."""
        land = i64(self.state.tables.shapes.land_corners[i64(self.state.shape_of[tile]) * moves.TURNS + turn])
        value = 0.0
        for corner in range(i64(EDGES)):
            if (land >> corner) & 1:
                value += self.vertex(cell, corner)
        return value

    def vertex(self, cell: i64, corner: i64) -> float:
        """A closed vertex on an own island is good, a new open one is bad; the other way round on islands of others."""
        state = self.state
        before = islands.tile_at(state, cell + hex_step((corner + EDGES - 1) % EDGES, moves.WIDTH))
        after = islands.tile_at(state, cell + hex_step(corner, moves.WIDTH))
        if before != islands.NO_TILE:
            island = i64(state.body[islands.node_at(state, before, (corner + 2) % EDGES)])
        elif after != islands.NO_TILE:
            island = i64(state.body[islands.node_at(state, after, (corner + 4) % EDGES)])
        else:
            return -0.15
        stake = self.stake(i64(self.held[island]))
        if before != islands.NO_TILE and after != islands.NO_TILE:
            return 0.2 + 0.4 * stake
        return 0.1 * stake

    def stake(self, held: i64) -> float:
        """The active player's influence on an island beyond that of the others, from -3 to 3."""
        if held == 0:
            return 0.0
        own: i64 = 0
        for seat in range(self.state.seats):
            influence = prospects.influence_of(held, seat)
            own += influence if seat == self.state.active else -influence
        if own > 3:
            return 3.0
        return -3.0 if own < -3 else float(own)


def closeness(state: ExplorersState, seat: i64, cell: i64) -> float:
    """1 beside the longship, less with every tile of the way."""
    ship = islands.cell_of(state, state.word(seat, pieces.LONGSHIP) // components.REGIONS)
    q = cell % moves.WIDTH - ship % moves.WIDTH
    r = cell // moves.WIDTH - ship // moves.WIDTH
    s = q + r
    if q < 0:
        q = -q
    if r < 0:
        r = -r
    if s < 0:
        s = -s
    steps = q if q > r else r
    if s > steps:
        steps = s
    return prospects.faded(1.0, 0.75, steps - 1)
