"""Boards and pieces: where a piece may lie (OD-086 to OD-104). What lies there and what it brings is in covering.py.

``placements`` is the kernel: for one shape on one board it finds all columns of a row at once. ``placement_fault`` judges one
placement by the rules, one after the other; the tests prove that both agree.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from skali.core.bits import bit, lowest, popcount
from skali.core.moves import Moves
from skali.games.odin import card_rules, components, items, phases
from skali.games.odin.components import Grids
from skali.games.odin.position import OdinPosition

OD_088_OUTSIDE: Final = 88
OD_090_STACKED: Final = 90
OD_092_BLOCKED: Final = 92
OD_095_ALLOWED_PIECES: Final = 95
OD_096_GREEN_TOUCHES: Final = 96
OD_098_INCOME_CELL: Final = 98
OD_103_HOUSE_PIECES: Final = 103
OD_104_HOUSE_ADJACENCY: Final = 104
LAYER: Final = components.BOARDS * components.ROWS
LAYERS: Final = 3


class Scan:
    """One board as the kernel sees it, by rows."""

    def __init__(self) -> None:
        self.grids: Grids | None = None
        self.covered: vec[i16] = vec[i16]([i16(0)] * components.ROWS)
        """What was covered when it was scanned: as long as it is, there is no need to scan it again."""
        self.in_order: bool = False
        self.open: vec[i64] = vec[i64]([i64(0)] * components.ROWS)
        """Cells that can be covered."""
        self.apart: vec[i64] = vec[i64]([i64(0)] * components.ROWS)
        """Those of them that touch no piece of a layer."""
        self.free: vec[i64] = self.open
        """One of the two: where the pieces in question may lie."""
        self.income: vec[i64] = vec[i64]([i64(0)] * components.ROWS)
        """Income cells in reach."""
        self.missing: vec[i64] = vec[i64]([i64(0)] * (components.ROWS + components.SHAPE_ROWS))
        """Columns in which this row or one below has cells to cover for income."""
        self.grid: i64 = 0
        self.board: i64 = 0
        self.height: i64 = 0
        self.has_income: bool = False
        self.touching: i64 = 0
        """Of the columns found last those where the shape would cover an income cell."""


SCAN: Final = Scan()
"""The board that was scanned last, and a place to work in."""


def grid_of(position: OdinPosition, board: i64) -> i64:
    """The grid that a board on the table shows."""
    if board < components.FIRST_EXPLORATION:
        return components.HOME
    if board < components.FIRST_STONE_HOUSE:
        number = board - components.FIRST_EXPLORATION
        return 1 + number + (4 if position.turned & bit(number) else 0)
    return components.STONE_HOUSE_GRID if board < components.FIRST_LONG_HOUSE else components.LONG_HOUSE_GRID


def owner(position: OdinPosition, board: i64) -> i64:
    """Who owns the board, -1 if nobody does."""
    return i64(position.counts[items.BOARD_OWNER + board]) - 1


def is_house(board: i64) -> bool:
    return board >= components.FIRST_STONE_HOUSE


def colour(piece: i64) -> i64:
    """The colour of a piece; silver, ore and wood have none (-1)."""
    if piece >= items.SPECIAL:
        return items.BLUE
    if piece >= items.SILVER:
        return -1
    tint = piece & 3
    if tint == items.ORANGE and (piece == items.PREGNANT_SHEEP or piece == items.PREGNANT_CATTLE):
        return items.RED
    return tint


def piece_fault(position: OdinPosition, board: i64, piece: i64) -> i64:
    """Whether pieces of this kind may lie on the board at all; 40B lets wood lie in houses."""
    if piece == items.WOOD and is_house(board):
        return 0 if position.hook(owner(position, board), card_rules.WOOD_LIES_IN_HOUSES) else OD_103_HOUSE_PIECES
    return kind_fault(board, piece)


def kind_fault(board: i64, piece: i64) -> i64:
    """The same, whatever cards lie before the owner (OD-095, OD-103)."""
    if is_house(board):
        return OD_103_HOUSE_PIECES if piece == items.ORE else 0
    tint = colour(piece)
    return OD_095_ALLOWED_PIECES if tint == items.ORANGE or tint == items.RED or piece == items.WOOD else 0


def tint_layer(board: i64, tint: i64) -> i64:
    """The layer with the pieces that this colour must not touch, 0 if it may touch everything."""
    if is_house(board):
        return 1 if tint == items.ORANGE else 2 if tint == items.RED else 0
    return 1 if tint == items.GREEN else 0


def lying_apart(board: i64, layer: i64) -> i64:
    """The pieces that may lie on a board, or in a house, and must not touch this layer: as bits."""
    pieces: i64 = 0
    for at in range(i64(len(components.PIECES))):
        piece: i64 = components.PIECES[at]
        if kind_fault(board, piece) == 0 and tint_layer(board, colour(piece)) == layer:
            pieces |= bit(at)
    return pieces


BY_LAYER: Final = vec[i64](
    [lying_apart(board, layer) for board in (0, components.FIRST_STONE_HOUSE) for layer in range(LAYERS)]
)
"""On boards, then in houses."""


# One placement, judged rule by rule


def placement_fault(position: OdinPosition, board: i64, piece: i64, shape: i64, row: i64, column: i64) -> i64:
    """The rule that a placement breaks, 0 if none; row and column are those of the shape's top left corner."""
    fault = piece_fault(position, board, piece)
    if fault:
        return fault
    grids = position.tables.grids
    shapes = position.tables.shapes
    grid = grid_of(position, board)
    height = i64(shapes.height[shape])
    if row < 0 or column < 0 or row + height > i64(grids.height[grid]):
        return OD_088_OUTSIDE
    if column + i64(shapes.width[shape]) > i64(grids.width[grid]):
        return OD_088_OUTSIDE
    for at in range(height):
        mask = i64(shapes.rows[shape * components.SHAPE_ROWS + at]) << column
        if mask & ~i64(grids.cells[grid * components.ROWS + row + at]):
            return OD_092_BLOCKED
        if mask & i64(position.rows[board * components.ROWS + row + at]):
            return OD_090_STACKED
    layer = tint_layer(board, colour(piece))
    if layer and _touches(position, board, layer, shape, row, column):
        return OD_104_HOUSE_ADJACENCY if is_house(board) else OD_096_GREEN_TOUCHES
    return 0 if income_allowed(position, board, grid, shape, row, column) else OD_098_INCOME_CELL


