"""Placing a tile and adding its token (XN-035 to XN-055, XN-155 to XN-160; XN-D03 to XN-D05).

The frontier is the list of cells where a tile may lie. Each entry is a word: cell * 4096, six bits for the corners that a laid
neighbour touches, six bits for those of them that must be land.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i32, i64

from skali.core.bits import bit, lowest, popcount
from skali.core.hexes import EDGES, hex_step
from skali.core.moves import Moves
from skali.core.protocol import DECISION_FAULT, Event, all_but, only
from skali.games.explorers import islands, turns
from skali.games.explorers.components import BARRED_CELL, ENEMY_SHIP, ITEMS, REGIONS, SETTLEMENT
from skali.games.explorers.moves import CELL, GRID, LIVESTOCK, PLACE_NOTHING, TILE, TURN, TURNS, WIDTH
from skali.games.explorers.phases import CHOOSE_CELL, CHOOSE_TILE, CHOOSE_TURN
from skali.games.explorers.pieces import HAND, KNOWN, STRENGTH, number_of, one_of

if TYPE_CHECKING:
    from skali.games.explorers.state import ExplorersState

XN_037_TILE_FIRST: Final = 37
XN_038_TILE_OF_THE_HAND: Final = 38
XN_039_FREE_CELL: Final = 39
XN_040_SHARED_EDGE: Final = 40
XN_041_MATCHING_EDGES: Final = 41
XN_042_NOT_ON_THE_MAINLAND: Final = 42
XN_D03_TILE: Final = DECISION_FAULT + 3
XN_D04_CELL: Final = DECISION_FAULT + 4
XN_D05_TURN: Final = DECISION_FAULT + 5

ENTRY: Final = 4096
SOLO_TILES: Final = 2
"""Tiles placed in a turn of the solo game (XN-156)."""


# The frontier


def lay(state: ExplorersState, tile: i64, cell: i64, turn: i64) -> None:
    """Puts a tile on the board and tells the empty cells around it what it asks of them."""
    islands.lay(state, tile, cell, turn)
    state.frontier = without(state.frontier, cell)
    land = i64(state.tables.shapes.land_corners[islands.look_of(state, tile)])
    for edge in range(i64(EDGES)):
        neighbour = cell + hex_step(edge, WIDTH)
        if state.grid[neighbour] == 0:
            here = (edge + 4) % EDGES
            there = (edge + 3) % EDGES
            asked = (bit(here) + bit(there)) * 64
            asked += ((land >> edge) & 1) * bit(here) + ((land >> ((edge + 1) % EDGES)) & 1) * bit(there)
            state.frontier = asking(state.frontier, neighbour, asked)


def without(frontier: vec[i32], cell: i64) -> vec[i32]:
    """The frontier less one cell, if it is there."""
    kept: i64 = 0
    for at in range(len(frontier)):
        if i64(frontier[at]) // ENTRY != cell:
            frontier[kept] = frontier[at]
            kept += 1
    return frontier[:kept] if kept < len(frontier) else frontier


def asking(frontier: vec[i32], cell: i64, asked: i64) -> vec[i32]:
    """The frontier with what one more neighbour asks of a cell, in rising order."""
    at = i64(len(frontier))
    while at > 0 and i64(frontier[at - 1]) // ENTRY >= cell:
        at -= 1
    if at < len(frontier) and i64(frontier[at]) // ENTRY == cell:
        frontier[at] = i32(i64(frontier[at]) | asked)
        return frontier
    frontier = append(frontier, i32(0))
    last = i64(len(frontier)) - 1
    while last > at:
        frontier[last] = frontier[last - 1]
        last -= 1
    frontier[at] = i32(cell * ENTRY + asked)
    return frontier


def asked_of(state: ExplorersState, cell: i64) -> i64:
    """The entry of a cell of the frontier, -1 if it is not there."""
    frontier = state.frontier
    for at in range(len(frontier)):
        if i64(frontier[at]) // ENTRY == cell:
            return i64(frontier[at])
    return -1


# Where a tile fits


def fits_turned(state: ExplorersState, tile: i64, entry: i64, turn: i64) -> bool:
    """Every corner that a neighbour touches has the neighbour's terrain (XN-041)."""
    land = i64(state.tables.shapes.land_corners[i64(state.shape_of[tile]) * TURNS + turn])
    return land & (entry >> 6) & 63 == entry & 63


def fits_in(state: ExplorersState, tile: i64, entry: i64) -> bool:
    """Whether a tile fits a cell of the frontier in some turn."""
    looks = state.tables.shapes.land_corners
    first = i64(state.shape_of[tile]) * TURNS
    touched = (entry >> 6) & 63
    asked = entry & 63
    for look in range(first, first + i64(state.tables.distinct[tile])):
        if i64(looks[look]) & touched == asked:
            return True
    return False


