"""What things are worth: a share of an island, livestock, what a captain counts."""

from __future__ import annotations

from math import exp

from librt.vecs import vec
from mypy_extensions import i32, i64

from skali.core.bits import bit, popcount
from skali.games.explorers import captains, components, islands, pieces, scoring
from skali.games.explorers.heuristic.charts import Chart
from skali.games.explorers.heuristic.numbers import Tuning
from skali.games.explorers.state import ExplorersState

# Islands


def influences(state: ExplorersState) -> vec[i32]:
    """Everybody's influence on every island, five bits a seat (XN-130)."""
    held = state.tables.no_land[:]
    for seat in range(state.seats):
        unit = bit(5 * seat)
        for at in range(seat * pieces.VIKINGS, seat * pieces.VIKINGS + pieces.VIKINGS):
            node = i64(state.vikings[at])
            if node >= components.NODES:
                break
            held[i64(state.body[node])] += i32(unit)
    for at in range(len(state.outposts)):
        outpost = i64(state.outposts[at])
        held[islands.island_of_outpost(state, outpost)] += i32(2 * bit(5 * (outpost % 4)))
    return held


def influence_of(held: i64, seat: i64) -> i64:
    return (held >> (5 * seat)) & 31


def best_of_others(held: i64, seat: i64) -> i64:
    best: i64 = 0
    for other in range(i64(4)):
        if other != seat and influence_of(held, other) > best:
            best = influence_of(held, other)
    return best


def share_of_island(state: ExplorersState, chart: Chart, island: i64, own: i64, other: i64, later: i64) -> float:
    """The tiles of an island by how likely it is to be completed and held; ``later`` are the turns still to come."""
    chance = hope(state, chart, island) if own else 0.0
    if chance == 0.0:
        return 0.0
    tiles = float(popcount(state.body_tiles[island])) + chart.tuning.growth * float(i64(state.body_open[island]))
    return chance * tiles if state.seats == 1 else chance * control(chart, own, other, later) * tiles


def control(chart: Chart, own: i64, other: i64, later: i64) -> float:
    """How likely influence is to be control in the end: certain at the end, and the same at all times before.

    If it grew with the turns, to end a turn would seem to give something to the rivals, whose turn is next.
    """
    ahead = float(own - other) + 0.5
    if later == 0:
        return 1.0 if ahead > 0.0 else 0.0
    return 1.0 / (1.0 + exp(-ahead / chart.tuning.firm))


def hope(state: ExplorersState, chart: Chart, island: i64) -> float:
    """How likely an island is to be completed."""
    left = i64(state.body_open[island])
    if left == 0:
        return 1.0
    if chart.to_lay == 0 or i64(chart.lost[island]):
        return 0.0
    chance = chart.tuning.nearly
    if left > 6:
        chance = chart.tuning.vast
    elif left > 3:
        chance = chart.tuning.wide
    elif left > 1:
        chance = chart.tuning.half
    return chance if chart.to_lay >= left else chance * float(chart.to_lay) / float(left)


def faded(value: float, rate: float, steps: i64) -> float:
    """What is left of a value after so many steps, each of which leaves a part of it."""
    while steps > 0:
        value *= rate
        steps -= 1
    return value


def wants(state: ExplorersState, seat: i64, captain: i64) -> float:
    """How much a seat cares for what a captain counts: alone, two captains share its care."""
    if state.word(seat, pieces.CAPTAIN) != captain and state.word(seat, pieces.OTHER_CAPTAIN) != captain:
        return 0.0
    return 0.5 if state.is_solo() else 1.0


# Livestock


def livestock_worth(state: ExplorersState, seat: i64, tuning: Tuning, animals: i64) -> float:
    """Sets as they score, and what may come of them: types for sets to grow, a start for captains who count by two or three."""
    types: i64 = 0
    singles: i64 = 0
    for kind in range(i64(pieces.LIVESTOCK_TYPES)):
        if pieces.number_of(animals, kind):
            types += 1
        singles += pieces.number_of(animals, kind) & 1
    to_come = tuning.new_type * float(types) + 0.5 * float(singles) * wants(state, seat, captains.HUNTSMAN)
    to_come += (
        0.67 * float(pieces.number_of_all(animals, pieces.LIVESTOCK_BITS) % 3) * wants(state, seat, captains.TRADER)
    )
    return float(scoring.livestock_points(animals)) + to_come


def livestock_gain(state: ExplorersState, seat: i64, tuning: Tuning, have: i64, kind: i64) -> float:
    """What one more of a type adds, with the captain's share."""
    mine = pieces.number_of(have, kind)
    rank: i64 = 1
    for other in range(i64(pieces.LIVESTOCK_TYPES)):
        if other != kind and pieces.number_of(have, other) > mine:
            rank += 1
    gain = float(rank)
    if mine == 0:
        gain += tuning.new_type
    gain += 0.67 * wants(state, seat, captains.TRADER)
    return gain + (1.5 if mine & 1 else 0.5) * wants(state, seat, captains.HUNTSMAN)
