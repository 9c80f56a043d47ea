"""Rounds: the bricks of phase 1, the end of a round and the end of the game (EK-018 to EK-023, EK-097 to EK-103)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.core.bits import bit, nth, popcount
from skali.core.protocol import Event
from skali.games.eketorp import bricks, deployment
from skali.games.eketorp.bricks import BRICKS, CLAY, PLACES
from skali.games.eketorp.components import FIELD_BITS, KIND_BITS
from skali.games.eketorp.moves import FIELDS, STORAGE_FIELDS
from skali.games.eketorp.phases import OVER

if TYPE_CHECKING:
    from skali.games.eketorp.state import EketorpState

_LAST_STATION: Final = 12
"""The bits of the hospital below its fourth station."""
_THREE_STATIONS: Final = 0xFFF
_MANY_PLAYERS: Final = 5


# Phase 1


def begin_round(state: EketorpState, events: list[Event] | None) -> None:
    """Turns up a material card and puts its bricks on the storage fields (EK-020)."""
    state.round += 1
    card = nth(state.unturned, state.rng.below(popcount(state.unturned)))
    state.unturned ^= bit(card)
    state.material = card
    state.raised += 1
    if events is not None:
        names = {"round": int(state.round), "seat": state.start_player, "card": state.tables.names[card]}
        events.append(Event("round_began", names, rule="EK-020"))
    distribute(state, card, events)
    deployment.begin(state, events)


def bricks_of(state: EketorpState, card: i64) -> i64:
    """What a card gives each field; the bricks marked in white only with 5 or 6 players (EK-021)."""
    return state.tables.many[card] if state.seats >= _MANY_PLAYERS else state.tables.few[card]


def distribute(state: EketorpState, card: i64, events: list[Event] | None) -> None:
    """New bricks join what is left on a field; a short supply gives what it has, in the order of the fields (EK-022, EK-023)."""
    tables = state.tables
    shown = bricks_of(state, card)
    for field in range(STORAGE_FIELDS):
        wanted = (shown >> (FIELD_BITS * field)) & 63
        if wanted:
            kind = (tables.kinds[card] >> (KIND_BITS * field)) & 7
            left = bricks.count_of(state.supply, kind)
            placed = wanted if wanted <= left else left
            if placed:
                state.supply -= placed * bricks.brick(kind)
                if not state.bricks_on(field):
                    state.kinds |= kind << (KIND_BITS * field)
                state.bricks += placed << (FIELD_BITS * field)
            if events is not None:
                data = {"field": FIELDS[field], "brick": BRICKS[kind - 1], "count": int(placed)}
                events.append(Event("bricks_placed", data, rule="" if placed == wanted else "EK-023"))


# Phase 6


def end_phase_5(state: EketorpState, events: list[Event] | None) -> None:
    """A complete castle ends the game at once; otherwise the round is closed (EK-101 to EK-103)."""
    complete = False
    for seat in range(state.seats):
        if bricks.bricks_in(state.castle[seat]) == PLACES:
            complete = True
            if events is not None:
                events.append(Event("castle_complete", {"seat": int(seat)}, rule="EK-101"))
    if complete:
        end_game(state, "EK-101", events)
        return
    leave_hospital(state, events)
    clear_fields(state, events)
    if state.round == state.tables.rounds:
        end_game(state, "EK-102", events)
        return
    state.start_player = (state.start_player + 1) % state.seats
    begin_round(state, events)


def leave_hospital(state: EketorpState, events: list[Event] | None) -> None:
    """Every Viking moves on one station; who leaves the last one, or by option reaches it, goes home (EK-097, EK-111)."""
    for seat in range(state.seats):
        stations = state.hospital[seat]
        if stations:
            recovered = stations >> _LAST_STATION
            stations = (stations & _THREE_STATIONS) << 4
            if state.reach_last:
                recovered += stations >> _LAST_STATION
                stations &= _THREE_STATIONS
            state.hospital[seat] = stations
            state.home[seat] += recovered
            if recovered and events is not None:
                rule = "EK-111" if state.reach_last else "EK-097"
                events.append(Event("recovered", {"seat": int(seat), "count": int(recovered)}, rule=rule))


def clear_fields(state: EketorpState, events: list[Event] | None) -> None:
    """Grass and wood go back to the supply, clay and stone stay (EK-099)."""
    returned: i64 = 0
    for field in range(STORAGE_FIELDS):
        left = state.bricks_on(field)
        kind = (state.kinds >> (KIND_BITS * field)) & 7
        if left and kind < CLAY:
            returned += left * bricks.brick(kind)
            state.bricks -= left << (FIELD_BITS * field)
            state.kinds -= kind << (KIND_BITS * field)
    state.supply += returned
    if returned and events is not None:
        events.append(Event("leftovers", {"bricks": bricks.listed(returned)}, rule="EK-099"))


def end_game(state: EketorpState, rule: str, events: list[Event] | None) -> None:
    state.phase = OVER
    if events is not None:
        points = [int(state.score(seat)) for seat in range(state.seats)]
        winners = [seat for seat, place in enumerate(state.ranking()) if place == 1]
        events.append(Event("game_over", {"points": points, "winners": winners}, rule=rule))