def _touches(position: OdinPosition, board: i64, layer: i64, shape: i64, row: i64, column: i64) -> bool:
    """A cell of the shape is orthogonally adjacent to a piece of the layer (OD-096, OD-104)."""
    shapes = position.tables.shapes
    for at in range(i64(shapes.height[shape])):
        mask = i64(shapes.rows[shape * components.SHAPE_ROWS + at]) << column
        if mask & beside(position, layer * LAYER + board * components.ROWS, row + at):
            return True
    return False


def beside(position: OdinPosition, first: i64, row: i64) -> i64:
    """The cells of a row that touch a piece, given the first row of a board in its layer."""
    mine = i64(position.rows[first + row])
    near = (mine << 1) | (mine >> 1)
    if row > 0:
        near |= i64(position.rows[first + row - 1])
    return near | i64(position.rows[first + row + 1]) if row + 1 < components.ROWS else near


def income_allowed(position: OdinPosition, board: i64, grid: i64, shape: i64, row: i64, column: i64) -> bool:
    """For every income cell under the shape all that is left of it and below is covered with the placement (OD-098, OD-099)."""
    shapes = position.tables.shapes
    income = position.tables.grids.income
    for at in range(i64(shapes.height[shape])):
        mask = i64(shapes.rows[shape * components.SHAPE_ROWS + at]) << column
        mask &= i64(income[grid * components.ROWS + row + at])
        while mask:
            laid = cells_laid(position, grid, shape, row, column, row + at, lowest(mask))
            if not asks_at_most(position, board, grid, row + at, lowest(mask), laid):
                return False
            mask &= mask - 1
    return True


