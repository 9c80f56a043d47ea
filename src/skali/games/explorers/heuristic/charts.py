"""The board as the heuristic sees it: linked seas, ways home, sites for outposts, islands that can never be completed.

A chart holds until the next tile is laid, so the ends of an action can share one.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from skali.core.hexes import EDGES, hex_step
from skali.games.explorers import components, islands, moves, outposts, tokens
from skali.games.explorers.heuristic.numbers import Tuning
from skali.games.explorers.state import ExplorersState

SITE: Final = 3
"""A site is three nodes in ``Chart.sites``."""

SOLO_TILES: Final = 32
"""Tiles laid in a game alone (XN-157, XN-161)."""


class Chart:
    def __init__(self, state: ExplorersState, tuning: Tuning) -> None:
        self.tuning = tuning
        self.links: vec[i16] = state.tables.no_links[:]
        """By node and edge: the sea linked across that edge, -1 if none."""
        self.lost: vec[u8] = state.tables.no_bytes[:]
        """By island: 1 if it can never be completed (XN-129)."""
        self.sites: vec[i16] = vec[i16](capacity=96)
        """The land regions around every vertex where three tiles meet by land, three by three."""
        self.islands: vec[i16] = vec[i16](capacity=64)
        to_lay: i64 = SOLO_TILES if state.is_solo() else i64(moves.TILES)
        for tile in range(i64(components.ALL_TILES)):
            if i64(state.lies[tile]) >= 0:
                if tile < moves.TILES:
                    to_lay -= 1
                for node in range(tile * components.REGIONS, tile * components.REGIONS + islands.lands_of(state, tile)):
                    if i64(state.body[node]) == node:
                        self.islands = append(self.islands, i16(node))
                self.link_seas(state, tile)
                self.find_sites(state, tile)
        self.to_lay: i64 = (to_lay + state.seats - 1) // state.seats
        """Tiles that each seat will still lay, about."""
        self.find_lost_islands(state)
        self.home: vec[u8] = self.ways_home(state)
        """By tile: how many sails it is from the nearest fixed tile."""

    def link_seas(self, state: ExplorersState, tile: i64) -> None:
        """Links the seas of a tile with those across three of its edges; the neighbours do the rest."""
        cell = islands.cell_of(state, tile)
        for edge in range(i64(3)):
            other = islands.tile_at(state, cell + hex_step(edge, moves.WIDTH))
            if other != islands.NO_TILE:
                here = islands.node_at(state, tile, edge)
                there = islands.node_at(state, other, (edge + 4) % EDGES)
                if here % components.REGIONS < components.SEA:
                    here = islands.node_at(state, tile, edge + 1)
                    there = islands.node_at(state, other, edge + 3)
                if here % components.REGIONS >= components.SEA:
                    self.links[here * EDGES + edge] = i16(there)
                    self.links[there * EDGES + edge + 3] = i16(here)

    def find_sites(self, state: ExplorersState, tile: i64) -> None:
        """The sites at the corners SE and S of a tile; every vertex is one of these corners of one tile."""
        cell = islands.cell_of(state, tile)
        land = i64(state.tables.shapes.land_corners[islands.look_of(state, tile)])
        for corner in range(i64(2), i64(4)):
            if (land >> corner) & 1:
                vertex = cell * 2 + corner - 2
                second = outposts.node_around(state, vertex, 1)
                third = outposts.node_around(state, vertex, 2)
                if second != islands.NO_NODE and third != islands.NO_NODE:
                    self.sites = append(self.sites, i16(islands.node_at(state, tile, corner)))
                    self.sites = append(self.sites, i16(second))
                    self.sites = append(self.sites, i16(third))

    def find_lost_islands(self, state: ExplorersState) -> None:
        shore = state.tables.shore
        for at in range(len(shore)):
            tile = islands.tile_at(state, i64(shore[at]) // EDGES)
            if tile != islands.NO_TILE:
                node = islands.node_at(state, tile, i64(shore[at]) % EDGES)
                if node % components.REGIONS < components.SEA:
                    self.lost[i64(state.body[node])] = u8(1)

    def ways_home(self, state: ExplorersState) -> vec[u8]:
        queue = state.tables.no_nodes[:]
        count: i64 = 0
        for tile in range(i64(moves.TILES), i64(components.ALL_TILES)):
            for node in range(
                tile * components.REGIONS + components.SEA, tile * components.REGIONS + components.REGIONS
            ):
                if i64(state.body[node]) >= 0:
                    queue[count] = i16(node)
                    count += 1
        return self.sails_from(state, queue, count, True)

    def sails_from_sea(self, state: ExplorersState, sea: i64, armed: bool) -> vec[u8]:
        """By tile: how many sails it is from a sea; who is not armed keeps clear of enemy ships."""
        queue = state.tables.no_nodes[:]
        queue[0] = i16(sea)
        return self.sails_from(state, queue, 1, armed)

    def sails_from(self, state: ExplorersState, queue: vec[i16], count: i64, armed: bool) -> vec[u8]:
        """Searches in rings from the first seas of the queue, which has room for all."""
        links = self.links
        reached = state.tables.no_bytes[:]
        ways = state.tables.far_away[:]
        for start in range(count):
            reached[i64(queue[start])] = u8(1)
            ways[i64(queue[start]) // components.REGIONS] = u8(0)
        at: i64 = 0
        while at < count:
            node = i64(queue[at])
            at += 1
            steps = i64(reached[node])
            for edge in range(node * EDGES, node * EDGES + EDGES):
                other = i64(links[edge])
                if other >= 0 and reached[other] == 0:
                    if armed or not tokens.holds_enemy_ship(state, other):
                        reached[other] = u8(steps + 1)
                        queue[count] = i16(other)
                        count += 1
                        tile = other // components.REGIONS
                        if steps < i64(ways[tile]):
                            ways[tile] = u8(steps)
        return ways
