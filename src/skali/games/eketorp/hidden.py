"""What a seat cannot know, dealt anew for ``determinize``, and the key of what it can (EK-024, EK-057, EK-059, EK-064).

A hand is known to everybody or to its owner only: cards taken up from a tray were all seen, cards dealt or drawn were
not, and the two never mix. So the memory of the table is a mark for each hand, the seen part of the discard pile, and
what is certain of the draw pile; all of it is the same for every seat, but for the cards that a seat itself held,
gave up or drew.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit, mix
from skali.games.eketorp import cards, phases
from skali.games.eketorp.decisions import deploy
from skali.games.eketorp.heuristic import deployments
from skali.games.eketorp.position import GIVEN_UP, EketorpPosition

_TRIES: Final = 200
"""Deals that break a promise are dealt again; after so many, each promised high card is dealt first."""


def unseen(position: EketorpPosition, seat: i64) -> i64:
    """The cards that the seat cannot place: in the draw pile, in hands nobody has seen, or given up unseen."""
    pool = position.draw_pile
    for other in range(position.seats):
        if other != seat:
            pool += position.given_up[other]
            if not position.open_hands & bit(other):
                pool += position.hand[other]
    return pool


def deal_anew(position: EketorpPosition, seat: i64) -> None:
    """Makes the position a random one that the seat cannot tell from it."""
    deal_unseen(position, seat)
    for other in range(position.seats):
        if other != seat:
            position.memory[other] = position.memory[position.seats]
    if position.phase == phases.DEPLOY:
        guess_deployments(position, seat)
    elif position.phase == phases.CARDS:
        guess_cards(position, seat)


def deal_unseen(position: EketorpPosition, seat: i64) -> None:
    """Deals what the seat has not seen; what it knows to lie in the draw pile stays there, and promises are kept (EK-014)."""
    certain = position.memory[seat if seat >= 0 else position.seats]
    pool = unseen(position, seat) - certain
    for attempt in range(_TRIES + 1):
        left = pool
        kept = True
        for other in range(position.seats):
            if other == seat:
                continue
            if not position.open_hands & bit(other):
                promised = position.promised & bit(other) != 0
                hand = _deal(position, left, cards.size(position.hand[other]), promised and attempt == _TRIES)
                left -= hand
                position.hand[other] = hand
                if promised and not hand & cards.HIGH_CARDS:
                    kept = False
            if position.given_up[other]:
                promised = position.promised & bit(other + GIVEN_UP) != 0
                given = _deal(position, left, cards.size(position.given_up[other]), promised and attempt == _TRIES)
                left -= given
                position.given_up[other] = given
                if promised and not given & cards.HIGH_CARDS:
                    kept = False
        if kept:
            break
    position.draw_pile = left + certain


def _deal(position: EketorpPosition, pool: i64, number: i64, high_first: bool) -> i64:
    first: i64 = 0
    if high_first:
        first = cards.card(cards.pick(pool & cards.HIGH_CARDS, position.rng))
        number -= 1
    return first + cards.draw(pool - first, number, position.rng)


def guess_deployments(position: EketorpPosition, seat: i64) -> None:
    """Drafts of others go back to their start; who has submitted gets a likely deployment."""
    for other in range(position.seats):
        if other != seat:
            position.home[other] += position.away(other)
            position.storage[other] = 0
            position.siege[other] = 0
            deploy.set_cursor(position, other, 0)
    for other in range(position.seats):
        if other != seat and position.home[other] and not position.deploying & bit(other):
            deployments.draw(position, other)


def guess_cards(position: EketorpPosition, seat: i64) -> None:
    """A card that another player has laid face down may be any of his hand."""
    if position.initiator != seat and position.initiator_card:
        position.initiator_card = cards.pick(position.hand[position.initiator], position.rng)
    if position.opponent != seat and position.opponent_card:
        position.opponent_card = cards.pick(position.hand[position.opponent], position.rng)


def key(position: EketorpPosition, seat: i64) -> i64:
    """Folds in what the table knows, then what only this seat does. ``mix`` joins its two by xor, so the first stands alone."""
    deploying = position.phase == phases.DEPLOY
    total = mix(0, position.phase * 4096 + position.round * 64 + position.start_player * 8 + position.active)
    total = mix(mix(total, position.awaited()), position.material * 8192 + position.unturned)
    total = mix(mix(total, position.supply), position.bricks)
    total = mix(mix(total, position.kinds), position.besieged)
    total = mix(total, (position.place + 1) * 4096 + (position.initiator + 1) * 64 + position.opponent + 1)
    total = mix(total, position.damage * 8 + position.site)
    total = mix(mix(total, position.removed), position.discards)
    total = mix(mix(total, position.open_hands), position.promised)
    for other in range(position.seats):
        mine = other == seat
        if deploying and not mine:
            total = mix(total, position.home[other] + position.away(other))
        else:
            total = mix(mix(mix(total, position.home[other]), position.storage[other]), position.siege[other])
        total = mix(mix(total, position.castle[other]), position.kept[other])
        total = mix(mix(total, position.carried[other]), position.hospital[other] * 16 + position.amulets[other])
        seen = mine or position.open_hands & bit(other) != 0
        total = mix(
            mix(total, position.hand[other] if seen else -cards.size(position.hand[other])), position.tray[other]
        )
        total = mix(total, position.given_up[other] if mine else cards.size(position.given_up[other]))
    total = mix(total, position.memory[seat if seat >= 0 else position.seats])
    if position.phase == phases.CARDS:
        own: i64 = 0
        if seat == position.initiator:
            own = position.initiator_card
        elif seat == position.opponent:
            own = position.opponent_card
        total = mix(total, own)
    return total
