"""Placing a tile: which one, in which cell, in which turn (XN-037 to XN-044, XN-047; XN-D03 to XN-D05)."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from skali.core.bits import bit, lowest
from skali.core.moves import Moves
from skali.core.protocol import DECISION_FAULT, Decision, Event, Prompt
from skali.games.explorers import components, islands, moves, phases, pieces, placement, stack, tokens
from skali.games.explorers.decisions import step
from skali.games.explorers.position import ExplorersPosition

XN_037_TILE_FIRST: Final = 37
XN_039_FREE_CELL: Final = 39
XN_040_SHARED_EDGE: Final = 40
XN_041_MATCHING_EDGES: Final = 41
XN_042_NOT_ON_THE_MAINLAND: Final = 42
XN_D03_TILE: Final = DECISION_FAULT + 3
XN_D04_CELL: Final = DECISION_FAULT + 4
XN_D05_TURN: Final = DECISION_FAULT + 5


class Placing(Decision[ExplorersPosition]):
    """A step of placing a tile. What is answered out of order breaks a rule, or cites the decision that it belongs to."""

    def fault(self, position: ExplorersPosition, seat: i64, move: i64) -> i64:
        if move < moves.TILE:
            return step.XN_027_CAPTAINS_STAY
        if move < moves.PLACE_NOTHING:
            return tile_fault(position, move - moves.TILE)
        if move == moves.PLACE_NOTHING:
            return XN_037_TILE_FIRST if placement.fitting_tiles(position, position.word(seat, pieces.HAND)) else 0
        if move < moves.TURN:
            return cell_fault(position, move - moves.CELL)
        return turn_fault(position, move - moves.TURN) if move < moves.LOAD else XN_037_TILE_FIRST

    def concerned(self, position: ExplorersPosition, seat: i64, move: i64, fault: i64) -> dict[str, Any]:
        """Where a tile matches in no turn, or not in the one that was chosen: what is wrong in each turn."""
        if fault != XN_041_MATCHING_EDGES:
            return {}
        edges: list[list[int]] = []
        if move >= moves.CELL:
            cell = move - moves.CELL if move < moves.TURN else position.cell
            for turn in range(i64(moves.TURNS)):
                edges.append(placement.clashing_edges(position, position.tile, cell, turn))
        return {"edges": edges}


class ChooseTile(Placing):
    """A tile of the hand that fits somewhere; nothing only if none does (XN-038, XN-047)."""

    def fill(self, position: ExplorersPosition, seat: i64, out: Moves) -> None:
        tiles = placement.fitting_tiles(position, position.word(seat, pieces.HAND))
        if tiles == 0:
            out.add(moves.PLACE_NOTHING)
        while tiles:
            out.add(moves.TILE + i64(position.tables.type_of[lowest(tiles)]))
            tiles &= tiles - 1

    def play(self, position: ExplorersPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        if move == moves.PLACE_NOTHING:
            position.phase = phases.NOTHING_PLACED
            return
        position.tile = placement.tile_of_type(position, position.word(seat, pieces.HAND), move - moves.TILE)
        position.phase = phases.CHOOSE_CELL

    def prompt(self, position: ExplorersPosition, seat: i64) -> Prompt:
        hand = position.word(seat, pieces.HAND)
        kind = "tile" if placement.fitting_tiles(position, hand) else "nothing_fits"
        return Prompt(kind, "XN-D03", {"hand": stack.tile_list(position, hand), "count": int(position.placed) + 1})


def tile_fault(position: ExplorersPosition, type: i64) -> i64:
    tile = placement.tile_of_type(position, position.word(position.active, pieces.HAND), type)
    if tile == islands.NO_TILE:
        return step.XN_038_TILE_OF_THE_HAND
    if not placement.fits_somewhere(position, tile):
        return XN_041_MATCHING_EDGES
    return 0 if position.phase == phases.CHOOSE_TILE else XN_D03_TILE


class ChooseCell(Placing):
    """A cell in which the tile fits in some turn (XN-039 to XN-042)."""

    def fill(self, position: ExplorersPosition, seat: i64, out: Moves) -> None:
        frontier = position.frontier
        fitting = position.tables.shapes.fitting
        first = i64(position.shape_of[position.tile]) * components.ASKED
        for at in range(len(frontier)):
            entry = i64(frontier[at])
            if fitting[first + entry % components.ASKED]:
                out.add(moves.CELL + entry // components.ASKED)

    def play(self, position: ExplorersPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        position.cell = move - moves.CELL
        position.phase = phases.CHOOSE_TURN

    def prompt(self, position: ExplorersPosition, seat: i64) -> Prompt:
        return Prompt("cell", "XN-D04", {"tile": position.tile_name(position.tile)})


def cell_fault(position: ExplorersPosition, cell: i64) -> i64:
    entry = placement.asked_of(position, cell)
    if entry < 0:
        laid = i64(position.grid[cell])
        if laid == components.BARRED_CELL:
            return XN_042_NOT_ON_THE_MAINLAND
        return XN_039_FREE_CELL if laid else XN_040_SHARED_EDGE
    if position.phase != phases.CHOOSE_TILE and not placement.turns_that_fit(position, position.tile, entry):
        return XN_041_MATCHING_EDGES
    return 0 if position.phase == phases.CHOOSE_CELL else XN_D04_CELL


class ChooseTurn(Placing):
    """A turn in which the tile matches its neighbours; turns that look the same are one choice (XN-041)."""

    def fill(self, position: ExplorersPosition, seat: i64, out: Moves) -> None:
        turns = placement.turns_that_fit(position, position.tile, placement.asked_of(position, position.cell))
        for turn in range(i64(position.tables.distinct[position.tile])):
            if turns & bit(turn):
                out.add(moves.TURN + turn)

    def play(self, position: ExplorersPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        """Lays the tile and adds its token (XN-049)."""
        tile = position.tile
        cell = position.cell
        turn = move - moves.TURN
        position.tile = position.cell = -1
        position.put_word(seat, pieces.HAND, position.word(seat, pieces.HAND) ^ bit(tile))
        placement.lay(position, tile, cell, turn)
        position.placed += 1
        if not position.is_solo():
            position.barriers += 1  # the others see the tile for the first time
        if events is not None:
            data = {**stack.face(position, tile), "cell": list(moves.GRID.axial(cell)), "turn": int(turn)}
            events.append(Event("placed", {"seat": int(seat), **data}))
        tokens.add_token(position, tile, events)
        if events is not None:
            for island in islands.completed_at(position, tile):
                size = {"cell": islands.axial_of(position, tile), "tiles": int(islands.tiles_of(position, island))}
                events.append(Event("completed", size, rule="XN-128"))
        position.phase = phases.TILE_PLACED

    def prompt(self, position: ExplorersPosition, seat: i64) -> Prompt:
        data = {"tile": position.tile_name(position.tile), "cell": list(moves.GRID.axial(position.cell))}
        return Prompt("turn", "XN-D05", data)


def turn_fault(position: ExplorersPosition, turn: i64) -> i64:
    if position.phase != phases.CHOOSE_TURN:
        return XN_D05_TURN
    turns = placement.turns_that_fit(position, position.tile, placement.asked_of(position, position.cell))
    if not turns & bit(turn):
        return XN_041_MATCHING_EDGES
    return 0 if turn < i64(position.tables.distinct[position.tile]) else XN_D05_TURN
