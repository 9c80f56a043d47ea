"""A position of Graenaland: data and nothing else. The rules are in the modules that are named after what they hold.

Territories are numbered in canonical order. ``cards`` and ``land`` hold counts at the offsets that cards.py and land.py name;
hands are kept a second time as packed words, because payments ask for them all the time.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from skali.core.bits import bit, lowest, members_of
from skali.core.hidden import Known
from skali.core.protocol import Game, State
from skali.core.rng import Rng
from skali.games.graenaland import phases
from skali.games.graenaland.components import Agreement

NOBODY: Final = -1


class GraenalandPosition(State):
    def __init__(self, game: Game, agreed: Agreement, rng: Rng, known: Known) -> None:
        self.rules = game
        self.agreed = agreed
        self.rng = rng
        self.known = known
        """What each seat, and the spectators last, have seen of each hand."""
        self.phase: i64 = phases.START_PLACE
        self.turn: i64 = 0
        self.first: i64 = 0
        self.leader: i64 = 0
        self.active: i64 = 0
        """Who decides, where one seat does."""
        self.barriers: i64 = 0
        self.mark: i64 = 0
        """The barrier before the move that is being played."""
        # Decisions of several seats at once
        self.asked: i64 = 0
        self.answered: i64 = 0
        self.answers: i64 = 0
        """What the seats have answered, packed by the decision that asked them."""
        # Free start
        self.placements: i64 = 0
        self.arrivals: i64 = 0
        # Distribution
        self.proposer: i64 = NOBODY
        self.emptied: i64 = 0
        self.site: i64 = -1
        """The territory of the proposal, project, joint work or crowd."""
        self.card_kind: i64 = 0
        self.cards_left: i64 = 0
        self.floor: i64 = 0
        """The first receiver, or the first pledge, that is still open in its order."""
        # Building
        self.builder: i64 = NOBODY
        self.mode: i64 = phases.LEADING
        self.trial: bool = False
        """A plan that is being tried, or carried out: the menu decides nothing by itself."""
        self.supply_taken: bool = False
        self.joint_used: bool = False
        self.uses_made: i64 = 0
        self.project: i64 = -1
        self.unit: i64 = 0
        self.work: i64 = 0
        self.price: i64 = 0
        """What is to be paid; in a joint work, what is still open."""
        self.gifts: i64 = 0
        self.pay_kind: i64 = 0
        # Supply and end
        self.supply_deck: i64 = 0
        self.display: i64 = 0
        self.supply_discard: i64 = 0
        self.winner: i64 = NOBODY
        self.final_left: i64 = 0
        self.planning: i64 = 0
        self.kept_cards: i64 = 0
        """Five bits a seat: the number of the kept victory card + 1."""
        self.revealed: i64 = 0
        self.cards: vec[u8] = vec[u8]()
        self.land: vec[u8] = vec[u8]()
        self.hands: vec[i64] = vec[i64]()
        """Packed hands: eight bits a face, then the number of resource cards."""
        self.supplies: vec[i64] = vec[i64]()
        self.pledged_supplies: vec[i64] = vec[i64]()
        self.dealt: vec[i64] = vec[i64]()
        self.payments: vec[i64] = vec[i64]()
        """The payments that agree with what has been answered so far."""
        self.plan: vec[i16] = vec[i16]()

    def copy_into(self, twin: GraenalandPosition) -> None:
        twin.phase = self.phase
        twin.turn = self.turn
        twin.first = self.first
        twin.leader = self.leader
        twin.active = self.active
        twin.barriers = self.barriers
        twin.mark = self.mark
        twin.asked = self.asked
        twin.answered = self.answered
        twin.answers = self.answers
        twin.placements = self.placements
        twin.arrivals = self.arrivals
        twin.proposer = self.proposer
        twin.emptied = self.emptied
        twin.site = self.site
        twin.card_kind = self.card_kind
        twin.cards_left = self.cards_left
        twin.floor = self.floor
        twin.builder = self.builder
        twin.mode = self.mode
        twin.trial = self.trial
        twin.supply_taken = self.supply_taken
        twin.joint_used = self.joint_used
        twin.uses_made = self.uses_made
        twin.project = self.project
        twin.unit = self.unit
        twin.work = self.work
        twin.price = self.price
        twin.gifts = self.gifts
        twin.pay_kind = self.pay_kind
        twin.supply_deck = self.supply_deck
        twin.display = self.display
        twin.supply_discard = self.supply_discard
        twin.winner = self.winner
        twin.final_left = self.final_left
        twin.planning = self.planning
        twin.kept_cards = self.kept_cards
        twin.revealed = self.revealed
        twin.cards = self.cards[:]
        twin.land = self.land[:]
        twin.hands = self.hands[:]
        twin.supplies = self.supplies[:]
        twin.pledged_supplies = self.pledged_supplies[:]
        twin.dealt = self.dealt[:]
        twin.payments = self.payments[:]
        twin.plan = self.plan[:]

    @abstractmethod
    def copy(self) -> GraenalandPosition:
        """A position that shares nothing that can change."""

    # Small questions and steps

    def kept(self, seat: i64) -> i64:
        """The victory card that a seat has kept, -1 if none."""
        return ((self.kept_cards >> (5 * seat)) & 31) - 1

    def keep(self, seat: i64, card: i64) -> None:
        self.kept_cards &= ~(31 * bit(5 * seat))
        self.kept_cards |= (card + 1) << (5 * seat)

    def territory(self, site: i64) -> str:
        return self.agreed.island.names[site]

    def ask_simultaneously(self, phase: i64, seats: i64) -> None:
        """Asks several seats at once; nothing shows before the last answer."""
        self.phase = phase
        self.asked = seats
        self.answered = self.answers = 0

    def answer(self, seat: i64, then: i64) -> None:
        """Notes a final answer of one of several seats; after the last one the game goes on to a phase."""
        self.answered |= bit(seat)
        self.barriers += 1
        if self.answered == self.asked:
            self.phase = then

    # The protocol, as far as it is data

    def game(self) -> Game:
        return self.rules

    def actor(self) -> i64:
        if self.phase == phases.OVER:
            return NOBODY
        if self.asked:
            return lowest(self.asked & ~self.answered)
        return self.active

    def to_act(self) -> list[int]:
        if self.asked:
            return members_of(self.asked & ~self.answered)
        return [] if self.phase == phases.OVER else [int(self.active)]

    def barrier(self) -> i64:
        return self.barriers

    def reseed(self, seed: int) -> None:
        self.rng.seed(seed)
