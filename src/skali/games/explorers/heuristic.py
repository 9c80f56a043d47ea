"""What Explorers knows about good play: points in hand, islands held, and what lies within reach of the longship.

A seat is worth its score as it stands, a share of the islands where it has influence, and its prospects: livestock to fetch,
livestock aboard to deliver, settlements to raid, sites for outposts, enemy ships to sink. A prospect fades with every action point
that it still takes, and only the best few count, because one cannot do everything. An unfinished action is judged by its best end.
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, u8

from skali.core.bits import bit, popcount
from skali.core.hexes import EDGES, hex_step
from skali.core.moves import Moves
from skali.core.protocol import Heuristic, State
from skali.games.explorers import building, captains, decisions, islands, placing, sailing, scoring
from skali.games.explorers.components import ALL_TILES, ENEMY_SHIP, NODES, REGIONS, SEA, SETTLEMENT
from skali.games.explorers.moves import (
    BUILD,
    CELL,
    DONE,
    END_TURN,
    LOAD,
    MARCH,
    PLACE_COUNT,
    PLACE_NOTHING,
    PUT,
    SAIL,
    TAKE,
    TILE,
    TILES,
    TURN,
    UNLOAD,
    WIDTH,
)
from skali.games.explorers.phases import (
    CHOOSE_ACTION,
    CHOOSE_CAPTAIN,
    CHOOSE_TURN,
    LOADING,
    OVER,
    UNLOADING,
)
from skali.games.explorers.pieces import (
    ABOARD,
    ANIMALS,
    CAPTAIN,
    CARGO,
    DEAD,
    DELIVERED,
    HAND,
    LIVESTOCK_TYPES,
    LONGSHIP,
    OUTPOSTS,
    SETTLEMENTS,
    SHIPS,
    STRENGTH,
    VIKINGS,
    free_places,
    number_of,
    one_of,
    outposts_built,
    vikings_at,
)
from skali.games.explorers.state import ExplorersState

FADE: Final = 0.87
"""What is left of a prospect for each action point that it still takes."""
REALISTIC: Final = 0.8
"""What is left of a prospect because somebody or something may come between."""
SECOND_BEST: Final = 0.55
THIRD_BEST: Final = 0.3
FAR: Final = 99

ASHORE: Final = 0.25
"""A Viking ashore, somewhere: it holds land and is near something."""
AFLOAT: Final = 0.2
EVEN_LATER: Final = 0.9
BEHIND: Final = 0.12
HALF_OPEN: Final = 0.5
WIDE_OPEN: Final = 0.25
"""The part of an island's tiles that influence is worth: held evenly, behind, and where the island is not yet completed."""
VIKING_WORTH: Final = 0.9
"""What a Viking is worth that dies."""

CAPTAIN_WORTH: Final = [3.0, 1.5, 3.0, 3.0, 3.0, 1.0, 1.0, 3.0, 3.0, 2.0, 3.5]
"""What the captains bring in a game, about, in the order of their numbers."""


class ExplorersHeuristic(Heuristic):
    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, ExplorersState)
        if state.phase == OVER or state.phase == CHOOSE_CAPTAIN:
            return lead(state, seat)
        if state.phase > CHOOSE_ACTION or state.phase == CHOOSE_TURN:
            return best_end(state, seat)
        return lead(state, seat)

    def weigh(self, state: State, seat: i64, moves: Moves, weights: vec[float]) -> None:
        assert isinstance(state, ExplorersState)
        if state.phase == CHOOSE_CAPTAIN:
            for at in range(moves.count):
                weights[at] = CAPTAIN_WORTH[int(moves.at(at))]
        elif state.phase < CHOOSE_ACTION:
            weigh_placements(state, moves, weights)
        elif state.phase == CHOOSE_ACTION:
            for at in range(moves.count):
                weights[at] = action_weight(state, moves.at(at))
        elif state.phase == LOADING or state.phase == UNLOADING:
            for at in range(moves.count):
                weights[at] = cargo_weight(state, moves.at(at))
        else:
            weigh_ends(state, seat, moves, weights)


