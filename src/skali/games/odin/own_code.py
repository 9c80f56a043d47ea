"""Decisions that single cards bring: what may be answered and what the answer does. What the cards say is in components.toml."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i16, i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.odin import actions, anytime, boards, counting, dice, effects, possible, supply
from skali.games.odin.components import (
    SPACES,
)
from skali.games.odin.items import (
    BOW,
    GOODS,
    LONG_SWORD,
    SERVED,
    SILVER,
    SILVERWARE,
    STOCKFISH,
)
from skali.games.odin.moves import (
    CALL_BACK,
    CHOOSE,
    DONE,
    IMITATE,
    IMITATE_FOR,
    SEND,
    SEND_FOR,
    SKIP,
    STOP,
    TAKE,
    TRADE,
    USE_CARD,
)
from skali.games.odin.phases import (
    ASK_BOARD,
    ASK_SECOND,
    BY_CARD,
)

if TYPE_CHECKING:
    from skali.games.odin.state import OdinState


# 60C: a Viking back, and for silver a second from the same space (OD-244)


def fill_inspect(state: OdinState, out: Moves) -> None:
    for place in range(i64(SPACES + 4)):
        if counting.own_vikings(state, state.active, place):
            out.add(CALL_BACK + place)
    out.add(SKIP)


def play_inspect(state: OdinState, move: i64, events: list[Event] | None) -> None:
    state.frames.pop()
    if move == SKIP:
        return
    place = move - CALL_BACK
    dice.return_vikings(state, place, 1, events)
    state.frames.push(ASK_SECOND, place)


def fill_second(state: OdinState, out: Moves) -> None:
    seat = state.active
    place = state.frames.get(0)
    if counting.own_vikings(state, seat, place) and state.get(seat, SILVER) >= state.round and spares_silver(state):
        out.add(CALL_BACK + place)
    out.add(STOP)


def spares_silver(state: OdinState) -> bool:
    """Before an action the silver must be spared for the space (OD-043)."""
    if not state.pending:
        return True
    trial = state.copy()
    trial.add(state.active, SILVER, -state.round)
    return actions.stays_usable(trial)


def play_second(state: OdinState, move: i64, events: list[Event] | None) -> None:
    place = state.frames.get(0)
    state.frames.pop()
    if move == STOP:
        dice.came_back(state, 1, events)
        return
    supply.pay(state, state.active, SILVER, state.round, events)
    dice.return_vikings(state, place, 1, events)
    dice.came_back(state, 2, events)


# 31C: a fourth good of a kind


def fill_fourth(state: OdinState, out: Moves) -> None:
    for good in range(i64(GOODS)):
        if possible.is_third(state, state.active, good):
            out.add(TAKE + good)


def play_fourth(state: OdinState, move: i64, events: list[Event] | None) -> None:
    state.frames.pop()
    supply.gain(state, state.active, move - TAKE, 1, events)
    effects.arrive(state, state.active, move - TAKE, 1, events)


# 78B: goods turned to their other side. Turning a good and its counterpart would undo one another, so each pair goes one way


def fill_flip(state: OdinState, out: Moves, search: bool) -> None:
    """The frame holds how many are left and the last good, and the goods turned up and down so far by pairs."""
    frames = state.frames
    last = frames.get(0) // 16
    for good in range(i64(GOODS)):
        if actions.left_to_choose(state, good) > 0 and not possible.is_animal(good) and not (search and good < last):
            against = frames.get(2) if good % 2 == 0 else frames.get(1)
            if not against & bit(good // 2):
                out.add(TRADE + good)
    out.add(STOP)


def play_flip(state: OdinState, move: i64, events: list[Event] | None) -> None:
    frames = state.frames
    if move == STOP:
        frames.pop()
        effects.end_choosing_goods(state)
        return
    good = move - TRADE
    left = frames.get(0) % 16 - 1
    if left == 0:
        frames.pop()
        effects.end_choosing_goods(state)
    else:
        frames.put(0, left + 16 * good)
        way = good % 2 + 1
        frames.put(way, frames.get(way) | bit(good // 2))
    actions.change_good(state, good, good ^ 1, events)


# 69c: weapons until there are two of each, or fewer


def fill_outfit(state: OdinState, out: Moves, search: bool) -> None:
    """The frame holds the last weapon taken: in search they come in their order (OD-264)."""
    for weapon in range(state.frames.get(0) if search else i64(BOW), LONG_SWORD + 1):
        if state.get(state.active, weapon) < possible.OUTFIT_OF_EACH:
            out.add(TAKE + weapon)
    out.add(STOP)


def play_outfit(state: OdinState, move: i64, events: list[Event] | None) -> None:
    if move == STOP:
        state.frames.pop()
        return
    state.frames.put(0, move - TAKE)
    supply.gain(state, state.active, move - TAKE, 1, events)


# 91c: a free space of the first column beside an own Viking (OD-246)


def fill_late(state: OdinState, out: Moves) -> None:
    seat = state.active
    if state.get(seat, SILVER):
        for space in range(i64(SPACES)):
            if i64(state.tables.column[space]) == 1:
                if possible.late_fault(state, seat, space, space) == 0:
                    actions.add_sending(state, seat, space, SEND, SEND_FOR, out)
                if state.imitation & 2 and possible.late_fault(state, seat, SPACES, space) == 0:
                    actions.add_sending(state, seat, space, IMITATE, IMITATE_FOR, out)
    out.add(SKIP)


def play_late(state: OdinState, move: i64, events: list[Event] | None) -> None:
    """What follows goes on like any action, but without Vikings."""
    state.frames.pop()
    if move == SKIP:
        return
    seat = state.active
    way: i64 = 0
    if SEND_FOR <= move < IMITATE:
        way = (move - SEND_FOR) % 2 + 1
    elif move >= IMITATE_FOR:
        way = (move - IMITATE_FOR) % 2 + 1
    space = space_of(move)
    supply.pay(state, seat, SILVER, 1, events)
    anytime.remember(state)
    anytime.reset_order(state)
    if events is not None:
        data = {"seat": int(seat), "space": state.tables.space_names[space]}
        events.append(Event("followed", data, rule="OD-246"))
    actions.push_restore(state)
    actions.begin_action(state, space, BY_CARD, -1, way)


def space_of(move: i64) -> i64:
    """The space that a sending or imitation names."""
    if move < SEND_FOR:
        return move - SEND
    if move < IMITATE:
        return (move - SEND_FOR) // 2
    if move < IMITATE_FOR:
        return move - IMITATE
    return (move - IMITATE_FOR) // 2


# 172C: stockfish from the Banquet Table into houses (OD-249)


def fill_fish(state: OdinState, out: Moves) -> None:
    if i64(state.h[SERVED + STOCKFISH]) and boards.fits(state, state.active, STOCKFISH, False, False):
        out.add(USE_CARD + state.tables.fish_cook)
    out.add(DONE)


def play_fish(state: OdinState, move: i64, events: list[Event] | None) -> None:
    if move == DONE:
        state.h[SERVED + STOCKFISH] = i16(0)
        state.frames.pop()
        return
    state.h[SERVED + STOCKFISH] = i16(i64(state.h[SERVED + STOCKFISH]) - 1)
    effects.card_event(state, state.active, state.tables.fish_cook, events)
    state.frames.push(ASK_BOARD, STOCKFISH, anytime.FROM_CARD)


# 177B: silverware instead of the only good of a house (OD-251)


def fill_bonus(state: OdinState, out: Moves) -> None:
    out.add(CHOOSE)
    out.add(CHOOSE + 1)


def play_bonus(state: OdinState, move: i64, events: list[Event] | None) -> None:
    item = state.frames.get(0) if move == CHOOSE else i64(SILVERWARE)
    state.frames.pop()
    supply.gain(state, state.active, item, 1, events)
    effects.arrive(state, state.active, item, 1, events)
