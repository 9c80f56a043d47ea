"""Dice actions: roll, stop, pay, loot (OD-153 to OD-170). What a roll comes to is in dice.py."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i16, i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.core.protocol import Event, Prompt
from skali.games.odin import card_rules, dice, effects, items, moves, naming, phases, supply, triggers
from skali.games.odin.decisions import base
from skali.games.odin.decisions.base import OdinDecision
from skali.games.odin.position import OdinPosition

OD_154_THREE_ROLLS: Final = 154
OD_156_STOPPING: Final = 156
OD_158_LOW_PAYMENT: Final = 158
OD_161_FAILED: Final = 161
OD_166_RAIDING: Final = 166
OD_168_LOOT: Final = 168
OD_239_TWO_TILES: Final = 239
ROLLED_BY_CARD: Final = 16
"""Mark of a dice action that a card gave: no Viking comes back."""


class Die(OdinDecision):
    """Roll again, stop with success or loot, or fail. The frame holds the action, the roll, and how many rolls were made."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        kind = position.frames.get(0)
        self.add_allowed(position, seat, moves.ROLL, moves.ROLL + 1, out)
        if kind < phases.RAID:
            most = position.get(seat, dice.weapon_of(kind))
            need = dice.missing(position, kind, position.frames.get(1))
            for weapons in range(most if most < need else need, -1, -1):
                if self.fault(position, seat, moves.SUCCEED + weapons) == 0:
                    out.add(moves.SUCCEED + weapons)
        else:
            result = dice.battle_base(position, kind, position.frames.get(1)) + dice.most_battle(position)
            for tile in range(i64(items.ITEMS)):
                if loot_fault(position, tile, result) == 0 and not base.spoiling_fault(
                    position, seat, moves.LOOT + tile
                ):
                    out.add(moves.LOOT + tile)
        out.add(moves.FAIL)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        kind = position.frames.get(0)
        rolled = position.frames.get(1)
        if move == moves.FAIL:
            return 0
        if move == moves.ROLL:
            rolls = position.frames.get(2) % ROLLED_BY_CARD
            return 0 if rolls < dice.most_rolls(position) else OD_154_THREE_ROLLS
        if moves.SUCCEED <= move < moves.LOOT:
            if kind >= phases.RAID:
                return OD_166_RAIDING
            weapons = move - moves.SUCCEED
            wood = dice.wood_for(position, kind, dice.missing(position, kind, rolled), weapons)
            paid = 0 <= wood <= position.get(seat, items.WOOD) and weapons <= position.get(seat, dice.weapon_of(kind))
            return base.spoiling_fault(position, seat, move) if paid else OD_158_LOW_PAYMENT
        if moves.LOOT <= move < moves.SWORDS:
            if kind < phases.RAID:
                return OD_161_FAILED
            result = dice.battle_base(position, kind, rolled) + dice.most_battle(position)
            fault = loot_fault(position, move - moves.LOOT, result)
            return fault if fault else base.spoiling_fault(position, seat, move)
        return OD_156_STOPPING

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        frames = position.frames
        kind = frames.get(0)
        rolled = frames.get(1)
        if move == moves.ROLL:
            roll(position, events)
            return
        rolls = frames.get(2)
        by_card = rolls >= ROLLED_BY_CARD
        frames.pop()
        if move == moves.FAIL:
            fail(position, kind, by_card, rolls & 15, events)
        elif move < moves.LOOT:
            weapons = move - moves.SUCCEED
            wood = dice.wood_for(position, kind, dice.missing(position, kind, rolled), weapons)
            supply.pay(position, seat, dice.weapon_of(kind), weapons, events)
            supply.pay(position, seat, items.WOOD, wood, events)
            succeed_low(position, kind, by_card, weapons, wood, events)
        else:
            tile = move - moves.LOOT
            sword = dice.sword_of(position, tile)
            result = dice.battle_base(position, kind, rolled)
            if position.hook(seat, card_rules.LOOT_TWO_TILES):
                left = result + dice.most_battle(position) - sword
                frames.push(phases.ASK_MORE_LOOT, tile, left, sword - result + 64 * kind)
            else:
                take_loot(position, tile, sword - result, kind, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        frames = position.frames
        kind = frames.get(0)
        rolled = frames.get(1)
        left = int(dice.most_rolls(position) - frames.get(2) % ROLLED_BY_CARD)
        data: dict[str, Any] = {"action": phases.DIE_NAMES[kind], "roll": int(rolled), "left": left}
        if kind < phases.RAID:
            need = int(dice.missing(position, kind, rolled))
            weapon = naming.ITEM_NAMES[int(dice.weapon_of(kind))]
            data["missing"] = need
            wood = [int(dice.wood_for(position, kind, need, count)) for count in range(need + 1)]
            data["pay"] = {str(count): {weapon: count, "wood": logs} for count, logs in enumerate(wood) if logs >= 0}
            return Prompt("low_roll", "OD-D22", data)
        data["result"] = int(dice.battle_base(position, kind, rolled))
        data["most"] = data["result"] + int(dice.most_battle(position))
        data["swords"] = swords(position, data["most"])
        return Prompt("high_roll", "OD-D23", data)


def swords(position: OdinPosition, result: int) -> dict[str, int]:
    """The tiles that a battle result reaches, with their sword values."""
    tiles = [*range(items.GOODS), *range(items.SPECIAL, items.SPECIAL + items.SPECIALS)]
    return {
        naming.ITEM_NAMES[tile]: int(dice.sword_of(position, tile))
        for tile in tiles
        if 0 < dice.sword_of(position, tile) <= result
    }


def loot_fault(position: OdinPosition, tile: i64, result: i64) -> i64:
    if tile >= items.SPECIAL and i64(position.counts[items.OVAL + tile - items.SPECIAL]) == 0:
        return supply.OD_224_TAKEN
    return 0 if 0 < dice.sword_of(position, tile) <= result else OD_168_LOOT


def begin(position: OdinPosition, kind: i64, of_space: i64) -> None:
    """The first roll is made at once (OD-154); ore gained since the space was chosen may still arm (OD-273)."""
    seat = position.active
    by_card: i64 = 0 if of_space and position.means != phases.BY_CARD else ROLLED_BY_CARD
    if of_space:
        position.used = True
    position.counts[items.BATTLE_BONUS] = i16(0)
    position.frames.push(phases.ASK_DIE, kind, 0, by_card)
    position.frames.push(phases.DO_ROLL)
    if kind == phases.RAID:
        effects.fire(position, seat, triggers.BEFORE_RAIDING)
    elif kind == phases.PILLAGE:
        effects.fire(position, seat, triggers.BEFORE_PILLAGING)
    elif kind == phases.HUNT and not of_space:
        effects.fire(position, seat, triggers.BEFORE_HUNTING)
    if kind in (phases.WHALE_3, phases.WHALE_1, phases.PILLAGE) and position.get(seat, items.ORE) > position.ore_before:
        position.frames.push(phases.ASK_ARM)


def roll(position: OdinPosition, events: list[Event] | None) -> None:
    """One roll; a low result of 0 is a success at once (OD-153, OD-159)."""
    frames = position.frames
    kind = frames.get(0)
    sides: i64 = 8 if kind in (phases.HUNT, phases.SNARING, phases.RAID) else 12
    rolled = position.rng.below(sides) + 1
    position.barriers += 1
    frames.put(1, rolled)
    frames.put(2, frames.get(2) + 1)
    if events is not None:
        number = int(frames.get(2) & 15)
        action = phases.DIE_NAMES[kind]
        data = {"seat": int(position.active), "action": action, "roll": int(rolled), "number": number}
        events.append(Event("rolled", data))
    if kind < phases.RAID and dice.missing(position, kind, rolled) == 0:
        by_card = frames.get(2) >= ROLLED_BY_CARD
        frames.pop()
        succeed_low(position, kind, by_card, 0, 0, events)


def succeed_low(
    position: OdinPosition, kind: i64, by_card: bool, weapons: i64, wood: i64, events: list[Event] | None
) -> None:
    seat = position.active
    if events is not None:
        events.append(Event("succeeded", {"seat": int(seat), "action": phases.DIE_NAMES[kind]}))
    for prize in dice.prizes(kind):
        supply.gain(position, seat, i64(prize), 1, events)
    if kind == phases.HUNT:
        occurring = bit(triggers.HUNTING_SUCCEEDED)
        if position.space == position.tables.hunting_2 and not by_card:
            occurring |= bit(triggers.HUNTING_GAME_2_SUCCEEDED)
    elif kind == phases.SNARING:
        occurring = bit(triggers.SNARE_SUCCEEDED) | bit(triggers.SNARE_LAID)
        if not by_card:
            occurring |= bit(triggers.LAYING_A_SNARE_SUCCEEDED)
    else:
        occurring = bit(triggers.WHALING_SUCCEEDED)
        if wood == 0:
            occurring |= bit(triggers.WHALING_SUCCEEDED_WITHOUT_WOOD)
        if weapons == 1:
            occurring |= bit(triggers.ONE_SPEAR_WON_A_WHALE)
    effects.fire_all(position, seat, occurring)


def fail(position: OdinPosition, kind: i64, by_card: bool, rolls: i64, events: list[Event] | None) -> None:
    """Consolation, and Vikings that may return (OD-160 to OD-163, OD-169, OD-170)."""
    seat = position.active
    if events is not None:
        events.append(Event("failed", {"seat": int(seat), "action": phases.DIE_NAMES[kind]}, notice=True))
    if kind >= phases.RAID:
        position.frames.push(phases.DO_LONGSHIP_USED)
    back: i64 = 0
    if kind in (phases.SNARING, phases.PILLAGE):
        back = 1
    elif kind in (phases.WHALE_1, phases.WHALE_3):
        back = 2
    if back and not by_card:
        position.frames.push(phases.ASK_RETURN, back)
    supply.gain(position, seat, items.STONE if kind >= phases.RAID else items.WOOD, 1, events)
    supply.gain(position, seat, dice.weapon_of(kind), 1, events)
    if kind == phases.RAID:
        occurring = bit(triggers.RAID_FAILED)
        if rolls <= 2:
            occurring |= bit(triggers.RAID_FAILED_EARLY)
        effects.fire_all(position, seat, occurring)
    elif kind == phases.SNARING:
        effects.fire(position, seat, triggers.SNARE_LAID)


# Loot


class MoreLoot(OdinDecision):
    """136c: a second tile within the same battle result, a special tile only once (OD-239).

    The frame holds the first tile, what is left of the result, and what must be paid so far with the action.
    """

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        first = position.frames.get(0) if search else i64(0)
        self.add_allowed(position, seat, moves.LOOT + first, moves.SWORDS, out)
        out.add(moves.STOP)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if move == moves.STOP:
            return 0
        if not moves.LOOT <= move < moves.SWORDS:
            return OD_239_TWO_TILES
        first = position.frames.get(0)
        if first >= items.SPECIAL and move == moves.LOOT + first:
            return supply.OD_224_TAKEN
        return loot_fault(position, move - moves.LOOT, position.frames.get(1))

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        tile = position.frames.get(0)
        packed = position.frames.get(2)
        position.frames.pop()
        kind = (packed + 32) // 64
        need = packed - 64 * kind
        if move != moves.STOP:
            second = move - moves.LOOT
            need += dice.sword_of(position, second)
            tile += 128 * (second + 1)
        take_loot(position, tile, need, kind, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        first, left = int(position.frames.get(0)), int(position.frames.get(1))
        reached = swords(position, left)
        if first >= items.SPECIAL:
            reached.pop(naming.ITEM_NAMES[first], None)  # it is the first tile already (OD-239)
        return Prompt("more_loot", "OD-D23", {"item": naming.ITEM_NAMES[first], "left": left, "swords": reached})


def take_loot(position: OdinPosition, tiles: i64, need: i64, kind: i64, events: list[Event] | None) -> None:
    """One tile, or two packed into one number, after what is missing is paid."""
    if need <= 0:
        loot(position, tiles, 0, kind, events)
    else:
        position.frames.push(phases.ASK_SWORDS, tiles, need, kind)


class Swords(OdinDecision):
    """How many long swords go into the payment; the rest are spears (137a) and stones (OD-D24).

    The frame holds one tile, or two in one number, what must be paid, and the action.
    """

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        self.add_allowed(position, seat, moves.SWORDS, moves.SPEARS, out)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        swords = move - moves.SWORDS
        if not moves.SWORDS <= move < moves.SPEARS or swords > position.get(seat, items.LONG_SWORD):
            return OD_168_LOOT
        for spears in range(spears_to_spend(position) + 1):
            if dice.stones_for(position, position.frames.get(1), swords + spears) >= 0:
                return 0
        return OD_168_LOOT

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        tile = position.frames.get(0)
        need = position.frames.get(1)
        kind = position.frames.get(2)
        position.frames.pop()
        position.frames.push(phases.ASK_SPEARS, tile, need, move - moves.SWORDS + 64 * kind)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return payment_prompt(position, "swords")


class Spears(OdinDecision):
    """How many spears go into it. The frame holds the tiles, what must be paid, and the long swords with the action."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        self.add_allowed(position, seat, moves.SPEARS, moves.RETURN, out)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        spears = move - moves.SPEARS
        if not moves.SPEARS <= move < moves.RETURN or spears > spears_to_spend(position):
            return OD_168_LOOT
        paid = dice.stones_for(position, position.frames.get(1), position.frames.get(2) % 64 + spears) >= 0
        return 0 if paid else OD_168_LOOT

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        tiles = position.frames.get(0)
        need = position.frames.get(1)
        swords = position.frames.get(2) % 64
        kind = position.frames.get(2) // 64
        spears = move - moves.SPEARS
        position.frames.pop()
        supply.pay(position, seat, items.LONG_SWORD, swords, events)
        supply.pay(position, seat, items.SPEAR, spears, events)
        supply.pay(position, seat, items.STONE, dice.stones_for(position, need, swords + spears), events)
        loot(position, tiles, swords, kind, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return payment_prompt(position, "spears")


def payment_prompt(position: OdinPosition, kind: str) -> Prompt:
    frames = position.frames
    return Prompt(kind, "OD-D24", {"item": naming.ITEM_NAMES[frames.get(0) % 128], "count": int(frames.get(1))})


def spears_to_spend(position: OdinPosition) -> i64:
    seat = position.active
    return position.get(seat, items.SPEAR) if position.hook(seat, card_rules.SPEAR_COUNTS_AS_LONG_SWORD) else 0


def loot(position: OdinPosition, tiles: i64, swords: i64, kind: i64, events: list[Event] | None) -> None:
    seat = position.active
    position.frames.push(phases.DO_LONGSHIP_USED)
    occurring = bit(triggers.RAID_WON) if kind == phases.RAID else i64(0)
    if swords == 1:
        occurring |= bit(triggers.ONE_SWORD_WON_A_TILE)
    effects.fire_all(position, seat, occurring)
    while tiles:
        tile = tiles % 128 if tiles >= 128 else tiles
        if events is not None:
            events.append(Event("looted", {"seat": int(seat), "item": naming.ITEM_NAMES[tile]}, rule="OD-168"))
        supply.gain(position, seat, tile, 1, events)
        effects.arrive(position, seat, tile, 1, events)
        tiles = tiles // 128 - 1 if tiles >= 128 else 0
