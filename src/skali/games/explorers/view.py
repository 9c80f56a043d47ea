"""What a seat may see: the whole board and all cards on the table, its own hand, and what it knows of the stack (XN-151).

Regions, islands and seas are numbered afresh in each view, by cell, so that nothing hangs on the numbers of equal tiles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mypy_extensions import i64

from skali.core.bits import members_of, popcount
from skali.core.hexes import EDGES, turned
from skali.core.moves import Moves
from skali.core.protocol import WAITING, Prompt
from skali.games.explorers import building, captains, islands, loading, placing, sailing, scoring, secrets, setup, turns
from skali.games.explorers.components import ALL_TILES, ITEMS, NODES, REGIONS, SEA, SIDES
from skali.games.explorers.moves import (
    CAPTAINS,
    CELL,
    CORNERS,
    GRID,
    LIVESTOCK,
    PIECE_KINDS,
    PIECES,
    PLACES,
    TILES,
    TURN,
    TURNS,
)
from skali.games.explorers.phases import (
    CHOOSE_ACTION,
    CHOOSE_CAPTAIN,
    CHOOSE_CELL,
    CHOOSE_TILE,
    HERD_LIVESTOCK,
    HERD_TARGET,
    LOADING,
    MARCH_NUMBER,
    MARCH_TARGET,
    OVER,
    PHASE_NAMES,
    UNLOADING,
)
from skali.games.explorers.pieces import (
    ABOARD,
    CAPTAIN,
    CARGO,
    CHOSEN,
    DEAD,
    DELIVERED,
    HAND,
    KNOWN,
    LONGSHIP,
    MAINLAND,
    NO_CAPTAIN,
    OTHER_CAPTAIN,
    OUTPOSTS,
    SETTLEMENTS,
    SHIPS,
    STRENGTH,
    VIKINGS,
    outposts_built,
    unpacked,
    vikings_at,
)

if TYPE_CHECKING:
    from skali.games.explorers.state import ExplorersState


# What is asked


def prompt(state: ExplorersState, seat: i64) -> Prompt:
    phase = state.phase
    if phase == CHOOSE_CAPTAIN and 0 <= seat < state.seats and state.word(seat, CHOSEN) == 0:
        return Prompt("captain", "XN-D02", {"captains": dealt(state, seat)})
    if phase in (CHOOSE_CAPTAIN, OVER) or seat != state.active:
        return WAITING
    kind = PHASE_NAMES[phase]
    decision = f"XN-D{int(phase) + 2:02d}"
    data: dict[str, Any] = {}
    if phase == CHOOSE_TILE:
        data = {"hand": turns.tile_list(state, state.word(seat, HAND)), "count": int(state.placed) + 1}
        if not any_placeable(state):
            kind = "nothing_fits"
    elif phase < CHOOSE_ACTION:
        data = {"tile": type_name(state, state.tile)}
        if phase > CHOOSE_CELL:
            data["cell"] = list(GRID.axial(state.cell))
    elif phase == CHOOSE_ACTION:
        data = {"points": int(state.points)}
    else:
        data = unfinished(state)
        if state.picks:
            kind += "_more"
            data["named"] = [pick["piece"] for pick in data["pieces"]]
    return Prompt(kind, decision, data)


def any_placeable(state: ExplorersState) -> bool:
    return any(fits for fits in hand_fits(state, state.active))


def unfinished(state: ExplorersState) -> dict[str, Any]:
    """What has been said so far of an action: pieces named, where from, what."""
    phase = state.phase
    data: dict[str, Any] = {"points": int(state.points)}
    if phase in (LOADING, UNLOADING):
        data["pieces"] = picks(state)
    if phase in (MARCH_TARGET, MARCH_NUMBER, HERD_LIVESTOCK, HERD_TARGET):
        data["from"] = cell_at(state, state.origin)
        data["land"] = int(state.origin) % REGIONS + 1
    if phase == MARCH_NUMBER:
        data["to"] = cell_at(state, state.target)
    if phase == HERD_TARGET:
        data["animal"] = LIVESTOCK[state.animal]
    return data


def picks(state: ExplorersState) -> list[dict[str, str]]:
    named: list[dict[str, str]] = []
    rest = state.picks
    while rest:
        pick = (rest & 31) - 1
        rest >>= loading.PICK
        named.append({"piece": PIECES[pick % PIECE_KINDS], "place": PLACES[pick // PIECE_KINDS]})
    named.reverse()
    return named


# What is seen


def view(state: ExplorersState, seat: i64) -> dict[str, Any]:
    placing_unseen = secrets.is_placing(state) and seat != state.active
    phase = CHOOSE_TILE if placing_unseen else state.phase
    shown = {
        "game": "explorers",
        "awaiting": state.to_act(),
        "phase": PHASE_NAMES[phase],
        "solo": state.is_solo(),
        "side": SIDES[state.side],
        "turn": min(int(state.turn) + 1, last_turn(state)),
        "turns": last_turn(state),
        "active": None if phase in (CHOOSE_CAPTAIN, OVER) else int(state.active),
        "first": None if phase == CHOOSE_CAPTAIN else int(state.first),
        "winter": None if state.is_solo() or phase == CHOOSE_CAPTAIN else int(setup.winter_seat(state)),
        "placed": int(state.placed),
        "points": int(state.points),
        "chosen": chosen(state, seat),
        "stack": int(popcount(state.stack)),
        "unseen": unseen(state, seat),
        "known_in_stack": turns.tile_list(state, state.word(seat, KNOWN)) if seat >= 0 else [],
        "discarded": sorted(turns.tile_list(state, state.discarded)),
        "supply": supplies(state),
        "hand": hand(state, seat),
        "captains": dealt(state, seat) if phase == CHOOSE_CAPTAIN and seat >= 0 else [],
        "frontier": [list(GRID.axial(int(entry) // placing.ENTRY)) for entry in state.frontier],
        "mainland": mainland(state),
        "outposts": [outpost(state, i64(each)) for each in state.outposts],
        "players": [player(state, each, seat) for each in range(state.seats)],
        "scores": [int(state.score(each)) for each in range(state.seats)],
    }
    numbers = body_numbers(state)
    shown["tiles"] = [tile(state, each, numbers) for each in laid_tiles(state)]
    shown["islands"] = [island(state, body) for body in numbers if body % REGIONS < SEA]
    return shown


def last_turn(state: ExplorersState) -> int:
    return TILES // 3 if state.is_solo() else TILES


def chosen(state: ExplorersState, seat: i64) -> dict[str, Any]:
    """The unfinished decision: what is being placed only to its owner, an action to everybody."""
    if secrets.is_placing(state):
        data: dict[str, Any] = {}
        if seat == state.active and state.tile >= 0:
            data["tile"] = type_name(state, state.tile)
            if state.cell >= 0:
                data |= {"cell": list(GRID.axial(state.cell)), "turns": turns_that_fit(state)}
            else:
                data["cells"] = cells_that_fit(state)
        return data
    if CHOOSE_ACTION < state.phase < OVER:
        return unfinished(state)
    return {}


def cells_that_fit(state: ExplorersState) -> list[dict[str, Any]]:
    """Where the tile that is being placed can lie, each cell with the islands that it closes there if turned best."""
    moves = Moves()
    placing.fill_cells(state, moves)
    cells: list[dict[str, Any]] = []
    for move in moves.to_list():
        there = state.copy()
        there.cell = move - CELL
        completes = max((way["completes"] for way in turns_that_fit(there)), key=sum)
        cells.append({"cell": list(GRID.axial(there.cell)), "completes": completes})
    return cells


def turns_that_fit(state: ExplorersState) -> list[dict[str, Any]]:
    """How the tile that is being placed can lie in its cell."""
    corners, join = state.tables.shapes.keys[state.shape_of[state.tile]]
    moves = Moves()
    placing.fill_turns(state, moves)
    turned_by = [move - TURN for move in moves.to_list()]
    return [
        {
            "turn": turn,
            "corners": turned(corners, turn),
            "join": join,
            "item": ITEMS[state.tables.item[state.tile]],
            "item_corners": item_corners(state, state.tile, turn),
            "completes": completed_by(state, turn),
        }
        for turn in turned_by
    ]


def completed_by(state: ExplorersState, turn: int) -> list[int]:
    """How many tiles the islands have that the tile being placed would close."""
    after = state.copy()
    placing.lay(after, state.tile, state.cell, turn)
    return [int(islands.tiles_of(after, island)) for island in islands.completed_at(after, state.tile)]


def hand(state: ExplorersState, seat: i64) -> list[dict[str, Any]]:
    """The viewer's own tiles; alone everybody sees them; at the end all hands are in ``players``."""
    owner = i64(0) if state.is_solo() else seat
    if owner < 0:
        return []
    tiles = members_of(state.word(owner, HAND))
    return [
        {"tile": type_name(state, tile), "fits": fits, **tile_face(state, tile)}
        for tile, fits in zip(tiles, hand_fits(state, owner))
    ]


