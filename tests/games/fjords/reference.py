"""Fjords a second time, slow and obvious, to compare the engine with.

A landscape is a dict of cell to corner string. Placements are found by trying every cell around the landscape in all six turns;
the land is flooded corner by corner; reach is walked tile by tile. Nothing is imported from the game. Luck is not modelled:
whoever plays a move here says which tiles were drawn.
"""

import copy
from collections import Counter
from dataclasses import dataclass, field
from functools import cache

Cell = tuple[int, int]
Region = tuple[int, int, int]
"""Second coordinate, first coordinate, number of the region on the tile: in the order of FJ-079."""
Landscape = dict[Cell, str]

STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
LAYOUTS: dict[str, Landscape] = {
    "printed": {(0, 0): "PSPPMM", (-1, 1): "MPPPPP", (0, 1): "PPPPPP"},
    "mirrored": {(0, 0): "PMMPPS", (0, 1): "MPPPPP", (-1, 1): "PPPPPP"},
}
PILE = Counter(
    {
        "MMMMMM": 1,
        "MMMMMP": 1,
        "MMMMPP": 2,
        "MMMPPP": 3,
        "MMMPSP": 1,
        "MMPMMP": 1,
        "MMPMPP": 1,
        "MMPPMP": 1,
        "MMPPPP": 3,
        "MMPPSP": 2,
        "MMPSPP": 1,
        "MMPSSP": 2,
        "MPMPPP": 2,
        "MPPPPP": 1,
        "MPSSPP": 1,
        "MPPSSP": 1,
        "MPSSSP": 2,
        "PPPPPP": 1,
        "PPPPPS": 2,
        "PPPSSS": 4,
        "PPSSSS": 3,
        "PSSSSS": 1,
    }
)
DIVIDED = ("MMPMMP", "MMPMPP", "MMPPMP")


# Tiles


@cache
def turned(corners: str, turn: int) -> str:
    """Clockwise by so many sixths: what was in the north comes to the north-east."""
    return "".join(corners[(at - turn) % 6] for at in range(6))


@cache
def type_of(corners: str) -> str:
    return min(turned(corners, turn) for turn in range(6))


def turn_of(corners: str) -> int:
    """The smallest turn that makes the type look like this."""
    return min(turn for turn in range(6) if turned(type_of(corners), turn) == corners)


def neighbour(cell: Cell, edge: int) -> Cell:
    return cell[0] + STEPS[edge][0], cell[1] + STEPS[edge][1]


# Placing


def edges_match(landscape: Landscape, cell: Cell, corners: str) -> bool:
    for edge in range(6):
        other = landscape.get(neighbour(cell, edge))
        if other is not None:
            if corners[edge] != other[(edge + 4) % 6] or corners[(edge + 1) % 6] != other[(edge + 3) % 6]:
                return False
    return True


def land_masses(landscape: Landscape) -> int:
    """How many separate pieces of land there are: flooded over land corners, along tiles and across shared edges."""
    land = {(cell, at) for cell, corners in landscape.items() for at in range(6) if corners[at] != "S"}
    masses = 0
    while land:
        masses += 1
        flood = [land.pop()]
        while flood:
            cell, at = flood.pop()
            touching = [(cell, (at + 1) % 6), (cell, (at - 1) % 6)]
            touching.append((neighbour(cell, at), (at + 4) % 6))  # as the first corner of its edge
            touching.append((neighbour(cell, (at - 1) % 6), (at + 2) % 6))  # as the second corner of the edge before
            for each in touching:
                if each in land:
                    land.remove(each)
                    flood.append(each)
    return masses


def laid_neighbours(landscape: Landscape, cell: Cell) -> int:
    return sum(neighbour(cell, edge) in landscape for edge in range(6))


def placement_is_legal(landscape: Landscape, cell: Cell, corners: str) -> bool:
    return (
        cell not in landscape
        and laid_neighbours(landscape, cell) >= 2
        and edges_match(landscape, cell, corners)
        and land_masses({**landscape, cell: corners}) == 1
    )


