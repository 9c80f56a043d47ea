"""How well a seat stands: points scored, points on the way, and what its Vikings, cards and walls promise.

Everything is in points of the final score. The numbers were found by play against itself. A position with hidden parts
is judged as it is: whoever asks has dealt the hidden parts by ``determinize``.
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit, popcount
from skali.games.eketorp import bricks, cards, course, moves, phases, scoring
from skali.games.eketorp.decisions import deploy, lay_card
from skali.games.eketorp.heuristic import deployments
from skali.games.eketorp.position import EketorpPosition
from skali.games.eketorp.state import EketorpState

VIKING_ROUND: Final = 0.5
"""What a Viking brings in a round, and so costs when he misses one."""
_PIP: Final = 0.12
"""What a pip on a card in hand or tray is worth."""
_BEATEN_MISSES: Final = 1.7
"""Rounds that a beaten Viking misses, on average."""
_BRICKS_A_ROUND: Final = 1.9
_COMPLETE_DOUBT: Final = 2.5
_EXPOSED: Final = 0.05
"""The part of an exposed brick that sieges are expected to take in each later round."""
_BEST_RIVAL: Final = 0.6
"""How much of what the rivals may expect is that of the best; the rest is their average."""
_NOBODY: Final = -1000.0
_DENIED: Final = 0.25
"""What a point taken from a rival is worth."""


def margin(state: EketorpState, seat: i64) -> float:
    """What the seat may expect beyond its rivals."""
    if state.phase == phases.DEPLOY:
        return margin_of_draft(state, seat)
    if has_laid_card(state, seat):
        return margin_of_card(state, seat)
    return margin_as_it_stands(state, seat)


def has_laid_card(state: EketorpState, seat: i64) -> bool:
    """Whether the seat's card lies face down in the fight."""
    if state.phase != phases.CARDS or (seat != state.initiator and seat != state.opponent):
        return False
    return (state.initiator_card if seat == state.initiator else state.opponent_card) != 0


def margin_as_it_stands(position: EketorpPosition, seat: i64) -> float:
    own = 0.0
    best = _NOBODY
    total = 0.0
    for other in range(position.seats):
        worth = expected_points(position, other)
        if other == seat:
            own = worth
        else:
            total += worth
            if worth > best:
                best = worth
    return own - _BEST_RIVAL * best - (1.0 - _BEST_RIVAL) * total / float(position.seats - 1)


def margin_of_card(state: EketorpState, seat: i64) -> float:
    """A card laid face down, judged against every card that the other may lay."""
    hand = state.hand[state.other_side(seat)]
    total = 0.0
    for value in range(i64(1), cards.VALUES + 1):
        count = cards.count_of(hand, value)
        if count:
            total += float(count) * margin_as_it_stands(after_card(state, seat, value), seat)
    return total / float(cards.size(hand))


def after_card(state: EketorpState, seat: i64, value: i64) -> EketorpState:
    """The fight of the seat's card against one card of the other."""
    after = state.copy()
    if state.other_side(seat) == state.opponent:
        after.opponent_card = value
    else:
        after.initiator_card = value
    lay_card.resolve(after, None)
    course.go_on(after, None)
    return after


# What a player may expect


def expected_points(position: EketorpPosition, seat: i64) -> float:
    worth = float(scoring.score(position, seat)) - hospital_cost(position, seat)
    worth += _PIP * pips(position.hand[seat] + position.tray[seat])
    if bricks.bricks_in(position.castle[seat]) == bricks.PLACES:
        return worth
    worth += to_build(position, seat)
    if phases.CALL <= position.phase <= phases.KEEP:
        worth += storage_worth(position, seat) + sieges_worth(position, seat)
        worth -= threat(position, seat, position.home[seat])
    return worth - wear(position, seat) + bonus(position, seat)


def parts(position: EketorpPosition, seat: i64, found: dict[str, float], share: float) -> None:
    """Adds what ``margin_as_it_stands`` says, times a share, by where it is expected from."""
    own = {
        "points": float(scoring.score(position, seat)),
        "hospital": -hospital_cost(position, seat),
        "cards": _PIP * pips(position.hand[seat] + position.tray[seat]),
    }
    if bricks.bricks_in(position.castle[seat]) != bricks.PLACES:
        own["to_build"] = to_build(position, seat)
        own["complete"] = bonus(position, seat)
        own["walls"] = -wear(position, seat)
        if phases.CALL <= position.phase <= phases.KEEP:
            own["storage"] = storage_worth(position, seat)
            own["sieges"] = sieges_worth(position, seat)
            own["walls"] -= threat(position, seat, position.home[seat])
    own["rivals"] = margin_as_it_stands(position, seat) - expected_points(position, seat)
    for name, points in own.items():
        found[name] = found.get(name, 0.0) + share * points


