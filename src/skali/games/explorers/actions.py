"""Actions in general (XN-056 to XN-062, XN-D06): which can be carried out, what they cost, when the turn ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.explorers import building, loading, marching, sailing, turns
from skali.games.explorers.moves import BUILD, END_TURN, HERD, LOAD, MARCH, SAIL, UNLOAD
from skali.games.explorers.phases import CHOOSE_ACTION

if TYPE_CHECKING:
    from skali.games.explorers.state import ExplorersState

XN_058_ENOUGH_POINTS: Final = 58

BUILD_COST: Final = 2

CAN_LOAD: Final = 1
CAN_UNLOAD: Final = 2
CAN_SAIL: Final = 4
CAN_MARCH: Final = 8
CAN_HERD: Final = 16
CAN_BUILD: Final = 32


def ask(state: ExplorersState) -> None:
    """Asks for the next action, or for the end of the turn when nothing else is left (XN-060)."""
    state.phase = CHOOSE_ACTION
    state.origin = state.target = state.animal = -1
    state.picks = 0
    state.offered = possible_actions(state)


def possible_actions(state: ExplorersState) -> i64:
    """The actions that can be paid and completed, as a set (XN-058, XN-061)."""
    if state.points == 0:
        return 0
    offered: i64 = 0
    if loading.load_fault(state) == 0:
        offered |= CAN_LOAD
    if loading.unload_fault(state) == 0:
        offered |= CAN_UNLOAD
    if sailing.sail_fault(state) == 0:
        offered |= CAN_SAIL
    if marching.march_fault(state) == 0:
        offered |= CAN_MARCH
    if marching.herd_fault(state) == 0:
        offered |= CAN_HERD
    if state.points >= BUILD_COST and building.build_fault(state) == 0:
        offered |= CAN_BUILD
    return offered


def fill(state: ExplorersState, out: Moves) -> None:
    offered = state.offered
    for action in range(i64(6)):
        if (offered >> action) & 1:
            out.add(LOAD + action)
    out.add(END_TURN)


def fault(state: ExplorersState, move: i64) -> i64:
    """The rule that a choice among the actions breaks, 0 if none."""
    if move == END_TURN:
        return 0
    if state.points == 0 or (move == BUILD and state.points < BUILD_COST):
        return XN_058_ENOUGH_POINTS
    if move == LOAD:
        return loading.load_fault(state)
    if move == UNLOAD:
        return loading.unload_fault(state)
    if move == SAIL:
        return sailing.sail_fault(state)
    if move == MARCH:
        return marching.march_fault(state)
    if move == HERD:
        return marching.herd_fault(state)
    return building.build_fault(state)


def play(state: ExplorersState, move: i64, events: list[Event] | None) -> None:
    if move == LOAD:
        loading.begin_load(state)
    elif move == UNLOAD:
        loading.begin_unload(state)
    elif move == SAIL:
        sailing.begin(state)
    elif move == MARCH:
        marching.begin_march(state)
    elif move == HERD:
        marching.begin_herd(state)
    elif move == BUILD:
        building.begin(state)
    else:
        if events is not None and state.points:
            events.append(Event("stopped", {"seat": int(state.active), "points": int(state.points)}, rule="XN-059"))
        turns.end_turn(state, events)


def finish(state: ExplorersState, cost: i64) -> None:
    """An action has been carried out and is paid (XN-056)."""
    state.points -= cost
    ask(state)
