"""Positions of Explorers for the tests, from short descriptions.

``start`` is a new game, ``given`` a position that ``load`` has accepted. Places on land are written ``1,-1`` (the first land region
of the tile there) or ``1,-1/2``. Whatever a test needs from inside the engine is here and nowhere else.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from skali.core import Event, Rng, State, derive_seed
from skali.games.explorers import Explorers
from skali.games.explorers.state import ExplorersState
from skali.kit.table import Table
from tests.games.explorers.reference import (
    CAPTAINS,
    FIXED,
    LIVESTOCK,
    Board,
    Cell,
    Region,
    all_tiles,
    fixed_tile,
    neighbours,
    tile_count,
)

A, B, C, D = 0, 1, 2, 3
RED, YELLOW = A, B

GAME = Explorers()
END_TURN = GAME.moves.read("end turn")
NAMES = [tile.name for tile in all_tiles()]
LIVESTOCK_TOTAL = (6, 5, 5, 4, 3, 3)
SETTLEMENT_TOTAL = (3, 4, 4, 3)
_WIDTH = 101
_PLACES = {"mainland": 400, "aboard": 401, "dead": 402}
_CORNERS = ("N", "NE", "SE", "S", "SW", "NW")

THREE = "X01 at 0,-1 turn 2; X23 at 1,-1 turn 4"
"""EX-XN-06: with F2 a completed island of three tiles around F2.N; an enemy ship at 0,-1, a pig at 1,-1."""


class ExplorersTable(Table):
    state: ExplorersState

    @property
    def now(self) -> dict[str, Any]:
        """What everybody sees."""
        return self.state.view(-1)

    def tile(self, cell: str) -> dict[str, Any]:
        """A laid tile."""
        return next(tile for tile in self.now["tiles"] if tile["cell"] == list(read_cell(cell)))

    def land(self, place: str) -> dict[str, Any]:
        cell, _, number = place.partition("/")
        land: dict[str, Any] = self.tile(cell)["lands"][int(number or 1) - 1]
        return land

    def island(self, place: str) -> dict[str, Any]:
        """The island to which a land region belongs."""
        island: dict[str, Any] = self.now["islands"][self.land(place)["island"] - 1]
        return island

    def player(self, seat: int) -> dict[str, Any]:
        player: dict[str, Any] = self.now["players"][seat]
        return player

    def points(self, seat: int, category: str) -> int:
        return int(self.player(seat)["points"][category])

    def with_luck(self, move: str, wanted: Callable[["ExplorersTable"], bool]) -> list[Event]:
        """Plays a move, and luck brings what is wanted."""
        for seed in range(20_000):
            trial = ExplorersTable(self.state.copy())
            trial.state.reseed(seed)
            trial.plays(move)
            if wanted(trial):
                self.state.reseed(seed)
                return self.plays(move)
        raise AssertionError(f"no luck brings what is wanted of '{move}'")

    def loads(self, *pieces: str) -> list[Event]:
        """The active player loads exactly these, each written ``viking mainland`` or ``pig land-1``."""
        return self._moves_cargo("load", sorted(pieces))

    def unloads(self, *pieces: str) -> list[Event]:
        return self._moves_cargo("unload", sorted(pieces))

    def cargoes(self, action: str) -> dict[tuple[str, ...], list[str]]:
        """Every cargo that can be named after ``load`` or ``unload``, with the moves that name it."""
        found: dict[tuple[str, ...], list[str]] = {}

        def go(table: ExplorersTable, way: list[str]) -> None:
            after = ExplorersTable(table.state.copy())
            events = after.plays(way[-1])
            told = [event.data for event in events if event.kind in ("loaded", "unloaded")]
            if told:
                cargo = tuple(sorted(f"{piece} {place}" for piece, place in zip(told[0]["pieces"], told[0]["places"])))
                assert cargo not in found, f"{cargo} can be named by {found.get(cargo)} and by {way}"
                found[cargo] = way
            else:
                for further in after.offers():
                    go(after, [*way, further])

        go(self, [action])
        return found

    def _moves_cargo(self, action: str, pieces: list[str]) -> list[Event]:
        cargoes = self.cargoes(action)
        assert tuple(pieces) in cargoes, f"{action} can be: {list(cargoes)}"
        return self.plays_all(*cargoes[tuple(pieces)])

    def ends_turn(self) -> list[Event]:
        return self.plays("end turn")


def start(seats: int = 2, seed: int = 1, side: str = "A-front") -> ExplorersTable:
    return ExplorersTable(GAME.start(seats, seed, GAME.options.parse({"start_side": side})))


def begun(seats: int = 2, seed: int = 1, side: str = "A-front") -> ExplorersTable:
    """A new game after the choice of captains: everybody keeps the first."""
    table = start(seats, seed, side)
    for seat in list(table.awaits) if seats > 1 else []:
        table.plays(table.offers(seat=seat)[0], seat)
    return table


def read_cell(text: str) -> Cell:
    q, r = text.split(",")
    return int(q), int(r)


def cell_number(text: str) -> int:
    q, r = read_cell(text)
    return (r + _WIDTH // 2) * _WIDTH + q + _WIDTH // 2


def read_laid(laid: str) -> list[tuple[int, str, int]]:
    """Tile, cell and turn of each of ``X01 at 0,-1 turn 2; ...``."""
    rows = []
    for each in filter(None, (part.strip() for part in laid.split(";"))):
        name, _, cell, _, turn = each.split()
        rows.append((NAMES.index(name), cell, int(turn)))
    return rows


def given(
    laid: str = "",
    *,
    seats: int = 2,
    side: str = "A-front",
    active: int = A,
    phase: str = "action",
    points: int = 4,
    turn: int = 0,
    hands: Iterable[str] = (),
    captains: Iterable[str] = (),
    vikings: dict[int, dict[str, int]] | None = None,
    longships: dict[int, str] | None = None,
    cargo: dict[int, str] | None = None,
    delivered: dict[int, str] | None = None,
    livestock: dict[str, str] | None = None,
    strengths: dict[str, int] | None = None,
    settlements: dict[int, list[int]] | None = None,
    sunk: dict[int, str] | None = None,
    calm: str = "",
    outposts: dict[str, int] | None = None,
) -> ExplorersTable:
    """A position by its description.

    What is not described is as it would be: tokens lie on their tiles (settlements have strength 3, then 4, 5, 2, or what
    ``strengths`` says; ``calm`` cells have lost their enemy ship), Vikings are 2 aboard and the rest on the mainland, longships
    on F2; ``sunk`` are the backs of destroyed ships.
    """
    rows = read_laid(laid)
    where = {"-1,0": 48, "0,0": 49, "1,0": 50} | {cell: tile for tile, cell, _ in rows}

    def node(place: str, terrain: str = "land") -> int:
        cell, _, number = place.partition("/")
        return where[cell] * 6 + int(number or 1) - 1 + (3 if terrain == "sea" else 0)

    land: dict[int, list[int]] = {}
    enemies = []
    tokens = [3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 2, 2, 2]
    for strength in [*(strengths or {}).values(), *(each for own in (settlements or {}).values() for each in own)]:
        tokens.remove(strength)
    for tile, cell, _ in rows:
        item = all_tiles()[tile].item
        region = tile * 6 + all_tiles()[tile].on
        if item == "enemy_ship":
            enemies += [tile] if cell not in calm.split() else []
        elif item == "settlement":
            strength = (strengths or {}).get(cell) or tokens.pop(0)
            land[region] = [0] * 6 + [strength]
        else:
            land[region] = [int(kind == item) for kind in LIVESTOCK] + [0]
    for place, animals in (livestock or {}).items():
        kept = land.get(node(place), [0] * 7)[6]
        land[node(place)] = [*counts(animals), kept]
    data = begun(seats, 1, side).state.to_dict()
    data["tiles"] = sorted(
        [[tile, cell_number(cell), turn] for tile, cell, turn in rows]
        + [[48, cell_number("-1,0"), 0], [49, cell_number("0,0"), 0], [50, cell_number("1,0"), 0]]
    )
    data["land"] = [[place, *there] for place, there in sorted(land.items()) if any(there)]
    data["enemy_ships"] = sorted(enemies)
    data |= {"phase": phase, "points": points, "active": active, "first": 0, "turn": turn, "step": [-1] * 5 + [0]}
    data["placed"] = 0 if phase == "tile" else 1
    _deal(data, [tile for tile, _, _ in rows], [hand.split() for hand in hands])
    backs = {seat: (sunk or {}).get(seat, "").split() for seat in range(seats)}
    chosen = list(captains) or ["barbarian", "tyrant", "watchman", "trader"]
    for seat, player in enumerate(data["players"]):
        places = dict((vikings or {}).get(seat, {"aboard": 2}))
        places["dead"] = backs[seat].count("viking_dies")
        nodes = [_PLACES[place] if place in _PLACES else node(place) for place, n in places.items() for _ in range(n)]
        player["vikings"] = sorted(nodes + [_PLACES["mainland"]] * (7 - len(nodes)))
        player["longship"] = node((longships or {}).get(seat, "0,0"), "sea")
        player["cargo"] = counts((cargo or {}).get(seat, ""))
        player["delivered"] = counts((delivered or {}).get(seat, ""))
        player["ships"] = len(backs[seat])
        player["settlements"] = [(settlements or {}).get(seat, []).count(strength) for strength in range(2, 6)]
        if seats > 1:
            player["captains"] = [CAPTAINS.index(chosen[seat]), -1]
        elif captains:
            player["captains"] = sorted(CAPTAINS.index(each) for each in chosen)
    data["outposts"] = sorted([vertex(site), seat] for site, seat in (outposts or {}).items())
    _fill_supplies(data, [back for each in backs.values() for back in each])
    return ExplorersTable(GAME.load(data))


def _deal(data: dict[str, Any], laid: list[int], hands: list[list[str]]) -> None:
    """The named hands (three tiles for the others), the rest in the stack; alone, a multiple of three there."""
    left = [tile for tile in range(48) if tile not in laid]
    named = [[NAMES.index(name) for name in hand] for hand in hands]
    left = [tile for tile in left if not any(tile in hand for hand in named)]
    for seat, player in enumerate(data["players"]):
        drawn_later = len(data["players"]) == 1 and data["phase"] != "tile"
        if seat < len(named):
            player["hand"] = sorted(named[seat])
        else:
            player["hand"] = sorted(left.pop() for _ in range(0 if drawn_later else min(3, len(left))))
        player["known"] = []
    extra = len(left) % 3 if len(data["players"]) == 1 else 0
    data["stack"] = sorted(left[extra:])
    data["discarded"] = sorted(left[:extra])


def _fill_supplies(data: dict[str, Any], backs: list[str]) -> None:
    players = data["players"]
    for kind in range(6):
        used = sum(row[1 + kind] for row in data["land"])
        used += sum(player["cargo"][kind] + player["delivered"][kind] for player in players)
        data["supply"][kind] = LIVESTOCK_TOTAL[kind] - used
    for at in range(4):
        used = sum(row[7] == at + 2 for row in data["land"]) + sum(player["settlements"][at] for player in players)
        data["settlements"][at] = SETTLEMENT_TOTAL[at] - used
    data["unturned"] = [6 - backs.count("viking_dies"), 6 - backs.count("safe")]


def counts(animals: str) -> list[int]:
    named = animals.split()
    assert set(named) <= set(LIVESTOCK), animals
    return [named.count(kind) for kind in LIVESTOCK]


def vertex(site: str) -> int:
    """The number of ``0,-1 SE``."""
    cell, corner = site.split()
    assert corner in ("SE", "S"), "a vertex is named by the corner SE or S of its smallest cell"
    return cell_number(cell) * 2 + (corner == "S")


# Games


@cache
def random_game(seats: int, seed: int, side: str = "A-front") -> tuple[State, ...]:
    """All positions of a random game, in which turns are rarely ended early, so that something happens."""
    state: State = GAME.start(seats, seed, GAME.options.parse({"start_side": side}))
    rng = Rng(derive_seed("game", seats, seed, side))
    states = [state]
    while not state.is_over():
        state = state.copy()
        seat = state.to_act()[0]
        moves = state.legal_moves(seat)
        if moves[-1] == END_TURN and len(moves) > 1 and rng.below(20):
            moves.pop()
        state.apply(seat, moves[rng.below(len(moves))])
        states.append(state)
    return tuple(states)


def find(positions: Iterable[State], wanted: Callable[[State], bool]) -> ExplorersTable:
    """The first position that is as wanted."""
    for state in positions:
        if wanted(state):
            copied = state.copy()
            assert isinstance(copied, ExplorersState)
            return ExplorersTable(copied)
    raise AssertionError("no such position was found")


# Boards


@cache
def random_board(seed: int, tiles: int, side: str = "A-front") -> tuple[str, Board]:
    """Tiles laid at random, mostly where they touch most others, so that islands get completed; also as a description."""
    rng = Rng(derive_seed("board", seed, tiles, side))
    board = Board({cell: fixed_tile(side, number) for number, cell in enumerate(FIXED)})
    left = list(range(48))
    laid: list[str] = []
    while len(laid) < tiles and left:
        tile = left.pop(rng.below(len(left)))
        places = sorted(board.placements(all_tiles()[tile]))
        distinct = int(GAME.tables.distinct[tile])
        places = [place for place in places if place[1] < distinct]
        if places:
            touching = [sum(near in board.tiles for near in neighbours(cell)) for cell, _ in places]
            best = [place for place, count in zip(places, touching) if count == max(touching) or rng.below(8) == 0]
            cell, turn = best[rng.below(len(best))]
            board.tiles[cell] = all_tiles()[tile].turned(turn)
            laid.append(f"{NAMES[tile]} at {cell[0]},{cell[1]} turn {turn}")
    return "; ".join(laid), board


def board_where(wanted: Callable[[Board], Any], seed: int, tiles: int = 30) -> tuple[str, Board, Any]:
    """The random board of a seed, of which something true can be said, with what was said."""
    laid, board = random_board(seed, tiles)
    found = wanted(board)
    assert found, f"the board of seed {seed} is not as wanted: look for another seed"
    return laid, board, found


def completed_islands(board: Board) -> list[frozenset[Region]]:
    return [island for island in board.bodies("land") if board.is_completed(island)]


def of_sizes(board: Board, *sizes: int) -> list[frozenset[Region]] | None:
    """Completed islands with these numbers of tiles, or None if there are not as many."""
    left = completed_islands(board)
    chosen: list[frozenset[Region]] = []
    for size in sizes:
        match = next((island for island in left if tile_count(island) == size), None)
        if match is None:
            return None
        chosen.append(match)
        left.remove(match)
    return chosen


def sites(board: Board) -> dict[str, tuple[frozenset[Cell], frozenset[Region]]]:
    """Every vertex where three tiles meet by land: its three cells and the regions around it."""
    found: dict[str, tuple[frozenset[Cell], frozenset[Region]]] = {}
    for cell, tile in board.tiles.items():
        for corner in (2, 3):
            around = board.around_vertex(cell, corner)
            if tile.corners[corner] == "L" and all(each in board.tiles for each, _ in around):
                regions = frozenset((each, *board.tiles[each].region_of(its)) for each, its in around)
                cells = frozenset(each for each, _ in around)
                found[f"{cell[0]},{cell[1]} {_CORNERS[corner]}"] = (cells, regions)
    return found


def apart(board: Board, number: int, among: Iterable[str] | None = None) -> list[str] | None:
    """So many vertices for outposts that share no tile."""
    chosen: list[str] = []
    closed: set[Cell] = set()
    places = sites(board)
    for site in sorted(places if among is None else among):
        if not places[site][0] & closed:
            chosen.append(site)
            closed |= places[site][0]
    return chosen[:number] if len(chosen) >= number else None


def place_of(region: Region) -> str:
    (q, r), _, number = region
    return f"{q},{r}/{number + 1}"


def on(island: frozenset[Region]) -> str:
    """Somewhere on an island."""
    return place_of(min(island))
