"""Sail and fight (XN-079 to XN-090; XN-D09)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.hexes import EDGES, hex_step
from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.explorers import actions, islands
from skali.games.explorers.components import REGIONS
from skali.games.explorers.moves import GRID, SAIL_TO, TILES, WIDTH
from skali.games.explorers.phases import SAILING
from skali.games.explorers.pieces import ABOARD, DEAD, LONGSHIP, SHIPS, move_viking, vikings_at

if TYPE_CHECKING:
    from skali.games.explorers.state import ExplorersState

XN_080_CREW_NEEDED: Final = 80
XN_081_LINKED_SEA: Final = 81
XN_082_ONE_TILE: Final = 82
XN_084_NO_TILE_THERE: Final = 84
XN_085_TWO_VIKINGS: Final = 85

CREW_TO_FIGHT: Final = 2


def holds_enemy_ship(state: ExplorersState, node: i64) -> bool:
    """Whether an enemy ship lies in a sea region; other seas of its tile are free (XN-086)."""
    tile = node // REGIONS
    if tile >= TILES or not state.enemies & bit(tile):
        return False
    return node % REGIONS == i64(state.tables.item_region[tile])


def sail_fault(state: ExplorersState) -> i64:
    """Why the longship cannot sail anywhere, 0 if it can."""
    crew = vikings_at(state, state.active, ABOARD)
    if crew == 0:
        return XN_080_CREW_NEEDED
    fault: i64 = XN_081_LINKED_SEA
    node = state.word(state.active, LONGSHIP)
    edges = islands.edges_of(state, node)
    for edge in range(i64(EDGES)):
        if (edges >> edge) & 1:
            target = islands.across(state, node, edge)
            if target != islands.NO_NODE:
                if crew >= CREW_TO_FIGHT or not holds_enemy_ship(state, target):
                    return 0
                fault = XN_085_TWO_VIKINGS
    return fault


def fill(state: ExplorersState, out: Moves) -> None:
    crew = vikings_at(state, state.active, ABOARD)
    node = state.word(state.active, LONGSHIP)
    edges = islands.edges_of(state, node)
    cell = islands.cell_of(state, node // REGIONS)
    for step in range(i64(EDGES)):
        edge = (step + 5) % EDGES  # north-west, north-east, east ...
        if (edges >> edge) & 1:
            target = islands.across(state, node, edge)
            if target != islands.NO_NODE and (crew >= CREW_TO_FIGHT or not holds_enemy_ship(state, target)):
                out.add(SAIL_TO + cell + hex_step(edge, WIDTH))


def target_fault(state: ExplorersState, cell: i64) -> i64:
    """Why the longship cannot sail to a cell, 0 if it can."""
    node = state.word(state.active, LONGSHIP)
    if vikings_at(state, state.active, ABOARD) == 0:
        return XN_080_CREW_NEEDED
    if islands.tile_at(state, cell) == islands.NO_TILE:
        return XN_084_NO_TILE_THERE
    if not islands.are_adjacent(islands.cell_of(state, node // REGIONS), cell):
        return XN_082_ONE_TILE
    target = islands.linked_towards(state, node, cell)
    if target == islands.NO_NODE:
        return XN_081_LINKED_SEA
    if holds_enemy_ship(state, target) and vikings_at(state, state.active, ABOARD) < CREW_TO_FIGHT:
        return XN_085_TWO_VIKINGS
    return 0


def begin(state: ExplorersState) -> None:
    state.phase = SAILING


def play(state: ExplorersState, move: i64, events: list[Event] | None) -> None:
    """The longship enters the next sea and destroys the enemy ship that lies there (XN-079, XN-087, XN-090)."""
    seat = state.active
    cell = move - SAIL_TO
    origin = state.word(seat, LONGSHIP)
    target = islands.linked_towards(state, origin, cell)
    state.put_word(seat, LONGSHIP, target)
    if events is not None:
        start = list(GRID.axial(islands.cell_of(state, origin // REGIONS)))
        events.append(Event("sailed", {"seat": int(seat), "from": start, "to": list(GRID.axial(cell))}))
    if holds_enemy_ship(state, target):
        fight(state, target // REGIONS, events)
    actions.finish(state, 1)


def fight(state: ExplorersState, tile: i64, events: list[Event] | None) -> None:
    """The ship is destroyed and turned up; the back may cost a Viking (XN-087 to XN-089).

    No back is known to anybody before, so it is drawn now, from all ships not turned up yet.
    """
    seat = state.active
    state.enemies ^= bit(tile)
    state.raised += 1
    dies = state.rng.below(state.deadly + state.safe) < state.deadly
    if dies:
        state.deadly -= 1
        move_viking(state, seat, ABOARD, DEAD)
    else:
        state.safe -= 1
    state.put_word(seat, SHIPS, state.word(seat, SHIPS) + 1)
    if events is not None:
        cell = list(GRID.axial(islands.cell_of(state, tile)))
        back = "viking_dies" if dies else "safe"
        events.append(Event("fought", {"seat": int(seat), "cell": cell, "back": back}, rule="XN-088"))
