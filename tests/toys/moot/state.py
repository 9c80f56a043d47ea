"""A position of Moot. Offered cards stay in the hand until all offers are made; then they are laid aside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skali.core import SPECTATOR, Bag, Decision, Event, Game, Known, Moves, Options, Prompt, Rng, ScoreLine, State
from skali.core.bits import mix
from skali.core.hidden import redeal
from skali.core.protocol import DECISION_FAULT, all_but, only

if TYPE_CHECKING:
    from tests.toys.moot.game import Moot

CARDS = ["ash", "birch", "elm", "oak"]
KINDS = len(CARDS)
OAK = 3
HAND = 4
MOST_CARDS = 2  # in an offer
MOST_SEATS = 3

OMEN, OFFER, GIFT, SHOW, OVER = range(5)
PHASES = ["omen", "offer", "gift", "show", "over"]

MO_006_OWN_CARDS, MO_007_ONE_OR_TWO, MO_009_GIFT, MO_010_SHOW, MO_014_IN_ITS_TIME = 6, 7, 9, 10, 14
MO_D2_RISING = DECISION_FAULT + 2

M_OMEN, M_SUBMIT, M_OFFER, M_SHOW, M_GIVE = 0, 1, 2, 2 + KINDS, 2 + 2 * KINDS
PHASE_OF_MOVE = [OMEN, OFFER, *[OFFER] * KINDS, *[SHOW] * KINDS, *[GIFT] * KINDS * MOST_SEATS]


class InItsTime(Decision["MootState"]):
    """What the four decisions share: a move belongs to one phase; what has no fault may be played."""

    phase = OMEN

    def fill(self, position: MootState, seat: int, out: Moves) -> None:
        for move in range(position.rules.moves.size):
            if not position.fault(seat, move):
                out.add(move)

    def fault(self, position: MootState, seat: int, move: int) -> int:
        return MO_014_IN_ITS_TIME if PHASE_OF_MOVE[move] != self.phase else self.own_fault(position, seat, move)

    def own_fault(self, position: MootState, seat: int, move: int) -> int:
        return 0

    def prompt(self, position: MootState, seat: int) -> Prompt:
        return Prompt(PHASES[self.phase], f"MO-D{self.phase + 1}", self.data(position, seat))

    def data(self, position: MootState, seat: int) -> dict[str, Any]:
        return {}


class DrawOmen(InItsTime):
    """MO-004."""

    def play(self, position: MootState, seat: int, move: int, events: list[Event] | None) -> None:
        position.draw_omen(seat, [] if events is None else events)

    def data(self, position: MootState, seat: int) -> dict[str, Any]:
        return {"round": position.round}


class MakeOffer(InItsTime):
    """MO-006, MO-007."""

    phase = OFFER

    def own_fault(self, position: MootState, seat: int, move: int) -> int:
        return position.offer_fault(seat, move)

    def play(self, position: MootState, seat: int, move: int, events: list[Event] | None) -> None:
        position.add_or_submit(seat, move, [] if events is None else events)

    def data(self, position: MootState, seat: int) -> dict[str, Any]:
        return {"prize": CARDS[position.omen], "count": len(position.offers[seat])}


class GiveCard(InItsTime):
    """MO-009."""

    phase = GIFT

    def own_fault(self, position: MootState, seat: int, move: int) -> int:
        card, to = divmod(move - M_GIVE, MOST_SEATS)
        return 0 if position.hands[seat][card] and to != seat and to < position.seats else MO_009_GIFT

    def play(self, position: MootState, seat: int, move: int, events: list[Event] | None) -> None:
        position.give(seat, *divmod(move - M_GIVE, MOST_SEATS), [] if events is None else events)


class ShowCard(InItsTime):
    """MO-010."""

    phase = SHOW

    def own_fault(self, position: MootState, seat: int, move: int) -> int:
        return 0 if position.hands[seat][move - M_SHOW] else MO_010_SHOW

    def play(self, position: MootState, seat: int, move: int, events: list[Event] | None) -> None:
        position.show(seat, move - M_SHOW, [] if events is None else events)


DECISIONS: list[Decision[Any]] = [DrawOmen(), MakeOffer(), GiveCard(), ShowCard()]


class MootState(State):
    def __init__(self, game: Moot, seats: int, options: Options, seed: int) -> None:
        self.rules = game
        self.seats = seats
        self.options: Any = options
        self.rng = Rng(seed)
        self.bag = Bag(game.counts)
        self.hands = [[0] * KINDS for _ in range(seats)]
        self.aside = [0] * KINDS
        self.offers: list[list[int]] = [[] for _ in range(seats)]
        self.submitted = [False] * seats
        self.known = Known(seats + 1, seats, KINDS)
        self.points = [0] * seats
        self.phase = OMEN
        self.round = 1
        self.starter = 0
        self.omen = -1
        self.winner = -1
        self.lowest = -1
        self.raised = 0

    # Decisions

    def game(self) -> Game:
        return self.rules

    def to_act(self) -> list[int]:
        if self.phase == OFFER:
            return [seat for seat in range(self.seats) if not self.submitted[seat]]
        return [] if self.phase == OVER else [(self.starter, -1, self.winner, self.lowest)[self.phase]]

    def actor(self) -> int:
        awaited = self.to_act()
        return awaited[0] if awaited else -1

    def decision(self, seat: int) -> Decision[Any]:
        return DECISIONS[self.phase]

    def offer_fault(self, seat: int, move: int) -> int:
        offer = self.offers[seat]
        if move == M_SUBMIT:
            return 0 if offer else MO_007_ONE_OR_TWO
        card = move - M_OFFER
        if len(offer) == MOST_CARDS:
            return MO_007_ONE_OR_TWO
        if self.hands[seat][card] <= offer.count(card):
            return MO_006_OWN_CARDS
        if offer and card < offer[-1]:
            return MO_D2_RISING
        return 0

    def advance(self, seat: int, move: int, events: list[Event] | None = None) -> None:
        super().advance(seat, move, events)
        while self.is_forced(seat):
            super().advance(self.actor(), self.legal_moves(self.actor())[0], events)

    def is_forced(self, asked: int) -> bool:
        """Whether the next decision has one answer and is taken without asking. An omen waits if others can still undo."""
        if self.phase == OMEN:
            return self.starter == asked
        return self.phase in (GIFT, SHOW) and len(self.legal_moves(self.actor())) == 1

    def deal(self) -> None:
        for seat in range(self.seats):
            for _ in range(HAND):
                self.hands[seat][self.bag.draw(self.rng)] += 1

    def draw_omen(self, seat: int, events: list[Event]) -> None:
        self.omen = int(self.bag.draw(self.rng))
        self.raised += 1
        self.phase = OFFER
        events.append(Event("omen", {"seat": seat, "card": CARDS[self.omen]}, rule="MO-004"))

    def add_or_submit(self, seat: int, move: int, events: list[Event]) -> None:
        if move != M_SUBMIT:
            card = move - M_OFFER
            self.offers[seat].append(card)
            events.append(Event("added", {"card": CARDS[card]}, audience=only(seat)))
            return
        self.submitted[seat] = True
        self.raised += 1
        events.append(Event("submitted", {"seat": seat}))
        if all(self.submitted):
            self.reveal(events)

    def reveal(self, events: list[Event]) -> None:
        """MO-008."""
        worth = [sum(card + 1 for card in offer) for offer in self.offers]
        for seat, offer in enumerate(self.offers):
            events.append(Event("revealed", {"seat": seat, "cards": [CARDS[card] for card in offer]}))
            for card in offer:
                self.hands[seat][card] -= 1
                self.aside[card] += 1
                self.known.shown_leaving(seat, card)
        self.offers = [[] for _ in range(self.seats)]
        self.submitted = [False] * self.seats
        self.lowest = worth.index(min(worth))
        self.winner = worth.index(max(worth)) if worth.count(max(worth)) == 1 else -1
        if self.winner >= 0:
            self.points[self.winner] += self.omen + 1
            events.append(Event("won", {"seat": self.winner, "points": self.omen + 1}, rule="MO-008"))
        else:
            events.append(Event("tied", {}, rule="MO-008"))
        self.aside[self.omen] += 1
        self.omen = -1
        self.phase = GIFT if self.winner >= 0 else SHOW

    def give(self, seat: int, card: int, to: int, events: list[Event]) -> None:
        self.hands[seat][card] -= 1
        self.hands[to][card] += 1
        self.learn_of_gift(seat, card, to)
        self.raised += 1
        self.phase = SHOW
        both = only(seat) | only(to)
        events.append(Event("gave_card", {"seat": seat, "to": to, "card": CARDS[card]}, audience=both, rule="MO-009"))
        events.append(Event("gave", {"seat": seat, "to": to}, audience=~both, rule="MO-009"))

    def learn_of_gift(self, seat: int, card: int, to: int) -> None:
        for viewer in range(self.seats + 1):
            if viewer == seat:
                self.known.learn(seat, to, card)
            elif viewer != to:
                self.known.unseen_leaving(viewer, seat)
            elif self.known.count(to, seat, card):
                counts = self.known.to_list()
                counts[(to * self.seats + seat) * KINDS + card] -= 1
                self.known.load(counts)

    def show(self, seat: int, card: int, events: list[Event]) -> None:
        for viewer in range(self.seats + 1):
            if not self.known.count(viewer, seat, card):
                self.known.learn(viewer, seat, card)
        self.raised += 1
        events.append(Event("showed", {"seat": seat, "card": CARDS[card]}, rule="MO-010"))
        self.end_round(events)

    def end_round(self, events: list[Event]) -> None:
        """MO-011, MO-012."""
        wanted = [HAND - sum(hand) for hand in self.hands]
        if self.round == self.options.rounds or sum(wanted) >= self.bag.total:
            self.phase = OVER
            events.append(Event("over", {}, rule="MO-012"))
            return
        for seat, count in enumerate(wanted):
            self.refill(seat, count, events)
        self.round += 1
        self.starter = (self.starter + 1) % self.seats
        self.phase = OMEN

    def refill(self, seat: int, count: int, events: list[Event]) -> None:
        if count == 0:
            return
        drawn = sorted(int(self.bag.draw(self.rng)) for _ in range(count))
        for card in drawn:
            self.hands[seat][card] += 1
        self.raised += 1
        events.append(Event("drew_cards", {"cards": [CARDS[card] for card in drawn]}, audience=only(seat)))
        events.append(Event("drew", {"seat": seat, "count": count}, audience=all_but(seat)))

    def barrier(self) -> int:
        return self.raised

    # Knowledge

    def view(self, seat: int) -> dict[str, Any]:
        viewer = self.viewer(seat)
        view: dict[str, Any] = {
            "seats": self.seats,
            "phase": PHASES[self.phase],
            "round": self.round,
            "starter": self.starter,
            "omen": CARDS[self.omen] if self.omen >= 0 else "",
            "points": self.points[:],
            "aside": self.aside[:],
            "bag": int(self.bag.total),
            "hands": [sum(hand) for hand in self.hands],
            "known": [self.known.seen(viewer, place) for place in range(self.seats)],
            "awaiting": self.to_act(),
        }
        if seat != SPECTATOR:
            view["hand"] = self.hands[seat][:]
            view["offer"] = self.offers[seat][:]
        if self.phase == OVER:
            view["shown"] = [hand[:] for hand in self.hands]
        return view

    def viewer(self, seat: int) -> int:
        return self.seats if seat == SPECTATOR else seat

    def determinize(self, seat: int, seed: int) -> State:
        sample = self.copy()
        assert isinstance(sample, MootState)
        sample.reseed(seed)
        if self.phase != OVER:
            sample.redeal_others(seat)
            sample.forget_what_others_know(seat)
            sample.guess_offers(seat)
        return sample

    def redeal_others(self, seat: int) -> None:
        """Deals the bag and the other hands anew; nobody's hand is without what the seat knows to be in it."""
        others = [place for place in range(self.seats) if place != seat]
        for place in others:
            for card, count in enumerate(self.hands[place]):
                self.bag.add(card, count)
        sizes = [sum(self.hands[place]) for place in others]
        known = [self.known.seen(self.viewer(seat), place) for place in others]
        for place, hand in zip(others, redeal(self.bag, sizes, known, self.rng)):
            self.hands[place] = hand.to_list()

    def forget_what_others_know(self, seat: int) -> None:
        """What only two saw is not the seat's to know, except as one of the two: the others know what all know."""
        size = self.seats * KINDS
        counts = self.known.to_list()
        for viewer in range(self.seats):
            if viewer != seat:
                counts[viewer * size : (viewer + 1) * size] = counts[self.seats * size :]
        self.known.load(counts)

    def guess_offers(self, seat: int) -> None:
        """Made offers are guessed, unfinished ones begun anew."""
        for place in range(self.seats):
            if place != seat:
                self.offers[place] = self.some_offer(place) if self.submitted[place] else []

    def some_offer(self, place: int) -> list[int]:
        hand = Bag(self.hands[place])
        return sorted(int(hand.draw(self.rng)) for _ in range(1 + int(self.rng.below(MOST_CARDS))))

    def key(self, seat: int) -> int:
        key = 1
        for fact in self.facts(seat):
            key = int(mix(key, fact))
        return key

    def facts(self, seat: int) -> list[int]:
        """All that the seat may know, as numbers."""
        facts = [self.phase, self.round, self.starter, self.omen + 1, self.winner + 1, self.lowest + 1, *self.points]
        facts += [int(done) for done in self.submitted] + self.aside + [sum(hand) for hand in self.hands]
        for place in range(self.seats):
            facts += self.known.seen(self.viewer(seat), place)
        if seat != SPECTATOR:
            facts += self.hands[seat] + [len(self.offers[seat]), *self.offers[seat]]
        if self.phase == OVER:
            facts += [count for hand in self.hands for count in hand]
        return facts

    # Result

    def score(self, seat: int) -> int:
        return self.points[seat] + self.hoarded(seat)

    def hoarded(self, seat: int) -> int:
        return self.hands[seat][OAK] if self.options.hoard and self.phase == OVER else 0

    def score_sheet(self, seat: int, viewer: int) -> list[ScoreLine]:
        lines = [ScoreLine("prizes", self.points[seat], "MO-008")]
        if self.options.hoard and (self.phase == OVER or viewer == seat):
            count = self.hands[seat][OAK]
            lines.append(ScoreLine("hoard", count, "MO-013", {"count": count}, summed=self.phase == OVER))
        return lines

    def ranking(self) -> list[int]:
        scores = [self.score(seat) for seat in range(self.seats)]
        return [1 + sum(other > score for other in scores) for score in scores]

    # Data

    def copy(self) -> State:
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.rng = self.rng.copy()
        twin.bag = self.bag.copy()
        twin.known = self.known.copy()
        twin.hands = [hand[:] for hand in self.hands]
        twin.offers = [offer[:] for offer in self.offers]
        twin.aside = self.aside[:]
        twin.submitted = self.submitted[:]
        twin.points = self.points[:]
        return twin

    def reseed(self, seed: int) -> None:
        self.rng.seed(seed)

    def to_dict(self) -> dict[str, Any]:
        return {
            "seats": self.seats,
            "options": self.options.to_texts(),
            "rng": self.rng.to_list(),
            "bag": self.bag.to_list(),
            "known": self.known.to_list(),
            "hands": [hand[:] for hand in self.hands],
            "offers": [offer[:] for offer in self.offers],
            "submitted": [int(done) for done in self.submitted],
            **{name: getattr(self, name)[:] for name in ("aside", "points")},
            **{name: getattr(self, name) for name in NUMBERS},
        }

    def restore(self, data: dict[str, Any]) -> None:
        self.rng.load(data["rng"])
        self.bag = Bag(whole(data["bag"], KINDS))
        self.known.load(data["known"])
        self.hands = [whole(data["hands"][seat], KINDS) for seat in range(self.seats)]
        self.offers = [whole(data["offers"][seat]) for seat in range(self.seats)]
        self.submitted = [bool(done) for done in whole(data["submitted"], self.seats)]
        self.aside = whole(data["aside"], KINDS)
        self.points = whole(data["points"], self.seats)
        for name in NUMBERS:
            setattr(self, name, whole([data[name]])[0])
        held = [sum(each) for each in zip(self.bag.to_list(), self.aside, *self.hands)]
        if self.omen >= 0:
            held[self.omen] += 1
        if held != self.rules.counts:
            raise ValueError(f"there are {held} cards, not {self.rules.counts}")


NUMBERS = ("phase", "round", "starter", "omen", "winner", "lowest", "raised")


def whole(numbers: list[int], length: int = -1) -> list[int]:
    """A copy of a list of whole numbers, of a certain length."""
    if not all(type(number) is int for number in numbers) or (length >= 0 and len(numbers) != length):
        raise ValueError(f"{numbers!r} are not {length} whole numbers")
    return list(numbers)
