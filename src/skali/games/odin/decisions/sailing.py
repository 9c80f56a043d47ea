"""Exploration boards, emigration, and a boat for a knarr (OD-138 to OD-146)."""

from __future__ import annotations

from mypy_extensions import i16, i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.core.protocol import Event, Prompt
from skali.games.odin import (
    boards,
    components,
    conditions,
    effects,
    items,
    moves,
    operations,
    phases,
    prices,
    supply,
    triggers,
)
from skali.games.odin.decisions import base
from skali.games.odin.decisions.base import OdinDecision
from skali.games.odin.position import OdinPosition


class Explore(OdinDecision):
    """A board of the space's column (OD-135, OD-138). The frame holds the column."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        for number in range(i64(4)):
            move = moves.EXPLORE_BOARD + boards.grid_of(position, components.FIRST_EXPLORATION + number) - 1
            if self.fault(position, seat, move) == 0:
                out.add(move)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if not moves.EXPLORE_BOARD <= move < moves.EMIGRATE_SHIP:
            return conditions.OD_138_CLAIMING
        grid = move - moves.EXPLORE_BOARD + 1
        number = (grid - 1) % 4
        shown = boards.grid_of(position, components.FIRST_EXPLORATION + number) == grid
        claimable = conditions.board_claimable(position, seat, number, position.frames.get(0))
        return 0 if shown and claimable else conditions.OD_138_CLAIMING

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        position.frames.pop()
        grid = move - moves.EXPLORE_BOARD + 1
        number = (grid - 1) % 4
        position.used = True
        silver = i64(position.counts[items.BOARD_SILVER + number])
        position.counts[items.BOARD_SILVER + number] = i16(0)
        position.counts[items.BOARD_OWNER + components.FIRST_EXPLORATION + number] = i16(seat + 1)
        position.add(seat, items.MINUS, i64(position.tables.grids.minus_total[grid]))
        if events is not None:
            data = {"seat": int(seat), "board": components.FACES[grid - 1], "silver": int(silver)}
            events.append(Event("explored", data))
        position.yielding = False
        supply.gain(position, seat, items.SILVER, silver, events)
        position.frames.push(phases.DO_LONGSHIP_USED)
        effects.fire(position, seat, triggers.EXPLORED_OR_EMIGRATED)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("explore", "OD-D17")


class Emigrate(OdinDecision):
    """A large ship leaves for the Banquet Table (OD-143). The frame holds whether it may be left out, and what sets the price."""

    def takes_anytime(self, position: OdinPosition) -> bool:
        return base.is_between_and_not_accepted(position)

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        self.add_allowed(position, seat, moves.EMIGRATE_SHIP, moves.SWAP_FOR_KNARR, out)
        if position.frames.get(0) or out.count == 0:
            out.add(moves.SKIP)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if move == moves.SKIP:
            can = self.any_allowed(position, seat, moves.EMIGRATE_SHIP, moves.SWAP_FOR_KNARR)
            return conditions.OD_143_EMIGRATION if can and not position.frames.get(0) else 0
        if not moves.EMIGRATE_SHIP <= move < moves.SWAP_FOR_KNARR:
            return conditions.OD_143_EMIGRATION
        terms = position.frames.get(1)
        fault = conditions.emigration_fault(position, seat, terms)
        if fault:
            return fault
        ship = move - moves.EMIGRATE_SHIP
        if position.get(seat, items.KNARR + ship) == 0:
            return conditions.OD_143_EMIGRATION
        price = prices.emigration_price(position, seat, terms)
        return 0 if base.spares(position, items.SILVER, price, items.KNARR + ship) else base.OD_043_USABLE

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        terms = position.frames.get(1)
        position.frames.pop()
        if move == moves.SKIP:
            return
        ship = move - moves.EMIGRATE_SHIP
        position.used = position.used or terms == operations.PRICE_OF_SPACE
        supply.pay(position, seat, items.SILVER, prices.emigration_price(position, seat, terms), events)
        position.add(seat, items.KNARR + ship, -1)
        position.add(seat, items.EMIGRATED_LONGSHIP if ship else items.EMIGRATED_KNARR, 1)
        if events is not None:
            events.append(Event("emigrated", {"seat": int(seat), "ship": moves.EMIGRANTS[ship]}))
        used = bit(triggers.AFTER_A_LONGSHIP_WAS_USED) if ship else i64(0)
        effects.fire_all(position, seat, bit(triggers.EXPLORED_OR_EMIGRATED) | used)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        price = prices.emigration_price(position, seat, position.frames.get(1))
        return Prompt("emigrate", "OD-D18", {"price": int(price)})


class SwapBoat(OdinDecision):
    """A whaling boat for a knarr (OD-146). The frame holds whether it may be left out."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        self.add_allowed(position, seat, moves.SWAP_FOR_KNARR, moves.ROLL, out)
        if position.frames.get(0):
            out.add(moves.SKIP)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if move == moves.SKIP:
            return 0 if position.frames.get(0) else conditions.OD_146_SWAP
        if not moves.SWAP_FOR_KNARR <= move < moves.ROLL:
            return conditions.OD_146_SWAP
        item = items.WHALING_BOAT if move == moves.SWAP_FOR_KNARR else items.ARMED_BOAT
        return 0 if position.get(seat, item) else conditions.OD_146_SWAP

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        position.frames.pop()
        if move == moves.SKIP:
            return
        position.used = True
        supply.pay(position, seat, items.WHALING_BOAT + move - moves.SWAP_FOR_KNARR, 1, events)
        supply.gain(position, seat, items.KNARR, 1, events)
        effects.ship_came(position, seat, True)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("swap_boat", "OD-D19")
