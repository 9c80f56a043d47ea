"""What a seat cannot know, dealt anew: ``determinize``, and the key of what it can (EK-024, EK-057, EK-059, EK-064).

A hand is known to everybody or to its owner only: cards taken up from a tray were all seen, cards dealt or drawn were
not, and the two never mix. So the memory of the table is a mark for each hand, the seen part of the discard pile, and
what is certain of the draw pile; all of it is the same for every seat, but for the cards that a seat itself held,
gave up or drew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.core.bits import bit, mix
from skali.core.rng import Rng
from skali.games.eketorp import cards, deployment
from skali.games.eketorp.amulets import GIVEN_UP
from skali.games.eketorp.cards import HIGH_CARDS
from skali.games.eketorp.phases import CARDS, DEPLOY
from skali.games.eketorp.plans import plan_likely

if TYPE_CHECKING:
    from skali.games.eketorp.state import EketorpState

_TRIES: Final = 200
"""Deals that break a promise are dealt again; after so many, each promised high card is dealt first."""


def unseen(state: EketorpState, seat: i64) -> i64:
    """The cards that the seat cannot place: in the draw pile, in hands nobody has seen, or given up unseen."""
    pool = state.draw_pile
    for other in range(state.seats):
        if other != seat:
            pool += state.given_up[other]
            if not state.open_hands & bit(other):
                pool += state.hand[other]
    return pool


def determinize(state: EketorpState, seat: i64, seed: int) -> EketorpState:
    twin = state.copy()
    twin.rng = Rng(seed)
    deal_unseen(twin, seat)
    viewer = seat if seat >= 0 else state.seats
    for other in range(state.seats):
        if other != viewer:
            twin.memory[other] = state.memory[state.seats]
    if state.phase == DEPLOY:
        guess_deployments(twin, seat)
    elif state.phase == CARDS:
        guess_cards(twin, seat)
    return twin


def deal_unseen(state: EketorpState, seat: i64) -> None:
    """Deals what the seat has not seen; what it knows to lie in the draw pile stays there, and promises are kept (EK-014)."""
    certain = state.memory[seat if seat >= 0 else state.seats]
    pool = unseen(state, seat) - certain
    for attempt in range(_TRIES + 1):
        left = pool
        kept = True
        for other in range(state.seats):
            if other == seat:
                continue
            if not state.open_hands & bit(other):
                promised = state.promised & bit(other) != 0
                hand = _deal(state, left, cards.size(state.hand[other]), promised and attempt == _TRIES)
                left -= hand
                state.hand[other] = hand
                if promised and not hand & HIGH_CARDS:
                    kept = False
            if state.given_up[other]:
                promised = state.promised & bit(other + GIVEN_UP) != 0
                given = _deal(state, left, cards.size(state.given_up[other]), promised and attempt == _TRIES)
                left -= given
                state.given_up[other] = given
                if promised and not given & HIGH_CARDS:
                    kept = False
        if kept:
            break
    state.draw_pile = left + certain


def _deal(state: EketorpState, pool: i64, number: i64, high_first: bool) -> i64:
    first: i64 = 0
    if high_first:
        first = cards.card(cards.pick(pool & HIGH_CARDS, state.rng))
        number -= 1
    return first + cards.draw(pool - first, number, state.rng)


def guess_deployments(state: EketorpState, seat: i64) -> None:
    """Drafts of others go back to their start; who has submitted gets a likely deployment."""
    for other in range(state.seats):
        if other != seat:
            state.home[other] += state.away(other)
            state.storage[other] = 0
            state.siege[other] = 0
            deployment.set_cursor(state, other, 0)
    for other in range(state.seats):
        if other != seat and state.home[other] and not state.deploying & bit(other):
            plan_likely(state, other)


def guess_cards(state: EketorpState, seat: i64) -> None:
    """A card that another player has laid face down may be any of his hand."""
    if state.initiator != seat and state.initiator_card:
        state.initiator_card = cards.pick(state.hand[state.initiator], state.rng)
    if state.opponent != seat and state.opponent_card:
        state.opponent_card = cards.pick(state.hand[state.opponent], state.rng)


def key(state: EketorpState, seat: i64) -> i64:
    """Folds in what the table knows, then what only this seat does. ``mix`` joins its two by xor, so the first stands alone."""
    deploying = state.phase == DEPLOY
    total = mix(0, state.phase * 4096 + state.round * 64 + state.start_player * 8 + state.active)
    total = mix(mix(total, state.awaited()), state.material * 8192 + state.unturned)
    total = mix(mix(total, state.supply), state.bricks)
    total = mix(mix(total, state.kinds), state.besieged)
    total = mix(total, (state.place + 1) * 4096 + (state.initiator + 1) * 64 + state.opponent + 1)
    total = mix(total, state.damage * 8 + state.site)
    total = mix(mix(total, state.removed), state.discards)
    total = mix(mix(total, state.open_hands), state.promised)
    for other in range(state.seats):
        mine = other == seat
        if deploying and not mine:
            total = mix(total, state.home[other] + state.away(other))
        else:
            total = mix(mix(mix(total, state.home[other]), state.storage[other]), state.siege[other])
        total = mix(mix(total, state.castle[other]), state.kept[other])
        total = mix(mix(total, state.carried[other]), state.hospital[other] * 16 + state.amulets[other])
        seen = mine or state.open_hands & bit(other) != 0
        total = mix(mix(total, state.hand[other] if seen else -cards.size(state.hand[other])), state.tray[other])
        total = mix(total, state.given_up[other] if mine else cards.size(state.given_up[other]))
    total = mix(total, state.memory[seat if seat >= 0 else state.seats])
    if state.phase == CARDS:
        own = state.initiator_card if seat == state.initiator else 0
        if seat == state.opponent:
            own = state.opponent_card
        total = mix(total, own)
    return total
