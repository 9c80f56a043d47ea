"""A piece goes on a board, in steps: board, orientation, cell (OD-086 to OD-103, OD-D34). What fits where is in boards.py."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from skali.core.bits import bit, lowest
from skali.core.moves import Moves
from skali.core.protocol import Event, Prompt
from skali.games.odin import boards, components, covering, effects, items, moves, naming, phases, plans, triggers
from skali.games.odin.decisions.base import OdinDecision
from skali.games.odin.position import OdinPosition

OD_087_NOT_INSIDE: Final = 87
OD_088_PIECE: Final = 88
OD_089_ORIENTATION: Final = 89
FROM_CARD: Final = 1
"""The ore comes from the general supply (9A)."""


class ChooseBoard(OdinDecision):
    """The frame holds the piece, and whether it comes from the general supply."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        piece = position.frames.get(0)
        free = position.frames.get(1) == FROM_CARD
        only_minus = search and below_is_last(position)
        for board in range(i64(components.BOARDS)):
            if i64(position.counts[items.BOARD_OWNER + board]) == seat + 1:
                if boards.fits_on(position, board, piece, search and not free, only_minus):
                    out.add(moves.ON_BOARD + boards.board_name(position, board))

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if not moves.ON_BOARD <= move < moves.SHAPE:
            return OD_087_NOT_INSIDE
        board = boards.board_of_name(position, move - moves.ON_BOARD)
        if board < 0 or boards.owner(position, board) != seat:
            return OD_088_PIECE
        piece = position.frames.get(0)
        fault = boards.piece_fault(position, board, piece)
        if fault:
            return fault
        return 0 if boards.fits_on(position, board, piece, False, False) else boards.OD_090_STACKED

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        piece = position.frames.get(0)
        flags = position.frames.get(1)
        position.frames.pop()
        position.frames.push(phases.ASK_SHAPE, piece, boards.board_of_name(position, move - moves.ON_BOARD), flags)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        piece = int(position.frames.get(0))
        return Prompt("board", "OD-D34", {"item": naming.ITEM_NAMES[piece], "places": plans.places(position, piece)})


