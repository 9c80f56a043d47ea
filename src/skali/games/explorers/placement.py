"""Where a tile may lie, and laying it (XN-039 to XN-042).

The frontier is the list of cells where a tile may lie, in rising order. Each entry is a word: cell * 4096 and what the laid
neighbours ask of the cell (components.py).
"""

from __future__ import annotations

from librt.vecs import append, pop
from mypy_extensions import i32, i64

from skali.core.bits import bit, lowest
from skali.core.hexes import EDGES, hex_step
from skali.games.explorers import components, islands, moves
from skali.games.explorers.position import ExplorersPosition

# The frontier


def lay(position: ExplorersPosition, tile: i64, cell: i64, turn: i64) -> None:
    """Puts a tile on the board and tells the empty cells around it what it asks of them."""
    islands.lay(position, tile, cell, turn)
    if asked_of(position, cell) >= 0:
        position.frontier = pop(position.frontier, index_of(position, cell))[0]
    land = i64(position.tables.shapes.land_corners[islands.look_of(position, tile)])
    grid = position.grid
    for edge in range(i64(EDGES)):
        neighbour = cell + hex_step(edge, moves.WIDTH)
        if grid[neighbour] == 0:
            here = (edge + 4) % EDGES
            there = (edge + 3) % EDGES
            asked = (bit(here) + bit(there)) * 64
            asked += ((land >> edge) & 1) * bit(here) + ((land >> ((edge + 1) % EDGES)) & 1) * bit(there)
            ask(position, neighbour, asked)


def ask(position: ExplorersPosition, cell: i64, asked: i64) -> None:
    """Notes what one more neighbour asks of a cell, which may be new to the frontier."""
    at = index_of(position, cell)
    frontier = position.frontier
    if at < len(frontier) and i64(frontier[at]) < (cell + 1) * components.ASKED:
        frontier[at] = i32(i64(frontier[at]) | asked)
        return
    frontier = append(frontier, i32(0))
    last = i64(len(frontier)) - 1
    while last > at:
        frontier[last] = frontier[last - 1]
        last -= 1
    frontier[at] = i32(cell * components.ASKED + asked)
    position.frontier = frontier


def index_of(position: ExplorersPosition, cell: i64) -> i64:
    """Where a cell is in the frontier, or would be."""
    frontier = position.frontier
    first = cell * components.ASKED
    at = i64(len(frontier))
    while at > 0 and i64(frontier[at - 1]) >= first:
        at -= 1
    return at


def asked_of(position: ExplorersPosition, cell: i64) -> i64:
    """The entry of a cell of the frontier, -1 if it is not there."""
    at = index_of(position, cell)
    frontier = position.frontier
    if at < len(frontier) and i64(frontier[at]) < (cell + 1) * components.ASKED:
        return i64(frontier[at])
    return -1


# Where a tile fits


def turns_that_fit(position: ExplorersPosition, tile: i64, entry: i64) -> i64:
    """The turns in which a tile has its neighbours' terrain on every corner that they touch (XN-041), as a set."""
    return i64(
        position.tables.shapes.fitting[i64(position.shape_of[tile]) * components.ASKED + entry % components.ASKED]
    )


def clashing_edges(position: ExplorersPosition, tile: i64, cell: i64, turn: i64) -> list[int]:
    """The edges across which a laid neighbour has other terrain than the tile in this turn (XN-041)."""
    asked = asked_of(position, cell) % components.ASKED
    land = i64(position.tables.shapes.land_corners[i64(position.shape_of[tile]) * moves.TURNS + turn])
    wrong = asked // 64 & (land ^ asked)
    found: list[int] = []
    for edge in range(i64(EDGES)):
        laid = i64(position.grid[cell + hex_step(edge, moves.WIDTH)])
        if 0 < laid < components.MAINLAND_CELL and wrong & (bit(edge) | bit((edge + 1) % EDGES)):
            found.append(int(edge))
    return found


def fits_somewhere(position: ExplorersPosition, tile: i64) -> bool:
    frontier = position.frontier
    fitting = position.tables.shapes.fitting
    first = i64(position.shape_of[tile]) * components.ASKED
    for at in range(len(frontier)):
        if fitting[first + i64(frontier[at]) % components.ASKED]:
            return True
    return False


def fitting_tiles(position: ExplorersPosition, tiles: i64) -> i64:
    """The tiles of a set that have a legal placement; of equal ones the first."""
    fitting: i64 = 0
    seen: i64 = 0
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        type = bit(i64(position.tables.type_of[tile]))
        if not seen & type and fits_somewhere(position, tile):
            fitting |= bit(tile)
        seen |= type
    return fitting


def tile_of_type(position: ExplorersPosition, tiles: i64, type: i64) -> i64:
    """The first tile of a type in a set, -1 if there is none."""
    while tiles:
        tile = lowest(tiles)
        if i64(position.tables.type_of[tile]) == type:
            return tile
        tiles &= tiles - 1
    return islands.NO_TILE
