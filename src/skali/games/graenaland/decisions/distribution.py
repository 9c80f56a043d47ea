"""Phase 3: distribution. Proposals card by card, then a secret vote on each (GR-077 to GR-099)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from skali.core.bits import bit, full, lowest
from skali.core.moves import Moves
from skali.core.protocol import Event, Prompt
from skali.games.graenaland import cards, land, moves, phases, votes
from skali.games.graenaland.decisions import base
from skali.games.graenaland.decisions.base import GraenalandDecision, OneOfASet, OneOfTheTerritories
from skali.games.graenaland.position import NOBODY, GraenalandPosition

GR_079_WHERE: Final = 79
GR_082_TO_WHOM: Final = 82
GR_086_AFTER_SUCCESS: Final = 86
GR_088_NO_DUPLICATES: Final = 88

FACE_DOWN: Final = 5
"""Face-down cards come after the five faces."""
CARD_KINDS: Final = 6
CARD_NAMES: Final = (*moves.RESOURCES, "face_down")


def begin(position: GraenalandPosition) -> None:
    """Counts the votes; the player left of the leader has the first chance (GR-076, GR-077)."""
    votes.count(position)
    position.emptied = 0
    position.proposer = position.leader
    position.phase = phases.PROPOSAL_ENDED


def next_proposer(position: GraenalandPosition, events: list[Event] | None) -> bool:
    """Asks the next player who can propose; who cannot is passed (GR-080). False after the last one."""
    position.phase = phases.PROPOSAL
    position.site = -1
    while True:
        position.proposer = (position.proposer + 1) % position.agreed.seats
        if position.proposer == position.leader:
            position.proposer = NOBODY
            position.emptied = 0
            return False
        for site in range(position.agreed.island.count):
            if proposal_fault(position, site) == 0:
                position.active = position.proposer
                return True
        if events is not None:
            events.append(Event("passed", {"seat": int(position.proposer)}, rule="GR-080"))


# The territory


class Propose(OneOfTheTerritories):
    """Pass, or name the territory whose cards are to be shared (GR-078, GR-079)."""

    def site_fault(self, position: GraenalandPosition, seat: i64, site: i64) -> i64:
        return proposal_fault(position, site)

    def play(self, position: GraenalandPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        if move == moves.PASS:
            if events is not None:
                events.append(Event("passed", {"seat": int(seat)}, rule="GR-078"))
            position.phase = phases.PROPOSAL_ENDED
            return
        position.phase = phases.ALLOTMENT
        position.site = self.site_of(position, move)
        clear_proposal(position)
        position.card_kind = -1
        position.cards_left = 0
        allot_on(position, events)

    def prompt(self, position: GraenalandPosition, seat: i64) -> Prompt:
        return self.asks(position, "proposal", {})


def proposal_fault(position: GraenalandPosition, site: i64) -> i64:
    """The rule that a proposal for a territory breaks, 0 if none."""
    if position.emptied & bit(site):
        return GR_086_AFTER_SUCCESS
    if votes.of(position, site, position.proposer) == 0 or cards.cards_at(position, site) == 0:
        return GR_079_WHERE
    return 0


def clear_proposal(position: GraenalandPosition) -> None:
    counts = position.cards
    for at in range(i64(cards.ALLOTTED), i64(cards.ALLOTTED + 5 * CARD_KINDS)):
        counts[at] = 0


# The shares


class Allot(GraenalandDecision):
    """Who gets the next card; equal cards go round in order, so that no share is listed twice (GR-082, GR-087, GR-088)."""

    def fill(self, position: GraenalandPosition, seat: i64, out: Moves) -> None:
        steps = open_steps(position)
        while steps:
            out.add(moves.ALLOT + seat_at(position, lowest(steps)))
            steps &= steps - 1

    def answer_fault(self, position: GraenalandPosition, seat: i64, move: i64) -> i64:
        receiver = move - moves.ALLOT
        if receiver >= position.agreed.seats:
            return base.GR_001_PLAYERS
        if votes.of(position, position.site, receiver) == 0:
            return GR_082_TO_WHOM
        return GR_088_NO_DUPLICATES if step_of(position, receiver) < position.floor else 0

    def play(self, position: GraenalandPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        receiver = move - moves.ALLOT
        position.cards[cards.ALLOTTED + receiver * CARD_KINDS + position.card_kind] += 1
        position.cards_left -= 1
        position.floor = step_of(position, receiver)
        allot_on(position, events)

    def prompt(self, position: GraenalandPosition, seat: i64) -> Prompt:
        data = {"territory": position.territory(position.site), "card": CARD_NAMES[position.card_kind]}
        return self.asks(position, "allotment", data)


def step_of(position: GraenalandPosition, seat: i64) -> i64:
    """How far clockwise from the proposer a seat sits: the order of receivers (GR-087)."""
    step = seat - position.proposer
    return step if step >= 0 else step + position.agreed.seats


def seat_at(position: GraenalandPosition, step: i64) -> i64:
    """The seat so far clockwise from the proposer."""
    seat = position.proposer + step
    return seat if seat < position.agreed.seats else seat - position.agreed.seats


def open_steps(position: GraenalandPosition) -> i64:
    """Who may get the next card, by their steps: the voters from the last receiver of an equal card on (GR-082, GR-088)."""
    voters = votes.voters(position, position.site)
    steps = (voters | (voters << position.agreed.seats)) >> position.proposer
    return steps & full(position.agreed.seats) & ~full(position.floor)


def lying(position: GraenalandPosition, site: i64, kind: i64) -> i64:
    """How many cards of a face, or face down, lie beside a territory."""
    if kind == FACE_DOWN:
        return i64(position.cards[cards.DOWN_COUNT + site])
    return i64(position.cards[cards.UP + site * cards.FACES + kind])


def allot_on(position: GraenalandPosition, events: list[Event] | None) -> None:
    """Goes on to the next card that has two possible receivers (GR-087 to GR-089); then the proposal is complete."""
    while True:
        if position.cards_left == 0:
            position.card_kind += 1
            position.floor = 0
            if position.card_kind == CARD_KINDS:
                show(position, events)
                return
            position.cards_left = lying(position, position.site, position.card_kind)
            continue
        steps = open_steps(position)
        if not base.is_single(steps):
            return
        at = cards.ALLOTTED + seat_at(position, lowest(steps)) * CARD_KINDS + position.card_kind
        position.cards[at] += u8(position.cards_left)
        position.cards_left = 0


def show(position: GraenalandPosition, events: list[Event] | None) -> None:
    """The proposal is complete: shown to all and frozen (GR-084); it is voted on unless the proposer alone has votes (GR-097)."""
    position.barriers += 1
    position.card_kind = position.cards_left = position.floor = 0
    if events is not None:
        data = {"seat": int(position.proposer), "territory": position.territory(position.site)}
        events.append(Event("proposed", data, rule="GR-084"))
        for receiver, shares in enumerate(allotment(position)):
            if shares:
                events.append(Event("share", {"seat": receiver, "cards": shares}))
    voters = votes.voters(position, position.site)
    if voters != bit(position.proposer):
        position.ask_simultaneously(phases.VOTE, voters)
        return
    if events is not None:
        events.append(Event("sole_voter", {"seat": int(position.proposer)}, rule="GR-097"))
    carry_out(position, events)
    position.phase = phases.PROPOSAL_ENDED


def allotment(position: GraenalandPosition) -> list[list[str]]:
    """The cards that the proposal gives to each seat."""
    shares: list[list[str]] = []
    for seat in range(int(position.agreed.seats)):
        first = cards.ALLOTTED + seat * CARD_KINDS
        shares.append([name for at, name in enumerate(CARD_NAMES) for _ in range(int(position.cards[first + at]))])
    return shares


# The vote


class Vote(OneOfASet):
    """Accept or refuse, in secret (GR-091, GR-092)."""

    def open(self, position: GraenalandPosition, seat: i64) -> i64:
        return 3

    def play(self, position: GraenalandPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        if move == moves.ACCEPT:
            position.answers |= bit(seat)
        position.answer(seat, phases.PROPOSAL_ENDED)
        if position.answered == position.asked:
            decide(position, events)

    def prompt(self, position: GraenalandPosition, seat: i64) -> Prompt:
        """A proposer's own vote may be left to the table: it is secret, and nothing can be gained by refusing."""
        data = {
            "seat": int(position.proposer),
            "territory": position.territory(position.site),
            "needed": int(votes.total(position, position.site)) // 2 + 1,
            "yours": allotment(position)[seat] or ["nothing"],
            "votes": int(votes.of(position, position.site, seat)),
        }
        return Prompt("vote", "GR-D08", data, moves.ACCEPT if seat == position.proposer else -1)