class ChooseShape(OdinDecision):
    """The frame holds the piece, the board, and whether the piece comes from the general supply."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        free = position.frames.get(2) == FROM_CARD
        only_minus = search and below_is_last(position)
        piece = position.frames.get(0)
        turns = boards.fitting_shapes(position, position.frames.get(1), piece, search and not free, only_minus)
        while turns:
            out.add(moves.SHAPE + lowest(turns))
            turns &= turns - 1

    def is_open(self, position: OdinPosition, seat: i64, found: Moves) -> bool:
        turns = boards.fitting_shapes(position, position.frames.get(1), position.frames.get(0), False, False, 2)
        found.count = 0
        found.add(moves.SHAPE + lowest(turns))
        return turns & (turns - 1) != 0

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if not moves.SHAPE <= move < moves.AT:
            return OD_087_NOT_INSIDE
        piece = position.frames.get(0)
        turn = move - moves.SHAPE
        if turn >= i64(position.tables.shapes.count[piece]):
            return OD_089_ORIENTATION
        turns = boards.fitting_shapes(position, position.frames.get(1), piece, False, False)
        return 0 if turns & bit(turn) else boards.OD_090_STACKED

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        piece = position.frames.get(0)
        board = position.frames.get(1)
        flags = position.frames.get(2)
        position.frames.pop()
        position.frames.push(phases.ASK_CELL, piece, board * 8 + move - moves.SHAPE, flags)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        piece = int(position.frames.get(0))
        shapes = position.tables.shapes
        drawings = [shapes.drawing(piece, turn) for turn in range(int(shapes.count[piece]))]
        board = int(position.frames.get(1))
        data = {**piece_on_board(position, board), "shapes": drawings, "places": plans.places(position, piece, board)}
        return Prompt("shape", "OD-D34", data)


class ChooseCell(OdinDecision):
    """The frame holds the piece, the board with the orientation, and whether the piece comes from the general supply."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        piece = position.frames.get(0)
        board = chosen_board(position)
        turn = chosen_turn(position)
        free = position.frames.get(2) == FROM_CARD
        only_minus = search and below_is_last(position)
        boards.fill_anchors(position, board, piece, turn, search and not free, only_minus, moves.AT, out)

    def is_open(self, position: OdinPosition, seat: i64, found: Moves) -> bool:
        found.count = 0
        piece, board, turn = position.frames.get(0), chosen_board(position), chosen_turn(position)
        boards.fill_anchors(position, board, piece, turn, False, False, moves.AT, found, 2)
        return found.count > 1

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if not moves.AT <= move < moves.BUY_SHIP:
            return OD_087_NOT_INSIDE
        piece = position.frames.get(0)
        shapes = position.tables.shapes
        shape = i64(shapes.first[piece]) + chosen_turn(position)
        anchor = move - moves.AT
        column = anchor % components.COLUMNS - i64(shapes.offset[shape])
        board = chosen_board(position)
        return boards.placement_fault(position, board, piece, shape, anchor // components.COLUMNS, column)

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        piece = position.frames.get(0)
        board = chosen_board(position)
        turn = chosen_turn(position)
        flags = position.frames.get(2)
        position.frames.pop()
        place(position, board, piece, turn, move - moves.AT, flags, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        piece, board, turn = int(position.frames.get(0)), int(chosen_board(position)), int(chosen_turn(position))
        drawing = position.tables.shapes.drawing(piece, turn)
        data = {
            **piece_on_board(position, board),
            "drawing": drawing,
            "places": plans.places(position, piece, board, turn),
        }
        return Prompt("cell", "OD-D34", data)


def chosen_board(position: OdinPosition) -> i64:
    return position.frames.get(1) // 8


def chosen_turn(position: OdinPosition) -> i64:
    return position.frames.get(1) % 8


def piece_on_board(position: OdinPosition, board: i64) -> dict[str, Any]:
    name = moves.BOARD_NAMES[boards.board_name(position, board)]
    return {"item": naming.ITEM_NAMES[position.frames.get(0)], "board": name}


def ask(position: OdinPosition, piece: i64, source: i64) -> None:
    position.frames.push(phases.ASK_BOARD, piece, source)


def below_is_last(position: OdinPosition) -> bool:
    """The placement belongs to the last window: the frame below the top asks for it."""
    if position.frames.depth < 2:
        return False
    base = (position.frames.depth - 2) * 4
    return i64(position.frames.data[base]) == phases.ASK_WINDOW and i64(position.frames.data[base + 1]) == phases.W7


def place(
    position: OdinPosition, board: i64, piece: i64, turn: i64, anchor: i64, flags: i64, events: list[Event] | None
) -> None:
    seat = position.active
    if flags != FROM_CARD:
        position.add(seat, piece, -1)
        position.key_class = phases.KEY_PLACE
        position.key_number = piece
        position.key_board = board
        position.key_anchor = anchor
        position.key_shape = i64(position.tables.shapes.first[piece]) + turn
    covering.cover(position, board, piece, turn, anchor)
    if events is not None:
        name = moves.BOARD_NAMES[boards.board_name(position, board)]
        row, column = int(anchor // components.COLUMNS), int(anchor % components.COLUMNS)
        data = {"seat": int(seat), "item": naming.ITEM_NAMES[piece], "board": name, "cell": [row, column]}
        data |= {"row": row + 1, "column": column + 1}
        events.append(Event("placed", data))
    effects.begin_use(position, -1)
    if piece == items.GRAIN and boards.is_house(board):
        effects.fire(position, seat, triggers.GRAIN_PLACED_IN_A_HOUSE)
    elif piece == items.RUNE_STONE and board >= components.FIRST_EXPLORATION:
        on_island: i64 = triggers.RUNE_STONE_PLACED_ON_AN_EXPLORATION_BOARD
        effects.fire(position, seat, triggers.RUNE_STONE_PLACED_IN_A_HOUSE if boards.is_house(board) else on_island)
    effects.end_use(position)
