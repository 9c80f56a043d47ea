"""How well a seat stands: points scored, points on the way, and what its Vikings, cards and walls promise.

Everything is in points of the final score. The numbers were found by play against itself. A position with hidden parts
is judged as it is: whoever asks has dealt the hidden parts by ``determinize``.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.core.bits import bit, popcount
from skali.games.eketorp import bricks, cards, combat, deployment, plans, scoring
from skali.games.eketorp.bricks import PLACES
from skali.games.eketorp.loot import KEPT_BITS
from skali.games.eketorp.moves import ENGINE_COUNT, STORAGE_FIELDS
from skali.games.eketorp.phases import CALL, CARDS, DEPLOY, KEEP

if TYPE_CHECKING:
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
"""How much of the rivals' standing is that of the best; the rest is their average."""
_NOBODY: Final = -1000.0
_DENIED: Final = 0.25
"""What a point taken from a rival is worth."""


def margin(state: EketorpState, seat: i64) -> float:
    """What the seat may expect beyond its rivals."""
    if state.phase == DEPLOY:
        return margin_of_draft(state, seat)
    if state.phase == CARDS and (seat == state.initiator or seat == state.opponent):
        own = state.initiator_card if seat == state.initiator else state.opponent_card
        if own:
            return margin_of_card(state, seat)
    return margin_as_it_stands(state, seat)


def margin_as_it_stands(state: EketorpState, seat: i64) -> float:
    own = 0.0
    best = _NOBODY
    total = 0.0
    for other in range(state.seats):
        worth = prospects(state, other)
        if other == seat:
            own = worth
        else:
            total += worth
            if worth > best:
                best = worth
    return own - _BEST_RIVAL * best - (1.0 - _BEST_RIVAL) * total / float(state.seats - 1)


def margin_of_card(state: EketorpState, seat: i64) -> float:
    """A card laid face down, judged against every card that the other may lay."""
    other = state.opponent if seat == state.initiator else state.initiator
    hand = state.hand[other]
    total = 0.0
    for value in range(1, cards.VALUES + 1):
        count = cards.count_of(hand, value)
        if count:
            after = state.copy()
            if other == state.opponent:
                after.opponent_card = value
            else:
                after.initiator_card = value
            combat.resolve(after, None)
            total += float(count) * margin_as_it_stands(after, seat)
    return total / float(cards.size(hand))


# A player's prospects


def prospects(state: EketorpState, seat: i64) -> float:
    castle = state.castle[seat]
    count = bricks.bricks_in(castle)
    worth = float(scoring.score(state, seat)) - hospital_cost(state, seat)
    worth += _PIP * pips(state.hand[seat] + state.tray[seat])
    if count == PLACES:
        return worth
    worth += float(bricks.value(state.carried[seat]))
    coming = float(bricks.size(state.carried[seat]))
    kept = state.kept[seat]
    while kept:
        if kept & 7:
            worth += float(kept & 7)
            coming += 1.0
        kept >>= KEPT_BITS
    if CALL <= state.phase <= KEEP:
        for field in range(STORAGE_FIELDS):
            if state.on_field(seat, field):
                worth += field_worth(state, seat, field)
        fields = state.siege[seat] & ~state.besieged
        while fields:
            low = fields & -fields
            worth += siege_worth(state, seat, popcount(low - 1))
            fields ^= low
        worth -= threat(state, seat, state.home[seat])
    left = float(state.tables.rounds - state.round)
    return worth - _EXPOSED * left * exposed(state, seat) + completion(float(count) + coming, left)


def pips(hand: i64) -> float:
    total: i64 = 0
    for value in range(1, cards.VALUES + 1):
        total += value * cards.count_of(hand, value)
    return float(total)


def hospital_cost(state: EketorpState, seat: i64) -> float:
    """The rounds that Vikings in the hospital will miss, as far as there are rounds."""
    stations = state.hospital[seat]
    if not stations:
        return 0.0
    left = state.tables.rounds - state.round
    missed: i64 = 2 if state.reach_last else 3
    total: i64 = 0
    while stations and missed > 0:
        total += (stations & 15) * (missed if missed < left else left)
        stations >>= 4
        missed -= 1
    return VIKING_ROUND * float(total)


def beaten_cost(state: EketorpState) -> float:
    left = float(state.tables.rounds - state.round)
    return VIKING_ROUND * (_BEATEN_MISSES if left > _BEATEN_MISSES else left)


def completion(count: float, left: float) -> float:
    """The bonus for a complete castle times the chance to get there."""
    ahead = (count + _BRICKS_A_ROUND * left - float(PLACES)) / _COMPLETE_DOUBT
    return float(scoring.COMPLETE) / (1.0 + exp(-ahead))


def exposed(state: EketorpState, seat: i64) -> float:
    """What sieges of a usual damage could take off each side of the castle; a dear brick needs more damage."""
    total = 0.0
    for engine in range(ENGINE_COUNT):
        best = plans.best_in_reach(state, seat, engine)
        total += float(best) if best <= 2 else (2.4 if best == 3 else 1.8)
    return total


