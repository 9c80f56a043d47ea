"""The landscape: where a tile fits, and what laying it changes for its neighbours (FJ-030 to FJ-039)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append
from mypy_extensions import i16, i64

from skali.core.bits import lowest, nth
from skali.core.hexes import EDGES, hex_step
from skali.core.moves import Moves
from skali.games.fjords import components, moves
from skali.games.fjords.position import FjordsPosition

FJ_031_EMPTY_CELL: Final = 31
FJ_032_TWO_NEIGHBOURS: Final = 32
FJ_033_TERRAIN_MATCH: Final = 33
FJ_034_ONE_LAND_MASS: Final = 34
FJ_038_SAME_LETTERS: Final = 38

NEIGHBOUR: Final = 4096
"""One laid neighbour, in an empty cell of the grid."""
ASKED: Final = 4095
"""What the laid neighbours ask of the corners."""
ALL_TURNS: Final = 63
TILE_AT: Final = 9
"""In a laid cell of the grid: the bits below the tile, and below the turn, for the node."""
TURN_AT: Final = 6


def tile_at(position: FjordsPosition, cell: i64) -> i64:
    """The tile that lies on a cell."""
    return (-1 - i64(position.grid[cell])) >> TILE_AT


def turn_at(position: FjordsPosition, cell: i64) -> i64:
    return ((-1 - i64(position.grid[cell])) >> TURN_AT) & 7


def looks_at(position: FjordsPosition, cell: i64) -> i64:
    """Type * 6 + turn of what lies on a cell."""
    return i64(position.type_of[tile_at(position, cell)]) * moves.TURNS + turn_at(position, cell)


def placement_fault(position: FjordsPosition, tile: i64, placement: i64) -> i64:
    """The rule that this placement (cell * 6 + turn) breaks, 0 if none."""
    turn = placement % moves.TURNS
    asked = i64(position.grid[placement // moves.TURNS])
    if asked < 0:
        return FJ_031_EMPTY_CELL
    if asked < 2 * NEIGHBOUR:
        return FJ_032_TWO_NEIGHBOURS
    asked &= ASKED
    types = position.tables.types
    type = i64(position.type_of[tile])
    if (i64(types.corners[type * moves.TURNS + turn]) & components.touched(asked)) != asked:
        return FJ_033_TERRAIN_MATCH
    if not components.joins_by_land(asked):
        return FJ_034_ONE_LAND_MASS
    if turn >= i64(types.distinct[type]):
        return FJ_038_SAME_LETTERS
    return 0


def clashing_edges(position: FjordsPosition, tile: i64, placement: i64) -> list[int]:
    """The edges across which a laid neighbour asks for other terrain (FJ-033)."""
    types = position.tables.types
    corners = i64(types.corners[i64(position.type_of[tile]) * moves.TURNS + placement % moves.TURNS])
    found: list[int] = []
    for edge in range(i64(EDGES)):
        neighbour = placement // moves.TURNS + hex_step(edge, moves.WIDTH)
        if i64(position.grid[neighbour]) < 0:
            asked = i64(types.asks[looks_at(position, neighbour) * EDGES + (edge + 3) % EDGES])
            if (corners & components.touched(asked)) != asked:
                found.append(int(edge))
    return found


def fitting_open_types(position: FjordsPosition) -> i64:
    """The types among the open tiles that have a legal placement."""
    if not position.open_types:
        return 0
    fit: i64 = 0
    grid = position.grid
    frontier = position.frontier
    types_that_fit = position.tables.types.types_that_fit
    for at in range(position.frontier_size):
        fit |= types_that_fit[i64(grid[i64(frontier[at])]) & ASKED]
    return fit & position.open_types


def count_placements(position: FjordsPosition, type: i64) -> i64:
    """In how many ways a tile of the type can be placed (FJ-024)."""
    count: i64 = 0
    grid = position.grid
    frontier = position.frontier
    fits = position.tables.types.fits
    first = type * components.DEMANDS
    for at in range(position.frontier_size):
        count += i64(fits[first + (i64(grid[i64(frontier[at])]) & ASKED)]) >> moves.TURNS
    return count


def pick_placement(position: FjordsPosition, type: i64, n: i64) -> i64:
    """The placement of the type with exactly n before it, as cell * 6 + turn."""
    grid = position.grid
    frontier = position.frontier
    fits = position.tables.types.fits
    first = type * components.DEMANDS
    at: i64 = -1
    while n >= 0:
        at += 1
        found = i64(fits[first + (i64(grid[i64(frontier[at])]) & ASKED)])
        n -= found >> moves.TURNS
    turn = nth(found & ALL_TURNS, n + (found >> moves.TURNS))
    return i64(frontier[at]) * moves.TURNS + turn


def fill_placements(position: FjordsPosition, type: i64, out: Moves) -> None:
    """Adds the legal placements of a type."""
    grid = position.grid
    frontier = position.frontier
    fits = position.tables.types.fits
    first = type * components.DEMANDS
    for at in range(position.frontier_size):
        cell = i64(frontier[at])
        turns = i64(fits[first + (i64(grid[cell]) & ASKED)]) & ALL_TURNS
        while turns:
            out.add(moves.PLACE + cell * moves.TURNS + lowest(turns))
            turns &= turns - 1


def regions_at(position: FjordsPosition, cell: i64) -> i64:
    """The farmland regions of the tile on a cell: 0 if it has no farmland (FJ-042, FJ-077)."""
    return i64(position.variant.regions[i64(position.type_of[tile_at(position, cell)])])


def lay(position: FjordsPosition, tile: i64, cell: i64, turn: i64) -> None:
    """Puts a tile on the grid and tells its neighbours what it asks of them."""
    grid = position.grid
    if i64(grid[cell]) >= 2 * NEIGHBOUR:
        leave_frontier(position, cell)
    grid[cell] = i16(-1 - (tile << TILE_AT | turn << TURN_AT))
    insert(position, cell)
    asks = position.tables.types.asks
    first = (i64(position.type_of[tile]) * moves.TURNS + turn) * EDGES
    for edge in range(i64(EDGES)):
        neighbour = cell + hex_step(edge, moves.WIDTH)
        asked = i64(grid[neighbour])
        if asked >= 0:
            asked = (asked | i64(asks[first + edge])) + NEIGHBOUR
            grid[neighbour] = i16(asked)
            if asked & ~ASKED == 2 * NEIGHBOUR:
                position.frontier[position.frontier_size] = i16(neighbour)
                position.frontier_size += 1


def leave_frontier(position: FjordsPosition, cell: i64) -> None:
    """The last cell takes the place of this one."""
    frontier = position.frontier
    at: i64 = 0
    while i64(frontier[at]) != cell:
        at += 1
    position.frontier_size -= 1
    frontier[at] = frontier[position.frontier_size]


def insert(position: FjordsPosition, cell: i64) -> None:
    """The laid cells stay in rising order."""
    cells = append(position.laid, i16(cell))
    at = i64(len(cells)) - 1
    while at > 0 and i64(cells[at - 1]) > cell:
        cells[at] = cells[at - 1]
        at -= 1
    cells[at] = i16(cell)
    position.laid = cells
