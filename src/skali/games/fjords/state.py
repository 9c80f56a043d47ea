"""A position of Fjords: data and ``copy()``. The rules are in discovery.py, colonisation.py, rounds.py and scoring.py.

The grid holds, for an empty cell, what its laid neighbours ask of each corner (two bits each) and how many neighbours there are
(from bit 12 on); for a laid cell, -1 - (tile * 6 + turn). In colonisation the farmland regions of the landscape are numbered as
nodes in the order of their cells, and pieces, links and reach are sets of nodes.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from skali.core.bits import lowest, mix
from skali.core.moves import Moves
from skali.core.protocol import Event, Game, Prompt, ScoreLine, State
from skali.core.rng import Rng
from skali.games.fjords import colonisation, discovery, saved, scoring, view
from skali.games.fjords.components import Tables
from skali.games.fjords.discovery import HUT_BITS, NO_TILE
from skali.games.fjords.moves import TURNS
from skali.games.fjords.phases import CHOOSE_SOURCE, OVER, PLACE_FIELD

NO_CELL: Final = -1


class FjordsState(State):
    def __init__(self, game: Game, tables: Tables, mirrored: bool, segment: bool, fast_finish: bool, rng: Rng) -> None:
        self.rules = game
        self.tables = tables
        self.mirrored = mirrored
        self.segment = segment
        self.fast_finish = fast_finish
        self.rng = rng
        self.type_of: vec[i16] = tables.mirrored_type_of if mirrored else tables.type_of
        self.phase: i64 = CHOOSE_SOURCE
        self.active: i64 = 0
        self.round: i64 = 0
        self.starter: i64 = 0
        self.raised: i64 = 0
        self.history: i64 = 0
        """Fields placed in the finished rounds, five bits each, by round * 2 + seat."""
        self.hidden: i64 = 0
        self.open: i64 = 0
        self.open_fits: i64 = 0
        """The types among the open tiles that fit now: fixed for a turn, because nothing is laid before its end."""
        self.hand: i64 = NO_TILE
        self.taken: bool = False
        """The tile in hand came from the open pile."""
        self.last: i64 = NO_CELL
        self.huts_0: i64 = 0
        self.huts_1: i64 = 0
        self.fields_left_0: i64 = tables.fields
        self.fields_left_1: i64 = tables.fields
        self.own_0: i64 = 0
        self.own_1: i64 = 0
        self.edge_0: i64 = 0
        """Nodes linked to a piece of the seat."""
        self.edge_1: i64 = 0
        self.free: i64 = 0
        self.grid: vec[i16] = vec[i16]()
        self.laid: vec[i16] = vec[i16]()
        self.frontier: vec[i16] = vec[i16]()
        """Empty cells with two or more laid neighbours."""
        self.nodes: vec[i16] = vec[i16]()
        """Cell * 4 + region of each node."""
        self.links: vec[i64] = vec[i64]()

    def copy(self) -> FjordsState:
        twin = FjordsState(self.rules, self.tables, self.mirrored, self.segment, self.fast_finish, self.rng.copy())
        twin.phase = self.phase
        twin.active = self.active
        twin.round = self.round
        twin.starter = self.starter
        twin.raised = self.raised
        twin.history = self.history
        twin.hidden = self.hidden
        twin.open = self.open
        twin.open_fits = self.open_fits
        twin.hand = self.hand
        twin.taken = self.taken
        twin.last = self.last
        twin.huts_0 = self.huts_0
        twin.huts_1 = self.huts_1
        twin.fields_left_0 = self.fields_left_0
        twin.fields_left_1 = self.fields_left_1
        twin.own_0 = self.own_0
        twin.own_1 = self.own_1
        twin.edge_0 = self.edge_0
        twin.edge_1 = self.edge_1
        twin.free = self.free
        twin.grid = self.grid[:]
        twin.laid = self.laid[:]
        twin.frontier = self.frontier[:]
        twin.nodes = self.nodes[:]
        twin.links = self.links[:]
        return twin

    # Small questions

    def huts(self, seat: i64) -> i64:
        return self.huts_0 if seat == 0 else self.huts_1

    def huts_placed(self, seat: i64) -> i64:
        packed = self.huts(seat)
        count: i64 = 0
        while packed:
            count += 1
            packed >>= HUT_BITS
        return count

    def own(self, seat: i64) -> i64:
        """The nodes with a piece of the seat (colonisation)."""
        return self.own_0 if seat == 0 else self.own_1

    def edge(self, seat: i64) -> i64:
        return self.edge_0 if seat == 0 else self.edge_1

    def fields_placed(self, seat: i64) -> i64:
        """Fields of the seat in the landscape of this round."""
        return self.tables.fields - self.fields_left(seat)

    def fields_left(self, seat: i64) -> i64:
        return self.fields_left_0 if seat == 0 else self.fields_left_1

    def past_fields(self, round: i64, seat: i64) -> i64:
        return (self.history >> (5 * (2 * round + seat))) & 31

    # The protocol

    def game(self) -> Game:
        return self.rules

    def actor(self) -> i64:
        if self.phase == OVER:
            return -1
        return self.active

    def prompt(self, seat: i64) -> Prompt:
        return view.prompt(self, seat)

    def fill_legal(self, seat: i64, out: Moves) -> None:
        if self.phase == PLACE_FIELD:
            colonisation.fill_fields(self, out)
        else:
            discovery.fill(self, out)

    def fault(self, seat: i64, move: i64) -> i64:
        if self.phase == PLACE_FIELD:
            return colonisation.fault(self, seat, move)
        return discovery.fault(self, move)

    def advance(self, seat: i64, move: i64, events: list[Event] | None = None) -> None:
        if self.phase == PLACE_FIELD:
            colonisation.play(self, move, events)
        else:
            discovery.play(self, move, events)

    def barrier(self) -> i64:
        return self.raised

    def view(self, seat: i64) -> dict[str, Any]:
        return view.view(self, seat)

    def determinize(self, seat: i64, seed: int) -> State:
        """Nothing but the luck to come is hidden: the pile is a bag whose content both players can deduce."""
        twin = self.copy()
        twin.reseed(seed)
        return twin

    def key(self, seat: i64) -> i64:
        key = mix(mix(self.phase * 64 + self.active * 32 + self.round * 4 + self.starter, 0), self.history)
        key = mix(mix(key, self.huts_0), self.huts_1)
        key = mix(mix(key, self.own_0), self.own_1)
        key = mix(key, self.last)
        # Tiles count by their types, because nobody can tell two of a type apart; what is hidden follows from the rest.
        if self.hand != NO_TILE:
            key = mix(key, i64(self.type_of[self.hand]) * 2 + i64(self.taken))
        tiles = self.open
        while tiles:
            key = mix(key, 128 + i64(self.type_of[lowest(tiles)]))
            tiles &= tiles - 1
        for cell in self.laid:
            laid = -1 - i64(self.grid[i64(cell)])
            type = i64(self.type_of[laid // TURNS])
            key = mix(key, (i64(cell) * 64 + type) * TURNS + laid % TURNS + 256)
        return key

    def score(self, seat: i64) -> i64:
        return scoring.score(self, seat)

    def score_sheet(self, seat: i64, viewer: i64) -> list[ScoreLine]:
        return scoring.score_sheet(self, seat)

    def ranking(self) -> list[int]:
        return scoring.ranking(self)

    def reseed(self, seed: int) -> None:
        self.rng.seed(seed)

    def to_dict(self) -> dict[str, Any]:
        return saved.to_dict(self)
