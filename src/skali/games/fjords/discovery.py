"""Discovery: the first phase of a round. Tiles are drawn or taken, placed, and given huts (FJ-016 to FJ-052)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, remove, vec
from mypy_extensions import i16, i64

from skali.core.bits import bit, lowest, nth, popcount
from skali.core.hexes import EDGES, hex_step
from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.fjords import colonisation
from skali.games.fjords.components import SEA
from skali.games.fjords.moves import (
    DRAW,
    GRID,
    HUT,
    HUT_REGION,
    NO_HUT,
    PLACE,
    TAKE,
    TURNS,
    WIDTH,
)
from skali.games.fjords.phases import CHOOSE_SOURCE, PLACE_TILE, PUT_HUT

if TYPE_CHECKING:
    from skali.games.fjords.state import FjordsState

FJ_016_TWO_PHASES: Final = 16
FJ_018_ONE_TILE: Final = 18
FJ_019_SOURCE: Final = 19
FJ_021_DRAWN_TILE_BINDS: Final = 21
FJ_026_MUST_FIT: Final = 26
FJ_028_TAKEN_TILE_BINDS: Final = 28
FJ_031_EMPTY_CELL: Final = 31
FJ_032_TWO_NEIGHBOURS: Final = 32
FJ_033_TERRAIN_MATCH: Final = 33
FJ_034_ONE_LAND_MASS: Final = 34
FJ_038_SAME_LETTERS: Final = 38
FJ_040_AFTER_PLACING: Final = 40
FJ_046_NO_HUT_LEFT: Final = 46
FJ_078_CHOOSE_REGION: Final = 78

NEIGHBOUR: Final = 4096
"""One laid neighbour, in an empty cell of the grid."""
ASKED: Final = 4095
"""What the laid neighbours ask of the corners."""
EACH_CORNER: Final = 0x555

NO_TILE: Final = -1
HUT_BITS: Final = 13
"""A hut is packed as (cell * 4 + region + 1), so that 0 is none; a seat's four huts fit in one word."""


# Where a tile fits


def corners_of(state: FjordsState, tile: i64, turn: i64) -> i64:
    return i64(state.tables.types.corners[i64(state.type_of[tile]) * TURNS + turn])


def placement_fault(state: FjordsState, tile: i64, cell: i64, turn: i64) -> i64:
    """The rule that this placement breaks, 0 if none."""
    asked = i64(state.grid[cell])
    if asked < 0:
        return FJ_031_EMPTY_CELL
    if asked < 2 * NEIGHBOUR:
        return FJ_032_TWO_NEIGHBOURS
    asked &= ASKED
    if (corners_of(state, tile, turn) & touched(asked)) != asked:
        return FJ_033_TERRAIN_MATCH
    if not joins_by_land(asked):
        return FJ_034_ONE_LAND_MASS
    if turn >= i64(state.tables.types.distinct[i64(state.type_of[tile])]):
        return FJ_038_SAME_LETTERS
    return 0


def touched(asked: i64) -> i64:
    """The corners that a neighbour touches."""
    return ((asked | (asked >> 1)) & EACH_CORNER) * SEA


def joins_by_land(asked: i64) -> bool:
    """Some shared corner is not sea (FJ-034): by FJ-006 the land of every tile is one piece, so one is enough."""
    sea = asked & (asked >> 1) & EACH_CORNER
    return touched(asked) != sea * SEA


def placements(state: FjordsState, type: i64, enough: i64) -> i64:
    """How many legal placements a type has; counting stops at ``enough`` (FJ-024)."""
    count: i64 = 0
    types = state.tables.types
    first = type * TURNS
    end = first + i64(types.distinct[type])
    frontier = state.frontier
    for i in range(len(frontier)):
        asked = i64(state.grid[i64(frontier[i])]) & ASKED
        if joins_by_land(asked):
            shared = touched(asked)
            for at in range(first, end):
                if (i64(types.corners[at]) & shared) == asked:  # FJ-033
                    count += 1
                    if count == enough:
                        return count
    return count


def first_placement(state: FjordsState, type: i64) -> i64:
    """Cell * 6 + turn of the first legal placement of a type that fits."""
    only = Moves()
    fill_placements(state, only)
    return only.at(0) - PLACE


def fitting_open_types(state: FjordsState) -> i64:
    """The types among the open tiles that have a legal placement."""
    seen: i64 = 0
    fit: i64 = 0
    tiles = state.open
    while tiles:
        type = i64(state.type_of[lowest(tiles)])
        tiles &= tiles - 1
        mark = bit(type)
        if not seen & mark:
            seen |= mark
            if placements(state, type, 1):
                fit |= mark
    return fit


