"""Loads components.toml into tables that the rules can read fast, and refuses a set that the rules could not be played with."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from skali.core.bits import WORD_BITS
from skali.core.components import ComponentError, Components, Item
from skali.core.hexes import EDGES, canonical, turned
from skali.games.fjords.moves import CELLS, GRID

FARMLAND: Final = 1
MOUNTAIN: Final = 2
SEA: Final = 3
TERRAINS: Final = "PMS"
CORNERS: Final = ("N", "NE", "SE", "S", "SW", "NW")
PILE_TILES: Final = 37
START_TILES: Final = 3
ALL_TILES: Final = PILE_TILES + START_TILES
LAYOUTS: Final = ("printed", "mirrored")
START_CELLS: Final = {"printed": ((0, 0), (-1, 1), (0, 1)), "mirrored": ((0, 0), (0, 1), (-1, 1))}


class TileTypes:
    """The distinct types of tile, and everything about a type in each of its six turns."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.split: list[bool] = []
        self.corners: vec[i16] = vec[i16]()
        """Two bits a corner, by type * 6 + turn."""
        self.distinct: vec[i16] = vec[i16]()
        """How many turns of a type look different: these are turns 0 to distinct - 1 (FJ-038)."""
        self.regions: vec[i16] = vec[i16]()
        """Farmland regions of a type if its farmland is divided: 1 for most, 0 for all mountain."""

    def find(self, corners: str, split: bool = False) -> int:
        """The number of the type with these corners, which is added if it is new."""
        name = canonical(corners)
        if name in self.names:
            return self.names.index(name)
        self.names.append(name)
        self.split.append(split)
        turns = [turned(name, turn) for turn in range(EDGES)]
        for each in turns:
            self.corners = append(self.corners, i16(packed(each)))
        self.distinct = append(self.distinct, i16(len(set(turns))))
        runs = _farmland_runs(name)
        self.regions = append(self.regions, i16(runs if split else min(runs, 1)))
        return len(self.names) - 1


class Tables:
    """The components of one set: tiles 0 to 36 form the hidden pile, 37 to 39 are the start tiles."""

    def __init__(self, components: Components) -> None:
        pieces = components.item("pieces")
        self.huts: i64 = pieces.number_of("huts", 4, 4)
        self.fields: i64 = pieces.number_of("fields", 20, 20)
        self.rounds: i64 = pieces.number_of("rounds", 3, 3)
        self.empty_grid: vec[i16] = vec[i16]([i16(0)] * CELLS)
        self.types = TileTypes()
        self.type_of: vec[i16] = _pile(components, self.types)
        self.start_cells: dict[str, list[int]] = {}
        self.start_turns: dict[str, list[int]] = {}
        self.start_types: dict[str, list[int]] = {}
        for layout in LAYOUTS:
            self._load_layout(components, layout)
        for number in self.start_types["printed"]:
            self.type_of = append(self.type_of, i16(number))
        self.mirrored_type_of: vec[i16] = self.type_of[:]
        for at, number in enumerate(self.start_types["mirrored"]):
            self.mirrored_type_of[PILE_TILES + at] = i16(number)
        self._check_size(components)

    def _load_layout(self, components: Components, layout: str) -> None:
        items = [item for item in components.items("start_tile") if item.text("layout", LAYOUTS) == layout]
        if len(items) != START_TILES:
            raise ComponentError(
                f"{components.file}: the layout {layout} must have {START_TILES} start tiles, not {len(items)}"
            )
        cells: list[int] = []
        turns: list[int] = []
        types: list[int] = []
        for item, cell in zip(items, START_CELLS[layout], strict=True):
            corners = _corners(item)
            if item.numbers("cell", 2) != list(cell):
                raise item.error(f"this start tile lies at {list(cell)}, not at {item.get('cell')}")
            if "P" not in corners:
                raise item.error("a start tile must have farmland (FJ-007)")
            number = self.types.find(corners)
            cells.append(int(GRID.cell(*cell)))
            types.append(number)
            turns.append(next(turn for turn in range(EDGES) if turned(self.types.names[number], turn) == corners))
        self.start_cells[layout] = cells
        self.start_turns[layout] = turns
        self.start_types[layout] = types

    def _check_size(self, components: Components) -> None:
        """Every farmland region of a landscape must fit in one machine word."""
        regions = sum(max(int(self.types.regions[int(number)]), 1) for number in self.type_of)
        if regions > WORD_BITS:
            raise ComponentError(
                f"{components.file}: the tiles have {regions} farmland regions together; at most {WORD_BITS} fit"
            )


