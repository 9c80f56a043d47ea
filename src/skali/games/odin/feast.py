"""Phase 9: the feast (OD-062 to OD-072)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i16, i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.odin import boards, effects, possible, supply
from skali.games.odin.effects_text import (
    AFTER_FEAST,
    FEAST_BEGINS,
    FISH_TO_HOUSES,
    FOOD_SERVED,
    PEAS_LIE_TWICE,
)
from skali.games.odin.items import (
    GOODS,
    ITEM_NAMES,
    ORANGE,
    PEAS,
    PENALTIES,
    PREGNANT_CATTLE,
    PREGNANT_SHEEP,
    RED,
    SERVED,
    SILVER,
    STOCKFISH,
)
from skali.games.odin.moves import (
    COINS,
    FINISH,
    SERVE,
)
from skali.games.odin.phases import (
    ASK_COINS,
    ASK_FISH,
    ASK_FOOD,
    DO_CLEARING,
    DO_COINS,
    DO_REWARDS,
)

if TYPE_CHECKING:
    from skali.games.odin.state import OdinState

OD_063_WHAT: Final = 63
OD_064_WIDTH: Final = 64
OD_065_ONE_LYING: Final = 65
OD_066_FIT: Final = 66
OD_067_COLOURS: Final = 67
SECOND_PEAS: Final = 62
"""The mark of a second lying peas (186A)."""


def spaces_to_serve(state: OdinState, seat: i64) -> i64:
    """Spaces without Vikings and ships (OD-062); room for one ship too many is refused, so never below 0."""
    return state.vikings() - 2 * possible.emigrated(state, seat)


def begin(state: OdinState, seat: i64, events: list[Event] | None) -> None:
    """A feast of one seat: the phase, or an extra one through a card (OD-072, OD-241)."""
    state.feast_left = spaces_to_serve(state, seat)
    state.feast_orange = state.feast_red = 0
    state.feast_lying = 0
    state.feast_key = -1
    for good in range(i64(GOODS)):
        state.h[SERVED + good] = i16(0)
    if events is not None:
        events.append(Event("feast_began", {"seat": int(seat), "count": int(state.feast_left)}))
    frames = state.frames
    frames.push(DO_CLEARING)
    frames.push(DO_COINS)
    frames.push(DO_REWARDS)
    frames.push(ASK_FOOD)
    effects.fire(state, seat, FEAST_BEGINS)


# What may be served


def lying_mark(good: i64) -> i64:
    """The type of a good on the table: pregnant animals are their kind (OD-065)."""
    return good + 1 if good in (PREGNANT_SHEEP, PREGNANT_CATTLE) else good


def food_colour(good: i64) -> i64:
    return boards.colour(good)


def food_fault(state: OdinState, seat: i64, good: i64, lying: i64) -> i64:
    """The rule that keeps a good from being served so, 0 if none."""
    colour = food_colour(good)
    if colour > RED:
        return OD_063_WHAT
    if state.get(seat, good) == 0:
        return OD_063_WHAT
    tables = state.tables
    width = i64(tables.short_side[good])
    if lying:
        if i64(tables.long_side[good]) == width:
            return OD_064_WIDTH
        width = i64(tables.long_side[good])
        if state.feast_lying & bit(lying_mark(good)):
            twice = good == PEAS and state.hook(seat, PEAS_LIE_TWICE)
            if not twice or state.feast_lying & bit(SECOND_PEAS - 1):
                return OD_065_ONE_LYING
    left = state.feast_left - width
    if left < 0:
        return OD_066_FIT
    apart = state.feast_orange - state.feast_red + (1 if colour == ORANGE else -1)
    if apart > left + 1 or -apart > left + 1:
        return OD_067_COLOURS
    return 0


def fill_food(state: OdinState, out: Moves, search: bool) -> None:
    """In search the goods come in their order, upright before lying (OD-265)."""
    seat = state.active
    for good in range(i64(GOODS)):
        if state.get(seat, good) and food_colour(good) <= RED:
            for lying in range(i64(2)):
                key = good * 2 + lying
                if not (search and key < state.feast_key) and food_fault(state, seat, good, lying) == 0:
                    out.add(SERVE + key)
    out.add(FINISH)


def fill_coins(state: OdinState, out: Moves) -> None:
    silver = state.get(state.active, SILVER)
    most = state.feast_left if state.feast_left < silver else silver
    for number in range(most + 1):
        out.add(COINS + number)


# What happens


def serve(state: OdinState, move: i64, events: list[Event] | None) -> None:
    """A good goes on the table."""
    if move == FINISH:
        state.frames.pop()
        return
    good = (move - SERVE) // 2
    lying = (move - SERVE) % 2
    seat = state.active
    width = i64(state.tables.long_side[good]) if lying else i64(state.tables.short_side[good])
    state.add(seat, good, -1)
    state.h[SERVED + good] = i16(i64(state.h[SERVED + good]) + 1)
    state.feast_left -= width
    if food_colour(good) == ORANGE:
        state.feast_orange += 1
    else:
        state.feast_red += 1
    if lying:
        mark = lying_mark(good)
        if state.feast_lying & bit(mark):
            state.feast_lying |= bit(SECOND_PEAS - 1)
        state.feast_lying |= bit(mark)
    state.feast_key = good * 2 + lying
    if events is not None:
        data = {"seat": int(seat), "item": ITEM_NAMES[good], "width": int(width), "left": int(state.feast_left)}
        events.append(Event("served", data))


def rewards(state: OdinState, events: list[Event] | None) -> None:
    """Cards pay for the food before the coins are chosen (OD-072)."""
    effects.fire(state, state.active, FOOD_SERVED)


def coins(state: OdinState, move: i64, events: list[Event] | None) -> None:
    state.frames.pop()
    number = move - COINS
    seat = state.active
    supply.pay(state, seat, SILVER, number, events)
    state.feast_left -= number


def clear(state: OdinState, events: list[Event] | None) -> None:
    """Empty spaces are penalties; what was served is gone (OD-069, OD-070)."""
    seat = state.active
    if state.feast_left > 0:
        state.add(seat, PENALTIES, state.feast_left)
        if events is not None:
            events.append(Event("penalties", {"seat": int(seat), "count": int(state.feast_left)}, rule="OD-069"))
    state.feast_left = 0
    if i64(state.h[SERVED + STOCKFISH]) and state.hook(seat, FISH_TO_HOUSES):
        state.frames.push(DO_CLEARING)
        state.frames.push(ASK_FISH)
        return
    effects.fire(state, seat, AFTER_FEAST)
    for good in range(i64(GOODS)):
        state.h[SERVED + good] = i16(0)


def ask_coins(state: OdinState) -> None:
    state.frames.push(ASK_COINS)