def placements(landscape: Landscape, tile: str) -> set[tuple[Cell, str]]:
    """Every cell with the corners as they would lie."""
    touched = Counter(neighbour(cell, edge) for cell in landscape for edge in range(6))
    around = [
        cell for cell, count in touched.items() if count >= 2 and cell not in landscape
    ]  # the others break FJ-032
    looks = {turned(tile, turn) for turn in range(6)}
    return {(cell, corners) for cell in around for corners in looks if placement_is_legal(landscape, cell, corners)}


# Farmland


@cache
def runs(corners: str) -> list[frozenset[int]]:
    """The runs of farmland corners, clockwise from the north by the corner where they begin."""
    if corners == "PPPPPP":
        return [frozenset(range(6))]
    found = []
    for begin in range(6):
        if corners[begin] == "P" and corners[begin - 1] != "P":
            run = {begin}
            while corners[(begin + len(run)) % 6] == "P":
                run.add((begin + len(run)) % 6)
            found.append(frozenset(run))
    return found


def regions(cell: Cell, corners: str, segment: bool) -> dict[Region, frozenset[int]]:
    """The regions of a tile with their corners."""
    found = runs(corners)
    if found and not (segment and type_of(corners) in DIVIDED):
        found = [frozenset().union(*found)]
    return {(cell[1], cell[0], number): run for number, run in enumerate(found)}


def links(landscape: Landscape, segment: bool) -> dict[Region, set[Region]]:
    """Every region with those that it is linked to."""
    on_tile = {cell: regions(cell, corners, segment) for cell, corners in landscape.items()}
    found: dict[Region, set[Region]] = {}
    for cell in landscape:
        for region, own in on_tile[cell].items():
            linked = found.setdefault(region, set())
            for edge in range(6):
                other = neighbour(cell, edge)
                if other in landscape:
                    for beyond, theirs in on_tile[other].items():
                        first = edge in own and (edge + 4) % 6 in theirs
                        second = (edge + 1) % 6 in own and (edge + 3) % 6 in theirs
                        if first or second:
                            linked.add(beyond)
    return found


# The game


