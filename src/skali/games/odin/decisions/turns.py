"""A turn: send Vikings to a space, imitate, or pass (OD-037 to OD-041, OD-D05). What a space does is in actions.py."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.core.protocol import Event, Prompt
from skali.games.odin import (
    actions,
    anytime,
    card_rules,
    components,
    conditions,
    effects,
    items,
    moves,
    phases,
    supply,
    triggers,
)
from skali.games.odin.decisions import base
from skali.games.odin.decisions.base import OdinDecision
from skali.games.odin.position import OdinPosition

OD_037_ONE_TURN: Final = 37
OD_038_VIKINGS: Final = 38
OD_039_OCCUPIED: Final = 39
OD_148_IMITATION: Final = 148
OD_149_NOT_IMITATED: Final = 149
OD_150_ONCE: Final = 150
ASKED: Final = Moves()
"""A place to work in; nothing in it outlives a call."""


class Turn(OdinDecision):
    """Every usable free space, passing, and the anytime actions of W1 (OD-D05)."""

    def takes_anytime(self, position: OdinPosition) -> bool:
        return True

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        fill_spaces(position, seat, out, False)
        out.add(moves.PASS)

    def is_open(self, position: OdinPosition, seat: i64, found: Moves) -> bool:
        """Some space can be used, or something can be done before passing."""
        found.count = 0
        found.add(moves.PASS)
        ASKED.count = 0
        fill_spaces(position, seat, ASKED, True)
        return ASKED.count > 0 or anytime.any_action(position)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if move == moves.PASS:
            return 0
        if not moves.SEND <= move < moves.CHOOSE:
            return OD_037_ONE_TURN
        space = space_of(move)
        if move >= moves.IMITATE:
            fault = imitation_fault(position, seat, space)
        elif i64(position.counts[items.ON_SPACE + space]):
            return OD_039_OCCUPIED
        elif vikings_needed(position, seat, space) > position.get(seat, items.THING):
            return OD_038_VIKINGS
        else:
            fault = sending_fault(position, seat, space)
        return fault if fault else way_fault(position, seat, space, way_of(move))

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        if move == moves.PASS:
            position.frames.pop()
            pass_turn(position, events)
        else:
            means: i64 = phases.BY_VIKINGS if move < moves.IMITATE else phases.BY_IMITATION
            send(position, space_of(move), means, way_of(move), events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("turn", "OD-D05", {"vikings": int(position.get(seat, items.THING))})


# What a move names


def space_of(move: i64) -> i64:
    """The space that a sending or imitation names."""
    if move < moves.SEND_FOR:
        return move - moves.SEND
    if move < moves.IMITATE:
        return (move - moves.SEND_FOR) // 2
    if move < moves.IMITATE_FOR:
        return move - moves.IMITATE
    return (move - moves.IMITATE_FOR) // 2


def way_of(move: i64) -> i64:
    """The way to pay that a sending or imitation names, from 1 on; 0 if it names none (OD-D10)."""
    if moves.SEND_FOR <= move < moves.IMITATE:
        return (move - moves.SEND_FOR) % 2 + 1
    return (move - moves.IMITATE_FOR) % 2 + 1 if move >= moves.IMITATE_FOR else 0


# Which spaces can be used


def fill_spaces(position: OdinPosition, seat: i64, out: Moves, enough: bool) -> None:
    """The spaces that can be used; with ``enough`` the first one will do."""
    vikings = position.get(seat, items.THING)
    if vikings <= 0:
        return
    column = position.tables.column
    counts = position.counts
    for space in range(i64(components.SPACES)):
        if i64(counts[items.ON_SPACE + space]) == 0:
            need = i64(column[space])
            if need <= vikings or (need == 4 and vikings_needed(position, seat, space) <= vikings):
                add_sending(position, seat, space, moves.SEND, moves.SEND_FOR, out)
                if enough and out.count:
                    return
    if position.imitation:
        for space in range(i64(components.SPACES)):
            if imitation_fault(position, seat, space) == 0:
                add_sending(position, seat, space, moves.IMITATE, moves.IMITATE_FOR, out)


def vikings_needed(position: OdinPosition, seat: i64, space: i64) -> i64:
    """As many as the column says; with 106B plundering takes 1 or 2 fewer (OD-038, OD-049)."""
    need = i64(position.tables.column[space])
    if space == position.tables.plundering and position.hook(seat, card_rules.PLUNDERING_TAKES_FEWER_VIKINGS):
        ships = supply.longships(position, seat)
        if ships >= 3:
            return need - 1 if ships == 3 else need - 2
    return need


def add_sending(position: OdinPosition, seat: i64, space: i64, plain: i64, chosen: i64, out: Moves) -> None:
    """The space if it can be used; in columns 1 and 2 the way to pay is chosen with it (OD-D10)."""
    if not has_ways(position, space):
        drawn: i64 = 1 if i64(position.tables.column[space]) == 3 else 0
        if conditions.gift_fault(position, seat, space, 0, drawn) == 0:
            out.add(plain + space)
        return
    for way in range(i64(2)):
        if conditions.gift_fault(position, seat, space, way + 1, 0) == 0:
            out.add(chosen + space * 2 + way)


def has_ways(position: OdinPosition, space: i64) -> bool:
    table = position.tables.effects
    step = i64(table.program_first[i64(position.tables.program[space])])
    two = i64(table.step_first[step + 1]) - i64(table.step_first[step]) == 2
    return two and i64(position.tables.column[space]) < 3


def sending_fault(position: OdinPosition, seat: i64, space: i64) -> i64:
    """Why a space cannot be used in any way."""
    if not has_ways(position, space):
        return conditions.gift_fault(position, seat, space, 0, 1 if i64(position.tables.column[space]) == 3 else 0)
    fault = conditions.gift_fault(position, seat, space, 1, 0)
    return conditions.gift_fault(position, seat, space, 2, 0) if fault else 0


def way_fault(position: OdinPosition, seat: i64, space: i64, way: i64) -> i64:
    """Where there are two ways to pay, one of them is named, else none (OD-D10)."""
    if has_ways(position, space) != (way > 0):
        return base.D10_ALTERNATIVE
    return base.D10_ALTERNATIVE if way and conditions.gift_fault(position, seat, space, way, 0) else 0


def imitation_fault(position: OdinPosition, seat: i64, space: i64) -> i64:
    """OD-148 to OD-150: an occupied space of another player in a column with a free imitation space."""
    column = i64(position.tables.column[space])
    if not position.imitation & bit(column):
        return OD_148_IMITATION
    if i64(position.counts[items.ON_SPACE + components.SPACES + column - 1]):
        return OD_150_ONCE
    if column > position.get(seat, items.THING):
        return OD_038_VIKINGS
    on = i64(position.counts[items.ON_SPACE + space])
    if on == 0 or on & 7 == seat + 1:
        return OD_149_NOT_IMITATED
    return sending_fault(position, seat, space)


# What happens


def pass_turn(position: OdinPosition, events: list[Event] | None) -> None:
    """No more Vikings of this seat in this round (OD-040)."""
    position.put(position.active, items.PASSED, 1)
    position.barriers += 1
    if events is not None:
        events.append(Event("passed", {"seat": int(position.active)}))


def send(position: OdinPosition, space: i64, means: i64, way: i64, events: list[Event] | None) -> None:
    """Vikings go to the space; the rest of the turn waits on the stack (OD-050)."""
    seat = position.active
    column = i64(position.tables.column[space])
    place = space if means == phases.BY_VIKINGS else components.SPACES + column - 1
    vikings = vikings_needed(position, seat, space) if means == phases.BY_VIKINGS else column
    anytime.remember(position)
    anytime.reset_order(position)
    position.frames.pop()
    position.add(seat, items.THING, -vikings)
    position.counts[items.ON_SPACE + place] = i16(seat + 1 + 8 * vikings)
    position.last_placer = seat
    if column == 2:
        position.add(seat, items.TWOS, 1)
    if events is not None:
        kind = "sent" if means == phases.BY_VIKINGS else "imitated"
        data = {"seat": int(seat), "space": position.tables.space_names[space], "count": int(vikings)}
        events.append(Event(kind, data))
    if position.get(seat, items.THING) == 3:
        effects.give(position, seat, triggers.THREE_VIKINGS_ON_THE_THING_SQUARE, 1, events)
    position.frames.push(phases.DO_END_TURN)
    if column == 4:
        position.frames.push(phases.ASK_COLUMN_4, 1)
    actions.begin_action(position, space, means, place, way)
    if column == 4:
        position.frames.push(phases.ASK_COLUMN_4, 0)
    elif column == 3:
        position.frames.push(phases.DO_DRAW, 1)
