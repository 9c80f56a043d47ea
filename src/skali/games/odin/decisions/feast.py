"""The feast: food, then coins, then what cards do with what was served (OD-062 to OD-072, OD-249)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.core.protocol import Event, Prompt
from skali.games.odin import (
    boards,
    card_rules,
    conditions,
    effects,
    items,
    moves,
    naming,
    phases,
    plans,
    scoring,
    supply,
    triggers,
)
from skali.games.odin.decisions import placing
from skali.games.odin.decisions.base import OdinDecision
from skali.games.odin.position import OdinPosition

OD_063_FOOD_AND_COINS: Final = 63
OD_064_WIDTH: Final = 64
OD_065_ONE_LYING: Final = 65
OD_066_FIT: Final = 66
OD_067_COLOURS: Final = 67
OD_072_SEQUENCE: Final = 72
OD_249_FISH: Final = 249


def begin(position: OdinPosition, seat: i64, events: list[Event] | None) -> None:
    """A feast of one seat: the phase, or an extra one through a card (OD-072, OD-241)."""
    position.feast_left = spaces_to_serve(position, seat)
    position.feast_orange = position.feast_red = 0
    position.feast_lying = 0
    position.feast_key = -1
    position.wipe(items.SERVED, items.SERVED + items.GOODS)
    if events is not None:
        events.append(Event("feast_began", {"seat": int(seat), "count": int(position.feast_left)}))
    frames = position.frames
    frames.push(phases.DO_CLEARING)
    frames.push(phases.DO_COINS)
    frames.push(phases.DO_REWARDS)
    frames.push(phases.ASK_FOOD)
    effects.fire(position, seat, triggers.FEAST_BEGINS)


def spaces_to_serve(position: OdinPosition, seat: i64) -> i64:
    """Spaces without Vikings and ships (OD-062); room for one ship too many is refused, so never below 0."""
    return position.vikings() - 2 * conditions.emigrated(position, seat)


class Serve(OdinDecision):
    """Goods on the Banquet Table; in search they come in their order, upright before lying (OD-265)."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        for good in range(i64(items.GOODS)):
            if not good & items.GREEN and position.get(seat, good):
                for lying in range(i64(2)):
                    key = good * 2 + lying
                    if not (search and key < position.feast_key) and food_fault(position, seat, good, lying) == 0:
                        out.add(moves.SERVE + key)
        out.add(moves.FINISH)

    def is_open(self, position: OdinPosition, seat: i64, found: Moves) -> bool:
        found.count = 0
        found.add(moves.FINISH)
        return self.any_allowed(position, seat, moves.SERVE, moves.FINISH)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if move == moves.FINISH:
            return 0
        if not moves.SERVE <= move < moves.FINISH:
            return OD_072_SEQUENCE
        return food_fault(position, seat, (move - moves.SERVE) // 2, (move - moves.SERVE) % 2)

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        if move == moves.FINISH:
            position.frames.pop()
            return
        good = (move - moves.SERVE) // 2
        lying = (move - moves.SERVE) % 2
        width = i64(position.tables.long_side[good]) if lying else i64(position.tables.short_side[good])
        position.add(seat, good, -1)
        position.counts[items.SERVED + good] = i16(i64(position.counts[items.SERVED + good]) + 1)
        position.feast_left -= width
        if boards.colour(good) == items.ORANGE:
            position.feast_orange += 1
        else:
            position.feast_red += 1
        if lying:
            mark = supply.type_of(good)
            if position.feast_lying & bit(mark):
                position.feast_lying |= items.SECOND_PEAS
            position.feast_lying |= bit(mark)
        position.feast_key = good * 2 + lying
        if events is not None:
            left = int(position.feast_left)
            data = {"seat": int(seat), "item": naming.ITEM_NAMES[good], "width": int(width), "left": left}
            events.append(Event("served", data))

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        sides = position.tables.short_side, position.tables.long_side
        foods = [good for good in range(items.GOODS) if position.get(seat, good) and boards.colour(good) <= items.RED]
        widths = {naming.ITEM_NAMES[good]: [int(side[good]) for side in sides] for good in foods}
        data = {
            "left": int(position.feast_left),
            "widths": widths,
            "price": scoring.PENALTY,
            "after": {
                plans.notation(good * 2 + lying): plans.banquet(position, seat, [good * 2 + lying])
                for good in foods
                for lying in range(2)
                if food_fault(position, seat, good, lying) == 0
            },
            "plans": plans.feast_plans(position, seat),
        }
        return Prompt("food", "OD-D30", data)


def food_fault(position: OdinPosition, seat: i64, good: i64, lying: i64) -> i64:
    """The rule that keeps a good from being served so, 0 if none."""
    colour = boards.colour(good)
    if colour > items.RED or position.get(seat, good) == 0:
        return OD_063_FOOD_AND_COINS
    tables = position.tables
    width = i64(tables.short_side[good])
    if lying:
        if i64(tables.long_side[good]) == width:
            return OD_064_WIDTH
        width = i64(tables.long_side[good])
        if position.feast_lying & bit(supply.type_of(good)):
            twice = good == items.PEAS and position.hook(seat, card_rules.PEAS_LIE_TWICE)
            if not twice or position.feast_lying & items.SECOND_PEAS:
                return OD_065_ONE_LYING
    left = position.feast_left - width
    if left < 0:
        return OD_066_FIT
    apart = position.feast_orange - position.feast_red + (1 if colour == items.ORANGE else -1)
    if apart > left + 1 or -apart > left + 1:
        return OD_067_COLOURS
    return 0


def rewards(position: OdinPosition, events: list[Event] | None) -> None:
    """Cards pay for the food before the coins are chosen (OD-072)."""
    effects.fire(position, position.active, triggers.FOOD_SERVED)


class Coins(OdinDecision):
    """Silver on empty spaces (OD-063)."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        self.add_allowed(position, seat, moves.COINS, moves.PUT, out)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if not moves.COINS <= move < moves.PUT:
            return OD_072_SEQUENCE
        coins = move - moves.COINS
        paid = coins <= position.feast_left and coins <= position.get(seat, items.SILVER)
        return 0 if paid else OD_063_FOOD_AND_COINS

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        position.frames.pop()
        number = move - moves.COINS
        supply.pay(position, seat, items.SILVER, number, events)
        position.feast_left -= number

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("coins", "OD-D31", {"left": int(position.feast_left), "price": scoring.PENALTY})


def clear(position: OdinPosition, events: list[Event] | None) -> None:
    """Empty spaces are penalties; what was served is gone (OD-069, OD-070)."""
    seat = position.active
    if position.feast_left > 0:
        position.add(seat, items.PENALTIES, position.feast_left)
        if events is not None:
            events.append(Event("penalties", {"seat": int(seat), "count": int(position.feast_left)}, rule="OD-069"))
    position.feast_left = 0
    fish = i64(position.counts[items.SERVED + items.STOCKFISH])
    if fish and position.hook(seat, card_rules.SERVED_STOCKFISH_GO_TO_HOUSES):
        position.frames.push(phases.DO_CLEARING)
        position.frames.push(phases.ASK_FISH)
        return
    effects.fire(position, seat, triggers.AFTER_THE_FEAST)
    position.wipe(items.SERVED, items.SERVED + items.GOODS)


class FishToHouses(OdinDecision):
    """172C: stockfish from the Banquet Table into houses (OD-249)."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        use = moves.USE_CARD + position.tables.fish_cook
        self.add_allowed(position, seat, use, use + 1, out)
        out.add(moves.DONE)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if move == moves.DONE:
            return 0
        served = i64(position.counts[items.SERVED + items.STOCKFISH])
        if move != moves.USE_CARD + position.tables.fish_cook or served == 0:
            return OD_249_FISH
        return 0 if boards.fits(position, seat, items.STOCKFISH) else OD_249_FISH

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        if move == moves.DONE:
            position.counts[items.SERVED + items.STOCKFISH] = i16(0)
            position.frames.pop()
            return
        position.counts[items.SERVED + items.STOCKFISH] = i16(i64(position.counts[items.SERVED + items.STOCKFISH]) - 1)
        effects.card_event(position, seat, position.tables.fish_cook, events)
        placing.ask(position, items.STOCKFISH, placing.FROM_CARD)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("fish", "OD-D32", {"count": int(position.counts[items.SERVED + items.STOCKFISH])})