# What may be done


def fill(state: FjordsState, out: Moves) -> None:
    if state.phase == CHOOSE_SOURCE:
        out.add(DRAW)
        types = state.open_fits
        while types:
            out.add(TAKE + lowest(types))
            types &= types - 1
    elif state.phase == PLACE_TILE:
        fill_placements(state, out)
    else:
        out.add(NO_HUT)
        regions = regions_of_last(state)
        if regions == 1:
            out.add(HUT)
        else:
            for region in range(regions):
                out.add(HUT_REGION + region)


def fill_placements(state: FjordsState, out: Moves) -> None:
    types = state.tables.types
    type = i64(state.type_of[state.hand])
    turns = i64(types.distinct[type])
    first = type * TURNS
    frontier = state.frontier
    for i in range(len(frontier)):
        cell = i64(frontier[i])
        asked = i64(state.grid[cell]) & ASKED
        if joins_by_land(asked):
            shared = touched(asked)
            for turn in range(turns):
                if (i64(types.corners[first + turn]) & shared) == asked:  # FJ-033
                    out.add(PLACE + cell * TURNS + turn)


def regions_of_last(state: FjordsState) -> i64:
    """The farmland regions of the tile just placed: 0 if it has no farmland (FJ-042, FJ-077)."""
    tile = tile_at(state, state.last)
    regions = i64(state.tables.types.regions[i64(state.type_of[tile])])
    if regions > 1 and not state.segment:
        return 1
    return regions


def tile_at(state: FjordsState, cell: i64) -> i64:
    return (-1 - i64(state.grid[cell])) // TURNS


def fault(state: FjordsState, move: i64) -> i64:
    """The rule that a move breaks in discovery, 0 if none."""
    if move < PLACE:
        return _source_fault(state, move)
    if move < HUT:
        return _place_fault(state, move)
    if move <= NO_HUT:
        return _hut_fault(state, move)
    return FJ_016_TWO_PHASES


def _source_fault(state: FjordsState, move: i64) -> i64:
    if state.phase == PLACE_TILE:
        return FJ_028_TAKEN_TILE_BINDS if state.taken else FJ_021_DRAWN_TILE_BINDS
    if state.phase == PUT_HUT:
        return FJ_018_ONE_TILE
    if move == DRAW or state.open_fits & bit(move - TAKE):
        return 0
    tiles = state.open
    while tiles:
        if i64(state.type_of[lowest(tiles)]) == move - TAKE:
            return FJ_026_MUST_FIT
        tiles &= tiles - 1
    return FJ_019_SOURCE


