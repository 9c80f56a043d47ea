"""Boards and pieces: where a piece may lie, what lies there, income and bonus (OD-055 to OD-057, OD-074 to OD-108).

``placements`` is the kernel: for one shape on one board it finds all columns of a row at once. ``placement_fault`` judges one
placement by the rules, one after the other; the tests prove that both agree.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64

from skali.core.bits import bit, lowest, popcount
from skali.core.moves import Moves
from skali.games.odin import card_rules, components, items, phases
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


class Scan:
    """One board as the kernel sees it: cells that are free for a colour, open income cells, open cells of -1."""

    def __init__(self) -> None:
        self.free: vec[i16] = vec[i16]()
        self.income: vec[i16] = vec[i16]()
        self.minus: vec[i16] = vec[i16]()
        for _ in range(i64(components.ROWS)):
            self.free = append(self.free, i16(0))
            self.income = append(self.income, i16(0))
            self.minus = append(self.minus, i16(0))
        self.grid: i64 = 0
        self.board: i64 = 0
        self.height: i64 = 0
        self.width: i64 = 0
        self.has_income: bool = False


SCAN: Final = Scan()
"""A place to work in; nothing in it outlives a call."""


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
    """Whether pieces of this kind may lie on the board at all (OD-095, OD-103); 40B lets wood lie in houses."""
    if piece == items.WOOD:
        if not is_house(board):
            return OD_095_ALLOWED_PIECES
        return 0 if position.hook(owner(position, board), card_rules.WOOD_LIES_IN_HOUSES) else OD_103_HOUSE_PIECES
    if is_house(board):
        return OD_103_HOUSE_PIECES if piece == items.ORE else 0
    tint = colour(piece)
    if tint == items.ORANGE or tint == items.RED:
        return OD_095_ALLOWED_PIECES
    return 0


def tint_layer(board: i64, tint: i64) -> i64:
    """The layer with the pieces that this colour must not touch, 0 if it may touch everything."""
    if is_house(board):
        return 1 if tint == items.ORANGE else 2 if tint == items.RED else 0
    return 1 if tint == items.GREEN else 0


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
    for at in range(height):
        mask = i64(shapes.rows[shape * components.SHAPE_ROWS + at]) << column
        mask &= i64(grids.income[grid * components.ROWS + row + at])
        while mask:
            if not quadrant_covered(position, board, grid, shape, row, column, row + at, lowest(mask)):
                return OD_098_INCOME_CELL
            mask &= mask - 1
    return 0


def _touches(position: OdinPosition, board: i64, layer: i64, shape: i64, row: i64, column: i64) -> bool:
    """A cell of the shape is orthogonally adjacent to a piece of the layer (OD-096, OD-104)."""
    shapes = position.tables.shapes
    base = layer * LAYER + board * components.ROWS
    for at in range(i64(shapes.height[shape])):
        mask = i64(shapes.rows[shape * components.SHAPE_ROWS + at]) << column
        here = row + at
        near = (mask << 1) | (mask >> 1)
        if near & i64(position.rows[base + here]):
            return True
        if here > 0 and mask & i64(position.rows[base + here - 1]):
            return True
        if here + 1 < components.ROWS and mask & i64(position.rows[base + here + 1]):
            return True
    return False


def quadrant_covered(
    position: OdinPosition, board: i64, grid: i64, shape: i64, row: i64, column: i64, at_row: i64, at_column: i64
) -> bool:
    """After the placement everything left of and below the income cell is covered (OD-098)."""
    grids = position.tables.grids
    shapes = position.tables.shapes
    left = bit(at_column + 1) - 1
    end = row + i64(shapes.height[shape])
    for each in range(at_row, i64(grids.height[grid])):
        covered = i64(position.rows[board * components.ROWS + each])
        open_cells = i64(grids.asked[grid * components.ROWS + each]) & left & ~covered
        if open_cells:
            if row <= each < end:
                open_cells &= ~(i64(shapes.rows[shape * components.SHAPE_ROWS + each - row]) << column)
            if open_cells:
                return False
    return True


# All placements of a shape: the kernel


def scan(position: OdinPosition, board: i64, piece: i64) -> None:
    """Prepares the board for pieces of this colour."""
    work = SCAN
    grids = position.tables.grids
    grid = grid_of(position, board)
    height = i64(grids.height[grid])
    work.grid = grid
    work.board = board
    work.height = height
    work.width = i64(grids.width[grid])
    layer = tint_layer(board, colour(piece))
    base = board * components.ROWS
    first = grid * components.ROWS
    rows = position.rows
    any_income: i64 = 0
    for row in range(height):
        open_cells = ~i64(rows[base + row])
        free = i64(grids.cells[first + row]) & open_cells
        if layer:
            tint = layer * LAYER + base
            mine = i64(rows[tint + row])
            near = (mine << 1) | (mine >> 1)
            if row > 0:
                near |= i64(rows[tint + row - 1])
            if row + 1 < height:
                near |= i64(rows[tint + row + 1])
            free &= ~near
        work.free[row] = i16(free)
        income = i64(grids.income[first + row]) & open_cells
        any_income |= income
        work.income[row] = i16(income)
        work.minus[row] = i16(i64(grids.minus[first + row]) & open_cells)
    work.has_income = any_income != 0


def placements(position: OdinPosition, shape: i64, row: i64, only_minus: bool) -> i64:
    """The columns in which the shape may lie with its top in this row of the scanned board, as bits."""
    work = SCAN
    shapes = position.tables.shapes
    height = i64(shapes.height[shape])
    columns = bit(work.width - i64(shapes.width[shape]) + 1) - 1
    base = shape * components.SHAPE_ROWS
    free_rows = work.free
    for at in range(height):
        free = i64(free_rows[row + at])
        mask = i64(shapes.rows[base + at])
        while mask:
            if mask & 1:
                columns &= free
            free >>= 1
            mask >>= 1
        if columns == 0:
            return 0
    if work.has_income:
        touching: i64 = 0
        for at in range(height):
            income = i64(work.income[row + at])
            mask = i64(shapes.rows[base + at])
            while mask and income:
                if mask & 1:
                    touching |= income
                income >>= 1
                mask >>= 1
        touching &= columns
        while touching:
            column = lowest(touching)
            touching &= touching - 1
            if not income_allowed(position, shape, row, column):
                columns &= ~bit(column)
    if only_minus and columns:
        gain: i64 = 0
        for at in range(height):
            minus = i64(work.minus[row + at])
            mask = i64(shapes.rows[base + at])
            while mask:
                if mask & 1:
                    gain |= minus
                minus >>= 1
                mask >>= 1
        columns &= gain
    return columns


def income_allowed(position: OdinPosition, shape: i64, row: i64, column: i64) -> bool:
    """Every income cell under the shape has its quadrant covered (OD-098, OD-099)."""
    work = SCAN
    shapes = position.tables.shapes
    for at in range(i64(shapes.height[shape])):
        mask = (i64(shapes.rows[shape * components.SHAPE_ROWS + at]) << column) & i64(work.income[row + at])
        while mask:
            if not quadrant_covered(position, work.board, work.grid, shape, row, column, row + at, lowest(mask)):
                return False
            mask &= mask - 1
    return True


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
    earlier = columns & ~later
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
        mask = (i64(shapes.rows[shape * components.SHAPE_ROWS + at]) << column) & i64(work.income[row + at])
        while mask:
            left = bit(lowest(mask) + 1) - 1
            mask &= mask - 1
            for each in range(i64(shapes.height[position.key_shape])):
                if last_row + each >= row + at:
                    laid = i64(shapes.rows[position.key_shape * components.SHAPE_ROWS + each]) << last_column
                    if laid & left & i64(asked[work.grid * components.ROWS + last_row + each]):
                        return True
    return False


def fits(position: OdinPosition, seat: i64, piece: i64, search: bool, only_minus: bool) -> bool:
    """Whether the piece can be placed on any board of the seat."""
    counts = position.counts
    for board in range(i64(components.BOARDS)):
        mine = i64(counts[items.BOARD_OWNER + board]) == seat + 1
        if mine and fits_on(position, board, piece, search, only_minus):
            return True
    return False


def comes_before(position: OdinPosition, board: i64) -> bool:
    """In search the boards come in their order within a window (OD-261)."""
    return position.key_class == phases.KEY_PLACE and board < position.key_board


def fits_on(position: OdinPosition, board: i64, piece: i64, search: bool, only_minus: bool) -> bool:
    if piece_fault(position, board, piece) or (search and comes_before(position, board)):
        return False
    shapes = position.tables.shapes
    first = i64(shapes.first[piece])
    scan(position, board, piece)
    for shape in range(first, first + i64(shapes.count[piece])):
        for row in range(SCAN.height - i64(shapes.height[shape]) + 1):
            columns = placements(position, shape, row, only_minus)
            if columns and (not search or searched(position, shape, row, columns)):
                return True
    return False


def fitting_shapes(position: OdinPosition, board: i64, piece: i64, search: bool, only_minus: bool) -> i64:
    """The orientations of the piece that fit somewhere on the board, as bits."""
    if piece_fault(position, board, piece) or (search and comes_before(position, board)):
        return 0
    shapes = position.tables.shapes
    first = i64(shapes.first[piece])
    found: i64 = 0
    scan(position, board, piece)
    for turn in range(i64(shapes.count[piece])):
        shape = first + turn
        for row in range(SCAN.height - i64(shapes.height[shape]) + 1):
            columns = placements(position, shape, row, only_minus)
            if columns and (not search or searched(position, shape, row, columns)):
                found |= bit(turn)
                break
    return found


def fill_anchors(
    position: OdinPosition,
    board: i64,
    piece: i64,
    turn: i64,
    search: bool,
    only_minus: bool,
    first_move: i64,
    out: Moves,
) -> None:
    """The cells at which the shape may lie: its first covered cell in reading order (OD-262)."""
    shapes = position.tables.shapes
    shape = i64(shapes.first[piece]) + turn
    offset = i64(shapes.offset[shape])
    scan(position, board, piece)
    for row in range(SCAN.height - i64(shapes.height[shape]) + 1):
        columns = placements(position, shape, row, only_minus)
        if search:
            columns = searched(position, shape, row, columns)
        while columns:
            out.add(first_move + row * components.COLUMNS + lowest(columns) + offset)
            columns &= columns - 1


# What happens on a board


def cover(position: OdinPosition, board: i64, piece: i64, turn: i64, anchor: i64) -> None:
    """Puts a piece down for good (OD-086)."""
    shapes = position.tables.shapes
    grids = position.tables.grids
    shape = i64(shapes.first[piece]) + turn
    row = anchor // components.COLUMNS
    column = anchor % components.COLUMNS - i64(shapes.offset[shape])
    grid = grid_of(position, board)
    layer = tint_layer(board, colour(piece))
    rows = position.rows
    gained: i64 = 0
    for at in range(i64(shapes.height[shape])):
        mask = i64(shapes.rows[shape * components.SHAPE_ROWS + at]) << column
        here = board * components.ROWS + row + at
        rows[here] = i16(i64(rows[here]) | mask)
        if layer:
            rows[layer * LAYER + here] = i16(i64(rows[layer * LAYER + here]) | mask)
        gained += popcount(mask & i64(grids.minus[grid * components.ROWS + row + at]))
    seat = owner(position, board)
    position.add(seat, items.MINUS, -gained)
    if piece == items.ENGLISH_CROWN:
        position.put(seat, items.PLACED_CROWN, 1)
    position.placed = insert_placement(position.placed, pack(board, anchor, piece, turn))


def insert_placement(placed: vec[i32], value: i64) -> vec[i32]:
    """The placements with one more, in rising order."""
    placed = append(placed, i32(value))
    at = i64(len(placed)) - 1
    while at > 0 and i64(placed[at - 1]) > value:
        placed[at] = placed[at - 1]
        at -= 1
    placed[at] = i32(value)
    return placed


def where_placed(position: OdinPosition, tile: i64) -> i64:
    """The place of a tile in the list of placements, -1 if it lies on no board."""
    placed = position.placed
    for at in range(len(placed)):
        if (i64(placed[at]) >> 3) & 127 == tile:
            return at
    return -1


def relocate(position: OdinPosition, tile: i64, one: i64, other: i64) -> None:
    """Takes a placed tile away and fills its cells exactly with two blue goods (OD-248)."""
    at = where_placed(position, tile)
    packed = i64(position.placed[at])
    board = packed >> 18
    anchor = (packed >> 10) & 255
    shapes = position.tables.shapes
    shape = i64(shapes.first[tile]) + packed % 8
    cells = shape_cells(position, shape, anchor)
    kept: vec[i32] = vec[i32](capacity=len(position.placed) + 1)
    for index in range(len(position.placed)):
        if index != at:
            kept = append(kept, position.placed[index])
    for turn in range(i64(shapes.count[one])):
        for second in range(i64(shapes.count[other])):
            for first_cell in cells:
                for second_cell in cells:
                    here = shape_cells(position, i64(shapes.first[one]) + turn, first_cell)
                    there = shape_cells(position, i64(shapes.first[other]) + second, second_cell)
                    if sorted(here + there) == cells:
                        kept = insert_placement(kept, pack(board, first_cell, one, turn))
                        position.placed = insert_placement(kept, pack(board, second_cell, other, second))
                        return


def shape_cells(position: OdinPosition, shape: i64, anchor: int) -> list[int]:
    """The cells under a shape, given its first covered cell in reading order."""
    shapes = position.tables.shapes
    corner = anchor - int(shapes.offset[shape])
    return [
        corner + row * components.COLUMNS + column
        for row in range(int(shapes.height[shape]))
        for column in range(int(shapes.width[shape]))
        if int(shapes.rows[shape * components.SHAPE_ROWS + row]) >> column & 1
    ]


def pack(board: i64, anchor: i64, piece: i64, turn: i64) -> i64:
    return ((board * 256 + anchor) * 128 + piece) * 8 + turn


def income_of(position: OdinPosition, board: i64) -> i64:
    """The lowest open number of each diagonal, or its end value (OD-056, OD-057)."""
    grids = position.tables.grids
    grid = grid_of(position, board)
    total: i64 = 0
    for track in range(i64(grids.track_first[grid]), i64(grids.track_first[grid + 1])):
        value = i64(grids.track_end[track])
        for step in range(i64(grids.track_cells[track]), i64(grids.track_cells[track + 1])):
            cell = i64(grids.step_cell[step])
            covered = i64(position.rows[board * components.ROWS + cell // components.COLUMNS])
            if not covered & bit(cell % components.COLUMNS):
                value = i64(grids.step_value[step])
                break
        total += value
    return total


def income(position: OdinPosition, seat: i64) -> i64:
    """What the seat's home board and exploration boards pay (OD-055)."""
    total = income_of(position, seat)
    for board in range(i64(components.FIRST_EXPLORATION), components.FIRST_STONE_HOUSE):
        if i64(position.counts[items.BOARD_OWNER + board]) == seat + 1:
            total += income_of(position, board)
    return total


def is_enclosed(position: OdinPosition, board: i64, bonus: i64) -> bool:
    """The bonus cell is open and all around it is covered (OD-074, OD-075)."""
    grids = position.tables.grids
    row = i64(grids.bonus_row[bonus])
    if i64(position.rows[board * components.ROWS + row]) & bit(i64(grids.bonus_column[bonus])):
        return False
    for at in range(i64(3)):
        around = i64(grids.bonus_around[bonus * 3 + at])
        if around and around & ~i64(position.rows[board * components.ROWS + row + at - 1]):
            return False
    return True


def open_minus(position: OdinPosition, board: i64) -> i64:
    """Uncovered cells of -1 on the board."""
    grids = position.tables.grids
    grid = grid_of(position, board)
    total: i64 = 0
    for row in range(i64(grids.height[grid])):
        covered = i64(position.rows[board * components.ROWS + row])
        total += popcount(i64(grids.minus[grid * components.ROWS + row]) & ~covered)
    return total


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