def hand_fits(state: ExplorersState, seat: i64) -> list[bool]:
    return [placing.fits_somewhere(state, tile) for tile in members_of(state.word(seat, HAND))]


def tile_face(state: ExplorersState, tile: int) -> dict[str, Any]:
    """What is printed on a tile that is not laid."""
    corners, join = state.tables.shapes.keys[state.shape_of[tile]]
    region = state.tables.item_region[tile]
    return {
        "corners": corners,
        "join": join,
        "item": ITEMS[state.tables.item[tile]],
        "item_corners": item_corners(state, tile, 0),
        "on": region % SEA + 1,
    }


def item_corners(state: ExplorersState, tile: i64, turn: int) -> list[int]:
    """The corners of the region on which a tile that is not laid shows its item."""
    look = i64(state.shape_of[tile]) * TURNS + turn
    region_at = state.tables.shapes.region_at
    wanted = state.tables.item_region[tile]
    return [corner for corner in range(EDGES) if region_at[look * EDGES + corner] == wanted]


def unseen(state: ExplorersState, seat: i64) -> dict[str, int]:
    """How many tiles of each type the viewer has not seen: in the stack or in other hands."""
    tiles = state.stack
    for each in range(state.seats):
        if each != seat and not state.is_solo() and state.phase != OVER:
            tiles |= state.word(each, HAND)
    counts: dict[str, int] = {}
    for name in sorted(turns.tile_list(state, tiles)):
        counts[name] = counts.get(name, 0) + 1
    return counts


