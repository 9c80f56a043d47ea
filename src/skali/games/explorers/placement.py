"""Where a tile may lie, and laying it (XN-039 to XN-042).

The frontier is the list of cells where a tile may lie. Each entry is a word: cell * 4096, six bits for the corners that a laid
neighbour touches, six bits for those of them that must be land.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i32, i64

from skali.core.bits import bit, lowest
from skali.core.hexes import EDGES, hex_step
from skali.games.explorers import islands, moves
from skali.games.explorers.position import ExplorersPosition

ENTRY: Final = 4096


# The frontier


def lay(position: ExplorersPosition, tile: i64, cell: i64, turn: i64) -> None:
    """Puts a tile on the board and tells the empty cells around it what it asks of them."""
    islands.lay(position, tile, cell, turn)
    position.frontier = without(position.frontier, cell)
    land = i64(position.tables.shapes.land_corners[islands.look_of(position, tile)])
    for edge in range(i64(EDGES)):
        neighbour = cell + hex_step(edge, moves.WIDTH)
        if position.grid[neighbour] == 0:
            here = (edge + 4) % EDGES
            there = (edge + 3) % EDGES
            asked = (bit(here) + bit(there)) * 64
            asked += ((land >> edge) & 1) * bit(here) + ((land >> ((edge + 1) % EDGES)) & 1) * bit(there)
            position.frontier = asking(position.frontier, neighbour, asked)


def without(frontier: vec[i32], cell: i64) -> vec[i32]:
    """The frontier less one cell, if it is there."""
    kept: i64 = 0
    for at in range(len(frontier)):
        if i64(frontier[at]) // ENTRY != cell:
            frontier[kept] = frontier[at]
            kept += 1
    return frontier[:kept] if kept < len(frontier) else frontier


def asking(frontier: vec[i32], cell: i64, asked: i64) -> vec[i32]:
    """The frontier with what one more neighbour asks of a cell, in rising order."""
    at = i64(len(frontier))
    while at > 0 and i64(frontier[at - 1]) // ENTRY >= cell:
        at -= 1
    if at < len(frontier) and i64(frontier[at]) // ENTRY == cell:
        frontier[at] = i32(i64(frontier[at]) | asked)
        return frontier
    frontier = append(frontier, i32(0))
    last = i64(len(frontier)) - 1
    while last > at:
        frontier[last] = frontier[last - 1]
        last -= 1
    frontier[at] = i32(cell * ENTRY + asked)
    return frontier


def asked_of(position: ExplorersPosition, cell: i64) -> i64:
    """The entry of a cell of the frontier, -1 if it is not there."""
    frontier = position.frontier
    for at in range(len(frontier)):
        if i64(frontier[at]) // ENTRY == cell:
            return i64(frontier[at])
    return -1


# Where a tile fits


def fits_turned(position: ExplorersPosition, tile: i64, entry: i64, turn: i64) -> bool:
    """Every corner that a neighbour touches has the neighbour's terrain (XN-041)."""
    land = i64(position.tables.shapes.land_corners[i64(position.shape_of[tile]) * moves.TURNS + turn])
    return land & (entry >> 6) & 63 == entry & 63


def fits_in(position: ExplorersPosition, tile: i64, entry: i64) -> bool:
    """Whether a tile fits a cell of the frontier in some turn."""
    looks = position.tables.shapes.land_corners
    first = i64(position.shape_of[tile]) * moves.TURNS
    touched = (entry >> 6) & 63
    asked = entry & 63
    for look in range(first, first + i64(position.tables.distinct[tile])):
        if i64(looks[look]) & touched == asked:
            return True
    return False


def fits_somewhere(position: ExplorersPosition, tile: i64) -> bool:
    frontier = position.frontier
    for at in range(len(frontier)):
        if fits_in(position, tile, i64(frontier[at])):
            return True
    return False


def any_fits(position: ExplorersPosition, tiles: i64) -> bool:
    """Whether any tile of a set has a legal placement; equal tiles are tried once."""
    seen: i64 = 0
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        mark = bit(i64(position.tables.type_of[tile]))
        if not seen & mark:
            seen |= mark
            if fits_somewhere(position, tile):
                return True
    return False


def tile_of_type(position: ExplorersPosition, tiles: i64, type: i64) -> i64:
    """The first tile of a type in a set, -1 if there is none."""
    while tiles:
        tile = lowest(tiles)
        if i64(position.tables.type_of[tile]) == type:
            return tile
        tiles &= tiles - 1
    return islands.NO_TILE