# Ahead of the others


def lead(state: ExplorersState, seat: i64) -> float:
    """What the seat may expect beyond the best of the others; alone, what it may expect."""
    held = influences(state)
    home = ways_home(state)
    own = worth(state, seat, held, home)
    if state.is_solo():
        return own
    best = -1000.0
    for other in range(state.seats):
        if other != seat:
            theirs = worth(state, other, held, home)
            if theirs > best:
                best = theirs
    return own - best


def best_end(state: ExplorersState, seat: i64) -> float:
    """How the seat stands after the best end, for the active player, of what has been begun."""
    moves = Moves()
    decisions.fill(state, state.active, moves)
    best = -1000.0
    for at in range(moves.count):
        after = state.copy()
        after.advance(state.active, moves.at(at), None)
        if after.active == state.active and after.phase > CHOOSE_ACTION and after.phase != OVER:
            found = best_end(after, state.active)
        else:
            found = lead(after, state.active)
        if found > best:
            best = found
    if seat == state.active or state.is_solo():
        return best
    return -best if state.seats == 2 else lead(state, seat)


def turns_left(state: ExplorersState, seat: i64) -> i64:
    """Turns of the seat after the one that is being played."""
    if state.is_solo():
        return TILES // 3 - state.turn - 1
    others = TILES - state.turn - 1
    ahead = (seat - state.active + state.seats - 1) % state.seats
    return (others - ahead + state.seats - 1) // state.seats


# What a seat is worth


def worth(state: ExplorersState, seat: i64, held: vec[i32], home: vec[u8]) -> float:
    points = (
        scoring.livestock_points(state.word(seat, DELIVERED))
        + scoring.outpost_points(outposts_built(state, seat))
        + state.word(seat, SHIPS)
        + scoring.settlement_points(state.word(seat, SETTLEMENTS))
        + captains.captain_points(state, seat)
    )
    dead = vikings_at(state, seat, DEAD)
    if state.phase == OVER:
        return float(points + dead * dead + scoring.island_points(state, seat))
    later = turns_left(state, seat)
    budget = 4 * later + (state.points if seat == state.active else i64(0))
    total = float(points + dead * dead) + island_worth(state, seat, held, later)
    if budget > 0:
        total += Prospects(state, seat, held, home, budget).worth()
    return total


def influences(state: ExplorersState) -> vec[i32]:
    """Everybody's influence on every island, five bits a seat (XN-130)."""
    held = state.tables.no_land[:]
    for seat in range(state.seats):
        unit = bit(5 * seat)
        for at in range(seat * VIKINGS, seat * VIKINGS + VIKINGS):
            node = i64(state.vikings[at])
            if node < NODES:
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


def island_worth(state: ExplorersState, seat: i64, held: vec[i32], later: i64) -> float:
    """The tiles of every island where the seat has influence, by how firmly it is held and how near it is to completion."""
    total = 0.0
    for island in range(i64(NODES)):
        own = influence_of(i64(held[island]), seat)
        if own:
            total += share_of_island(state, island, own, best_of_others(i64(held[island]), seat), later)
    return total


def share_of_island(state: ExplorersState, island: i64, own: i64, other: i64, later: i64) -> float:
    tiles = float(popcount(state.body_tiles[island]))
    share = BEHIND
    if own > other:
        share = 1.0
    elif own == other:
        share = 1.0 if later == 0 else EVEN_LATER
    elif later == 0:
        share = 0.0
    open_vertices = i64(state.body_open[island])
    if open_vertices:
        if later == 0:
            return 0.0
        share *= HALF_OPEN if open_vertices <= 3 else WIDE_OPEN
    return tiles * share


# Ways over the sea


def ways_home(state: ExplorersState) -> vec[u8]:
    """By tile: how many sails it is from the nearest fixed tile."""
    starts = vec[i16]()
    for tile in range(i64(TILES), i64(ALL_TILES)):
        for node in range(tile * REGIONS + SEA, tile * REGIONS + REGIONS):
            if i64(state.body[node]) >= 0:
                starts = append(starts, i16(node))
    return sailed(state, starts, True)


