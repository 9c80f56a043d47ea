"""Windows for anytime actions, arming before a dice action, and the answer of a seat that only wants to be asked where it could
gain something (OD-083, OD-112, OD-271). The anytime actions are in anytime.py."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit, popcount
from skali.core.moves import Moves
from skali.core.protocol import Event, Prompt
from skali.games.odin import anytime, boards, components, items, moves, phases
from skali.games.odin.decisions.base import OdinDecision
from skali.games.odin.position import OdinPosition

OD_085_ORDER_OF_WINDOWS: Final = 85
WINDOWS: Final = {phases.W0: "harvest", phases.W4: "income", phases.W5: "feast", phases.W6: "bonus", phases.W7: "last"}


class Window(OdinDecision):
    """Anytime actions until the seat is done. The frame holds the window (OD-083, OD-D02)."""

    def takes_anytime(self, position: OdinPosition) -> bool:
        return True

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        out.add(moves.DONE)

    def is_open(self, position: OdinPosition, seat: i64, found: Moves) -> bool:
        found.count = 0
        found.add(moves.DONE)
        return anytime.any_action(position)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        return 0 if move == moves.DONE else OD_085_ORDER_OF_WINDOWS

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        if move == moves.DONE:
            position.frames.pop()
            position.barriers += 1
        else:
            anytime.play(position, move, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        window = int(position.frames.get(0))
        answer = moves.DONE if done_loses_nothing(position) else -1
        return Prompt(f"{WINDOWS[window]}_window", "OD-D02", {"window": window}, answer)


class Arm(OdinDecision):
    """Ore gained since the space was chosen may still arm a ship (OD-273)."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        anytime.fill_arming(position, out, False)
        out.add(moves.DONE)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if moves.ARM <= move < moves.FILL_SLOT:
            return anytime.arming_fault(position, seat, move - moves.ARM)
        if anytime.is_anytime(move):
            return anytime.OD_083_WINDOWS
        return 0 if move == moves.DONE else anytime.OD_112_ARMING

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        position.frames.pop()

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("arm", "OD-D20")


# The default answer


def done_loses_nothing(position: OdinPosition) -> bool:
    """The window asks, and no placement could raise an income (W4) or enclose a bonus (W6): ``done`` loses nothing."""
    if position.frames.kind() != phases.ASK_WINDOW:
        return False
    window = position.frames.get(0)
    if window != phases.W4 and window != phases.W6:
        return False
    seat = position.active
    for board in range(i64(components.BOARDS)):
        if boards.owner(position, board) == seat:
            cells = cells_at_hand(position, seat, board)
            if window == phases.W4 and board < components.FIRST_STONE_HOUSE and income_within(position, board, cells):
                return False
            if window == phases.W6 and bonus_within(position, board, cells):
                return False
    return True


def cells_at_hand(position: OdinPosition, seat: i64, board: i64) -> i64:
    """How many cells the pieces in the supply could cover, of those that fit on the board at all."""
    total: i64 = position.ore_offers
    shapes = position.tables.shapes
    for piece in range(i64(items.SPECIAL + items.SPECIALS)):
        if anytime.piece_held(position, seat, piece) and boards.fits_on(position, board, piece, False, False):
            total += position.get(seat, piece) * i64(shapes.size[i64(shapes.first[piece])])
    return total


def income_within(position: OdinPosition, board: i64, cells: i64) -> bool:
    """The next number of a diagonal, with all that must be covered before it, asks for no more cells."""
    grids = position.tables.grids
    grid = boards.grid_of(position, board)
    for track in range(i64(grids.track_first[grid]), i64(grids.track_first[grid + 1])):
        for step in range(i64(grids.track_cells[track]), i64(grids.track_cells[track + 1])):
            cell = i64(grids.step_cell[step])
            row = cell // components.COLUMNS
            if not i64(position.rows[board * components.ROWS + row]) & bit(cell % components.COLUMNS):
                if open_quadrant(position, board, grid, row, cell % components.COLUMNS) <= cells:
                    return True
                break
    return False


def open_quadrant(position: OdinPosition, board: i64, grid: i64, row: i64, column: i64) -> i64:
    """Open cells that must be covered for an income cell, itself among them (OD-098)."""
    grids = position.tables.grids
    left = bit(column + 1) - 1
    total: i64 = 0
    for each in range(row, i64(grids.height[grid])):
        covered = i64(position.rows[board * components.ROWS + each])
        total += popcount(i64(grids.asked[grid * components.ROWS + each]) & left & ~covered)
    return total


def bonus_within(position: OdinPosition, board: i64, cells: i64) -> bool:
    """A bonus cell that is open and not yet enclosed could be with no more cells."""
    grids = position.tables.grids
    grid = boards.grid_of(position, board)
    for bonus in range(i64(grids.bonus_first[grid]), i64(grids.bonus_first[grid + 1])):
        row = i64(grids.bonus_row[bonus])
        if i64(position.rows[board * components.ROWS + row]) & bit(i64(grids.bonus_column[bonus])):
            continue
        missing: i64 = 0
        for at in range(i64(3)):
            around = i64(grids.bonus_around[bonus * 3 + at])
            if around:
                missing += popcount(around & ~i64(position.rows[board * components.ROWS + row + at - 1]))
        if 0 < missing <= cells:
            return True
    return False
