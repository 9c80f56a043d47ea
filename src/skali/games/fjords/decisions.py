"""The four decisions of Fjords: choose a source, place the tile, put a hut, place a field (FJ-D1 to FJ-D4)."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from skali.core.bits import bit, lowest, members_of, nth, popcount
from skali.core.moves import Moves
from skali.core.protocol import Decision, Event, Prompt, decision_list, only
from skali.games.fjords import components, farmland, landscape, moves, phases
from skali.games.fjords.position import HUT_BITS, HUTS, SIDE, FjordsPosition

FJ_016_TWO_PHASES: Final = 16
FJ_018_ONE_TILE: Final = 18
FJ_019_SOURCE: Final = 19
FJ_021_DRAWN_TILE_BINDS: Final = 21
FJ_026_MUST_FIT: Final = 26
FJ_028_TAKEN_TILE_BINDS: Final = 28
FJ_040_AFTER_PLACING: Final = 40
FJ_046_NO_HUT_LEFT: Final = 46
FJ_054_TARGET_TILE: Final = 54
FJ_055_DIRECT_LINK: Final = 55
FJ_056_NO_FARMLAND_CORNER: Final = 56
FJ_057_FIRST_FIELD: Final = 57
FJ_058_OPPONENTS_PIECE: Final = 58
FJ_059_ONE_PIECE: Final = 59
FJ_077_REGION: Final = 77
FJ_078_CHOOSE_REGION: Final = 78


class ChooseSource(Decision[FjordsPosition]):
    """Draw a hidden tile, or take an open one that fits (FJ-019 to FJ-029)."""

    def count(self, position: FjordsPosition, seat: i64) -> i64:
        return 1 + popcount(position.open_fits)

    def pick(self, position: FjordsPosition, seat: i64, n: i64) -> i64:
        return moves.TAKE + nth(position.open_fits, n - 1) if n else i64(moves.DRAW)

    def fault(self, position: FjordsPosition, seat: i64, move: i64) -> i64:
        if move >= moves.PLACE:
            return FJ_019_SOURCE if move < moves.HUT else early_fault(position, move)
        if move == moves.DRAW or position.open_fits & bit(move - moves.TAKE):
            return 0
        return FJ_026_MUST_FIT if position.open_types & bit(move - moves.TAKE) else FJ_019_SOURCE

    def play(self, position: FjordsPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        if move == moves.DRAW:
            draw(position, events)
        else:
            take(position, move - moves.TAKE, events)

    def prompt(self, position: FjordsPosition, seat: i64) -> Prompt:
        fitting = [position.tables.types.names[type] for type in members_of(position.open_fits)]
        data = {"hidden": int(popcount(position.hidden)), "fitting": fitting}
        return Prompt("source" if fitting else "draw", "FJ-D1", data)


def draw(position: FjordsPosition, events: list[Event] | None) -> None:
    """Draws; after a tile that does not fit draws again, unless there is an open tile to take instead (FJ-019 to FJ-023)."""
    while True:
        tile = nth(position.hidden, position.rng.below(popcount(position.hidden)))
        position.hidden ^= bit(tile)
        position.barriers += 1
        if events is not None:
            data = {"seat": position.active, "tile": position.tile_name(tile), "left": int(popcount(position.hidden))}
            events.append(Event("drew", data))
        type = i64(position.type_of[tile])
        if hold(position, tile, type, False, events):
            return
        position.open |= bit(tile)
        position.open_types |= bit(type)
        if events is not None:
            events.append(Event("set_aside", {"tile": position.tile_name(tile)}, rule="FJ-022"))
        if not position.hidden:
            position.phase = phases.PILE_EMPTY
            return
        if position.open_fits:
            return


def take(position: FjordsPosition, type: i64, events: list[Event] | None) -> None:
    """Takes the open tile of a type with the lowest number (FJ-029)."""
    tiles = position.open & position.tables.tiles_of[type]
    tile = lowest(tiles)
    position.open ^= bit(tile)
    if tiles == bit(tile):
        position.open_types ^= bit(type)
    if events is not None:
        events.append(Event("took", {"seat": position.active, "tile": position.tile_name(tile)}))
    hold(position, tile, type, True, events)


def hold(position: FjordsPosition, tile: i64, type: i64, taken: bool, events: list[Event] | None) -> bool:
    """If the tile fits it must be placed now; a single placement is not asked (FJ-039)."""
    position.placements = landscape.count_placements(position, type)
    if position.placements == 0:
        return False
    position.hand = tile
    position.taken = taken
    position.phase = phases.PLACE_TILE
    position.open_fits = 0
    if position.placements == 1:
        placement = landscape.pick_placement(position, type, 0)
        if events is not None:
            data = {"tile": position.tile_name(tile), "cell": list(moves.GRID.axial(placement // moves.TURNS))}
            events.append(Event("only_place", data, only(position.active), "FJ-039", notice=True))
        place(position, placement, events)
    return True


class PlaceTile(Decision[FjordsPosition]):
    """A tile is in hand: choose its cell and turn (FJ-030 to FJ-039)."""

    def fill(self, position: FjordsPosition, seat: i64, out: Moves) -> None:
        landscape.fill_placements(position, i64(position.type_of[position.hand]), out)

    def count(self, position: FjordsPosition, seat: i64) -> i64:
        return position.placements

    def pick(self, position: FjordsPosition, seat: i64, n: i64) -> i64:
        return moves.PLACE + landscape.pick_placement(position, i64(position.type_of[position.hand]), n)

    def fault(self, position: FjordsPosition, seat: i64, move: i64) -> i64:
        if move < moves.PLACE:
            return FJ_028_TAKEN_TILE_BINDS if position.taken else FJ_021_DRAWN_TILE_BINDS
        if move >= moves.HUT:
            return early_fault(position, move)
        return landscape.placement_fault(position, position.hand, move - moves.PLACE)

    def concerned(self, position: FjordsPosition, seat: i64, move: i64, fault: i64) -> dict[str, Any]:
        if fault != landscape.FJ_033_TERRAIN_MATCH:
            return {}
        return {"edges": landscape.clashing_edges(position, position.hand, move - moves.PLACE)}

    def play(self, position: FjordsPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        place(position, move - moves.PLACE, events)

    def prompt(self, position: FjordsPosition, seat: i64) -> Prompt:
        return Prompt("place", "FJ-D2", {"tile": position.tile_name(position.hand)})


def place(position: FjordsPosition, placement: i64, events: list[Event] | None) -> None:
    """Lays the tile in hand; with a hut left and farmland on the tile the hut is asked next (FJ-040 to FJ-046)."""
    cell = placement // moves.TURNS
    turn = placement % moves.TURNS
    if events is not None:
        name = position.tile_name(position.hand)
        data = {"seat": position.active, "tile": name, "cell": list(moves.GRID.axial(cell)), "turn": turn}
        events.append(Event("placed", data))
    landscape.lay(position, position.hand, cell, turn)
    position.last = cell
    position.hand = components.NO_TILE
    position.taken = False
    may_build = position.huts_placed(position.active) < position.tables.huts and landscape.regions_at(position, cell)
    position.phase = phases.PUT_HUT if may_build else phases.TURN_ENDED


def early_fault(position: FjordsPosition, move: i64) -> i64:
    """Why neither a hut nor a field can be had before a tile is placed."""
    if move > moves.NO_HUT:
        return FJ_016_TWO_PHASES
    none_left = position.huts_placed(position.active) == position.tables.huts
    return FJ_046_NO_HUT_LEFT if none_left and move != moves.NO_HUT else FJ_040_AFTER_PLACING


class PutHut(Decision[FjordsPosition]):
    """A hut on the tile just placed, or none (FJ-040 to FJ-046, FJ-078)."""

    def count(self, position: FjordsPosition, seat: i64) -> i64:
        return 1 + landscape.regions_at(position, position.last)

    def pick(self, position: FjordsPosition, seat: i64, n: i64) -> i64:
        if n == 0:
            return moves.NO_HUT
        if landscape.regions_at(position, position.last) == 1:
            return moves.HUT
        return moves.HUT_REGION + n - 1

    def fault(self, position: FjordsPosition, seat: i64, move: i64) -> i64:
        if move < moves.HUT:
            return FJ_018_ONE_TILE
        if move > moves.NO_HUT:
            return FJ_016_TWO_PHASES
        if move == moves.NO_HUT:
            return 0
        regions = landscape.regions_at(position, position.last)
        region_is_named = regions == 1 if move == moves.HUT else move - moves.HUT_REGION < regions > 1
        return 0 if region_is_named else FJ_078_CHOOSE_REGION

    def play(self, position: FjordsPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        if move != moves.NO_HUT:
            put_hut(position, i64(0) if move == moves.HUT else move - moves.HUT_REGION, events)
        elif events is not None:
            events.append(Event("no_hut", {"seat": position.active}))
        position.phase = phases.TURN_ENDED

    def prompt(self, position: FjordsPosition, seat: i64) -> Prompt:
        left = int(position.tables.huts - position.huts_placed(seat))
        return Prompt("hut", "FJ-D3", {"left": left, "cell": list(moves.GRID.axial(position.last))})


def put_hut(position: FjordsPosition, region: i64, events: list[Event] | None) -> None:
    seat = position.active
    position.sides[seat * SIDE + HUTS] = (position.huts(seat) << HUT_BITS) | (position.last * 4 + region + 1)
    if events is not None:
        left = position.tables.huts - position.huts_placed(seat)
        events.append(piece_event(position, "hut", position.last, region, left, ""))


class PlaceField(Decision[FjordsPosition]):
    """A field on empty farmland that is linked to an own piece (FJ-053 to FJ-062)."""

    def count(self, position: FjordsPosition, seat: i64) -> i64:
        return popcount(farmland.targets(position, seat))

    def pick(self, position: FjordsPosition, seat: i64, n: i64) -> i64:
        return farmland.move_of(position, nth(farmland.targets(position, seat), n))

    def fault(self, position: FjordsPosition, seat: i64, move: i64) -> i64:
        if move < moves.FIELD:
            return FJ_016_TWO_PHASES
        node = farmland.node_of_move(position, move)
        if node < 0:
            return FJ_054_TARGET_TILE if move < moves.FIELD_REGION else FJ_077_REGION
        if farmland.move_of(position, node) != move:
            return FJ_077_REGION
        if position.own(1 - seat) & bit(node):
            return FJ_058_OPPONENTS_PIECE
        if position.own(seat) & bit(node):
            return FJ_059_ONE_PIECE
        if position.edge(seat) & bit(node):
            return 0
        if farmland.is_beside_own(position, seat, node):
            return FJ_056_NO_FARMLAND_CORNER
        return FJ_055_DIRECT_LINK if position.fields_placed(seat) else FJ_057_FIRST_FIELD

    def play(self, position: FjordsPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        place_field(position, farmland.node_of_move(position, move), events)
        position.active = 1 - position.active
        position.phase = phases.FIELD_PLACED

    def prompt(self, position: FjordsPosition, seat: i64) -> Prompt:
        return Prompt("field", "FJ-D4", {"left": int(position.fields_left(seat))})


def place_field(position: FjordsPosition, node: i64, events: list[Event] | None, rule: str = "") -> None:
    """Puts a field of the active seat on a node."""
    seat = position.active
    farmland.occupy(position, seat, node)
    farmland.spend_field(position, seat)
    if events is not None:
        place = i64(position.nodes[node])
        events.append(piece_event(position, "field", place // 4, place % 4, position.fields_left(seat), rule))


def piece_event(position: FjordsPosition, kind: str, cell: i64, region: i64, left: i64, rule: str) -> Event:
    """A hut or field of the active seat; on divided farmland the event says where on the tile it stands."""
    data: dict[str, object] = {"seat": int(position.active), "cell": list(moves.GRID.axial(cell)), "left": int(left)}
    if landscape.regions_at(position, cell) < 2:
        return Event(kind, data, rule=rule)
    data |= {"region": int(region) + 1, "corners": farmland.region_corners(position, cell, region)}
    return Event(f"{kind}_region", data, rule=rule)


DECISIONS: Final = decision_list(ChooseSource(), PlaceTile(), PutHut(), PlaceField())
"""By the phase that asks."""
