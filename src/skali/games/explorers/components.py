"""Loads components.toml into tables that the rules can read fast, and refuses a set that the rules could not be played with.

A *shape* is what a tile looks like: which corners are land and which regions they form. A *type* is a shape with its illustration:
tiles of one type are equal. A *look* is a shape in one of its six turns. Regions are numbered 0 to 2 (land) and 3 to 5 (sea).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import extend, vec
from mypy_extensions import i16, i32, i64, u8

from skali.core.bits import bit
from skali.core.components import ComponentError, Components, Item
from skali.core.hexes import AXIAL_STEPS, EDGES, hex_step
from skali.games.explorers import moves

SIDES: Final = ("A-front", "A-back", "B-front", "B-back")
FIXED_TILES: Final = 3
ALL_TILES: Final = 51
"""The tiles that are dealt, 0 to 47, and the fixed ones. Written out, so that it is a number in the C too."""
REGIONS: Final = 6
"""Land 0 to 2, sea 3 to 5."""
SEA: Final = 3
NODES: Final = ALL_TILES * REGIONS
"""Every region of every tile is a node: tile * 6 + region."""

SETTLEMENT: Final = 6
ENEMY_SHIP: Final = 7
ITEMS: Final = (*moves.LIVESTOCK, "settlement", "enemy_ship")

ASKED: Final = 4096
"""What laid neighbours ask of a cell: six bits for the corners that they touch, six bits for those of them that must be land."""

FAR: Final = 99
"""More sails than any way takes."""

MAINLAND_CELL: Final = 254
BARRED_CELL: Final = 255


class Shapes:
    """The distinct shapes, and what they look like in each of their six turns: strings of bytes, because they never change."""

    def __init__(self) -> None:
        self.keys: list[tuple[str, str]] = []
        self.land_corners: bytes = b""
        """Which corners are land, as six bits, by look."""
        self.fitting: vec[u8] = vec[u8]()
        """The turns in which a shape fits among its neighbours, as six bits, by shape * 4096 + what they ask (XN-041)."""
        self.region_at: bytes = b""
        """The region of a corner, by look * 6 + corner."""
        self.corners_of: bytes = b""
        """The corners of a region, as six bits, by look * 6 + region."""
        self.edges_of: bytes = b""
        """The edges that a region touches, as six bits, by look * 6 + region."""
        self.lands: bytes = b""
        """How many land regions a shape has."""
        self.seas: bytes = b""

    def find(self, corners: str, join: str) -> int:
        """The number of a shape, which is added if it is new."""
        if (corners, join) in self.keys:
            return self.keys.index((corners, join))
        lands = _regions(corners, "L", join == "land")
        seas = _regions(corners, "S", join == "sea")
        self.keys.append((corners, join))
        self.lands += bytes([len(lands)])
        self.seas += bytes([len(seas)])
        self.fitting = extend(self.fitting, [u8(0)] * ASKED)
        for turn in range(moves.TURNS):
            self._add_look(lands, seas, turn)
        return len(self.keys) - 1

    def _add_look(self, lands: list[list[int]], seas: list[list[int]], turn: int) -> None:
        region_at = [0] * EDGES
        corners_of = [0] * REGIONS
        edges_of = [0] * REGIONS
        land = 0
        for terrain, regions in enumerate((lands, seas)):
            for number, printed in enumerate(regions):
                region = terrain * SEA + number
                for each in printed:
                    corner = (each + turn) % EDGES  # XN-016
                    region_at[corner] = region
                    corners_of[region] |= bit(corner)
                    edges_of[region] |= bit(corner) | bit((corner + EDGES - 1) % EDGES)
                    if terrain == 0:
                        land |= bit(corner)
        for touched in range(64):  # the turn fits if what is touched and must be land is land, and nothing else
            self.fitting[(len(self.keys) - 1) * ASKED + touched * 64 + (touched & land)] |= u8(bit(turn))
        self.land_corners += bytes([land])
        self.region_at += bytes(region_at)
        self.corners_of += bytes(corners_of)
        self.edges_of += bytes(edges_of)

    def signature(self, shape: int, item_region: int, turn: int) -> tuple[frozenset[int], int, int]:
        """What tells one turn of a type from another: how its corners hang together, which are land, where the token lies."""
        look = (shape * moves.TURNS + turn) * REGIONS
        regions = frozenset(self.corners_of[look : look + REGIONS])
        return regions, self.land_corners[shape * moves.TURNS + turn], self.corners_of[look + item_region]


class Tables:
    """The components of one set: tiles 0 to 47 are dealt, 48 to 50 are the fixed tiles of the start board."""

    def __init__(self, components: Components) -> None:
        pieces = components.item("pieces")
        printed = {"vikings": 7, "aboard": 2, "outposts": 5, "longship": 3, "hand": 3, "points": 4}
        for name, number in printed.items():
            pieces.number_of(name, number, number)
        self.shapes = Shapes()
        self.tile_names: list[str] = []
        self.type_names: list[str] = []
        """Each type is called after its first tile."""
        self.type_of: bytes = b""
        self.item: bytes = b""
        """What is illustrated on a tile: a livestock type, a settlement or an enemy ship."""
        self.item_region: bytes = b""
        """Where its token lies: a region from 0 to 5."""
        self.distinct: bytes = b""
        """How many turns of a tile look different: these are turns 0 to distinct - 1 (XN-D05)."""
        self._load_tiles(components)
        self.livestock: list[int] = [components.item("livestock").number_of(each, 0, 7) for each in moves.LIVESTOCK]
        self.settlements: list[int] = [
            components.item("settlements").number_of(f"strength_{strength}", 0, 15) for strength in range(2, 6)
        ]
        ships = components.item("enemy_ships")
        self.deadly_ships: i64 = ships.number_of("viking_dies", 0, 6)  # so that no seat can lose all its Vikings
        self.safe_ships: i64 = ships.number_of("safe", 0, 63)
        self.solo_captains: list[int] = []
        self._load_captains(components)
        self.fixed_cells: list[int] = []
        self.mainland_cells: list[int] = []
        self.barred_cells: list[int] = []
        self.harbour: i64 = 0
        """The fixed tile on which the longships start."""
        self._load_board(components)
        self.shape_of: list[bytes] = []
        """The shape of each tile, the fixed ones too, by start side."""
        self._load_sides(components)
        self.empty_grid: vec[u8] = vec[u8]([u8(0)] * moves.CELLS)
        for cell in self.mainland_cells:
            self.empty_grid[cell] = u8(MAINLAND_CELL)
        for cell in self.barred_cells:
            self.empty_grid[cell] = u8(BARRED_CELL)
        self.no_bytes: vec[u8] = vec[u8]([u8(0)] * NODES)
        self.no_nodes: vec[i16] = vec[i16]([i16(-1)] * NODES)
        self.no_land: vec[i32] = vec[i32]([i32(0)] * NODES)
        self.no_sets: vec[i64] = vec[i64]([i64(0)] * NODES)
        self.no_places: vec[i32] = vec[i32]([i32(-1)] * ALL_TILES)
        self.no_links: vec[i16] = vec[i16]([i16(-1)] * (NODES * EDGES))
        self.far_away: vec[u8] = vec[u8]([u8(FAR)] * ALL_TILES)
        self.shore: vec[i32] = vec[i32]([i32(corner) for corner in self._shore()])
        """Cell * 6 + corner wherever a tile can touch a vertex of the mainland or of a barred cell (XN-129)."""

    def _load_tiles(self, components: Components) -> None:
        items = components.items("tile")
        if len(items) != moves.TILES:
            raise ComponentError(f"{components.file}: there must be {moves.TILES} tiles (XN-002), not {len(items)}")
        types: list[tuple[int, int, int]] = []
        for item in items:
            name = item.text("name")
            if name in self.tile_names or not name or " " in name or name.startswith("#"):
                raise item.error(f"'name' must be one word that no other tile has, not '{name}'")
            self.tile_names.append(name)
            shape = self.shapes.find(*_corners_and_join(item, every_terrain=True))
            illustration = ITEMS.index(item.text("item", ITEMS))
            at_sea = illustration == ENEMY_SHIP
            count = self.shapes.seas[shape] if at_sea else self.shapes.lands[shape]
            region = item.number_of("on", 1, count) - 1 + (SEA if at_sea else 0)
            if (shape, illustration, region) not in types:
                types.append((shape, illustration, region))
                self.type_names.append(name)
            self.type_of += bytes([types.index((shape, illustration, region))])
            self.item += bytes([illustration])
            self.item_region += bytes([region])
            looks = {self.shapes.signature(shape, region, turn) for turn in range(moves.TURNS)}
            self.distinct += bytes([len(looks)])
        self.tile_shapes: bytes = bytes([types[type][0] for type in self.type_of])

    def _load_captains(self, components: Components) -> None:
        names: list[str] = []
        for item in components.items("captain"):
            names.append(item.text("name", moves.CAPTAINS))
            if item.flag("solo"):
                self.solo_captains.append(moves.CAPTAINS.index(names[-1]))
        if tuple(names) != moves.CAPTAINS:
            raise ComponentError(
                f"{components.file}: the captains must be {', '.join(moves.CAPTAINS)} (XN-008), in this order"
            )
        if len(self.solo_captains) < 2:
            raise ComponentError(f"{components.file}: two captains or more must be for the solo game (XN-154)")

    def _load_board(self, components: Components) -> None:
        board = components.item("board")
        fixed = _cells(board, "fixed", 1)
        mainland = _cells(board, "mainland", 10)
        if len(fixed) != FIXED_TILES or len({*fixed, *mainland}) != len(fixed) + len(mainland):
            raise board.error("there must be three fixed tiles and a mainland, all on different cells (XN-017, XN-018)")
        for each in fixed:
            if not any(step in mainland for step in _around(each)):
                raise board.error(f"the fixed tile at {list(each)} must share an edge with the mainland (XN-066)")
        barred = sorted({step for each in mainland for step in _around(each)} - {*fixed, *mainland})  # XN-019
        self.fixed_cells = [int(moves.GRID.cell(*each)) for each in fixed]
        self.mainland_cells = [int(moves.GRID.cell(*each)) for each in mainland]
        self.barred_cells = [int(moves.GRID.cell(*each)) for each in barred]
        self.harbour = moves.TILES + board.number_of("longships", 1, FIXED_TILES) - 1

    def _shore(self) -> list[int]:
        closed = {*self.mainland_cells, *self.barred_cells}
        corners: set[int] = set()
        for cell in closed:
            for edge in range(EDGES):
                beside = cell + int(hex_step(edge, moves.WIDTH))
                if beside not in closed:
                    corners |= {beside * EDGES + (edge + 3) % EDGES, beside * EDGES + (edge + 4) % EDGES}
        return sorted(corners)

    def _load_sides(self, components: Components) -> None:
        items = components.items("start_side")
        if [item.text("name") for item in items] != list(SIDES):
            raise ComponentError(
                f"{components.file}: the start sides must be {', '.join(SIDES)} (XN-009), in this order"
            )
        for item in items:
            fixed = item.get("fixed")
            if not isinstance(fixed, list) or len(fixed) != FIXED_TILES:
                raise item.error("'fixed' must be the corners of three tiles (XN-017)")
            shapes = b""
            for corners in fixed:
                tile = Item(item.file, item.section, item.number, {"corners": corners, "join": "sea"})
                shapes += bytes([self.shapes.find(*_corners_and_join(tile, every_terrain=False))])
            self._check_fixed(item, shapes)
            self.shape_of.append(self.tile_shapes + shapes)

    def _check_fixed(self, item: Item, shapes: bytes) -> None:
        """The fixed tiles match where they touch, and have sea for the longships."""
        for a, cell in enumerate(self.fixed_cells):
            for edge in range(EDGES):
                beside = cell + int(hex_step(edge, moves.WIDTH))
                if beside in self.fixed_cells:
                    b = self.fixed_cells.index(beside)
                    one, two = [self.shapes.land_corners[shapes[each] * moves.TURNS] for each in (a, b)]
                    if _bit(one, edge) != _bit(two, edge + 4) or _bit(one, edge + 1) != _bit(two, edge + 3):
                        raise item.error(f"the fixed tiles {a + 1} and {b + 1} do not match (XN-041)")
        if self.shapes.seas[shapes[int(self.harbour) - moves.TILES]] == 0:
            raise item.error("the fixed tile of the longships must have sea (XN-030)")


def _regions(corners: str, terrain: str, joined: bool) -> list[list[int]]:
    """The runs of a terrain, each in clockwise order; as one region if they are joined through the middle."""
    if terrain not in corners:
        return []
    if corners == terrain * EDGES:
        return [list(range(EDGES))]
    runs: list[list[int]] = []
    for at in range(EDGES):
        if corners[at] == terrain and corners[at - 1] != terrain:
            length = 1
            while corners[(at + length) % EDGES] == terrain:
                length += 1
            runs.append([(at + step) % EDGES for step in range(length)])
    runs.sort(key=min)
    return [[corner for run in runs for corner in run]] if joined else runs


def _corners_and_join(item: Item, every_terrain: bool) -> tuple[str, str]:
    corners = item.text("corners")
    if len(corners) != EDGES or any(letter not in "LS" for letter in corners):
        raise item.error(f"'corners' must be six letters, L land or S sea, not '{corners}'")
    if every_terrain and len(set(corners)) < 2:
        raise item.error(f"a tile must have both land and sea (XN-012), '{corners}' has not")
    several = sum(corners[at] == "L" and corners[at - 1] != "L" for at in range(EDGES)) > 1
    join = item.text("join", ("land", "sea")) if several else ""
    if len(_regions(corners, "L", join == "land")) > moves.LANDS:
        raise item.error(f"a tile has at most {moves.LANDS} land regions")
    return corners, join


def _cells(item: Item, field: str, limit: int) -> list[tuple[int, int]]:
    cells = item.get(field)
    if not isinstance(cells, list) or not all(isinstance(cell, list) and len(cell) == 2 for cell in cells):
        raise item.error(f"'{field}' must be a list of cells such as [0, -1]")
    for q, r in cells:
        if not isinstance(q, int) or not isinstance(r, int) or abs(q) > limit or abs(r) > limit:
            raise item.error(f"'{field}': {[q, r]} is more than {limit} from the middle")
    return [(q, r) for q, r in cells]


def _around(cell: tuple[int, int]) -> list[tuple[int, int]]:
    return [(cell[0] + q, cell[1] + r) for q, r in AXIAL_STEPS]


def _bit(corners: int, corner: int) -> int:
    return (corners >> (corner % EDGES)) & 1
