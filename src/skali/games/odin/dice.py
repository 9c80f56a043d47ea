"""What a roll comes to: modifiers, what is missing after a low roll, battle results and what they can loot (OD-153 to OD-170)."""

from __future__ import annotations

from mypy_extensions import i64

from skali.core.bits import bit
from skali.games.odin import card_rules, items, phases, supply
from skali.games.odin.position import OdinPosition

# Results


def modifier(position: OdinPosition, kind: i64) -> i64:
    """What cards add to every roll (OD-233), and ore given up in battle (OD-234)."""
    effects = position.tables.effects
    total: i64 = i64(position.counts[items.BATTLE_BONUS]) if kind >= phases.RAID else 0
    for at in range(len(effects.die_card)):
        if i64(effects.die_kinds[at]) & bit(kind) and position.has_card(position.active, i64(effects.die_card[at])):
            total += i64(effects.die_change[at])
    return total


def most_rolls(position: OdinPosition) -> i64:
    return 4 if position.hook(position.active, card_rules.ROLLS_4) else 3


def weapon_of(kind: i64) -> i64:
    """The weapon that helps: bow, snare, spear or long sword."""
    if kind == phases.HUNT:
        return items.BOW
    if kind == phases.SNARING:
        return items.SNARE
    return items.SPEAR if kind < phases.RAID else items.LONG_SWORD


def prizes(kind: i64) -> list[int]:
    """What hunting, a snare or whaling brings when it succeeds; a battle brings loot instead."""
    if kind == phases.HUNT:
        return [items.HIDE, items.GAME_MEAT]
    if kind == phases.SNARING:
        return [items.FUR, items.SNARE]
    return [items.OIL, items.SKIN_AND_BONES, items.WHALE_MEAT] if kind < phases.RAID else []


def boat_ore(position: OdinPosition, kind: i64) -> i64:
    """Printed and added ore on the boats used: all boats, or the one with most (OD-157, OD-164, OD-165)."""
    seat = position.active
    armed = position.get(seat, items.ARMED_BOAT)
    if kind == phases.WHALE_3:
        return supply.boats(position, seat) + armed
    return 2 if armed else 1


def missing(position: OdinPosition, kind: i64, roll: i64) -> i64:
    """What must be paid after a low roll (OD-157)."""
    result = roll + modifier(position, kind)
    if kind == phases.WHALE_3 or kind == phases.WHALE_1:
        result -= boat_ore(position, kind)
    return result if result > 0 else i64(0)


def weapon_value(position: OdinPosition, kind: i64) -> i64:
    """What a weapon counts in a low roll: with 11c spears count 2 in whaling."""
    whaling = kind == phases.WHALE_3 or kind == phases.WHALE_1
    return 2 if whaling and position.hook(position.active, card_rules.SPEAR_COUNTS_2) else 1


def wood_for(position: OdinPosition, kind: i64, need: i64, weapons: i64) -> i64:
    """The wood that goes with so many weapons, -1 if one of them would be wasted (OD-158)."""
    value = weapon_value(position, kind)
    rest = need - weapons * value
    if rest >= 0:
        return rest
    return 0 if rest > -value else -1


def battle_base(position: OdinPosition, kind: i64, roll: i64) -> i64:
    """The battle result before anything is spent: ore counts in pillaging only (OD-166, OD-167)."""
    result = roll + modifier(position, kind)
    return result + supply.most_ore(position, position.active) if kind == phases.PILLAGE else result


def stone_value(position: OdinPosition) -> i64:
    return 2 if position.hook(position.active, card_rules.STONE_COUNTS_2) else 1


def most_battle(position: OdinPosition) -> i64:
    """What stones and weapons can add at most."""
    seat = position.active
    total = position.get(seat, items.STONE) * stone_value(position) + position.get(seat, items.LONG_SWORD)
    if position.hook(seat, card_rules.SPEAR_COUNTS_AS_LONG_SWORD):
        total += position.get(seat, items.SPEAR)
    return total


def sword_of(position: OdinPosition, tile: i64) -> i64:
    """The sword value of a tile for the active seat, 0 if it cannot be looted (OD-168, OD-235, OD-238)."""
    seat = position.active
    if tile < items.GOODS:
        if tile % 4 == items.GREEN and position.hook(seat, card_rules.LOOT_GREEN_GOODS):
            return i64(position.tables.sword[tile + 1]) - 1
        return i64(position.tables.sword[tile])
    if i64(position.counts[items.OVAL + tile - items.SPECIAL]) == 0:
        return 0
    sword = i64(position.tables.sword[tile])
    if position.hook(seat, card_rules.LOOT_HIGHEST_SPECIAL_TILES_1_LESS) and sword == highest_sword(position):
        return sword - 1
    return sword


def highest_sword(position: OdinPosition) -> i64:
    """The highest sword value on the oval board."""
    most: i64 = 0
    for tile in range(i64(items.SPECIAL), items.SPECIAL + items.SPECIALS):
        if i64(position.counts[items.OVAL + tile - items.SPECIAL]) and i64(position.tables.sword[tile]) > most:
            most = i64(position.tables.sword[tile])
    return most


def stones_for(position: OdinPosition, need: i64, weapons: i64) -> i64:
    """Stones that go with so many weapons, -1 if they cannot make up the need without waste (OD-168)."""
    rest = need - weapons
    if rest < 0:
        return -1
    value = stone_value(position)
    stones = (rest + value - 1) // value
    if weapons and stones * value != rest:
        return -1
    return stones if stones <= position.get(position.active, items.STONE) else -1
