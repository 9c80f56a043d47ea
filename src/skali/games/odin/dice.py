"""Dice actions: hunting game, laying a snare, whaling, raiding, pillaging (OD-153 to OD-173)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i16, i64

from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.odin import effects, supply
from skali.games.odin.components import SPACES
from skali.games.odin.effects_text import (
    HUNTING_2_SUCCEEDED,
    ONE_SWORD_WON,
    RAID_FAILED,
    ROLLS,
    SNARE_SUCCEEDED,
    SPEAR_AS_SWORD,
    STONE_VALUE,
    WHALING_SUCCEEDED,
)
from skali.games.odin.items import (
    ARMED_BOAT,
    BLUE,
    BOW,
    FUR,
    GAME_MEAT,
    GOODS,
    HIDE,
    ITEM_NAMES,
    LONG_SWORD,
    OIL,
    ON_SPACE,
    OVAL,
    SKIN_AND_BONES,
    SNARE,
    SPEAR,
    SPECIAL,
    SPECIALS,
    STONE,
    THING,
    WHALE_MEAT,
    WOOD,
)
from skali.games.odin.moves import FAIL, LOOT, RETURN, ROLL, SPEARS, SUCCEED, SWORDS
from skali.games.odin.phases import (
    ASK_RETURN,
    ASK_SPEARS,
    ASK_SWORDS,
    BY_CARD,
    DIE_NAMES,
    DO_LONGSHIP_USED,
    HUNT,
    PILLAGE,
    RAID,
    SNARING,
    WHALE_1,
    WHALE_3,
)

if TYPE_CHECKING:
    from skali.games.odin.state import OdinState

NO_TILE_BELOW: Final = 6


# Results


def most_rolls(state: OdinState) -> i64:
    return 4 if state.hook(state.active, ROLLS) else 3


def weapon_of(kind: i64) -> i64:
    """The weapon that helps: bow, snare, spear or long sword."""
    if kind == HUNT:
        return BOW
    if kind == SNARING:
        return SNARE
    return SPEAR if kind < RAID else LONG_SWORD


def boat_ore(state: OdinState, kind: i64) -> i64:
    """Printed and added ore on the boats used: all boats, or the one with most (OD-157, OD-164, OD-165)."""
    seat = state.active
    armed = state.get(seat, ARMED_BOAT)
    if kind == WHALE_3:
        return supply.boats(state, seat) + armed
    return 2 if armed else 1


def missing(state: OdinState, kind: i64, roll: i64) -> i64:
    """What must be paid after a low roll (OD-157)."""
    if kind in (WHALE_3, WHALE_1):
        roll -= boat_ore(state, kind)
    return roll if roll > 0 else 0


def battle_base(state: OdinState, kind: i64, roll: i64) -> i64:
    """The battle result before anything is spent: ore counts in pillaging only (OD-166, OD-167)."""
    return roll + (supply.most_ore(state, state.active) if kind == PILLAGE else 0)


def stone_value(state: OdinState) -> i64:
    return 2 if state.hook(state.active, STONE_VALUE) else 1


def most_battle(state: OdinState) -> i64:
    """What stones and weapons can add at most."""
    seat = state.active
    total = state.get(seat, STONE) * stone_value(state) + state.get(seat, LONG_SWORD)
    if state.hook(seat, SPEAR_AS_SWORD):
        total += state.get(seat, SPEAR)
    return total


def can_loot(state: OdinState, tile: i64, result: i64) -> bool:
    """Blue goods, and special tiles on the oval board, up to the battle result (OD-168)."""
    sword = i64(state.tables.sword[tile])
    if sword == 0 or sword > result:
        return False
    return tile < GOODS or i64(state.h[OVAL + tile - SPECIAL]) != 0


def stones_for(state: OdinState, need: i64, weapons: i64) -> i64:
    """Stones that go with so many weapons, -1 if they cannot make up the need without waste (OD-168)."""
    rest = need - weapons
    if rest < 0:
        return -1
    value = stone_value(state)
    stones = (rest + value - 1) // value
    if weapons and stones * value != rest:
        return -1
    return stones if stones <= state.get(state.active, STONE) else -1


# What may be done


def fill_die(state: OdinState, out: Moves) -> None:
    frames = state.frames
    kind = frames.get(0)
    roll = frames.get(1)
    rolls = frames.get(2)
    seat = state.active
    if rolls < most_rolls(state):
        out.add(ROLL)
    if kind < RAID:
        need = missing(state, kind, roll)
        wood = state.get(seat, WOOD)
        weapons = state.get(seat, weapon_of(kind))
        most = need if need < weapons else weapons
        least = need - wood if need > wood else 0
        while most >= least:
            out.add(SUCCEED + most)
            most -= 1
    else:
        result = battle_base(state, kind, roll) + most_battle(state)
        if result >= NO_TILE_BELOW:
            for tile in range(i64(BLUE), GOODS, 4):
                if can_loot(state, tile, result):
                    out.add(LOOT + tile)
            for tile in range(i64(SPECIAL), SPECIAL + SPECIALS):
                if can_loot(state, tile, result):
                    out.add(LOOT + tile)
    out.add(FAIL)


def fill_swords(state: OdinState, out: Moves) -> None:
    """How many long swords go into the payment; the rest are spears (137a) and stones (OD-D24)."""
    need = state.frames.get(1)
    seat = state.active
    spears = state.get(seat, SPEAR) if state.hook(seat, SPEAR_AS_SWORD) else 0
    for swords in range(state.get(seat, LONG_SWORD) + 1):
        for more in range(spears + 1):
            if stones_for(state, need, swords + more) >= 0:
                out.add(SWORDS + swords)
                break


def fill_spears(state: OdinState, out: Moves) -> None:
    need = state.frames.get(1)
    swords = state.frames.get(2)
    seat = state.active
    most = state.get(seat, SPEAR) if state.hook(seat, SPEAR_AS_SWORD) else 0
    for spears in range(most + 1):
        if stones_for(state, need, swords + spears) >= 0:
            out.add(SPEARS + spears)


# What happens


def roll(state: OdinState, events: list[Event] | None) -> None:
    """One roll; a low result of 0 is a success at once (OD-153, OD-159)."""
    frames = state.frames
    kind = frames.get(0)
    sides: i64 = 8 if kind in (HUNT, SNARING, RAID) else 12
    rolled = state.rng.below(sides) + 1
    state.raised += 1
    frames.put(1, rolled)
    frames.put(2, frames.get(2) + 1)
    if events is not None:
        data = {"seat": int(state.active), "action": DIE_NAMES[kind], "roll": int(rolled), "number": int(frames.get(2))}
        events.append(Event("rolled", data))
    if kind < RAID and missing(state, kind, rolled) == 0:
        frames.pop()
        succeed_low(state, kind, events)


def play_die(state: OdinState, move: i64, events: list[Event] | None) -> None:
    frames = state.frames
    kind = frames.get(0)
    rolled = frames.get(1)
    seat = state.active
    if move == ROLL:
        roll(state, events)
        return
    frames.pop()
    if move == FAIL:
        fail(state, kind, events)
    elif move < LOOT:
        weapons = move - SUCCEED
        supply.pay(state, seat, weapon_of(kind), weapons, events)
        supply.pay(state, seat, WOOD, missing(state, kind, rolled) - weapons, events)
        succeed_low(state, kind, events)
    else:
        tile = move - LOOT
        need = i64(state.tables.sword[tile]) - battle_base(state, kind, rolled)
        if need <= 0:
            loot(state, tile, 0, events)
        else:
            frames.push(ASK_SWORDS, tile, need)


def play_swords(state: OdinState, move: i64) -> None:
    tile = state.frames.get(0)
    need = state.frames.get(1)
    state.frames.pop()
    state.frames.push(ASK_SPEARS, tile, need, move - SWORDS)


def play_spears(state: OdinState, move: i64, events: list[Event] | None) -> None:
    tile = state.frames.get(0)
    need = state.frames.get(1)
    swords = state.frames.get(2)
    spears = move - SPEARS
    state.frames.pop()
    seat = state.active
    supply.pay(state, seat, LONG_SWORD, swords, events)
    supply.pay(state, seat, SPEAR, spears, events)
    supply.pay(state, seat, STONE, stones_for(state, need, swords + spears), events)
    loot(state, tile, swords, events)


def loot(state: OdinState, tile: i64, swords: i64, events: list[Event] | None) -> None:
    seat = state.active
    if events is not None:
        events.append(Event("looted", {"seat": int(seat), "item": ITEM_NAMES[tile]}, rule="OD-168"))
    state.frames.push(DO_LONGSHIP_USED)
    supply.gain(state, seat, tile, 1, events)
    if swords == 1:
        effects.fire(state, seat, ONE_SWORD_WON)


def succeed_low(state: OdinState, kind: i64, events: list[Event] | None) -> None:
    seat = state.active
    if events is not None:
        events.append(Event("succeeded", {"seat": int(seat), "action": DIE_NAMES[kind]}))
    if kind == HUNT:
        supply.gain(state, seat, HIDE, 1, events)
        supply.gain(state, seat, GAME_MEAT, 1, events)
        if state.space == state.tables.hunting_2 and state.means != BY_CARD:
            effects.fire(state, seat, HUNTING_2_SUCCEEDED)
    elif kind == SNARING:
        supply.gain(state, seat, FUR, 1, events)
        supply.gain(state, seat, SNARE, 1, events)
        effects.fire(state, seat, SNARE_SUCCEEDED)
    else:
        supply.gain(state, seat, OIL, 1, events)
        supply.gain(state, seat, SKIN_AND_BONES, 1, events)
        supply.gain(state, seat, WHALE_MEAT, 1, events)
        effects.fire(state, seat, WHALING_SUCCEEDED)


def fail(state: OdinState, kind: i64, events: list[Event] | None) -> None:
    """Consolation, and Vikings that may return (OD-160 to OD-163, OD-169, OD-170)."""
    seat = state.active
    if events is not None:
        events.append(Event("failed", {"seat": int(seat), "action": DIE_NAMES[kind]}))
    if kind >= RAID:
        state.frames.push(DO_LONGSHIP_USED)
    back: i64 = 0
    if kind in (SNARING, PILLAGE):
        back = 1
    elif kind in (WHALE_1, WHALE_3):
        back = 2
    if back and state.means != BY_CARD:
        state.frames.push(ASK_RETURN, back)
    supply.gain(state, seat, STONE if kind >= RAID else WOOD, 1, events)
    supply.gain(state, seat, weapon_of(kind), 1, events)
    if kind == RAID:
        effects.fire(state, seat, RAID_FAILED)


def fill_return(state: OdinState, out: Moves) -> None:
    """All come back, unless a played card makes it matter how many stay (OD-D25)."""
    most = state.frames.get(0)
    if state.has_card(state.active, state.tables.counts_vikings):
        for number in range(most + 1):
            out.add(RETURN + number)
    else:
        out.add(RETURN + most)


def play_return(state: OdinState, move: i64, events: list[Event] | None) -> None:
    state.frames.pop()
    return_vikings(state, state.stands_on, move - RETURN, events)


def return_vikings(state: OdinState, place: i64, number: i64, events: list[Event] | None) -> None:
    """Vikings go back from a space to the Thing Square; the last one leaves it free (OD-171, OD-243)."""
    if number == 0:
        return
    on = i64(state.h[ON_SPACE + place])
    left = (on >> 3) - number
    state.h[ON_SPACE + place] = i16((on & 7) + 8 * left if left > 0 else 0)
    state.add(state.active, THING, number)
    if events is not None:
        names = state.tables.space_names
        name = names[place] if place < SPACES else f"imitate_c{place - SPACES + 1}"
        events.append(Event("returned", {"seat": int(state.active), "count": int(number), "space": name}))
