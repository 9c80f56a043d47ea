"""Phase 4: where battles happen and who calls which (EK-034 to EK-050, EK-D2, EK-D3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.core.bits import bit, lowest, popcount
from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.eketorp import amulets, building, combat, loot
from skali.games.eketorp.components import FIELD_BITS
from skali.games.eketorp.moves import (
    AGAINST,
    BUILD_BRICK,
    CALL_AT,
    CALL_SIEGE,
    CARD,
    DONE,
    ENGINE_COUNT,
    ENGINES,
    EXCHANGE_HAND,
    FIELDS,
    KEEP_BRICK,
    LOOT_BRICKS,
    STORAGE_FIELDS,
)
from skali.games.eketorp.phases import CALL, CARDS, EXCHANGE, KEEP, LOOT, NO_PLACE, NOBODY, OPPONENT

if TYPE_CHECKING:
    from skali.games.eketorp.state import EketorpState

EK_010_UNUSED_CASTLE: Final = 10
EK_018_PHASES: Final = 18
EK_035_ENOUGH_BRICKS: Final = 35
EK_036_ONE_OWNER: Final = 36
EK_044_OWN_BATTLES: Final = 44
EK_045_OPPONENT_THERE: Final = 45
EK_046_ONE_AGAINST_ONE: Final = 46
EK_048_DEFENDER: Final = 48
EK_067_STEPS: Final = 67
EK_074_ONCE: Final = 74

EACH_FIELD: Final = 0x1041041041
"""The lowest bit of each of the seven fields, six bits apart; the constants below are 32, 31 and 30 times this."""
FIELD_TOP: Final = 0x20820820820
_THIRTY_ONE: Final = 0x1F7DF7DF7DF
_THIRTY: Final = 0x1E79E79E79E
_TOP_BIT: Final = 5


# Where battles happen


def survey(state: EketorpState) -> None:
    """Judges all fields anew (EK-034 to EK-042).

    All storage fields at once: six bits each hold at most 31 Vikings or bricks, so that adding 31, 30 or 32 less the bricks carries
    into the top bit exactly where there is a Viking, two owners, or more Vikings than bricks.
    """
    vikings: i64 = 0
    owners: i64 = 0
    once: i64 = 0
    twice: i64 = 0
    storage = state.storage
    siege = state.siege
    for seat in range(state.seats):
        here = storage[seat]
        vikings += here
        owners += ((here + _THIRTY_ONE) >> _TOP_BIT) & EACH_FIELD
        fields = siege[seat]
        twice |= once & fields
        once |= fields
    outnumbered = vikings + _THIRTY_ONE - state.bricks
    state.fights = outnumbered & (owners + _THIRTY) & FIELD_TOP
    state.open_sieges = twice | (once & ~state.besieged)


def fights_of(state: EketorpState, seat: i64) -> i64:
    """The contested storage fields where the seat has a Viking, as top bits."""
    return state.fights & (state.storage[seat] + _THIRTY_ONE)


def sieges_of(state: EketorpState, seat: i64) -> i64:
    """The siege fields where the seat may call a fight or its siege."""
    return state.open_sieges & state.siege[seat]


def opponents(state: EketorpState, seat: i64, place: i64) -> i64:
    """The other players with a Viking at a place (EK-045)."""
    found: i64 = 0
    for other in range(state.seats):
        if other != seat and state.stands_at(other, place):
            found |= bit(other)
    return found


# What may be done


def fill_calls(state: EketorpState, seat: i64, out: Moves) -> None:
    fields = fights_of(state, seat)
    while fields:
        out.add(CALL_AT + lowest(fields) // FIELD_BITS)
        fields &= fields - 1
    fields = sieges_of(state, seat)
    while fields:
        out.add(CALL_SIEGE + lowest(fields))
        fields &= fields - 1


def fill_opponents(state: EketorpState, seat: i64, out: Moves) -> None:
    others = opponents(state, seat, state.place)
    while others:
        out.add(AGAINST + lowest(others))
        others &= others - 1


def fault(state: EketorpState, seat: i64, move: i64) -> i64:
    """The rule that a move breaks in phase 4, 0 if none."""
    if move <= DONE or move >= BUILD_BRICK:
        return EK_018_PHASES
    if move < AGAINST:
        return call_fault(state, seat, move - CALL_AT) if state.phase == CALL else EK_067_STEPS
    if move < EXCHANGE_HAND:
        return opponent_fault(state, seat, move - AGAINST) if state.phase == OPPONENT else EK_067_STEPS
    if move < CARD:
        if state.phase == EXCHANGE:
            return 0
        return amulets.fault(state, seat, move) if state.phase == CARDS else EK_067_STEPS
    if move < LOOT_BRICKS:
        return combat.fault(state, seat, move) if state.phase == CARDS else EK_067_STEPS
    if move < KEEP_BRICK:
        return loot.fault(state, move) if state.phase == LOOT else EK_067_STEPS
    return loot.keep_fault(state, move) if state.phase == KEEP else EK_067_STEPS


def call_fault(state: EketorpState, seat: i64, place: i64) -> i64:
    if place < STORAGE_FIELDS:
        if not state.on_field(seat, place):
            return EK_044_OWN_BATTLES
        if state.fights & bit(FIELD_BITS * place + _TOP_BIT):
            return 0
        return EK_035_ENOUGH_BRICKS if opponents(state, seat, place) else EK_036_ONE_OWNER
    field = place - STORAGE_FIELDS
    castle = field // ENGINE_COUNT
    if castle >= state.seats:
        return EK_010_UNUSED_CASTLE
    if castle == seat:
        return EK_048_DEFENDER
    if not state.siege[seat] & bit(field):
        return EK_044_OWN_BATTLES
    return 0 if state.open_sieges & bit(field) else EK_074_ONCE


def opponent_fault(state: EketorpState, seat: i64, other: i64) -> i64:
    if other == seat:
        return EK_046_ONE_AGAINST_ONE
    if other >= state.seats or not state.stands_at(other, state.place):
        return EK_045_OPPONENT_THERE
    return 0


# What happens


def begin(state: EketorpState, events: list[Event] | None) -> None:
    state.besieged = 0
    go_on(state, state.start_player, events)


def go_on(state: EketorpState, seat: i64, events: list[Event] | None) -> None:
    """The next player clockwise who can call a battle must; a single one is not asked (EK-043, EK-047, EK-049)."""
    state.place = NO_PLACE
    state.opponent = NOBODY
    state.initiator_card = state.opponent_card = state.damage = 0
    survey(state)
    if not (state.fights | state.open_sieges):
        building.begin(state, events)
        return
    while True:
        fields = fights_of(state, seat)
        sieges = sieges_of(state, seat)
        choices = popcount(fields) + popcount(sieges)
        if choices:
            break
        seat = (seat + 1) % state.seats
    state.active = seat
    state.initiator = seat
    if choices > 1:
        state.phase = CALL
    elif fields:
        call(state, seat, CALL_AT + lowest(fields) // FIELD_BITS, events)
    else:
        call(state, seat, CALL_SIEGE + lowest(sieges), events)


def call(state: EketorpState, seat: i64, move: i64, events: list[Event] | None) -> None:
    place = move - CALL_AT
    state.place = place
    others = opponents(state, seat, place)
    if place >= STORAGE_FIELDS and not others:
        _besiege(state, seat, place - STORAGE_FIELDS, events)
        return
    if events is not None:
        if place < STORAGE_FIELDS:
            events.append(Event("called_at_field", {"seat": seat, "field": FIELDS[place]}, rule="EK-034"))
        else:
            castle, engine = (place - STORAGE_FIELDS) // ENGINE_COUNT, (place - STORAGE_FIELDS) % ENGINE_COUNT
            data = {"seat": seat, "castle": castle, "engine": ENGINES[engine]}
            events.append(Event("called_at_castle", data, rule="EK-038"))
    if others & (others - 1):
        state.phase = OPPONENT
    else:
        choose_opponent(state, AGAINST + lowest(others), events)


def choose_opponent(state: EketorpState, move: i64, events: list[Event] | None) -> None:
    state.opponent = move - AGAINST
    if events is not None:
        events.append(Event("opponent", {"seat": state.initiator, "other": state.opponent}, rule="EK-045"))
    amulets.begin(state)


def _besiege(state: EketorpState, seat: i64, field: i64, events: list[Event] | None) -> None:
    """A single Viking attacks the castle; its owner is the opponent (EK-073)."""
    state.opponent = field // ENGINE_COUNT
    if events is not None:
        data = {"seat": seat, "castle": state.opponent, "engine": ENGINES[field % ENGINE_COUNT]}
        events.append(Event("besieged", data, rule="EK-073"))
    amulets.begin(state)