def packed(corners: str) -> int:
    """Two bits a corner, the first corner lowest."""
    code = 0
    for at, letter in enumerate(corners):
        code |= (TERRAINS.index(letter) + 1) << (2 * at)
    return code


def region_of(corners: i64, corner: i64) -> i64:
    """The farmland region of a corner on a tile whose farmland is divided: runs count clockwise from the north (FJ-077)."""
    regions: i64 = -1
    first: i64 = 0
    # A run that crosses the north counts where it begins, in the west: then start reading after it.
    if ((corners >> (2 * (EDGES - 1))) & 3) == FARMLAND:
        while first < EDGES and ((corners >> (2 * first)) & 3) == FARMLAND:
            first += 1
    for step in range(EDGES):
        at = (first + step) % EDGES
        if ((corners >> (2 * at)) & 3) == FARMLAND:
            before = (at + EDGES - 1) % EDGES
            if ((corners >> (2 * before)) & 3) != FARMLAND:
                regions += 1
        if at == corner:
            return regions
    return 0


def _farmland_runs(corners: str) -> int:
    if "P" not in corners:
        return 0
    return max(sum(corners[at] == "P" and corners[at - 1] != "P" for at in range(EDGES)), 1)


def _corners(item: Item) -> str:
    """Six letters that obey FJ-004 and FJ-006."""
    corners = item.text("corners")
    if len(corners) != EDGES:
        raise item.error(f"'corners' must have six letters, not '{corners}'")
    for letter in corners:
        if letter not in TERRAINS:
            raise item.error(f"there is no terrain '{letter}' in '{corners}'; use P farmland, M mountain, S sea")
    for at in range(EDGES):
        if {corners[at - 1], corners[at]} == {"M", "S"}:
            raise item.error(f"'{corners}' has mountain beside sea (FJ-006)")
    if sum(corners[at] == "S" and corners[at - 1] != "S" for at in range(EDGES)) > 1 or corners == "SSSSSS":
        raise item.error(f"'{corners}' must have land, and its sea in one run (FJ-006)")
    return corners


def _pile(components: Components, types: TileTypes) -> vec[i16]:
    """The types of the 37 tiles of the hidden pile, in the order of the file."""
    type_of: vec[i16] = vec[i16]()
    bare = 0
    for item in components.items("tile_type"):
        corners = _corners(item)
        if corners != canonical(corners):
            raise item.error(
                f"write '{canonical(corners)}' for '{corners}': the rotation that comes first in the alphabet"
            )
        if corners in types.names:
            raise item.error(f"the type '{corners}' is there twice")
        split = item.flag("split")
        if split and _farmland_runs(corners) < 2:
            raise item.error(f"'{corners}' has one run of farmland; there is nothing to split")
        number = types.find(corners, split)
        count = item.number_of("count", 1, PILE_TILES)
        bare += count if "P" not in corners else 0
        for _ in range(count):
            type_of = append(type_of, i16(number))
    if len(type_of) != PILE_TILES:
        raise ComponentError(
            f"{components.file}: the counts of [[tile_type]] must add up to {PILE_TILES} tiles (FJ-003), not {len(type_of)}"
        )
    if bare != 1:
        raise ComponentError(f"{components.file}: exactly one tile is without farmland (FJ-007), not {bare}")
    return type_of