# What stands on the fields


def might(hand: i64) -> float:
    """The average card."""
    return pips(hand) / float(cards.size(hand))


def field_worth(state: EketorpState, seat: i64, field: i64) -> float:
    """The bricks that the seat's Vikings on a storage field may expect, less what the fights may cost."""
    own = float(state.on_field(seat, field))
    there = float(state.bricks_on(field))
    value = float(plans.kind_on(state, field))
    rivals = 0.0
    strength = 0.0
    for other in range(state.seats):
        if other != seat:
            count = float(state.on_field(other, field))
            rivals += count
            strength += count * might(state.hand[other])
    if rivals == 0.0 or own + rivals <= there:
        return value * (own if own < there else there)
    edge = 0.5 + 0.1 * (might(state.hand[seat]) - strength / rivals)
    mine = own * edge
    theirs = rivals * (1.0 - edge)
    won = there * mine / (mine + theirs)
    lost = (own + rivals - there) * own * (1.0 - edge) / (own * (1.0 - edge) + rivals * edge)
    return value * (won if won < own else own) - beaten_cost(state) * (lost if lost < own else own)


def siege_worth(state: EketorpState, seat: i64, field: i64) -> float:
    """What a Viking on a siege field may expect, after the fights for the field."""
    castle = field // ENGINE_COUNT
    chance = 1.0
    for other in range(state.seats):
        if other != seat and state.siege[other] & bit(field):
            chance *= 0.5
    engine = field % ENGINE_COUNT
    if state.home[castle]:
        gain = 0.45 * loot_worth(state, castle, engine, 2) - 0.45 * beaten_cost(state)
    else:
        gain = loot_worth(state, castle, engine, highest(state.hand[seat]))
    return chance * gain - (1.0 - chance) * beaten_cost(state)


def highest(hand: i64) -> i64:
    value: i64 = cards.VALUES
    while value > 1 and not cards.count_of(hand, value):
        value -= 1
    return value


def loot_worth(state: EketorpState, castle: i64, engine: i64, damage: i64) -> float:
    """The best affordable brick on top, and what else the damage takes from the rival."""
    one = plans.top(state.castle[castle], state.tables.first_site[engine])
    other = plans.top(state.castle[castle], state.tables.second_site[engine])
    taken: i64 = 0
    if one <= damage:
        taken = one
    if other <= damage and other > taken:
        taken = other
    return float(taken) + _DENIED * (float(damage) if one + other > damage else float(one + other))


def threat(state: EketorpState, seat: i64, defenders: i64) -> float:
    """What the sieges to come may take from the seat's castle with so many defenders."""
    fields: i64 = 0
    for other in range(state.seats):
        fields |= state.siege[other]
    fields = ((fields & ~state.besieged) >> (seat * ENGINE_COUNT)) & 7
    loss = 0.0
    for engine in range(ENGINE_COUNT):
        if fields & bit(engine):
            in_reach = plans.top(state.castle[seat], state.tables.first_site[engine])
            in_reach += plans.top(state.castle[seat], state.tables.second_site[engine])
            worth = float(in_reach)
            if defenders > 0:
                loss += 0.4 * (worth if worth < 2.0 else 2.0) + 0.3 * beaten_cost(state)
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
    twin = state.copy()
    for other in range(twin.seats):
        if other != seat and twin.deploying & bit(other):
            plans.plan_likely(twin, other)
    if twin.deploying & bit(seat):
        complete_draft(twin, seat)
    twin.phase = CALL
    return margin_as_it_stands(twin, seat)


def complete_draft(state: EketorpState, seat: i64) -> None:
    """Sends the remaining Vikings one by one to where each brings most, if that is better than to defend."""
    places = STORAGE_FIELDS + ENGINE_COUNT * (state.seats - 1)
    vikings = state.home[seat]
    for _ in range(vikings):
        best = threat(state, seat, state.home[seat] - 1) - threat(state, seat, state.home[seat])
        chosen: i64 = -1
        for order in range(deployment.cursor(state, seat), places):
            place = plans.place_in_order(state, seat, order)
            gain = gain_at(state, seat, place)
            if gain > best:
                best = gain
                chosen = place
        if chosen < 0:
            return
        plans.send(state, seat, chosen)


def gain_at(state: EketorpState, seat: i64, place: i64) -> float:
    """What one more Viking brings at a place."""
    if place < STORAGE_FIELDS:
        before = field_worth(state, seat, place) if state.on_field(seat, place) else 0.0
        plans.send(state, seat, place)
        gain = field_worth(state, seat, place) - before
        plans.call_back(state, seat, place)
        return gain
    field = place - STORAGE_FIELDS
    if state.siege[seat] & bit(field):
        return _NOBODY
    return siege_worth(state, seat, field)