def fits_somewhere(state: ExplorersState, tile: i64) -> bool:
    frontier = state.frontier
    for at in range(len(frontier)):
        if fits_in(state, tile, i64(frontier[at])):
            return True
    return False


def any_fits(state: ExplorersState, tiles: i64) -> bool:
    """Whether any tile of a set has a legal placement; equal tiles are tried once."""
    seen: i64 = 0
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        mark = bit(i64(state.tables.type_of[tile]))
        if not seen & mark:
            seen |= mark
            if fits_somewhere(state, tile):
                return True
    return False


def tile_of_type(state: ExplorersState, tiles: i64, type: i64) -> i64:
    """The first tile of a type in a set, -1 if there is none."""
    while tiles:
        tile = lowest(tiles)
        if i64(state.tables.type_of[tile]) == type:
            return tile
        tiles &= tiles - 1
    return islands.NO_TILE


# What may be done


def fill_tiles(state: ExplorersState, out: Moves) -> None:
    """The types in hand that fit; nothing if none does (XN-D03, XN-047)."""
    tiles = state.word(state.active, HAND)
    seen: i64 = 0
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        type = i64(state.tables.type_of[tile])
        if not seen & bit(type):
            seen |= bit(type)
            if fits_somewhere(state, tile):
                out.add(TILE + type)
    if out.count == 0:
        out.add(PLACE_NOTHING)


