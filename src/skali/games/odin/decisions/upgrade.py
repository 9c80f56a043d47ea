"""Goods that become other goods: upgrades, overseas trade, and cards that shift or turn them (OD-128 to OD-133, OD-136)."""

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
    operations,
    phases,
    supply,
    triggers,
)
from skali.games.odin.decisions import base
from skali.games.odin.decisions.base import OdinDecision
from skali.games.odin.position import OdinPosition

OD_128_UPGRADE: Final = 128
OD_129_NOT_AGAIN: Final = 129
OD_130_DOUBLE: Final = 130
OD_131_BLUE: Final = 131
OD_136_TRADE: Final = 136
STEPS: Final = {1: "once", 2: "twice", operations.TO_BLUE: "to_blue"}
"""How far the goods of an upgrade rise."""
MAY_STOP: Final = 256
"""Marks of an upgrade: nothing needs to rise; 102B may replace it; it is part of the space's own action."""
OR_FUR: Final = 512
OF_SPACE: Final = 1024


class Upgrade(OdinDecision):
    """Goods rise one by one (OD-D13).

    The frame holds number, steps, kind and marks in one, the last good, and the goods so far, seven bits each.
    """

    def takes_anytime(self, position: OdinPosition) -> bool:
        return position.frames.get(2) == 0 and base.is_between_and_not_accepted(position)

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        packed = position.frames.get(0)
        last = position.frames.get(1) if search else i64(0)
        picks = position.frames.get(2)
        further = may_rise_further(position, packed, picks)
        for good in range(last, items.GOODS):
            if good & items.BLUE != items.BLUE and position.get(seat, good):
                if self.fault(position, seat, moves.UPGRADE_GOOD + good) == 0:
                    out.add(moves.UPGRADE_GOOD + good)
                if further and self.fault(position, seat, moves.UPGRADE_FAR + good) == 0:
                    out.add(moves.UPGRADE_FAR + good)
        if picks == 0 and packed & OR_FUR:
            self.add_allowed(position, seat, moves.CHOOSE, moves.CHOOSE + 2, out)
        if picks or packed & MAY_STOP:
            out.add(moves.STOP)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        packed = position.frames.get(0)
        picks = position.frames.get(2)
        if move == moves.STOP:
            return 0 if picks or packed & MAY_STOP else conditions.OD_133_AT_LEAST_ONE
        if move == moves.CHOOSE or move == moves.CHOOSE + 1:
            fur = packed & OR_FUR != 0 and picks == 0
            return 0 if fur and position.get(seat, fur_from(move)) else conditions.OD_133_AT_LEAST_ONE
        if not moves.UPGRADE_GOOD <= move < moves.MINE:
            return conditions.OD_133_AT_LEAST_ONE
        far = move >= moves.UPGRADE_FAR
        fault = rising_fault(position, move - moves.UPGRADE_FAR if far else move - moves.UPGRADE_GOOD, far)
        return fault if fault else base.spoiling_fault(position, seat, move)

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        frames = position.frames
        packed = frames.get(0)
        picks = frames.get(2)
        if move == moves.STOP:
            frames.pop()
            end_upgrade(position, packed, picks)
            return
        if move < moves.PLAY_CARD:
            frames.pop()
            change_good(position, fur_from(move), items.FUR, events)
            position.used = True
            return
        far: i64 = 1 if move >= moves.UPGRADE_FAR else 0
        good = move - moves.UPGRADE_FAR if far else move - moves.UPGRADE_GOOD
        position.used = position.used or packed & OF_SPACE != 0
        picks = picks * 128 + (good + 1) + 64 * far
        if count_picks(picks) == number_of(packed):
            frames.pop()
            end_upgrade(position, packed, picks)
        else:
            frames.put(1, good)
            frames.put(2, picks)
        change_good(position, good, result_of(good, steps_of(packed), far), events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        packed = position.frames.get(0)
        left = number_of(packed) - count_picks(position.frames.get(2))
        return Prompt("upgrade", "OD-D13", {"left": int(left), "steps": STEPS[int(steps_of(packed))]})


def ask(position: OdinPosition, number: i64, steps: i64, kind: i64, may_stop: bool, of_space: bool) -> None:
    marks: i64 = MAY_STOP if may_stop else 0
    if of_space:
        marks += OF_SPACE
        if number == 1 and conditions.any_fur(position, position.active):
            marks += OR_FUR
    position.frames.push(phases.ASK_UPGRADE, number + 8 * steps + 32 * kind + marks)


def number_of(packed: i64) -> i64:
    return packed & 7


def steps_of(packed: i64) -> i64:
    return (packed >> 3) & 3


def rising_fault(position: OdinPosition, good: i64, far: bool) -> i64:
    """Why a good cannot rise now; with 152A ``far`` means two steps instead of one."""
    packed = position.frames.get(0)
    picks = position.frames.get(2)
    steps = steps_of(packed)
    kind = (packed >> 5) & 7
    if boards.colour(good) == items.BLUE:
        return OD_131_BLUE
    if position.get(position.active, good) == 0:
        return base.OD_019_PLACED
    if left_to_choose(position, good) <= picked(picks, good, steps):
        return OD_129_NOT_AGAIN
    if kind == operations.ALIKE and picks and supply.type_of(good) != supply.type_of((picks & 63) - 1):
        return OD_128_UPGRADE
    if far and not may_rise_further(position, packed, picks):
        return OD_128_UPGRADE
    return 0 if conditions.upgradable(good, i64(2) if far else steps, kind) else OD_130_DOUBLE


def fur_from(move: i64) -> i64:
    """102B: what becomes a fur instead."""
    return items.GAME_MEAT if move == moves.CHOOSE else items.SILK


def result_of(good: i64, steps: i64, far: i64) -> i64:
    """What a good becomes; with 152A one may rise further."""
    return good | 3 if steps == operations.TO_BLUE else supply.upgraded(good, steps + far)


def picked(picks: i64, good: i64, steps: i64) -> i64:
    """How many of this good were gained in this upgrade: they may not rise again (OD-129)."""
    gained: i64 = 0
    while picks:
        pick = picks & 127
        far: i64 = 1 if pick & 64 else 0
        from_good = (pick & 63) - 1
        if result_of(from_good, steps, far) == good:
            gained += 1
        picks >>= 7
    return gained


def count_picks(picks: i64) -> i64:
    number: i64 = 0
    while picks:
        number += 1
        picks >>= 7
    return number


def may_rise_further(position: OdinPosition, packed: i64, picks: i64) -> bool:
    """152A: in an upgrade of 3 or 4 goods one may rise two steps."""
    if steps_of(packed) != 1 or number_of(packed) < 3:
        return False
    if not position.hook(position.active, card_rules.UPGRADE_FURTHER):
        return False
    while picks:
        if picks & 64:
            return False
        picks >>= 7
    return True


def end_upgrade(position: OdinPosition, packed: i64, picks: i64) -> None:
    """Stockfish that the upgrade has made are received: by the space, or in an action of a card's own (175B)."""
    effects.end_choosing_goods(position)
    made = picked(picks, items.STOCKFISH, steps_of(packed))
    if made == 0:
        return
    if packed & OF_SPACE:
        position.counts[items.FISH_YIELD] = i16(i64(position.counts[items.FISH_YIELD]) + made)
    else:
        effects.fire(position, position.active, triggers.AFTER_AN_ACTION_WITH_STOCKFISH)


# Goods of the supply


def left_to_choose(position: OdinPosition, good: i64) -> i64:
    """Goods in the supply without those that cards have brought meanwhile: only what was there may be chosen (OD-129)."""
    return position.get(position.active, good) - i64(position.counts[items.BROUGHT + good])


def change_good(
    position: OdinPosition, good: i64, result: i64, events: list[Event] | None, kind: str = "upgraded"
) -> None:
    """A good of the supply becomes another."""
    seat = position.active
    position.add(seat, good, -1)
    position.add(seat, result, 1)
    if events is not None:
        data = {"seat": int(seat), "item": naming.ITEM_NAMES[good], "result": naming.ITEM_NAMES[result]}
        events.append(Event(kind, data))
    effects.arrive(position, seat, result, 1, events)


# Overseas trade


class Trade(OdinDecision):
    """Green goods become blue, each kind once (OD-136). The frame holds the goods traded so far, as bits."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        done = position.frames.get(0)
        for good in range(i64(items.GREEN), items.GOODS, 4):
            if left_to_choose(position, good) > 0 and not done & bit(good):
                if not search or done < bit(good):
                    out.add(moves.TRADE + good)
        out.add(moves.STOP)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if move == moves.STOP:
            return 0
        if not moves.TRADE <= move < moves.TAKE:
            return OD_136_TRADE
        good = move - moves.TRADE
        once = not position.frames.get(0) & bit(good)
        return 0 if good % 4 == items.GREEN and once and left_to_choose(position, good) > 0 else OD_136_TRADE

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        if move == moves.STOP:
            position.frames.pop()
            effects.end_choosing_goods(position)
            return
        good = move - moves.TRADE
        position.frames.put(0, position.frames.get(0) | bit(good))
        change_good(position, good, good + 1, events, "traded")

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("trade", "OD-D15")


# Cards


class Shift(OdinDecision):
    """66A: an orange good one or two steps up and to the right in the goods boxes; 88C: any good one step up and to the left."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        for good in range(i64(items.GOODS)):
            for move in (moves.UPGRADE_GOOD + good, moves.UPGRADE_FAR + good):
                if self.fault(position, seat, move) == 0:
                    out.add(move)
        out.add(moves.SKIP)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if move == moves.SKIP:
            return 0
        if not moves.UPGRADE_GOOD <= move < moves.MINE:
            return base.OD_050_SEQUENCE
        direction = position.frames.get(0)
        far = move >= moves.UPGRADE_FAR
        good = move - moves.UPGRADE_FAR if far else move - moves.UPGRADE_GOOD
        if conditions.shifted(good, 2 if far else 1, direction) < 0 or (far and direction == operations.SHIFT_LEFT):
            return OD_128_UPGRADE
        return base.spoiling_fault(position, seat, move) if position.get(seat, good) else base.OD_019_PLACED

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        direction = position.frames.get(0)
        position.frames.pop()
        if move == moves.SKIP:
            return
        supply.pay(position, seat, items.SILVER, 1, events)
        far: i64 = 1 if move >= moves.UPGRADE_FAR else 0
        good = move - moves.UPGRADE_FAR if far else move - moves.UPGRADE_GOOD
        change_good(position, good, conditions.shifted(good, 1 + far, direction), events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        direction = position.frames.get(0)
        near, far = (
            {
                naming.ITEM_NAMES[good]: naming.ITEM_NAMES[int(conditions.shifted(good, steps, direction))]
                for good in range(items.GOODS)
                if position.get(seat, good) and conditions.shifted(good, steps, direction) >= 0
            }
            for steps in (1, 2)
        )
        return Prompt("shift", "OD-D27", {"becomes": {"upgrade": near, "upgrade_far": far}})


class Flip(OdinDecision):
    """78B: goods are turned to their other side. To turn a good and its counterpart would undo both, so each pair goes one way.

    The frame holds how many are left and the last good, and the goods turned up and down so far by pairs.
    """

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        last = position.frames.get(0) // 16 if search else i64(0)
        self.add_allowed(position, seat, moves.TRADE + last, moves.TAKE, out)
        out.add(moves.STOP)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if move == moves.STOP:
            return 0
        good = move - moves.TRADE
        if not moves.TRADE <= move < moves.TAKE or conditions.is_animal(good) or position.get(seat, good) == 0:
            return base.OD_019_PLACED
        if left_to_choose(position, good) <= 0:
            return OD_129_NOT_AGAIN
        against = position.frames.get(2) if good % 2 == 0 else position.frames.get(1)
        return OD_129_NOT_AGAIN if against & bit(good // 2) else base.spoiling_fault(position, seat, move)

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        frames = position.frames
        if move == moves.STOP:
            frames.pop()
            effects.end_choosing_goods(position)
            return
        good = move - moves.TRADE
        left = frames.get(0) % 16 - 1
        if left == 0:
            frames.pop()
            effects.end_choosing_goods(position)
        else:
            frames.put(0, left + 16 * good)
            way = good % 2 + 1
            frames.put(way, frames.get(way) | bit(good // 2))
        change_good(position, good, good ^ 1, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        goods = [good for good in range(items.GOODS) if position.get(seat, good)]
        becomes = {"trade": {naming.ITEM_NAMES[good]: naming.ITEM_NAMES[good ^ 1] for good in goods}}
        return Prompt("flip", "OD-D27", {"left": int(position.frames.get(0) % 16), "becomes": becomes})


def most_flips(position: OdinPosition, seat: i64) -> i64:
    """78B: 2, 4, 6 or 7 tiles by the number of knarrs."""
    knarrs = position.get(seat, items.KNARR)
    return 7 if knarrs >= 4 else 2 * knarrs
