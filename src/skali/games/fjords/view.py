"""What a seat may see in Fjords: everything but the luck to come, so all seats and the spectators see the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from mypy_extensions import i64

from skali.core.bits import members_of, mix, popcount
from skali.core.hexes import turned
from skali.games.fjords import components, farmland, landscape, moves, phases, saved
from skali.games.fjords.position import FjordsPosition


def view_without(position: FjordsPosition, parts: list[str]) -> dict[str, Any]:
    """The view, but for some of its parts that have stamps."""
    told: dict[str, Any] = {
        "awaiting": position.to_act(),
        "phase": phases.NAMES[position.phase],
        "active": int(position.active),
        "hidden_left": int(popcount(position.hidden)),
        "hand": None if position.hand == components.NO_TILE else position.tile_name(position.hand),
        "taken": position.taken,
        "last": None if position.last < 0 else list(moves.GRID.axial(position.last)),
    }
    for name, make in _PARTS.items():
        if name not in parts:
            told[name] = make(position)
    return told


def stamps(position: FjordsPosition) -> dict[str, int]:
    """What each of the other parts hangs on, and nothing else."""
    discovers = i64(position.phase < phases.PLACE_FIELD)
    land: i64 = 0
    for cell in position.laid:
        land = mix(land, i64(cell) * 64 * moves.TURNS + landscape.looks_at(position, i64(cell)))
    # Each is stirred before the next comes: bits cannot cancel.
    huts = mix(mix(0, position.huts(0)), position.huts(1))
    own = mix(mix(0, position.own(0)), position.own(1))
    left = position.fields_left(0) * 32 + position.fields_left(1)
    is_over = i64(position.phase == phases.OVER)
    return {
        "game": 0,
        "round": int(position.round),
        "round_count": 0,
        "starter": int(position.starter),
        "hidden": int(position.hidden),
        "open": int(position.open),
        "open_fitting": int(position.open_fits),
        "landscape": int(land),
        "frontier": int(land * discovers),
        "huts": int(huts),
        "fields": int(mix(mix(land, huts), own)) if position.own(0) | position.own(1) else 0,
        "huts_left": int(position.huts_placed(0) * 8 + position.huts_placed(1)),
        "fields_left": int(left),
        "reach": int(mix(mix(mix(mix(land, huts), own), left), discovers * 2 + is_over)),
        "rounds": int(mix(mix(0, position.history), position.round + is_over)),
        "scores": int(position.score(0) * 1024 + position.score(1)),
    }


def type_names(position: FjordsPosition, types: list[int]) -> list[str]:
    return [position.tables.types.names[type] for type in types]


def hidden_types(position: FjordsPosition) -> dict[str, int]:
    """How many of each type are still hidden: everybody can count what is not on the table."""
    counts: dict[str, int] = {}
    for tile in members_of(position.hidden):
        name = position.tile_name(tile)
        counts[name] = counts.get(name, 0) + 1
    return counts


class Look(NamedTuple):
    """A tile as it lies, wherever that is: its corners, and those of each of its farmland regions."""

    corners: str
    region_corners: list[list[str]]


_LOOKS: Final[dict[tuple[str, int, int], Look]] = {}
"""By the name of a tile, which has its corners, its turn, and how many regions it has: all games share them."""


def look(position: FjordsPosition, name: str, cell: i64, turn: int, regions: int) -> Look:
    found = _LOOKS.get((name, turn, regions))
    if found is None:
        corners = [farmland.region_corners(position, cell, each) for each in range(regions)]
        found = _LOOKS[name, turn, regions] = Look(turned(name, turn), corners)
    return found


def tile(position: FjordsPosition, cell: i64) -> dict[str, Any]:
    """A laid tile, its corners as they lie."""
    number = landscape.tile_at(position, cell)
    turn = int(landscape.turn_at(position, cell))
    name = position.tile_name(number)
    regions = int(landscape.regions_at(position, cell))
    seen = look(position, name, cell, turn, regions)
    return {
        "cell": list(moves.GRID.axial(cell)),
        "tile": name,
        "turn": turn,
        "corners": seen.corners,
        "start": number >= components.PILE_TILES,
        "regions": regions,
        "region_corners": seen.region_corners,
    }


def frontier(position: FjordsPosition) -> list[list[int]]:
    """The empty cells on which a tile could come to lie: two laid tiles touch them (FJ-032)."""
    if position.phase >= phases.PLACE_FIELD:
        return []
    cells = sorted(int(position.frontier[at]) for at in range(position.frontier_size))
    return [list(moves.GRID.axial(cell)) for cell in cells]


def pieces(rows: list[list[int]]) -> list[dict[str, Any]]:
    return [{"cell": list(moves.GRID.axial(cell)), "region": region + 1} for cell, region in rows]


def reaches(position: FjordsPosition) -> list[list[dict[str, Any]]]:
    """The empty farmland that each seat can reach; during discovery, that it could reach over the land as it lies."""
    land = position
    if position.phase < phases.PLACE_FIELD:
        twin = position.copy()
        assert isinstance(twin, FjordsPosition)
        land = twin
        farmland.survey(land)
    return [reached(land, each) if position.phase != phases.OVER else [] for each in range(2)]


def reached(position: FjordsPosition, seat: i64) -> list[dict[str, Any]]:
    nodes = members_of(farmland.reach(position, seat))
    return pieces([[int(position.nodes[node]) // 4, int(position.nodes[node]) % 4] for node in nodes])


def open_tiles(position: FjordsPosition) -> list[str]:
    return type_names(position, [int(position.type_of[tile]) for tile in members_of(position.open)])


def open_fitting(position: FjordsPosition) -> list[str]:
    return type_names(position, members_of(position.open_fits))


def tiles(position: FjordsPosition) -> list[dict[str, Any]]:
    return [tile(position, i64(cell)) for cell in position.laid]


def huts(position: FjordsPosition) -> list[list[dict[str, Any]]]:
    return [pieces(each) for each in saved.write_huts(position)]


def fields(position: FjordsPosition) -> list[list[dict[str, Any]]]:
    return [pieces(each) for each in saved.write_fields(position)]


def huts_left(position: FjordsPosition) -> list[int]:
    return [int(position.tables.huts - position.huts_placed(seat)) for seat in range(2)]


def fields_left(position: FjordsPosition) -> list[int]:
    return [int(position.fields_left(seat)) for seat in range(2)]


def rounds(position: FjordsPosition) -> list[list[int]]:
    finished = position.round + (1 if position.phase == phases.OVER else 0)
    return [[int(position.past_fields(round, seat)) for seat in range(2)] for round in range(finished)]


def scores(position: FjordsPosition) -> list[int]:
    return [int(position.score(seat)) for seat in range(2)]


_PARTS: Final[dict[str, Callable[[FjordsPosition], object]]] = {
    "game": lambda position: "fjords",
    "round": lambda position: int(position.round) + 1,
    "round_count": lambda position: int(position.tables.rounds),
    "starter": lambda position: int(position.starter),
    "hidden": hidden_types,
    "open": open_tiles,
    "open_fitting": open_fitting,
    "landscape": tiles,
    "frontier": frontier,
    "huts": huts,
    "fields": fields,
    "huts_left": huts_left,
    "fields_left": fields_left,
    "reach": reaches,
    "rounds": rounds,
    "scores": scores,
}
"""How the parts that have stamps are made."""
