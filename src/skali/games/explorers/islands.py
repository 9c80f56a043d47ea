"""Regions, islands and seas (XN-011 to XN-020), and who controls what (XN-128 to XN-132).

Bodies of linked regions are kept tile by tile: a new tile brings its regions, each links with what it meets across the shared
edges, and a vertex that three tiles surround is closed.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i32, i64, u8

from skali.core.bits import bit, lowest, popcount
from skali.core.hexes import EDGES, hex_step
from skali.games.explorers import components, moves, pieces
from skali.games.explorers.position import ExplorersPosition

NO_NODE: Final = -1
NO_TILE: Final = -1
OUTPOST_INFLUENCE: Final = 2


# The tiles


def tile_at(position: ExplorersPosition, cell: i64) -> i64:
    """The tile in a cell, -1 if there is none."""
    laid = i64(position.grid[cell])
    if laid <= components.ALL_TILES:
        return laid - 1
    return NO_TILE


def cell_of(position: ExplorersPosition, tile: i64) -> i64:
    return i64(position.lies[tile]) // moves.TURNS


def axial_of(position: ExplorersPosition, tile: i64) -> list[int]:
    """The cell of a tile as people write it."""
    return list(moves.GRID.axial(cell_of(position, tile)))


def look_of(position: ExplorersPosition, tile: i64) -> i64:
    """The shape and turn of a laid tile, as one number."""
    return i64(position.shape_of[tile]) * moves.TURNS + i64(position.lies[tile]) % moves.TURNS


def is_fixed(tile: i64) -> bool:
    return tile >= moves.TILES


def lands_of(position: ExplorersPosition, tile: i64) -> i64:
    """How many land regions a tile has."""
    return i64(position.tables.shapes.lands[i64(position.shape_of[tile])])


def node_at(position: ExplorersPosition, tile: i64, corner: i64) -> i64:
    """The region of a laid tile to which a corner belongs."""
    return tile * components.REGIONS + i64(position.tables.shapes.region_at[look_of(position, tile) * EDGES + corner])


def edges_of(position: ExplorersPosition, node: i64) -> i64:
    """The edges that a region touches, as six bits."""
    return i64(position.tables.shapes.edges_of[_region_look(position, node)])


def corners_of(position: ExplorersPosition, node: i64) -> i64:
    """The corners of a region, as six bits."""
    return i64(position.tables.shapes.corners_of[_region_look(position, node)])


def _region_look(position: ExplorersPosition, node: i64) -> i64:
    """Shape and turn of its tile, and the region, as one number."""
    return look_of(position, node // components.REGIONS) * components.REGIONS + node % components.REGIONS


def across(position: ExplorersPosition, node: i64, edge: i64) -> i64:
    """The region linked with this one across an edge that it touches, -1 if no tile lies there (XN-014)."""
    tile = node // components.REGIONS
    other = tile_at(position, cell_of(position, tile) + hex_step(edge, moves.WIDTH))
    if other == NO_TILE:
        return NO_NODE
    if (corners_of(position, node) >> edge) & 1:
        return node_at(position, other, (edge + 4) % EDGES)
    return node_at(position, other, (edge + 3) % EDGES)


def links(position: ExplorersPosition, node: i64) -> i64:
    """The edges across which a region is linked with another (XN-014), as six bits."""
    here = cell_of(position, node // components.REGIONS)
    edges = edges_of(position, node)
    linked: i64 = 0
    for edge in range(i64(EDGES)):
        if (edges >> edge) & 1 and tile_at(position, here + hex_step(edge, moves.WIDTH)) != NO_TILE:
            linked |= bit(edge)
    return linked


def linked_towards(position: ExplorersPosition, node: i64, cell: i64) -> i64:
    """The region linked with this one in a given cell, -1 if there is none: there is at most one (XN-014)."""
    here = cell_of(position, node // components.REGIONS)
    edges = edges_of(position, node)
    for edge in range(i64(EDGES)):
        if (edges >> edge) & 1 and here + hex_step(edge, moves.WIDTH) == cell:
            return across(position, node, edge)
    return NO_NODE


def are_adjacent(cell: i64, other: i64) -> bool:
    for edge in range(i64(EDGES)):
        if cell + hex_step(edge, moves.WIDTH) == other:
            return True
    return False


# Tile by tile


def lay(position: ExplorersPosition, tile: i64, cell: i64, turn: i64) -> None:
    """Puts a tile on the board: its regions, their links, the vertices it closes, its distance."""
    position.grid[cell] = u8(tile + 1)
    position.lies[tile] = i32(cell * moves.TURNS + turn)
    _add_regions(position, tile)
    around: i64 = 0  # the edges across which another tile lies
    least: i64 = components.ALL_TILES
    for edge in range(i64(EDGES)):
        other = tile_at(position, cell + hex_step(edge, moves.WIDTH))
        if other != NO_TILE:
            around |= bit(edge)
            _join(position, node_at(position, tile, edge), node_at(position, other, (edge + 4) % EDGES))
            _join(position, node_at(position, tile, (edge + 1) % EDGES), node_at(position, other, (edge + 3) % EDGES))
            if i64(position.distance[other]) < least:
                least = i64(position.distance[other])
    _close_vertices(position, tile, around)
    if is_fixed(tile):
        position.distance[tile] = u8(0)
    else:
        position.distance[tile] = u8(least + 1)
        _shorten_around(position, tile)


def _add_regions(position: ExplorersPosition, tile: i64) -> None:
    shapes = position.tables.shapes
    shape = i64(position.shape_of[tile])
    for region in range(i64(components.REGIONS)):
        count = i64(shapes.lands[shape]) if region < components.SEA else components.SEA + i64(shapes.seas[shape])
        if region < count:
            node = tile * components.REGIONS + region
            position.body[node] = i16(node)
            position.body_tiles[node] = bit(tile)
            position.body_open[node] = u8(0)


def _join(position: ExplorersPosition, a: i64, b: i64) -> None:
    """Two linked regions belong to one body, which is called by its lowest node."""
    keep = i64(position.body[a])
    drop = i64(position.body[b])
    if keep == drop:
        return
    if keep > drop:
        keep, drop = drop, keep
    body = position.body
    tiles = position.body_tiles[drop]
    position.body_tiles[keep] |= tiles
    position.body_tiles[drop] = 0
    position.body_open[keep] = u8(i64(position.body_open[keep]) + i64(position.body_open[drop]))
    position.body_open[drop] = u8(0)
    while tiles:
        first = lowest(tiles) * components.REGIONS
        tiles &= tiles - 1
        for node in range(first, first + components.REGIONS):
            if i64(body[node]) == drop:
                body[node] = i16(keep)


def _close_vertices(position: ExplorersPosition, tile: i64, around: i64) -> None:
    """A land vertex is open with the first of its tiles and closed with the third (XN-128)."""
    land = i64(position.tables.shapes.land_corners[look_of(position, tile)])
    open = position.body_open
    for corner in range(i64(EDGES)):
        others = ((around >> corner) & 1) + ((around >> ((corner + EDGES - 1) % EDGES)) & 1)
        if (land >> corner) & 1 and others != 1:
            island = i64(position.body[node_at(position, tile, corner)])
            open[island] = u8(i64(open[island]) + 1 - others)


def _shorten_around(position: ExplorersPosition, tile: i64) -> None:
    """A new or nearer tile may open shorter ways to those around it (XN-135)."""
    distance = position.distance
    cell = cell_of(position, tile)
    way = i64(distance[tile]) + 1
    for edge in range(i64(EDGES)):
        other = tile_at(position, cell + hex_step(edge, moves.WIDTH))
        if other != NO_TILE and i64(distance[other]) > way:
            distance[other] = u8(way)
            _shorten_around(position, other)


# Islands


def is_island(position: ExplorersPosition, node: i64) -> bool:
    """Whether a node is the name of an island."""
    return node % components.REGIONS < components.SEA and i64(position.body[node]) == node


def is_completed(position: ExplorersPosition, island: i64) -> bool:
    return i64(position.body_open[island]) == 0


def completed_at(position: ExplorersPosition, tile: i64) -> list[int]:
    """The completed islands of which a tile holds part."""
    first = tile * components.REGIONS
    found = dict.fromkeys(int(position.body[node]) for node in range(first, first + lands_of(position, tile)))
    return [island for island in found if is_completed(position, island)]


def tiles_of(position: ExplorersPosition, island: i64) -> i64:
    """How many tiles hold part of an island, each once (XN-132)."""
    return popcount(position.body_tiles[island])


def influence(position: ExplorersPosition, seat: i64, island: i64) -> i64:
    """2 for each own outpost on the island, 1 for each own Viking ashore on it (XN-130)."""
    points = vikings_on(position, seat, island)
    outposts = position.outposts
    for at in range(len(outposts)):
        outpost = i64(outposts[at])
        if outpost % 4 == seat and island_of_outpost(position, outpost) == island:
            points += OUTPOST_INFLUENCE
    return points


def vikings_on(position: ExplorersPosition, seat: i64, island: i64) -> i64:
    """How many Vikings of the seat are ashore on an island."""
    body = position.body
    vikings = position.vikings
    count: i64 = 0
    for at in range(seat * pieces.VIKINGS, seat * pieces.VIKINGS + pieces.VIKINGS):
        node = i64(vikings[at])
        if node < components.NODES and i64(body[node]) == island:
            count += 1
    return count


def island_of_outpost(position: ExplorersPosition, outpost: i64) -> i64:
    """The island on which an outpost stands. A vertex is the corner SE or S of its smallest cell (outposts.py)."""
    vertex = outpost // 4
    return i64(position.body[node_at(position, tile_at(position, vertex // 2), 2 + vertex % 2)])


def controls(position: ExplorersPosition, seat: i64, island: i64) -> bool:
    """Whether nobody has more influence on a completed island than the seat, which has some (XN-128, XN-131)."""
    if not is_completed(position, island):
        return False
    own = influence(position, seat, island)
    if own == 0:
        return False
    for other in range(position.seats):
        if other != seat and influence(position, other, island) > own:
            return False
    return True


class Realm:
    """The islands that a seat controls: how many (XN-142), their tiles (XN-132), the second-largest (XN-137), and the highest
    influence on one (XN-140); and how many others it has only scouted: a Viking of it is there (XN-141)."""

    def __init__(self, position: ExplorersPosition, seat: i64) -> None:
        self.count: i64 = 0
        self.tiles: i64 = 0
        self.second: i64 = 0
        self.influence: i64 = 0
        self.scouted: i64 = 0
        largest: i64 = 0
        for island in range(i64(components.NODES)):
            if not is_island(position, island) or not is_completed(position, island):
                continue
            if controls(position, seat, island):
                tiles = tiles_of(position, island)
                self.count += 1
                self.tiles += tiles
                if tiles > largest:
                    self.second = largest
                    largest = tiles
                elif tiles > self.second:
                    self.second = tiles
                own = influence(position, seat, island)
                if own > self.influence:
                    self.influence = own
            elif vikings_on(position, seat, island):
                self.scouted += 1
