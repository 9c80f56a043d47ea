"""Dice actions: hunting game, laying a snare, whaling, raiding, pillaging (OD-153 to OD-173)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i16, i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.odin import effects, supply
from skali.games.odin.components import (
    SPACES,
)
from skali.games.odin.effects_text import (
    DOUBLE_LOOT,
    GREEN_LOOT,
    HIGHEST_LOOT,
    HUNTING_2_SUCCEEDED,
    HUNTING_SUCCEEDED,
    NO_WOOD_WON_A_WHALE,
    ONE_SPEAR_WON_A_WHALE,
    ONE_SWORD_WON,
    RAID_FAILED,
    RAID_FAILED_EARLY,
    RAID_WON,
    ROLLS,
    SNARE_LAID,
    SNARE_SPACE_SUCCEEDED,
    SNARE_SUCCEEDED,
    SPEAR_AS_SWORD,
    SPEAR_VALUE,
    STONE_VALUE,
    THREE_VIKINGS,
    VIKINGS_RETURNED,
    WHALING_SUCCEEDED,
)
from skali.games.odin.items import (
    ARMED_BOAT,
    BATTLE_BONUS,
    BLUE,
    BOW,
    FUR,
    GAME_MEAT,
    GOODS,
    GREEN,
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
from skali.games.odin.moves import (
    FAIL,
    LOOT,
    RETURN,
    ROLL,
    SPEARS,
    STOP,
    SUCCEED,
    SWORDS,
)
from skali.games.odin.phases import (
    ASK_MORE_LOOT,
    ASK_RETURN,
    ASK_SPEARS,
    ASK_SWORDS,
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


def modifier(state: OdinState, kind: i64) -> i64:
    """What cards add to every roll (OD-233), and ore given up in battle (OD-234)."""
    effects = state.tables.effects
    total: i64 = i64(state.h[BATTLE_BONUS]) if kind >= RAID else 0
    for at in range(len(effects.die_card)):
        if i64(effects.die_kinds[at]) & bit(kind) and state.has_card(state.active, i64(effects.die_card[at])):
            total += i64(effects.die_change[at])
    return total


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
    result = roll + modifier(state, kind)
    if kind == WHALE_3 or kind == WHALE_1:
        result -= boat_ore(state, kind)
    return result if result > 0 else i64(0)


def weapon_value(state: OdinState, kind: i64) -> i64:
    """What a weapon counts in a low roll: with 11c spears count 2 in whaling."""
    whaling = kind == WHALE_3 or kind == WHALE_1
    return 2 if whaling and state.hook(state.active, SPEAR_VALUE) else 1


def wood_for(state: OdinState, kind: i64, need: i64, weapons: i64) -> i64:
    """The wood that goes with so many weapons, -1 if one of them would be wasted (OD-158)."""
    value = weapon_value(state, kind)
    rest = need - weapons * value
    if rest >= 0:
        return rest
    return 0 if rest > -value else -1


def battle_base(state: OdinState, kind: i64, roll: i64) -> i64:
    """The battle result before anything is spent: ore counts in pillaging only (OD-166, OD-167)."""
    result = roll + modifier(state, kind)
    return result + supply.most_ore(state, state.active) if kind == PILLAGE else result


def stone_value(state: OdinState) -> i64:
    return 2 if state.hook(state.active, STONE_VALUE) else 1


def most_battle(state: OdinState) -> i64:
    """What stones and weapons can add at most."""
    seat = state.active
    total = state.get(seat, STONE) * stone_value(state) + state.get(seat, LONG_SWORD)
    if state.hook(seat, SPEAR_AS_SWORD):
        total += state.get(seat, SPEAR)
    return total


def sword_of(state: OdinState, tile: i64) -> i64:
    """The sword value of a tile for the active seat, 0 if it cannot be looted (OD-168, OD-235, OD-238)."""
    seat = state.active
    if tile < GOODS:
        if tile % 4 == GREEN and state.hook(seat, GREEN_LOOT):
            return i64(state.tables.sword[tile + 1]) - 1
        return i64(state.tables.sword[tile])
    if i64(state.h[OVAL + tile - SPECIAL]) == 0:
        return 0
    sword = i64(state.tables.sword[tile])
    if state.hook(seat, HIGHEST_LOOT) and sword == highest_sword(state):
        return sword - 1
    return sword


def highest_sword(state: OdinState) -> i64:
    """The highest sword value on the oval board."""
    most: i64 = 0
    for tile in range(i64(SPECIAL), SPECIAL + SPECIALS):
        if i64(state.h[OVAL + tile - SPECIAL]) and i64(state.tables.sword[tile]) > most:
            most = i64(state.tables.sword[tile])
    return most


def can_loot(state: OdinState, tile: i64, result: i64) -> bool:
    """Blue goods, special tiles on the oval board, and with 138c green goods, up to the battle result (OD-168)."""
    return 0 < sword_of(state, tile) <= result


def least_result(state: OdinState) -> i64:
    """A battle result below this is a failure (OD-169, OD-238)."""
    return NO_TILE_BELOW - 1 if state.hook(state.active, GREEN_LOOT) else NO_TILE_BELOW


def fill_loot(state: OdinState, first: i64, taken: i64, result: i64, out: Moves) -> None:
    """The tiles that a battle result reaches, from a number on, without a special tile that is taken already."""
    green: i64 = GREEN if state.hook(state.active, GREEN_LOOT) else BLUE
    for tile in range(first, GOODS):
        if tile % 4 >= green and can_loot(state, tile, result):
            out.add(LOOT + tile)
    for tile in range(first if first > SPECIAL else i64(SPECIAL), SPECIAL + SPECIALS):
        if tile != taken and can_loot(state, tile, result):
            out.add(LOOT + tile)


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
    rolls = frames.get(2) & 15
    seat = state.active
    if rolls < most_rolls(state):
        out.add(ROLL)
    if kind < RAID:
        need = missing(state, kind, roll)
        wood = state.get(seat, WOOD)
        most = state.get(seat, weapon_of(kind))
        if most > need:
            most = need
        while most >= 0:
            logs = wood_for(state, kind, need, most)
            if 0 <= logs <= wood:
                out.add(SUCCEED + most)
            most -= 1
    else:
        result = battle_base(state, kind, roll) + most_battle(state)
        if result >= least_result(state):
            fill_loot(state, 0, -1, result, out)
    out.add(FAIL)


def fill_more_loot(state: OdinState, out: Moves, search: bool) -> None:
    """136c: a second tile within the same battle result (OD-239); in search never one before the first."""
    first = state.frames.get(0)
    left = state.frames.get(1)
    fill_loot(state, first if search else i64(0), first if first >= SPECIAL else i64(-1), left, out)
    out.add(STOP)


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
    swords = state.frames.get(2) % 64
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
        data = {
            "seat": int(state.active),
            "action": DIE_NAMES[kind],
            "roll": int(rolled),
            "number": int(frames.get(2) & 15),
        }
        events.append(Event("rolled", data))
    if kind < RAID and missing(state, kind, rolled) == 0:
        by_card = frames.get(2) >= effects.ROLLED_BY_CARD
        frames.pop()
        succeed_low(state, kind, by_card, 0, 0, events)


def play_die(state: OdinState, move: i64, events: list[Event] | None) -> None:
    frames = state.frames
    kind = frames.get(0)
    rolled = frames.get(1)
    seat = state.active
    if move == ROLL:
        roll(state, events)
        return
    rolls = frames.get(2)
    by_card = rolls >= effects.ROLLED_BY_CARD
    frames.pop()
    if move == FAIL:
        fail(state, kind, by_card, rolls & 15, events)
    elif move < LOOT:
        weapons = move - SUCCEED
        wood = wood_for(state, kind, missing(state, kind, rolled), weapons)
        supply.pay(state, seat, weapon_of(kind), weapons, events)
        supply.pay(state, seat, WOOD, wood, events)
        succeed_low(state, kind, by_card, weapons, wood, events)
    else:
        tile = move - LOOT
        sword = sword_of(state, tile)
        base = battle_base(state, kind, rolled)
        if state.hook(seat, DOUBLE_LOOT):
            frames.push(ASK_MORE_LOOT, tile, base + most_battle(state) - sword, sword - base + 64 * kind)
        else:
            take_loot(state, tile, sword - base, kind, events)


def play_more_loot(state: OdinState, move: i64, events: list[Event] | None) -> None:
    tile = state.frames.get(0)
    packed = state.frames.get(2)
    state.frames.pop()
    kind = (packed + 32) // 64
    need = packed - 64 * kind
    if move != STOP:
        second = move - LOOT
        need += sword_of(state, second)
        tile += 128 * (second + 1)
    take_loot(state, tile, need, kind, events)


def take_loot(state: OdinState, tiles: i64, need: i64, kind: i64, events: list[Event] | None) -> None:
    """One tile, or two packed into one number, after what is missing is paid."""
    if need <= 0:
        loot(state, tiles, 0, kind, events)
    else:
        state.frames.push(ASK_SWORDS, tiles, need, kind)


def play_swords(state: OdinState, move: i64) -> None:
    tile = state.frames.get(0)
    need = state.frames.get(1)
    kind = state.frames.get(2)
    state.frames.pop()
    state.frames.push(ASK_SPEARS, tile, need, move - SWORDS + 64 * kind)


def play_spears(state: OdinState, move: i64, events: list[Event] | None) -> None:
    tiles = state.frames.get(0)
    need = state.frames.get(1)
    swords = state.frames.get(2) % 64
    kind = state.frames.get(2) // 64
    spears = move - SPEARS
    state.frames.pop()
    seat = state.active
    supply.pay(state, seat, LONG_SWORD, swords, events)
    supply.pay(state, seat, SPEAR, spears, events)
    supply.pay(state, seat, STONE, stones_for(state, need, swords + spears), events)
    loot(state, tiles, swords, kind, events)


def loot(state: OdinState, tiles: i64, swords: i64, kind: i64, events: list[Event] | None) -> None:
    seat = state.active
    state.frames.push(DO_LONGSHIP_USED)
    moments = bit(RAID_WON) if kind == RAID else i64(0)
    if swords == 1:
        moments |= bit(ONE_SWORD_WON)
    effects.fire_all(state, seat, moments)
    while tiles:
        tile = tiles % 128 if tiles >= 128 else tiles
        if events is not None:
            events.append(Event("looted", {"seat": int(seat), "item": ITEM_NAMES[tile]}, rule="OD-168"))
        supply.gain(state, seat, tile, 1, events)
        effects.arrive(state, seat, tile, 1, events)
        tiles = tiles // 128 - 1 if tiles >= 128 else 0


def succeed_low(
    state: OdinState, kind: i64, by_card: bool, weapons: i64, wood: i64, events: list[Event] | None
) -> None:
    seat = state.active
    if events is not None:
        events.append(Event("succeeded", {"seat": int(seat), "action": DIE_NAMES[kind]}))
    if kind == HUNT:
        supply.gain(state, seat, HIDE, 1, events)
        supply.gain(state, seat, GAME_MEAT, 1, events)
        moments = bit(HUNTING_SUCCEEDED)
        if state.space == state.tables.hunting_2 and not by_card:
            moments |= bit(HUNTING_2_SUCCEEDED)
    elif kind == SNARING:
        supply.gain(state, seat, FUR, 1, events)
        supply.gain(state, seat, SNARE, 1, events)
        moments = bit(SNARE_SUCCEEDED) | bit(SNARE_LAID)
        if not by_card:
            moments |= bit(SNARE_SPACE_SUCCEEDED)
    else:
        supply.gain(state, seat, OIL, 1, events)
        supply.gain(state, seat, SKIN_AND_BONES, 1, events)
        supply.gain(state, seat, WHALE_MEAT, 1, events)
        moments = bit(WHALING_SUCCEEDED)
        if wood == 0:
            moments |= bit(NO_WOOD_WON_A_WHALE)
        if weapons == 1:
            moments |= bit(ONE_SPEAR_WON_A_WHALE)
    effects.fire_all(state, seat, moments)


def fail(state: OdinState, kind: i64, by_card: bool, rolls: i64, events: list[Event] | None) -> None:
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
    if back and not by_card:
        state.frames.push(ASK_RETURN, back)
    supply.gain(state, seat, STONE if kind >= RAID else WOOD, 1, events)
    supply.gain(state, seat, weapon_of(kind), 1, events)
    if kind == RAID:
        moments = bit(RAID_FAILED)
        if rolls <= 2:
            moments |= bit(RAID_FAILED_EARLY)
        effects.fire_all(state, seat, moments)
    elif kind == SNARING:
        effects.fire(state, seat, SNARE_LAID)


def fill_return(state: OdinState, out: Moves) -> None:
    """All come back, unless a played card makes it matter how many stay (OD-D25)."""
    most = state.frames.get(0)
    if state.frames.get(1) == 0 and counts_vikings(state):
        for number in range(most + 1):
            out.add(RETURN + number)
    else:
        out.add(RETURN + most)


def counts_vikings(state: OdinState) -> bool:
    cards = state.tables.counts_vikings
    for at in range(len(cards)):
        if state.has_card(state.active, i64(cards[at])):
            return True
    return False


def play_return(state: OdinState, move: i64, events: list[Event] | None) -> None:
    state.frames.pop()
    return_vikings(state, state.stands_on, move - RETURN, events)
    came_back(state, move - RETURN, events)


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


def came_back(state: OdinState, number: i64, events: list[Event] | None) -> None:
    """One effect has returned so many Vikings (OD-244)."""
    seat = state.active
    if number == 1 or number == 2:
        effects.give(state, seat, VIKINGS_RETURNED, 1, events)
    if number and state.get(seat, THING) == 3:
        effects.give(state, seat, THREE_VIKINGS, 1, events)