def sailed(state: ExplorersState, queue: vec[i16], armed: bool) -> vec[u8]:
    """By tile: how many sails it is from the seas given; who is not armed keeps clear of enemy ships."""
    reached = state.tables.no_bytes[:]
    ways = vec[u8](capacity=ALL_TILES)
    for _ in range(i64(ALL_TILES)):
        ways = append(ways, u8(FAR))
    for start in range(len(queue)):
        reached[i64(queue[start])] = u8(1)
        ways[i64(queue[start]) // REGIONS] = u8(0)
    at: i64 = 0
    while at < len(queue):
        node = i64(queue[at])
        at += 1
        steps = i64(reached[node])
        edges = islands.edges_of(state, node)
        for edge in range(i64(EDGES)):
            if (edges >> edge) & 1:
                other = islands.across(state, node, edge)
                if other != islands.NO_NODE and reached[other] == 0:
                    if armed or not sailing.holds_enemy_ship(state, other):
                        reached[other] = u8(steps + 1)
                        queue = append(queue, i16(other))
                        tile = other // REGIONS
                        if steps < i64(ways[tile]):
                            ways[tile] = u8(steps)
    return ways


# Prospects


class Prospects:
    """What one seat could still do, the best three of it, each faded by the action points it takes."""

    def __init__(self, state: ExplorersState, seat: i64, held: vec[i32], home: vec[u8], budget: i64) -> None:
        self.state = state
        self.seat = seat
        self.held = held
        self.home = home
        self.budget = budget
        self.best: float = 0.0
        self.second: float = 0.0
        self.third: float = 0.0
        self.steady: float = 0.0
        self.crew: i64 = vikings_at(state, seat, ABOARD)
        self.longship: i64 = state.word(seat, LONGSHIP)
        self.room: i64 = free_places(state, seat)
        self.aboard: i64 = state.word(seat, CARGO)
        starts = vec[i16](capacity=16)
        starts = append(starts, i16(self.longship))
        self.ways: vec[u8] = sailed(state, starts, self.crew >= 2)
        self.to_crew: i64 = 0
        """Action points until a Viking is aboard: fetched from the mainland, about."""
        if self.crew == 0:
            self.to_crew = 1 if islands.is_fixed(self.longship // REGIONS) else 3

    def worth(self) -> float:
        self.look_at_the_hold()
        self.look_at_the_crew()
        state = self.state
        for tile in range(i64(ALL_TILES)):
            if i64(state.lies[tile]) >= 0 and i64(self.ways[tile]) < self.budget:
                for node in range(tile * REGIONS, tile * REGIONS + islands.lands_of(state, tile)):
                    self.look_at_land(tile, node)
                if tile < TILES and state.enemies & bit(tile):
                    self.look_at_enemy(tile)
        if outposts_built(state, self.seat) < OUTPOSTS:
            self.look_for_sites()
        return self.best + SECOND_BEST * self.second + THIRD_BEST * self.third + self.steady

    def add(self, value: float, steps: i64) -> None:
        """One more prospect: its value when it is done, and the action points until then."""
        if steps > self.budget or value <= 0.0:
            return
        value *= REALISTIC
        while steps > 0:
            value *= FADE
            steps -= 1
        if value > self.best:
            self.third = self.second
            self.second = self.best
            self.best = value
        elif value > self.second:
            self.third = self.second
            self.second = value
        elif value > self.third:
            self.third = value

    def look_at_the_hold(self) -> None:
        """Livestock aboard is as good as delivered, less the way home."""
        if self.aboard == 0:
            return
        state = self.state
        delivered = state.word(self.seat, DELIVERED)
        gain = 0.0
        for kind in range(i64(LIVESTOCK_TYPES)):
            for _ in range(number_of(self.aboard, kind)):
                gain += livestock_gain(state, self.seat, delivered, kind)
                delivered += one_of(kind)
        steps = i64(self.home[self.longship // REGIONS]) + 1 + self.to_crew
        if steps <= self.budget:
            while steps > 0:
                gain *= 0.97
                steps -= 1
            self.steady += 0.95 * gain

    def look_at_the_crew(self) -> None:
        """Vikings out at sea or ashore can do things; on the mainland they only wait."""
        ashore: i64 = 0
        for at in range(self.seat * VIKINGS, self.seat * VIKINGS + VIKINGS):
            if i64(self.state.vikings[at]) < NODES:
                ashore += 1
        soon = float(self.budget) / 12.0
        if soon > 1.0:
            soon = 1.0
        afloat = float(self.crew) if self.crew < 3 else 2.5
        self.steady += soon * (ASHORE * float(ashore) + AFLOAT * afloat)

    def look_at_land(self, tile: i64, node: i64) -> None:
        state = self.state
        there = i64(state.land[node])
        way = i64(self.ways[tile])
        own = vikings_at(state, self.seat, node)
        if there & ANIMALS:
            self.look_at_livestock(tile, there & ANIMALS, own, way)
        if there >> STRENGTH:
            self.look_at_settlement(tile, node, there >> STRENGTH, own, way)
        self.look_at_island(node, way)

    def look_at_livestock(self, tile: i64, animals: i64, own: i64, way: i64) -> None:
        """Sail there, land, load, sail home, unload."""
        state = self.state
        back = i64(self.home[tile])
        if back == FAR:
            return
        steps = way + 1 + back + 1 + self.to_crew
        if own == 0:
            steps += 1
        if self.room == 0 and self.aboard:
            steps += 2 * i64(self.home[self.longship // REGIONS]) + 1
        have = state.word(self.seat, DELIVERED) + self.aboard
        for kind in range(i64(LIVESTOCK_TYPES)):
            if number_of(animals, kind):
                self.add(livestock_gain(state, self.seat, have, kind), steps)

    def look_at_settlement(self, tile: i64, node: i64, strength: i64, own: i64, way: i64) -> None:
        """Bring the Vikings that are missing: those aboard by landing, those next to it by marching, others from home."""
        state = self.state
        missing = strength - own
        near: i64 = 0
        edges = islands.edges_of(state, node)
        for edge in range(i64(EDGES)):
            if (edges >> edge) & 1:
                other = islands.across(state, node, edge)
                if other != islands.NO_NODE:
                    near += vikings_at(state, self.seat, other)
        steps: i64 = 0
        if near and missing > 0:
            marched = near if near < missing else missing
            steps += (marched + 1) // 2
            missing -= marched
        if missing > 0:
            steps += way + 1
            missing -= self.crew
            while missing > 0:
                steps += 2 * i64(self.home[tile]) + 2
                missing -= 3
        value = float(strength) + 0.5
        if state.word(self.seat, CAPTAIN) == captains.TYRANT or state.word(self.seat, CAPTAIN) == captains.HERO:
            value += 1.0
        self.add(value, steps)

    def look_at_island(self, node: i64, way: i64) -> None:
        """Land here to take or share control."""
        state = self.state
        island = i64(state.body[node])
        held = i64(self.held[island])
        own = influence_of(held, self.seat)
        other = best_of_others(held, self.seat)
        lacking = other - own
        if own > other or lacking > 3:
            return
        if own == 0 and other == 0:
            lacking = 1
        elif lacking == 0:
            return
        before = share_of_island(state, island, own, other, 1) if own else 0.0
        after = share_of_island(state, island, own + lacking, other, 1)
        steps = way + 1 + self.to_crew
        if lacking > self.crew:
            steps += 3 * (lacking - self.crew)
        self.add(0.8 * (after - before), steps)

    def look_at_enemy(self, tile: i64) -> None:
        """A ship is a point; a death brings more the more there are, and costs a Viking."""
        state = self.state
        way = i64(self.ways[tile])
        if way == FAR:
            return
        dead = vikings_at(state, self.seat, DEAD)
        chance = float(state.deadly) / float(state.deadly + state.safe)
        value = 1.0 + chance * (float(2 * dead + 1) - VIKING_WORTH)
        captain = state.word(self.seat, CAPTAIN)
        if captain == captains.BARBARIAN or captain == captains.HERO:
            value += 1.0
        steps = way
        if self.crew < 2:
            steps += 2 + i64(self.home[self.longship // REGIONS])
        self.add(value, steps)

    def look_for_sites(self) -> None:
        """Outposts where three tiles meet by land that no outpost touches yet."""
        state = self.state
        value = float(2 + outposts_built(state, self.seat))
        captain = state.word(self.seat, CAPTAIN)
        if captain == captains.WATCHMAN or captain == captains.HERO:
            value += 1.0
        for tile in range(i64(ALL_TILES)):
            lies = i64(state.lies[tile])
            if lies >= 0 and not state.touched & bit(tile):
                land = i64(state.tables.shapes.land_corners[islands.look_of(state, tile)])
                for corner in range(i64(2), i64(4)):
                    if (land >> corner) & 1:
                        self.look_at_site(lies // 6 * 2 + corner - 2, value, captain)

    def look_at_site(self, vertex: i64, value: float, captain: i64) -> None:
        state = self.state
        tiles: i64 = 0
        own: i64 = 0
        way: i64 = FAR
        island: i64 = 0
        for which in range(i64(3)):
            node = building.node_around(state, vertex, which)
            if node == islands.NO_NODE:
                return
            tiles |= bit(node // REGIONS)
            own += vikings_at(state, self.seat, node)
            if i64(self.ways[node // REGIONS]) < way:
                way = i64(self.ways[node // REGIONS])
            island = i64(state.body[node])
        if tiles & state.touched:
            return
        steps: i64 = 2
        missing = 2 - own
        if missing > 0:
            steps += way + 1 + self.to_crew
            if missing > self.crew:
                steps += 3
        held = i64(self.held[island])
        mine = influence_of(held, self.seat)
        other = best_of_others(held, self.seat)
        gain = share_of_island(state, island, mine + 2, other, 1)
        if mine:
            gain -= share_of_island(state, island, mine, other, 1)
        if captain == captains.ARCHER:
            value += 0.5 * float(i64(state.distance[islands.tile_at(state, vertex // 2)]))
        self.add(value + 0.6 * gain, steps)


def livestock_gain(state: ExplorersState, seat: i64, have: i64, kind: i64) -> float:
    """What one more of a type adds to the sets, now and in sets still to grow, and to the captain."""
    mine = number_of(have, kind)
    rank: i64 = 1
    for other in range(i64(LIVESTOCK_TYPES)):
        if other != kind and number_of(have, other) > mine:
            rank += 1
    gain = float(rank)
    if mine == 0:
        gain += 1.0
    captain = state.word(seat, CAPTAIN)
    if captain == captains.TRADER:
        gain += 0.67
    elif captain == captains.HUNTSMAN:
        gain += 2.0 if mine % 2 else 0.5
    return gain


# Likely moves


def action_weight(state: ExplorersState, move: i64) -> float:
    if move == BUILD:
        return 8.0
    if move == END_TURN:
        return 0.1
    if move == SAIL:
        return 3.0
    if move == UNLOAD:
        return 2.5
    if move == LOAD:
        return 2.0
    return 1.5 if move == MARCH else 1.0


def cargo_weight(state: ExplorersState, move: i64) -> float:
    """Livestock goes home; Vikings go anywhere but back to the mainland."""
    if move == DONE:
        return 1.5
    first = i64(TAKE) if move < PUT else i64(PUT)
    to_mainland = (move - first) % PLACE_COUNT == 0
    livestock = (move - first) // PLACE_COUNT > 0
    if move < PUT:
        return 3.0 if livestock else 2.0
    if livestock:
        return 6.0 if to_mainland else 0.3
    return 0.3 if to_mainland else 2.0


def weigh_ends(state: ExplorersState, seat: i64, moves: Moves, weights: vec[float]) -> None:
    """By how the seat stands after the move."""
    best = -1000.0
    for at in range(moves.count):
        after = state.copy()
        after.advance(seat, moves.at(at), None)
        weights[at] = lead(after, seat)
        if weights[at] > best:
            best = weights[at]
    for at in range(moves.count):
        weights[at] = exp((weights[at] - best) / 0.7)


# Placing tiles


def weigh_placements(state: ExplorersState, moves: Moves, weights: vec[float]) -> None:
    for at in range(moves.count):
        move = moves.at(at)
        value = 0.0
        if move == PLACE_NOTHING:
            value = 0.0
        elif move < CELL:
            tile = placing.tile_of_type(state, state.word(state.active, HAND), move - TILE)
            value = best_placement(state, tile)
        elif move < TURN:
            value = best_turn(state, state.tile, placing.asked_of(state, move - CELL))
        else:
            value = placement_worth(state, state.tile, state.cell, move - TURN)
        weights[at] = exp(value)


def best_placement(state: ExplorersState, tile: i64) -> float:
    best = -1000.0
    for at in range(len(state.frontier)):
        entry = i64(state.frontier[at])
        if placing.fits_in(state, tile, entry):
            found = best_turn(state, tile, entry)
            if found > best:
                best = found
    return best


def best_turn(state: ExplorersState, tile: i64, entry: i64) -> float:
    best = -1000.0
    for turn in range(i64(state.tables.distinct[tile])):
        if placing.fits_turned(state, tile, entry, turn):
            found = placement_worth(state, tile, entry // placing.ENTRY, turn)
            if found > best:
                best = found
    return best


def placement_worth(state: ExplorersState, tile: i64, cell: i64, turn: i64) -> float:
    """Tokens near the own longship rather than near another; own islands closed, those of others kept open."""
    item = i64(state.tables.item[tile])
    token = 2.5
    if item == SETTLEMENT:
        token = 2.0
    elif item == ENEMY_SHIP:
        token = 0.6
    seat = state.active
    value = token * closeness(state, seat, cell)
    for other in range(state.seats):
        if other != seat:
            value -= 0.7 * token * closeness(state, other, cell)
    land = i64(state.tables.shapes.land_corners[i64(state.shape_of[tile]) * 6 + turn])
    for corner in range(i64(EDGES)):
        if (land >> corner) & 1:
            value += vertex_worth(state, cell, corner)
    return value


def closeness(state: ExplorersState, seat: i64, cell: i64) -> float:
    """1 beside the longship, less with every tile of the way."""
    ship = islands.cell_of(state, state.word(seat, LONGSHIP) // REGIONS)
    q = cell % WIDTH - ship % WIDTH
    r = cell // WIDTH - ship // WIDTH
    s = q + r
    if q < 0:
        q = -q
    if r < 0:
        r = -r
    if s < 0:
        s = -s
    steps = q if q > r else r
    if s > steps:
        steps = s
    near = 1.0
    while steps > 1:
        near *= 0.75
        steps -= 1
    return near


def vertex_worth(state: ExplorersState, cell: i64, corner: i64) -> float:
    """A closed vertex on an own island is good, a new open one is bad; the other way round on islands of others."""
    before = islands.tile_at(state, cell + hex_step((corner + EDGES - 1) % EDGES, WIDTH))
    after = islands.tile_at(state, cell + hex_step(corner, WIDTH))
    if before == islands.NO_TILE and after == islands.NO_TILE:
        return -0.15
    if before != islands.NO_TILE:
        node = islands.node_at(state, before, (corner + 2) % EDGES)
    else:
        node = islands.node_at(state, after, (corner + 4) % EDGES)
    stake = 0.0
    island = i64(state.body[node])
    for seat in range(state.seats):
        own = float(islands.influence(state, seat, island))
        stake += own if seat == state.active else -own
    if stake > 3.0:
        stake = 3.0
    elif stake < -3.0:
        stake = -3.0
    if before != islands.NO_TILE and after != islands.NO_TILE:
        return 0.2 + 0.4 * stake
    return 0.1 * stake
