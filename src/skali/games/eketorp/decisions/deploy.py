"""Phases 2 and 3: secret deployment, Viking by Viking in a canonical order, and the reveal (EK-024 to EK-033, EK-D1)."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from skali.core.bits import bit, full, lowest
from skali.core.moves import Moves
from skali.core.protocol import DECISION_FAULT, Decision, Event, Prompt, only
from skali.games.eketorp import components, moves, phases
from skali.games.eketorp.position import EketorpPosition

EK_025_AVAILABLE: Final = 25
EK_027_ONE_PER_SIEGE_FIELD: Final = 27
EK_029_NOT_ONESELF: Final = 29
EK_D1_ORDER: Final = DECISION_FAULT + 1

_CURSOR_BITS: Final = 5


class Deploy(Decision[EketorpPosition]):
    """Send one more Viking, or submit the deployment (EK-024 to EK-032)."""

    def fill(self, position: EketorpPosition, seat: i64, out: Moves) -> None:
        orders = open_orders(position, seat)
        while orders:
            out.add(place_in_order(position, seat, lowest(orders)))
            orders &= orders - 1
        out.add(moves.DONE)

    def count(self, position: EketorpPosition, seat: i64) -> i64:
        if not position.home[seat]:
            return 1
        return orders(position) - first_order(position, seat) + 1

    def pick(self, position: EketorpPosition, seat: i64, n: i64) -> i64:
        """A Viking is sent to a place by the move of its number; the last choice is to submit."""
        order = first_order(position, seat) + n
        if order == orders(position) or not position.home[seat]:
            return moves.DONE
        return place_in_order(position, seat, order)

    def fault(self, position: EketorpPosition, seat: i64, move: i64) -> i64:
        if move == moves.DONE:
            return 0
        if move >= moves.SEND_SIEGE:
            castle = (move - moves.SEND_SIEGE) // moves.ENGINE_COUNT
            if castle == seat:
                return EK_029_NOT_ONESELF
            if castle >= position.seats:
                return moves.EK_010_UNUSED_CASTLE
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
        return Prompt("deploy" if left else "ready", "EK-D1", {"left": left, "room": room(position, seat)})


def room(position: EketorpPosition, seat: i64) -> list[dict[str, Any]]:
    """How many more Vikings the seat may send to each place, in its order: any number to a field, one to a siege field
    (EK-026, EK-027)."""
    left = int(position.home[seat])
    found: list[dict[str, Any]] = []
    orders = open_orders(position, seat)
    while orders:
        place = place_in_order(position, seat, lowest(orders))
        found.append(moves.place_data(place) | {"room": left if place < moves.STORAGE_FIELDS else 1})
        orders &= orders - 1
    return found


def ask(position: EketorpPosition, events: list[Event] | None) -> None:
    """Everybody with Vikings at home deploys; who has none makes no deployment (EK-032)."""
    position.active = position.start_player
    for seat in range(position.seats):
        if position.home[seat]:
            position.deploying |= bit(seat)
        elif events is not None:
            events.append(Event("nobody_home", {}, only(seat), "EK-032", notice=True))
    position.phase = phases.DEPLOY if position.deploying else phases.DEPLOYED


def open_orders(position: EketorpPosition, seat: i64) -> i64:
    """Where the seat can send a Viking next, as points of its order (EK-D1)."""
    if not position.home[seat]:
        return 0
    return full(orders(position)) & ~full(first_order(position, seat))


def orders(position: EketorpPosition) -> i64:
    """How many places stand in everybody's order: the storage fields and the siege fields of all others."""
    return moves.STORAGE_FIELDS + (position.seats - 1) * moves.ENGINE_COUNT


def first_order(position: EketorpPosition, seat: i64) -> i64:
    """From where on in its order the seat can send a Viking: where it sent the last one, or behind it if that is a siege field,
    which takes one of each seat (EK-026, EK-027). No Viking stands on a later one: all went home in the round before (EK-088).
    """
    last = cursor(position, seat)
    return last if last < moves.STORAGE_FIELDS else last + 1


def place_in_order(position: EketorpPosition, seat: i64, order: i64) -> i64:
    """The place that stands at this point of the seat's canonical order: the inverse of ``order_of``."""
    if order < moves.STORAGE_FIELDS:
        return order
    place = order + (seat + 1) * moves.ENGINE_COUNT
    fields = position.seats * moves.ENGINE_COUNT
    return place if place < moves.STORAGE_FIELDS + fields else place - fields


def order_of(position: EketorpPosition, seat: i64, place: i64) -> i64:
    """Where a place stands in the seat's order: A to G, then the other castles clockwise, each catapult, boat, ram (EK-D1)."""
    if place < moves.STORAGE_FIELDS:
        return place
    order = place - (seat + 1) * moves.ENGINE_COUNT
    return order if order >= moves.STORAGE_FIELDS else order + position.seats * moves.ENGINE_COUNT


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
                events.append(
                    Event("revealed_at_field" if "count" in data else "revealed_at_castle", data, rule="EK-033")
                )
        data = {"seat": int(seat), "count": int(position.home[seat])}
        events.append(Event("revealed_at_home", data, rule="EK-033"))
