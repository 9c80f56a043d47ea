"""A position of Graenaland: data and ``copy()``. The rules are in the modules named after the phases.

Territories are numbered in canonical order. ``cards`` and ``land`` hold counts at the offsets that cards.py and land.py name;
hands are kept a second time as packed words, because payments ask for them all the time.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from skali.core.bits import lowest
from skali.core.hidden import Known
from skali.core.moves import Moves
from skali.core.protocol import Event, Game, Prompt, ScoreLine, State, Talk
from skali.core.rng import Rng
from skali.games.graenaland import (
    build,
    claims,
    distribution,
    heroes,
    hidden,
    joint,
    legality,
    saved,
    scoring,
    setup,
    talk,
    view,
)
from skali.games.graenaland.components import Agreement
from skali.games.graenaland.moves import ALLOT, KEEP_CARD
from skali.games.graenaland.phases import (
    ALLOTMENT,
    CAMP,
    CLAIMS,
    HERO_ORDERS,
    JOINT_DECISION,
    JOINT_KIND,
    LEADING,
    OVER,
    PROPOSAL,
    START_PLACE,
    VICTORY_CARD,
    VOTE,
)

NOBODY: Final = -1
NO_CARD: Final = -1


class GraenalandState(State):
    def __init__(self, game: Game, agreed: Agreement, rng: Rng, known: Known) -> None:
        self.rules = game
        self.agreed = agreed
        self.rng = rng
        self.known = known
        """What each seat, and the spectators last, have seen of each hand."""
        self.phase: i64 = START_PLACE
        self.turn: i64 = 0
        self.first: i64 = 0
        self.leader: i64 = 0
        self.active: i64 = 0
        """Who decides, where one seat does."""
        self.raised: i64 = 0
        self.mark: i64 = 0
        """The barrier before the move that is being played."""
        # Decisions of several seats at once
        self.asked: i64 = 0
        self.answered: i64 = 0
        self.answers: i64 = 0
        """Hero orders of five bits, votes of one bit or claimed points of four bits a seat."""
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
        self.mode: i64 = LEADING
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

    def copy(self) -> GraenalandState:
        twin = GraenalandState(self.rules, self.agreed, self.rng.copy(), self.known.copy())
        twin.phase = self.phase
        twin.turn = self.turn
        twin.first = self.first
        twin.leader = self.leader
        twin.active = self.active
        twin.raised = self.raised
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
        return twin

    # Small questions

    def kept(self, seat: i64) -> i64:
        """The victory card that a seat has kept, -1 if none."""
        return ((self.kept_cards >> (5 * seat)) & 31) - 1

    def keep(self, seat: i64, card: i64) -> None:
        self.kept_cards |= (card + 1) << (5 * seat)

    # The protocol

    def game(self) -> Game:
        return self.rules

    def actor(self) -> i64:
        if self.phase == OVER:
            return NOBODY
        if self.asked:
            return lowest(self.asked & ~self.answered)
        return self.active

    def to_act(self) -> list[int]:
        if self.phase == OVER:
            return []
        if self.asked:
            return claims.members(self.asked & ~self.answered)
        return [int(self.active)]

    def prompt(self, seat: i64) -> Prompt:
        return view.prompt(self, seat)

    def fill_legal(self, seat: i64, out: Moves) -> None:
        phase = self.phase
        if phase == HERO_ORDERS:
            heroes.fill(self, seat, out)
        elif phase <= CAMP:
            setup.fill(self, out)
        elif phase == VICTORY_CARD:
            build.fill_set(out, KEEP_CARD, self.dealt[seat])
        elif phase <= VOTE:
            distribution.fill(self, out)
        elif phase == CLAIMS:
            claims.fill(self, seat, out)
        elif JOINT_KIND <= phase <= JOINT_DECISION:
            joint.fill(self, out)
        else:
            build.fill(self, out)

    def fault(self, seat: i64, move: i64) -> i64:
        return legality.fault(self, seat, move)

    def advance(self, seat: i64, move: i64, events: list[Event] | None = None) -> None:
        self.mark = self.raised
        phase = self.phase
        if phase == HERO_ORDERS:
            if heroes.order(self, seat, move, events):
                distribution.begin(self, events)
        elif phase <= CAMP:
            setup.play(self, move, events)
        elif phase == VICTORY_CARD:
            claims.keep(self, seat, move - KEEP_CARD, events)
        elif phase == PROPOSAL:
            distribution.propose(self, move, events)
        elif phase == ALLOTMENT:
            distribution.allot(self, move - ALLOT, events)
        elif phase == VOTE:
            distribution.vote(self, seat, move, events)
        elif phase == CLAIMS:
            claims.play(self, seat, move, events)
        elif JOINT_KIND <= phase <= JOINT_DECISION:
            joint.play(self, move, events)
        else:
            build.play(self, move, events)

    def barrier(self) -> i64:
        return self.raised

    def view(self, seat: i64) -> dict[str, Any]:
        return view.view(self, seat)

    def remarks(self, seat: i64) -> list[int]:
        return talk.remarks(self, seat)

    def talk(self, seat: i64) -> Talk:
        told = talk.talk(self)
        return Talk(told["open"], told["rule"])

    def awaiting(self, seat: i64) -> list[int]:
        return view.awaiting(self, seat)

    def determinize(self, seat: i64, seed: int) -> State:
        return hidden.determinize(self, seat, seed)

    def key(self, seat: i64) -> i64:
        return hidden.key(self, seat)

    def score(self, seat: i64) -> i64:
        return scoring.score(self, seat)

    def score_sheet(self, seat: i64, viewer: i64) -> list[ScoreLine]:
        return scoring.score_sheet(self, seat, viewer)

    def ranking(self) -> list[int]:
        return scoring.ranking(self)

    def reseed(self, seed: int) -> None:
        self.rng.seed(seed)

    def to_dict(self) -> dict[str, Any]:
        return saved.to_dict(self)
