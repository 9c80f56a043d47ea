"""March, raid and herd (XN-091 to XN-104; XN-D10 to XN-D15)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i32, i64

from skali.core.bits import bit
from skali.core.hexes import EDGES, hex_step
from skali.core.moves import Moves
from skali.core.protocol import DECISION_FAULT, Event
from skali.games.explorers import actions, islands
from skali.games.explorers.components import NODES, REGIONS
from skali.games.explorers.moves import (
    GRID,
    HERD_ANIMAL,
    HERD_FROM,
    HERD_TO,
    LANDS,
    LIVESTOCK,
    MARCH_FROM,
    MARCH_TO,
    MARCH_WITH,
    WIDTH,
)
from skali.games.explorers.phases import (
    HERD_LIVESTOCK,
    HERD_ORIGIN,
    HERD_TARGET,
    MARCH_NUMBER,
    MARCH_ORIGIN,
    MARCH_TARGET,
)
from skali.games.explorers.pieces import (
    ANIMALS,
    CARGO,
    LIVESTOCK_TYPES,
    LONGSHIP,
    SETTLEMENTS,
    STRENGTH,
    VIKINGS,
    move_viking,
    number_of,
    one_of,
    strength_at,
    vikings_at,
)

if TYPE_CHECKING:
    from skali.games.explorers.state import ExplorersState

XN_091_MARCH: Final = 91
XN_092_TOGETHER: Final = 92
XN_093_NO_SWIMMING: Final = 93
XN_094_ASHORE_ONLY: Final = 94
XN_100_ONE_EACH: Final = 100
XN_101_NO_SWIMMING: Final = 101
XN_103_NO_THEFT: Final = 103
XN_104_NOT_ONTO_THE_MAINLAND: Final = 104
XN_D11_MARCH_TARGET: Final = DECISION_FAULT + 11
XN_D12_MARCH_NUMBER: Final = DECISION_FAULT + 12
XN_D14_HERD_LIVESTOCK: Final = DECISION_FAULT + 14
XN_D15_HERD_TARGET: Final = DECISION_FAULT + 15

MARCHERS: Final = 2


# Where from


def march_fault(state: ExplorersState) -> i64:
    """Why no Viking can march, 0 if one can."""
    vikings = state.vikings
    first = state.active * VIKINGS
    fault: i64 = XN_094_ASHORE_ONLY
    last: i64 = -1
    for at in range(first, first + VIKINGS):
        node = i64(vikings[at])
        if node >= NODES:
            break
        if node != last:
            last = node
            if islands.has_link(state, node):
                return 0
            fault = XN_093_NO_SWIMMING
    return fault


def herd_fault(state: ExplorersState) -> i64:
    """Why no Viking can herd livestock, 0 if one can."""
    vikings = state.vikings
    first = state.active * VIKINGS
    fault: i64 = XN_100_ONE_EACH
    last: i64 = -1
    for at in range(first, first + VIKINGS):
        node = i64(vikings[at])
        if node >= NODES:
            break
        if node != last:
            last = node
            if i64(state.land[node]) & ANIMALS:
                if islands.has_link(state, node):
                    return 0
                fault = XN_101_NO_SWIMMING
    return fault


def fill_origins(state: ExplorersState, first_move: i64, with_livestock: bool, out: Moves) -> None:
    """The land regions from which the active player can march or herd, by cell, then region (XN-D10, XN-D13)."""
    vikings = state.vikings
    first = state.active * VIKINGS
    start = out.count
    last: i64 = -1
    for at in range(first, first + VIKINGS):
        node = i64(vikings[at])
        if node >= NODES:
            break
        if node != last:
            last = node
            if not with_livestock or i64(state.land[node]) & ANIMALS:
                if islands.has_link(state, node):
                    cell = islands.cell_of(state, node // REGIONS)
                    add_in_order(out, start, first_move + cell * LANDS + node % REGIONS)


def add_in_order(out: Moves, start: i64, move: i64) -> None:
    """Adds a move that is not there yet, keeping the moves from ``start`` on in rising order."""
    items = out.items
    at = start
    while at < out.count and i64(items[at]) < move:
        at += 1
    if at < out.count and i64(items[at]) == move:
        return
    out.add(move)
    items = out.items
    last = out.count - 1
    while last > at:
        items[last] = items[last - 1]
        last -= 1
    items[at] = i32(move)


def node_of_origin(state: ExplorersState, origin: i64) -> i64:
    """The land region that cell * 3 + region names, -1 if there is none."""
    tile = islands.tile_at(state, origin // LANDS)
    if tile == islands.NO_TILE or origin % LANDS >= islands.lands_of(state, tile):
        return islands.NO_NODE
    return tile * REGIONS + origin % LANDS


def march_origin_fault(state: ExplorersState, origin: i64) -> i64:
    node = node_of_origin(state, origin)
    if node == islands.NO_NODE or vikings_at(state, state.active, node) == 0:
        return XN_091_MARCH
    return 0 if islands.has_link(state, node) else XN_093_NO_SWIMMING


def herd_origin_fault(state: ExplorersState, origin: i64) -> i64:
    node = node_of_origin(state, origin)
    if node == islands.NO_NODE or vikings_at(state, state.active, node) == 0:
        return XN_100_ONE_EACH
    if i64(state.land[node]) & ANIMALS == 0:
        return XN_100_ONE_EACH
    return 0 if islands.has_link(state, node) else XN_101_NO_SWIMMING


# Where to


def fill_targets(state: ExplorersState, first_move: i64, out: Moves) -> None:
    """The cells with a land region linked with the origin (XN-D11, XN-D15)."""
    node = state.origin
    edges = islands.edges_of(state, node)
    cell = islands.cell_of(state, node // REGIONS)
    for step in range(i64(EDGES)):
        edge = (step + 5) % EDGES
        neighbour = cell + hex_step(edge, WIDTH)
        if (edges >> edge) & 1 and islands.tile_at(state, neighbour) != islands.NO_TILE:
            out.add(first_move + neighbour)


def is_linked(state: ExplorersState, cell: i64) -> bool:
    return islands.linked_towards(state, state.origin, cell) != islands.NO_NODE


# March


def begin_march(state: ExplorersState) -> None:
    state.phase = MARCH_ORIGIN


def fill_numbers(state: ExplorersState, out: Moves) -> None:
    out.add(MARCH_WITH)
    if vikings_at(state, state.active, state.origin) >= MARCHERS:
        out.add(MARCH_WITH + 1)


def march_target_fault(state: ExplorersState, cell: i64) -> i64:
    if state.phase != MARCH_TARGET:
        return XN_D11_MARCH_TARGET
    return 0 if is_linked(state, cell) else XN_093_NO_SWIMMING


def march_number_fault(state: ExplorersState, number: i64) -> i64:
    if state.phase != MARCH_NUMBER:
        return XN_D12_MARCH_NUMBER
    return 0 if number <= vikings_at(state, state.active, state.origin) else XN_092_TOGETHER


def play_march(state: ExplorersState, move: i64, events: list[Event] | None) -> None:
    if state.phase == MARCH_ORIGIN:
        state.origin = node_of_origin(state, move - MARCH_FROM)
        state.phase = MARCH_TARGET
    elif state.phase == MARCH_TARGET:
        state.target = islands.linked_towards(state, state.origin, move - MARCH_TO)
        state.phase = MARCH_NUMBER
    else:
        march(state, move - MARCH_WITH + 1, events)


def march(state: ExplorersState, number: i64, events: list[Event] | None) -> None:
    """One or two Vikings walk to the next land region together (XN-091, XN-092)."""
    for _ in range(number):
        move_viking(state, state.active, state.origin, state.target)
    if events is not None:
        events.append(Event("marched", {"vikings": int(number), **way(state)}))
    raid(state, state.target, events)
    actions.finish(state, 1)


def raid(state: ExplorersState, node: i64, events: list[Event] | None) -> None:
    """The settlement falls as soon as enough own Vikings are on its land region (XN-095 to XN-098)."""
    strength = strength_at(state, node)
    if strength == 0 or vikings_at(state, state.active, node) < strength:
        return
    seat = state.active
    state.land[node] = i32(i64(state.land[node]) - (strength << STRENGTH))
    state.put_word(seat, SETTLEMENTS, state.word(seat, SETTLEMENTS) + bit(4 * (strength - 2)))
    if events is not None:
        cell = list(GRID.axial(islands.cell_of(state, node // REGIONS)))
        events.append(Event("raided", {"seat": int(seat), "cell": cell, "strength": int(strength)}, rule="XN-095"))


# Herd


def begin_herd(state: ExplorersState) -> None:
    state.phase = HERD_ORIGIN


def fill_livestock(state: ExplorersState, out: Moves) -> None:
    animals = i64(state.land[state.origin])
    for kind in range(i64(LIVESTOCK_TYPES)):
        if number_of(animals, kind):
            out.add(HERD_ANIMAL + kind)


def herd_livestock_fault(state: ExplorersState, kind: i64) -> i64:
    if state.phase == HERD_LIVESTOCK:
        if number_of(i64(state.land[state.origin]), kind):
            return 0
        return XN_103_NO_THEFT if is_out_of_reach(state, state.origin // REGIONS, kind) else XN_100_ONE_EACH
    return XN_D14_HERD_LIVESTOCK


def is_out_of_reach(state: ExplorersState, tile: i64, kind: i64) -> bool:
    """Whether a livestock type lies aboard another longship on this tile (XN-103)."""
    for seat in range(state.seats):
        if seat != state.active and state.word(seat, LONGSHIP) // REGIONS == tile:
            if number_of(state.word(seat, CARGO), kind):
                return True
    return False


def herd_target_fault(state: ExplorersState, cell: i64) -> i64:
    if state.phase != HERD_TARGET:
        return XN_D15_HERD_TARGET
    if is_linked(state, cell):
        return 0
    return XN_104_NOT_ONTO_THE_MAINLAND if cell in state.tables.mainland_cells else XN_101_NO_SWIMMING


def play_herd(state: ExplorersState, move: i64, events: list[Event] | None) -> None:
    if state.phase == HERD_ORIGIN:
        state.origin = node_of_origin(state, move - HERD_FROM)
        state.phase = HERD_LIVESTOCK
    elif state.phase == HERD_LIVESTOCK:
        state.animal = move - HERD_ANIMAL
        state.phase = HERD_TARGET
    else:
        state.target = islands.linked_towards(state, state.origin, move - HERD_TO)
        herd(state, events)


def herd(state: ExplorersState, events: list[Event] | None) -> None:
    """One Viking and one livestock walk to the next land region together (XN-099, XN-100)."""
    one = one_of(state.animal)
    move_viking(state, state.active, state.origin, state.target)
    state.land[state.origin] = i32(i64(state.land[state.origin]) - one)
    state.land[state.target] = i32(i64(state.land[state.target]) + one)
    if events is not None:
        events.append(Event("herded", {"animal": LIVESTOCK[state.animal], **way(state)}))
    raid(state, state.target, events)
    actions.finish(state, 1)


def way(state: ExplorersState) -> dict[str, object]:
    """Who walks from where to where, for an event."""
    return {
        "seat": int(state.active),
        "from": list(GRID.axial(islands.cell_of(state, state.origin // REGIONS))),
        "to": list(GRID.axial(islands.cell_of(state, state.target // REGIONS))),
    }
