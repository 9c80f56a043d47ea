"""A position of Fjords: data and nothing else. The rules are in landscape.py, farmland.py, course.py and the decisions.

The grid holds, for an empty cell, what its laid neighbours ask of each corner (two bits each) and how many neighbours there are
(from bit 12 on); for a laid cell, -1 - ((tile * 6 + turn) * 64 + node). In colonisation the farmland regions of the landscape are
numbered as nodes in the order of their cells, and pieces, links and reach are sets of nodes; the grid knows the first of a cell.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from skali.core.bits import full
from skali.core.options import Options
from skali.core.protocol import Game, State
from skali.core.rng import Rng
from skali.games.fjords import components, moves, phases

HUT_BITS: Final = 13
"""A hut is packed as (cell * 4 + region + 1), so that 0 is none; a seat's four huts fit in one word."""


class Variant:
    """What the options say: agreed before play, the same in all positions of a game."""

    def __init__(self, options: Options, start: components.StartLayout, segment: bool, fast_finish: bool) -> None:
        self.options = options
        self.start = start
        self.segment = segment
        self.fast_finish = fast_finish


class FjordsPosition(State):
    def __init__(self, game: Game, tables: components.Tables, variant: Variant, rng: Rng) -> None:
        self.rules = game
        self.tables = tables
        self.variant = variant
        self.type_of: vec[i16] = variant.start.type_of
        self.rng = rng
        self.phase: i64 = phases.CHOOSE_SOURCE
        self.active: i64 = 0
        self.round: i64 = 0
        self.starter: i64 = 0
        self.barriers: i64 = 0
        self.history: i64 = 0
        """Fields placed in the finished rounds, five bits each, by round * 2 + seat."""
        self.hidden: i64 = 0
        self.open: i64 = 0
        self.open_types: i64 = 0
        self.open_fits: i64 = 0
        """The types among the open tiles that fit now: fixed for a turn, because nothing is laid before its end."""
        self.hand: i64 = components.NO_TILE
        self.taken: bool = False
        """The tile in hand came from the open pile."""
        self.placements: i64 = 0
        """In how many ways the tile in hand can be placed."""
        self.last: i64 = moves.NO_CELL
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
        """Empty cells with two or more laid neighbours, as many as the next says, in any order."""
        self.frontier_size: i64 = 0
        self.nodes: vec[i16] = vec[i16]()
        """Cell * 4 + region of each node."""
        self.links: vec[i64] = vec[i64]()

    def copy_into(self, twin: FjordsPosition) -> None:
        twin.phase = self.phase
        twin.active = self.active
        twin.round = self.round
        twin.starter = self.starter
        twin.barriers = self.barriers
        twin.history = self.history
        twin.hidden = self.hidden
        twin.open = self.open
        twin.open_types = self.open_types
        twin.open_fits = self.open_fits
        twin.hand = self.hand
        twin.taken = self.taken
        twin.placements = self.placements
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
        twin.frontier_size = self.frontier_size
        twin.nodes = self.nodes[:]
        twin.links = self.links[:]

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

    def has_hut_left(self, seat: i64) -> bool:
        return self.huts(seat) >> (HUT_BITS * (self.tables.huts - 1)) == 0

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

    def hut_list(self, seat: i64) -> list[list[int]]:
        """Cell and region of the seat's huts, in the order they were put."""
        packed = self.huts(seat)
        huts: list[list[int]] = []
        while packed:
            hut = packed & full(HUT_BITS)
            huts.append([int((hut - 1) // 4), int((hut - 1) % 4)])
            packed >>= HUT_BITS
        huts.reverse()
        return huts

    def tile_name(self, tile: i64) -> str:
        return self.tables.types.names[int(self.type_of[tile])]

    # The protocol, as far as it is data

    def game(self) -> Game:
        return self.rules

    def actor(self) -> i64:
        return -1 if self.phase == phases.OVER else self.active

    def barrier(self) -> i64:
        return self.barriers

    def reseed(self, seed: int) -> None:
        self.rng.seed(seed)