def cells_laid(
    position: OdinPosition, grid: i64, shape: i64, row: i64, column: i64, from_row: i64, to_column: i64
) -> i64:
    """How many of the cells that an income cell asks for lie under the shape."""
    shapes = position.tables.shapes
    left = bit(to_column + 1) - 1
    total: i64 = 0
    for at in range(from_row - row, i64(shapes.height[shape])):
        asked = i64(position.tables.grids.asked[grid * components.ROWS + row + at]) & left
        total += popcount(i64(shapes.rows[shape * components.SHAPE_ROWS + at]) << column & asked)
    return total


def asks_at_most(position: OdinPosition, board: i64, grid: i64, row: i64, column: i64, most: i64) -> bool:
    """No more than so many cells are open left of and below an income cell, itself among them (OD-098)."""
    asked = position.tables.grids.asked
    left = bit(column + 1) - 1
    for each in range(row, i64(position.tables.grids.height[grid])):
        covered = i64(position.rows[board * components.ROWS + each])
        most -= popcount(i64(asked[grid * components.ROWS + each]) & left & ~covered)
        if most < 0:
            return False
    return True


# All placements of a shape: the kernel


def scan(position: OdinPosition, board: i64, in_order: bool) -> None:
    """Prepares the board; ``in_order`` where income cells come one after the other (OD-098). Then comes ``keep_apart``."""
    work = SCAN
    grids = position.tables.grids
    grid = grid_of(position, board)
    work.board = board
    if work.grids is grids and work.grid == grid and work.in_order == in_order and still_covered(position, board):
        return
    work.grids = grids
    work.grid = grid
    work.in_order = in_order
    work.height = i64(grids.height[grid])
    base = board * components.ROWS
    first = grid * components.ROWS
    rows = position.rows
    cells = grids.plain if in_order else grids.cells
    asked = grids.asked
    opened = work.open
    missing = work.missing
    row = work.height
    for below in range(row, row + components.SHAPE_ROWS):
        missing[below] = 0
    below_here: i64 = 0
    while row > 0:
        row -= 1
        work.covered[row] = rows[base + row]
        uncovered = ~i64(rows[base + row])
        below_here |= i64(asked[first + row]) & uncovered
        missing[row] = below_here
        opened[row] = i64(cells[first + row]) & uncovered
    while work.has_income and row < components.ROWS:
        work.income[row] = 0
        row += 1
    work.has_income = False
    if in_order:
        reach_income(position, board, grid)


def still_covered(position: OdinPosition, board: i64) -> bool:
    """The board is covered as the one that was scanned last."""
    covered = SCAN.covered
    rows = position.rows
    base = board * components.ROWS
    return all(rows[base + row] == covered[row] for row in range(SCAN.height))


def reach_income(position: OdinPosition, board: i64, grid: i64) -> None:
    """Opens the income cells for which all that is missing lies so near that one shape could cover it with them.

    A diagonal rises to the right, so each of its cells asks for all that the one before asks for.
    """
    work = SCAN
    grids = position.tables.grids
    missing = work.missing
    rows = position.rows
    for track in range(i64(grids.track_first[grid]), i64(grids.track_first[grid + 1])):
        for step in range(i64(grids.track_cells[track]), i64(grids.track_cells[track + 1])):
            row = i64(grids.step_row[step])
            here = grids.step_mark[step]
            if not i64(rows[board * components.ROWS + row]) & here:
                left = 2 * here - 1
                if missing[row] & (left >> components.SHAPE_ROWS) or missing[row + components.SHAPE_ROWS] & left:
                    break
                work.income[row] |= here
                work.open[row] |= here
                work.has_income = True


def keep_apart(position: OdinPosition, layer: i64) -> None:
    """Leaves the cells of the scanned board that do not touch a piece of the layer; 0 is none (OD-096, OD-104)."""
    work = SCAN
    work.free = work.open if layer == 0 else work.apart
    if layer:
        for row in range(work.height):
            work.apart[row] = work.open[row] & ~beside(position, layer * LAYER + work.board * components.ROWS, row)


