"""Phases 2 and 3: secret deployment, Viking by Viking in a canonical order, and the reveal (EK-024 to EK-033, EK-D1)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.core.protocol import DECISION_FAULT, Decision, Event, Prompt
from skali.games.eketorp import components, moves, phases
from skali.games.eketorp.position import EketorpPosition

EK_010_UNUSED_CASTLE: Final = 10
EK_025_AVAILABLE: Final = 25
EK_027_ONE_PER_SIEGE_FIELD: Final = 27
EK_029_NOT_ONESELF: Final = 29
EK_D1_ORDER: Final = DECISION_FAULT + 1

_CURSOR_BITS: Final = 5


class Deploy(Decision[EketorpPosition]):
    """Send one more Viking, or submit the deployment (EK-024 to EK-032)."""

    def fill(self, position: EketorpPosition, seat: i64, out: Moves) -> None:
        if position.home[seat]:
            last = cursor(position, seat)
            for field in range(last, moves.STORAGE_FIELDS):
                out.add(moves.SEND + field)
            taken = position.siege[seat]
            fields = position.seats * moves.ENGINE_COUNT
            field = (seat + 1) * moves.ENGINE_COUNT
            for order in range(i64(moves.STORAGE_FIELDS), moves.STORAGE_FIELDS + fields - moves.ENGINE_COUNT):
                if field == fields:
                    field = 0
                if order >= last and not taken & bit(field):
                    out.add(moves.SEND_SIEGE + field)
                field += 1
        out.add(moves.DONE)

    def fault(self, position: EketorpPosition, seat: i64, move: i64) -> i64:
        if move == moves.DONE:
            return 0
        if move >= moves.SEND_SIEGE:
            castle = (move - moves.SEND_SIEGE) // moves.ENGINE_COUNT
            if castle == seat:
                return EK_029_NOT_ONESELF
            if castle >= position.seats:
                return EK_010_UNUSED_CASTLE
            if position.siege[seat] & bit(move - moves.SEND_SIEGE):
                return EK_027_ONE_PER_SIEGE_FIELD
        if not position.home[seat]:
            return EK_025_AVAILABLE
        return EK_D1_ORDER if order_of(position, seat, move) < cursor(position, seat) else 0

    def play(self, position: EketorpPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        if move == moves.DONE:
            submit(position, seat, events)
        else:
            send(position, seat, move)
            set_cursor(position, seat, order_of(position, seat, move))

    def prompt(self, position: EketorpPosition, seat: i64) -> Prompt:
        left = int(position.home[seat])
        return Prompt("deploy" if left else "ready", "EK-D1", {"left": left})


def ask(position: EketorpPosition) -> None:
    """Everybody with Vikings at home deploys; who has none makes no deployment (EK-032)."""
    position.active = position.start_player
    for seat in range(position.seats):
        if position.home[seat]:
            position.deploying |= bit(seat)
    position.phase = phases.DEPLOY if position.deploying else phases.DEPLOYED


def order_of(position: EketorpPosition, seat: i64, place: i64) -> i64:
    """Where a place stands in the seat's order: A to G, then the other castles clockwise, each catapult, boat, ram (EK-D1)."""
    if place < moves.STORAGE_FIELDS:
        return place
    field = place - moves.STORAGE_FIELDS
    steps = (field // moves.ENGINE_COUNT - seat - 1 + position.seats) % position.seats
    return moves.STORAGE_FIELDS + steps * moves.ENGINE_COUNT + field % moves.ENGINE_COUNT


def cursor(position: EketorpPosition, seat: i64) -> i64:
    """The place in its order that the seat chose last: it can send to this one and later ones."""
    return (position.cursors >> (_CURSOR_BITS * seat)) & 31


def set_cursor(position: EketorpPosition, seat: i64, order: i64) -> None:
    position.cursors += (order - cursor(position, seat)) << (_CURSOR_BITS * seat)


def send(position: EketorpPosition, seat: i64, place: i64) -> None:
    """A Viking leaves the castle for a place."""
    position.home[seat] -= 1
    if place < moves.STORAGE_FIELDS:
        position.storage[seat] += bit(components.FIELD_BITS * place)
    else:
        position.siege[seat] |= bit(place - moves.STORAGE_FIELDS)


def submit(position: EketorpPosition, seat: i64, events: list[Event] | None) -> None:
    """Final; that a player has submitted is all that the others learn before the reveal (EK-024, EK-031)."""
    position.deploying ^= bit(seat)
    set_cursor(position, seat, 0)
    position.barriers += 1
    if events is not None:
        events.append(Event("submitted", {"seat": seat}, rule="EK-024"))
    if not position.deploying:
        position.phase = phases.DEPLOYED


def reveal(position: EketorpPosition, events: list[Event]) -> None:
    """All deployments become public at once: one line for each group of Vikings, then those who defend (EK-033)."""
    for seat in range(position.seats):
        for place in range(moves.STORAGE_FIELDS + position.seats * moves.ENGINE_COUNT):
            if position.stands_at(seat, place):
                data = {"seat": int(seat)} | moves.place_data(place)
                if place < moves.STORAGE_FIELDS:
                    data["count"] = int(position.on_field(seat, place))
                    events.append(Event("revealed_at_field", data, rule="EK-033"))
                else:
                    events.append(Event("revealed_at_castle", data, rule="EK-033"))
        data = {"seat": int(seat), "count": int(position.home[seat])}
        events.append(Event("revealed_at_home", data, rule="EK-033"))
