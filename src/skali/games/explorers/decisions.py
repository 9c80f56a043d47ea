"""From the decision that is asked to the module that knows its rules, and on to the next decision that is worth asking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import DECISION_FAULT, Event
from skali.games.explorers import actions, building, loading, marching, placing, sailing, setup
from skali.games.explorers.moves import (
    BUILD_AT,
    DONE,
    HERD_ANIMAL,
    HERD_FROM,
    HERD_TO,
    LOAD,
    MARCH_FROM,
    MARCH_TO,
    MARCH_WITH,
    PLACE_NOTHING,
    PUT,
    SAIL_TO,
    TAKE,
    TILE,
)
from skali.games.explorers.phases import (
    BUILDING,
    CHOOSE_ACTION,
    CHOOSE_CAPTAIN,
    CHOOSE_CELL,
    CHOOSE_TILE,
    CHOOSE_TURN,
    HERD_LIVESTOCK,
    HERD_ORIGIN,
    HERD_TARGET,
    LOADING,
    MARCH_NUMBER,
    MARCH_ORIGIN,
    MARCH_TARGET,
    OVER,
    SAILING,
    UNLOADING,
)

if TYPE_CHECKING:
    from skali.games.explorers.state import ExplorersState

XN_027_CAPTAINS_STAY: Final = 27
XN_038_ONE_TILE: Final = 38
XN_058_ENOUGH_POINTS: Final = 58
XN_061_WHOLE_ACTIONS: Final = 61
DECISION_OF_PHASE: Final = 2
"""The phase with number n asks decision n + 2."""


def fill(state: ExplorersState, seat: i64, out: Moves) -> None:
    """All that may be answered to the decision that is asked."""
    phase = state.phase
    if phase == CHOOSE_ACTION:
        actions.fill(state, out)
    elif phase == CHOOSE_CELL:
        placing.fill_cells(state, out)
    elif phase == CHOOSE_TURN:
        placing.fill_turns(state, out)
    elif phase == CHOOSE_TILE:
        placing.fill_tiles(state, out)
    elif phase == LOADING:
        loading.fill_load(state, out)
    elif phase == UNLOADING:
        loading.fill_unload(state, out)
    elif phase == SAILING:
        sailing.fill(state, out)
    elif phase == MARCH_ORIGIN:
        marching.fill_origins(state, MARCH_FROM, False, out)
    elif phase == MARCH_TARGET:
        marching.fill_targets(state, MARCH_TO, out)
    elif phase == MARCH_NUMBER:
        marching.fill_numbers(state, out)
    elif phase == HERD_ORIGIN:
        marching.fill_origins(state, HERD_FROM, True, out)
    elif phase == HERD_LIVESTOCK:
        marching.fill_livestock(state, out)
    elif phase == HERD_TARGET:
        marching.fill_targets(state, HERD_TO, out)
    elif phase == BUILDING:
        building.fill(state, out)
    elif phase == CHOOSE_CAPTAIN:
        setup.fill(state, seat, out)


def play(state: ExplorersState, seat: i64, move: i64, events: list[Event] | None) -> None:
    """Carries out one answer."""
    phase = state.phase
    if phase == CHOOSE_ACTION:
        actions.play(state, move, events)
    elif phase == LOADING:
        loading.play_load(state, move, events)
    elif phase == UNLOADING:
        loading.play_unload(state, move, events)
    elif phase == SAILING:
        sailing.play(state, move, events)
    elif phase == BUILDING:
        building.play(state, move, events)
    elif phase == CHOOSE_CAPTAIN:
        setup.play(state, seat, move, events)
    elif phase < CHOOSE_ACTION:
        placing.play(state, move, events)
    elif phase < HERD_ORIGIN:
        marching.play_march(state, move, events)
    else:
        marching.play_herd(state, move, events)


# From one asked decision to the next


def advance(state: ExplorersState, seat: i64, move: i64, events: list[Event] | None) -> None:
    state.fresh = False
    play(state, seat, move, events)
    settle(state, events)


def settle(state: ExplorersState, events: list[Event] | None) -> None:
    """Plays what has one answer only, up to a decision that must be asked."""
    while state.phase != OVER and state.phase != CHOOSE_CAPTAIN:
        moves = state.scratch()
        fill(state, state.active, moves)
        if moves.count > 1 or waits(state, moves.at(0)):
            return
        play(state, state.active, moves.at(0), events)


def waits(state: ExplorersState, move: i64) -> bool:
    """A forced move that shows something of the hand waits for its own seat, so that the turn before can be taken back."""
    return state.fresh and (state.phase == CHOOSE_TURN or move == PLACE_NOTHING)


# Refusals


def fault(state: ExplorersState, seat: i64, move: i64) -> i64:
    """The rule that a move breaks, 0 if none."""
    phase = state.phase
    if phase == CHOOSE_CAPTAIN:
        return setup.fault(state, seat, move)
    if move < TILE:
        return XN_027_CAPTAINS_STAY
    if phase < CHOOSE_ACTION:
        return placing.fault(state, move)
    if move < LOAD:
        return XN_038_ONE_TILE
    if move < TAKE:
        return actions.fault(state, move) if phase == CHOOSE_ACTION else XN_061_WHOLE_ACTIONS
    asked = asked_phase(move)
    if phase != CHOOSE_ACTION and phase != asked:
        if not (move == DONE and phase == UNLOADING):
            return XN_061_WHOLE_ACTIONS
    why = step_fault(state, move)
    if why == 0 and phase == CHOOSE_ACTION:
        return DECISION_FAULT + DECISION_OF_PHASE + asked
    return why


def asked_phase(move: i64) -> i64:
    """The phase in which a step of an action is asked; for `done` the first of two."""
    if move < PUT or move == DONE:
        return LOADING
    if move < DONE:
        return UNLOADING
    if move < MARCH_FROM:
        return SAILING
    if move < MARCH_TO:
        return MARCH_ORIGIN
    if move < MARCH_WITH:
        return MARCH_TARGET
    if move < HERD_FROM:
        return MARCH_NUMBER
    if move < HERD_ANIMAL:
        return HERD_ORIGIN
    if move < HERD_TO:
        return HERD_LIVESTOCK
    if move < BUILD_AT:
        return HERD_TARGET
    return BUILDING


def step_fault(state: ExplorersState, move: i64) -> i64:
    """The rule that a step of an action breaks, also before the action is chosen; 0 if none."""
    if move < PUT:
        return loading.take_fault(state, move)
    if move < DONE:
        return loading.put_fault(state, move)
    if move == DONE:
        return 0 if state.picks else XN_061_WHOLE_ACTIONS
    if move < MARCH_FROM:
        return sailing.target_fault(state, move - SAIL_TO)
    if move < MARCH_TO:
        return marching.march_origin_fault(state, move - MARCH_FROM)
    if move < MARCH_WITH:
        return marching.march_target_fault(state, move - MARCH_TO)
    if move < HERD_FROM:
        return marching.march_number_fault(state, move - MARCH_WITH + 1)
    if move < HERD_ANIMAL:
        return marching.herd_origin_fault(state, move - HERD_FROM)
    if move < HERD_TO:
        return marching.herd_livestock_fault(state, move - HERD_ANIMAL)
    if move < BUILD_AT:
        return marching.herd_target_fault(state, move - HERD_TO)
    if state.points < actions.BUILD_COST:
        return XN_058_ENOUGH_POINTS
    return building.site_fault(state, move - BUILD_AT)
