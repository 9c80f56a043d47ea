"""Positions of Fjords for the tests, from short descriptions.

``start`` is a new game, ``position`` a saved one that ``load`` has accepted, ``synthetic`` a landscape that no game leads to, laid
tile by tile on an empty table. Whatever a test needs from inside the engine is here and nowhere else.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from skali.core import Event, Rng, State, derive_seed, load_game
from skali.games.fjords import Fjords, decisions, farmland, landscape, setup
from skali.games.fjords.moves import GRID
from skali.games.fjords.phases import PLACE_FIELD, PLACE_TILE
from skali.games.fjords.state import FjordsState
from skali.kit.table import Table
from tests.games.fjords.reference import (
    Landscape,
    Reference,
    edges_match,
    links,
    read_cell,
    show_place,
    turn_of,
    type_of,
)

A, B = 0, 1
START = "PSPPMM at 0,0; MPPPPP at -1,1; PPPPPP at 0,1"
MIRRORED = "PMMPPS at 0,0; MPPPPP at 0,1; PPPPPP at -1,1"

_game = load_game("fjords")
assert isinstance(_game, Fjords)
GAME: Fjords = _game
PILE: list[str] = [row["corners"] for row in GAME.components.data["tile_type"] for _ in range(row["count"])]
"""The type of each tile of the hidden pile, by its id."""
FIRST_START_TILE = len(PILE)


class FjordsTable(Table):
    """A table at which draws can be chosen and tiles are named by their corners as they lie."""

    state: FjordsState

    @property
    def now(self) -> dict[str, Any]:
        """What everybody sees."""
        return self.state.view(A)

    def draws(self, *tiles: str) -> list[Event]:
        """The active seat draws, and luck brings these tiles, one after the other."""
        return self.draws_as(lambda brought: brought == list(tiles))

    def draws_as(self, wanted: Callable[[list[str]], bool]) -> list[Event]:
        """The active seat draws, and luck brings such tiles."""
        for seed in range(50_000):
            trial = self.state.copy()
            trial.reseed(seed)
            events: list[Event] = []
            trial.apply(trial.to_act()[0], GAME.moves.read("draw"), events)
            if wanted(drawn(events)):
                self.state.reseed(seed)
                return self.plays("draw")
        raise AssertionError("no draw brings such tiles")

    def placing(self, corners: str, at: str) -> str:
        """The notation that lays the tile in hand so that it looks like this."""
        assert self.now["hand"] == type_of(corners), f"{self.now['hand']} is in hand, not {corners}"
        return show_place(read_cell(at), corners)

    def places(self, corners: str, at: str) -> list[Event]:
        return self.plays(self.placing(corners, at))

    def offered_tiles(self) -> dict[str, set[str]]:
        """Where the tile in hand may lie, and how it would look there."""
        found: dict[str, set[str]] = {}
        for move in self.offers():
            after = FjordsTable(self.state.copy())
            after.plays(move)
            cell = move.split()[2]
            found.setdefault(cell, set()).add(after.landscape()[read_cell(cell)])
        return found

    def landscape(self) -> Landscape:
        return landscape_of(self.state)

    def huts(self, seat: int) -> list[str]:
        return [show_piece(piece) for piece in self.now["huts"][seat]]

    def fields(self, seat: int) -> list[str]:
        return [show_piece(piece) for piece in self.now["fields"][seat]]

    def targets(self) -> set[str]:
        """The cells at which the active seat may place a field."""
        return {move.split()[2] for move in self.offers() if move.startswith("field")}

    def copy(self) -> "FjordsTable":
        return FjordsTable(self.state.copy())


def show_piece(piece: dict[str, Any]) -> str:
    """``1,0``; a second region is written ``1,0/2``."""
    q, r = piece["cell"]
    return f"{q},{r}" + (f"/{piece['region']}" if piece["region"] > 1 else "")


def landscape_of(state: State) -> Landscape:
    return {tuple(tile["cell"]): tile["corners"] for tile in state.view(A)["landscape"]}


# A new game


def start(starter: int = A, seed: int = 0, **options: str) -> FjordsTable:
    """A new game that this seat starts."""
    while True:
        state = GAME.start(2, seed, GAME.options.parse(options))
        if state.to_act() == [starter]:
            return FjordsTable(state)
        seed += 1


def discovered(*turns: str, **options: str) -> FjordsTable:
    """A new game after turns such as ``SSPPPS at 1,0`` or ``PMMPPP at -1,0 hut``, each drawn and placed by the seat to act."""
    table = start(A, 0, **options)
    for turn in turns:
        corners, _, at, *hut = turn.split()
        table.draws(type_of(corners))
        if table.now["hand"]:
            table.places(corners, at)
        assert table.landscape()[read_cell(at)] == corners, f"'{turn}' is not what happened"
        if table.now["phase"] == "hut":
            table.plays("hut" if hut else "no hut")
    return table


# A saved position


def position(
    tiles: str = "",
    *,
    huts: tuple[str, str] = ("", ""),
    fields: tuple[str, str] = ("", ""),
    hidden: str | None = None,
    open: str = "",
    hand: str = "",
    taken: bool = False,
    hut_on: str = "",
    phase: str = "",
    active: int = A,
    starter: int | None = None,
    results: tuple[tuple[int, int], ...] = (),
    **options: str,
) -> FjordsTable:
    """The start tiles and more, as ``load`` takes it. See ``saved_position``."""
    return FjordsTable(GAME.load(saved_position(**locals() | {"options": options})))


def saved_position(
    tiles: str,
    huts: tuple[str, str],
    fields: tuple[str, str],
    hidden: str | None,
    open: str,
    hand: str,
    taken: bool,
    hut_on: str,
    phase: str,
    active: int,
    starter: int | None,
    results: tuple[tuple[int, int], ...],
    options: dict[str, str],
) -> dict[str, Any]:
    """A ``to_dict``.

    Tiles that are not named are hidden; if the hidden ones are named (``""``: none), they are open, or after discovery out of the
    round. Without a ``phase``: ``place`` with a tile in hand, ``hut`` with a cell in ``hut_on``, else ``source``. Who started the
    round follows from who is active and how many tiles lie.
    """
    data = start(A, 0, **options).state.to_dict()
    ids = _Ids()
    rows = [_parse_tile(text) for text in tiles.split(";") if text.strip()]
    data["landscape"] += [[cell, ids.take(corners), turn_of(corners)] for cell, corners in rows]
    data["hand"] = ids.take(hand) if hand else -1
    data["taken"] = taken
    data["open"] = [ids.take(tile) for tile in open.split()]
    data["hidden"] = ids.rest() if hidden is None else [ids.take(tile) for tile in hidden.split()]
    data["phase"] = phase or ("place" if hand else "hut" if hut_on else "source")
    if data["phase"] not in ("source", "place", "hut"):
        data["open"], data["hidden"] = [], []
    elif hidden is not None:
        data["open"] += ids.rest()
    data["landscape"].sort()
    data["open"].sort()
    data["hidden"].sort()
    data["last"] = _cell(hut_on) if hut_on else rows[-1][0] if rows else -1
    data["huts"] = [_pieces(text) for text in huts]
    data["fields"] = [sorted(_pieces(text)) for text in fields]
    turns = len(rows) - (data["phase"] == "hut")
    data["active"] = active
    data["starter"] = (active + turns) % 2 if starter is None else starter
    data["round"] = min(len(results), 2)
    data["history"] = [list(each) for each in [*results, (0, 0), (0, 0), (0, 0)][:3]]
    return data


class _Ids:
    """Hands out the tiles of the hidden pile by type, the lowest id first."""

    def __init__(self) -> None:
        self.left = list(range(len(PILE)))

    def take(self, corners: str) -> int:
        for tile in self.left:
            if PILE[tile] == type_of(corners):
                self.left.remove(tile)
                return tile
        raise AssertionError(f"there are not so many {type_of(corners)}")

    def rest(self) -> list[int]:
        rest, self.left = self.left, []
        return rest


def _cell(text: str) -> int:
    return int(GRID.cell(*read_cell(text)))


def _parse_tile(text: str) -> tuple[int, str]:
    corners, _, at = text.split()
    return _cell(at), corners


def _pieces(text: str) -> list[list[int]]:
    found = []
    for each in text.split():
        cell, _, region = each.partition("/")
        found.append([_cell(cell), int(region or 1) - 1])
    return found


# A landscape that no game leads to


def synthetic(
    tiles: str,
    *,
    hand: str = "",
    huts: tuple[str, str] = ("", ""),
    fields: tuple[str, str] = ("", ""),
    active: int = A,
    **options: str,
) -> FjordsTable:
    """Exactly these tiles, wherever they lie, as long as they match; a type may be used more often than there are tiles."""
    state = start(A, 0, **options).state
    setup.clear(state)
    state.hidden = 1
    for text in tiles.split(";"):
        cell, corners = _parse_tile(text)
        landscape.lay(state, any_tile(corners), cell, turn_of(corners))
    land = landscape_of(state)
    assert all(edges_match(land, cell, corners) for cell, corners in land.items()), f"these do not match: {tiles}"
    for seat in (A, B):
        state.active = seat
        for cell, region in _pieces(huts[seat]):
            state.last = cell
            decisions.put_hut(state, region, None)
    if hand:
        state.hand = any_tile(hand)
        state.phase = PLACE_TILE
        state.placements = landscape.count_placements(state, state.type_of[state.hand])
    else:
        state.hidden = 0
        state.phase = PLACE_FIELD
        farmland.survey(state)
        for seat in (A, B):
            state.active = seat
            for cell, region in _pieces(fields[seat]):
                decisions.place_field(state, farmland.node_of(state, cell, region), None)
    state.active = active
    return FjordsTable(state)


def any_tile(corners: str) -> int:
    """A tile of this type."""
    return PILE.index(type_of(corners))


def record_rounds(*points: tuple[int, int]) -> FjordsTable:
    """A game that is over, with these round scores."""
    state = start().state
    for round, (first, second) in enumerate(points):
        state.history |= (first << (10 * round)) | (second << (10 * round + 5))
    state.round = 2
    state.phase = 4
    return FjordsTable(state)


# Random games


def random_game(seed: int, **options: str) -> Iterator[tuple[FjordsState, str, list[Event], FjordsState]]:
    """A game of random moves: before, the move, what happened, after."""
    rng = Rng(derive_seed("random game", seed))
    state = GAME.start(2, seed, GAME.options.parse(options))
    while not state.is_over():
        seat = state.to_act()[0]
        legal = state.legal_moves(seat)
        move = legal[rng.below(len(legal))]
        after = state.copy()
        events: list[Event] = []
        after.apply(seat, move, events)
        yield state, GAME.moves.show(move), events, after
        state = after


def find(wanted: Callable[[FjordsState], bool], **options: str) -> FjordsTable:
    """The first position of random games that is as wanted."""
    for seed in range(300):
        for before, _, _, after in random_game(seed, **options):
            if wanted(before):
                return FjordsTable(before.copy())
            if after.is_over() and wanted(after):
                return FjordsTable(after.copy())
    raise AssertionError("no random game leads to such a position")


def drawn(events: list[Event]) -> list[str]:
    return [event.data["tile"] for event in events if event.kind == "drew"]


# The engine and the reference


def reference_of(state: FjordsState) -> Reference:
    """The reference at the first position of a game."""
    options = state.to_dict()["options"]
    return Reference(
        starter=int(state.starter),
        layout=options["start_layout"],
        segment=options["farmland_regions"] == "segment",
        fast_finish=options["fast_finish"],
    )


def differences(state: FjordsState, reference: Reference) -> list[str]:
    """Where the engine and the reference disagree on a position."""
    seen = state.view(A)
    seat = reference.active
    pairs: dict[str, tuple[object, object]] = {
        "phase": (seen["phase"], reference.phase),
        "round": (seen["round"], reference.round + 1),
        "starter": (seen["starter"], reference.starter),
        "awaiting": (seen["awaiting"], [] if reference.phase == "over" else [seat]),
        "results": ([tuple(each) for each in seen["rounds"]], reference.results),
        "scores": (seen["scores"], [reference.score(each) for each in (A, B)]),
        "landscape": (landscape_of(state), reference.landscape),
        "hand": (seen["hand"] or "", reference.hand),
        "open": (Counter(seen["open"]), +reference.open),
        "huts": ([_regions(each) for each in seen["huts"]], reference.huts),
        "fields": ([_regions(each) for each in seen["fields"]], reference.fields),
        "ranking": (state.ranking(), reference.ranking()) if reference.phase == "over" else ([], []),
    }
    if reference.phase in ("source", "place", "hut"):
        pairs["hidden"] = Counter(seen["hidden"]), +reference.hidden
    if reference.phase in ("source", "place", "hut"):
        reference.links = links(reference.landscape, reference.segment)  # the reach over the land as it lies
    if reference.phase != "over":
        pairs["reach"] = [_regions(each) for each in seen["reach"]], [reference.reach(each) for each in (A, B)]
    if reference.phase != "over":
        pairs["legal"] = sorted(GAME.moves.show(move) for move in state.legal_moves(seat)), sorted(reference.legal())
    return [f"{name}: engine {ours}, reference {theirs}" for name, (ours, theirs) in pairs.items() if ours != theirs]


def _regions(pieces: list[dict[str, Any]]) -> set[tuple[int, int, int]]:
    return {(piece["cell"][1], piece["cell"][0], piece["region"] - 1) for piece in pieces}
