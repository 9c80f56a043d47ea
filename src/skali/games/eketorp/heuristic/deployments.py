"""Sensible deployments as a mix: how attractive each place is to a player, from what everybody can see.

A player who always deployed alike would be read. So the places get shares, every Viking is sent by lot among them, and
whoever wants a deployment draws one. ``policy.py`` turns the shares into weights for the canonical steps, ``evaluation.py``
answers drawn deployments of the rivals, and ``hidden.py`` draws a likely deployment for a player who has already submitted.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.rng import Rng
from skali.games.eketorp import bricks, components, moves
from skali.games.eketorp.decisions import deploy
from skali.games.eketorp.position import EketorpPosition

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


def shares(position: EketorpPosition, seat: i64) -> vec[float]:
    """How attractive each place is for one more Viking: in the seat's canonical order, and last the own castle."""
    found = vec[float](capacity=int(moves.STORAGE_FIELDS + moves.ENGINE_COUNT * position.seats))
    rivals = rival_vikings(position, seat)
    worth = storage_value(position)
    for field in range(i64(moves.STORAGE_FIELDS)):
        found = append(found, field_share(position, seat, field, rivals, worth))
    castle = seat
    for _ in range(position.seats - 1):
        castle += 1
        if castle == position.seats:
            castle = 0
        for engine in range(i64(moves.ENGINE_COUNT)):
            found = append(found, siege_share(position, seat, castle, engine))
    return append(found, home_share(position, seat))


def rival_vikings(position: EketorpPosition, seat: i64) -> float:
    """The Vikings that the others can deploy, or have deployed."""
    count: i64 = 0
    for other in range(position.seats):
        if other != seat:
            count += position.home[other] + position.away(other)
    return float(count)


def storage_value(position: EketorpPosition) -> float:
    value: i64 = 0
    for field in range(i64(moves.STORAGE_FIELDS)):
        value += position.bricks_on(field) * position.kind_on(field)
    return float(value)


def field_share(position: EketorpPosition, seat: i64, field: i64, rivals: float, worth: float) -> float:
    """The value of a brick times the chance that one more own Viking brings one home, squared to prefer the better places."""
    there = position.bricks_on(field)
    own = position.on_field(seat, field)
    if own >= there:
        return _HARDLY
    value = float(position.kind_on(field))
    expected = _RIVALS_ON_FIELDS * rivals * value * float(there) / worth
    chance = float(there) / (expected + float(own) + 1.0)
    if chance >= 1.0:
        return value * value
    gain = value * chance - _FIGHT_RISK * (1.0 - chance)
    return gain * gain if gain > 0.1 else 0.01


def siege_share(position: EketorpPosition, seat: i64, castle: i64, engine: i64) -> float:
    """The best brick in reach times the chance to get it."""
    if position.siege[seat] & bit(castle * moves.ENGINE_COUNT + engine):
        return 0.0
    gain = _SIEGE_SUCCESS * float(best_in_reach(position, castle, engine)) - _SIEGE_RISK
    return _SIEGE_SHARE * gain * gain if gain > 0.1 else _HARDLY


def best_in_reach(position: EketorpPosition, castle: i64, engine: i64) -> i64:
    """The most valuable brick on top of the two sites of a siege field."""
    one = top(position.castle[castle], position.tables.sites[2 * engine])
    other = top(position.castle[castle], position.tables.sites[2 * engine + 1])
    return one if one > other else other


def top(castle: i64, site: i64) -> i64:
    """The value of the top brick of a site, 0 if there is none."""
    stack = bricks.stack(castle, site)
    while stack > 7:
        stack >>= bricks.BRICK_BITS
    return stack


def home_share(position: EketorpPosition, seat: i64) -> float:
    """The bricks that a siege could take."""
    exposed: i64 = 0
    for engine in range(i64(moves.ENGINE_COUNT)):
        exposed += best_in_reach(position, seat, engine)
    return _HOME_BASE + _HOME_RISK * float(exposed)


def draw(position: EketorpPosition, seat: i64) -> None:
    """Draws a deployment for all Vikings in the seat's castle."""
    found = shares(position, seat)
    rivals = rival_vikings(position, seat)
    worth = storage_value(position)
    vikings = position.home[seat]
    for _ in range(vikings):
        order = pick(found, position.rng)
        if order < len(found) - 1:
            deploy.send(position, seat, deploy.place_in_order(position, seat, order))
            # Only this place has become less attractive.
            found[order] = field_share(position, seat, order, rivals, worth) if order < moves.STORAGE_FIELDS else 0.0


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


def call_back(position: EketorpPosition, seat: i64, field: i64) -> None:
    """A Viking returns from a storage field."""
    position.home[seat] += 1
    position.storage[seat] -= bit(components.FIELD_BITS * field)
