"""Vikings that come back from spaces (OD-160, OD-171, OD-243, OD-244)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from skali.core.moves import Moves
from skali.core.protocol import Event, Prompt
from skali.games.odin import components, conditions, counting, effects, items, moves, phases, supply, triggers
from skali.games.odin.decisions import base
from skali.games.odin.decisions.base import OdinDecision
from skali.games.odin.position import OdinPosition

OD_171_RETURNED: Final = 171
D25_RETURN: Final = 1025


class Return(OdinDecision):
    """All come back, unless a played card makes it matter how many stay (OD-D25).

    The frame holds how many, and whether all of them must.
    """

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        self.add_allowed(position, seat, moves.RETURN, moves.SERVE, out)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        most = position.frames.get(0)
        if not moves.RETURN <= move <= moves.RETURN + most:
            return OD_171_RETURNED
        matters = position.has_any(seat, position.tables.counts_vikings)
        if move < moves.RETURN + most and (position.frames.get(1) or not matters):
            return D25_RETURN
        return 0

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        position.frames.pop()
        return_vikings(position, position.stands_on, move - moves.RETURN, events)
        came_back(position, move - moves.RETURN, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("return", "OD-D25", {"count": int(position.frames.get(0))})


def return_vikings(position: OdinPosition, place: i64, number: i64, events: list[Event] | None) -> None:
    """Vikings go back from a space to the Thing Square; the last one leaves it free (OD-171, OD-243)."""
    if number == 0:
        return
    on = i64(position.counts[items.ON_SPACE + place])
    left = (on >> 3) - number
    position.counts[items.ON_SPACE + place] = i16((on & 7) + 8 * left if left > 0 else 0)
    position.add(position.active, items.THING, number)
    if events is not None:
        names = position.tables.space_names
        name = names[place] if place < components.SPACES else f"imitate_c{place - components.SPACES + 1}"
        events.append(Event("returned", {"seat": int(position.active), "count": int(number), "space": name}))


def came_back(position: OdinPosition, number: i64, events: list[Event] | None) -> None:
    """One effect has returned so many Vikings (OD-244)."""
    seat = position.active
    if number == 1 or number == 2:
        effects.give(position, seat, triggers.VIKINGS_RETURNED, 1, events)
    if number and position.get(seat, items.THING) == 3:
        effects.give(position, seat, triggers.THREE_VIKINGS_ON_THE_THING_SQUARE, 1, events)


class CallBack(OdinDecision):
    """76A: one Viking from each chosen column-4 space, in rising order. The frame holds the next space, and how many came back."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        self.add_allowed(position, seat, moves.CALL_BACK, moves.CALL_BACK + components.SPACES + 4, out)
        out.add(moves.STOP)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if move == moves.STOP:
            return 0
        place = move - moves.CALL_BACK
        if not moves.CALL_BACK <= move < moves.CALL_BACK + components.SPACES + 4 or place < position.frames.get(0):
            return conditions.OD_246_SPACES
        return 0 if conditions.on_column_4(position, seat, place) else conditions.OD_246_SPACES

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        back = position.frames.get(1)
        if move == moves.STOP:
            position.frames.pop()
            came_back(position, back, events)
            return
        place = move - moves.CALL_BACK
        position.frames.put(0, place + 1)
        position.frames.put(1, back + 1)
        return_vikings(position, place, 1, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("call_back", "OD-D27")


class Inspect(OdinDecision):
    """60C: a Viking comes back from any space (OD-244)."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        self.add_allowed(position, seat, moves.CALL_BACK, moves.CALL_BACK + components.SPACES + 4, out)
        out.add(moves.SKIP)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if move == moves.SKIP:
            return 0
        if not moves.CALL_BACK <= move < moves.CALL_BACK + components.SPACES + 4:
            return conditions.OD_246_SPACES
        return 0 if counting.own_vikings(position, seat, move - moves.CALL_BACK) else conditions.OD_152_NO_VIKING

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        position.frames.pop()
        if move == moves.SKIP:
            return
        place = move - moves.CALL_BACK
        return_vikings(position, place, 1, events)
        position.frames.push(phases.ASK_SECOND, place)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("inspect", "OD-D27")


class CallSecond(OdinDecision):
    """60C: for silver a second Viking from the same space, which the frame holds (OD-244)."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        same = moves.CALL_BACK + position.frames.get(0)
        self.add_allowed(position, seat, same, same + 1, out)
        out.add(moves.STOP)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if move == moves.STOP:
            return 0
        place = position.frames.get(0)
        if move != moves.CALL_BACK + place:
            return conditions.OD_246_SPACES
        if counting.own_vikings(position, seat, place) == 0:
            return conditions.OD_152_NO_VIKING
        if position.get(seat, items.SILVER) < position.round:
            return conditions.OD_115_COST
        return 0 if base.spares(position, items.SILVER, position.round, -1) else base.OD_043_USABLE

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        place = position.frames.get(0)
        position.frames.pop()
        if move == moves.STOP:
            came_back(position, 1, events)
            return
        supply.pay(position, seat, items.SILVER, position.round, events)
        return_vikings(position, place, 1, events)
        came_back(position, 2, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("second", "OD-D27", {"price": int(position.round)})
