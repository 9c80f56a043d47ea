"""A position of Explorers: data and nothing else. The rules are in the modules that stand on this one.

Every region of every tile is a node (tile * 6 + region; land 0 to 2, sea 3 to 5). Linked regions form bodies, that is islands and
seas, each called by its lowest node; ``body``, ``body_tiles`` and ``body_open`` are kept up to date tile by tile (islands.py).
A seat's seven Vikings are seven numbers in rising order: the land region where each one stands, or a place such as ``ABOARD``.
What else belongs to a seat is a row of words, one for each field (pieces.py).
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from skali.core.moves import Moves
from skali.core.options import Options
from skali.core.protocol import Game, State
from skali.core.rng import Rng
from skali.games.explorers import moves, phases, pieces
from skali.games.explorers.components import Tables


class ExplorersPosition(State):
    def __init__(self, game: Game, tables: Tables, seats: i64, side: i64, options: Options, rng: Rng) -> None:
        self.rules = game
        self.tables = tables
        self.seats: i64 = seats
        self.side: i64 = side
        self.options = options
        self.rng = rng
        self.shape_of: bytes = tables.shape_of[side]
        self.choices = Moves()
        """What may be done now, as far as the course has found it out; no part of the position."""
        self.phase: i64 = phases.CHOOSE_CAPTAIN
        self.active: i64 = 0
        self.first: i64 = 0
        self.turn: i64 = 0
        """Turns finished."""
        self.placed: i64 = 0
        """Tiles placed in this turn."""
        self.points: i64 = 0
        self.offered: i64 = 0
        """The actions that can be carried out now, as a set (XN-D06)."""
        self.barriers: i64 = 0
        # What has been chosen of an unfinished decision.
        self.tile: i64 = -1
        self.cell: i64 = -1
        self.origin: i64 = -1
        self.target: i64 = -1
        self.animal: i64 = -1
        self.picks: i64 = 0
        """Pieces named so far for a load or unload, five bits each (decisions/load.py)."""
        # Supplies.
        self.stack: i64 = 0
        """The tiles of the stack, as a set: it has no order."""
        self.discarded: i64 = 0
        self.supply: i64 = 0
        """Livestock, packed."""
        self.strengths: i64 = 0
        """Settlement tokens in the supply, four bits for each strength from 2 to 5."""
        self.deadly: i64 = 0
        """Enemy ships that nobody has turned up yet, in the supply and on the board: with the back viking_dies, and safe."""
        self.safe: i64 = 0
        # The board.
        self.enemies: i64 = 0
        """The tiles with an enemy ship."""
        self.touched: i64 = 0
        """The tiles that touch an outpost (XN-107)."""
        self.grid: vec[u8] = vec[u8]()
        """By cell: 0 empty, tile + 1, mainland or barred."""
        self.lies: vec[i32] = vec[i32]()
        """By tile: cell * 6 + turn, -1 if it is not laid."""
        self.frontier: vec[i32] = vec[i32]()
        """The cells where a tile may lie, in rising order, with what the laid neighbours ask of the corners (placement.py)."""
        self.distance: vec[u8] = vec[u8]()
        """By tile: laid tiles on a shortest path from a fixed tile, itself included (XN-135)."""
        self.body: vec[i16] = vec[i16]()
        self.body_tiles: vec[i64] = vec[i64]()
        self.body_open: vec[u8] = vec[u8]()
        """By island: land corners on a vertex that three tiles do not yet close (XN-128)."""
        self.land: vec[i32] = vec[i32]()
        """By land region: livestock, packed, and above it the strength of a settlement."""
        self.outposts: vec[i32] = vec[i32]()
        """Vertex * 4 + seat, in rising order (outposts.py)."""
        self.vikings: vec[i16] = vec[i16]()
        self.words: vec[i64] = vec[i64]()

    def copy_into(self, twin: ExplorersPosition) -> None:
        twin.phase = self.phase
        twin.active = self.active
        twin.first = self.first
        twin.turn = self.turn
        twin.placed = self.placed
        twin.points = self.points
        twin.offered = self.offered
        twin.barriers = self.barriers
        twin.tile = self.tile
        twin.cell = self.cell
        twin.origin = self.origin
        twin.target = self.target
        twin.animal = self.animal
        twin.picks = self.picks
        twin.stack = self.stack
        twin.discarded = self.discarded
        twin.supply = self.supply
        twin.strengths = self.strengths
        twin.deadly = self.deadly
        twin.safe = self.safe
        twin.enemies = self.enemies
        twin.touched = self.touched
        twin.grid = self.grid[:]
        twin.lies = self.lies[:]
        twin.frontier = self.frontier[:]
        twin.distance = self.distance[:]
        twin.body = self.body[:]
        twin.body_tiles = self.body_tiles[:]
        twin.body_open = self.body_open[:]
        twin.land = self.land[:]
        twin.outposts = self.outposts[:]
        twin.vikings = self.vikings[:]
        twin.words = self.words[:]

    # Small questions

    def word(self, seat: i64, field: i64) -> i64:
        return self.words[seat * pieces.WORDS + field]

    def put_word(self, seat: i64, field: i64, value: i64) -> None:
        self.words[seat * pieces.WORDS + field] = value

    def is_solo(self) -> bool:
        return self.seats == 1

    def vikings_at(self, seat: i64, place: i64) -> i64:
        """How many Vikings of the seat are in a place."""
        vikings = self.vikings
        count: i64 = 0
        for at in range(seat * pieces.VIKINGS, seat * pieces.VIKINGS + pieces.VIKINGS):
            if i64(vikings[at]) == place:
                count += 1
        return count

    def move_viking(self, seat: i64, origin: i64, target: i64) -> None:
        """Moves one Viking of the seat and keeps the seven in order."""
        vikings = self.vikings
        first = seat * pieces.VIKINGS
        at = first
        while i64(vikings[at]) != origin:
            at += 1
        while at > first and i64(vikings[at - 1]) > target:
            vikings[at] = vikings[at - 1]
            at -= 1
        while at < first + pieces.VIKINGS - 1 and i64(vikings[at + 1]) < target:
            vikings[at] = vikings[at + 1]
            at += 1
        vikings[at] = i16(target)

    def free_places(self, seat: i64) -> i64:
        """How many pieces the longship can still take (XN-064)."""
        livestock = pieces.number_of_all(self.word(seat, pieces.CARGO), pieces.LIVESTOCK_BITS)
        return pieces.HOLD - self.vikings_at(seat, pieces.ABOARD) - livestock

    def outposts_built(self, seat: i64) -> i64:
        outposts = self.outposts
        count: i64 = 0
        for at in range(len(outposts)):
            if i64(outposts[at]) % 4 == seat:
                count += 1
        return count

    def settlements_conquered(self, seat: i64) -> i64:
        return pieces.number_of_all(self.word(seat, pieces.SETTLEMENTS), pieces.SETTLEMENT_BITS)

    def tile_name(self, tile: i64) -> str:
        """The name of a tile's type; the fixed tiles are F1, F2, F3."""
        if tile >= moves.TILES:
            return f"F{int(tile) - moves.TILES + 1}"
        return self.tables.type_names[self.tables.type_of[tile]]

    def winter_seat(self) -> i64:
        """Who sits to the right of the first player, and so plays last (XN-033)."""
        return (self.first + self.seats - 1) % self.seats

    def is_placing(self) -> bool:
        return phases.CHOOSE_CAPTAIN < self.phase < phases.CHOOSE_ACTION

    def is_in_action(self) -> bool:
        """An action has been chosen and is not done yet."""
        return phases.CHOOSE_ACTION < self.phase < phases.OVER

    # The protocol, as far as it is data

    def game(self) -> Game:
        return self.rules

    def actor(self) -> i64:
        if self.phase == phases.OVER:
            return -1
        if self.phase != phases.CHOOSE_CAPTAIN:
            return self.active
        for seat in range(self.seats):
            if self.word(seat, pieces.CHOSEN) == 0:
                return seat
        return -1

    def to_act(self) -> list[int]:
        if self.phase == phases.CHOOSE_CAPTAIN:
            return [int(seat) for seat in range(self.seats) if self.word(seat, pieces.CHOSEN) == 0]
        return [] if self.phase == phases.OVER else [int(self.active)]

    def barrier(self) -> i64:
        return self.barriers

    def reseed(self, seed: int) -> None:
        self.rng.seed(seed)
