"""How likely a sensible player is to choose each move: quick enough for every step of a playout."""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.games.eketorp import bricks, cards, hidden, moves, scoring
from skali.games.eketorp.decisions import deploy, loot
from skali.games.eketorp.heuristic import deployments, prospects
from skali.games.eketorp.position import EketorpPosition

_LEAST: Final = 0.0001
"""No legal move is impossible."""
_HEAT: Final = 0.5
"""How freely a card is chosen: the lower, the more surely the best."""


class Policy:
    """How the answers to one decision are weighed."""

    def weigh(self, position: EketorpPosition, seat: i64, choices: Moves, weights: vec[float]) -> None:
        raise NotImplementedError


# Deployment


class WeighDeployment(Policy):
    """The mix of ``deployments.py``, step by step.

    If each of m Vikings goes to one of the places that are left by lot, the next step of the canonical order is the first
    place that any of them goes to: all go there or further, but not all further.
    """

    def weigh(self, position: EketorpPosition, seat: i64, choices: Moves, weights: vec[float]) -> None:
        shares = deployments.shares(position, seat)
        vikings = position.home[seat]
        total = 0.0
        for order in range(deploy.cursor(position, seat), i64(len(shares))):
            total += shares[order]
        further = shares[i64(len(shares)) - 1] / total
        # From the back: `done` stands last among the moves, before it the places in their order.
        i = choices.count - 1
        while i >= 0:
            move = choices.at(i)
            if move == moves.DONE:
                weights[i] = power(further, vikings) + _LEAST
            else:
                here = further + shares[deploy.order_of(position, seat, move)] / total
                weights[i] = power(here, vikings) - power(further, vikings) + _LEAST
                further = here
            i -= 1


def power(base: float, exponent: i64) -> float:
    result = 1.0
    for _ in range(exponent):
        result *= base
    return result


# Battles


class WeighCalls(Policy):
    """By what is at stake."""

    def weigh(self, position: EketorpPosition, seat: i64, choices: Moves, weights: vec[float]) -> None:
        for i in range(choices.count):
            place = choices.at(i) - moves.CALL_AT
            if place < moves.STORAGE_FIELDS:
                weights[i] = 1.0 + float(position.kind_on(place))
            else:
                castle = (place - moves.STORAGE_FIELDS) // moves.ENGINE_COUNT
                reach = float(
                    deployments.best_in_reach(position, castle, (place - moves.STORAGE_FIELDS) % moves.ENGINE_COUNT)
                )
                weights[i] = 1.0 + (0.5 if position.home[castle] else 1.5) * reach


class WeighOpponents(Policy):
    """Rather the leader, rather one whose known cards are low."""

    def weigh(self, position: EketorpPosition, seat: i64, choices: Moves, weights: vec[float]) -> None:
        for i in range(choices.count):
            other = choices.at(i) - moves.AGAINST
            weight = 4.0 + 0.1 * float(scoring.score(position, other))
            if position.open_hands & bit(other):
                weight += 3.5 - prospects.average_card(position.hand[other])
            weights[i] = weight


class WeighExchange(Policy):
    """Amulets are points: only a poor hand before a valuable brick is worth them."""

    def weigh(self, position: EketorpPosition, seat: i64, choices: Moves, weights: vec[float]) -> None:
        hand = position.hand[seat]
        size = float(cards.size(hand))
        gain = (3.5 - prospects.average_card(hand)) * (0.12 * size + 0.25 * stake(position)) - size
        wish = exp(gain)
        for i in range(choices.count):
            weights[i] = wish if choices.at(i) == moves.EXCHANGE_HAND else 1.0


