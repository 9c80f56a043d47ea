"""Phase 3: distribution. Proposals card by card, then a secret vote on each (GR-077 to GR-099)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, u8

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.graenaland import cards, claims, votes
from skali.games.graenaland.cards import ALLOTTED, DOWN_COUNT, FACES, UP
from skali.games.graenaland.moves import ACCEPT, ALLOT, PASS, PROPOSE, RESOURCES
from skali.games.graenaland.phases import ALLOTMENT, PROPOSAL, VOTE

if TYPE_CHECKING:
    from skali.games.graenaland.state import GraenalandState

GR_001_PLAYERS: Final = 1
GR_018_TILES_IN_PLAY: Final = 18
GR_079_WHERE: Final = 79
GR_082_TO_WHOM: Final = 82
GR_086_AFTER_SUCCESS: Final = 86
GR_088_NO_DUPLICATES: Final = 88

FACE_DOWN: Final = 5
"""Face-down cards come after the five faces."""
CARD_KINDS: Final = 6
CARD_NAMES: Final = (*RESOURCES, "face_down")
NOBODY: Final = -1


def begin(state: GraenalandState, events: list[Event] | None) -> None:
    """Counts the votes and gives the player left of the leader the first chance (GR-076, GR-077)."""
    votes.count(state)
    state.emptied = 0
    state.proposer = state.leader
    next_proposer(state, events)


def next_proposer(state: GraenalandState, events: list[Event] | None) -> None:
    """The next player who can propose; who cannot is passed (GR-080). After the last, the claim window."""
    state.phase = PROPOSAL
    state.site = NOBODY
    while True:
        state.proposer = (state.proposer + 1) % state.agreed.seats
        if state.proposer == state.leader:
            state.proposer = NOBODY
            state.emptied = 0
            claims.begin(state, events)
            return
        if can_propose(state):
            state.active = state.proposer
            return
        if events is not None:
            events.append(Event("passed", {"seat": int(state.proposer)}, rule="GR-080"))


def can_propose(state: GraenalandState) -> bool:
    for site in range(state.agreed.island.count):
        if votes.of(state, site, state.proposer) > 0 and cards.cards_at(state, site) > 0:
            return True
    return False


# What may be proposed


def proposal_fault(state: GraenalandState, site: i64) -> i64:
    """The rule that a proposal for a territory breaks, 0 if none."""
    if state.emptied & bit(site):
        return GR_086_AFTER_SUCCESS
    if votes.of(state, site, state.proposer) == 0 or cards.cards_at(state, site) == 0:
        return GR_079_WHERE
    return 0


def fill(state: GraenalandState, out: Moves) -> None:
    if state.phase == PROPOSAL:
        out.add(PASS)
        for site in range(state.agreed.island.count):
            if votes.of(state, site, state.proposer) > 0 and cards.cards_at(state, site) > 0:
                out.add(PROPOSE + i64(state.agreed.island.tile[site]))
    elif state.phase == ALLOTMENT:
        seats = state.agreed.seats
        for step in range(state.floor, seats):
            seat = (state.proposer + step) % seats
            if votes.of(state, state.site, seat) > 0:
                out.add(ALLOT + seat)
    else:
        out.add(ACCEPT)
        out.add(ACCEPT + 1)


def fault(state: GraenalandState, move: i64) -> i64:
    if state.phase == PROPOSAL:
        if move == PASS:
            return 0
        site = i64(state.agreed.island.position[move - PROPOSE])
        return GR_018_TILES_IN_PLAY if site < 0 else proposal_fault(state, site)
    if state.phase == ALLOTMENT:
        seat = move - ALLOT
        if seat >= state.agreed.seats:
            return GR_001_PLAYERS
        if votes.of(state, state.site, seat) == 0:
            return GR_082_TO_WHOM
        return GR_088_NO_DUPLICATES if step_of(state, seat) < state.floor else 0
    return 0


def step_of(state: GraenalandState, seat: i64) -> i64:
    """How far clockwise from the proposer a seat sits: the order of receivers (GR-087)."""
    return (seat + state.agreed.seats - state.proposer) % state.agreed.seats


# What happens


def propose(state: GraenalandState, move: i64, events: list[Event] | None) -> None:
    if move == PASS:
        if events is not None:
            events.append(Event("passed", {"seat": int(state.proposer)}, rule="GR-078"))
        next_proposer(state, events)
        return
    state.phase = ALLOTMENT
    state.site = i64(state.agreed.island.position[move - PROPOSE])
    clear_proposal(state)
    state.card_kind = -1
    state.cards_left = 0
    allot_on(state, events)


def clear_proposal(state: GraenalandState) -> None:
    for at in range(i64(ALLOTTED), i64(ALLOTTED + 5 * CARD_KINDS)):
        state.cards[at] = 0


def lying(state: GraenalandState, site: i64, kind: i64) -> i64:
    """How many cards of a face, or face down, lie beside a territory."""
    if kind == FACE_DOWN:
        return i64(state.cards[DOWN_COUNT + site])
    return i64(state.cards[UP + site * FACES + kind])


def allot(state: GraenalandState, seat: i64, events: list[Event] | None) -> None:
    """The next card goes to a receiver."""
    state.cards[ALLOTTED + seat * CARD_KINDS + state.card_kind] += 1
    state.cards_left -= 1
    state.floor = step_of(state, seat)
    allot_on(state, events)


def allot_on(state: GraenalandState, events: list[Event] | None) -> None:
    """Goes on to the next card that has two possible receivers (GR-087 to GR-089); then the proposal is complete."""
    last = last_receiver(state)
    while True:
        if state.cards_left == 0:
            state.card_kind += 1
            state.floor = 0
            if state.card_kind == CARD_KINDS:
                show(state, events)
                return
            state.cards_left = lying(state, state.site, state.card_kind)
        elif receivers_left(state, last) == 1:
            seat = (state.proposer + last) % state.agreed.seats
            state.cards[ALLOTTED + seat * CARD_KINDS + state.card_kind] += u8(state.cards_left)
            state.cards_left = 0
        else:
            return


def last_receiver(state: GraenalandState) -> i64:
    """The receiver farthest clockwise from the proposer, as a step."""
    seats = state.agreed.seats
    step = seats - 1
    while votes.of(state, state.site, (state.proposer + step) % seats) == 0:
        step -= 1
    return step


def receivers_left(state: GraenalandState, last: i64) -> i64:
    """How many receivers are open to the next card."""
    count: i64 = 0
    for step in range(state.floor, last + 1):
        if votes.of(state, state.site, (state.proposer + step) % state.agreed.seats) > 0:
            count += 1
    return count


def show(state: GraenalandState, events: list[Event] | None) -> None:
    """The proposal is complete: shown to all and frozen (GR-084); it is voted on unless the proposer alone has votes (GR-097)."""
    state.raised += 1
    state.card_kind = state.cards_left = state.floor = 0
    if events is not None:
        names = state.agreed.island.names
        data = {"seat": int(state.proposer), "territory": names[state.site]}
        events.append(Event("proposed", data, rule="GR-084"))
        for receiver, shares in enumerate(allotment(state)):
            if shares:
                events.append(Event("share", {"seat": receiver, "cards": shares}))
    voters = votes.voters(state, state.site)
    if voters == bit(state.proposer):
        if events is not None:
            events.append(Event("sole_voter", {"seat": int(state.proposer)}, rule="GR-097"))
        carry_out(state, events)
        next_proposer(state, events)
        return
    state.phase = VOTE
    state.asked = voters
    state.answered = 0
    state.answers = 0


def allotment(state: GraenalandState) -> list[list[str]]:
    """The cards that the proposal gives to each seat."""
    shares: list[list[str]] = []
    for seat in range(int(state.agreed.seats)):
        base = ALLOTTED + seat * CARD_KINDS
        shares.append([name for at, name in enumerate(CARD_NAMES) for _ in range(int(state.cards[base + at]))])
    return shares


def vote(state: GraenalandState, seat: i64, move: i64, events: list[Event] | None) -> None:
    """Writes an answer down; the last one reveals them all (GR-092)."""
    if move == ACCEPT:
        state.answers |= bit(seat)
    state.answered |= bit(seat)
    state.raised += 1
    if state.answered == state.asked:
        decide(state, events)


def decide(state: GraenalandState, events: list[Event] | None) -> None:
    """Accepted if twice the accepting votes exceed all votes (GR-093, GR-094)."""
    for_it: i64 = 0
    for seat in range(state.agreed.seats):
        if state.answers & bit(seat):
            for_it += votes.of(state, state.site, seat)
    all_votes = votes.total(state, state.site)
    accepted = 2 * for_it > all_votes
    if events is not None:
        for seat in range(int(state.agreed.seats)):
            if state.asked & bit(seat):
                kind = "voted_for" if state.answers & bit(seat) else "voted_against"
                weight = int(votes.of(state, state.site, seat))
                events.append(Event(kind, {"seat": seat, "votes": weight}, rule="GR-092"))
        data = {"territory": state.agreed.island.names[state.site], "votes": int(for_it), "total": int(all_votes)}
        events.append(Event("accepted" if accepted else "refused", data, rule="GR-094"))
    state.asked = state.answered = state.answers = 0
    if accepted:
        carry_out(state, events)
    else:
        clear_proposal(state)
    next_proposer(state, events)


def carry_out(state: GraenalandState, events: list[Event] | None) -> None:
    """All cards go to the hands named, the oldest face-down card to the first receiver (GR-083, GR-095)."""
    site = state.site
    back = i64(state.agreed.island.terrain[site])
    seats = state.agreed.seats
    for step in range(seats):
        seat = (state.proposer + step) % seats
        base = ALLOTTED + seat * CARD_KINDS
        for face in range(i64(FACES)):
            count = i64(state.cards[base + face])
            if count:
                state.cards[UP + site * FACES + face] -= u8(count)
                for _ in range(count):
                    cards.receive_open(state, seat, back, face)
        lifted: i64 = 0
        for _ in range(i64(state.cards[base + FACE_DOWN])):
            lifted += bit(8 * cards.lift_down(state, site))
        for face in range(i64(FACES)):  # told in this order, which says nothing about the pile
            for _ in range((lifted >> (8 * face)) & 255):
                cards.receive_hidden(state, seat, back, face, events)
    clear_proposal(state)
    state.emptied |= bit(site)
