"""What a seat may see: the whole board and all cards on the table, its own hand, and what it knows of the stack (XN-151).

Regions, islands and seas are numbered afresh in each view, by cell, so that nothing hangs on the numbers of equal tiles.
"""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from skali.core.bits import members_of, popcount
from skali.core.hexes import EDGES, turned
from skali.games.explorers import (
    captains,
    components,
    islands,
    moves,
    outposts,
    phases,
    pieces,
    placement,
    plans,
    scoring,
    stack,
    tokens,
)
from skali.games.explorers.decisions import captain as captain_choice
from skali.games.explorers.position import ExplorersPosition


def view(position: ExplorersPosition, seat: i64) -> dict[str, Any]:
    placing_unseen = position.is_placing() and seat != position.active
    phase = phases.CHOOSE_TILE if placing_unseen else position.phase
    shown = {
        "game": "explorers",
        "awaiting": position.to_act(),
        "phase": phases.NAMES[phase],
        "solo": position.is_solo(),
        "side": components.SIDES[position.side],
        "turn": min(int(position.turn) + 1, last_turn(position)),
        "turns": last_turn(position),
        "active": None if phase in (phases.CHOOSE_CAPTAIN, phases.OVER) else int(position.active),
        "first": None if phase == phases.CHOOSE_CAPTAIN else int(position.first),
        "winter": None if position.is_solo() or phase == phases.CHOOSE_CAPTAIN else int(position.winter_seat()),
        "placed": int(position.placed),
        "points": int(position.points),
        "chosen": chosen(position, seat),
        "stack": int(popcount(position.stack)),
        "unseen": unseen(position, seat),
        "known_in_stack": stack.tile_list(position, position.word(seat, pieces.KNOWN)) if seat >= 0 else [],
        "discarded": sorted(stack.tile_list(position, position.discarded)),
        "supply": supplies(position),
        "hand": hand(position, seat),
        "captains": captain_choice.dealt(position, seat) if phase == phases.CHOOSE_CAPTAIN and seat >= 0 else [],
        "actions": plans.whole_actions(position) if seat == position.active else [],
        "sites": plans.sites(position),
        "frontier": [list(moves.GRID.axial(int(entry) // components.ASKED)) for entry in position.frontier],
        "mainland": mainland(position),
        "outposts": [outpost(position, i64(each)) for each in position.outposts],
        "players": [player(position, each, seat) for each in range(position.seats)],
        "scores": [int(position.score(each)) for each in range(position.seats)],
    }
    numbers = body_numbers(position)
    shown["tiles"] = [tile(position, each, numbers) for each in laid_tiles(position)]
    shown["islands"] = [island(position, body) for body in numbers if body % components.REGIONS < components.SEA]
    return shown


def last_turn(position: ExplorersPosition) -> int:
    return moves.TILES // 3 if position.is_solo() else moves.TILES


def chosen(position: ExplorersPosition, seat: i64) -> dict[str, Any]:
    """The unfinished decision: what is being placed only to its owner, an action to everybody."""
    if position.is_placing():
        data: dict[str, Any] = {}
        if seat == position.active and position.tile >= 0:
            data["tile"] = position.tile_name(position.tile)
            if position.cell >= 0:
                data |= {"cell": list(moves.GRID.axial(position.cell)), "turns": turns_that_fit(position)}
            else:
                data["cells"] = cells_that_fit(position)
        return data
    if position.is_in_action():
        asked = position.prompt(position.active)
        return {key: value for key, value in asked.data.items() if key != "named"}
    return {}


def cells_that_fit(position: ExplorersPosition) -> list[dict[str, Any]]:
    """Where the tile that is being placed can lie, each cell with the islands that it closes there if turned best."""
    cells: list[dict[str, Any]] = []
    for move in position.legal_moves(position.active):
        there = plans.copied(position)
        there.cell = move - moves.CELL
        there.phase = phases.CHOOSE_TURN
        completes = max((way["completes"] for way in turns_that_fit(there)), key=sum)
        cells.append({"cell": list(moves.GRID.axial(there.cell)), "completes": completes})
    return cells


def turns_that_fit(position: ExplorersPosition) -> list[dict[str, Any]]:
    """How the tile that is being placed can lie in its cell."""
    corners, join = position.tables.shapes.keys[position.shape_of[position.tile]]
    return [
        {
            "turn": turn,
            "corners": turned(corners, turn),
            "join": join,
            "item": components.ITEMS[position.tables.item[position.tile]],
            "item_corners": item_corners(position, position.tile, turn),
            "completes": plans.completed_by(position, position.tile, position.cell, turn),
        }
        for turn in [move - moves.TURN for move in position.legal_moves(position.active)]
    ]


def hand(position: ExplorersPosition, seat: i64) -> list[dict[str, Any]]:
    """The viewer's own tiles; alone everybody sees them; at the end all hands are in ``players``."""
    owner = i64(0) if position.is_solo() else seat
    if owner < 0:
        return []
    return [
        {
            "tile": position.tile_name(tile),
            "fits": placement.fits_somewhere(position, tile),
            **tile_face(position, tile),
            "places": plans.places_of(position, tile) if position.is_placing() and seat == position.active else [],
        }
        for tile in members_of(position.word(owner, pieces.HAND))
    ]


def tile_face(position: ExplorersPosition, tile: int) -> dict[str, Any]:
    """What is printed on a tile that is not laid."""
    corners, join = position.tables.shapes.keys[position.shape_of[tile]]
    region = position.tables.item_region[tile]
    return {
        "corners": corners,
        "join": join,
        "item": components.ITEMS[position.tables.item[tile]],
        "item_corners": item_corners(position, tile, 0),
        "on": region % components.SEA + 1,
    }


def item_corners(position: ExplorersPosition, tile: i64, turn: int) -> list[int]:
    """The corners of the region on which a tile that is not laid shows its item."""
    look = i64(position.shape_of[tile]) * moves.TURNS + turn
    region_at = position.tables.shapes.region_at
    wanted = position.tables.item_region[tile]
    return [corner for corner in range(EDGES) if region_at[look * EDGES + corner] == wanted]


def unseen(position: ExplorersPosition, seat: i64) -> dict[str, int]:
    """How many tiles of each type the viewer has not seen: in the stack or in other hands."""
    tiles = position.stack
    for each in range(position.seats):
        if each != seat and not position.is_solo() and position.phase != phases.OVER:
            tiles |= position.word(each, pieces.HAND)
    counts: dict[str, int] = {}
    for name in sorted(stack.tile_list(position, tiles)):
        counts[name] = counts.get(name, 0) + 1
    return counts


def supplies(position: ExplorersPosition) -> dict[str, Any]:
    """Tokens that are not on the board or on cards; of settlements by strength, of ships what nobody has turned up yet."""
    return {
        "livestock": by_name(position.supply),
        "settlements": {str(at + 2): int(position.strengths >> (4 * at)) & 15 for at in range(4)},
        "enemy_ships": int(position.deadly + position.safe - popcount(position.enemies)),
        "unturned": {"viking_dies": int(position.deadly), "safe": int(position.safe)},
    }


# The board


def mainland(position: ExplorersPosition) -> dict[str, Any]:
    return {
        "cells": [list(moves.GRID.axial(cell)) for cell in position.tables.mainland_cells],
        "barred": [list(moves.GRID.axial(cell)) for cell in position.tables.barred_cells],
        "vikings": [int(position.vikings_at(seat, pieces.MAINLAND)) for seat in range(position.seats)],
    }


def laid_tiles(position: ExplorersPosition) -> list[int]:
    """The tiles on the board in the order of their cells."""
    laid = [tile for tile in range(components.ALL_TILES) if position.lies[tile] >= 0]
    return sorted(laid, key=lambda tile: int(position.lies[tile]))


def body_numbers(position: ExplorersPosition) -> dict[int, int]:
    """Islands and seas numbered from 1, each kind for itself, by the cell and region where they begin."""
    numbers: dict[int, int] = {}
    counts = [0, 0]
    for tile in laid_tiles(position):
        for region in range(components.REGIONS):
            body = int(position.body[tile * components.REGIONS + region])
            if body >= 0 and body not in numbers:
                kind = 0 if region < components.SEA else 1
                counts[kind] += 1
                numbers[body] = counts[kind]
    return numbers


def tile(position: ExplorersPosition, number: int, numbers: dict[int, int]) -> dict[str, Any]:
    """A laid tile as it lies, with its regions and what is on them."""
    corners, join = position.tables.shapes.keys[position.shape_of[number]]
    turn = int(position.lies[number]) % moves.TURNS
    nodes = [number * components.REGIONS + region for region in range(components.REGIONS)]
    return {
        "cell": cell_at(position, nodes[0]),
        "tile": position.tile_name(number),
        "fixed": number >= moves.TILES,
        "turn": turn,
        "corners": turned(corners, turn),
        "join": join,
        "distance": int(position.distance[number]),
        "lands": [land(position, node, numbers) for node in nodes[: components.SEA] if position.body[node] >= 0],
        "seas": [sea(position, node, numbers) for node in nodes[components.SEA :] if position.body[node] >= 0],
    }


def land(position: ExplorersPosition, node: int, numbers: dict[int, int]) -> dict[str, Any]:
    strength = int(position.land[node]) >> pieces.STRENGTH
    return {
        "corners": corner_list(position, node),
        "island": numbers[int(position.body[node])],
        "vikings": [int(position.vikings_at(seat, node)) for seat in range(position.seats)],
        "livestock": by_name(int(position.land[node])),
        "settlement": strength or None,
    }


def sea(position: ExplorersPosition, node: int, numbers: dict[int, int]) -> dict[str, Any]:
    return {
        "corners": corner_list(position, node),
        "sea": numbers[int(position.body[node])],
        "longships": [seat for seat in range(position.seats) if position.word(seat, pieces.LONGSHIP) == node],
        "enemy_ship": tokens.holds_enemy_ship(position, node),
    }


def island(position: ExplorersPosition, body: i64) -> dict[str, Any]:
    """An island with everybody's influence and who controls it once it is completed."""
    tiles = sorted(members_of(position.body_tiles[body]), key=lambda tile: int(position.lies[tile]))
    return {
        "cells": [cell_at(position, tile * components.REGIONS) for tile in tiles],
        "tiles": len(tiles),
        "completed": islands.is_completed(position, body),
        "open": int(position.body_open[body]),
        "influence": [int(islands.influence(position, seat, body)) for seat in range(position.seats)],
        "controllers": [seat for seat in range(position.seats) if islands.controls(position, seat, body)],
    }


def outpost(position: ExplorersPosition, packed: i64) -> dict[str, Any]:
    vertex = packed // 4
    cells = [cell_at(position, outposts.node_around(position, vertex, which)) for which in range(3)]
    return {
        "seat": int(packed % 4),
        "cell": list(moves.GRID.axial(vertex // 2)),
        "corner": moves.CORNERS[outposts.SE + vertex % 2],
        "cells": cells,
    }


# The players


def player(position: ExplorersPosition, seat: i64, viewer: i64) -> dict[str, Any]:
    """What lies before a player, and the score as it stands, line by line."""
    longship = position.word(seat, pieces.LONGSHIP)
    strengths = position.word(seat, pieces.SETTLEMENTS)
    data: dict[str, Any] = {
        "captains": player_captains(position, seat),
        "chosen": bool(position.word(seat, pieces.CHOSEN)),
        "hand": int(popcount(position.word(seat, pieces.HAND))),
        "longship": {
            "cell": cell_at(position, longship),
            "sea": int(longship) % components.REGIONS - components.SEA + 1,
        },
        "aboard": {
            "viking": int(position.vikings_at(seat, pieces.ABOARD)),
            **by_name(position.word(seat, pieces.CARGO)),
        },
        "vikings": {
            "mainland": int(position.vikings_at(seat, pieces.MAINLAND)),
            "aboard": int(position.vikings_at(seat, pieces.ABOARD)),
            "ashore": sum(place < components.NODES for place in viking_places(position, seat)),
            "dead": int(position.vikings_at(seat, pieces.DEAD)),
        },
        "delivered": by_name(position.word(seat, pieces.DELIVERED)),
        "enemy_ships": int(position.word(seat, pieces.SHIPS)),
        "settlements": [at + 2 for at in range(4) for _ in range(int(strengths >> (4 * at)) & 15)],
        "outposts_left": int(pieces.OUTPOSTS - position.outposts_built(seat)),
        "next_outpost": next_outpost(position, seat),
        "points": {key: int(scoring.points(position, seat, at)) for at, key in enumerate(scoring.CATEGORIES)},
    }
    if position.phase == phases.CHOOSE_CAPTAIN and seat == viewer and position.word(seat, pieces.CHOSEN):
        data["keeps"] = captain_choice.dealt(position, seat)[int(position.word(seat, pieces.CHOSEN)) - 1]
    if position.phase == phases.OVER:
        data["left_in_hand"] = stack.tile_list(position, position.word(seat, pieces.HAND))
    return data


def player_captains(position: ExplorersPosition, seat: i64) -> list[dict[str, Any]]:
    """The captains that lie face up, each with what it is worth now."""
    if position.phase == phases.CHOOSE_CAPTAIN:
        return []
    kept = [position.word(seat, pieces.CAPTAIN), position.word(seat, pieces.OTHER_CAPTAIN)]
    return [
        {"captain": moves.CAPTAINS[captain], "points": int(captains.bonus(position, seat, captain))}
        for captain in kept
        if captain != pieces.NO_CAPTAIN
    ]


def next_outpost(position: ExplorersPosition, seat: i64) -> int:
    """What one more outpost is worth, 0 if none is left (XN-124)."""
    built = position.outposts_built(seat)
    return 0 if built == pieces.OUTPOSTS else int(scoring.outpost_points(built + 1) - scoring.outpost_points(built))


def viking_places(position: ExplorersPosition, seat: i64) -> list[int]:
    return [int(position.vikings[at]) for at in range(seat * pieces.VIKINGS, seat * pieces.VIKINGS + pieces.VIKINGS)]


# Names


def cell_at(position: ExplorersPosition, node: i64) -> list[int]:
    return islands.axial_of(position, node // components.REGIONS)


def corner_list(position: ExplorersPosition, node: i64) -> list[int]:
    corners = islands.corners_of(position, node)
    return [corner for corner in range(EDGES) if (corners >> corner) & 1]


def by_name(animals: i64) -> dict[str, int]:
    """Livestock by type, only what is there."""
    return {moves.LIVESTOCK[kind]: number for kind, number in enumerate(pieces.unpacked(animals)) if number}