def stake(position: EketorpPosition) -> float:
    """The brick that the battle is about."""
    if position.place < moves.STORAGE_FIELDS:
        return float(position.kind_on(position.place))
    field = position.place - moves.STORAGE_FIELDS
    return float(deployments.best_in_reach(position, field // moves.ENGINE_COUNT, field % moves.ENGINE_COUNT))


class WeighCards(Policy):
    """By the expected outcome against what the other may hold; a mix, because a sure choice could be read."""

    def weigh(self, position: EketorpPosition, seat: i64, choices: Moves, weights: vec[float]) -> None:
        siege = position.is_siege()
        empty = siege and not position.home[position.opponent]
        other = position.other_side(seat)
        held = position.hand[other] if position.open_hands & bit(other) else hidden.unseen(position, seat)
        number = float(cards.size(held))
        cost = prospects.beaten_cost(position)
        worth = stake(position)
        for i in range(choices.count):
            value = choices.at(i) - moves.CARD + 1
            if empty:
                gain = 0.0
                if seat == position.initiator:
                    field = position.place - moves.STORAGE_FIELDS
                    gain = prospects.loot_worth(position, position.opponent, field % moves.ENGINE_COUNT, value)
                gain -= 0.25 * float(value)
            else:
                gain = 0.0
                for theirs in range(i64(1), cards.VALUES + 1):
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


class WeighLoot(Policy):
    """The best brick to keep counts most, then what the rival loses."""

    def weigh(self, position: EketorpPosition, seat: i64, choices: Moves, weights: vec[float]) -> None:
        one = loot.stack_in_reach(position, 0)
        other = loot.stack_in_reach(position, 1)
        for i in range(choices.count):
            first = (choices.at(i) - moves.LOOT_BRICKS) // moves.LOOT_NUMBERS
            second = (choices.at(i) - moves.LOOT_BRICKS) % moves.LOOT_NUMBERS
            taken = loot.value_from_top(one, first) + loot.value_from_top(other, second)
            best = best_of_top(one, first)
            rival = best_of_top(other, second)
            best = best if best > rival else rival
            weights[i] = exp(1.5 * float(best) + 0.4 * float(taken - best))


def best_of_top(stack: i64, number: i64) -> i64:
    """The best of so many bricks from the top."""
    level = bricks.height(stack) - 1
    best: i64 = 0
    for _ in range(number):
        kind = bricks.brick_at(stack, level)
        best = kind if kind > best else best
        level -= 1
    return best


class WeighKeeping(Policy):
    """By value."""

    def weigh(self, position: EketorpPosition, seat: i64, choices: Moves, weights: vec[float]) -> None:
        for i in range(choices.count):
            value = choices.at(i) - moves.KEEP_BRICK + 1
            weights[i] = float(value * value * value)


# Building


class WeighBuilding(Policy):
    """Bricks of high value low, those of low value on top of them."""

    def weigh(self, position: EketorpPosition, seat: i64, choices: Moves, weights: vec[float]) -> None:
        castle = position.castle[seat]
        for i in range(choices.count):
            kind = (choices.at(i) - moves.BUILD_BRICK) // bricks.SITES + 1
            site = (choices.at(i) - moves.BUILD_BRICK) % bricks.SITES
            below = deployments.top(castle, site)
            level = bricks.height(bricks.stack(castle, site))
            if level == 0:
                weights[i] = exp(0.6 * float(kind))
            else:
                weights[i] = exp(0.9 * float(below - kind) + 0.3 * float(level))


# All of them


def policy_list(*policies: Policy) -> vec[Policy]:
    listed = vec[Policy]()
    for each in policies:
        listed = append(listed, each)
    return listed


POLICIES: Final = policy_list(
    WeighDeployment(),
    WeighCalls(),
    WeighOpponents(),
    WeighExchange(),
    WeighCards(),
    WeighLoot(),
    WeighKeeping(),
    WeighBuilding(),
)
"""By the phase that asks, as the decisions are."""


def weigh(position: EketorpPosition, seat: i64, choices: Moves, weights: vec[float]) -> None:
    POLICIES[position.phase].weigh(position, seat, choices, weights)
