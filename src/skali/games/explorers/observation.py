"""Explorers in numbers, for programs that learn: what the view says to a seat. Tiles are told by type and cell, never by number,
because equal tiles cannot be told apart."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from skali.core.bits import bit, lowest, popcount
from skali.core.hexes import EDGES
from skali.core.observation import Numbers, Part
from skali.core.protocol import Observation, State
from skali.games.explorers import components, islands, moves, phases, pieces
from skali.games.explorers.position import ExplorersPosition

SEATS: Final = 4
ASKED: Final = 16
CAPTAINS: Final = 11
OUTPOST: Final = 4
OUTPOSTS: Final = 20
TILE: Final = 65
PLAYER: Final = 37
MIDDLE: Final = 50


class ExplorersObservation(Observation):
    def __init__(self, tables: components.Tables) -> None:
        types = len(tables.type_names)
        far = {"low": -MIDDLE, "high": MIDDLE}
        super().__init__(
            Part("seat", "who looks", SEATS),
            Part("players", "1 to 4 players", SEATS),
            Part("side", "the start tiles: A-front, A-back, B-front, B-back", 4),
            Part("phase", "what is asked, as the seat may know it", ASKED),
            Part("active", "whose turn it is", SEATS),
            Part("first", "the first player", SEATS),
            Part("turn", "turns finished", 1, high=moves.TILES),
            Part("placed", "tiles placed in this turn", 1, high=3),
            Part("points", "action points left", 1, high=99),
            Part("stack", "tiles in the stack", 1, high=moves.TILES),
            Part("tiles", "by type: in hand, known to be in the stack, unseen, discarded", 4, types, high=moves.TILES),
            Part("supply", "livestock in the supply, by type", pieces.LIVESTOCK_TYPES, high=7),
            Part("settlements", "settlements in the supply, by strength from 2 to 5", 4, high=15),
            Part("ships", "enemy ships not turned up yet: a Viking dies, safe", 2, high=48),
            Part("dealt", "the seat's two captains, while captains are chosen", CAPTAINS),
            Part("chosen", "1 for the first, 2 for the second, when the seat has chosen", 1, high=2),
            Part("tile", "the type of the tile that the seat is placing", types),
            Part("cell", "1 and the coordinates, when its cell is chosen", 3, low=-MIDDLE, high=MIDDLE),
            Part("origin", "where a march or herd begins: 1, coordinates, region", 4, low=-MIDDLE, high=MIDDLE),
            Part("target", "where it ends", 4, low=-MIDDLE, high=MIDDLE),
            Part("animal", "the livestock that is herded", pieces.LIVESTOCK_TYPES),
            Part("picks", "the cargo named so far: place * 7 + piece + 1", 3, high=31),
            Part(
                "players_hold",
                "by seat: captains on the table (11); 1 if it has chosen; tiles in hand; Vikings on the mainland, "
                "aboard, dead (3); cargo, by type (6); delivered, by type (6); enemy ships; settlements by strength "
                "(4); outposts built; score; 1 for a seat in play; 1 if it is awaited",
                SEATS,
                PLAYER,
                low=-99,
                high=999,
            ),
            Part(
                "outposts",
                "in the order of the board: owner + 1, coordinates, corner (1 SE, 2 S)",
                OUTPOSTS,
                OUTPOST,
                **far,
            ),
            Part(
                "board",
                "a row for each laid tile, by cell: 1; coordinates; the region of each corner from the north (1 to 3 "
                "land, 4 to 6 sea); for each of three lands: livestock by type, strength of a settlement, Vikings of "
                "each seat, open corners of its island and its tiles; for each of three seas: longships of each seat, "
                "then 1 if an enemy ship lies there; distance from the mainland; 1 if it is a fixed tile",
                components.ALL_TILES,
                TILE,
                low=-MIDDLE,
                high=components.ALL_TILES,
            ),
        )
        self.types: i64 = types

    def write(self, state: State, seat: i64, out: Numbers) -> None:
        assert isinstance(state, ExplorersPosition)
        position: ExplorersPosition = state
        mine = not position.is_placing() or seat == position.active
        choosing = position.phase == phases.CHOOSE_CAPTAIN
        out.one_of(seat, SEATS)
        out.one_of(position.seats - 1, SEATS)
        out.one_of(position.side, 4)
        out.one_of(position.phase if mine else i64(phases.CHOOSE_TILE), ASKED)
        out.one_of(-1 if choosing or position.phase == phases.OVER else position.active, SEATS)
        out.one_of(-1 if choosing else position.first, SEATS)
        out.add(position.turn)
        out.add(position.placed)
        out.add(position.points)
        out.add(popcount(position.stack))
        self._tiles(position, seat, out)
        out.packed(position.supply, pieces.LIVESTOCK_TYPES, 3)
        out.packed(position.strengths, 4, 4)
        out.add(position.deadly)
        out.add(position.safe)
        dealt: i64 = 0
        if choosing and seat >= 0:
            dealt = bit(position.word(seat, pieces.CAPTAIN)) | bit(position.word(seat, pieces.OTHER_CAPTAIN))
        out.members(dealt, CAPTAINS)
        out.add(position.word(seat, pieces.CHOSEN) if choosing and seat >= 0 else 0)
        self._unfinished(position, mine, out)
        for each in range(position.seats):
            self._player(position, each, choosing, out)
        out.zeros((SEATS - position.seats) * PLAYER)
        self._outposts(position, out)
        self._board(position, out)

    def _tiles(self, position: ExplorersPosition, seat: i64, out: Numbers) -> None:
        solo = position.is_solo()
        owner = i64(0) if solo else seat
        hand: i64 = 0
        known: i64 = 0
        unseen = position.stack
        if owner >= 0:
            hand = position.word(owner, pieces.HAND)
        if seat >= 0:
            known = position.word(seat, pieces.KNOWN)
        for each in range(position.seats):
            if each != seat and not solo and position.phase != phases.OVER:
                unseen |= position.word(each, pieces.HAND)
        self._count(position, hand, out)
        self._count(position, known, out)
        self._count(position, unseen, out)
        self._count(position, position.discarded, out)

    def _count(self, position: ExplorersPosition, tiles: i64, out: Numbers) -> None:
        """How many of a set of tiles are of each type."""
        first = out.at
        out.zeros(self.types)
        while tiles:
            out.items[first + i64(position.tables.type_of[lowest(tiles)])] += 1
            tiles &= tiles - 1

    def _unfinished(self, position: ExplorersPosition, mine: bool, out: Numbers) -> None:
        """What has been chosen of a decision: a tile only to its owner, an action to everybody."""
        type: i64 = -1
        if mine and position.tile >= 0:
            type = i64(position.tables.type_of[position.tile])
        out.one_of(type, self.types)
        if mine and position.cell >= 0:
            out.add(1)
            self._coordinates(position.cell, out)
        else:
            out.zeros(3)
        for node in (position.origin, position.target):
            if 0 <= node < components.NODES:
                out.add(1)
                self._coordinates(islands.cell_of(position, node // components.REGIONS), out)
                out.add(node % components.REGIONS)
            else:
                out.zeros(4)
        out.one_of(position.animal, pieces.LIVESTOCK_TYPES)
        out.packed(position.picks, 3, 5)

    def _coordinates(self, cell: i64, out: Numbers) -> None:
        out.add(cell % moves.WIDTH - MIDDLE)
        out.add(cell // moves.WIDTH - MIDDLE)

    def _player(self, position: ExplorersPosition, seat: i64, choosing: bool, out: Numbers) -> None:
        captains: i64 = 0
        if not choosing:
            captains = bit(position.word(seat, pieces.CAPTAIN))
            if position.word(seat, pieces.OTHER_CAPTAIN) != pieces.NO_CAPTAIN:
                captains |= bit(position.word(seat, pieces.OTHER_CAPTAIN))
        out.members(captains, CAPTAINS)
        chosen = position.word(seat, pieces.CHOSEN) != 0
        out.flag(chosen)
        out.add(popcount(position.word(seat, pieces.HAND)))
        out.add(position.vikings_at(seat, pieces.MAINLAND))
        out.add(position.vikings_at(seat, pieces.ABOARD))
        out.add(position.vikings_at(seat, pieces.DEAD))
        out.packed(position.word(seat, pieces.CARGO), pieces.LIVESTOCK_TYPES, 3)
        out.packed(position.word(seat, pieces.DELIVERED), pieces.LIVESTOCK_TYPES, 3)
        out.add(position.word(seat, pieces.SHIPS))
        out.packed(position.word(seat, pieces.SETTLEMENTS), 4, 4)
        out.add(position.outposts_built(seat))
        out.add(position.score(seat))
        out.add(1)
        out.flag(not chosen if choosing else seat == position.active and position.phase != phases.OVER)

    def _outposts(self, position: ExplorersPosition, out: Numbers) -> None:
        for at in range(len(position.outposts)):
            vertex = i64(position.outposts[at]) // 4
            out.add(i64(position.outposts[at]) % 4 + 1)
            self._coordinates(vertex // 2, out)
            out.add(vertex % 2 + 1)
        out.zeros((OUTPOSTS - len(position.outposts)) * OUTPOST)

    def _board(self, position: ExplorersPosition, out: Numbers) -> None:
        first = out.at
        laid = _laid(position)
        row_of = vec[i16]([i16(-1)] * components.ALL_TILES)
        for row in range(len(laid)):
            tile = i64(laid[row])
            row_of[tile] = i16(row)
            self._tile(position, tile, out)
        out.zeros((components.ALL_TILES - len(laid)) * TILE)
        for seat in range(position.seats):
            for at in range(seat * pieces.VIKINGS, seat * pieces.VIKINGS + pieces.VIKINGS):
                node = i64(position.vikings[at])
                if node < components.NODES:
                    row = i64(row_of[node // components.REGIONS])
                    out.items[first + row * TILE + 9 + node % components.REGIONS * 13 + 7 + seat] += 1
            node = position.word(seat, pieces.LONGSHIP)
            row = i64(row_of[node // components.REGIONS])
            out.items[first + row * TILE + 48 + (node % components.REGIONS - components.SEA) * 5 + seat] = 1

    def _tile(self, position: ExplorersPosition, tile: i64, out: Numbers) -> None:
        shapes = position.tables.shapes
        look = islands.look_of(position, tile)
        out.add(1)
        self._coordinates(islands.cell_of(position, tile), out)
        for corner in range(i64(EDGES)):
            out.add(i64(shapes.region_at[look * EDGES + corner]) + 1)
        for region in range(i64(components.SEA)):
            node = tile * components.REGIONS + region
            island = i64(position.body[node])
            word = i64(position.land[node])
            out.packed(word, pieces.LIVESTOCK_TYPES, 3)
            out.add(word >> pieces.STRENGTH)
            out.zeros(SEATS)
            out.add(i64(position.body_open[island]) if island >= 0 else 0)
            out.add(islands.tiles_of(position, island) if island >= 0 else 0)
        enemy: i64 = -1
        if tile < moves.TILES and position.enemies & bit(tile):
            enemy = i64(position.tables.item_region[tile])
        for region in range(i64(components.SEA), components.REGIONS):
            out.zeros(SEATS)
            out.flag(region == enemy)
        out.add(i64(position.distance[tile]))
        out.flag(tile >= moves.TILES)


def _laid(position: ExplorersPosition) -> vec[i16]:
    """The laid tiles in the order of their cells."""
    laid: vec[i16] = vec[i16](capacity=components.ALL_TILES)
    for tile in range(i64(components.ALL_TILES)):
        lies = i64(position.lies[tile])
        if lies >= 0:
            laid = append(laid, i16(tile))
            at = i64(len(laid)) - 1
            while at > 0 and i64(position.lies[i64(laid[at - 1])]) > lies:
                laid[at] = laid[at - 1]
                at -= 1
            laid[at] = i16(tile)
    return laid
