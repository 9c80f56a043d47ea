"""Explorers a second time, slow and obvious, to compare the engine with.

A board is a dict of cell to tile, each with its regions as lists of corners. Islands and seas are flooded region by region,
placements are found by trying every cell around the board in all six turns, distances by walking. Nothing is imported from the
game; the tiles come from its component file, the position from its saved data.
"""

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

Cell = tuple[int, int]
Region = tuple[Cell, str, int]
"""A cell, "land" or "sea", and the number of the region on its tile, counted from 0."""

STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
LIVESTOCK = ("pig", "chicken", "goat", "sheep", "cattle", "horse")
FIXED: tuple[Cell, ...] = ((-1, 0), (0, 0), (1, 0))
MAINLAND: tuple[Cell, ...] = ((-2, 1), (-1, 1), (0, 1), (1, 1), (-2, 2), (-1, 2), (0, 2))
BARRED = {
    (-3, 1), (-3, 2), (-3, 3), (-2, 0), (-2, 3), (-1, 3), (0, 3), (1, 2), (2, 0), (2, 1),
}  # fmt: skip
SIDES = {
    "A-front": ("SSSSSS", "LSSSSS", "SSSSSS"),
    "A-back": ("LSSSSS", "SSSSSS", "LSSSSS"),
    "B-front": ("SLSSSS", "SLSSSL", "SSSSSL"),
    "B-back": ("LLSSSS", "SLSSSL", "SSSSSL"),
}
_WIDTH = 101
ABOARD, ON_MAINLAND, DEAD = 401, 400, 402


@dataclass(frozen=True)
class Tile:
    """A tile as it is printed."""

    name: str
    corners: str
    lands: tuple[tuple[int, ...], ...]
    seas: tuple[tuple[int, ...], ...]
    item: str = ""
    on: int = 0

    def turned(self, turn: int) -> "Tile":
        """Clockwise by so many sixths: what was in the north comes to the north-east."""
        corners = "".join(self.corners[(at - turn) % 6] for at in range(6))
        return Tile(self.name, corners, _turned(self.lands, turn), _turned(self.seas, turn), self.item, self.on)

    def region_of(self, corner: int) -> tuple[str, int]:
        for terrain, regions in (("land", self.lands), ("sea", self.seas)):
            for number, corners in enumerate(regions):
                if corner in corners:
                    return terrain, number
        raise AssertionError(f"corner {corner} of {self.name} is nowhere")


def _turned(regions: tuple[tuple[int, ...], ...], turn: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted((corner + turn) % 6 for corner in region)) for region in regions)


def runs(corners: str, letter: str) -> list[tuple[int, ...]]:
    """The runs of a letter around the hexagon, by their smallest corner."""
    left = [at for at in range(6) if corners[at] == letter]
    found: list[tuple[int, ...]] = []
    while left:
        run = [left.pop(0)]
        grew = True
        while grew:
            near = [at for at in left if any((at - each) % 6 in (1, 5) for each in run)]
            grew = bool(near)
            run += near
            left = [at for at in left if at not in near]
        found.append(tuple(sorted(run)))
    return sorted(found)


def printed(name: str, corners: str, join: str, item: str = "", on: int = 0) -> Tile:
    lands, seas = runs(corners, "L"), runs(corners, "S")
    if join == "land":
        lands = [tuple(sorted(sum(lands, ())))]
    elif join == "sea":
        seas = [tuple(sorted(sum(seas, ())))]
    return Tile(name, corners, tuple(lands), tuple(seas), item, on)


@cache
def all_tiles() -> list[Tile]:
    file = Path(__file__).parents[3] / "src/skali/games/explorers/components.toml"
    rows = tomllib.loads(file.read_text(encoding="utf-8"))["tile"]
    return [printed(row["name"], row["corners"], row.get("join", ""), row["item"], row["on"] - 1) for row in rows]


def fixed_tile(side: str, number: int) -> Tile:
    return printed(f"F{number + 1}", SIDES[side][number], "sea")


def step(cell: Cell, edge: int) -> Cell:
    return cell[0] + STEPS[edge % 6][0], cell[1] + STEPS[edge % 6][1]


def neighbours(cell: Cell) -> list[Cell]:
    return [step(cell, edge) for edge in range(6)]


