"""Phase 4: cards exchanged for amulets before a battle, and the piles they go through (EK-051 to EK-058, EK-D4, EK-D5)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.core.protocol import Decision, Event, Prompt, all_but, only
from skali.games.eketorp import cards, moves, phases
from skali.games.eketorp.position import GIVEN_UP, EketorpPosition

_HANDS: Final = 255
"""The bits of ``promised`` for hands."""


class ExchangeHand(Decision[EketorpPosition]):
    """The whole hand for new cards, as often as the amulets last (EK-052, EK-054)."""

    def fill(self, position: EketorpPosition, seat: i64, out: Moves) -> None:
        out.add(moves.EXCHANGE_HAND)
        out.add(moves.STOP)

    def fault(self, position: EketorpPosition, seat: i64, move: i64) -> i64:
        return 0

    def play(self, position: EketorpPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        if move == moves.EXCHANGE_HAND:
            exchange(position, seat, events)
            ask(position, seat)
        else:
            ask_next(position, seat)

    def prompt(self, position: EketorpPosition, seat: i64) -> Prompt:
        count, amulets = cards.size(position.hand[seat]), position.amulets[seat]
        data = {"count": int(count), "amulets": int(amulets), "other": int(position.other_side(seat))}
        return Prompt("exchange", "EK-D4" if seat == position.initiator else "EK-D5", data)


def can_exchange(position: EketorpPosition, seat: i64) -> bool:
    """One amulet for each card in hand (EK-052)."""
    return position.amulets[seat] >= cards.size(position.hand[seat])


def ask(position: EketorpPosition, seat: i64) -> None:
    """Who has too few amulets is not asked (EK-051)."""
    if can_exchange(position, seat):
        position.phase = phases.EXCHANGE
        position.active = seat
    else:
        ask_next(position, seat)


def ask_next(position: EketorpPosition, seat: i64) -> None:
    """After the initiator the opponent; after him both lay a card (EK-055)."""
    if seat == position.initiator:
        ask(position, position.opponent)
    else:
        position.phase = phases.CARDS


def exchange(position: EketorpPosition, seat: i64, events: list[Event] | None) -> None:
    """The whole hand goes to the discard pile and as many cards come from the draw pile (EK-052, EK-053)."""
    old = position.hand[seat]
    number = cards.size(old)
    position.amulets[seat] -= number
    give_up(position, seat, old)
    new = draw(position, seat, number)
    position.hand[seat] = new
    position.barriers += 1
    if events is not None:
        data = {"seat": seat, "count": int(number)}
        events.append(Event("exchanged", data, all_but(seat), rule="EK-057"))
        mine = {"count": int(number), "given": cards.listed(old), "drawn": cards.listed(new)}
        events.append(Event("exchanged_mine", mine, only(seat), rule="EK-053"))


def give_up(position: EketorpPosition, seat: i64, hand: i64) -> None:
    """Face down: the others know its values only if they knew the hand (EK-053, EK-057)."""
    mark = bit(seat)
    if position.open_hands & mark:
        position.open_hands ^= mark
        position.discards += hand
        return
    position.given_up[seat] += hand
    if position.promised & mark:
        position.promised = (position.promised ^ mark) | bit(seat + GIVEN_UP)


def draw(position: EketorpPosition, seat: i64, number: i64) -> i64:
    """Cards from the draw pile; if it lacks some, the discard pile is shuffled and put under it (EK-058)."""
    first: i64 = 0
    if cards.size(position.draw_pile) < number:
        first = position.draw_pile
        number -= cards.size(first)
        turn_discards(position)
    drawn = cards.draw(position.draw_pile, number, position.rng)
    position.draw_pile -= drawn
    remember_draw(position, seat, drawn, number)
    return first + drawn


def turn_discards(position: EketorpPosition) -> None:
    """The discard pile becomes the draw pile: what a viewer knew of the one is now known of the other."""
    public = position.discards
    position.draw_pile = public
    position.discards = 0
    position.memory[position.seats] = public
    for seat in range(position.seats):
        position.memory[seat] = public + position.given_up[seat]
        position.draw_pile += position.given_up[seat]
        position.given_up[seat] = 0
    position.promised &= _HANDS


def remember_draw(position: EketorpPosition, seat: i64, drawn: i64, number: i64) -> None:
    """The owner saw which cards left the draw pile, the others only how many."""
    memory = position.memory
    for viewer in range(len(memory)):
        if memory[viewer]:
            memory[viewer] = cards.without(memory[viewer], drawn if viewer == seat else number * cards.EACH)
