"""A position of Fjords: data and nothing else. The rules are in landscape.py, farmland.py, course.py and the decisions.

The grid holds, for an empty cell, what its laid neighbours ask of each corner (two bits each) and how many neighbours there are
(from bit 12 on); for a laid cell, -1 - ((tile * 8 + turn) * 64 + node). In colonisation the farmland regions of the landscape are
numbered as nodes in the order of their cells, and pieces, links and reach are sets of nodes; the grid knows the first of a cell.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from skali.core.options import Options
from skali.core.protocol import Game, State
from skali.core.rng import Rng
from skali.games.fjords import components, moves, phases

SIDE: Final = 4
HUTS: Final = 0
FIELDS_LEFT: Final = 1
OWN: Final = 2
EDGE: Final = 3
HUT_BITS: Final = 13
"""A hut is packed as (cell * 4 + region + 1), so that 0 is none; a seat's four huts fit in one word."""


class Variant:
    """What the options say: agreed before play, the same in all positions of a game."""

    def __init__(self, options: Any, tables: components.Tables) -> None:
        self.options: Options = options
        self.start = tables.layouts[options.start_layout]
        self.segment: bool = options.farmland_regions == "segment"
        self.regions: vec[i16] = tables.types.divided if self.segment else tables.types.regions
        self.fast_finish: bool = options.fast_finish


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
        self.sides: vec[i64] = vec[i64]()
        """What belongs to the seats: by seat * SIDE + HUTS, FIELDS_LEFT, OWN (nodes with a piece), EDGE (nodes linked to one)."""
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
        twin.sides = self.sides[:]
        twin.free = self.free
        twin.grid = self.grid[:]
        twin.laid = self.laid[:]
        twin.frontier = self.frontier[:]
        twin.frontier_size = self.frontier_size
        twin.nodes = self.nodes[:]
        twin.links = self.links[:]

    # Small questions

    def huts(self, seat: i64) -> i64:
        return self.sides[seat * SIDE + HUTS]

    def huts_placed(self, seat: i64) -> i64:
        packed = self.huts(seat)
        count: i64 = 0
        while packed:
            count += 1
            packed >>= HUT_BITS
        return count

    def own(self, seat: i64) -> i64:
        """The nodes with a piece of the seat (colonisation)."""
        return self.sides[seat * SIDE + OWN]

    def edge(self, seat: i64) -> i64:
        return self.sides[seat * SIDE + EDGE]

    def fields_placed(self, seat: i64) -> i64:
        """Fields of the seat in the landscape of this round."""
        return self.tables.fields - self.fields_left(seat)

    def fields_left(self, seat: i64) -> i64:
        return self.sides[seat * SIDE + FIELDS_LEFT]

    def past_fields(self, round: i64, seat: i64) -> i64:
        return (self.history >> (5 * (2 * round + seat))) & 31

    def tile_name(self, tile: i64) -> str:
        return self.tables.types.names[int(self.type_of[tile])]

    # The protocol, as far as it is data

    def game(self) -> Game:
        return self.rules

    def actor(self) -> i64:
        return i64(-1) if self.phase == phases.OVER else self.active

    def barrier(self) -> i64:
        return self.barriers

    def reseed(self, seed: int) -> None:
        self.rng.seed(seed)
