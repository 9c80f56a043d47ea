"""What is saved of a position, and what must be true of it beyond the bounds of each value."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from skali.core.bits import bit, full, members_of, popcount
from skali.core.layout import Flag, Layout, Luck, Members, Name, Number, Special, Value, must_have_a_choice
from skali.core.protocol import LoadError
from skali.core.reading import list_of, within
from skali.games.fjords import components, farmland, landscape, moves, phases, setup
from skali.games.fjords.position import HUT_BITS, HUTS, SIDE, FjordsPosition

_CELL = Number(0, moves.CELLS - 1)


def layout(position: FjordsPosition) -> Layout:
    pile = components.PILE_TILES
    return Layout(
        Value("phase", Name(phases.NAMES)),
        Value("round", Number(0, int(position.tables.rounds) - 1)),
        Value("starter", Number(0, 1)),
        Value("active", Number(0, 1)),
        Special("history", write_history, read_history),
        Value("barrier", Number(0, 1 << 30), "barriers"),
        Value("hidden", Members(pile)),
        Value("open", Members(pile)),
        Value("hand", Number(components.NO_TILE, pile - 1)),
        Value("taken", Flag()),
        Value("last", Number(moves.NO_CELL, moves.CELLS - 1)),
        Special("landscape", write_landscape, read_landscape),
        Special("huts", write_huts, read_huts),
        Special("fields", write_fields, read_fields),
        Luck(),
    )


def to_dict(position: FjordsPosition) -> dict[str, Any]:
    return layout(position).write(position, position.variant.options)


def read(position: FjordsPosition, data: dict[str, Any]) -> None:
    """Fills a new position from saved data; a ``LoadError`` says what is wrong."""
    setup.clear(position)
    layout(position).read(position, data)
    check(position)
    for tile in members_of(position.open):
        position.open_types |= bit(i64(position.type_of[tile]))
    if position.phase == phases.CHOOSE_SOURCE:
        position.open_fits = landscape.fitting_open_types(position)
    elif position.phase == phases.PLACE_TILE:
        position.placements = landscape.count_placements(position, i64(position.type_of[position.hand]))
    must_have_a_choice(position)


def check(position: FjordsPosition) -> None:
    """Every tile exactly once, or at most once after discovery; a tile in hand exactly while it is being placed."""
    loose = [*members_of(position.hidden), *members_of(position.open)]
    if position.hand != components.NO_TILE:
        loose.append(int(position.hand))
    seen = full(components.ALL_TILES) ^ full(components.ALL_TILES)
    for tile in [*loose, *[row[1] for row in write_landscape(position)]]:
        if seen & bit(tile):
            raise LoadError(f"tile {tile} is there twice")
        seen |= bit(tile)
    missing = components.ALL_TILES - popcount(seen)
    if missing and position.phase < phases.PLACE_FIELD:
        raise LoadError(f"{missing} of the {components.ALL_TILES} tiles are missing")
    if (position.phase == phases.PLACE_TILE) != (position.hand != components.NO_TILE):
        raise LoadError("a tile is in hand exactly while it is being placed")
    if position.phase == phases.CHOOSE_SOURCE and not position.hidden:
        raise LoadError("discovery goes on only while there are hidden tiles")
    if position.phase == phases.PUT_HUT and (position.last < 0 or position.grid[position.last] >= 0):
        raise LoadError("there is no tile to put a hut on")


# Fields


def write_history(position: FjordsPosition) -> list[list[int]]:
    rounds = range(position.tables.rounds)
    return [[int(position.past_fields(round, seat)) for seat in range(2)] for round in rounds]


def read_history(position: FjordsPosition, saved: Any) -> None:
    for round, points in enumerate(list_of(saved, "history", int(position.tables.rounds))):
        for seat, fields in enumerate(list_of(points, "history", 2)):
            count: i64 = within(fields, 0, int(position.tables.fields), f"history of round {round + 1}")
            position.history |= count << (5 * (2 * round + seat))


def write_landscape(position: FjordsPosition) -> list[list[int]]:
    """Cell, tile and turn of everything laid, in the order of the cells."""
    rows: list[list[int]] = []
    for cell in position.laid:
        rows.append(
            [int(cell), int(landscape.tile_at(position, i64(cell))), int(landscape.turn_at(position, i64(cell)))]
        )
    return rows


def read_landscape(position: FjordsPosition, saved: Any) -> None:
    if len(list_of(saved, "landscape")) > components.ALL_TILES:
        raise LoadError(f"{len(saved)} tiles are laid; there are {components.ALL_TILES}")
    for row in saved:
        cell, tile, turn = list_of(row, "tile of the landscape", 3)
        _CELL.read(cell, "cell")
        within(tile, 0, components.ALL_TILES - 1, "tile")
        within(turn, 0, moves.TURNS - 1, "turn")
        on_rim = cell // moves.WIDTH in (0, moves.WIDTH - 1) or cell % moves.WIDTH in (0, moves.WIDTH - 1)
        if on_rim or position.grid[cell] < 0:
            raise LoadError(f"tile {tile} cannot lie on cell {cell}")
        landscape.lay(position, tile, cell, turn)


def write_huts(position: FjordsPosition) -> list[list[list[int]]]:
    """Cell and region of the huts of each seat, in the order they were put."""
    found: list[list[list[int]]] = []
    for seat in range(2):
        packed = position.huts(seat)
        huts: list[list[int]] = []
        while packed:
            hut = packed & full(HUT_BITS)
            huts.insert(0, [int((hut - 1) // 4), int((hut - 1) % 4)])
            packed >>= HUT_BITS
        found.append(huts)
    return found


def read_huts(position: FjordsPosition, saved: Any) -> None:
    for seat, huts in enumerate(list_of(saved, "huts", 2)):
        if len(list_of(huts, "huts")) > position.tables.huts:
            raise LoadError(f"seat {seat} has {len(huts)} huts; there are {position.tables.huts}")
        packed: i64 = 0
        for cell, region in huts:
            _CELL.read(cell, "hut")
            if position.grid[cell] >= 0 or not 0 <= region < landscape.regions_at(position, cell):
                raise LoadError(f"a hut of seat {seat} stands where none may")
            packed = (packed << HUT_BITS) | (cell * 4 + region + 1)
        position.sides[seat * SIDE + HUTS] = packed


def write_fields(position: FjordsPosition) -> list[list[list[int]]]:
    """Cell and region of the fields of each seat, in the order of the cells."""
    found: list[list[list[int]]] = []
    for seat in range(2):
        huts = write_huts(position)[seat]
        nodes = members_of(position.own(seat))
        pieces = [[int(position.nodes[node]) // 4, int(position.nodes[node]) % 4] for node in nodes]
        found.append([piece for piece in pieces if piece not in huts])
    return found


def read_fields(position: FjordsPosition, saved: Any) -> None:
    if position.phase >= phases.PLACE_FIELD:
        farmland.survey(position)
    for seat, fields in enumerate(list_of(saved, "fields", 2)):
        if len(list_of(fields, "fields")) > position.tables.fields:
            raise LoadError(f"seat {seat} has {len(fields)} fields; there are {position.tables.fields}")
        for cell, region in fields:
            node = farmland.node_of(position, cell, region)
            if node < 0 or not position.free & bit(node):
                raise LoadError(f"a field of seat {seat} stands where none may")
            farmland.occupy(position, seat, node)
            farmland.spend_field(position, seat)
