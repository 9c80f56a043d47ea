"""A position of My Game: data and nothing else. It knows no rules."""

from skali.core import SPECTATOR, Bag, Game, Known, Options, Rng, State

from mygame import phases
from mygame.components import Tables
from mygame.moves import KINDS


class MyGamePosition(State):
    def __init__(self, game: Game, tables: Tables, seats: int, options: Options, rng: Rng) -> None:
        self.rules = game
        self.tables = tables
        self.seats = seats
        self.options = options
        self.rng = rng
        self.phase = phases.GATHER
        self.active = 0
        self.barriers = 0
        self.bag = Bag(tables.counts)
        self.beach = [0] * KINDS
        """Shells of each kind; hands and rows too, by seat."""
        self.hands = [[0] * KINDS for _ in range(seats)]
        self.rows = [[0] * KINDS for _ in range(seats)]
        self.known = Known(seats + 1, seats, KINDS)
        """What each seat, and last the spectators, has seen go into each hand."""

    def copy_into(self, twin: "MyGamePosition") -> None:
        twin.phase = self.phase
        twin.active = self.active
        twin.barriers = self.barriers
        twin.bag = self.bag.copy()
        twin.beach = self.beach[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.rows = [row[:] for row in self.rows]
        twin.known = self.known.copy()

    def viewer(self, seat: int) -> int:
        """The place of a seat in ``known``."""
        return self.seats if seat == SPECTATOR else seat

    # The protocol, as far as it is data

    def game(self) -> Game:
        return self.rules

    def actor(self) -> int:
        return -1 if self.phase == phases.OVER else self.active

    def barrier(self) -> int:
        return self.barriers

    def reseed(self, seed: int) -> None:
        self.rng.seed(seed)
