"""How likely a sensible player is to choose each move: quick enough for every step of a playout."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.games.eketorp import bricks, cards, deployment, loot, outlook, plans, scoring, secrets
from skali.games.eketorp.bricks import SITES
from skali.games.eketorp.moves import (
    AGAINST,
    BUILD_BRICK,
    CALL_AT,
    CARD,
    DONE,
    ENGINE_COUNT,
    EXCHANGE_HAND,
    KEEP_BRICK,
    LOOT_BRICKS,
    STORAGE_FIELDS,
)
from skali.games.eketorp.phases import BUILD, CALL, CARDS, DEPLOY, EXCHANGE, KEEP, LOOT

if TYPE_CHECKING:
    from skali.games.eketorp.state import EketorpState

_LEAST: Final = 0.0001
"""No legal move is impossible."""
_HEAT: Final = 0.5
"""How freely a card is chosen: the lower, the more surely the best."""
_PAIRS: Final = 4


def weigh(state: EketorpState, seat: i64, moves: Moves, weights: vec[float]) -> None:
    phase = state.phase
    if phase == DEPLOY:
        weigh_steps(state, seat, moves, weights)
    elif phase == CARDS:
        weigh_cards(state, seat, moves, weights)
    elif phase == CALL:
        weigh_calls(state, seat, moves, weights)
    elif phase == EXCHANGE:
        weigh_exchange(state, seat, moves, weights)
    elif phase == LOOT:
        weigh_loot(state, moves, weights)
    elif phase == KEEP:
        for i in range(moves.count):
            value = moves.at(i) - KEEP_BRICK + 1
            weights[i] = float(value * value * value)
    elif phase == BUILD:
        weigh_building(state, seat, moves, weights)
    else:
        weigh_opponents(state, moves, weights)


# Deployment


def weigh_steps(state: EketorpState, seat: i64, moves: Moves, weights: vec[float]) -> None:
    """The mix of ``plans``, step by step.

    If each of m Vikings goes to one of the places that are left by lot, the next step of the canonical order is the first
    place that any of them goes to: all go there or further, but not all further.
    """
    shares = plans.shares(state, seat)
    vikings = state.home[seat]
    total = 0.0
    for order in range(deployment.cursor(state, seat), i64(len(shares))):
        total += shares[order]
    further = shares[i64(len(shares)) - 1] / total
    # From the back: `done` stands last among the moves, before it the places in their order.
    i = moves.count - 1
    while i >= 0:
        move = moves.at(i)
        if move == DONE:
            weights[i] = power(further, vikings) + _LEAST
        else:
            here = further + shares[deployment.order_of(state, seat, move)] / total
            weights[i] = power(here, vikings) - power(further, vikings) + _LEAST
            further = here
        i -= 1


def power(base: float, exponent: i64) -> float:
    result = 1.0
    for _ in range(exponent):
        result *= base
    return result


# Battles


def weigh_calls(state: EketorpState, seat: i64, moves: Moves, weights: vec[float]) -> None:
    """By what is at stake."""
    for i in range(moves.count):
        place = moves.at(i) - CALL_AT
        if place < STORAGE_FIELDS:
            weights[i] = 1.0 + float(plans.kind_on(state, place))
        else:
            castle = (place - STORAGE_FIELDS) // ENGINE_COUNT
            reach = float(plans.best_in_reach(state, castle, (place - STORAGE_FIELDS) % ENGINE_COUNT))
            weights[i] = 1.0 + (0.5 if state.home[castle] else 1.5) * reach


def weigh_opponents(state: EketorpState, moves: Moves, weights: vec[float]) -> None:
    """Rather the leader, rather one whose known cards are low."""
    for i in range(moves.count):
        other = moves.at(i) - AGAINST
        weight = 4.0 + 0.1 * float(scoring.score(state, other))
        if state.open_hands & bit(other):
            weight += 3.5 - outlook.might(state.hand[other])
        weights[i] = weight


def weigh_exchange(state: EketorpState, seat: i64, moves: Moves, weights: vec[float]) -> None:
    """Amulets are points: only a poor hand before something dear is worth them."""
    hand = state.hand[seat]
    size = float(cards.size(hand))
    gain = (3.5 - outlook.might(hand)) * (0.12 * size + 0.25 * stake(state)) - size
    wish = exp(gain)
    for i in range(moves.count):
        weights[i] = wish if moves.at(i) == EXCHANGE_HAND else 1.0


def stake(state: EketorpState) -> float:
    """The brick that the battle is about."""
    if state.place < STORAGE_FIELDS:
        return float(plans.kind_on(state, state.place))
    field = state.place - STORAGE_FIELDS
    return float(plans.best_in_reach(state, field // ENGINE_COUNT, field % ENGINE_COUNT))


def weigh_cards(state: EketorpState, seat: i64, moves: Moves, weights: vec[float]) -> None:
    """By the expected outcome against what the other may hold; a mix, because a sure choice could be read."""
    siege = state.is_siege()
    empty = siege and not state.home[state.opponent]
    other = state.opponent if seat == state.initiator else state.initiator
    held = state.hand[other] if state.open_hands & bit(other) else secrets.unseen(state, seat)
    number = float(cards.size(held))
    cost = outlook.beaten_cost(state)
    worth = stake(state)
    for i in range(moves.count):
        value = moves.at(i) - CARD + 1
        if empty:
            gain = 0.0
            if seat == state.initiator:
                field = state.place - STORAGE_FIELDS
                gain = outlook.loot_worth(state, state.opponent, field % ENGINE_COUNT, value)
            gain -= 0.25 * float(value)
        else:
            gain = 0.0
            for theirs in range(1, cards.VALUES + 1):
                count = cards.count_of(held, theirs)
                if count:
                    gain += float(count) * outcome(value, theirs, worth, cost)
            gain /= number
        weights[i] = exp(gain / _HEAT) + _LEAST


def outcome(mine: i64, theirs: i64, stake: float, cost: float) -> float:
    """What a pair of cards brings: the stake, the Vikings in the hospital, and the swapped cards."""
    swap = 0.12 * float(theirs - mine)
    if mine > theirs:
        return 0.5 * stake + 0.2 * cost + swap
    if mine < theirs:
        return -0.5 * stake - cost * (1.2 if theirs - mine >= 3 else 0.9) + swap
    return -0.3 * cost + swap


def weigh_loot(state: EketorpState, moves: Moves, weights: vec[float]) -> None:
    """The best brick to keep counts most, then what the rival loses."""
    castle = state.castle[state.opponent]
    one = bricks.stack(castle, loot.first_site(state))
    other = bricks.stack(castle, loot.second_site(state))
    for i in range(moves.count):
        first = (moves.at(i) - LOOT_BRICKS) // _PAIRS
        second = (moves.at(i) - LOOT_BRICKS) % _PAIRS
        taken = loot.value_from_top(one, first) + loot.value_from_top(other, second)
        best = dearest(one, first)
        rival = dearest(other, second)
        best = best if best > rival else rival
        weights[i] = exp(1.5 * float(best) + 0.4 * float(taken - best))


def dearest(stack: i64, number: i64) -> i64:
    """The best of so many bricks from the top."""
    level = bricks.height(stack) - 1
    best: i64 = 0
    for _ in range(number):
        kind = bricks.brick_at(stack, level)
        best = kind if kind > best else best
        level -= 1
    return best


# Building


def weigh_building(state: EketorpState, seat: i64, moves: Moves, weights: vec[float]) -> None:
    """Dear bricks low, cheap ones on top of them."""
    castle = state.castle[seat]
    for i in range(moves.count):
        kind = (moves.at(i) - BUILD_BRICK) // SITES + 1
        site = (moves.at(i) - BUILD_BRICK) % SITES
        below = plans.top(castle, site)
        level = bricks.height(bricks.stack(castle, site))
        if level == 0:
            weights[i] = exp(0.6 * float(kind))
        else:
            weights[i] = exp(0.9 * float(below - kind) + 0.3 * float(level))