def placements(position: OdinPosition, shape: i64, row: i64, only_minus: bool) -> i64:
    """The columns in which the shape may lie with its top in this row of the scanned board, as bits."""
    work = SCAN
    shapes = position.tables.shapes
    height = i64(shapes.height[shape])
    free = work.free
    columns = free[row]
    if i64(shapes.solid[shape]):
        for at in range(1, height):
            columns &= free[row + at]
        wide = i64(shapes.width[shape])
        while wide > 1:
            columns &= columns >> 1
            wide -= 1
    else:
        columns = components.ALL_COLUMNS
        for at in range(height):
            marks = i64(shapes.rows[shape * components.SHAPE_ROWS + at])
            cells = free[row + at]
            while marks:
                if marks & 1:
                    columns &= cells
                cells >>= 1
                marks >>= 1
    work.touching = 0
    if work.has_income and columns:
        for at in range(height):
            work.touching |= columns_over(position, shape, at, work.income[row + at])
        touching = work.touching & columns
        while touching:
            column = lowest(touching)
            touching &= touching - 1
            if not income_allowed(position, work.board, work.grid, shape, row, column):
                columns &= ~bit(column)
    if only_minus and columns:
        minus: i64 = 0
        for at in range(height):
            cells = i64(position.tables.grids.minus[work.grid * components.ROWS + row + at])
            minus |= columns_over(position, shape, at, cells)
        columns &= minus
    return columns


def columns_over(position: OdinPosition, shape: i64, at: i64, cells: i64) -> i64:
    """The columns in which a row of the shape covers any of these cells of its row."""
    found: i64 = 0
    if cells:
        marks = i64(position.tables.shapes.rows[shape * components.SHAPE_ROWS + at])
        while marks:
            if marks & 1:
                found |= cells
            cells >>= 1
            marks >>= 1
    return found


def searched(position: OdinPosition, shape: i64, row: i64, columns: i64) -> i64:
    """Of these columns those whose placement does not only repeat another order of this window (OD-261)."""
    if columns == 0 or position.key_class != phases.KEY_PLACE or SCAN.board > position.key_board:
        return columns
    later: i64 = 0
    if SCAN.board == position.key_board:
        last_row = position.key_anchor // components.COLUMNS
        if row > last_row:
            return columns
        if row == last_row:
            first = position.key_anchor % components.COLUMNS - i64(position.tables.shapes.offset[shape]) + 1
            later = columns & ~(bit(first) - 1) if first > 0 else columns
    else:
        return 0
    earlier = columns & ~later & SCAN.touching
    while earlier:
        column = lowest(earlier)
        earlier &= earlier - 1
        if newly_allowed(position, shape, row, column):
            later |= bit(column)
    return later


def newly_allowed(position: OdinPosition, shape: i64, row: i64, column: i64) -> bool:
    """The placement covers an income cell that the last placement of this window made ready."""
    work = SCAN
    shapes = position.tables.shapes
    asked = position.tables.grids.asked
    last_row = position.key_anchor // components.COLUMNS
    last_column = position.key_anchor % components.COLUMNS - i64(shapes.offset[position.key_shape])
    for at in range(i64(shapes.height[shape])):
        mask = (i64(shapes.rows[shape * components.SHAPE_ROWS + at]) << column) & work.income[row + at]
        while mask:
            left = bit(lowest(mask) + 1) - 1
            mask &= mask - 1
            for each in range(i64(shapes.height[position.key_shape])):
                if last_row + each >= row + at:
                    laid = i64(shapes.rows[position.key_shape * components.SHAPE_ROWS + each]) << last_column
                    if laid & left & i64(asked[work.grid * components.ROWS + last_row + each]):
                        return True
    return False


def fits(position: OdinPosition, seat: i64, piece: i64) -> bool:
    """Whether the piece can be placed on any board of the seat."""
    return fitting_pieces(position, seat, position.tables.shapes.bit_of[piece], False, False, True) != 0


def fitting_pieces(position: OdinPosition, seat: i64, pieces: i64, search: bool, only_minus: bool, enough: bool) -> i64:
    """Of these pieces, as bits, those that fit on any board of the seat; with ``enough`` the first one will do."""
    found: i64 = 0
    for board in range(i64(components.BOARDS)):
        if i64(position.counts[items.BOARD_OWNER + board]) == seat + 1:
            found |= pieces_on(position, board, pieces & ~found, search, only_minus, enough)
            if found == pieces or (enough and found):
                break
    return found


