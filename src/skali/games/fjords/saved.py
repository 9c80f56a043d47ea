"""Positions as saved data: to_dict and its inverse, which refuses what the rules could not have led to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mypy_extensions import i64

from skali.core.bits import bit, full, members_of, popcount
from skali.core.protocol import LoadError
from skali.core.reading import flag, one_of, within
from skali.games.fjords import colonisation, discovery, rounds
from skali.games.fjords.components import ALL_TILES, PILE_TILES
from skali.games.fjords.discovery import HUT_BITS, NO_TILE
from skali.games.fjords.moves import GRID, TURNS
from skali.games.fjords.phases import CHOOSE_SOURCE, OVER, PHASE_NAMES, PLACE_FIELD, PLACE_TILE, PUT_HUT

if TYPE_CHECKING:
    from skali.games.fjords.state import FjordsState


def to_dict(state: FjordsState) -> dict[str, Any]:
    return {
        "game": "fjords",
        "options": {
            "start_layout": "mirrored" if state.mirrored else "printed",
            "farmland_regions": "segment" if state.segment else "tile",
            "fast_finish": state.fast_finish,
        },
        "phase": PHASE_NAMES[state.phase],
        "round": int(state.round),
        "starter": int(state.starter),
        "active": int(state.active),
        "history": [[int(state.past_fields(round, seat)) for seat in range(2)] for round in range(state.tables.rounds)],
        "barrier": int(state.raised),
        "hidden": members_of(state.hidden),
        "open": members_of(state.open),
        "hand": int(state.hand),
        "taken": state.taken,
        "last": int(state.last),
        "landscape": landscape(state),
        "huts": [hut_list(state, seat) for seat in range(2)],
        "fields": [field_list(state, seat) for seat in range(2)],
        "rng": state.rng.to_list(),
    }


def landscape(state: FjordsState) -> list[list[int]]:
    """Cell, tile and turn of everything laid, in the order of the cells."""
    rows: list[list[int]] = []
    for cell in state.laid:
        laid = -1 - i64(state.grid[i64(cell)])
        rows.append([int(cell), int(laid // TURNS), int(laid % TURNS)])
    return rows


def hut_list(state: FjordsState, seat: i64) -> list[list[int]]:
    """Cell and region of the seat's huts, in the order they were put."""
    packed = state.huts(seat)
    huts: list[list[int]] = []
    while packed:
        hut = packed & full(HUT_BITS)
        huts.append([int((hut - 1) // 4), int((hut - 1) % 4)])
        packed >>= HUT_BITS
    huts.reverse()
    return huts


def field_list(state: FjordsState, seat: i64) -> list[list[int]]:
    """Cell and region of the seat's fields, in the order of the cells."""
    huts = hut_list(state, seat)
    pieces = [[int(state.nodes[node]) // 4, int(state.nodes[node]) % 4] for node in members_of(state.own(seat))]
    return [piece for piece in pieces if piece not in huts]


# Loading


def fill(state: FjordsState, data: dict[str, Any]) -> None:
    """Fills a new state from saved data; a ``LoadError`` says what is wrong."""
    try:
        _fill(state, data)
    except (KeyError, TypeError, IndexError, ValueError) as error:
        if isinstance(error, LoadError):
            raise
        raise LoadError(f"this is no position of Fjords: {type(error).__name__} {error}") from None


def _fill(state: FjordsState, data: dict[str, Any]) -> None:
    rounds.clear_landscape(state)
    phase = one_of(data["phase"], PHASE_NAMES, "phase")
    state.round = within(data["round"], 0, int(state.tables.rounds) - 1, "round")
    state.starter = within(data["starter"], 0, 1, "starter")
    state.active = within(data["active"], 0, 1, "active")
    state.raised = within(data["barrier"], 0, 1 << 30, "barrier")
    state.last = within(data["last"], -1, int(GRID.cells) - 1, "last")
    state.taken = flag(data["taken"], "taken")
    state.rng.load(data["rng"])
    _fill_history(state, data["history"], phase)
    _fill_tiles(state, data)
    for seat in range(2):
        _fill_huts(state, seat, data["huts"][seat])
    state.phase = phase
    if phase == CHOOSE_SOURCE:
        state.open_fits = discovery.fitting_open_types(state)
    elif phase >= PLACE_FIELD:
        _fill_fields(state, data["fields"])
    _check_phase(state, data)


def _fill_history(state: FjordsState, history: list[list[int]], phase: i64) -> None:
    finished = int(state.round) + (1 if phase == OVER else 0)
    if len(history) != state.tables.rounds:
        raise LoadError(f"history must have {state.tables.rounds} rounds")
    for round, points in enumerate(history):
        for seat in range(2):
            fields = within(
                points[seat],
                0,
                int(state.tables.fields) if round < finished else 0,
                f"history of round {round + 1}",
            )
            state.history |= i64(fields) << (5 * (2 * round + seat))
    starters = {0, 1}
    for round in range(int(state.round)):
        starters = {int(rounds.next_starter(history[round][0], history[round][1], each)) for each in starters}
    if int(state.starter) not in starters:
        raise LoadError(f"seat {state.starter} cannot have started round {state.round + 1} (FJ-014, FJ-015)")


def _fill_tiles(state: FjordsState, data: dict[str, Any]) -> None:
    """Every tile exactly once; every placement as the rules allow, given some order."""
    seen: i64 = 0
    state.hand = within(data["hand"], -1, PILE_TILES - 1, "hand")
    loose = [*data["hidden"], *data["open"], *([data["hand"]] if state.hand != NO_TILE else [])]
    if any(len(row) != 3 for row in data["landscape"]):
        raise LoadError("a tile of the landscape is saved as cell, tile and turn")
    for tile in [*loose, *[row[1] for row in data["landscape"]]]:
        number = within(tile, 0, ALL_TILES - 1, "tile")
        if seen & bit(number):
            raise LoadError(f"tile {number} is there twice")
        seen |= bit(number)
    for tile in data["hidden"]:
        state.hidden |= bit(within(tile, 0, PILE_TILES - 1, "hidden"))
    for tile in data["open"]:
        state.open |= bit(within(tile, 0, PILE_TILES - 1, "open"))
    discovering = data["phase"] in PHASE_NAMES[:PLACE_FIELD]
    if discovering and seen != full(ALL_TILES):
        raise LoadError(f"{ALL_TILES - popcount(seen)} of the {ALL_TILES} tiles are missing")
    _fill_landscape(state, [list(row) for row in data["landscape"]])


def _fill_landscape(state: FjordsState, rows: list[list[int]]) -> None:
    layout = "mirrored" if state.mirrored else "printed"
    for at in range(ALL_TILES - PILE_TILES):
        row = [state.tables.start_cells[layout][at], PILE_TILES + at, state.tables.start_turns[layout][at]]
        if row not in rows:
            raise LoadError(f"the start tile {PILE_TILES + at} is not where it belongs")
        rows.remove(row)
        discovery.lay(state, row[1], row[0], row[2])
    while rows:
        for row in rows:
            cell = within(row[0], 0, int(GRID.cells) - 1, "cell")
            if discovery.placement_fault(state, row[1], cell, within(row[2], 0, TURNS - 1, "turn")) == 0:
                rows.remove(row)
                discovery.lay(state, row[1], cell, row[2])
                break
        else:
            q, r = GRID.axial(rows[0][0])
            raise LoadError(f"no order of placing leads to tile {rows[0][1]} at {q},{r}")


def _fill_huts(state: FjordsState, seat: i64, huts: list[list[int]]) -> None:
    if len(huts) > state.tables.huts:
        raise LoadError(f"seat {seat} has {len(huts)} huts; there are {state.tables.huts}")
    packed: i64 = 0
    for cell, region in huts:
        if not 0 <= cell < GRID.cells or state.grid[cell] >= 0:
            raise LoadError(f"a hut of seat {seat} stands on no tile")
        tile = discovery.tile_at(state, cell)
        regions = int(state.tables.types.regions[int(state.type_of[tile])])
        if tile >= PILE_TILES or not 0 <= region < (regions if state.segment else min(regions, 1)):
            raise LoadError(f"a hut of seat {seat} stands where none may (FJ-042, FJ-043)")
        packed = (packed << HUT_BITS) | (cell * 4 + region + 1)
    if seat == 0:
        state.huts_0 = packed
    else:
        state.huts_1 = packed
    cells = [hut[0] for each in range(2) for hut in hut_list(state, each)]
    if len(set(cells)) != len(cells):
        raise LoadError("a tile holds two huts (FJ-044)")


def _fill_fields(state: FjordsState, fields: list[list[list[int]]]) -> None:
    colonisation.number_nodes(state)
    colonisation.link_nodes(state)
    colonisation.settle_huts(state)
    for seat in range(2):
        left = [colonisation.node_of(state, cell, region) for cell, region in fields[seat]]
        if len(left) > state.tables.fields:
            raise LoadError(f"seat {seat} has {len(left)} fields; there are {state.tables.fields}")
        while left:
            for node in left:
                if node >= 0 and state.edge(seat) & state.free & bit(node):
                    left.remove(node)
                    colonisation.occupy(state, seat, node)
                    colonisation.spend_field(state, seat)
                    break
            else:
                raise LoadError(f"a field of seat {seat} stands where none may (FJ-054, FJ-055)")


def _check_phase(state: FjordsState, data: dict[str, Any]) -> None:
    """The phase fits what lies on the table, and somebody has something to decide."""
    _check_turns(state)
    if (state.phase == PLACE_TILE) != (state.hand != NO_TILE):
        raise LoadError("a tile is in hand exactly while it is being placed")
    if state.phase < PLACE_FIELD and (any(data["fields"]) or not (state.hidden or state.phase != CHOOSE_SOURCE)):
        raise LoadError("discovery has hidden tiles and no fields")
    if state.phase >= PLACE_FIELD and (state.hidden or state.open):
        raise LoadError("after discovery there is neither a hidden nor an open tile")
    if state.phase == PLACE_TILE and not discovery.placements(state, i64(state.type_of[state.hand]), 1):
        raise LoadError("the tile in hand fits nowhere")
    if state.taken and (state.phase != PLACE_TILE or not state.hidden):
        raise LoadError("no tile was taken from the open pile")
    if state.phase == PUT_HUT and not (state.last >= 0 and discovery.regions_of_last(state)):
        raise LoadError("there is no tile to put a hut on")
    if state.phase == PLACE_FIELD and not colonisation.targets(state, state.active):
        raise LoadError(f"seat {state.active} cannot place a field")
    if state.phase == OVER:
        _check_end(state)


def _check_turns(state: FjordsState) -> None:
    """Who is active follows from the tiles laid (FJ-017); a seat has put at most one hut in each of its turns (FJ-044)."""
    laid = int(len(state.laid)) - (ALL_TILES - PILE_TILES)
    if laid == 0 and state.last >= 0:
        raise LoadError("no tile has been placed last")
    if laid > 0 and (
        state.last < 0 or state.grid[state.last] >= 0 or discovery.tile_at(state, state.last) >= PILE_TILES
    ):
        raise LoadError("the tile placed last is not there")
    ended = laid - (1 if state.phase == PUT_HUT else 0)
    if state.phase < PLACE_FIELD and state.active != (state.starter + ended) % 2:
        raise LoadError(f"after {ended} turns it is not seat {state.active}'s turn (FJ-017)")
    for seat in range(2):
        turns = (ended + (1 if seat == state.starter else 0)) // 2
        if state.huts_placed(seat) > turns:
            raise LoadError(f"seat {seat} has put {state.huts_placed(seat)} huts in {turns} turns (FJ-044)")
    if state.phase == PUT_HUT:
        huts = [hut[0] for seat in range(2) for hut in hut_list(state, seat)]
        if int(state.last) in huts or state.huts_placed(state.active) == state.tables.huts:
            raise LoadError("the hut has been decided on already, or there is none left (FJ-044, FJ-046)")


def _check_end(state: FjordsState) -> None:
    """The game ends with the third round, when nobody can place a field (FJ-065, FJ-070)."""
    if state.round + 1 != state.tables.rounds:
        raise LoadError(f"the game is not over after round {state.round + 1} (FJ-070)")
    if colonisation.targets(state, 0) or colonisation.targets(state, 1):
        raise LoadError("the game is not over while somebody can place a field (FJ-065)")
    for seat in range(2):
        if state.past_fields(state.round, seat) != state.fields_placed(seat):
            raise LoadError(f"the last round of seat {seat} does not score the fields that lie there (FJ-067)")
