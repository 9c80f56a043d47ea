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
    start = position.variant.start
    for at, cell in enumerate(start.cells):
        landscape.lay(position, components.PILE_TILES + at, cell, start.turns[at])


def clear(position: FjordsPosition) -> None:
    position.grid = position.tables.empty_grid[:]
    position.laid = vec[i16]()
    position.frontier = position.tables.empty_frontier[:]
    position.frontier_size = 0
    position.nodes = vec[i16]()
    position.links = vec[i64]()
    position.huts_0 = position.huts_1 = 0
    position.fields_left_0 = position.fields_left_1 = position.tables.fields
    position.own_0 = position.own_1 = position.edge_0 = position.edge_1 = position.free = 0
    position.hidden = position.open = position.open_types = position.open_fits = 0
    position.last = moves.NO_CELL
