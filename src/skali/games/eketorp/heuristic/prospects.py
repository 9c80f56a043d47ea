"""What Vikings on the fields, cards in hand and walls promise: numbers that judgement by hand and the learned value both use.

Everything is in points of the final score, as far as it is points.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit, popcount
from skali.games.eketorp import cards, moves
from skali.games.eketorp.heuristic import deployments
from skali.games.eketorp.position import EketorpPosition

VIKING_ROUND: Final = 0.5
"""What a Viking brings in a round, and so costs when he misses one."""
_BEATEN_MISSES: Final = 1.7
"""Rounds that a beaten Viking misses, on average."""
_DENIED: Final = 0.25
"""What a point taken from a rival is worth."""


def storage_worth(position: EketorpPosition, seat: i64) -> float:
    worth = 0.0
    for field in range(i64(moves.STORAGE_FIELDS)):
        if position.on_field(seat, field):
            worth += field_worth(position, seat, field)
    return worth


def sieges_worth(position: EketorpPosition, seat: i64) -> float:
    worth = 0.0
    fields = position.siege[seat] & ~position.besieged
    while fields:
        low = fields & -fields
        worth += siege_worth(position, seat, popcount(low - 1))
        fields ^= low
    return worth


def pips(hand: i64) -> float:
    low = (hand & 15) + 2 * ((hand >> 4) & 15) + 3 * ((hand >> 8) & 15)
    return float(low + 4 * ((hand >> 12) & 15) + 5 * ((hand >> 16) & 15) + 6 * ((hand >> 20) & 15))


def rounds_missed(position: EketorpPosition, seat: i64) -> i64:
    """The rounds that Vikings in the hospital will miss together, as far as there are rounds."""
    stations = position.hospital[seat]
    left = position.tables.rounds - position.round
    missed: i64 = 2 if position.reach_last else 3
    total: i64 = 0
    while stations and missed > 0:
        total += (stations & 15) * (missed if missed < left else left)
        stations >>= 4
        missed -= 1
    return total


def beaten_cost(position: EketorpPosition) -> float:
    left = float(position.tables.rounds - position.round)
    return VIKING_ROUND * (_BEATEN_MISSES if left > _BEATEN_MISSES else left)


def exposed(position: EketorpPosition, seat: i64) -> float:
    """What sieges of a usual damage could take off each side of the castle; a brick of high value needs more damage."""
    total = 0.0
    for engine in range(i64(moves.ENGINE_COUNT)):
        best = deployments.best_in_reach(position, seat, engine)
        total += float(best) if best <= 2 else (2.4 if best == 3 else 1.8)
    return total


def average_card(hand: i64) -> float:
    """The average card."""
    return pips(hand) / float(cards.size(hand))


def field_worth(position: EketorpPosition, seat: i64, field: i64) -> float:
    """The bricks that the seat's Vikings on a storage field may expect, less what the fights may cost."""
    own = float(position.on_field(seat, field))
    there = float(position.bricks_on(field))
    value = float(position.kind_on(field))
    rivals = 0.0
    strength = 0.0
    for other in range(position.seats):
        if other != seat:
            count = float(position.on_field(other, field))
            if count > 0.0:
                rivals += count
                strength += count * average_card(position.hand[other])
    if rivals == 0.0 or own + rivals <= there:
        return value * (own if own < there else there)
    edge = 0.5 + 0.1 * (average_card(position.hand[seat]) - strength / rivals)
    mine = own * edge
    theirs = rivals * (1.0 - edge)
    won = there * mine / (mine + theirs)
    lost = (own + rivals - there) * own * (1.0 - edge) / (own * (1.0 - edge) + rivals * edge)
    return value * (won if won < own else own) - beaten_cost(position) * (lost if lost < own else own)


def siege_worth(position: EketorpPosition, seat: i64, field: i64) -> float:
    """What a Viking on a siege field may expect, after the fights for the field."""
    castle = field // moves.ENGINE_COUNT
    chance = 1.0
    for other in range(position.seats):
        if other != seat and position.siege[other] & bit(field):
            chance *= 0.5
    engine = field % moves.ENGINE_COUNT
    if position.home[castle]:
        gain = 0.45 * loot_worth(position, castle, engine, 2) - 0.45 * beaten_cost(position)
    else:
        gain = loot_worth(position, castle, engine, highest(position.hand[seat]))
    return chance * gain - (1.0 - chance) * beaten_cost(position)


def highest(hand: i64) -> i64:
    value: i64 = cards.VALUES
    while value > 1 and not cards.count_of(hand, value):
        value -= 1
    return value


def loot_worth(position: EketorpPosition, castle: i64, engine: i64, damage: i64) -> float:
    """The best affordable brick on top, and what else the damage takes from the rival."""
    one = deployments.top(position.castle[castle], position.tables.sites[2 * engine])
    other = deployments.top(position.castle[castle], position.tables.sites[2 * engine + 1])
    taken: i64 = 0
    if one <= damage:
        taken = one
    if other <= damage and other > taken:
        taken = other
    return float(taken) + _DENIED * (float(damage) if one + other > damage else float(one + other))


def threat(position: EketorpPosition, seat: i64, defenders: i64) -> float:
    """What the sieges to come may take from the seat's castle with so many defenders."""
    fields: i64 = 0
    for other in range(position.seats):
        fields |= position.siege[other]
    fields = ((fields & ~position.besieged) >> (seat * moves.ENGINE_COUNT)) & 7
    loss = 0.0
    for engine in range(i64(moves.ENGINE_COUNT)):
        if fields & bit(engine):
            in_reach = deployments.top(position.castle[seat], position.tables.sites[2 * engine])
            in_reach += deployments.top(position.castle[seat], position.tables.sites[2 * engine + 1])
            worth = float(in_reach)
            if defenders > 0:
                loss += 0.4 * (worth if worth < 2.0 else 2.0) + 0.3 * beaten_cost(position)
                defenders -= 1
            else:
                loss += worth if worth < 4.5 else 4.5
    return loss