def pieces_on(position: OdinPosition, board: i64, pieces: i64, search: bool, only_minus: bool, enough: bool) -> i64:
    """Of these pieces those that fit somewhere on the board; in search the boards of a window come in their order (OD-261)."""
    if search and position.key_class == phases.KEY_PLACE and board < position.key_board:
        return 0
    shapes = position.tables.shapes
    kinds: i64 = LAYERS if is_house(board) else 0
    found: i64 = 0
    if pieces & (BY_LAYER[kinds] | BY_LAYER[kinds + 1] | BY_LAYER[kinds + 2]):
        scan(position, board, True)
    for layer in range(i64(LAYERS)):
        left = pieces & BY_LAYER[kinds + layer]
        if left:
            keep_apart(position, layer)
        while left:
            at = lowest(left)
            left &= left - 1
            piece = i64(shapes.pieces[at])
            allowed = piece != items.WOOD or piece_fault(position, board, piece) == 0
            if allowed and turns_on_scan(position, piece, search, only_minus, 1):
                found |= bit(at)
                if enough:
                    return found
    return found


def turns_on_scan(position: OdinPosition, piece: i64, search: bool, only_minus: bool, enough: i64) -> i64:
    """The orientations of the piece that fit somewhere on the scanned board, as bits; so many will do."""
    shapes = position.tables.shapes
    first = i64(shapes.first[piece])
    found: i64 = 0
    for turn in range(i64(shapes.count[piece])):
        for row in range(SCAN.height - i64(shapes.height[first + turn]) + 1):
            columns = placements(position, first + turn, row, only_minus)
            if columns and (not search or searched(position, first + turn, row, columns)):
                found |= bit(turn)
                enough -= 1
                break
        if enough == 0:
            break
    return found


def fits_on(position: OdinPosition, board: i64, piece: i64, search: bool, only_minus: bool) -> bool:
    return pieces_on(position, board, position.tables.shapes.bit_of[piece], search, only_minus, True) != 0


def fitting_shapes(
    position: OdinPosition, board: i64, piece: i64, search: bool, only_minus: bool, enough: i64 = 8
) -> i64:
    """The orientations of the piece that fit somewhere on the board, as bits; so many will do."""
    if search and position.key_class == phases.KEY_PLACE and board < position.key_board:
        return 0
    scan(position, board, True)
    keep_apart(position, tint_layer(board, colour(piece)))
    return turns_on_scan(position, piece, search, only_minus, enough)


def fill_anchors(
    position: OdinPosition,
    board: i64,
    piece: i64,
    turn: i64,
    search: bool,
    only_minus: bool,
    first_move: i64,
    out: Moves,
    enough: i64 = components.CELLS,
) -> None:
    """The cells at which the shape may lie: its first covered cell in reading order (OD-262); about so many will do."""
    shapes = position.tables.shapes
    shape = i64(shapes.first[piece]) + turn
    offset = i64(shapes.offset[shape])
    scan(position, board, True)
    keep_apart(position, tint_layer(board, colour(piece)))
    for row in range(SCAN.height - i64(shapes.height[shape]) + 1):
        columns = placements(position, shape, row, only_minus)
        if search:
            columns = searched(position, shape, row, columns)
        move = first_move + row * components.COLUMNS + offset
        while columns:
            if columns & 1:
                out.add(move)
            columns >>= 1
            move += 1
        if out.count >= enough:
            return


# Names of boards


def board_name(position: OdinPosition, board: i64) -> i64:
    """The number of a board's name in the notation."""
    if board < components.FIRST_EXPLORATION:
        return 0
    if board < components.FIRST_STONE_HOUSE:
        return grid_of(position, board)
    return board + 1


def board_of_name(position: OdinPosition, name: i64) -> i64:
    """The board on the table that a name means for the active seat, -1 if it lies nowhere."""
    if name == 0:
        return position.active
    if name > 8:
        return name - 1
    board = components.FIRST_EXPLORATION + (name - 1) % 4
    return board if grid_of(position, board) == name else -1