def accepts(position: GraenalandPosition, seat: i64) -> bool:
    """Whether a seat has answered that it accepts."""
    return position.answers & bit(seat) != 0


def decide(position: GraenalandPosition, events: list[Event] | None) -> None:
    """Accepted if twice the accepting votes exceed all votes (GR-093, GR-094)."""
    for_it: i64 = 0
    for seat in range(position.agreed.seats):
        if accepts(position, seat):
            for_it += votes.of(position, position.site, seat)
    all_votes = votes.total(position, position.site)
    accepted = 2 * for_it > all_votes
    if events is not None:
        for seat in range(position.agreed.seats):
            if position.asked & bit(seat):
                kind = "voted_for" if accepts(position, seat) else "voted_against"
                weight = int(votes.of(position, position.site, seat))
                events.append(Event(kind, {"seat": int(seat), "votes": weight}, rule="GR-092"))
        data = {"territory": position.territory(position.site), "votes": int(for_it), "total": int(all_votes)}
        events.append(Event("accepted" if accepted else "refused", data, rule="GR-094"))
        if 2 * for_it == all_votes:
            events.append(Event("exactly_half", {}, rule="GR-094"))
    remember(position)
    position.asked = position.answered = position.answers = 0
    if accepted:
        carry_out(position, events)
    else:
        clear_proposal(position)


