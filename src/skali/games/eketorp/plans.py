"""Sensible deployments as a mix: how attractive each place is to a player, from what everybody can see.

A player who always deployed alike would be read. So the places get shares, every Viking is sent by lot among them, and
whoever wants a deployment draws one. ``heuristic.py`` turns the shares into weights for the canonical steps and answers
drawn deployments of the rivals; ``secrets.py`` draws a likely deployment for a player who has already submitted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.rng import Rng
from skali.games.eketorp import bricks
from skali.games.eketorp.components import FIELD_BITS, KIND_BITS
from skali.games.eketorp.moves import ENGINE_COUNT, STORAGE_FIELDS

if TYPE_CHECKING:
    from skali.games.eketorp.state import EketorpState

_HARDLY: Final = 0.002
"""The share of a place that nobody sensible goes to: small, but possible."""
_RIVALS_ON_FIELDS: Final = 0.75
"""The part of all other Vikings that goes to storage fields, by the value that lies there."""
_FIGHT_RISK: Final = 0.35
_SIEGE_SUCCESS: Final = 0.5
_SIEGE_RISK: Final = 0.3
_SIEGE_SHARE: Final = 0.5
_HOME_BASE: Final = 0.15
_HOME_RISK: Final = 0.12
_LUCK: Final = 1048576


def shares(state: EketorpState, seat: i64) -> vec[float]:
    """How attractive each place is for one more Viking: in the seat's canonical order, and last the own castle."""
    found = vec[float](capacity=int(STORAGE_FIELDS + ENGINE_COUNT * state.seats))
    rivals = rival_vikings(state, seat)
    worth = storage_value(state)
    for field in range(STORAGE_FIELDS):
        found = append(found, field_share(state, seat, field, rivals, worth))
    castle = seat
    for _ in range(state.seats - 1):
        castle += 1
        if castle == state.seats:
            castle = 0
        for engine in range(ENGINE_COUNT):
            found = append(found, siege_share(state, seat, castle, engine))
    return append(found, home_share(state, seat))


def rival_vikings(state: EketorpState, seat: i64) -> float:
    """The Vikings that the others can deploy, or have deployed."""
    count: i64 = 0
    for other in range(state.seats):
        if other != seat:
            count += state.home[other] + state.away(other)
    return float(count)


def kind_on(state: EketorpState, field: i64) -> i64:
    """The value of a brick on a storage field, 0 if there is none."""
    return (state.kinds >> (KIND_BITS * field)) & 7


def storage_value(state: EketorpState) -> float:
    value: i64 = 0
    for field in range(STORAGE_FIELDS):
        value += state.bricks_on(field) * kind_on(state, field)
    return float(value)


def field_share(state: EketorpState, seat: i64, field: i64, rivals: float, worth: float) -> float:
    """The value of a brick times the chance that one more own Viking brings one home, squared to prefer the better places."""
    there = state.bricks_on(field)
    own = state.on_field(seat, field)
    if own >= there:
        return _HARDLY
    value = float(kind_on(state, field))
    expected = _RIVALS_ON_FIELDS * rivals * value * float(there) / worth
    chance = float(there) / (expected + float(own) + 1.0)
    if chance >= 1.0:
        return value * value
    gain = value * chance - _FIGHT_RISK * (1.0 - chance)
    return gain * gain if gain > 0.1 else 0.01


def siege_share(state: EketorpState, seat: i64, castle: i64, engine: i64) -> float:
    """The best brick in reach times the chance to get it."""
    if state.siege[seat] & bit(castle * ENGINE_COUNT + engine):
        return 0.0
    gain = _SIEGE_SUCCESS * float(best_in_reach(state, castle, engine)) - _SIEGE_RISK
    return _SIEGE_SHARE * gain * gain if gain > 0.1 else _HARDLY


def best_in_reach(state: EketorpState, castle: i64, engine: i64) -> i64:
    """The dearest brick on top of the two sites of a siege field."""
    one = top(state.castle[castle], state.tables.first_site[engine])
    other = top(state.castle[castle], state.tables.second_site[engine])
    return one if one > other else other


def top(castle: i64, site: i64) -> i64:
    """The value of the top brick of a site, 0 if there is none."""
    stack = bricks.stack(castle, site)
    return bricks.brick_at(stack, bricks.height(stack) - 1) if stack else 0


def home_share(state: EketorpState, seat: i64) -> float:
    """The bricks that a siege could take."""
    exposed: i64 = 0
    for engine in range(ENGINE_COUNT):
        exposed += best_in_reach(state, seat, engine)
    return _HOME_BASE + _HOME_RISK * float(exposed)


def place_in_order(state: EketorpState, seat: i64, order: i64) -> i64:
    """The place that stands at this point of the seat's canonical order."""
    if order < STORAGE_FIELDS:
        return order
    castle = (seat + 1 + (order - STORAGE_FIELDS) // ENGINE_COUNT) % state.seats
    return STORAGE_FIELDS + castle * ENGINE_COUNT + (order - STORAGE_FIELDS) % ENGINE_COUNT


def send(state: EketorpState, seat: i64, place: i64) -> None:
    """A Viking leaves the castle for a place."""
    state.home[seat] -= 1
    if place < STORAGE_FIELDS:
        state.storage[seat] += bit(FIELD_BITS * place)
    else:
        state.siege[seat] |= bit(place - STORAGE_FIELDS)


def plan_likely(state: EketorpState, seat: i64) -> None:
    """Draws a deployment for all Vikings in the seat's castle."""
    vikings = state.home[seat]
    home = STORAGE_FIELDS + ENGINE_COUNT * (state.seats - 1)
    for _ in range(vikings):
        order = pick(shares(state, seat), state.rng)
        if order < home:
            send(state, seat, place_in_order(state, seat, order))


def pick(shares: vec[float], rng: Rng) -> i64:
    """One of the places by lot."""
    total = 0.0
    for i in range(len(shares)):
        total += shares[i]
    left = total * float(rng.below(_LUCK)) / float(_LUCK)
    last = i64(len(shares)) - 1
    for i in range(last):
        left -= shares[i]
        if left < 0.0:
            return i
    return last


def call_back(state: EketorpState, seat: i64, field: i64) -> None:
    """A Viking returns from a storage field."""
    state.home[seat] += 1
    state.storage[seat] -= bit(FIELD_BITS * field)
