"""Rounds: their set-up and their end (FJ-009 to FJ-015, FJ-067 to FJ-073)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from skali.core.bits import full
from skali.core.protocol import Event
from skali.games.fjords import discovery
from skali.games.fjords.components import PILE_TILES
from skali.games.fjords.phases import OVER

if TYPE_CHECKING:
    from skali.games.fjords.state import FjordsState

_NO_CELL: Final = -1


def begin_round(state: FjordsState, starter: i64, events: list[Event] | None) -> None:
    """A fresh landscape: the start tiles, a full hidden pile, an empty open pile, all pieces back (FJ-009 to FJ-012)."""
    clear_landscape(state)
    state.starter = starter
    state.hidden = full(PILE_TILES)
    layout = "mirrored" if state.mirrored else "printed"
    for at, cell in enumerate(state.tables.start_cells[layout]):
        discovery.lay(state, PILE_TILES + at, cell, state.tables.start_turns[layout][at])
    if events is not None:
        events.append(Event("round_began", {"round": int(state.round) + 1, "seat": starter}))
    discovery.begin_turn(state, starter)


def clear_landscape(state: FjordsState) -> None:
    state.grid = state.tables.empty_grid[:]
    state.laid = vec[i16]()
    state.frontier = vec[i16]()
    state.nodes = vec[i16]()
    state.links = vec[i64]()
    state.huts_0 = state.huts_1 = 0
    state.fields_left_0 = state.fields_left_1 = state.tables.fields
    state.own_0 = state.own_1 = state.edge_0 = state.edge_1 = state.free = 0
    state.hidden = state.open = state.open_fits = 0
    state.last = _NO_CELL


def end_round(state: FjordsState, events: list[Event] | None) -> None:
    """Records the round and begins the next one, or ends the game (FJ-067 to FJ-070)."""
    first = state.fields_placed(0)
    second = state.fields_placed(1)
    state.history |= (first | (second << 5)) << (10 * state.round)
    if events is not None:
        events.append(
            Event(
                "round_scored",
                {"round": int(state.round) + 1, "points": [int(first), int(second)]},
                rule="FJ-067",
            )
        )
    if state.round + 1 == state.tables.rounds:
        state.phase = OVER
        if events is not None:
            events.append(Event("game_over", {"points": [int(state.score(0)), int(state.score(1))]}, rule="FJ-070"))
        return
    starter = next_starter(first, second, state.starter)
    state.round += 1
    begin_round(state, starter, events)


def next_starter(first: i64, second: i64, starter: i64) -> i64:
    """The loser starts; after a tie, who did not start the tied round (FJ-014, FJ-015)."""
    if first == second:
        return 1 - starter
    if first < second:
        return 0
    return 1