def supplies(state: ExplorersState) -> dict[str, Any]:
    """Tokens that are not on the board or on cards; of settlements by strength, of ships what nobody has turned up yet."""
    return {
        "livestock": by_name(state.supply),
        "settlements": {str(at + 2): int(state.strengths >> (4 * at)) & 15 for at in range(4)},
        "enemy_ships": int(state.deadly + state.safe - popcount(state.enemies)),
        "unturned": {"viking_dies": int(state.deadly), "safe": int(state.safe)},
    }


def dealt(state: ExplorersState, seat: i64) -> list[str]:
    """The two captains from which a seat chooses."""
    return [CAPTAINS[state.word(seat, CAPTAIN)], CAPTAINS[state.word(seat, OTHER_CAPTAIN)]]


# The board


def mainland(state: ExplorersState) -> dict[str, Any]:
    return {
        "cells": [list(GRID.axial(cell)) for cell in state.tables.mainland_cells],
        "barred": [list(GRID.axial(cell)) for cell in state.tables.barred_cells],
        "vikings": [int(vikings_at(state, seat, MAINLAND)) for seat in range(state.seats)],
    }


def laid_tiles(state: ExplorersState) -> list[int]:
    """The tiles on the board in the order of their cells."""
    laid = [tile for tile in range(ALL_TILES) if state.lies[tile] >= 0]
    return sorted(laid, key=lambda tile: int(state.lies[tile]))


def body_numbers(state: ExplorersState) -> dict[int, int]:
    """Islands and seas numbered from 1, each kind for itself, by the cell and region where they begin."""
    numbers: dict[int, int] = {}
    counts = [0, 0]
    for tile in laid_tiles(state):
        for region in range(REGIONS):
            body = int(state.body[tile * REGIONS + region])
            if body >= 0 and body not in numbers:
                kind = 0 if region < SEA else 1
                counts[kind] += 1
                numbers[body] = counts[kind]
    return numbers


def tile(state: ExplorersState, number: int, numbers: dict[int, int]) -> dict[str, Any]:
    """A laid tile as it lies, with its regions and what is on them."""
    corners, join = state.tables.shapes.keys[state.shape_of[number]]
    turn = int(state.lies[number]) % TURNS
    nodes = [number * REGIONS + region for region in range(REGIONS)]
    return {
        "cell": cell_at(state, nodes[0]),
        "tile": type_name(state, number),
        "fixed": number >= TILES,
        "turn": turn,
        "corners": turned(corners, turn),
        "join": join,
        "distance": int(state.distance[number]),
        "lands": [land(state, node, numbers) for node in nodes[:SEA] if state.body[node] >= 0],
        "seas": [sea(state, node, numbers) for node in nodes[SEA:] if state.body[node] >= 0],
    }


def land(state: ExplorersState, node: int, numbers: dict[int, int]) -> dict[str, Any]:
    strength = int(state.land[node]) >> STRENGTH
    return {
        "corners": corner_list(state, node),
        "island": numbers[int(state.body[node])],
        "vikings": [int(vikings_at(state, seat, node)) for seat in range(state.seats)],
        "livestock": by_name(int(state.land[node])),
        "settlement": strength or None,
    }


