"""A turn: send Vikings to a space, imitate, or pass (OD-037 to OD-041, OD-D05). What a space does is in actions.py."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.core.protocol import NO_MOVE, NOT_COUNTED, Event, Prompt
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
OD_150_ONCE: Final = 150


class Turn(OdinDecision):
    """Every usable free space, passing, and the anytime actions of W1 (OD-D05)."""

    def takes_anytime(self, position: OdinPosition) -> bool:
        return True

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        for n in range(len(position.tables.sendings)):
            move = self.sending(position, seat, n)
            if move != NO_MOVE:
                out.add(move)
        out.add(moves.PASS)

    def count(self, position: OdinPosition, seat: i64) -> i64:
        """A number for each use of a space, for passing, then for the anytime actions, if there is a choice for sure."""
        if not self.any_sending(position, seat):
            return NOT_COUNTED
        return len(position.tables.sendings) + 1 + anytime.count(position)

    def pick(self, position: OdinPosition, seat: i64, n: i64) -> i64:
        sendings = i64(len(position.tables.sendings))
        if n < sendings:
            return self.sending(position, seat, n)
        return anytime.pick(position, n - sendings - 1) if n > sendings else i64(moves.PASS)

    def sending(self, position: OdinPosition, seat: i64, n: i64) -> i64:
        """Vikings go to a free space or imitate the one who stands there; none of both if that breaks a rule."""
        named = i64(position.tables.sendings[n])
        move = moves.SEND + named
        if i64(position.counts[items.ON_SPACE + space_of(move)]):
            move = moves.IMITATE + named
        return i64(NO_MOVE) if self.fault(position, seat, move) else move

    def any_sending(self, position: OdinPosition, seat: i64) -> bool:
        """Some space can be used; first those that ask for nothing."""
        if position.get(seat, items.THING) == 0:
            return False
        free = position.tables.unasking
        if any(i64(position.counts[items.ON_SPACE + i64(free[at])]) == 0 for at in range(len(free))):
            return True
        return any(self.sending(position, seat, n) != NO_MOVE for n in range(len(position.tables.sendings)))

    def is_open(self, position: OdinPosition, seat: i64, found: Moves) -> bool:
        """Some space can be used, or something can be done before passing."""
        found.count = 0
        found.add(moves.PASS)
        return self.any_sending(position, seat) or anytime.any_action(position)

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
            fault = conditions.sending_fault(position, seat, space)
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
    named = move - moves.SEND if move < moves.IMITATE else move - moves.IMITATE
    return named if named < components.SPACES else (named - components.SPACES) // 2


def way_of(move: i64) -> i64:
    """The way to pay that a sending or imitation names, from 1 on; 0 if it names none (OD-D10)."""
    named = move - moves.SEND if move < moves.IMITATE else move - moves.IMITATE
    return 0 if named < components.SPACES else (named - components.SPACES) % 2 + 1


# Which spaces can be used


def vikings_needed(position: OdinPosition, seat: i64, space: i64) -> i64:
    """As many as the column says; with 106B plundering takes 1 or 2 fewer (OD-038, OD-049)."""
    need = i64(position.tables.column[space])
    if space == position.tables.plundering and position.hook(seat, card_rules.PLUNDERING_TAKES_FEWER_VIKINGS):
        ships = supply.longships(position, seat)
        if ships >= 3:
            return need - 1 if ships == 3 else need - 2
    return need


def way_fault(position: OdinPosition, seat: i64, space: i64, way: i64) -> i64:
    """Where there are two ways to pay, one of them is named, else none (OD-D10)."""
    if (position.tables.two_ways & bit(space) != 0) != (way > 0):
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
        return conditions.OD_149_NOT_IMITATED
    return conditions.sending_fault(position, seat, space)


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
