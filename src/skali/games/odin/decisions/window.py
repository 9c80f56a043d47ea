"""Windows for anytime actions, arming before a dice action, and the answer of a seat that only wants to be asked where it could
gain something (OD-083, OD-112, OD-271). The anytime actions are in anytime.py."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import lowest
from skali.core.moves import Moves
from skali.core.protocol import Event, Prompt
from skali.games.odin import anytime, boards, components, covering, moves, phases
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
    """The window asks, and ``done`` loses nothing: no placement could raise an income (W4) or enclose a bonus (W6), no card could
    be used before the feast (W5)."""
    if position.frames.kind() != phases.ASK_WINDOW:
        return False
    window = position.frames.get(0)
    seat = position.active
    if window == phases.W5:
        return not anytime.any_exchange(position) and not position.has_any(seat, position.tables.rewarding)
    if window != phases.W4 and window != phases.W6:
        return False
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
    found = boards.pieces_on(position, board, anytime.pieces_held(position, seat), False, False, False)
    while found:
        piece = i64(shapes.pieces[lowest(found)])
        found &= found - 1
        total += position.get(seat, piece) * i64(shapes.size[i64(shapes.first[piece])])
    return total


def income_within(position: OdinPosition, board: i64, cells: i64) -> bool:
    """The next number of a diagonal, with all that must be covered before it, asks for no more cells."""
    grids = position.tables.grids
    grid = boards.grid_of(position, board)
    for track in range(i64(grids.track_first[grid]), i64(grids.track_first[grid + 1])):
        step = covering.first_open(position, board, track)
        if step >= 0:
            row = i64(grids.step_cell[step]) // components.COLUMNS
            column = i64(grids.step_cell[step]) % components.COLUMNS
            if boards.asks_at_most(position, board, grid, row, column, cells):
                return True
    return False


def bonus_within(position: OdinPosition, board: i64, cells: i64) -> bool:
    """A bonus cell that is open and not yet enclosed could be with no more cells."""
    grids = position.tables.grids
    grid = boards.grid_of(position, board)
    bonuses = range(i64(grids.bonus_first[grid]), i64(grids.bonus_first[grid + 1]))
    return any(0 < covering.missing_around(position, board, bonus) <= cells for bonus in bonuses)
