"""Outposts and the vertices on which they stand (XN-105 to XN-110).

A vertex is named by the smallest of its three cells (row, then column), of which it is the corner SE or S: cell * 2 + 0 or 1.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append
from mypy_extensions import i32, i64

from skali.core.bits import bit
from skali.core.hexes import EDGES, hex_step
from skali.games.explorers import components, islands, moves
from skali.games.explorers.position import ExplorersPosition

XN_106_THREE_TILES: Final = 106
XN_107_ONE_OUTPOST_PER_TILE: Final = 107
XN_108_TWO_VIKINGS: Final = 108

BUILDERS: Final = 2
SE: Final = 2
S: Final = 3


def vertex_at(cell: i64, corner: i64) -> i64:
    """The vertex at a corner of a cell, by its own name. N and SW are SE of a neighbour, NE and NW are S of one."""
    if corner == 0 or corner == 5:
        cell += hex_step(5, moves.WIDTH)
    elif corner == 1:
        cell += hex_step(0, moves.WIDTH)
    elif corner == 4:
        cell += hex_step(4, moves.WIDTH)
    return cell * 2 + corner % 2


def node_around(position: ExplorersPosition, vertex: i64, which: i64) -> i64:
    """The region of one of the three tiles (0, 1, 2) that meet at a vertex; -1 if there is no tile."""
    cell = vertex // 2
    corner = SE + vertex % 2
    if which == 1:  # across the edge before the corner
        cell += hex_step(corner - 1, moves.WIDTH)
        corner = (corner + 2) % EDGES
    elif which == 2:
        cell += hex_step(corner, moves.WIDTH)
        corner = (corner + 4) % EDGES
    tile = islands.tile_at(position, cell)
    if tile == islands.NO_TILE:
        return islands.NO_NODE
    return islands.node_at(position, tile, corner)


def vertex_fault(position: ExplorersPosition, seat: i64, vertex: i64) -> i64:
    """The rule that an outpost of the seat on this vertex breaks, 0 if none. The vertex is a corner of a laid tile."""
    tiles: i64 = 0
    builders: i64 = 0
    for which in range(i64(3)):
        node = node_around(position, vertex, which)
        if node == islands.NO_NODE or node % components.REGIONS >= components.SEA:
            return XN_106_THREE_TILES
        tiles |= bit(node // components.REGIONS)
        builders += position.vikings_at(seat, node)
    if tiles & position.touched:
        return XN_107_ONE_OUTPOST_PER_TILE
    return 0 if builders >= BUILDERS else XN_108_TWO_VIKINGS


def put_outpost(position: ExplorersPosition, seat: i64, vertex: i64) -> None:
    outpost = vertex * 4 + seat
    built = append(position.outposts, i32(outpost))
    at = i64(len(built)) - 1
    while at > 0 and i64(built[at - 1]) > outpost:
        built[at] = built[at - 1]
        at -= 1
    built[at] = i32(outpost)
    position.outposts = built
    for which in range(i64(3)):
        position.touched |= bit(node_around(position, vertex, which) // components.REGIONS)
