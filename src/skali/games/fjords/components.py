"""Loads components.toml into tables that the rules can read fast, and refuses a set that the rules could not be played with."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, extend, vec
from mypy_extensions import i16, i64, u8

from skali.core.bits import WORD_BITS, bit
from skali.core.components import ComponentError, Components, Item
from skali.core.hexes import EDGES, canonical, turned
from skali.games.fjords.moves import CELLS, GRID, MAX_TYPES, TURNS

FARMLAND: Final = 1
MOUNTAIN: Final = 2
SEA: Final = 3
TERRAINS: Final = " PMS"
CORNERS: Final = ("N", "NE", "SE", "S", "SW", "NW")
PILE_TILES: Final = 37
START_TILES: Final = 3
ALL_TILES: Final = PILE_TILES + START_TILES
MOST_FRONTIER: Final = ALL_TILES * EDGES // 2
DEMANDS: Final = 4096
"""All that laid neighbours can ask of a cell: two bits a corner as in ``TileTypes.corners``, 0 for one that none touches."""
EACH_CORNER: Final = 0x555
NO_TILE: Final = -1
START_CELLS: Final = {"printed": ((0, 0), (-1, 1), (0, 1)), "mirrored": ((0, 0), (0, 1), (-1, 1))}


class TileTypes:
    """The distinct types of tile, and everything about a type in each of its six turns."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.corners: vec[i16] = vec[i16]()
        """Two bits a corner, by type * 6 + turn."""
        self.distinct: vec[i16] = vec[i16]()
        """How many turns of a type look different: these are turns 0 to distinct - 1 (FJ-038)."""
        self.regions: vec[i16] = vec[i16]()
        """Farmland regions of a type: 1 for most, 0 for all mountain (FJ-042)."""
        self.divided: vec[i16] = vec[i16]()
        """The same if farmland is divided (FJ-077)."""
        self.farm_edges: vec[u8] = vec[u8]()
        """The edges with a farmland corner as a set, by type * 6 + turn."""
        self.edge_regions: vec[u8] = vec[u8]()
        """The region at an edge of a divided tile, by (type * 6 + turn) * 6 + edge: its farmland corners are of one region
        (FJ-077)."""
        self.asks: vec[i16] = vec[i16]()
        """What a laid tile asks of the cell across an edge, by (type * 6 + turn) * 6 + edge (FJ-033)."""
        self.fits: vec[i16] = vec[i16]()
        """How a type fits a cell, by type * DEMANDS + what is asked: how many turns * 64 + the turns as a set."""
        self.types_that_fit: vec[i64] = vec[i64]([i64(0)] * DEMANDS)
        """The types that fit a cell as a set, by what is asked."""

    def find(self, corners: str, split: bool = False) -> int:
        """The number of the type with these corners, which is added if it is new."""
        name = canonical(corners)
        if name in self.names:
            return self.names.index(name)
        self.names.append(name)
        turns = [turned(name, turn) for turn in range(TURNS)]
        for each in turns:
            self.corners = append(self.corners, i16(packed(each)))
            self.add_edges(each)
        runs = len(_farmland_runs(name))
        self.regions = append(self.regions, i16(min(runs, 1)))
        self.divided = append(self.divided, i16(runs if split else min(runs, 1)))
        self.distinct = append(self.distinct, i16(len(set(turns))))
        self.add_fits(turns[: len(set(turns))])
        return len(self.names) - 1

    def add_edges(self, corners: str) -> None:
        """Edge i joins corners i and i + 1, which are corners i + 4 and i + 3 of the cell across it.

        Runs of farmland count by their first corners, so that a run over the north comes last (FJ-077).
        """
        farmland = 0
        runs = _farmland_runs(corners)
        for edge in range(EDGES):
            here, next = corners[edge], corners[(edge + 1) % EDGES]
            asked = {(edge + 4) % EDGES: here, (edge + 3) % EDGES: next}
            self.asks = append(self.asks, i16(packed("".join(asked.get(at, " ") for at in range(EDGES)))))
            farmland |= ("P" in here + next) << edge
            first = edge if here == "P" else (edge + 1) % EDGES
            region = (sum(at <= first for at in runs) - 1) % max(len(runs), 1)
            self.edge_regions = append(self.edge_regions, u8(region))
        self.farm_edges = append(self.farm_edges, u8(farmland))

    def add_fits(self, turns: list[str]) -> None:
        """The newest type in every turn that looks different, with every set of corners that neighbours may touch."""
        number = len(self.names) - 1
        self.fits = extend(self.fits, [i16(0)] * DEMANDS)
        touchings = [mask for mask in range(DEMANDS) if touched(mask) == mask]
        for turn, corners in enumerate(turns):
            for asked in [packed(corners) & mask for mask in touchings]:  # FJ-033
                if joins_by_land(asked):  # FJ-034
                    self.fits[number * DEMANDS + asked] += i16(bit(TURNS) + bit(turn))
                    self.types_that_fit[asked] |= bit(number)


