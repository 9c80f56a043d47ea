"""How well a seat stands: points scored, points on the way, and what its Vikings, cards and walls promise.

Everything is in points of the final score. The numbers were found by play against itself. A position with hidden parts
is judged as it is: whoever asks has dealt the hidden parts by ``determinize``.
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit
from skali.games.eketorp import bricks, cards, course, moves, phases, scoring
from skali.games.eketorp.decisions import deploy, lay_card
from skali.games.eketorp.heuristic import deployments, features, prospects
from skali.games.eketorp.heuristic.features import Learned
from skali.games.eketorp.position import EketorpPosition
from skali.games.eketorp.state import EketorpState

_PIP: Final = 0.12
"""What a pip on a card in hand or tray is worth."""
_BRICKS_A_ROUND: Final = 1.9
_COMPLETE_DOUBT: Final = 2.5
_EXPOSED: Final = 0.05
"""The part of an exposed brick that sieges are expected to take in each later round."""
_BEST_RIVAL: Final = 0.6
"""How much of what the rivals may expect is that of the best; the rest is their average."""
_NOBODY: Final = -1000.0


def margin(state: EketorpState, seat: i64, learned: Learned | None) -> float:
    """What the seat may expect beyond its rivals."""
    if state.phase == phases.DEPLOY:
        return margin_as_it_stands(after_draft(state, seat), seat, learned)
    if has_laid_card(state, seat):
        return margin_of_card(state, seat, learned)
    return margin_as_it_stands(state, seat, learned)


def has_laid_card(state: EketorpState, seat: i64) -> bool:
    """Whether the seat's card lies face down in the fight."""
    if state.phase != phases.CARDS or (seat != state.initiator and seat != state.opponent):
        return False
    return (state.initiator_card if seat == state.initiator else state.opponent_card) != 0


def margin_as_it_stands(position: EketorpPosition, seat: i64, learned: Learned | None) -> float:
    own = 0.0
    best = _NOBODY
    total = 0.0
    for other in range(position.seats):
        worth = expected_points(position, other, learned)
        if other == seat:
            own = worth
        else:
            total += worth
            if worth > best:
                best = worth
    return own - _BEST_RIVAL * best - (1.0 - _BEST_RIVAL) * total / float(position.seats - 1)


def margin_of_card(state: EketorpState, seat: i64, learned: Learned | None) -> float:
    """A card laid face down, judged against every card that the other may lay."""
    hand = state.hand[state.other_side(seat)]
    total = 0.0
    for value in range(i64(1), cards.VALUES + 1):
        count = cards.count_of(hand, value)
        if count:
            total += float(count) * margin_as_it_stands(after_card(state, seat, value), seat, learned)
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


def expected_points(position: EketorpPosition, seat: i64, learned: Learned | None) -> float:
    if learned is not None and position.phase != phases.OVER:
        return learned.points(position, seat)
    worth = float(scoring.score(position, seat)) - prospects.VIKING_ROUND * float(
        prospects.rounds_missed(position, seat)
    )
    worth += _PIP * prospects.pips(position.hand[seat] + position.tray[seat])
    if bricks.bricks_in(position.castle[seat]) == bricks.PLACES:
        return worth
    worth += to_build(position, seat)
    if features.is_fighting(position):
        worth += prospects.storage_worth(position, seat) + prospects.sieges_worth(position, seat)
        worth -= prospects.threat(position, seat, position.home[seat])
    return worth - wear(position, seat) + bonus(position, seat)


def parts(position: EketorpPosition, seat: i64, found: dict[str, float], share: float, learned: Learned | None) -> None:
    """Adds what ``margin_as_it_stands`` says, times a share, by where it is expected from."""
    if learned is not None and position.phase != phases.OVER:
        own = learned.parts(position, seat)
    else:
        own = parts_by_hand(position, seat)
    own["rivals"] = margin_as_it_stands(position, seat, learned) - expected_points(position, seat, learned)
    for name, points in own.items():
        found[name] = found.get(name, 0.0) + share * points


def parts_by_hand(position: EketorpPosition, seat: i64) -> dict[str, float]:
    own = {
        "points": float(scoring.score(position, seat)),
        "hospital": -prospects.VIKING_ROUND * float(prospects.rounds_missed(position, seat)),
        "cards": _PIP * prospects.pips(position.hand[seat] + position.tray[seat]),
    }
    if bricks.bricks_in(position.castle[seat]) != bricks.PLACES:
        own["to_build"] = to_build(position, seat)
        own["complete"] = bonus(position, seat)
        own["walls"] = -wear(position, seat)
        if features.is_fighting(position):
            own["storage"] = prospects.storage_worth(position, seat)
            own["sieges"] = prospects.sieges_worth(position, seat)
            own["walls"] -= prospects.threat(position, seat, position.home[seat])
    return own


def to_build(position: EketorpPosition, seat: i64) -> float:
    """The bricks beside the castle and those to be kept, which will be built."""
    worth = float(bricks.value(position.carried[seat]))
    kept = position.kept[seat]
    while kept:
        worth += float(kept & 7)
        kept >>= bricks.BRICK_BITS
    return worth


def wear(position: EketorpPosition, seat: i64) -> float:
    """What the sieges of later rounds are expected to take."""
    return _EXPOSED * float(position.tables.rounds - position.round) * prospects.exposed(position, seat)


def bonus(position: EketorpPosition, seat: i64) -> float:
    """The bonus for a complete castle, with the bricks that are on their way."""
    count = bricks.bricks_in(position.castle[seat]) + bricks.size(position.carried[seat])
    kept = position.kept[seat]
    while kept:
        if kept & 7:
            count += 1
        kept >>= bricks.BRICK_BITS
    return completion(float(count), float(position.tables.rounds - position.round))


def completion(count: float, left: float) -> float:
    """The bonus for a complete castle times the chance to get there."""
    ahead = (count + _BRICKS_A_ROUND * left - float(bricks.PLACES)) / _COMPLETE_DOUBT
    return float(scoring.COMPLETE) / (1.0 + exp(-ahead))


# A draft


def after_draft(state: EketorpState, seat: i64) -> EketorpState:
    """The draft, completed as well as its order allows, and likely deployments of the rivals.

    They are drawn by the luck of the position: the same for every draft that is compared, different in every sample. So
    who picks the best draft answers a mix with a mix.
    """
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
        best = prospects.threat(position, seat, position.home[seat] - 1) - prospects.threat(
            position, seat, position.home[seat]
        )
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
        before = prospects.field_worth(position, seat, place) if position.on_field(seat, place) else 0.0
        deploy.send(position, seat, place)
        gain = prospects.field_worth(position, seat, place) - before
        deployments.call_back(position, seat, place)
        return gain
    field = place - moves.STORAGE_FIELDS
    if position.siege[seat] & bit(field):
        return _NOBODY
    return prospects.siege_worth(position, seat, field)
