"""The standing answer of a seat that wants to be asked only when it could gain something (OD-271)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from skali.core.bits import bit, popcount
from skali.games.odin import anytime, boards
from skali.games.odin.components import BOARDS, COLUMNS, FIRST_STONE_HOUSE, ROWS
from skali.games.odin.items import SPECIAL, SPECIALS
from skali.games.odin.phases import ASK_WINDOW, W4, W6

if TYPE_CHECKING:
    from skali.games.odin.state import OdinState


def applies(state: OdinState) -> bool:
    """The window asks, and no placement could raise an income (W4) or enclose a bonus (W6): ``done`` loses nothing."""
    if state.frames.kind() != ASK_WINDOW:
        return False
    window = state.frames.get(0)
    if window != W4 and window != W6:
        return False
    seat = state.active
    for board in range(i64(BOARDS)):
        if boards.owner(state, board) == seat:
            cells = cells_at_hand(state, seat, board)
            if window == W4 and board < FIRST_STONE_HOUSE and income_within(state, board, cells):
                return False
            if window == W6 and bonus_within(state, board, cells):
                return False
    return True


def cells_at_hand(state: OdinState, seat: i64, board: i64) -> i64:
    """How many cells the pieces in the supply could cover, of those that fit on the board at all."""
    total: i64 = state.ore_offers
    shapes = state.tables.shapes
    for piece in range(i64(SPECIAL + SPECIALS)):
        if anytime.piece_held(state, seat, piece) and boards.fits_on(state, board, piece, False, False):
            total += state.get(seat, piece) * i64(shapes.size[i64(shapes.first[piece])])
    return total


def income_within(state: OdinState, board: i64, cells: i64) -> bool:
    """The next number of a diagonal, with all that must be covered before it, asks for no more cells."""
    grids = state.tables.grids
    grid = boards.grid_of(state, board)
    for track in range(i64(grids.track_first[grid]), i64(grids.track_first[grid + 1])):
        for step in range(i64(grids.track_cells[track]), i64(grids.track_cells[track + 1])):
            cell = i64(grids.step_cell[step])
            row = cell // COLUMNS
            if not i64(state.rows[board * ROWS + row]) & bit(cell % COLUMNS):
                if open_quadrant(state, board, grid, row, cell % COLUMNS) <= cells:
                    return True
                break
    return False


def open_quadrant(state: OdinState, board: i64, grid: i64, row: i64, column: i64) -> i64:
    """Open cells that must be covered for an income cell, itself among them (OD-098)."""
    grids = state.tables.grids
    left = bit(column + 1) - 1
    total: i64 = 0
    for each in range(row, i64(grids.height[grid])):
        total += popcount(i64(grids.asked[grid * ROWS + each]) & left & ~i64(state.rows[board * ROWS + each]))
    return total


def bonus_within(state: OdinState, board: i64, cells: i64) -> bool:
    """A bonus cell that is open and not yet enclosed could be with no more cells."""
    grids = state.tables.grids
    grid = boards.grid_of(state, board)
    for bonus in range(i64(grids.bonus_first[grid]), i64(grids.bonus_first[grid + 1])):
        row = i64(grids.bonus_row[bonus])
        if i64(state.rows[board * ROWS + row]) & bit(i64(grids.bonus_column[bonus])):
            continue
        missing: i64 = 0
        for at in range(i64(3)):
            around = i64(grids.bonus_around[bonus * 3 + at])
            if around:
                missing += popcount(around & ~i64(state.rows[board * ROWS + row + at - 1]))
        if 0 < missing <= cells:
            return True
    return False