def _place_fault(state: FjordsState, move: i64) -> i64:
    if state.phase == CHOOSE_SOURCE:
        return FJ_019_SOURCE
    if state.phase == PUT_HUT:
        return FJ_018_ONE_TILE
    return placement_fault(state, state.hand, (move - PLACE) // TURNS, (move - PLACE) % TURNS)


def _hut_fault(state: FjordsState, move: i64) -> i64:
    if state.phase != PUT_HUT:
        none_left = state.huts_placed(state.active) == state.tables.huts
        return FJ_046_NO_HUT_LEFT if none_left and move != NO_HUT else FJ_040_AFTER_PLACING
    if move == NO_HUT:
        return 0
    regions = regions_of_last(state)
    if move == HUT:
        regions_named = regions == 1
    else:
        regions_named = regions > 1 and move - HUT_REGION < regions
    return 0 if regions_named else FJ_078_CHOOSE_REGION


# What happens


def play(state: FjordsState, move: i64, events: list[Event] | None) -> None:
    if move == DRAW:
        draw(state, events)
    elif move < PLACE:
        take(state, move - TAKE, events)
    elif move < HUT:
        place(state, (move - PLACE) // TURNS, (move - PLACE) % TURNS, events)
    else:
        if move != NO_HUT:
            put_hut(state, i64(0) if move == HUT else move - HUT_REGION, events)
        elif events is not None:
            events.append(Event("no_hut", {"seat": state.active}))
        end_turn(state, events)


def begin_turn(state: FjordsState, seat: i64) -> None:
    """The draw is asked even when it is the only choice, so that the seat before can still take its turn back (FJ-D1)."""
    state.active = seat
    state.phase = CHOOSE_SOURCE
    state.open_fits = fitting_open_types(state)


def draw(state: FjordsState, events: list[Event] | None) -> None:
    """Draws; after a tile that does not fit draws again, unless there is an open tile to take instead (FJ-019 to FJ-023)."""
    while True:
        tile = nth(state.hidden, state.rng.below(popcount(state.hidden)))
        state.hidden ^= bit(tile)
        state.raised += 1
        type = i64(state.type_of[tile])
        if events is not None:
            left = int(popcount(state.hidden))
            events.append(Event("drew", {"seat": state.active, "tile": state.tables.types.names[type], "left": left}))
        fits = placements(state, type, 2)
        if fits:
            state.taken = False
            hold(state, tile, fits, events)
            return
        state.open |= bit(tile)
        if events is not None:
            events.append(Event("set_aside", {"tile": state.tables.types.names[type]}, rule="FJ-022"))
        if not state.hidden:
            colonisation.begin(state, state.active, "FJ-050", events)
            return
        if state.open_fits:
            return


def take(state: FjordsState, type: i64, events: list[Event] | None) -> None:
    """Takes the open tile of a type with the lowest number (FJ-029)."""
    tiles = state.open
    while i64(state.type_of[lowest(tiles)]) != type:
        tiles &= tiles - 1
    tile = lowest(tiles)
    state.open ^= bit(tile)
    state.taken = True
    if events is not None:
        events.append(Event("took", {"seat": state.active, "tile": state.tables.types.names[type]}))
    hold(state, tile, placements(state, type, 2), events)


def hold(state: FjordsState, tile: i64, choices: i64, events: list[Event] | None) -> None:
    """The tile must be placed now; a single placement is not asked (FJ-039)."""
    state.hand = tile
    state.phase = PLACE_TILE
    state.open_fits = 0
    if choices == 1:
        placement = first_placement(state, i64(state.type_of[tile]))
        place(state, placement // TURNS, placement % TURNS, events)


def place(state: FjordsState, cell: i64, turn: i64, events: list[Event] | None) -> None:
    tile = state.hand
    state.hand = NO_TILE
    state.taken = False
    lay(state, tile, cell, turn)
    state.last = cell
    if events is not None:
        name = state.tables.types.names[i64(state.type_of[tile])]
        data = {"seat": state.active, "tile": name, "cell": list(GRID.axial(cell)), "turn": turn}
        events.append(Event("placed", data))
    if state.huts_placed(state.active) < state.tables.huts and regions_of_last(state) > 0:
        state.phase = PUT_HUT
    else:
        end_turn(state, events)


def lay(state: FjordsState, tile: i64, cell: i64, turn: i64) -> None:
    """Puts a tile on the grid and tells its neighbours what it asks of them."""
    corners = corners_of(state, tile, turn)
    grid = state.grid
    if i64(grid[cell]) >= 2 * NEIGHBOUR:
        state.frontier = remove(state.frontier, i16(cell))
    grid[cell] = i16(-1 - (tile * TURNS + turn))
    state.laid = with_cell(state.laid, cell)
    twice = corners | (corners << 12)
    for edge in range(i64(EDGES)):
        neighbour = cell + hex_step(edge, WIDTH)
        asked = i64(grid[neighbour])
        if asked >= 0:
            here = (twice >> (2 * edge)) & 3
            next = (twice >> (2 * edge + 2)) & 3
            asked |= here << (2 * ((edge + 4) % EDGES))
            asked |= next << (2 * ((edge + 3) % EDGES))
            asked += NEIGHBOUR
            grid[neighbour] = i16(asked)
            if asked & ~ASKED == 2 * NEIGHBOUR:
                state.frontier = with_cell(state.frontier, neighbour)


def with_cell(cells: vec[i16], cell: i64) -> vec[i16]:
    """The cells with one more, in rising order."""
    cells = append(cells, i16(cell))
    at = i64(len(cells)) - 1
    while at > 0 and i64(cells[at - 1]) > cell:
        cells[at] = cells[at - 1]
        at -= 1
    cells[at] = i16(cell)
    return cells


def put_hut(state: FjordsState, region: i64, events: list[Event] | None) -> None:
    packed = state.last * 4 + region + 1
    seat = state.active
    if seat == 0:
        state.huts_0 = (state.huts_0 << HUT_BITS) | packed
    else:
        state.huts_1 = (state.huts_1 << HUT_BITS) | packed
    if events is not None:
        left = state.tables.huts - state.huts_placed(seat)
        events.append(colonisation.piece_event(state, "hut", state.last, region, left, ""))


def end_turn(state: FjordsState, events: list[Event] | None) -> None:
    if state.hidden:
        begin_turn(state, 1 - state.active)
    else:
        colonisation.begin(state, 1 - state.active, "FJ-049", events)
