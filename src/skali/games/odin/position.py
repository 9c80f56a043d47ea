"""A position of A Feast for Odin: data and nothing else. The rules are in course.py, the decisions and what they share.

All small numbers lie in one row, the counts: the holdings of four seats by item, then what belongs to nobody (see items.py). Boards
are rows of bits in three layers: covered; green (in houses orange); red in houses. What lies where is a sorted list of placements.
While several seats are asked at the same time, each has a part, a position of its own (simultaneous.py).
"""

from __future__ import annotations

from abc import abstractmethod

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from skali.core.bits import WORD_BITS, bit
from skali.core.frames import Frames
from skali.core.protocol import Game, State
from skali.core.rng import Rng
from skali.games.odin import items, phases
from skali.games.odin.components import Tables


class OdinPosition(State):
    def __init__(self, game: Game, tables: Tables, seats: i64, short: bool, choose: bool, decks: str, rng: Rng) -> None:
        self.rules = game
        self.tables = tables
        self.seats: i64 = seats
        self.short = short
        self.choose = choose
        self.decks = decks
        self.rng = rng
        self.barriers: i64 = 0
        self.phase: i64 = phases.SETUP
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
        self.key_class: i64 = phases.KEY_FREE
        self.key_number: i64 = 0
        self.key_board: i64 = 0
        self.key_anchor: i64 = 0
        self.key_shape: i64 = 0
        self.seen: i64 = 0
        """Exchanges and ships that could be had when the space was chosen (OD-261)."""
        self.ore_offers: i64 = 0
        self.offer_count: i64 = 0
        self.frames = Frames()
        self.counts: vec[i16] = vec[i16]()
        self.rows: vec[i16] = vec[i16]()
        self.cards: vec[u8] = vec[u8]()
        self.awaited: vec[i64] = vec[i64]([i64(0)] * 4)
        """By seat: the triggers below 62 that its played cards have, as bits; also of cards that are spent. Copies share it."""
        self.placed: vec[i32] = vec[i32]()
        """Board, anchor, piece and turn of everything placed, in rising order."""
        # Several seats at the same time
        self.block: i64 = 0
        """What they are asked: a window, or the feast."""
        self.parts: list[OdinPosition] = []
        """The positions in which they decide, in turn order; empty if nobody else is asked."""
        self.apart = False
        """This is such a position."""
        self.answered: vec[i32] = vec[i32]()
        """What its seat has answered so far."""

    @abstractmethod
    def copy(self) -> OdinPosition:
        """A position that shares nothing that can change."""

    @abstractmethod
    def alone(self) -> OdinPosition:
        """The same without the parts."""

    def copy_into(self, twin: OdinPosition) -> None:
        twin.barriers = self.barriers
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
        twin.counts = self.counts[:]
        twin.rows = self.rows[:]
        twin.cards = self.cards[:]
        twin.awaited = self.awaited
        twin.placed = self.placed[:]
        twin.block = self.block
        twin.apart = self.apart
        if self.apart:
            twin.answered = self.answered[:]

    # Small questions

    def get(self, seat: i64, item: i64) -> i64:
        return i64(self.counts[seat * items.STRIDE + item])

    def put(self, seat: i64, item: i64, value: i64) -> None:
        self.counts[seat * items.STRIDE + item] = i16(value)

    def add(self, seat: i64, item: i64, count: i64) -> None:
        at = seat * items.STRIDE + item
        self.counts[at] = i16(i64(self.counts[at]) + count)

    def wipe(self, first: i64, end: i64) -> None:
        for at in range(first, end):
            self.counts[at] = i16(0)

    def has_card(self, seat: i64, card: i64) -> bool:
        """The occupation lies in front of the seat."""
        return card >= 0 and i64(self.cards[card]) == phases.IN_PLAY + seat

    def lay_out(self, seat: i64, card: i64) -> None:
        """The occupation comes to lie in front of the seat."""
        self.cards[card] = u8(phases.IN_PLAY + seat)
        self.awaited = self.awaited[:]
        self.awaited[seat] |= self.tables.card_triggers[card]

    def awaits(self, seat: i64, trigger: i64) -> bool:
        """A played occupation may have the trigger: most of the time none has."""
        return trigger >= WORD_BITS or self.awaited[seat] & bit(trigger) != 0

    def hook(self, seat: i64, hook: i64) -> bool:
        """A played occupation changes this rule for the seat."""
        return self.has_card(seat, i64(self.tables.effects.hook_card[hook]))

    def has_any(self, seat: i64, cards: vec[i16]) -> bool:
        return any(self.has_card(seat, i64(cards[at])) for at in range(len(cards)))

    def rounds(self) -> i64:
        return self.tables.rounds[1] if self.short else self.tables.rounds[0]

    def vikings(self) -> i64:
        """Usable Vikings, and spaces of the Banquet Table without Vikings, in this round (OD-027, OD-062)."""
        return (6 if self.short else 5) + self.round

    def seat_in_turn(self, step: i64) -> i64:
        """The seats from the start player on, clockwise (OD-026)."""
        return (self.starter + step) % self.seats

    def side(self, seat: i64) -> OdinPosition:
        """The position as the seat has it: its part, if it is asked together with others."""
        for part in self.parts:
            if part.active == seat:
                return part
        return self

    # The protocol, as far as it is data

    def game(self) -> Game:
        return self.rules

    def actor(self) -> i64:
        if self.phase == phases.OVER:
            return -1
        return self.parts[0].active if self.parts else self.active

    def to_act(self) -> list[int]:
        if self.parts:
            return [int(part.active) for part in self.parts]
        return [] if self.phase == phases.OVER else [int(self.active)]

    def barrier(self) -> i64:
        return self.barriers

    def luck(self) -> i64:
        """Dice, weapons, occupations and strips come by number; what else ends a turn or a window shows nothing new."""
        return self.rng.d

    def reseed(self, seed: int) -> None:
        self.rng.seed(seed)
