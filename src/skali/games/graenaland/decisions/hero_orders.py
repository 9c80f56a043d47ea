"""Phase 2: hero movement, in secret and at once (GR-054 to GR-066)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit, full, lowest
from skali.core.moves import Moves
from skali.core.protocol import Event, Prompt
from skali.games.graenaland import components, heroes, land, moves, phases
from skali.games.graenaland.decisions.base import GraenalandDecision
from skali.games.graenaland.position import GraenalandPosition

ORDER_BITS: Final = 5
"""An order is 0 for staying, else hero * 8 + direction + 1; so many bits a seat."""


def begin(position: GraenalandPosition) -> None:
    """Everybody but the leader chooses in secret (GR-054, GR-055)."""
    position.ask_simultaneously(phases.HERO_ORDERS, full(position.agreed.seats) ^ bit(position.leader))


def answer_bits(seat: i64) -> i64:
    """Where the order of a seat stands in the answers."""
    return full(ORDER_BITS) << (ORDER_BITS * seat)


def order_of(position: GraenalandPosition, seat: i64) -> i64:
    """The order that a seat has written down, counted from staying."""
    return (position.answers & answer_bits(seat)) >> (ORDER_BITS * seat)


class HeroOrder(GraenalandDecision):
    """Stay, or move one hero."""

    def fill(self, position: GraenalandPosition, seat: i64, out: Moves) -> None:
        out.add(moves.STAY)
        for hero in range(i64(3)):
            fields = heroes.directions(position, seat, hero)
            while fields:
                out.add(moves.MOVE_HERO + hero * 8 + lowest(fields) - 1)
                fields &= fields - 1

    def answer_fault(self, position: GraenalandPosition, seat: i64, move: i64) -> i64:
        if move == moves.STAY:
            return 0
        return heroes.order_fault(position, seat, (move - moves.MOVE_HERO) // 8, (move - moves.MOVE_HERO) % 8 + 1)

    def play(self, position: GraenalandPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        position.answers |= (move - moves.STAY) << (ORDER_BITS * seat)
        position.answer(seat, phases.ORDERS_GIVEN)

    def prompt(self, position: GraenalandPosition, seat: i64) -> Prompt:
        """Where each order would lead, by hero and direction. A seat that can only stay may leave that to the table."""
        island = position.agreed.island
        to: dict[str, dict[str, str]] = {}
        for hero, name in enumerate(moves.HEROES):
            for field, direction in enumerate(moves.DIRECTIONS, 1):
                if heroes.order_fault(position, seat, hero, field) == 0:
                    target = int(island.target[land.hero_at(position, seat, hero) * components.STEPS + field])
                    to.setdefault(name, {})[direction] = island.names[target]
        return Prompt("hero_order", "GR-D05", {"to": to}, -1 if to else moves.STAY)


def carry_out(position: GraenalandPosition, events: list[Event] | None) -> None:
    """Reveals and resolves all orders at once (GR-065), then lets waiting heroes enter (GR-066)."""
    for seat in range(position.agreed.seats):
        if position.asked & bit(seat):
            order = order_of(position, seat)
            if order > 0:
                heroes.move_hero(position, seat, (order - 1) // 8, (order - 1) % 8 + 1, events)
            elif events is not None:
                events.append(Event("stayed", {"seat": int(seat)}, rule="GR-054"))
    position.asked = position.answered = position.answers = 0
    heroes.enter_waiting(position, events)
