"""What lies on the boards: covering cells, income and bonus (OD-055 to OD-057, OD-074 to OD-078, OD-086, OD-248)."""

from __future__ import annotations

from itertools import product

from librt.vecs import append, extend, vec
from mypy_extensions import i16, i32, i64

from skali.core.bits import bit, popcount
from skali.games.odin import boards, components, items
from skali.games.odin.position import OdinPosition


def cover(position: OdinPosition, board: i64, piece: i64, turn: i64, anchor: i64) -> None:
    """Puts a piece down for good (OD-086)."""
    shapes = position.tables.shapes
    grids = position.tables.grids
    shape = i64(shapes.first[piece]) + turn
    row = anchor // components.COLUMNS
    column = anchor % components.COLUMNS - i64(shapes.offset[shape])
    grid = boards.grid_of(position, board)
    layer = boards.tint_layer(board, boards.colour(piece))
    rows = position.rows
    gained: i64 = 0
    for at in range(i64(shapes.height[shape])):
        mask = i64(shapes.rows[shape * components.SHAPE_ROWS + at]) << column
        here = board * components.ROWS + row + at
        rows[here] = i16(i64(rows[here]) | mask)
        if layer:
            rows[layer * boards.LAYER + here] = i16(i64(rows[layer * boards.LAYER + here]) | mask)
        gained += popcount(mask & i64(grids.minus[grid * components.ROWS + row + at]))
    seat = boards.owner(position, board)
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
    kept = extend(position.placed[:at], position.placed[at + 1 :])
    turns = range(int(shapes.count[one])), range(int(shapes.count[other]))
    for turn, second, first_cell, second_cell in product(*turns, cells, cells):
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


def first_open(position: OdinPosition, board: i64, track: i64) -> i64:
    """The step of the lowest number on a diagonal that is not covered, -1 if all are."""
    grids = position.tables.grids
    for step in range(i64(grids.track_cells[track]), i64(grids.track_cells[track + 1])):
        covered = i64(position.rows[board * components.ROWS + i64(grids.step_row[step])])
        if not covered & grids.step_mark[step]:
            return step
    return -1


def income_of(position: OdinPosition, board: i64) -> i64:
    """The lowest open number of each diagonal, or its end value (OD-056, OD-057)."""
    grids = position.tables.grids
    grid = boards.grid_of(position, board)
    total: i64 = 0
    for track in range(i64(grids.track_first[grid]), i64(grids.track_first[grid + 1])):
        step = first_open(position, board, track)
        total += i64(grids.step_value[step]) if step >= 0 else i64(grids.track_end[track])
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
    return missing_around(position, board, bonus) == 0


def missing_around(position: OdinPosition, board: i64, bonus: i64) -> i64:
    """How many cells around a bonus cell are not covered, -1 if it is covered itself."""
    grids = position.tables.grids
    row = i64(grids.bonus_row[bonus])
    if i64(position.rows[board * components.ROWS + row]) & bit(i64(grids.bonus_column[bonus])):
        return -1
    missing: i64 = 0
    for at in range(i64(3)):
        around = i64(grids.bonus_around[bonus * 3 + at])
        if around:
            missing += popcount(around & ~i64(position.rows[board * components.ROWS + row + at - 1]))
    return missing


def open_minus(position: OdinPosition, board: i64) -> i64:
    """Uncovered cells of -1 on the board."""
    grids = position.tables.grids
    grid = boards.grid_of(position, board)
    total: i64 = 0
    for row in range(i64(grids.height[grid])):
        covered = i64(position.rows[board * components.ROWS + row])
        total += popcount(i64(grids.minus[grid * components.ROWS + row]) & ~covered)
    return total
