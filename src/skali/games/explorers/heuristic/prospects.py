"""What a seat could still do from where it stands: livestock to fetch and deliver, settlements, outposts, enemy ships, islands.

A prospect fades with every action point that it still takes, and the best count most, because one cannot do everything.
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from skali.core.bits import bit, popcount
from skali.core.hexes import EDGES
from skali.games.explorers import captains, components, islands, moves, pieces, scoring
from skali.games.explorers.heuristic import charts
from skali.games.explorers.heuristic.charts import Chart
from skali.games.explorers.heuristic.numbers import Weights
from skali.games.explorers.state import ExplorersState

WALK: Final = 5
"""Action points, about, until a Viking from elsewhere walks to a longship without crew."""
LADEN: Final = 2
"""With so much livestock aboard a longship goes home first."""


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
    chance = hope(state, chart, island, later)
    if chance == 0.0:
        return 0.0
    return chance * control(chart, own, other, later) * float(popcount(state.body_tiles[island]))


def control(chart: Chart, own: i64, other: i64, later: i64) -> float:
    """How likely influence is to be control in the end: certain at the end, and the looser the more turns are still to come."""
    ahead = float(own - other) + 0.5
    if own == 0:
        ahead -= 1.0
    if later == 0:
        return 1.0 if ahead > 0.0 else 0.0
    return 1.0 / (1.0 + exp(-ahead / (chart.weights.firm + chart.weights.loose * float(later))))


def hope(state: ExplorersState, chart: Chart, island: i64, later: i64) -> float:
    """How likely an island is to be completed."""
    left = i64(state.body_open[island])
    if left == 0:
        return 1.0
    if later == 0 or i64(chart.lost[island]):
        return 0.0
    chance = chart.weights.nearly
    if left > 6:
        chance = chart.weights.vast
    elif left > 3:
        chance = chart.weights.wide
    elif left > 1:
        chance = chart.weights.half
    return chance if later >= left else chance * float(later) / float(left)


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


# Prospects


class Prospects:
    """The prospects of one seat, of which the best four count."""

    def __init__(self, state: ExplorersState, seat: i64, chart: Chart, held: vec[i32], budget: i64, later: i64) -> None:
        self.state = state
        self.seat = seat
        self.chart = chart
        self.weights = chart.weights
        self.held = held
        self.budget = budget
        self.later = later
        self.best: float = 0.0
        self.second: float = 0.0
        self.third: float = 0.0
        self.fourth: float = 0.0
        self.crew: i64 = state.vikings_at(seat, pieces.ABOARD)
        self.longship: i64 = state.word(seat, pieces.LONGSHIP) // components.REGIONS
        self.room: i64 = state.free_places(seat)
        self.cargo: i64 = state.word(seat, pieces.CARGO)
        self.built: i64 = state.outposts_built(seat)
        self.laden: bool = pieces.number_of_all(self.cargo, pieces.LIVESTOCK_BITS) >= LADEN
        self.ways: vec[u8] = chart.home
        """By tile: how many sails it is from the longship; from home, if it goes home first."""
        if not self.laden:
            self.ways = chart.sails_from_sea(state, state.word(seat, pieces.LONGSHIP), self.crew >= 2)
        self.own: vec[u8] = state.tables.no_bytes[:]
        """The seat's Vikings by land region."""
        self.ashore: i64 = 0
        for at in range(seat * pieces.VIKINGS, seat * pieces.VIKINGS + pieces.VIKINGS):
            node = i64(state.vikings[at])
            if node >= components.NODES:
                break
            self.own[node] += u8(1)
            self.ashore += 1
        self.beside: i64 = 0
        """The seat's Vikings ashore beside its longship."""
        first = self.longship * components.REGIONS
        for node in range(first, first + islands.lands_of(state, self.longship)):
            self.beside += i64(self.own[node])
        self.to_begin: i64 = self.points_to_crew()
        """Action points until the longship can begin something new."""
        if self.laden:
            self.to_begin += i64(chart.home[self.longship]) + 1

    def points_to_crew(self) -> i64:
        """Action points until a Viking is aboard. A longship full of livestock without one never sails again."""
        if self.crew:
            return 0
        if self.room == 0:
            return components.FAR
        at_home = islands.is_fixed(self.longship) and self.state.vikings_at(self.seat, pieces.MAINLAND) > 0
        return 1 if self.beside or at_home else WALK

    def worth(self) -> float:
        self.look_ashore()
        if self.built < pieces.OUTPOSTS:
            self.look_for_sites()
        weights = self.weights
        chosen = weights.best * self.best + weights.second * self.second
        chosen += weights.third * self.third + weights.fourth * self.fourth
        return chosen + self.hold_worth() + self.crew_worth()

    def add(self, value: float, steps: i64) -> None:
        """One more prospect: its value when it is done, and the action points until then."""
        if steps <= self.budget:
            self.rank(faded(value, self.weights.fade, steps))

    def rank(self, value: float) -> None:
        if value > self.best:
            value, self.best = self.best, value
        if value > self.second:
            value, self.second = self.second, value
        if value > self.third:
            value, self.third = self.third, value
        if value > self.fourth:
            self.fourth = value

    def hold_worth(self) -> float:
        """Livestock aboard is as good as delivered, less the way home."""
        state = self.state
        steps = i64(self.chart.home[self.longship]) + 1 + self.points_to_crew()
        if self.cargo == 0 or steps > self.budget:
            return 0.0
        delivered = state.word(self.seat, pieces.DELIVERED)
        gain = 0.0
        for kind in range(i64(pieces.LIVESTOCK_TYPES)):
            for _ in range(pieces.number_of(self.cargo, kind)):
                gain += livestock_gain(state, self.seat, self.weights, delivered, kind)
                delivered += pieces.one_of(kind)
        return faded(gain, self.weights.homeward, steps)

    def crew_worth(self) -> float:
        """A longship that can sail, and Vikings aboard who can land; towards the end there is less to do."""
        weights = self.weights
        worth = weights.crew * float(self.crew)
        if self.crew:
            worth += weights.mobile
        elif self.beside and self.room:
            worth += weights.beside * weights.mobile
        return worth * float(self.budget) / 12.0 if self.budget < 12 else worth

    def look_ashore(self) -> None:
        """Tile by tile; of each type of livestock only the nearest counts, of each island only its nearest tile."""
        state = self.state
        nearest = state.tables.far_away[:]
        island_ways = state.tables.no_bytes[:]
        for tile in range(i64(components.ALL_TILES)):
            way = i64(self.ways[tile])
            if i64(state.lies[tile]) >= 0 and way < self.budget:
                for node in range(tile * components.REGIONS, tile * components.REGIONS + islands.lands_of(state, tile)):
                    there = i64(state.land[node])
                    if there & pieces.ANIMALS:
                        self.look_at_livestock(tile, node, there, way, nearest)
                    if there >> pieces.STRENGTH:
                        self.look_at_settlement(tile, node, there >> pieces.STRENGTH, way)
                    island = i64(state.body[node])
                    if island_ways[island] == 0 or way < i64(island_ways[island]) - 1:
                        island_ways[island] = u8(way + 1)
                if tile < moves.TILES and state.enemies & bit(tile):
                    self.look_at_enemy(way)
        have = state.word(self.seat, pieces.DELIVERED) + self.cargo
        for kind in range(i64(pieces.LIVESTOCK_TYPES)):
            if i64(nearest[kind]) < components.FAR:
                self.add(livestock_gain(state, self.seat, self.weights, have, kind), i64(nearest[kind]))
        for island in range(i64(components.NODES)):
            if i64(island_ways[island]):
                self.look_at_island(island, i64(island_ways[island]) - 1)

    def look_at_livestock(self, tile: i64, node: i64, animals: i64, way: i64, nearest: vec[u8]) -> None:
        """Sail there, land, load, sail home, unload."""
        back = i64(self.chart.home[tile])
        if back == components.FAR:
            return
        steps = way + 1 + back + 1 + self.to_begin
        if self.own[node] == 0:
            steps += 1
        for kind in range(i64(pieces.LIVESTOCK_TYPES)):
            if pieces.number_of(animals, kind) and steps < i64(nearest[kind]):
                nearest[kind] = u8(steps)

    def look_at_settlement(self, tile: i64, node: i64, strength: i64, way: i64) -> None:
        """Bring the Vikings that are missing: those next to it by marching, those aboard by landing, others from home."""
        state = self.state
        missing = strength - i64(self.own[node])
        near: i64 = 0
        if self.ashore:
            edges = islands.edges_of(state, node)
            for edge in range(i64(EDGES)):
                if (edges >> edge) & 1:
                    other = islands.across(state, node, edge)
                    if other != islands.NO_NODE:
                        near += i64(self.own[other])
        if near > missing:
            near = missing
        steps = (near + 1) // 2
        missing -= near
        if missing > 0:
            steps += way + 1 + self.to_begin
            missing -= self.crew
        while missing > 0:
            steps += 2 * i64(self.chart.home[tile]) + 2
            missing -= 3
        captain = wants(state, self.seat, captains.TYRANT) + 0.5 * wants(state, self.seat, captains.HERO)
        self.add(float(strength) + captain, steps)

    def look_at_island(self, island: i64, way: i64) -> None:
        """Land here to take or share control."""
        state = self.state
        held = i64(self.held[island])
        own = influence_of(held, self.seat)
        other = best_of_others(held, self.seat)
        lacking = other - own
        if own == 0 and other == 0:
            lacking = 1
        if lacking <= 0 or lacking > 3:
            return
        gain = self.gain_on(island, own, other, lacking)
        gain += wants(state, self.seat, captains.SHIELDMAIDEN) * hope(state, self.chart, island, self.later)
        steps = way + 1 + self.to_begin
        if lacking > self.crew:
            steps += 3 * (lacking - self.crew)
        self.add(gain, steps)

    def look_at_enemy(self, way: i64) -> None:
        """A ship is a point; a death brings more the more there are, and costs a Viking."""
        state = self.state
        dead = state.vikings_at(self.seat, pieces.DEAD)
        chance = float(state.deadly) / float(state.deadly + state.safe)
        value = 1.0 + chance * (float(2 * dead + 1) - self.weights.viking)
        value += wants(state, self.seat, captains.BARBARIAN) + 0.5 * wants(state, self.seat, captains.HERO)
        steps = way
        if self.crew < 2:
            steps += 2 + i64(self.chart.home[self.longship])
        self.add(value, steps + self.to_begin)

    def look_for_sites(self) -> None:
        """Of all sites for an outpost the best: those of one island exclude each other, and two Vikings build only one."""
        best = 0.0
        for at in range(i64(0), i64(len(self.chart.sites)), charts.SITE):
            found = self.site_worth(at)
            if found > best:
                best = found
        self.rank(best)

    def site_worth(self, at: i64) -> float:
        """An outpost on a site that no other closes, and what it does for its island; 0 if it takes too long."""
        state = self.state
        sites = self.chart.sites
        own: i64 = 0
        way: i64 = components.FAR
        for which in range(at, at + charts.SITE):
            node = i64(sites[which])
            if state.touched & bit(node // components.REGIONS):
                return 0.0
            own += i64(self.own[node])
            if i64(self.ways[node // components.REGIONS]) < way:
                way = i64(self.ways[node // components.REGIONS])
        steps: i64 = 2
        if own < 2:
            steps += way + 1 + self.to_begin
            if 2 - own > self.crew:
                steps += 3
        if steps > self.budget:
            return 0.0
        value = float(2 + self.built) + self.weights.outpost_hold * self.outpost_gain(i64(state.body[i64(sites[at])]))
        value += wants(state, self.seat, captains.WATCHMAN) + 0.5 * wants(state, self.seat, captains.HERO)
        far = float(i64(state.distance[i64(sites[at]) // components.REGIONS]))
        value += 0.5 * far * wants(state, self.seat, captains.ARCHER)
        return faded(value, self.weights.fade, steps)

    def outpost_gain(self, island: i64) -> float:
        held = i64(self.held[island])
        own = influence_of(held, self.seat)
        return self.gain_on(island, own, best_of_others(held, self.seat), islands.OUTPOST_INFLUENCE)

    def gain_on(self, island: i64, own: i64, other: i64, more: i64) -> float:
        """What so much more influence is worth."""
        gain = share_of_island(self.state, self.chart, island, own + more, other, self.later)
        return gain - share_of_island(self.state, self.chart, island, own, other, self.later)


# Livestock


def livestock_worth(state: ExplorersState, seat: i64, weights: Weights, animals: i64) -> float:
    """Sets as they score, and what may come of them: types for sets to grow, a start for captains who count by two or three."""
    types: i64 = 0
    singles: i64 = 0
    for kind in range(i64(pieces.LIVESTOCK_TYPES)):
        if pieces.number_of(animals, kind):
            types += 1
        singles += pieces.number_of(animals, kind) & 1
    to_come = weights.new_type * float(types) + 0.5 * float(singles) * wants(state, seat, captains.HUNTSMAN)
    to_come += (
        0.67 * float(pieces.number_of_all(animals, pieces.LIVESTOCK_BITS) % 3) * wants(state, seat, captains.TRADER)
    )
    return float(scoring.livestock_points(animals)) + to_come


def livestock_gain(state: ExplorersState, seat: i64, weights: Weights, have: i64, kind: i64) -> float:
    """What one more of a type adds, with the captain's share."""
    mine = pieces.number_of(have, kind)
    rank: i64 = 1
    for other in range(i64(pieces.LIVESTOCK_TYPES)):
        if other != kind and pieces.number_of(have, other) > mine:
            rank += 1
    gain = float(rank)
    if mine == 0:
        gain += weights.new_type
    gain += 0.67 * wants(state, seat, captains.TRADER)
    return gain + (1.5 if mine & 1 else 0.5) * wants(state, seat, captains.HUNTSMAN)
