"""Tiles and goods to choose from: the sale, the forge, and cards that let one choose (OD-122, OD-137)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import Event, Prompt
from skali.games.odin import boards, conditions, effects, items, moves, naming, phases, prices, supply
from skali.games.odin.decisions import base
from skali.games.odin.decisions.base import OdinDecision
from skali.games.odin.position import OdinPosition

OD_122_FORGE: Final = 122
OD_251_HOUSE_BONUS: Final = 251


class Sale(OdinDecision):
    """One or two special tiles for silver (OD-137). The frame holds the first tile, -1 before it is taken."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        first = position.frames.get(1)
        start = first if search and first > items.SPECIAL else i64(items.SPECIAL)
        self.add_allowed(position, seat, moves.TAKE + start, moves.EXPLORE_BOARD, out)
        if first >= 0 or out.count == 0:
            out.add(moves.STOP)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if move == moves.STOP:
            return (
                0 if position.frames.get(1) >= 0 or not conditions.any_sale(position, seat) else conditions.OD_137_SALE
            )
        tile = move - moves.TAKE
        if not moves.TAKE + items.SPECIAL <= move < moves.EXPLORE_BOARD:
            return conditions.OD_137_SALE
        if i64(position.counts[items.OVAL + tile - items.SPECIAL]) == 0:
            return supply.OD_224_TAKEN
        return 0 if prices.sale_open(position, seat, tile, position.frames.get(1)) else conditions.OD_137_SALE

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        first = position.frames.get(1)
        position.frames.pop()
        if move == moves.STOP:
            return
        tile = move - moves.TAKE
        position.used = True
        supply.pay(position, seat, items.SILVER, prices.sale_price(position, seat, tile, first), events)
        supply.gain(position, seat, tile, 1, events)
        if first < 0:
            position.frames.push(phases.ASK_SALE, 0, tile)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        first = position.frames.get(1)
        offered = {
            naming.ITEM_NAMES[tile]: int(prices.sale_price(position, seat, tile, first))
            for tile in range(items.SPECIAL, items.SPECIAL + items.SPECIALS)
            if prices.sale_open(position, seat, tile, first)
        }
        return Prompt("sale", "OD-D16", {"prices": offered})


class Forge(OdinDecision):
    """A tile that the forge makes (OD-122)."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        self.add_allowed(position, seat, moves.TAKE, moves.EXPLORE_BOARD, out)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        tile = move - moves.TAKE
        if not moves.TAKE <= move < moves.EXPLORE_BOARD or i64(position.tables.forge[tile]) == 0:
            return OD_122_FORGE
        if tile >= items.SPECIAL and i64(position.counts[items.OVAL + tile - items.SPECIAL]) == 0:
            return supply.OD_224_TAKEN
        return 0

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        position.frames.pop()
        supply.gain(position, seat, move - moves.TAKE, 1, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("forge", "OD-D12")


class Fourth(OdinDecision):
    """31C: a fourth good of a kind."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        self.add_allowed(position, seat, moves.TAKE, moves.TAKE + items.GOODS, out)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        is_good = moves.TAKE <= move < moves.TAKE + items.GOODS
        return 0 if is_good and conditions.is_third(position, seat, move - moves.TAKE) else base.OD_019_PLACED

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        position.frames.pop()
        supply.gain(position, seat, move - moves.TAKE, 1, events)
        effects.arrive(position, seat, move - moves.TAKE, 1, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("fourth", "OD-D27")


class Outfit(OdinDecision):
    """69c: weapons until there are two of each, or fewer. The frame holds the last: in search they come in order (OD-264)."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        first = position.frames.get(0) if search else i64(items.BOW)
        self.add_allowed(position, seat, moves.TAKE + first, moves.TAKE + items.LONG_SWORD + 1, out)
        out.add(moves.STOP)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if move == moves.STOP:
            return 0
        weapon = move - moves.TAKE
        if not items.BOW <= weapon <= items.LONG_SWORD:
            return base.OD_050_SEQUENCE
        return 0 if position.get(seat, weapon) < conditions.OUTFIT_OF_EACH else base.D27_CARD_EFFECT

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        if move == moves.STOP:
            position.frames.pop()
            return
        position.frames.put(0, move - moves.TAKE)
        supply.gain(position, seat, move - moves.TAKE, 1, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("outfit", "OD-D27")


class HouseBonus(OdinDecision):
    """177B: silverware instead of the only good that a house pays (OD-251). The frame holds that good and the house."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        out.add(moves.CHOOSE)
        out.add(moves.CHOOSE + 1)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        return 0 if move == moves.CHOOSE or move == moves.CHOOSE + 1 else OD_251_HOUSE_BONUS

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        item = position.frames.get(0) if move == moves.CHOOSE else i64(items.SILVERWARE)
        position.frames.pop()
        supply.gain(position, seat, item, 1, events)
        effects.arrive(position, seat, item, 1, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        good = naming.ITEM_NAMES[position.frames.get(0)]
        board = moves.BOARD_NAMES[boards.board_name(position, position.frames.get(1))]
        ways = [{"get": {item: 1}} for item in (good, "silverware")]
        return Prompt("house_bonus", "OD-D33", {"item": good, "board": board, "ways": ways})
