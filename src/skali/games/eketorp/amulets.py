"""Phase 4: cards exchanged for amulets before a battle (EK-051 to EK-058, EK-D4, EK-D5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.core.protocol import Event, all_but, only
from skali.games.eketorp import cards, combat
from skali.games.eketorp.moves import EXCHANGE_HAND, STOP
from skali.games.eketorp.phases import EXCHANGE

if TYPE_CHECKING:
    from skali.games.eketorp.state import EketorpState

EK_052_COST: Final = 52
EK_054_STOPPED: Final = 54

GIVEN_UP: Final = 8
"""The bits of ``promised`` below those for given-up cards."""
_HANDS: Final = 255


def can_exchange(state: EketorpState, seat: i64) -> bool:
    """One amulet for each card in hand (EK-052)."""
    return state.amulets[seat] >= cards.size(state.hand[seat])


def fill(out: Moves) -> None:
    out.add(EXCHANGE_HAND)
    out.add(STOP)


def fault(state: EketorpState, seat: i64, move: i64) -> i64:
    """Why there is no exchange once the cards are being chosen."""
    return EK_054_STOPPED if move == STOP or can_exchange(state, seat) else EK_052_COST


def begin(state: EketorpState) -> None:
    """The initiator is asked first, then the opponent; who has too few amulets is not asked (EK-051, EK-055)."""
    if can_exchange(state, state.initiator):
        state.phase = EXCHANGE
        state.active = state.initiator
    else:
        ask_opponent(state)


def ask_opponent(state: EketorpState) -> None:
    if can_exchange(state, state.opponent):
        state.phase = EXCHANGE
        state.active = state.opponent
    else:
        combat.begin(state)


def play(state: EketorpState, seat: i64, move: i64, events: list[Event] | None) -> None:
    if move == EXCHANGE_HAND:
        exchange(state, seat, events)
        if can_exchange(state, seat):
            return
    if seat == state.initiator:
        ask_opponent(state)
    else:
        combat.begin(state)


def exchange(state: EketorpState, seat: i64, events: list[Event] | None) -> None:
    """The whole hand goes to the discard pile and as many cards come from the draw pile (EK-052, EK-053)."""
    old = state.hand[seat]
    number = cards.size(old)
    state.amulets[seat] -= number
    give_up(state, seat, old)
    new = draw(state, seat, number)
    state.hand[seat] = new
    state.raised += 1
    if events is not None:
        data = {"seat": seat, "count": int(number)}
        events.append(Event("exchanged", data, all_but(seat), rule="EK-057"))
        mine = {"count": int(number), "given": cards.listed(old), "drawn": cards.listed(new)}
        events.append(Event("exchanged_mine", mine, only(seat), rule="EK-053"))


def give_up(state: EketorpState, seat: i64, hand: i64) -> None:
    """Face down: the others know its values only if they knew the hand (EK-053, EK-057)."""
    mark = bit(seat)
    if state.open_hands & mark:
        state.open_hands ^= mark
        state.discards += hand
        return
    state.given_up[seat] += hand
    if state.promised & mark:
        state.promised = (state.promised ^ mark) | bit(seat + GIVEN_UP)


def draw(state: EketorpState, seat: i64, number: i64) -> i64:
    """Cards from the draw pile; if it lacks some, the discard pile is shuffled and put under it (EK-058)."""
    there = cards.size(state.draw_pile)
    if there >= number:
        drawn = cards.draw(state.draw_pile, number, state.rng)
        state.draw_pile -= drawn
        remember_draw(state, seat, drawn, number)
        return drawn
    first = state.draw_pile
    turn_discards(state)
    drawn = cards.draw(state.draw_pile, number - there, state.rng)
    state.draw_pile -= drawn
    remember_draw(state, seat, drawn, number - there)
    return first + drawn


def turn_discards(state: EketorpState) -> None:
    """The discard pile becomes the draw pile: what a viewer knew of the one is now known of the other."""
    public = state.discards
    state.draw_pile = public
    state.discards = 0
    state.memory[state.seats] = public
    for seat in range(state.seats):
        state.memory[seat] = public + state.given_up[seat]
        state.draw_pile += state.given_up[seat]
        state.given_up[seat] = 0
    state.promised &= _HANDS


def remember_draw(state: EketorpState, seat: i64, drawn: i64, number: i64) -> None:
    """The owner saw which cards left the draw pile, the others only how many."""
    memory = state.memory
    for viewer in range(len(memory)):
        if memory[viewer]:
            if viewer == seat:
                memory[viewer] = cards.without(memory[viewer], drawn)
            else:
                memory[viewer] = cards.without_unseen(memory[viewer], number)
