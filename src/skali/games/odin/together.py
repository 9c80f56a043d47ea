"""Windows and feasts of several seats at the same time (OD-270).

A seat's answer concerns only its own boards and the unlimited supply. So each seat that is asked gets a part: a position of its
own in which it decides alone. When its answer is complete, its holdings and boards go over into the position of the table and into
the parts of the others. Before that nobody else sees anything of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i32, i64

from skali.core.protocol import EVERYONE, Event, all_but, only
from skali.games.odin import anytime, decisions, effects, feast, rounds
from skali.games.odin.components import BOARDS, ROWS
from skali.games.odin.effects_text import BEFORE_INCOME
from skali.games.odin.items import BOARD_OWNER, STRIDE
from skali.games.odin.phases import ASK_WINDOW, FEAST, IN_PLAY, W4, W5

if TYPE_CHECKING:
    from skali.games.odin.state import OdinState


def reaches_out(state: OdinState, seat: i64) -> bool:
    """A played card could draw, play a card or take from what is limited: the seat is asked alone, in turn order."""
    cards = state.tables.reaching
    for at in range(len(cards)):
        if i64(state.cards[i64(cards[at])]) == IN_PLAY + seat:
            return True
    return False


def ask(state: OdinState, step: i64, block: i64, events: list[Event] | None) -> None:
    """Asks the seat whose turn it is and with it those that follow, up to one that must be asked alone."""
    end = step + 1
    first = seat_at(state, step)
    if not reaches_out(state, first):
        while end < state.seats and not reaches_out(state, seat_at(state, end)):
            end += 1
    state.active = first
    if end == step + 1:
        begin(state, first, block, events)
        return
    state.queue += end - step - 1
    state.block = block
    for turn in range(step, end):
        if block == W5 and not effects.needs_w5(state, seat_at(state, turn)):
            continue
        heard: list[Event] | None = None if events is None else []
        part = open_part(state, seat_at(state, turn), heard)
        if part.frames.depth:
            state.parts.append(part)
            tell(events, heard, only(part.active))
        else:
            take_over(state, part)
            tell(events, heard, EVERYONE)


def seat_at(state: OdinState, step: i64) -> i64:
    return (state.starter + step) % state.seats


def begin(state: OdinState, seat: i64, block: i64, events: list[Event] | None) -> None:
    """The window of a seat, or its feast."""
    state.active = seat
    if block == FEAST:
        feast.begin(state, seat, events)
        return
    if block == W5 and not effects.needs_w5(state, seat):
        return
    state.ore_offers = 0
    anytime.reset_order(state)
    state.frames.push(ASK_WINDOW, block)
    if block == W4:
        effects.fire(state, seat, BEFORE_INCOME)


def open_part(state: OdinState, seat: i64, events: list[Event] | None) -> OdinState:
    """The position in which the seat decides, at its first real choice or, without one, at its end."""
    part = state.copy()
    part.parts = []
    part.apart = True
    begin(part, seat, state.block, events)
    rounds.go_on(part, events)
    return part


def answer(state: OdinState, seat: i64, move: i64, events: list[Event] | None) -> None:
    """A seat goes on with its answer; the last one ends the block."""
    at = 0
    while state.parts[at].active != seat:
        at += 1
    part = state.parts[at]
    heard: list[Event] | None = None if events is None else []
    play(part, move, heard)
    tell(events, heard, only(seat))
    if part.frames.depth:
        return
    state.raised += 1
    if events is not None:
        tell(events, retold(state, part), all_but(seat))
    del state.parts[at]
    take_over(state, part)
    for other in state.parts:
        take_over(other, part)
    if not state.parts:
        state.active = seat_at(state, 0)
        rounds.go_on(state, events)


def play(part: OdinState, move: i64, events: list[Event] | None) -> None:
    part.answered = append(part.answered, i32(move))
    decisions.play(part, move, events)
    rounds.go_on(part, events)


def retold(state: OdinState, part: OdinState) -> list[Event]:
    """All that happened in a complete answer, from its beginning."""
    told: list[Event] = []
    again = open_part(state, part.active, told)
    for at in range(len(part.answered)):
        play(again, i64(part.answered[at]), told)
    return told


def tell(events: list[Event] | None, heard: list[Event] | None, audience: i64) -> None:
    if events is not None and heard is not None:
        for event in heard:
            events.append(Event(event.kind, event.data, int(audience), event.rule))


def take_over(state: OdinState, part: OdinState) -> None:
    """The holdings and boards of the part's seat."""
    seat = part.active
    h = state.h
    for at in range(seat * STRIDE, seat * STRIDE + STRIDE):
        h[at] = part.h[at]
    for board in range(i64(BOARDS)):
        if i64(h[BOARD_OWNER + board]) == seat + 1:
            for layer in range(i64(3)):
                first = (layer * BOARDS + board) * ROWS
                for row in range(first, first + ROWS):
                    state.rows[row] = part.rows[row]
    state.placed = merged(state, part, seat)


def merged(state: OdinState, part: OdinState, seat: i64) -> vec[i32]:
    """What lies on the boards of the seat in the part, and on all others in the state, in rising order."""
    placed: vec[i32] = vec[i32](capacity=len(state.placed) + len(part.placed))
    for board in range(i64(BOARDS)):
        source = part.placed if i64(state.h[BOARD_OWNER + board]) == seat + 1 else state.placed
        for at in range(len(source)):
            if i64(source[at]) >> 18 == board:
                placed = append(placed, source[at])
    return placed


def rewind(state: OdinState, seat: i64) -> None:
    """Forgets what other seats have answered so far, and deals the parts the cards of the table."""
    for at in range(len(state.parts)):
        part = state.parts[at]
        if part.active != seat and len(part.answered):
            state.parts[at] = open_part(state, part.active, None)
        else:
            part.cards = state.cards[:]