@dataclass
class Reference:
    """A whole game of Fjords. ``play`` takes the notation, and for a draw the tiles that came."""

    starter: int
    layout: str = "printed"
    segment: bool = False
    fast_finish: bool = True
    round: int = 0
    results: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.begin_round(self.starter)

    def begin_round(self, starter: int) -> None:
        self.starter = self.active = starter
        self.phase = "source"
        self.landscape = dict(LAYOUTS[self.layout])
        self.hidden = Counter(PILE)
        self.open: Counter[str] = Counter()
        self.hand = ""
        self.last: Cell | None = None
        self.huts: list[set[Region]] = [set(), set()]
        self.fields: list[set[Region]] = [set(), set()]

    def copy(self) -> "Reference":
        twin = copy.copy(self)
        twin.results = list(self.results)
        twin.landscape = dict(self.landscape)
        twin.hidden, twin.open = Counter(self.hidden), Counter(self.open)
        twin.huts = [set(each) for each in self.huts]
        twin.fields = [set(each) for each in self.fields]
        return twin

    # What may be done

    def legal(self) -> set[str]:
        if self.phase == "source":
            return {"draw"} | {f"take {tile}" for tile in self.fitting_open()}
        if self.phase == "place":
            return {show_place(cell, corners) for cell, corners in placements(self.landscape, self.hand)}
        if self.phase == "hut":
            found = list(self.regions_of_last())
            hut = ["hut"] if len(found) == 1 else [f"hut region {each[2] + 1}" for each in found]
            return {"no hut", *hut}
        if self.phase == "field":
            return {self.show_field(region) for region in self.targets(self.active)}
        return set()

    def fitting_open(self) -> set[str]:
        return {tile for tile, count in self.open.items() if count and placements(self.landscape, tile)}

    def regions_of_last(self) -> dict[Region, frozenset[int]]:
        assert self.last is not None
        return regions(self.last, self.landscape[self.last], self.segment)

    def taken(self) -> set[Region]:
        return self.huts[0] | self.huts[1] | self.fields[0] | self.fields[1]

    def targets(self, seat: int) -> set[Region]:
        if len(self.fields[seat]) == 20:
            return set()
        own = self.huts[seat] | self.fields[seat]
        taken = self.taken()
        return {region for region, linked in self.links.items() if region not in taken and linked & own}

    def reach(self, seat: int) -> set[Region]:
        """Walks from the seat's targets over empty farmland."""
        reached: set[Region] = set()
        fresh = self.targets(seat)
        while fresh:
            region = fresh.pop()
            reached.add(region)
            fresh |= self.links[region] - self.taken() - reached
        return reached

    def show_field(self, region: Region) -> str:
        row, column, number = region
        divided = (row, column, 1) in self.links
        return f"field at {column},{row}" + (f" region {number + 1}" if divided else "")

    # What happens

    def play(self, move: str, drawn: list[str]) -> None:
        assert move in self.legal(), f"the reference does not allow '{move}'"
        words = move.split()
        if words[0] == "draw":
            self.draw(list(drawn))
        elif words[0] == "take":
            self.open[words[1]] -= 1
            self.hold(words[1])
        elif words[0] == "place":
            cell = read_cell(words[2])
            self.lay(cell, turned(self.hand, int(words[4])))
        elif words[0] == "field":
            column, row = read_cell(words[2])
            self.fields[self.active].add((row, column, int(words[4]) - 1 if len(words) > 3 else 0))
            self.go_on(1 - self.active)
        else:
            if words[0] == "hut":
                found = list(self.regions_of_last())
                self.huts[self.active].add(found[int(words[2]) - 1 if len(words) > 1 else 0])
            self.end_turn()

    def draw(self, drawn: list[str]) -> None:
        while True:
            tile = drawn.pop(0)
            self.hidden[tile] -= 1
            assert self.hidden[tile] >= 0, f"no {tile} was hidden"
            if placements(self.landscape, tile):
                assert not drawn, f"drawn after a tile that fits: {drawn}"
                self.hold(tile)
                return
            self.open[tile] += 1
            if not self.hidden.total():
                assert not drawn
                self.begin_colonisation(self.active)
                return
            if self.fitting_open():
                assert not drawn, f"drawn though there was a choice: {drawn}"
                return

    def hold(self, tile: str) -> None:
        self.hand = tile
        self.phase = "place"
        found = placements(self.landscape, tile)
        if len(found) == 1:
            self.lay(*found.pop())

    def lay(self, cell: Cell, corners: str) -> None:
        self.landscape[cell] = corners
        self.last = cell
        self.hand = ""
        if len(self.huts[self.active]) < 4 and "P" in corners:
            self.phase = "hut"
        else:
            self.end_turn()

    def end_turn(self) -> None:
        if self.hidden.total():
            self.active = 1 - self.active
            self.phase = "source"
        else:
            self.begin_colonisation(1 - self.active)

    def begin_colonisation(self, first: int) -> None:
        self.phase = "field"
        self.open.clear()
        self.links = links(self.landscape, self.segment)
        self.go_on(first)

    def go_on(self, seat: int) -> None:
        """Until somebody has a choice, or the round is over."""
        while self.targets(0) or self.targets(1):
            targets = self.targets(seat)
            settled = self.fast_finish and not self.reach(0) & self.reach(1)
            if len(targets) > 1 and not settled:
                self.active = seat
                return
            if targets:
                self.fields[seat].add(min(targets))
            seat = 1 - seat
        self.end_round()

    def end_round(self) -> None:
        points = len(self.fields[0]), len(self.fields[1])
        self.results.append(points)
        if len(self.results) == 3:
            self.phase = "over"
            return
        self.round += 1
        if points[0] == points[1]:
            self.begin_round(1 - self.starter)
        else:
            self.begin_round(0 if points[0] < points[1] else 1)

    # What it is worth

    def score(self, seat: int) -> int:
        now = 0 if self.phase == "over" else len(self.fields[seat])
        return now + sum(points[seat] for points in self.results)

    def ranking(self) -> list[int]:
        won = [sum(points[seat] > points[1 - seat] for points in self.results) for seat in range(2)]
        first, second = (self.score(seat) for seat in range(2))
        if first == second:
            first, second = (int(count >= 2) for count in won)
        if first == second:
            return [1, 1]
        return [1, 2] if first > second else [2, 1]


def show_place(cell: Cell, corners: str) -> str:
    return f"place at {cell[0]},{cell[1]} turn {turn_of(corners)}"


def read_cell(text: str) -> Cell:
    first, second = text.split(",")
    return int(first), int(second)
