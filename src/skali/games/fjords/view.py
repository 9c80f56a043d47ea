"""What a seat may see in Fjords: everything but the luck to come, so all seats and the spectators see the same."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from mypy_extensions import i64

from skali.core.bits import members_of, popcount
from skali.core.hexes import turned
from skali.games.fjords import components, farmland, landscape, moves, phases, saved
from skali.games.fjords.position import FjordsPosition


def view(position: FjordsPosition, seat: i64) -> dict[str, Any]:
    finished = position.round + (1 if position.phase == phases.OVER else 0)
    return {
        "game": "fjords",
        "awaiting": position.to_act(),
        "phase": phases.NAMES[position.phase],
        "round": int(position.round) + 1,
        "round_count": int(position.tables.rounds),
        "starter": int(position.starter),
        "active": int(position.active),
        "hidden": hidden_types(position),
        "hidden_left": int(popcount(position.hidden)),
        "open": type_names(position, [int(position.type_of[tile]) for tile in members_of(position.open)]),
        "open_fitting": type_names(position, members_of(position.open_fits)),
        "hand": None if position.hand == components.NO_TILE else position.tile_name(position.hand),
        "taken": position.taken,
        "last": None if position.last < 0 else list(moves.GRID.axial(position.last)),
        "landscape": [tile(position, row) for row in saved.write_landscape(position)],
        "frontier": frontier(position),
        "huts": [pieces(huts) for huts in saved.write_huts(position)],
        "fields": [pieces(fields) for fields in saved.write_fields(position)],
        "huts_left": [int(position.tables.huts - position.huts_placed(each)) for each in range(2)],
        "fields_left": [int(position.fields_left(each)) for each in range(2)],
        "reach": reaches(position),
        "rounds": [[int(position.past_fields(round, each)) for each in range(2)] for round in range(finished)],
        "scores": [int(position.score(each)) for each in range(2)],
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


def look(position: FjordsPosition, name: str, cell: int, turn: int, regions: int) -> Look:
    found = _LOOKS.get((name, turn, regions))
    if found is None:
        corners = [farmland.region_corners(position, cell, each) for each in range(regions)]
        found = _LOOKS[name, turn, regions] = Look(turned(name, turn), corners)
    return found


def tile(position: FjordsPosition, row: list[int]) -> dict[str, Any]:
    """A laid tile, its corners as they lie."""
    cell, number, turn = row
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
