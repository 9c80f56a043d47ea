"""Build an outpost (XN-105 to XN-112; XN-D16).

A vertex is named by the smallest of its three cells (row, then column), of which it is the corner SE or S: cell * 2 + 0 or 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append
from mypy_extensions import i32, i64

from skali.core.bits import bit
from skali.core.hexes import EDGES, hex_step
from skali.core.moves import Moves
from skali.core.protocol import DECISION_FAULT, Event
from skali.games.explorers import actions, islands, marching
from skali.games.explorers.components import NODES, REGIONS, SEA
from skali.games.explorers.moves import BUILD_AT, CORNERS, GRID, WIDTH
from skali.games.explorers.phases import BUILDING
from skali.games.explorers.pieces import OUTPOSTS, VIKINGS, outposts_built, vikings_at

if TYPE_CHECKING:
    from skali.games.explorers.state import ExplorersState

XN_106_THREE_TILES: Final = 106
XN_107_ONE_OUTPOST_PER_TILE: Final = 107
XN_108_TWO_VIKINGS: Final = 108
XN_110_FIVE_PER_PLAYER: Final = 110
XN_D16_VERTEX: Final = DECISION_FAULT + 16

BUILDERS: Final = 2
SE: Final = 2
S: Final = 3


# Vertices


def vertex_at(cell: i64, corner: i64) -> i64:
    """The vertex at a corner of a cell, by its own name."""
    if corner == 0:  # N is SE of the north-west neighbour
        return (cell + hex_step(5, WIDTH)) * 2
    if corner == 1:  # NE is S of the north-east neighbour
        return (cell + hex_step(0, WIDTH)) * 2 + 1
    if corner == 4:  # SW is SE of the western neighbour
        return (cell + hex_step(4, WIDTH)) * 2
    if corner == 5:  # NW is S of the north-west neighbour
        return (cell + hex_step(5, WIDTH)) * 2 + 1
    return cell * 2 + corner - SE


def node_around(state: ExplorersState, vertex: i64, which: i64) -> i64:
    """The region of one of the three tiles (0, 1, 2) that meet at a vertex; -1 if there is no tile."""
    cell = vertex // 2
    corner = SE + vertex % 2
    if which == 1:  # across the edge before the corner
        cell += hex_step(corner - 1, WIDTH)
        corner = (corner + 2) % EDGES
    elif which == 2:
        cell += hex_step(corner, WIDTH)
        corner = (corner + 4) % EDGES
    tile = islands.tile_at(state, cell)
    return islands.NO_NODE if tile == islands.NO_TILE else islands.node_at(state, tile, corner)


def vertex_fault(state: ExplorersState, seat: i64, vertex: i64) -> i64:
    """The rule that an outpost of the seat on this vertex breaks, 0 if none. The vertex is a corner of a laid tile."""
    tiles: i64 = 0
    builders: i64 = 0
    for which in range(i64(3)):
        node = node_around(state, vertex, which)
        if node == islands.NO_NODE or node % REGIONS >= SEA:
            return XN_106_THREE_TILES
        tiles |= bit(node // REGIONS)
        builders += vikings_at(state, seat, node)
    if tiles & state.touched:
        return XN_107_ONE_OUTPOST_PER_TILE
    return 0 if builders >= BUILDERS else XN_108_TWO_VIKINGS


# What may be done


def build_fault(state: ExplorersState) -> i64:
    """Why the active player cannot build anywhere, 0 if somewhere. Points are counted elsewhere (XN-058)."""
    seat = state.active
    if outposts_built(state, seat) == OUTPOSTS:
        return XN_110_FIVE_PER_PLAYER
    vikings = state.vikings
    first = seat * VIKINGS
    fault: i64 = XN_108_TWO_VIKINGS
    last: i64 = -1
    for at in range(first, first + VIKINGS):
        node = i64(vikings[at])
        if node >= NODES:
            break
        if node != last:
            last = node
            cell = islands.cell_of(state, node // REGIONS)
            corners = islands.corners_of(state, node)
            for corner in range(i64(EDGES)):
                if (corners >> corner) & 1:
                    why = vertex_fault(state, seat, vertex_at(cell, corner))
                    if why == 0:
                        return 0
                    if why == XN_107_ONE_OUTPOST_PER_TILE:
                        fault = why
    return fault


def fill(state: ExplorersState, out: Moves) -> None:
    """Each vertex once where the active player may build: one of the builders stands on a region at it."""
    seat = state.active
    vikings = state.vikings
    first = seat * VIKINGS
    start = out.count
    last: i64 = -1
    for at in range(first, first + VIKINGS):
        node = i64(vikings[at])
        if node >= NODES:
            break
        if node != last:
            last = node
            cell = islands.cell_of(state, node // REGIONS)
            corners = islands.corners_of(state, node)
            for corner in range(i64(EDGES)):
                if (corners >> corner) & 1:
                    vertex = vertex_at(cell, corner)
                    if vertex_fault(state, seat, vertex) == 0:
                        marching.add_in_order(out, start, move_of(vertex))


def move_of(vertex: i64) -> i64:
    return BUILD_AT + vertex // 2 * EDGES + SE + vertex % 2


def site_fault(state: ExplorersState, site: i64) -> i64:
    """Why the active player cannot build at cell * 6 + corner, 0 if it is allowed; only the vertex's own name will do."""
    if outposts_built(state, state.active) == OUTPOSTS:
        return XN_110_FIVE_PER_PLAYER
    cell = site // EDGES
    corner = site % EDGES
    if islands.tile_at(state, cell) == islands.NO_TILE:
        return XN_106_THREE_TILES
    why = vertex_fault(state, state.active, vertex_at(cell, corner))
    if why:
        return why
    return 0 if corner in (SE, S) else XN_D16_VERTEX


# What happens


def begin(state: ExplorersState) -> None:
    state.phase = BUILDING


def play(state: ExplorersState, move: i64, events: list[Event] | None) -> None:
    """The outpost closes its three tiles for further ones (XN-105, XN-107)."""
    site = move - BUILD_AT
    vertex = vertex_at(site // EDGES, site % EDGES)
    put_outpost(state, state.active, vertex)
    if events is not None:
        cell = list(GRID.axial(vertex // 2))
        left = int(OUTPOSTS - outposts_built(state, state.active))
        data = {"seat": int(state.active), "cell": cell, "corner": CORNERS[SE + vertex % 2], "left": left}
        events.append(Event("built", data, rule="XN-105"))
    actions.finish(state, actions.BUILD_COST)


def put_outpost(state: ExplorersState, seat: i64, vertex: i64) -> None:
    outpost = vertex * 4 + seat
    outposts = append(state.outposts, i32(outpost))
    at = i64(len(outposts)) - 1
    while at > 0 and i64(outposts[at - 1]) > outpost:
        outposts[at] = outposts[at - 1]
        at -= 1
    outposts[at] = i32(outpost)
    state.outposts = outposts
    for which in range(i64(3)):
        state.touched |= bit(node_around(state, vertex, which) // REGIONS)
