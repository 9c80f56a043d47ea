"""The landscape: where a tile fits, and what laying it changes for its neighbours (FJ-030 to FJ-039)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, remove, vec
from mypy_extensions import i16, i64

from skali.core.bits import bit, lowest
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
EACH_CORNER: Final = 0x555
ALL: Final = -1
FOUND: Final = Moves()
"""A place to work in; nothing in it outlives a call."""


def corners_of(position: FjordsPosition, tile: i64, turn: i64) -> i64:
    return i64(position.tables.types.corners[i64(position.type_of[tile]) * moves.TURNS + turn])


def corners_at(position: FjordsPosition, cell: i64) -> i64:
    """The corners of the tile that lies on a cell, as it lies."""
    laid = -1 - i64(position.grid[cell])
    return corners_of(position, laid // moves.TURNS, laid % moves.TURNS)


def placement_fault(position: FjordsPosition, tile: i64, cell: i64, turn: i64) -> i64:
    """The rule that this placement breaks, 0 if none."""
    asked = i64(position.grid[cell])
    if asked < 0:
        return FJ_031_EMPTY_CELL
    if asked < 2 * NEIGHBOUR:
        return FJ_032_TWO_NEIGHBOURS
    asked &= ASKED
    if (corners_of(position, tile, turn) & touched(asked)) != asked:
        return FJ_033_TERRAIN_MATCH
    if not joins_by_land(asked):
        return FJ_034_ONE_LAND_MASS
    if turn >= i64(position.tables.types.distinct[i64(position.type_of[tile])]):
        return FJ_038_SAME_LETTERS
    return 0


def touched(asked: i64) -> i64:
    """The corners that a neighbour touches."""
    return ((asked | (asked >> 1)) & EACH_CORNER) * components.SEA


def joins_by_land(asked: i64) -> bool:
    """Some shared corner is not sea (FJ-034): by FJ-006 the land of every tile is one piece, so one is enough."""
    sea = asked & (asked >> 1) & EACH_CORNER
    return touched(asked) != sea * components.SEA


def fitting_open_types(position: FjordsPosition) -> i64:
    """The types among the open tiles that have a legal placement."""
    seen: i64 = 0
    fit: i64 = 0
    tiles = position.open
    while tiles:
        type = i64(position.type_of[lowest(tiles)])
        tiles &= tiles - 1
        mark = bit(type)
        if not seen & mark:
            seen |= mark
            if count_placements(position, type, 1):
                fit |= mark
    return fit


def fill_placements(position: FjordsPosition, type: i64, out: Moves, enough: i64) -> None:
    """Adds the legal placements of a type, until there are ``enough`` (FJ-024)."""
    types = position.tables.types
    turns = i64(types.distinct[type])
    first = type * moves.TURNS
    frontier = position.frontier
    for i in range(len(frontier)):
        cell = i64(frontier[i])
        asked = i64(position.grid[cell]) & ASKED
        if joins_by_land(asked):
            shared = touched(asked)
            for turn in range(turns):
                if (i64(types.corners[first + turn]) & shared) == asked:  # FJ-033
                    out.add(moves.PLACE + cell * moves.TURNS + turn)
                    if out.count == enough:
                        return


def count_placements(position: FjordsPosition, type: i64, enough: i64) -> i64:
    """How many legal placements a type has, counted up to ``enough``; they are in ``FOUND``."""
    FOUND.count = 0
    fill_placements(position, type, FOUND, enough)
    return FOUND.count


def regions_at(position: FjordsPosition, cell: i64) -> i64:
    """The farmland regions of the tile on a cell: 0 if it has no farmland (FJ-042, FJ-077)."""
    tile = (-1 - i64(position.grid[cell])) // moves.TURNS
    regions = i64(position.tables.types.regions[i64(position.type_of[tile])])
    if regions > 1 and not position.variant.segment:
        return 1
    return regions


def lay(position: FjordsPosition, tile: i64, cell: i64, turn: i64) -> None:
    """Puts a tile on the grid and tells its neighbours what it asks of them."""
    corners = corners_of(position, tile, turn)
    grid = position.grid
    if i64(grid[cell]) >= 2 * NEIGHBOUR:
        position.frontier = remove(position.frontier, i16(cell))
    grid[cell] = i16(-1 - (tile * moves.TURNS + turn))
    position.laid = with_cell(position.laid, cell)
    twice = corners | (corners << 12)
    for edge in range(i64(EDGES)):
        neighbour = cell + hex_step(edge, moves.WIDTH)
        asked = i64(grid[neighbour])
        if asked >= 0:
            here = (twice >> (2 * edge)) & 3
            next = (twice >> (2 * edge + 2)) & 3
            asked |= here << (2 * ((edge + 4) % EDGES))
            asked |= next << (2 * ((edge + 3) % EDGES))
            asked += NEIGHBOUR
            grid[neighbour] = i16(asked)
            if asked & ~ASKED == 2 * NEIGHBOUR:
                position.frontier = with_cell(position.frontier, neighbour)


def with_cell(cells: vec[i16], cell: i64) -> vec[i16]:
    """The cells with one more, in rising order."""
    cells = append(cells, i16(cell))
    at = i64(len(cells)) - 1
    while at > 0 and i64(cells[at - 1]) > cell:
        cells[at] = cells[at - 1]
        at -= 1
    cells[at] = i16(cell)
    return cells