@dataclass
class Board:
    """The tiles as they lie."""

    tiles: dict[Cell, Tile] = field(default_factory=dict)

    def fits(self, tile: Tile, cell: Cell) -> bool:
        """XN-039 to XN-042, by looking at every corner of every neighbour."""
        if cell in self.tiles or cell in MAINLAND or cell in BARRED:
            return False
        touching = [edge for edge in range(6) if step(cell, edge) in self.tiles]
        for edge in touching:
            other = self.tiles[step(cell, edge)]
            if tile.corners[edge] != other.corners[(edge + 4) % 6]:
                return False
            if tile.corners[(edge + 1) % 6] != other.corners[(edge + 3) % 6]:
                return False
        return bool(touching)

    def placements(self, tile: Tile) -> set[tuple[Cell, int]]:
        """Cell and turn, all six turns."""
        around = {cell for laid in self.tiles for cell in neighbours(laid)}
        return {(cell, turn) for cell in around for turn in range(6) if self.fits(tile.turned(turn), cell)}

    def regions(self, terrain: str) -> list[Region]:
        return [
            (cell, terrain, number)
            for cell, tile in sorted(self.tiles.items())
            for number in range(len(tile.lands if terrain == "land" else tile.seas))
        ]

    def corners(self, region: Region) -> tuple[int, ...]:
        cell, terrain, number = region
        tile = self.tiles[cell]
        return (tile.lands if terrain == "land" else tile.seas)[number]

    def links(self, region: Region) -> set[Region]:
        """Regions of neighbouring tiles that contain the same end of a shared edge (XN-014)."""
        cell, terrain, _ = region
        found: set[Region] = set()
        for edge in range(6):
            other = self.tiles.get(step(cell, edge))
            if other is None:
                continue
            for mine, theirs in ((edge, (edge + 4) % 6), ((edge + 1) % 6, (edge + 3) % 6)):
                if mine in self.corners(region):
                    kind, number = other.region_of(theirs)
                    assert kind == terrain, "edges do not match"
                    found.add((step(cell, edge), kind, number))
        return found

    def bodies(self, terrain: str) -> list[frozenset[Region]]:
        """Islands or seas: maximal sets of linked regions (XN-020)."""
        left = self.regions(terrain)
        found: list[frozenset[Region]] = []
        while left:
            body = {left[0]}
            new = [left[0]]
            while new:
                for other in self.links(new.pop()):
                    if other not in body:
                        body.add(other)
                        new.append(other)
            found.append(frozenset(body))
            left = [region for region in left if region not in body]
        return found

    def around_vertex(self, cell: Cell, corner: int) -> list[tuple[Cell, int]]:
        """The three cells at a corner, each with its own number for that corner."""
        before, after = step(cell, corner - 1), step(cell, corner)
        return [(cell, corner), (before, (corner + 2) % 6), (after, (corner + 4) % 6)]

    def is_completed(self, island: frozenset[Region]) -> bool:
        """Every land corner lies on a vertex whose three cells all hold tiles (XN-128)."""
        return all(
            around in self.tiles
            for region in island
            for corner in self.corners(region)
            for around, _ in self.around_vertex(region[0], corner)
        )

    def distances(self) -> dict[Cell, int]:
        """Laid tiles on a shortest way from a fixed tile (XN-135)."""
        ways = {cell: 0 for cell in FIXED}
        ring = list(FIXED)
        while ring:
            ring = [other for cell in ring for other in neighbours(cell) if other in self.tiles and other not in ways]
            for cell in ring:
                ways[cell] = 1 + min(ways[other] for other in neighbours(cell) if other in ways)
        return ways


@dataclass
class Seat:
    vikings: dict[Region | str, int]
    """How many Vikings are on each land region, "aboard", on the "mainland", "dead"."""
    longship: Region
    cargo: dict[str, int]
    delivered: dict[str, int]
    ships: int
    settlements: list[int]
    captains: list[str]


CAPTAINS = (
    "archer", "barbarian", "cartographer", "hero", "huntsman", "queen", "scout", "shieldmaiden", "trader", "tyrant",
    "watchman",
)  # fmt: skip


