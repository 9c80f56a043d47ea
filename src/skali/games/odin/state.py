"""A position of A Feast for Odin: data and ``copy()``. The rules are in the modules named after the phases and actions.

All small numbers lie in one row: the holdings of four seats by item, then what belongs to nobody (see items.py). Boards are rows
of bits in three layers: covered; green (in houses orange); red in houses. What lies where is a sorted list of placements. While
several seats are asked at the same time, each has a part, a position of its own (together.py).
"""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from skali.core.bits import mix
from skali.core.frames import Frames
from skali.core.moves import Moves
from skali.core.protocol import WAITING, Event, Game, Prompt, ScoreLine, State
from skali.core.rng import Rng
from skali.games.odin import decisions, faults, hidden, rounds, saved, scoring, together, view
from skali.games.odin.components import Tables
from skali.games.odin.items import STRIDE
from skali.games.odin.phases import IN_HAND, IN_PLAY, KEY_FREE, OVER, SETUP


class OdinState(State):
    def __init__(self, game: Game, tables: Tables, seats: i64, short: bool, choose: bool, decks: str, rng: Rng) -> None:
        self.rules = game
        self.tables = tables
        self.seats: i64 = seats
        self.short = short
        self.choose = choose
        self.decks = decks
        self.rng = rng
        self.raised: i64 = 0
        self.phase: i64 = SETUP
        self.round: i64 = 1
        self.queue: i64 = 0
        """How many steps of the phase are done."""
        self.starter: i64 = 0
        self.active: i64 = 0
        """The seat that decides, or whose affairs are going on."""
        self.last_placer: i64 = -1
        self.turned: i64 = 0
        """The exploration boards that show their back, as bits."""
        self.strip_pile: i64 = 0
        self.imitation: i64 = 0
        """The columns with an imitation space, as bits."""
        # The action that is going on
        self.space: i64 = -1
        self.means: i64 = 0
        self.stands_on: i64 = -1
        """Where its Vikings stand: the space, or the imitation space."""
        self.pending = False
        """The space is chosen, its action has not begun (OD-043)."""
        self.used = False
        self.yielding = False
        """What is gained now is the action's own yield (OD-227)."""
        self.card_before = False
        self.wood_received: i64 = 0
        self.ore_before: i64 = 0
        """Ore in the supply when the space was chosen (OD-273)."""
        self.kinds_taken: i64 = 0
        # The feast that is going on
        self.feast_left: i64 = 0
        self.feast_orange: i64 = 0
        self.feast_red: i64 = 0
        self.feast_lying: i64 = 0
        self.feast_key: i64 = 0
        # The window that is going on
        self.key_class: i64 = KEY_FREE
        self.key_number: i64 = 0
        self.key_board: i64 = 0
        self.key_anchor: i64 = 0
        self.key_shape: i64 = 0
        self.seen: i64 = 0
        """Exchanges and ships that could be had when the space was chosen (OD-261)."""
        self.ore_offers: i64 = 0
        self.offer_count: i64 = 0
        self.frames = Frames()
        self.h: vec[i16] = vec[i16]()
        self.rows: vec[i16] = vec[i16]()
        self.cards: vec[u8] = vec[u8]()
        self.placed: vec[i32] = vec[i32]()
        """Board, anchor, piece and turn of everything placed, in rising order."""
        # Several seats at the same time
        self.block: i64 = 0
        """What they are asked: a window, or the feast."""
        self.parts: list[OdinState] = []
        """The positions in which they decide, in turn order; empty if nobody else is asked."""
        self.apart = False
        """This is such a position."""
        self.answered: vec[i32] = vec[i32]()
        """What its seat has answered so far."""

    def copy(self) -> OdinState:
        twin = OdinState(self.rules, self.tables, self.seats, self.short, self.choose, self.decks, self.rng.copy())
        twin.raised = self.raised
        twin.phase = self.phase
        twin.round = self.round
        twin.queue = self.queue
        twin.starter = self.starter
        twin.active = self.active
        twin.last_placer = self.last_placer
        twin.turned = self.turned
        twin.strip_pile = self.strip_pile
        twin.imitation = self.imitation
        twin.space = self.space
        twin.means = self.means
        twin.stands_on = self.stands_on
        twin.pending = self.pending
        twin.used = self.used
        twin.yielding = self.yielding
        twin.card_before = self.card_before
        twin.wood_received = self.wood_received
        twin.ore_before = self.ore_before
        twin.kinds_taken = self.kinds_taken
        twin.feast_left = self.feast_left
        twin.feast_orange = self.feast_orange
        twin.feast_red = self.feast_red
        twin.feast_lying = self.feast_lying
        twin.feast_key = self.feast_key
        twin.key_class = self.key_class
        twin.key_number = self.key_number
        twin.key_board = self.key_board
        twin.key_anchor = self.key_anchor
        twin.key_shape = self.key_shape
        twin.seen = self.seen
        twin.ore_offers = self.ore_offers
        twin.offer_count = self.offer_count
        twin.frames = self.frames.copy()
        twin.h = self.h[:]
        twin.rows = self.rows[:]
        twin.cards = self.cards[:]
        twin.placed = self.placed[:]
        twin.block = self.block
        twin.apart = self.apart
        if self.apart:
            twin.answered = self.answered[:]
        if self.parts:
            twin.parts = [part.copy() for part in self.parts]
        return twin

    # Small questions

    def get(self, seat: i64, item: i64) -> i64:
        return i64(self.h[seat * STRIDE + item])

    def put(self, seat: i64, item: i64, value: i64) -> None:
        self.h[seat * STRIDE + item] = i16(value)

    def add(self, seat: i64, item: i64, count: i64) -> None:
        at = seat * STRIDE + item
        self.h[at] = i16(i64(self.h[at]) + count)

    def has_card(self, seat: i64, card: i64) -> bool:
        """The occupation lies in front of the seat."""
        return card >= 0 and i64(self.cards[card]) == IN_PLAY + seat

    def hook(self, seat: i64, hook: i64) -> bool:
        """A played occupation changes this rule for the seat."""
        return self.has_card(seat, i64(self.tables.effects.hook_card[hook]))

    def holds(self, seat: i64, card: i64) -> bool:
        return i64(self.cards[card]) == IN_HAND + seat

    def rounds(self) -> i64:
        return self.tables.rounds[1] if self.short else self.tables.rounds[0]

    def vikings(self) -> i64:
        """Usable Vikings, and spaces of the Banquet Table without Vikings, in this round (OD-027, OD-062)."""
        return (6 if self.short else 5) + self.round

    # Decisions

    def game(self) -> Game:
        return self.rules

    def actor(self) -> i64:
        if self.phase == OVER:
            return -1
        return self.parts[0].active if self.parts else self.active

    def to_act(self) -> list[int]:
        if self.parts:
            return [int(part.active) for part in self.parts]
        return [] if self.phase == OVER else [int(self.active)]

    def side(self, seat: i64) -> OdinState:
        """The position as the seat has it: its part, if it is asked together with others."""
        for part in self.parts:
            if part.active == seat:
                return part
        return self

    def prompt(self, seat: i64) -> Prompt:
        if self.parts and seat not in self.to_act():
            return WAITING
        return view.prompt(self.side(seat), seat)

    def fill_legal(self, seat: i64, out: Moves) -> None:
        decisions.fill(self.side(seat), out, False)

    def search_moves(self, seat: i64, out: Moves) -> None:
        decisions.fill(self.side(seat), out, True)

    def fault(self, seat: i64, move: i64) -> i64:
        return faults.fault(self.side(seat), move)

    def advance(self, seat: i64, move: i64, events: list[Event] | None = None) -> None:
        if self.parts:
            together.answer(self, seat, move, events)
        else:
            decisions.play(self, move, events)
            rounds.go_on(self, events)

    def barrier(self) -> i64:
        return self.raised

    # Knowledge

    def view(self, seat: i64) -> dict[str, Any]:
        return view.view(self.side(seat), seat, self.to_act())

    def determinize(self, seat: i64, seed: int) -> OdinState:
        return hidden.determinize(self, seat, seed)

    def key(self, seat: i64) -> i64:
        key = self.side(seat).own_key(seat)
        for part in self.parts:
            key = mix(key, part.active + 1)
        return key

    def own_key(self, seat: i64) -> i64:
        key = mix(mix(self.phase * 64 + self.round, 0), self.active + 8 * self.starter)
        key = mix(key, self.queue + 1024 * self.turned)
        key = mix(key, self.strip_pile + 256 * self.imitation)
        key = mix(key, self.space + 2 + 128 * self.means + 1024 * self.feast_left)
        key = mix(key, self.feast_orange + 64 * self.feast_red)
        h = self.h
        for at in range(i64(0), len(h) - 3, 4):
            packed = i64(h[at]) + 64 * i64(h[at + 1]) + 4096 * i64(h[at + 2]) + 262144 * i64(h[at + 3])
            if packed:
                key = mix(key, packed + 268435456 * at)
        placed = self.placed
        for at in range(len(placed)):
            key = mix(key, i64(placed[at]))
        cards = self.cards
        for card in range(len(cards)):
            place = i64(cards[card])
            if place >= IN_PLAY or (place >= IN_HAND and place == IN_HAND + seat):
                key = mix(key, card * 16 + place)
        for depth in range(self.frames.depth * 4):
            key = mix(key, i64(self.frames.data[depth]) + 7)
        return key

    # Result

    def score(self, seat: i64) -> i64:
        return scoring.score(self.side(seat), seat)

    def score_sheet(self, seat: i64, viewer: i64) -> list[ScoreLine]:
        return scoring.score_sheet(self.side(seat) if viewer == seat else self, seat)

    def ranking(self) -> list[int]:
        return scoring.ranking(self)

    # Data

    def reseed(self, seed: int) -> None:
        self.rng.seed(seed)

    def to_dict(self) -> dict[str, Any]:
        return saved.to_dict(self)
