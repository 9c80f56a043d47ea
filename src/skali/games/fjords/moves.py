"""The kinds of move in Fjords and their fields.

37 tiles that each touch two others reach at most 20 cells from the start tiles, their neighbours 21: a grid of 44 × 44 holds every
landscape with an empty rim.
"""

from __future__ import annotations

from typing import Final

from skali.core.hexes import HexGrid
from skali.core.moves import Cell, Kind, MoveSpace, Named, Number

WIDTH: Final = 44
CELLS: Final = 1936
TURNS: Final = 6
MAX_TYPES: Final = 40
MAX_REGIONS: Final = 3

DRAW: Final = 0
TAKE: Final = 1
PLACE: Final = TAKE + MAX_TYPES
HUT: Final = PLACE + CELLS * TURNS
HUT_REGION: Final = HUT + 1
NO_HUT: Final = HUT_REGION + MAX_REGIONS
FIELD: Final = NO_HUT + 1
FIELD_REGION: Final = FIELD + CELLS

GRID: Final = HexGrid(WIDTH)
NO_CELL: Final = -1


def move_space(type_names: list[str]) -> MoveSpace:
    cell = Cell("cell", GRID)
    region = Number("region", MAX_REGIONS, first=1)
    return MoveSpace(
        Kind(DRAW, "draw", "draw"),
        Kind(TAKE, "take", "take {tile}", Named("tile", MAX_TYPES, type_names)),
        Kind(PLACE, "place", "place at {cell} turn {turn}", cell, Number("turn", TURNS)),
        Kind(HUT, "hut", "hut"),
        Kind(HUT_REGION, "hut_region", "hut region {region}", region),
        Kind(NO_HUT, "no_hut", "no hut"),
        Kind(FIELD, "field", "field at {cell}", cell),
        Kind(FIELD_REGION, "field_region", "field at {cell} region {region}", cell, region),
    )
