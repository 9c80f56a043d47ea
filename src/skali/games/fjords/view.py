"""What a seat may see in Fjords: everything but the luck to come, so all seats and the spectators see the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mypy_extensions import i64

from skali.core.bits import members_of, popcount
from skali.core.hexes import turned
from skali.core.protocol import WAITING, Prompt
from skali.games.fjords import colonisation, saved
from skali.games.fjords.components import PILE_TILES
from skali.games.fjords.discovery import NO_TILE
from skali.games.fjords.moves import GRID
from skali.games.fjords.phases import CHOOSE_SOURCE, OVER, PHASE_NAMES, PLACE_FIELD, PLACE_TILE

if TYPE_CHECKING:
    from skali.games.fjords.state import FjordsState


def prompt(state: FjordsState, seat: i64) -> Prompt:
    if seat != state.active or state.phase == OVER:
        return WAITING
    if state.phase == CHOOSE_SOURCE:
        hidden = int(popcount(state.hidden))
        fitting = type_names(state, members_of(state.open_fits))
        kind = "source" if fitting else "draw"
        return Prompt(kind, "FJ-D1", {"hidden": hidden, "fitting": fitting})
    if state.phase == PLACE_TILE:
        return Prompt("place", "FJ-D2", {"tile": tile_name(state, state.hand)})
    if state.phase == PLACE_FIELD:
        return Prompt("field", "FJ-D4", {"left": int(state.fields_left(seat))})
    left = int(state.tables.huts - state.huts_placed(seat))
    return Prompt("hut", "FJ-D3", {"left": left, "cell": list(GRID.axial(state.last))})


def view(state: FjordsState, seat: i64) -> dict[str, Any]:
    finished = state.round + (1 if state.phase == OVER else 0)
    return {
        "game": "fjords",
        "awaiting": state.to_act(),
        "phase": PHASE_NAMES[state.phase],
        "round": int(state.round) + 1,
        "starter": int(state.starter),
        "active": int(state.active),
        "hidden": hidden_types(state),
        "hidden_left": int(popcount(state.hidden)),
        "open": type_names(state, [int(state.type_of[tile]) for tile in members_of(state.open)]),
        "open_fitting": type_names(state, members_of(state.open_fits)),
        "hand": None if state.hand == NO_TILE else tile_name(state, state.hand),
        "taken": state.taken,
        "last": None if state.last < 0 else list(GRID.axial(state.last)),
        "landscape": [tile(state, row) for row in saved.landscape(state)],
        "huts": [pieces(saved.hut_list(state, each)) for each in range(2)],
        "fields": [pieces(saved.field_list(state, each)) for each in range(2)],
        "huts_left": [int(state.tables.huts - state.huts_placed(each)) for each in range(2)],
        "fields_left": [int(state.fields_left(each)) for each in range(2)],
        "reach": [reached(state, each) for each in range(2)],
        "rounds": [[int(state.past_fields(round, each)) for each in range(2)] for round in range(finished)],
        "scores": [int(state.score(each)) for each in range(2)],
    }


def tile_name(state: FjordsState, tile: i64) -> str:
    return state.tables.types.names[int(state.type_of[tile])]


def type_names(state: FjordsState, types: list[int]) -> list[str]:
    return [state.tables.types.names[type] for type in types]


def hidden_types(state: FjordsState) -> dict[str, int]:
    """How many of each type are still hidden: everybody can count what is not on the table."""
    counts: dict[str, int] = {}
    for tile in members_of(state.hidden):
        name = tile_name(state, tile)
        counts[name] = counts.get(name, 0) + 1
    return counts


def tile(state: FjordsState, row: list[int]) -> dict[str, Any]:
    """A laid tile, its corners as they lie."""
    cell, number, turn = row
    name = tile_name(state, number)
    return {
        "cell": list(GRID.axial(cell)),
        "tile": name,
        "turn": turn,
        "corners": turned(name, turn),
        "start": number >= PILE_TILES,
        "regions": regions(state, number),
        "region_corners": [colonisation.region_corners(state, cell, each) for each in range(regions(state, number))],
    }


def regions(state: FjordsState, tile: i64) -> int:
    """The farmland regions of a tile by the option in play: a board shows a choice where there are two."""
    count = int(state.tables.types.regions[int(state.type_of[tile])])
    return count if state.segment else min(count, 1)


def pieces(rows: list[list[int]]) -> list[dict[str, Any]]:
    return [{"cell": list(GRID.axial(cell)), "region": region + 1} for cell, region in rows]


def reached(state: FjordsState, seat: i64) -> list[dict[str, Any]]:
    """The empty farmland that the seat can still reach, in colonisation."""
    if state.phase != PLACE_FIELD:
        return []
    nodes = members_of(colonisation.reach(state, seat))
    return pieces([[int(state.nodes[node]) // 4, int(state.nodes[node]) % 4] for node in nodes])