def to_build(position: EketorpPosition, seat: i64) -> float:
    """The bricks beside the castle and those to be kept, which will be built."""
    worth = float(bricks.value(position.carried[seat]))
    kept = position.kept[seat]
    while kept:
        worth += float(kept & 7)
        kept >>= bricks.BRICK_BITS
    return worth


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


def wear(position: EketorpPosition, seat: i64) -> float:
    """What the sieges of later rounds are expected to take."""
    return _EXPOSED * float(position.tables.rounds - position.round) * exposed(position, seat)


def bonus(position: EketorpPosition, seat: i64) -> float:
    """The bonus for a complete castle, with the bricks that are on their way."""
    count = bricks.bricks_in(position.castle[seat]) + bricks.size(position.carried[seat])
    kept = position.kept[seat]
    while kept:
        if kept & 7:
            count += 1
        kept >>= bricks.BRICK_BITS
    return completion(float(count), float(position.tables.rounds - position.round))


def pips(hand: i64) -> float:
    low = (hand & 15) + 2 * ((hand >> 4) & 15) + 3 * ((hand >> 8) & 15)
    return float(low + 4 * ((hand >> 12) & 15) + 5 * ((hand >> 16) & 15) + 6 * ((hand >> 20) & 15))


def hospital_cost(position: EketorpPosition, seat: i64) -> float:
    """The rounds that Vikings in the hospital will miss, as far as there are rounds."""
    stations = position.hospital[seat]
    if not stations:
        return 0.0
    left = position.tables.rounds - position.round
    missed: i64 = 2 if position.reach_last else 3
    total: i64 = 0
    while stations and missed > 0:
        total += (stations & 15) * (missed if missed < left else left)
        stations >>= 4
        missed -= 1
    return VIKING_ROUND * float(total)


def beaten_cost(position: EketorpPosition) -> float:
    left = float(position.tables.rounds - position.round)
    return VIKING_ROUND * (_BEATEN_MISSES if left > _BEATEN_MISSES else left)


def completion(count: float, left: float) -> float:
    """The bonus for a complete castle times the chance to get there."""
    ahead = (count + _BRICKS_A_ROUND * left - float(bricks.PLACES)) / _COMPLETE_DOUBT
    return float(scoring.COMPLETE) / (1.0 + exp(-ahead))


def exposed(position: EketorpPosition, seat: i64) -> float:
    """What sieges of a usual damage could take off each side of the castle; a brick of high value needs more damage."""
    total = 0.0
    for engine in range(i64(moves.ENGINE_COUNT)):
        best = deployments.best_in_reach(position, seat, engine)
        total += float(best) if best <= 2 else (2.4 if best == 3 else 1.8)
    return total


# What stands on the fields


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


# A draft


def margin_of_draft(state: EketorpState, seat: i64) -> float:
    """The draft, completed as well as its order allows, against likely deployments of the rivals.

    They are drawn by the luck of the position: the same for every draft that is compared, different in every sample. So
    who picks the best draft answers a mix with a mix.
    """
    return margin_as_it_stands(after_draft(state, seat), seat)


def after_draft(state: EketorpState, seat: i64) -> EketorpState:
    twin = state.copy()
    for other in range(twin.seats):
        if other != seat and twin.deploying & bit(other):
            deployments.draw(twin, other)
    if twin.deploying & bit(seat):
        complete_draft(twin, seat)
    twin.phase = phases.CALL
    return twin


def complete_draft(position: EketorpPosition, seat: i64) -> None:
    """Sends the remaining Vikings one by one to where each brings most, if that is better than to defend."""
    places = moves.STORAGE_FIELDS + moves.ENGINE_COUNT * (position.seats - 1)
    vikings = position.home[seat]
    for _ in range(vikings):
        best = threat(position, seat, position.home[seat] - 1) - threat(position, seat, position.home[seat])
        chosen: i64 = -1
        for order in range(deploy.cursor(position, seat), places):
            place = deploy.place_in_order(position, seat, order)
            gain = gain_at(position, seat, place)
            if gain > best:
                best = gain
                chosen = place
        if chosen < 0:
            return
        deploy.send(position, seat, chosen)


def gain_at(position: EketorpPosition, seat: i64, place: i64) -> float:
    """What one more Viking brings at a place."""
    if place < moves.STORAGE_FIELDS:
        before = field_worth(position, seat, place) if position.on_field(seat, place) else 0.0
        deploy.send(position, seat, place)
        gain = field_worth(position, seat, place) - before
        deployments.call_back(position, seat, place)
        return gain
    field = place - moves.STORAGE_FIELDS
    if position.siege[seat] & bit(field):
        return _NOBODY
    return siege_worth(position, seat, field)
