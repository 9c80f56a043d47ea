"""The kinds of move in Explorers and their fields.

48 tiles that each share an edge with another reach at most 48 steps from the fixed tiles, which lie within one step of the middle;
their neighbours lie within 50. So a grid of 101 × 101 holds every board.
"""

from __future__ import annotations

from typing import Final

from skali.core.hexes import HexGrid
from skali.core.moves import Cell, Kind, MoveSpace, Named, Number

WIDTH: Final = 101
CELLS: Final = 10201
TURNS: Final = 6
TILES: Final = 48
LANDS: Final = 3
"""Land regions of a tile, and sea regions of a tile, at most."""

CAPTAINS: Final = (
    "archer",
    "barbarian",
    "cartographer",
    "hero",
    "huntsman",
    "queen",
    "scout",
    "shieldmaiden",
    "trader",
    "tyrant",
    "watchman",
)
LIVESTOCK: Final[tuple[str, ...]] = ("pig", "chicken", "goat", "sheep", "cattle", "horse")
PIECES: Final = ("viking", *LIVESTOCK)
"""What a longship carries, in the order in which a cargo is named (XN-D07)."""
PLACES: Final = ("mainland", "land-1", "land-2", "land-3")
"""Where cargo comes from and goes to, seen from a longship."""
CORNERS: Final = ("N", "NE", "SE", "S", "SW", "NW")

MAINLAND_PLACE: Final = 0
VIKING_PIECE: Final = 0
PIECE_KINDS: Final = 7
PLACE_COUNT: Final = 4
CARGOES: Final = PIECE_KINDS * PLACE_COUNT

CAPTAIN: Final = 0
TILE: Final = CAPTAIN + 11
PLACE_NOTHING: Final = TILE + TILES
CELL: Final = PLACE_NOTHING + 1
TURN: Final = CELL + CELLS
LOAD: Final = TURN + TURNS
UNLOAD: Final = LOAD + 1
SAIL: Final = LOAD + 2
MARCH: Final = LOAD + 3
HERD: Final = LOAD + 4
BUILD: Final = LOAD + 5
END_TURN: Final = LOAD + 6
TAKE: Final = END_TURN + 1
PUT: Final = TAKE + CARGOES
DONE: Final = PUT + CARGOES
SAIL_TO: Final = DONE + 1
MARCH_FROM: Final = SAIL_TO + CELLS
MARCH_TO: Final = MARCH_FROM + CELLS * LANDS
MARCH_WITH: Final = MARCH_TO + CELLS
HERD_FROM: Final = MARCH_WITH + 2
HERD_ANIMAL: Final = HERD_FROM + CELLS * LANDS
HERD_TO: Final = HERD_ANIMAL + 6
BUILD_AT: Final = HERD_TO + CELLS
MOVES: Final = BUILD_AT + CELLS * 6

GRID: Final = HexGrid(WIDTH)


def move_space(tile_names: list[str]) -> MoveSpace:
    """All kinds of move. None gives or trades anything, so XN-150 needs no check."""
    cell = Cell("cell", GRID)
    land = Number("land", LANDS, first=1)
    piece = Named("piece", PIECE_KINDS, list(PIECES))
    place = Named("place", PLACE_COUNT, list(PLACES))
    return MoveSpace(
        Kind(CAPTAIN, "captain", "captain {captain}", Named("captain", len(CAPTAINS), list(CAPTAINS))),
        Kind(TILE, "tile", "tile {tile}", Named("tile", TILES, tile_names)),
        Kind(PLACE_NOTHING, "place_nothing", "place nothing"),
        Kind(CELL, "cell", "place at {cell}", cell),
        Kind(TURN, "turn", "turn {turn}", Number("turn", TURNS)),
        Kind(LOAD, "load", "load"),
        Kind(UNLOAD, "unload", "unload"),
        Kind(SAIL, "sail", "sail"),
        Kind(MARCH, "march", "march"),
        Kind(HERD, "herd", "herd"),
        Kind(BUILD, "build", "build"),
        Kind(END_TURN, "end_turn", "end turn"),
        Kind(TAKE, "take", "take {piece} from {place}", piece, place),
        Kind(PUT, "put", "put {piece} on {place}", piece, place),
        Kind(DONE, "done", "done"),
        Kind(SAIL_TO, "sail_to", "sail to {cell}", cell),
        Kind(MARCH_FROM, "march_from", "march from {cell} land {land}", cell, land),
        Kind(MARCH_TO, "march_to", "march to {cell}", cell),
        Kind(MARCH_WITH, "march_with", "march with {vikings}", Number("vikings", 2, first=1)),
        Kind(HERD_FROM, "herd_from", "herd from {cell} land {land}", cell, land),
        Kind(HERD_ANIMAL, "herd_animal", "herd {animal}", Named("animal", len(LIVESTOCK), list(LIVESTOCK))),
        Kind(HERD_TO, "herd_to", "herd to {cell}", cell),
        Kind(BUILD_AT, "build_at", "build at {cell} {corner}", cell, Named("corner", 6, list(CORNERS))),
    )
