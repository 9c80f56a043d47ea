"""A fresh landscape for a round: the start tiles, a full hidden pile, an empty open pile, all pieces back (FJ-009 to FJ-012)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64

from skali.core.bits import full
from skali.games.fjords import components, landscape, moves
from skali.games.fjords.position import FjordsPosition


def set_up_round(position: FjordsPosition) -> None:
    clear(position)
    position.hidden = full(components.PILE_TILES)
    for at, (cell, turn) in enumerate(position.variant.start.tiles):
        landscape.lay(position, components.PILE_TILES + at, cell, turn)


def clear(position: FjordsPosition) -> None:
    position.grid = position.tables.empty_grid[:]
    position.laid = vec[i16](capacity=components.ALL_TILES)
    position.frontier = position.tables.empty_frontier[:]
    position.frontier_size = 0
    position.nodes = vec[i16]()
    position.links = vec[i64]()
    position.sides = position.tables.fresh_sides[:]
    position.free = 0
    position.hidden = position.open = position.open_types = position.open_fits = 0
    position.last = moves.NO_CELL
