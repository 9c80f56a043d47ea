"""Phases 2 and 3: secret deployment, Viking by Viking in a canonical order, and the reveal (EK-024 to EK-033, EK-D1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.core.bits import bit, members_of
from skali.core.moves import Moves
from skali.core.protocol import DECISION_FAULT, Event
from skali.games.eketorp import battles
from skali.games.eketorp.components import FIELD_BITS
from skali.games.eketorp.moves import (
    CALL_AT,
    DONE,
    ENGINE_COUNT,
    ENGINES,
    FIELDS,
    SEND,
    SEND_SIEGE,
    STORAGE_FIELDS,
)
from skali.games.eketorp.phases import DEPLOY

if TYPE_CHECKING:
    from skali.games.eketorp.state import EketorpState

EK_010_UNUSED_CASTLE: Final = 10
EK_018_PHASES: Final = 18
EK_025_AVAILABLE: Final = 25
EK_027_ONE_PER_SIEGE_FIELD: Final = 27
EK_029_NOT_ONESELF: Final = 29
EK_D1_ORDER: Final = DECISION_FAULT + 1

_CURSOR_BITS: Final = 5


def begin(state: EketorpState, events: list[Event] | None) -> None:
    """Everybody with Vikings at home deploys; who has none makes no deployment (EK-032)."""
    state.phase = DEPLOY
    state.active = state.start_player
    state.cursors = 0
    state.deploying = 0
    for seat in range(state.seats):
        if state.home[seat]:
            state.deploying |= bit(seat)
    if not state.deploying:
        reveal(state, events)


def order_of(state: EketorpState, seat: i64, place: i64) -> i64:
    """Where a place stands in the seat's order: A to G, then the other castles clockwise, each catapult, boat, ram (EK-D1)."""
    if place < STORAGE_FIELDS:
        return place
    field = place - STORAGE_FIELDS
    steps = (field // ENGINE_COUNT - seat - 1 + state.seats) % state.seats
    return STORAGE_FIELDS + steps * ENGINE_COUNT + field % ENGINE_COUNT


def cursor(state: EketorpState, seat: i64) -> i64:
    return (state.cursors >> (_CURSOR_BITS * seat)) & 31


def set_cursor(state: EketorpState, seat: i64, order: i64) -> None:
    state.cursors += (order - cursor(state, seat)) << (_CURSOR_BITS * seat)


# What may be done


def fill(state: EketorpState, seat: i64, out: Moves) -> None:
    if state.home[seat]:
        last = cursor(state, seat)
        for field in range(last, STORAGE_FIELDS):
            out.add(SEND + field)
        seats = state.seats
        taken = state.siege[seat]
        order: i64 = STORAGE_FIELDS
        castle = seat
        for _ in range(seats - 1):
            castle += 1
            if castle == seats:
                castle = 0
            field = castle * ENGINE_COUNT
            for _ in range(ENGINE_COUNT):
                if order >= last and not taken & bit(field):
                    out.add(SEND_SIEGE + field)
                order += 1
                field += 1
    out.add(DONE)


def fault(state: EketorpState, seat: i64, move: i64) -> i64:
    """The rule that a step of a deployment breaks, 0 if none."""
    if move == DONE:
        return 0
    if move >= CALL_AT:
        return EK_018_PHASES
    if move >= SEND_SIEGE:
        castle = (move - SEND_SIEGE) // ENGINE_COUNT
        if castle == seat:
            return EK_029_NOT_ONESELF
        if castle >= state.seats:
            return EK_010_UNUSED_CASTLE
        if state.siege[seat] & bit(move - SEND_SIEGE):
            return EK_027_ONE_PER_SIEGE_FIELD
    if not state.home[seat]:
        return EK_025_AVAILABLE
    if order_of(state, seat, move) < cursor(state, seat):
        return EK_D1_ORDER
    return 0


# What happens


def play(state: EketorpState, seat: i64, move: i64, events: list[Event] | None) -> None:
    if move == DONE:
        submit(state, seat, events)
        return
    state.home[seat] -= 1
    if move < SEND_SIEGE:
        state.storage[seat] += bit(FIELD_BITS * move)
    else:
        state.siege[seat] |= bit(move - SEND_SIEGE)
    set_cursor(state, seat, order_of(state, seat, move))


def submit(state: EketorpState, seat: i64, events: list[Event] | None) -> None:
    """Final; that a player has submitted is all that the others learn before the reveal (EK-024, EK-031)."""
    state.deploying ^= bit(seat)
    set_cursor(state, seat, 0)
    state.raised += 1
    if events is not None:
        events.append(Event("submitted", {"seat": seat}, rule="EK-024"))
    if not state.deploying:
        reveal(state, events)


def reveal(state: EketorpState, events: list[Event] | None) -> None:
    """All deployments become public at once (EK-033)."""
    state.cursors = 0
    if events is not None:
        for seat in range(state.seats):
            _tell(state, seat, events)
    battles.begin(state, events)


def _tell(state: EketorpState, seat: i64, events: list[Event]) -> None:
    """One line for each group of Vikings, then those who defend."""
    for field in range(STORAGE_FIELDS):
        count = int(state.on_field(seat, field))
        if count:
            data = {"seat": int(seat), "count": count, "field": FIELDS[field]}
            events.append(Event("revealed_at_field", data, rule="EK-033"))
    for field in members_of(state.siege[seat]):
        data = {"seat": int(seat), "castle": field // ENGINE_COUNT, "engine": ENGINES[field % ENGINE_COUNT]}
        events.append(Event("revealed_at_castle", data, rule="EK-033"))
    events.append(Event("revealed_at_home", {"seat": int(seat), "count": int(state.home[seat])}, rule="EK-033"))