class Tables:
    """The components of one set: tiles 0 to 36 form the hidden pile, 37 to 39 are the start tiles."""

    def __init__(self, components: Components) -> None:
        pieces = components.item("pieces")
        self.huts: i64 = pieces.number_of("huts", 4, 4)
        self.fields: i64 = pieces.number_of("fields", 20, 20)
        self.rounds: i64 = pieces.number_of("rounds", 3, 3)
        self.empty_grid: vec[i16] = vec[i16]([i16(0)] * CELLS)
        self.empty_frontier: vec[i16] = vec[i16]([i16(0)] * MOST_FRONTIER)
        side = [i64(0), self.fields, i64(0), i64(0)]
        self.fresh_sides: vec[i64] = vec[i64](side + side)
        """What a round begins with, as position.py packs it."""
        self.no_links: vec[i64] = vec[i64]([i64(0)] * WORD_BITS)
        self.types = TileTypes()
        self.pile: vec[i16] = _pile(components, self.types)
        self.tiles_of: vec[i64] = vec[i64]([i64(0)] * MAX_TYPES)
        """The tiles of the pile as a set, by type."""
        for tile in range(PILE_TILES):
            self.tiles_of[i64(self.pile[tile])] |= bit(tile)
        self.layouts = {layout: StartLayout(components, layout, self) for layout in START_CELLS}
        regions = sum(max(int(self.types.divided[int(number)]), 1) for number in self.layouts["printed"].type_of)
        if regions > WORD_BITS:
            raise ComponentError(f"{components.file}: {regions} farmland regions together; at most {WORD_BITS} fit")


class StartLayout:
    """Where the start tiles lie, and the types of all tiles: those of the pile, then the start tiles."""

    def __init__(self, components: Components, layout: str, tables: Tables) -> None:
        items = [item for item in components.items("start_tile") if item.text("layout", tuple(START_CELLS)) == layout]
        if len(items) != START_TILES:
            raise ComponentError(f"{components.file}: {len(items)} start tiles of layout {layout}, not {START_TILES}")
        self.tiles: list[tuple[int, int]] = []
        """The cell and the turn of each."""
        self.type_of: vec[i16] = tables.pile[:]
        for item, cell in zip(items, START_CELLS[layout], strict=True):
            corners = _corners(item)
            if item.numbers("cell", 2) != list(cell):
                raise item.error(f"this start tile lies at {list(cell)}, not at {item.get('cell')}")
            if "P" not in corners:
                raise item.error("a start tile must have farmland (FJ-007)")
            name = canonical(corners)
            turn = next(turn for turn in range(TURNS) if turned(name, turn) == corners)
            self.tiles.append((int(GRID.cell(*cell)), turn))
            self.type_of = append(self.type_of, i16(tables.types.find(corners)))


def packed(corners: str) -> int:
    """Two bits a corner, the first corner lowest."""
    return sum(TERRAINS.index(letter) << (2 * at) for at, letter in enumerate(corners))


def touched(asked: i64) -> i64:
    """The corners that a neighbour touches."""
    return ((asked | (asked >> 1)) & EACH_CORNER) * SEA


def joins_by_land(asked: i64) -> bool:
    """Some shared corner is not sea (FJ-034): by FJ-006 the land of every tile is one piece, so one is enough."""
    sea = asked & (asked >> 1) & EACH_CORNER
    return touched(asked) != sea * SEA


def _farmland_runs(corners: str) -> list[int]:
    """The corners with which the runs of farmland begin, clockwise from the north."""
    begins = [at for at in range(EDGES) if corners[at] == "P" and corners[at - 1] != "P"]
    return begins or [0] * ("P" in corners)


def _corners(item: Item) -> str:
    """Six letters that obey FJ-004 and FJ-006."""
    corners = item.text("corners")
    if len(corners) != EDGES:
        raise item.error(f"'corners' must have six letters, not '{corners}'")
    for letter in corners:
        if letter not in TERRAINS[1:]:
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
    for item in components.items("tile_type"):
        corners = _corners(item)
        if corners != canonical(corners):
            raise item.error(f"write '{canonical(corners)}' for '{corners}': the first rotation in the alphabet")
        if corners in types.names:
            raise item.error(f"the type '{corners}' is there twice")
        split = item.flag("split")
        if split and len(_farmland_runs(corners)) < 2:
            raise item.error(f"'{corners}' has one run of farmland; there is nothing to split")
        number = types.find(corners, split)
        type_of = extend(type_of, [i16(number)] * item.number_of("count", 1, PILE_TILES))
    if len(type_of) != PILE_TILES:
        raise ComponentError(f"{components.file}: there must be {PILE_TILES} tiles (FJ-003), not {len(type_of)}")
    bare = sum("P" not in types.names[int(number)] for number in type_of)
    if bare != 1:
        raise ComponentError(f"{components.file}: exactly one tile is without farmland (FJ-007), not {bare}")
    return type_of