def sea(state: ExplorersState, node: int, numbers: dict[int, int]) -> dict[str, Any]:
    return {
        "corners": corner_list(state, node),
        "sea": numbers[int(state.body[node])],
        "longships": [seat for seat in range(state.seats) if state.word(seat, LONGSHIP) == node],
        "enemy_ship": sailing.holds_enemy_ship(state, node),
    }


def island(state: ExplorersState, body: i64) -> dict[str, Any]:
    """An island with everybody's influence and who controls it once it is completed."""
    tiles = sorted(members_of(state.body_tiles[body]), key=lambda tile: int(state.lies[tile]))
    return {
        "cells": [cell_at(state, tile * REGIONS) for tile in tiles],
        "tiles": len(tiles),
        "completed": islands.is_completed(state, body),
        "open": int(state.body_open[body]),
        "influence": [int(islands.influence(state, seat, body)) for seat in range(state.seats)],
        "controllers": [seat for seat in range(state.seats) if islands.controls(state, seat, body)],
    }


def outpost(state: ExplorersState, packed: i64) -> dict[str, Any]:
    vertex = packed // 4
    cells = [cell_at(state, building.node_around(state, vertex, which)) for which in range(3)]
    return {
        "seat": int(packed % 4),
        "cell": list(GRID.axial(vertex // 2)),
        "corner": CORNERS[building.SE + vertex % 2],
        "cells": cells,
    }


# The players


def player(state: ExplorersState, seat: i64, viewer: i64) -> dict[str, Any]:
    """What lies before a player, and the score as it stands, line by line."""
    longship = state.word(seat, LONGSHIP)
    strengths = state.word(seat, SETTLEMENTS)
    data: dict[str, Any] = {
        "captains": player_captains(state, seat),
        "chosen": bool(state.word(seat, CHOSEN)),
        "hand": int(popcount(state.word(seat, HAND))),
        "longship": {"cell": cell_at(state, longship), "sea": int(longship) % REGIONS - SEA + 1},
        "aboard": {"viking": int(vikings_at(state, seat, ABOARD)), **by_name(state.word(seat, CARGO))},
        "vikings": {
            "mainland": int(vikings_at(state, seat, MAINLAND)),
            "aboard": int(vikings_at(state, seat, ABOARD)),
            "ashore": sum(place < NODES for place in viking_places(state, seat)),
            "dead": int(vikings_at(state, seat, DEAD)),
        },
        "delivered": by_name(state.word(seat, DELIVERED)),
        "enemy_ships": int(state.word(seat, SHIPS)),
        "settlements": [at + 2 for at in range(4) for _ in range(int(strengths >> (4 * at)) & 15)],
        "outposts_left": int(OUTPOSTS - outposts_built(state, seat)),
        "points": {key: int(scoring.points(state, seat, at)) for at, key in enumerate(scoring.CATEGORIES)},
    }
    if state.phase == CHOOSE_CAPTAIN and seat == viewer and state.word(seat, CHOSEN):
        data["keeps"] = dealt(state, seat)[int(state.word(seat, CHOSEN)) - 1]
    if state.phase == OVER:
        data["left_in_hand"] = turns.tile_list(state, state.word(seat, HAND))
    return data


def player_captains(state: ExplorersState, seat: i64) -> list[dict[str, Any]]:
    """The captains that lie face up, each with what it is worth now."""
    if state.phase == CHOOSE_CAPTAIN:
        return []
    kept = [state.word(seat, CAPTAIN), state.word(seat, OTHER_CAPTAIN)]
    return [
        {"captain": CAPTAINS[captain], "points": int(captains.bonus(state, seat, captain))}
        for captain in kept
        if captain != NO_CAPTAIN
    ]


def viking_places(state: ExplorersState, seat: i64) -> list[int]:
    return [int(state.vikings[at]) for at in range(seat * VIKINGS, seat * VIKINGS + VIKINGS)]


# Names


def type_name(state: ExplorersState, tile: i64) -> str:
    """The name of a tile's type; the fixed tiles are F1, F2, F3."""
    if tile >= TILES:
        return f"F{int(tile) - TILES + 1}"
    return state.tables.type_names[state.tables.type_of[tile]]


def cell_at(state: ExplorersState, node: i64) -> list[int]:
    return list(GRID.axial(islands.cell_of(state, node // REGIONS)))


def corner_list(state: ExplorersState, node: i64) -> list[int]:
    corners = islands.corners_of(state, node)
    return [corner for corner in range(EDGES) if (corners >> corner) & 1]


def by_name(animals: i64) -> dict[str, int]:
    """Livestock by type, only what is there."""
    return {LIVESTOCK[kind]: number for kind, number in enumerate(unpacked(animals)) if number}