@dataclass
class Reference:
    """A position, read from saved data."""

    board: Board
    seats: list[Seat]
    outposts: list[tuple[Cell, int, int]]
    """Cell, corner, seat."""
    livestock: dict[Region, dict[str, int]]
    settlements: dict[Region, int]
    enemies: set[Region]

    # Islands and scores

    def influence(self, seat: int, island: frozenset[Region]) -> int:
        ashore = sum(number for place, number in self.seats[seat].vikings.items() if place in island)
        own = [(cell, corner) for cell, corner, who in self.outposts if who == seat]
        on_it = sum((cell, *self.board.tiles[cell].region_of(corner)) in island for cell, corner in own)
        return ashore + 2 * on_it

    def controlled(self, seat: int) -> list[frozenset[Region]]:
        found = []
        for island in self.board.bodies("land"):
            everybody = [self.influence(each, island) for each in range(len(self.seats))]
            if self.board.is_completed(island) and everybody[seat] > 0 and everybody[seat] == max(everybody):
                found.append(island)
        return found

    def points(self, seat: int) -> dict[str, int]:
        """The seven categories (XN-120 to XN-145)."""
        own = self.seats[seat]
        dead = own.vikings.get("dead", 0)
        built = sum(who == seat for _, _, who in self.outposts)
        bonuses = [self.bonus(seat, captain) for captain in own.captains]
        return {
            "livestock": best_sets(list(own.delivered.values())),
            "outposts": sum(range(2, 2 + built)),
            "enemy_ships": own.ships,
            "settlements": sum(own.settlements),
            "dead_vikings": dead**2,
            "islands": sum(tile_count(island) for island in self.controlled(seat)),
            "captain": min(bonuses, default=0),
        }

    def bonus(self, seat: int, captain: str) -> int:
        own = self.seats[seat]
        built = sum(who == seat for _, _, who in self.outposts)
        controlled = self.controlled(seat)
        delivered = own.delivered.values()
        if captain == "archer":
            ways = self.board.distances()
            sites = [self.board.around_vertex(cell, corner) for cell, corner, who in self.outposts if who == seat]
            return max((min(ways[cell] for cell, _ in site) for site in sites), default=0)
        if captain == "barbarian":
            return own.ships
        if captain == "cartographer":
            sizes = sorted(tile_count(island) for island in controlled)
            return sizes[-2] if len(sizes) > 1 else 0
        if captain == "hero":
            return 2 * min(built, len(own.settlements), own.ships)
        if captain == "huntsman":
            return 2 * sum(number // 2 for number in delivered)
        if captain == "queen":
            return max([0, *(self.influence(seat, island) - len(self.seats) for island in controlled)])
        if captain == "scout":
            return sum(
                self.board.is_completed(island)
                and island not in controlled
                and any(place in island for place in own.vikings)
                for island in self.board.bodies("land")
            )
        if captain == "shieldmaiden":
            return len(controlled)
        if captain == "trader":
            return 2 * (sum(delivered) // 3)
        return len(own.settlements) if captain == "tyrant" else built

    # What may be done

    def sail_targets(self, seat: int) -> set[Cell]:
        crew = self.seats[seat].vikings.get("aboard", 0)
        targets = self.board.links(self.seats[seat].longship)
        return {region[0] for region in targets if crew >= (2 if region in self.enemies else 1)}

    def marches(self, seat: int) -> set[tuple[Region, Cell, int]]:
        """Origin, target cell, number of Vikings."""
        return {
            (place, other[0], number)
            for place, there in self.seats[seat].vikings.items()
            if not isinstance(place, str)
            for other in self.board.links(place)
            for number in (1, 2)
            if number <= there
        }

    def herds(self, seat: int) -> set[tuple[Region, str, Cell]]:
        return {
            (place, animal, other[0])
            for place in self.seats[seat].vikings
            if not isinstance(place, str)
            for animal in self.livestock.get(place, {})
            for other in self.board.links(place)
        }

    def building_sites(self, seat: int) -> set[frozenset[Cell]]:
        """Each site as its three cells (XN-106 to XN-110)."""
        if sum(who == seat for _, _, who in self.outposts) == 5:
            return set()
        closed = {cell for cell, corner, _ in self.outposts for cell, _ in self.board.around_vertex(cell, corner)}
        found = set()
        for cell, tile in self.board.tiles.items():
            for corner in range(6):
                around = self.board.around_vertex(cell, corner)
                if tile.corners[corner] != "L" or any(each not in self.board.tiles for each, _ in around):
                    continue
                places = {(each, *self.board.tiles[each].region_of(its)) for each, its in around}
                builders = sum(self.seats[seat].vikings.get(place, 0) for place in places)
                cells = frozenset(each for each, _ in around)
                if builders >= 2 and not cells & closed:
                    found.add(cells)
        return found

    def cargoes_to_load(self, seat: int) -> set[tuple[tuple[str, str], ...]]:
        """Every non-empty set of pieces that fits aboard, as sorted (place, piece) pairs (XN-063 to XN-067)."""
        own = self.seats[seat]
        cell = own.longship[0]
        there: list[tuple[str, str]] = []
        if cell in FIXED:
            there += [("mainland", "viking")] * own.vikings.get("mainland", 0)
        for number in range(len(self.board.tiles[cell].lands)):
            region: Region = (cell, "land", number)
            if own.vikings.get(region, 0):
                there += [(f"land-{number + 1}", "viking")] * own.vikings[region]
                for animal, count in self.livestock.get(region, {}).items():
                    there += [(f"land-{number + 1}", animal)] * count
        free = 3 - own.vikings.get("aboard", 0) - sum(own.cargo.values())
        return subsets(there, free)

    def cargoes_to_unload(self, seat: int) -> set[tuple[tuple[str, str], ...]]:
        own = self.seats[seat]
        cell = own.longship[0]
        places = [f"land-{number + 1}" for number in range(len(self.board.tiles[cell].lands))]
        if cell in FIXED:
            places.insert(0, "mainland")
        crew = own.vikings.get("aboard", 0)
        if crew == 0:
            return set()
        pieces = ["viking"] * crew + [animal for animal, count in own.cargo.items() for _ in range(count)]
        found: set[tuple[tuple[str, str], ...]] = {()}
        for piece in pieces:
            found |= {tuple(sorted((*cargo, (place, piece)))) for cargo in found for place in places}
        return found - {()}


def subsets(items: list[tuple[str, str]], most: int) -> set[tuple[tuple[str, str], ...]]:
    found: set[tuple[tuple[str, str], ...]] = {()}
    for item in items:
        found |= {tuple(sorted((*each, item))) for each in found if len(each) < most}
    return found - {()}


def tile_count(island: frozenset[Region]) -> int:
    return len({cell for cell, _, _ in island})


def best_sets(numbers: list[int]) -> int:
    """The best division into sets, by trying every size for the next set (XN-121)."""
    numbers = sorted((number for number in numbers if number), reverse=True)
    return _best(tuple(numbers))


@cache
def _best(numbers: tuple[int, ...]) -> int:
    if not numbers:
        return 0
    best = 0
    for size in range(1, len(numbers) + 1):
        left = [number - 1 if at < size else number for at, number in enumerate(numbers)]
        rest = _best(tuple(sorted((number for number in left if number), reverse=True)))
        best = max(best, size * (size + 1) // 2 + rest)
    return best


# Reading saved data


def read(data: dict[str, Any]) -> Reference:
    board = Board()
    cell_of: dict[int, Cell] = {}
    for number, cell, turn in data["tiles"]:
        tile = all_tiles()[number] if number < 48 else fixed_tile(data["side"], number - 48)
        cell_of[number] = (cell % _WIDTH - _WIDTH // 2, cell // _WIDTH - _WIDTH // 2)
        board.tiles[cell_of[number]] = tile.turned(turn)

    def region(node: int) -> Region:
        return cell_of[node // 6], "land" if node % 6 < 3 else "sea", node % 6 % 3

    livestock = {region(row[0]): animals(row[1:7]) for row in data["land"]}
    settlements = {region(row[0]): row[7] for row in data["land"] if row[7]}
    enemies: set[Region] = {(cell_of[tile], "sea", all_tiles()[tile].on) for tile in data["enemy_ships"]}
    outposts = []
    for vertex, seat in data["outposts"]:
        cell = vertex // 2
        outposts.append(((cell % _WIDTH - _WIDTH // 2, cell // _WIDTH - _WIDTH // 2), 2 + vertex % 2, seat))
    names = {ABOARD: "aboard", ON_MAINLAND: "mainland", DEAD: "dead"}
    seats = []
    for player in data["players"]:
        vikings: dict[Region | str, int] = {}
        for node in player["vikings"]:
            place: Region | str = names[node] if node in names else region(node)
            vikings[place] = vikings.get(place, 0) + 1
        strengths = [at + 2 for at, count in enumerate(player["settlements"]) for _ in range(count)]
        held = [] if data["phase"] == "captain" else [CAPTAINS[each] for each in player["captains"] if each >= 0]
        cargo, delivered = animals(player["cargo"]), animals(player["delivered"])
        seats.append(Seat(vikings, region(player["longship"]), cargo, delivered, player["ships"], strengths, held))
    return Reference(board, seats, outposts, livestock, settlements, enemies)


def animals(numbers: list[int]) -> dict[str, int]:
    return {LIVESTOCK[at]: number for at, number in enumerate(numbers) if number}
