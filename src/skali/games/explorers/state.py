"""A position of Explorers: data and ``copy()``. The rules are in the modules that this one hands its questions to.

Every region of every tile is a node (tile * 6 + region; land 0 to 2, sea 3 to 5). Linked regions form bodies, that is islands and
seas, each called by its lowest node; ``body``, ``body_tiles`` and ``body_open`` are kept up to date tile by tile (islands.py).
"""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from skali.core.moves import Moves
from skali.core.protocol import Event, Game, Prompt, ScoreLine, State
from skali.core.rng import Rng
from skali.games.explorers import decisions, saved, scoring, secrets, setup, view
from skali.games.explorers.components import Tables
from skali.games.explorers.phases import CHOOSE_CAPTAIN, OVER
from skali.games.explorers.pieces import WORDS


class ExplorersState(State):
    def __init__(self, game: Game, tables: Tables, seats: i64, side: i64, random_side: bool, rng: Rng) -> None:
        self.rules = game
        self.tables = tables
        self.seats: i64 = seats
        self.side: i64 = side
        self.random_side = random_side
        """The option left the side to luck (XN-010)."""
        self.rng = rng
        self.shape_of: bytes = tables.shape_of[side]
        self.phase: i64 = CHOOSE_CAPTAIN
        self.active: i64 = 0
        self.first: i64 = 0
        self.turn: i64 = 0
        """Turns finished."""
        self.placed: i64 = 0
        """Tiles placed in this turn."""
        self.points: i64 = 0
        self.offered: i64 = 0
        """The actions that can be carried out now, as a set (XN-D06)."""
        self.fresh: bool = False
        """Nothing has been asked in this turn yet, so that the turn before can still be taken back. Never saved."""
        self.raised: i64 = 0
        # What has been chosen of an unfinished decision.
        self.tile: i64 = -1
        self.cell: i64 = -1
        self.origin: i64 = -1
        self.target: i64 = -1
        self.animal: i64 = -1
        self.picks: i64 = 0
        """Pieces named so far for a load or unload, five bits each (loading.py)."""
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
        """The cells where a tile may lie, in rising order, with what the laid neighbours ask of the corners (placing.py)."""
        self.distance: vec[u8] = vec[u8]()
        """By tile: laid tiles on a shortest path from a fixed tile, itself included (XN-135)."""
        self.body: vec[i16] = vec[i16]()
        self.body_tiles: vec[i64] = vec[i64]()
        self.body_open: vec[u8] = vec[u8]()
        """By island: land corners on a vertex that three tiles do not yet close (XN-128)."""
        self.land: vec[i32] = vec[i32]()
        """By land region: livestock, packed, and above it the strength of a settlement."""
        self.outposts: vec[i32] = vec[i32]()
        """Vertex * 4 + seat, in rising order (building.py)."""
        self.vikings: vec[i16] = vec[i16]()
        self.words: vec[i64] = vec[i64]()
        self.buffer: Moves | None = None

    def copy(self) -> ExplorersState:
        twin = ExplorersState(self.rules, self.tables, self.seats, self.side, self.random_side, self.rng.copy())
        twin.phase = self.phase
        twin.active = self.active
        twin.first = self.first
        twin.turn = self.turn
        twin.placed = self.placed
        twin.points = self.points
        twin.offered = self.offered
        twin.raised = self.raised
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
        return twin

    # Small questions

    def word(self, seat: i64, field: i64) -> i64:
        return self.words[seat * WORDS + field]

    def put_word(self, seat: i64, field: i64, value: i64) -> None:
        self.words[seat * WORDS + field] = value

    def is_solo(self) -> bool:
        return self.seats == 1

    def scratch(self) -> Moves:
        """An empty list of moves for the rules' own use."""
        if self.buffer is None:
            self.buffer = Moves()
        self.buffer.count = 0
        return self.buffer

    # The protocol

    def game(self) -> Game:
        return self.rules

    def actor(self) -> i64:
        if self.phase == OVER:
            return -1
        return setup.next_to_choose(self) if self.phase == CHOOSE_CAPTAIN else self.active

    def to_act(self) -> list[int]:
        if self.phase == CHOOSE_CAPTAIN:
            return setup.still_choosing(self)
        return [] if self.phase == OVER else [int(self.active)]

    def prompt(self, seat: i64) -> Prompt:
        return view.prompt(self, seat)

    def fill_legal(self, seat: i64, out: Moves) -> None:
        decisions.fill(self, seat, out)

    def fault(self, seat: i64, move: i64) -> i64:
        return decisions.fault(self, seat, move)

    def advance(self, seat: i64, move: i64, events: list[Event] | None = None) -> None:
        decisions.advance(self, seat, move, events)

    def barrier(self) -> i64:
        return self.raised

    def view(self, seat: i64) -> dict[str, Any]:
        return view.view(self, seat)

    def determinize(self, seat: i64, seed: int) -> State:
        return secrets.determinize(self, seat, seed)

    def key(self, seat: i64) -> i64:
        return secrets.key(self, seat)

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