def remember(position: GraenalandPosition) -> None:
    """Counts how the others have voted on what they were offered: everybody saw it (GR-092), and may learn from it."""
    for seat in range(position.agreed.seats):
        if position.asked & bit(seat) and seat != position.proposer and is_offered(position, seat):
            at = (i64(land.AGREED) if accepts(position, seat) else i64(land.REFUSED)) + seat
            if position.land[at] < 255:
                position.land[at] += 1


def is_offered(position: GraenalandPosition, seat: i64) -> bool:
    """Whether the proposal gives a seat a card."""
    for kind in range(i64(CARD_KINDS)):
        if position.cards[cards.ALLOTTED + seat * CARD_KINDS + kind] > 0:
            return True
    return False


def carry_out(position: GraenalandPosition, events: list[Event] | None) -> None:
    """All cards go to the hands named, the oldest face-down card to the first receiver (GR-083, GR-095)."""
    site = position.site
    back = i64(position.agreed.island.terrain[site])
    counts = position.cards
    for step in range(position.agreed.seats):
        seat = seat_at(position, step)
        first = cards.ALLOTTED + seat * CARD_KINDS
        for face in range(i64(cards.FACES)):
            count = i64(counts[first + face])
            counts[cards.UP + site * cards.FACES + face] -= u8(count)
            for _card in range(count):
                cards.receive_open(position, seat, back, face)
        lifted: i64 = 0
        for _card in range(i64(counts[first + FACE_DOWN])):
            lifted += bit(8 * cards.lift_down(position, site))
        for face in range(i64(cards.FACES)):  # told in this order, which says nothing about the pile
            for _card in range((lifted >> (8 * face)) & 255):
                cards.receive_hidden(position, seat, back, face, events)
    clear_proposal(position)
    position.emptied |= bit(site)
