"""Cards that use a space without Vikings: 77A and 91c (OD-246)."""

from __future__ import annotations

from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import Event, Prompt
from skali.games.odin import actions, anytime, components, conditions, items, moves, phases, supply
from skali.games.odin.decisions import turns
from skali.games.odin.decisions.base import OdinDecision
from skali.games.odin.position import OdinPosition


class Follow(OdinDecision):
    """77A: an occupied space of the second column."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        self.add_allowed(position, seat, moves.SEND, moves.IMITATE, out)
        out.add(moves.SKIP)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if move == moves.SKIP:
            return 0
        if not moves.SEND <= move < moves.IMITATE:
            return conditions.OD_246_SPACES
        fault = conditions.follow_fault(position, seat, turns.space_of(move))
        return fault if fault else turns.way_fault(position, seat, turns.space_of(move), turns.way_of(move))

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        position.frames.pop()
        if move != moves.SKIP:
            use_space(position, move, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("follow", "OD-D27")


class Late(OdinDecision):
    """91c: for a silver a free space of the first column beside an own Viking."""

    def takes_anytime(self, position: OdinPosition) -> bool:
        return True

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        self.add_allowed(position, seat, moves.SEND, moves.CHOOSE, out)
        out.add(moves.SKIP)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if move == moves.SKIP:
            return 0
        if not moves.SEND <= move < moves.CHOOSE:
            return conditions.OD_246_SPACES
        if position.get(seat, items.SILVER) == 0:
            return conditions.OD_115_COST
        space = turns.space_of(move)
        imitates = move >= moves.IMITATE
        if i64(position.tables.column[space]) != 1 or (imitates and not position.imitation & 2):
            return conditions.OD_246_SPACES
        fault = conditions.late_fault(position, seat, i64(components.SPACES) if imitates else space, space)
        return fault if fault else turns.way_fault(position, seat, space, turns.way_of(move))

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        position.frames.pop()
        if move == moves.SKIP:
            return
        supply.pay(position, seat, items.SILVER, 1, events)
        anytime.remember(position)
        anytime.reset_order(position)
        use_space(position, move, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("late", "OD-D28")


def use_space(position: OdinPosition, move: i64, events: list[Event] | None) -> None:
    """What follows goes on like any action, but without Vikings; what was going on is put aside (OD-280)."""
    space = turns.space_of(move)
    if events is not None:
        data = {"seat": int(position.active), "space": position.tables.space_names[space]}
        events.append(Event("followed", data, rule="OD-246"))
    actions.push_restore(position)
    actions.begin_action(position, space, phases.BY_CARD, -1, turns.way_of(move))