def fill_cells(state: ExplorersState, out: Moves) -> None:
    tile = state.tile
    frontier = state.frontier
    for at in range(len(frontier)):
        entry = i64(frontier[at])
        if fits_in(state, tile, entry):
            out.add(CELL + entry // ENTRY)


def fill_turns(state: ExplorersState, out: Moves) -> None:
    entry = asked_of(state, state.cell)
    for turn in range(i64(state.tables.distinct[state.tile])):
        if fits_turned(state, state.tile, entry, turn):
            out.add(TURN + turn)


def fault(state: ExplorersState, move: i64) -> i64:
    """The rule that a move breaks while a tile is being placed, 0 if none."""
    if move < TILE or move >= TURN + TURNS:
        return XN_037_TILE_FIRST
    if move < PLACE_NOTHING:
        return _tile_fault(state, move - TILE)
    if move == PLACE_NOTHING:
        if any_fits(state, state.word(state.active, HAND)):
            return XN_037_TILE_FIRST
        return 0
    if move < TURN:
        return _cell_fault(state, move - CELL)
    return _turn_fault(state, move - TURN)


def _tile_fault(state: ExplorersState, type: i64) -> i64:
    tile = tile_of_type(state, state.word(state.active, HAND), type)
    if tile == islands.NO_TILE:
        return XN_038_TILE_OF_THE_HAND
    if not fits_somewhere(state, tile):
        return XN_041_MATCHING_EDGES
    return 0 if state.phase == CHOOSE_TILE else XN_D03_TILE


def _cell_fault(state: ExplorersState, cell: i64) -> i64:
    entry = asked_of(state, cell)
    if entry < 0:
        laid = i64(state.grid[cell])
        if laid == BARRED_CELL:
            return XN_042_NOT_ON_THE_MAINLAND
        return XN_039_FREE_CELL if laid else XN_040_SHARED_EDGE
    if state.phase == CHOOSE_TILE:
        return XN_D04_CELL
    if not fits_in(state, state.tile, entry):
        return XN_041_MATCHING_EDGES
    return 0 if state.phase == CHOOSE_CELL else XN_D04_CELL


def _turn_fault(state: ExplorersState, turn: i64) -> i64:
    if state.phase != CHOOSE_TURN:
        return XN_D05_TURN
    if not fits_turned(state, state.tile, asked_of(state, state.cell), turn):
        return XN_041_MATCHING_EDGES
    return 0 if turn < i64(state.tables.distinct[state.tile]) else XN_D05_TURN


# What happens


def begin(state: ExplorersState, events: list[Event] | None) -> None:
    """Asks for a tile. A hand of which nothing fits is exchanged first, unless nothing in the stack fits either (XN-045 to XN-047).

    Where nothing fits at all, a player says so before others learn it; alone at the table there is nobody to tell.
    """
    seat = state.active
    while not any_fits(state, state.word(seat, HAND)):
        if not any_fits(state, state.stack):
            if state.is_solo():
                place_nothing(state, events)
                return
            break
        exchange_hand(state, events)
    state.phase = CHOOSE_TILE


def exchange_hand(state: ExplorersState, events: list[Event] | None) -> None:
    """The whole hand goes back into the stack and as many tiles are drawn (XN-045, XN-048)."""
    seat = state.active
    returned = state.word(seat, HAND)
    number = popcount(returned)
    state.stack |= returned
    state.put_word(seat, HAND, 0)
    if not state.is_solo():
        state.put_word(seat, KNOWN, state.word(seat, KNOWN) | returned)
    for _ in range(number):
        turns.draw_tile(state, seat)
    state.raised += 1
    drawn = state.word(seat, HAND)
    if events is not None:
        data = {"seat": int(seat), "returned": turns.tile_list(state, returned), "tiles": turns.tile_list(state, drawn)}
        audience = -1 if state.is_solo() else only(seat)
        events.append(Event("exchanged", data, audience, "XN-045"))
        if not state.is_solo():
            unseen = {"seat": int(seat), "count": int(number)}
            events.append(Event("exchanged_unseen", unseen, all_but(seat), "XN-045"))


def play(state: ExplorersState, move: i64, events: list[Event] | None) -> None:
    if move == PLACE_NOTHING:
        place_nothing(state, events)
    elif move < PLACE_NOTHING:
        state.tile = tile_of_type(state, state.word(state.active, HAND), move - TILE)
        state.phase = CHOOSE_CELL
    elif move < TURN:
        state.cell = move - CELL
        state.phase = CHOOSE_TURN
    else:
        place(state, move - TURN, events)


def place_nothing(state: ExplorersState, events: list[Event] | None) -> None:
    """Nothing in hand or stack fits: on to the actions; alone, the hand is discarded (XN-047, XN-160)."""
    if events is not None:
        events.append(Event("nothing_fits", {"seat": int(state.active)}, rule="XN-047"))
    if state.is_solo():
        turns.discard_hand(state, "XN-160", events)
    else:
        state.raised += 1
    turns.begin_actions(state)


def place(state: ExplorersState, turn: i64, events: list[Event] | None) -> None:
    """Lays the chosen tile, adds its token, and goes on to the second tile of a solo turn or to the actions."""
    seat = state.active
    tile = state.tile
    cell = state.cell
    state.tile = state.cell = -1
    state.put_word(seat, HAND, state.word(seat, HAND) ^ bit(tile))
    lay(state, tile, cell, turn)
    state.placed += 1
    if not state.is_solo():
        state.raised += 1  # the others see the tile for the first time
    if events is not None:
        name = state.tables.type_names[state.tables.type_of[tile]]
        item = ITEMS[state.tables.item[tile]]
        data = {"seat": int(seat), "tile": name, "item": item, "cell": list(GRID.axial(cell)), "turn": int(turn)}
        events.append(Event("placed", data))
    add_token(state, tile, events)
    if events is not None:
        tell_completed_islands(state, tile, events)
    if state.is_solo() and state.placed < SOLO_TILES:
        begin(state, events)
        return
    if state.is_solo():
        turns.discard_hand(state, "XN-157", events)
    turns.begin_actions(state)


def add_token(state: ExplorersState, tile: i64, events: list[Event] | None) -> None:
    """One token of the illustrated kind, while the supply lasts (XN-049 to XN-054)."""
    item = i64(state.tables.item[tile])
    node = tile * REGIONS + i64(state.tables.item_region[tile])
    cell = list(GRID.axial(islands.cell_of(state, tile))) if events is not None else []
    if item == ENEMY_SHIP:
        if state.deadly + state.safe > popcount(state.enemies):
            state.enemies |= bit(tile)
            if events is not None:
                events.append(Event("enemy_ship", {"cell": cell}, rule="XN-052"))
    elif item == SETTLEMENT:
        strength = draw_settlement(state)
        if strength:
            state.land[node] = i32(i64(state.land[node]) | (strength << STRENGTH))
            if events is not None:
                events.append(Event("settlement", {"cell": cell, "strength": int(strength)}, rule="XN-051"))
    elif number_of(state.supply, item):
        state.supply -= one_of(item)
        state.land[node] = i32(i64(state.land[node]) + one_of(item))
        if events is not None:
            events.append(Event("livestock", {"cell": cell, "animal": LIVESTOCK[item]}, rule="XN-050"))


def draw_settlement(state: ExplorersState) -> i64:
    """The strength of a settlement token drawn at random, 0 if there is none left (XN-051)."""
    tokens = state.strengths
    total: i64 = 0
    for each in range(i64(4)):
        total += (tokens >> (4 * each)) & 15
    if total == 0:
        return 0
    state.raised += 1
    left = state.rng.below(total)
    at: i64 = 0
    while left >= (tokens >> (4 * at)) & 15:
        left -= (tokens >> (4 * at)) & 15
        at += 1
    state.strengths -= bit(4 * at)
    return at + 2


def tell_completed_islands(state: ExplorersState, tile: i64, events: list[Event]) -> None:
    """Reports each island that this tile has closed."""
    cell = list(GRID.axial(islands.cell_of(state, tile)))
    for island in islands.completed_at(state, tile):
        events.append(Event("completed", {"cell": cell, "tiles": int(islands.tiles_of(state, island))}, rule="XN-128"))
