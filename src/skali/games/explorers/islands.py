"""Regions, islands and seas (XN-011 to XN-020), and who controls what (XN-128 to XN-132).

Bodies of linked regions are kept tile by tile: a new tile brings its regions, each links with what it meets across the shared
edges, and a vertex that three tiles surround is closed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i16, i32, i64, u8

from skali.core.bits import bit, lowest, popcount
from skali.core.hexes import EDGES, hex_step
from skali.games.explorers.components import ALL_TILES, NODES, REGIONS, SEA
from skali.games.explorers.moves import TILES, TURNS, WIDTH
from skali.games.explorers.pieces import VIKINGS

if TYPE_CHECKING:
    from skali.games.explorers.state import ExplorersState

NO_NODE: Final = -1
NO_TILE: Final = -1
OUTPOST_INFLUENCE: Final = 2


# The tiles


def tile_at(state: ExplorersState, cell: i64) -> i64:
    """The tile in a cell, -1 if there is none."""
    laid = i64(state.grid[cell])
    return laid - 1 if laid <= ALL_TILES else NO_TILE


def cell_of(state: ExplorersState, tile: i64) -> i64:
    return i64(state.lies[tile]) // TURNS


def look_of(state: ExplorersState, tile: i64) -> i64:
    """The shape and turn of a laid tile, as one number."""
    return i64(state.shape_of[tile]) * TURNS + i64(state.lies[tile]) % TURNS


def is_fixed(tile: i64) -> bool:
    return tile >= TILES


def lands_of(state: ExplorersState, tile: i64) -> i64:
    """How many land regions a tile has."""
    return i64(state.tables.shapes.lands[i64(state.shape_of[tile])])


def node_at(state: ExplorersState, tile: i64, corner: i64) -> i64:
    """The region of a laid tile to which a corner belongs."""
    return tile * REGIONS + i64(state.tables.shapes.region_at[look_of(state, tile) * EDGES + corner])


def edges_of(state: ExplorersState, node: i64) -> i64:
    """The edges that a region touches, as six bits."""
    return i64(state.tables.shapes.edges_of[look_of(state, node // REGIONS) * REGIONS + node % REGIONS])


def corners_of(state: ExplorersState, node: i64) -> i64:
    """The corners of a region, as six bits."""
    return i64(state.tables.shapes.corners_of[look_of(state, node // REGIONS) * REGIONS + node % REGIONS])


def across(state: ExplorersState, node: i64, edge: i64) -> i64:
    """The region linked with this one across an edge that it touches, -1 if no tile lies there (XN-014)."""
    tile = node // REGIONS
    other = tile_at(state, cell_of(state, tile) + hex_step(edge, WIDTH))
    if other == NO_TILE:
        return NO_NODE
    if (corners_of(state, node) >> edge) & 1:
        return node_at(state, other, (edge + 4) % EDGES)
    return node_at(state, other, (edge + 3) % EDGES)


def linked_towards(state: ExplorersState, node: i64, cell: i64) -> i64:
    """The region linked with this one in a given cell, -1 if there is none: there is at most one (XN-014)."""
    here = cell_of(state, node // REGIONS)
    edges = edges_of(state, node)
    for edge in range(i64(EDGES)):
        if (edges >> edge) & 1 and here + hex_step(edge, WIDTH) == cell:
            return across(state, node, edge)
    return NO_NODE


def has_link(state: ExplorersState, node: i64) -> bool:
    """Whether any region is linked with this one."""
    here = cell_of(state, node // REGIONS)
    edges = edges_of(state, node)
    for edge in range(i64(EDGES)):
        if (edges >> edge) & 1 and tile_at(state, here + hex_step(edge, WIDTH)) != NO_TILE:
            return True
    return False


def are_adjacent(cell: i64, other: i64) -> bool:
    for edge in range(i64(EDGES)):
        if cell + hex_step(edge, WIDTH) == other:
            return True
    return False


# Tile by tile


def lay(state: ExplorersState, tile: i64, cell: i64, turn: i64) -> None:
    """Puts a tile on the board: its regions, their links, the vertices it closes, its distance."""
    state.grid[cell] = u8(tile + 1)
    state.lies[tile] = i32(cell * TURNS + turn)
    _add_regions(state, tile)
    for edge in range(i64(EDGES)):
        other = tile_at(state, cell + hex_step(edge, WIDTH))
        if other != NO_TILE:
            _join(state, node_at(state, tile, edge), node_at(state, other, (edge + 4) % EDGES))
            _join(state, node_at(state, tile, (edge + 1) % EDGES), node_at(state, other, (edge + 3) % EDGES))
    _close_vertices(state, tile, cell)
    _measure(state, tile)


def _add_regions(state: ExplorersState, tile: i64) -> None:
    shapes = state.tables.shapes
    shape = i64(state.shape_of[tile])
    for region in range(i64(REGIONS)):
        count = i64(shapes.lands[shape]) if region < SEA else SEA + i64(shapes.seas[shape])
        if region < count:
            node = tile * REGIONS + region
            state.body[node] = i16(node)
            state.body_tiles[node] = bit(tile)
            state.body_open[node] = u8(0)


def _join(state: ExplorersState, a: i64, b: i64) -> None:
    """Two linked regions belong to one body, which is called by its lowest node."""
    keep = i64(state.body[a])
    drop = i64(state.body[b])
    if keep == drop:
        return
    if keep > drop:
        keep, drop = drop, keep
    body = state.body
    tiles = state.body_tiles[drop]
    state.body_tiles[keep] |= tiles
    state.body_tiles[drop] = 0
    state.body_open[keep] = u8(i64(state.body_open[keep]) + i64(state.body_open[drop]))
    state.body_open[drop] = u8(0)
    while tiles:
        first = lowest(tiles) * REGIONS
        tiles &= tiles - 1
        for node in range(first, first + REGIONS):
            if i64(body[node]) == drop:
                body[node] = i16(keep)


def _close_vertices(state: ExplorersState, tile: i64, cell: i64) -> None:
    """A land vertex is open with the first of its tiles and closed with the third (XN-128)."""
    land = i64(state.tables.shapes.land_corners[look_of(state, tile)])
    for corner in range(i64(EDGES)):
        if (land >> corner) & 1:
            before = tile_at(state, cell + hex_step((corner + EDGES - 1) % EDGES, WIDTH)) != NO_TILE
            after = tile_at(state, cell + hex_step(corner, WIDTH)) != NO_TILE
            island = i64(state.body[node_at(state, tile, corner)])
            if before and after:
                state.body_open[island] = u8(i64(state.body_open[island]) - 1)
            elif not before and not after:
                state.body_open[island] = u8(i64(state.body_open[island]) + 1)


def _measure(state: ExplorersState, tile: i64) -> None:
    """The distance of a new tile, and shorter ways that it opens (XN-135)."""
    distance = state.distance
    if is_fixed(tile):
        distance[tile] = u8(0)
        return
    cell = cell_of(state, tile)
    least: i64 = ALL_TILES
    for edge in range(i64(EDGES)):
        other = tile_at(state, cell + hex_step(edge, WIDTH))
        if other != NO_TILE and i64(distance[other]) < least:
            least = i64(distance[other])
    distance[tile] = u8(least + 1)
    _shorten_around(state, tile)


def _shorten_around(state: ExplorersState, tile: i64) -> None:
    distance = state.distance
    cell = cell_of(state, tile)
    way = i64(distance[tile]) + 1
    for edge in range(i64(EDGES)):
        other = tile_at(state, cell + hex_step(edge, WIDTH))
        if other != NO_TILE and i64(distance[other]) > way:
            distance[other] = u8(way)
            _shorten_around(state, other)


# Islands


def is_island(state: ExplorersState, node: i64) -> bool:
    """Whether a node is the name of an island."""
    return node % REGIONS < SEA and i64(state.body[node]) == node


def is_completed(state: ExplorersState, island: i64) -> bool:
    return i64(state.body_open[island]) == 0


def completed_at(state: ExplorersState, tile: i64) -> list[int]:
    """The completed islands of which a tile holds part."""
    found = dict.fromkeys(int(state.body[tile * REGIONS + region]) for region in range(lands_of(state, tile)))
    return [island for island in found if is_completed(state, island)]


def tiles_of(state: ExplorersState, island: i64) -> i64:
    """How many tiles hold part of an island, each once (XN-132)."""
    return popcount(state.body_tiles[island])


def influence(state: ExplorersState, seat: i64, island: i64) -> i64:
    """2 for each own outpost on the island, 1 for each own Viking ashore on it (XN-130)."""
    points: i64 = 0
    body = state.body
    vikings = state.vikings
    for at in range(seat * VIKINGS, seat * VIKINGS + VIKINGS):
        node = i64(vikings[at])
        if node < NODES and i64(body[node]) == island:
            points += 1
    outposts = state.outposts
    for at in range(len(outposts)):
        outpost = i64(outposts[at])
        if outpost % 4 == seat and island_of_outpost(state, outpost) == island:
            points += OUTPOST_INFLUENCE
    return points


def island_of_outpost(state: ExplorersState, outpost: i64) -> i64:
    """The island on which an outpost stands. A vertex is the corner SE or S of its smallest cell (building.py)."""
    vertex = outpost // 4
    return i64(state.body[node_at(state, tile_at(state, vertex // 2), 2 + vertex % 2)])


def controls(state: ExplorersState, seat: i64, island: i64) -> bool:
    """Whether nobody has more influence on a completed island than the seat, which has some (XN-128, XN-131)."""
    if not is_completed(state, island):
        return False
    own = influence(state, seat, island)
    if own == 0:
        return False
    for other in range(state.seats):
        if other != seat and influence(state, other, island) > own:
            return False
    return True
