"""Windows and feasts of several seats at the same time (OD-270).

A seat's answer concerns only its own boards and the unlimited supply. So each seat that is asked gets a part: a position of its
own in which it decides alone. When its answer is complete, its holdings and boards go over into the position of the table and into
the parts of the others. Before that nobody else sees anything of it.
"""

from __future__ import annotations

from librt.vecs import append
from mypy_extensions import i32, i64

from skali.core.protocol import EVERYONE, Event, all_but, only
from skali.games.odin import anytime, boards, components, covering, effects, items, phases, triggers
from skali.games.odin.decisions import feast
from skali.games.odin.position import OdinPosition


def reaches_out(position: OdinPosition, seat: i64) -> bool:
    """A played card could draw, play a card or take from what is limited: the seat is asked alone, in turn order."""
    return position.has_any(seat, position.tables.reaching)


def ask(position: OdinPosition, step: i64, block: i64, events: list[Event] | None) -> None:
    """Asks the seat whose turn it is and with it those that follow, up to one that must be asked alone."""
    end = step + 1
    first = position.seat_in_turn(step)
    if not reaches_out(position, first):
        while end < position.seats and not reaches_out(position, position.seat_in_turn(end)):
            end += 1
    position.active = first
    if end == step + 1:
        begin(position, first, block, events)
        return
    position.queue += end - step - 1
    position.block = block
    for turn in range(step, end):
        if block == phases.W5 and not position.has_any(position.seat_in_turn(turn), position.tables.before_feast):
            continue
        heard: list[Event] | None = None if events is None else []
        part = open_part(position, position.seat_in_turn(turn), heard)
        if part.frames.depth:
            position.parts.append(part)
            tell(events, heard, only(part.active))
        else:
            take_over(position, part, len(part.placed) != len(position.placed))
            tell(events, heard, EVERYONE)


def begin(position: OdinPosition, seat: i64, block: i64, events: list[Event] | None) -> None:
    """The window of a seat, or its feast."""
    position.active = seat
    if block == phases.FEAST:
        feast.begin(position, seat, events)
        return
    if block == phases.W5 and not position.has_any(seat, position.tables.before_feast):
        return
    position.ore_offers = 0
    anytime.reset_order(position)
    position.frames.push(phases.ASK_WINDOW, block)
    if block == phases.W4:
        effects.fire(position, seat, triggers.BEFORE_INCOME)


def open_part(position: OdinPosition, seat: i64, events: list[Event] | None) -> OdinPosition:
    """The position in which the seat decides, at its first real choice or, without one, at its end."""
    part = position.alone()
    part.apart = True
    begin(part, seat, position.block, events)
    part.go_on(events)
    return part


def answer(position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
    """A seat goes on with its answer; the last one ends the block."""
    at = 0
    while position.parts[at].active != seat:
        at += 1
    part = position.parts[at]
    heard: list[Event] | None = None if events is None else []
    play(part, move, heard)
    tell(events, heard, only(seat))
    if part.frames.depth:
        return
    position.barriers += 1
    if events is not None:
        tell(events, retold(position, part), all_but(seat))
    del position.parts[at]
    laid = len(part.placed) != len(position.placed)
    take_over(position, part, laid)
    for other in position.parts:
        take_over(other, part, laid)
    if not position.parts:
        position.active = position.seat_in_turn(0)


def play(part: OdinPosition, move: i64, events: list[Event] | None) -> None:
    part.answered = append(part.answered, i32(move))
    part.advance(part.active, move, events)


def retold(position: OdinPosition, part: OdinPosition) -> list[Event]:
    """All that happened in a complete answer, from its beginning."""
    told: list[Event] = []
    again = open_part(position, part.active, told)
    for at in range(len(part.answered)):
        play(again, i64(part.answered[at]), told)
    return told


def tell(events: list[Event] | None, heard: list[Event] | None, audience: i64) -> None:
    if events is not None and heard is not None:
        for event in heard:
            events.append(Event(event.kind, event.data, int(audience), event.rule))


def take_over(position: OdinPosition, part: OdinPosition, laid: bool) -> None:
    """The holdings of the part's seat, and its boards if anything was laid there."""
    seat = part.active
    counts = position.counts
    new_counts = part.counts
    for at in range(seat * items.STRIDE, seat * items.STRIDE + items.STRIDE):
        counts[at] = new_counts[at]
    if laid:
        rows = position.rows
        new_rows = part.rows
        for board in range(i64(components.BOARDS)):
            if boards.owner(position, board) == seat:
                for layer in range(i64(boards.LAYERS)):
                    first = layer * boards.LAYER + board * components.ROWS
                    for row in range(first, first + components.ROWS):
                        rows[row] = new_rows[row]
        add_laid(position, part, seat)


def add_laid(position: OdinPosition, part: OdinPosition, seat: i64) -> None:
    """What the seat has laid in its part lies on the table, in rising order; in a part nothing is ever taken away."""
    placed = position.placed
    laid = part.placed
    at: i64 = 0
    for each in range(len(laid)):
        value = i64(laid[each])
        while at < len(placed) and i64(placed[at]) < value:
            at += 1
        if boards.owner(position, value >> 18) == seat and (at == len(placed) or i64(placed[at]) > value):
            placed = covering.insert_placement(placed, value)
    position.placed = placed


def rewind(position: OdinPosition, seat: i64) -> None:
    """Forgets what other seats have answered so far, and deals the parts the cards of the table."""
    for at in range(len(position.parts)):
        part = position.parts[at]
        if part.active != seat and len(part.answered):
            position.parts[at] = open_part(position, part.active, None)
        else:
            part.cards = position.cards[:]
