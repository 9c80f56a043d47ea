"""Fjords in numbers, for programs that learn. Nothing is hidden but the luck to come, so both seats see the same."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from skali.core.bits import bit, full, lowest
from skali.core.hexes import EDGES
from skali.core.observation import Numbers, Part
from skali.core.protocol import Observation, State
from skali.games.fjords import components, landscape, moves
from skali.games.fjords.position import HUT_BITS, FjordsPosition

ASKED: Final = 5
SEATS: Final = 2
ROW: Final = 12
"""Numbers of a laid tile: its two coordinates, six corners, whether it came last, the pieces on three regions."""
PIECES: Final = 9
"""Where the pieces begin in it."""


class FjordsObservation(Observation):
    def __init__(self, tables: components.Tables) -> None:
        types = len(tables.types.names)
        super().__init__(
            Part("seat", "who looks", SEATS),
            Part("phase", "what is asked: source, place, hut, field, over", ASKED),
            Part("active", "who decides", SEATS),
            Part("starter", "who began the round", SEATS),
            Part("round", "the round", 3),
            Part("taken", "whether the tile in hand came from the open pile", 1),
            Part("divided", "whether farmland is divided into regions (option)", 1),
            Part("fast_finish", "the option of that name", 1),
            Part("hand", "the tile in hand, by type", types),
            Part("hidden", "hidden tiles, by type", types, high=components.PILE_TILES),
            Part("open", "open tiles, by type", types, high=components.PILE_TILES),
            Part("open_fits", "open tiles that fit now, by type", types),
            Part("fields_left", "fields not yet placed, by seat", SEATS, high=20),
            Part("past_fields", "fields placed in finished rounds, by round and seat", 3, SEATS, high=20),
            Part(
                "landscape",
                "a row for each laid tile, by cell: its coordinates; its corners from the north (1 farmland, 2 "
                "mountain, 3 sea); 1 if it came last; the pieces on its regions (1 and 2 huts, 3 and 4 fields of "
                "seats 0 and 1)",
                components.ALL_TILES,
                ROW,
                low=-moves.WIDTH // 2,
                high=moves.WIDTH // 2,
            ),
        )
        self.types: i64 = types

    def write(self, state: State, seat: i64, out: Numbers) -> None:
        assert isinstance(state, FjordsPosition)
        position: FjordsPosition = state
        out.one_of(seat, SEATS)
        out.one_of(position.phase, ASKED)
        out.one_of(position.active, SEATS)
        out.one_of(position.starter, SEATS)
        out.one_of(position.round, 3)
        out.flag(position.taken)
        out.flag(position.variant.segment)
        out.flag(position.variant.fast_finish)
        hand: i64 = components.NO_TILE
        if position.hand != components.NO_TILE:
            hand = i64(position.type_of[position.hand])
        out.one_of(hand, self.types)
        self._count(position, position.hidden, out)
        self._count(position, position.open, out)
        out.members(position.open_fits, self.types)
        for each in range(i64(SEATS)):
            out.add(position.fields_left(each))
        for round in range(i64(3)):
            for each in range(i64(SEATS)):
                out.add(position.past_fields(round, each))
        first = out.at
        for cell in position.laid:
            self._tile(position, i64(cell), out)
        out.zeros((components.ALL_TILES - len(position.laid)) * ROW)
        self._pieces(position, out, first)

    def _count(self, position: FjordsPosition, tiles: i64, out: Numbers) -> None:
        """How many of a set of tiles are of each type."""
        items = out.items
        type_of = position.type_of
        first = out.at
        out.zeros(self.types)
        while tiles:
            items[first + i64(type_of[lowest(tiles)])] += 1
            tiles &= tiles - 1

    def _tile(self, position: FjordsPosition, cell: i64, out: Numbers) -> None:
        items = out.items
        at = out.at
        items[at] = i16(cell % moves.WIDTH - moves.WIDTH // 2)
        items[at + 1] = i16(cell // moves.WIDTH - moves.WIDTH // 2)
        corners = i64(position.tables.types.corners[landscape.looks_at(position, cell)])
        for corner in range(i64(EDGES)):
            items[at + 2 + corner] = i16((corners >> (2 * corner)) & 3)
        items[at + 8] = i16(1 if cell == position.last else 0)
        items[at + 9] = 0
        items[at + 10] = 0
        items[at + 11] = 0
        out.at = at + ROW

    def _pieces(self, position: FjordsPosition, out: Numbers, first: i64) -> None:
        """Fields stand on nodes, which are numbered by cell as the rows are; huts are named by cell and region."""
        row: i64 = 0
        owned = position.own(0) | position.own(1)
        while owned:
            node = lowest(owned)
            place = i64(position.nodes[node])
            while i64(position.laid[row]) != place // 4:
                row += 1
            out.items[first + row * ROW + PIECES + place % 4] = i16(3 if position.own(0) & bit(node) else 4)
            owned &= owned - 1
        for seat in range(i64(SEATS)):
            huts = position.huts(seat)
            while huts:
                place = (huts & full(HUT_BITS)) - 1
                row = 0
                while i64(position.laid[row]) != place // 4:
                    row += 1
                out.items[first + row * ROW + PIECES + place % 4] = i16(1 + seat)
                huts >>= HUT_BITS
