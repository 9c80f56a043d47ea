"""How well a seat stands: points scored, points on the way, and what its Vikings, cards and walls promise.

Everything is in points of the final score. The numbers were found by play against itself. A position with hidden parts
is judged as it is: whoever asks has dealt the hidden parts by ``determinize``.
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.bits import bit, mix, popcount
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
_TASTE: Final = 0.5
"""How much more, at most, a place is worth to one player than to another in the same position."""
_USUAL_CARD: Final = 3.5
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
    rivals = 0.0
    strength = 0.0
    for other in range(position.seats):
        if other != seat:
            count = float(position.on_field(other, field))
            if count > 0.0:
                rivals += count
                strength += count * average_card(position.hand[other])
    edge = 0.5 if rivals == 0.0 else 0.5 + 0.1 * (average_card(position.hand[seat]) - strength / rivals)
    return fought_worth(position, field, own, rivals, edge)


def fought_worth(position: EketorpPosition, field: i64, own: float, rivals: float, edge: float) -> float:
    """What so many own Vikings win against so many others, with that chance in a fight."""
    there = float(position.bricks_on(field))
    value = float(position.kind_on(field))
    if rivals == 0.0 or own + rivals <= there:
        return value * (own if own < there else there)
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
        gain = defended_worth(position, castle, engine)
    else:
        gain = loot_worth(position, castle, engine, highest(position.hand[seat]))
    return chance * gain - (1.0 - chance) * beaten_cost(position)


def defended_worth(position: EketorpPosition, castle: i64, engine: i64) -> float:
    """What a siege of a castle with a defender may bring."""
    return 0.45 * loot_worth(position, castle, engine, 2) - 0.45 * beaten_cost(position)


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
            worth = float(in_reach_of(position, seat, engine))
            if defenders > 0:
                loss += held_loss(position, worth)
                defenders -= 1
            else:
                loss += open_loss(worth)
    return loss


def in_reach_of(position: EketorpPosition, castle: i64, engine: i64) -> i64:
    """The value of both bricks on top of the two sites of a siege field."""
    one = deployments.top(position.castle[castle], position.tables.sites[2 * engine])
    return one + deployments.top(position.castle[castle], position.tables.sites[2 * engine + 1])


def held_loss(position: EketorpPosition, worth: float) -> float:
    """What a siege of so much in reach takes from a castle with a defender."""
    return 0.4 * (worth if worth < 2.0 else 2.0) + 0.3 * beaten_cost(position)


def open_loss(worth: float) -> float:
    """The same of a castle without one."""
    return worth if worth < 4.5 else 4.5


# A draft


def margin_of_draft(state: EketorpState, seat: i64) -> float:
    """The draft, completed as well as its order allows, against likely deployments of the rivals.

    They are drawn by the luck of the position: the same for every draft that is compared, different in every sample. So
    who picks the best draft answers a mix with a mix.
    """
    return margin_as_it_stands(after_draft(state, seat), seat) + taste(state, seat)


def taste(position: EketorpPosition, seat: i64) -> float:
    """What the places of a draft are worth to this player alone, by the hand that nobody else knows.

    Without it players in equal positions would all deploy alike, and fight over the same bricks.
    """
    own = mix(position.hand[seat], position.round * 8 + seat + 1)
    total = 0.0
    for place in range(moves.STORAGE_FIELDS + moves.ENGINE_COUNT * position.seats):
        if position.stands_at(seat, place):
            vikings = position.on_field(seat, place) if place < moves.STORAGE_FIELDS else i64(1)
            total += float(vikings) * _TASTE * float(mix(own, place + 1) & 255) / 256.0
    return total


def after_draft(state: EketorpState, seat: i64) -> EketorpState:
    twin = state.copy()
    unfinished = twin.deploying & bit(seat) != 0 and twin.home[seat] > 0
    expected = expected_rivals(state, seat) if unfinished else vec[float]()
    for other in range(twin.seats):
        if other != seat and twin.deploying & bit(other):
            deployments.draw(twin, other)
    if unfinished:
        complete_draft(twin, seat, expected)
    twin.phase = phases.CALL
    return twin


def expected_rivals(state: EketorpState, seat: i64) -> vec[float]:
    """How many Vikings of the others may be expected at each place, and last, by seat, the chance that nobody stays at home."""
    places = moves.STORAGE_FIELDS + moves.ENGINE_COUNT * state.seats
    found = vec[float](capacity=int(places + state.seats))
    for _ in range(places + state.seats):
        found = append(found, 0.0)
    twin = state.copy()
    for other in range(twin.seats):
        if other == seat:
            continue
        twin.home[other] += twin.away(other)
        twin.storage[other] = twin.siege[other] = 0
        vikings = twin.home[other]
        shares = deployments.shares(twin, other)
        total = 0.0
        for order in range(len(shares)):
            total += shares[order]
        last = i64(len(shares)) - 1
        for order in range(last):
            found[deploy.place_in_order(twin, other, order)] += float(vikings) * shares[order] / total
        empty = 1.0
        for _ in range(vikings):
            empty *= 1.0 - shares[last] / total
        found[places + other] = empty
    return found


def complete_draft(position: EketorpPosition, seat: i64, expected: vec[float]) -> None:
    """Sends the remaining Vikings one by one to where each may expect most, if that is better than to defend.

    Where the rivals of this sample stand is not looked at: a player who will only plan later than now must not know it.
    """
    places = moves.STORAGE_FIELDS + moves.ENGINE_COUNT * (position.seats - 1)
    vikings = position.home[seat]
    for _ in range(vikings):
        home = position.home[seat]
        best = expected_threat(position, seat, home - 1, expected) - expected_threat(position, seat, home, expected)
        chosen: i64 = -1
        for order in range(deploy.cursor(position, seat), places):
            place = deploy.place_in_order(position, seat, order)
            gain = expected_gain(position, seat, place, expected)
            if gain > best:
                best = gain
                chosen = place
        if chosen < 0:
            return
        deploy.send(position, seat, chosen)


def expected_gain(position: EketorpPosition, seat: i64, place: i64, expected: vec[float]) -> float:
    """What one more Viking may bring at a place."""
    rivals = expected[place]
    if place < moves.STORAGE_FIELDS:
        if not position.bricks_on(place):
            return _NOBODY
        own = float(position.on_field(seat, place))
        edge = 0.5 + 0.1 * (average_card(position.hand[seat]) - _USUAL_CARD)
        gain = fought_worth(position, place, own + 1.0, rivals, edge)
        return gain - fought_worth(position, place, own, rivals, edge) if own > 0.0 else gain
    field = place - moves.STORAGE_FIELDS
    if position.siege[seat] & bit(field):
        return _NOBODY
    castle = field // moves.ENGINE_COUNT
    engine = field % moves.ENGINE_COUNT
    empty = expected[moves.STORAGE_FIELDS + moves.ENGINE_COUNT * position.seats + castle]
    gain = empty * loot_worth(position, castle, engine, highest(position.hand[seat]))
    gain += (1.0 - empty) * defended_worth(position, castle, engine)
    chance = 1.0 - 0.5 * (rivals if rivals < 1.0 else 1.0)
    return chance * gain - (1.0 - chance) * beaten_cost(position)


def expected_threat(position: EketorpPosition, seat: i64, defenders: i64, expected: vec[float]) -> float:
    """What the sieges to be expected may take from the seat's castle with so many defenders."""
    first = moves.STORAGE_FIELDS + seat * moves.ENGINE_COUNT
    sieges = 0.0
    held = 0.0
    lost = 0.0
    for engine in range(i64(moves.ENGINE_COUNT)):
        chance = expected[first + engine]
        if chance > 1.0:
            chance = 1.0
        worth = float(in_reach_of(position, seat, engine))
        sieges += chance
        held += chance * held_loss(position, worth)
        lost += chance * open_loss(worth)
    if sieges <= float(defenders):
        return held
    guarded = float(defenders) / sieges
    return guarded * held + (1.0 - guarded) * lost
