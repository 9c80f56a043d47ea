"""The supply of a seat: gaining and paying, weapons, ships, buildings, occupations in hand (OD-016 to OD-024, OD-109 to OD-114,
OD-174 to OD-178, OD-223 to OD-225)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i16, i64, u8

from skali.core.protocol import Event, all_but, only
from skali.games.odin.components import (
    FIRST_LONG_HOUSE,
    FIRST_STONE_HOUSE,
    LONG_HOUSE_GRID,
    STONE_HOUSE_GRID,
)
from skali.games.odin.items import (
    ARMED_BOAT,
    BOARD_OWNER,
    BOAT,
    BOW,
    CATTLE,
    DISCARD,
    FISH_YIELD,
    HAND,
    ITEM_NAMES,
    KNARR,
    LONG_HOUSE,
    LONG_SWORD,
    LONGSHIP,
    MINUS,
    OVAL,
    PILE,
    PREGNANT_CATTLE,
    PREGNANT_SHEEP,
    SHED,
    SHED_WOOD,
    SHEEP,
    SILVER,
    SILVER_YIELD,
    SLOT_NAMES,
    SPECIAL,
    STOCKFISH,
    STONE,
    STONE_HOUSE,
    STONE_YIELD,
    STRIDE,
    SUBSTITUTE,
    WEAPON,
    WOOD,
)
from skali.games.odin.phases import (
    IN_HAND,
    IN_PILE,
)

if TYPE_CHECKING:
    from skali.games.odin.state import OdinState

OD_107_SLOTS: Final = 107
OD_109_LANDING_STAGES: Final = 109
OD_223_BUILDINGS: Final = 223
OD_224_TAKEN: Final = 224
SMALL_STAGES: Final = 3
LARGE_STAGES: Final = 4


# Counting


def boats(state: OdinState, seat: i64) -> i64:
    return state.get(seat, BOAT) + state.get(seat, ARMED_BOAT)


def longships(state: OdinState, seat: i64) -> i64:
    h = state.h
    at = seat * STRIDE + LONGSHIP
    return i64(h[at]) + i64(h[at + 1]) + i64(h[at + 2]) + i64(h[at + 3])


def large_ships(state: OdinState, seat: i64) -> i64:
    return state.get(seat, KNARR) + longships(state, seat)


def most_ore(state: OdinState, seat: i64) -> i64:
    """Ore on the longship that carries most, 0 without a longship (OD-167)."""
    ore: i64 = 3
    while ore > 0 and state.get(seat, LONGSHIP + ore) == 0:
        ore -= 1
    return ore


def animals(state: OdinState, seat: i64, kind: i64) -> i64:
    """Sheep or cattle in the stable, pregnant or not (OD-020)."""
    return state.get(seat, kind) + state.get(seat, kind - 1)


def houses_left(state: OdinState, building: i64) -> i64:
    """Buildings of a kind that nobody has yet (OD-007)."""
    total: i64 = state.tables.building_count[building - SHED]
    for seat in range(state.seats):
        total -= state.get(seat, building)
    return total


def receive_fault(state: OdinState, seat: i64, item: i64) -> i64:
    """The rule that keeps the seat from receiving one of these, 0 if none."""
    if item < BOAT:
        return 0
    if item == BOAT or item == ARMED_BOAT:
        return OD_109_LANDING_STAGES if boats(state, seat) >= SMALL_STAGES else 0
    if KNARR <= item < SHED:
        return OD_109_LANDING_STAGES if large_ships(state, seat) >= LARGE_STAGES else 0
    if SHED <= item <= LONG_HOUSE:
        return OD_223_BUILDINGS if houses_left(state, item) == 0 else 0
    if item >= SHED_WOOD:
        return 0 if free_slots(state, seat, item - SHED_WOOD) else OD_107_SLOTS
    return 0 if i64(state.h[OVAL + item - SPECIAL]) else OD_224_TAKEN


def free_slots(state: OdinState, seat: i64, slot: i64) -> i64:
    """Empty slots: wood and stone of the sheds, wood and stone of the stone houses (OD-107)."""
    if slot < 2:
        return 3 * state.get(seat, SHED) - state.get(seat, SHED_WOOD + slot)
    return state.get(seat, STONE_HOUSE) - state.get(seat, SHED_WOOD + slot)


# Gaining


def gain(state: OdinState, seat: i64, item: i64, count: i64, events: list[Event] | None) -> None:
    """From the general supply to the seat, as far as there is room and stock."""
    if count <= 0:
        return
    if item == WEAPON:
        draw_weapons(state, seat, count, events)
        return
    if BOW <= item <= LONG_SWORD:
        for _ in range(count):
            take_weapon(state, seat, item)
    elif item < WEAPON:
        state.add(seat, item, count)
        if state.yielding:
            note_yield(state, item, count)
    elif receive_fault(state, seat, item):
        return
    elif SHED <= item <= LONG_HOUSE:
        receive_building(state, seat, item)
    elif item >= SHED_WOOD:
        fill_slot(state, seat, item - SHED_WOOD, events)
        return
    elif item < SHED:
        count = least(count, ship_room(state, seat, item))
        state.add(seat, item, count)
    else:
        state.add(seat, item, count)
        state.h[OVAL + item - SPECIAL] = i16(0)
    if events is not None:
        events.append(Event("gained", {"seat": int(seat), "count": int(count), "item": ITEM_NAMES[item]}))


def least(one: i64, other: i64) -> i64:
    return one if one < other else other


def ship_room(state: OdinState, seat: i64, ship: i64) -> i64:
    """Free landing stages for a ship of this kind (OD-109)."""
    if ship <= ARMED_BOAT:
        return SMALL_STAGES - boats(state, seat)
    return LARGE_STAGES - large_ships(state, seat)


def note_yield(state: OdinState, item: i64, count: i64) -> None:
    """What the action going on has yielded itself (OD-227)."""
    if item == WOOD:
        state.wood_received += count
    elif item == STONE:
        state.h[STONE_YIELD] = i16(i64(state.h[STONE_YIELD]) + count)
    elif item == SILVER:
        state.h[SILVER_YIELD] = i16(i64(state.h[SILVER_YIELD]) + count)
    elif item == STOCKFISH:
        state.h[FISH_YIELD] = i16(i64(state.h[FISH_YIELD]) + count)


def fill_slot(state: OdinState, seat: i64, slot: i64, events: list[Event] | None) -> None:
    """Wood or stone lies on a slot, where it costs no point any more."""
    state.add(seat, SHED_WOOD + slot, 1)
    state.add(seat, MINUS, -1)
    if events is not None:
        events.append(Event("slot_filled", {"seat": int(seat), "slot": SLOT_NAMES[slot]}))


def receive_building(state: OdinState, seat: i64, building: i64) -> None:
    state.add(seat, building, 1)
    if building == SHED:
        state.add(seat, MINUS, 6)
        return
    board: i64 = FIRST_STONE_HOUSE if building == STONE_HOUSE else FIRST_LONG_HOUSE
    while i64(state.h[BOARD_OWNER + board]):
        board += 1
    state.h[BOARD_OWNER + board] = i16(seat + 1)
    grid: i64 = STONE_HOUSE_GRID if building == STONE_HOUSE else LONG_HOUSE_GRID
    slots: i64 = 2 if building == STONE_HOUSE else 0
    state.add(seat, MINUS, i64(state.tables.grids.minus_total[grid]) + slots)


# Paying


def pay(state: OdinState, seat: i64, item: i64, count: i64, events: list[Event] | None) -> None:
    """From the seat to the general supply; weapons to the discard pile, substitutes last (OD-174, OD-177)."""
    if count <= 0:
        return
    state.add(seat, item, -count)
    if BOW <= item <= LONG_SWORD:
        kind = item - BOW
        substitutes = state.get(seat, SUBSTITUTE + kind)
        left = state.get(seat, item)
        lost = substitutes - left if substitutes > left else 0
        state.add(seat, SUBSTITUTE + kind, -lost)
        state.h[DISCARD + kind] = i16(i64(state.h[DISCARD + kind]) + count - lost)
    if events is not None:
        events.append(Event("paid", {"seat": int(seat), "count": int(count), "item": ITEM_NAMES[item]}))


# Weapons


def draw_weapons(state: OdinState, seat: i64, count: i64, events: list[Event] | None) -> None:
    """The top cards of the pile; an empty pile is made anew from the discards (OD-134, OD-175)."""
    h = state.h
    for _ in range(count):
        total = i64(h[PILE]) + i64(h[PILE + 1]) + i64(h[PILE + 2]) + i64(h[PILE + 3])
        if total == 0:
            for kind in range(i64(4)):
                h[PILE + kind] = h[DISCARD + kind]
                h[DISCARD + kind] = i16(0)
            total = i64(h[PILE]) + i64(h[PILE + 1]) + i64(h[PILE + 2]) + i64(h[PILE + 3])
            if total == 0:
                return
            if events is not None:
                events.append(Event("weapons_shuffled", {}, rule="OD-175"))
        pick = state.rng.below(total)
        state.raised += 1
        drawn: i64 = 0
        while pick >= i64(h[PILE + drawn]):
            pick -= i64(h[PILE + drawn])
            drawn += 1
        h[PILE + drawn] = i16(i64(h[PILE + drawn]) - 1)
        state.add(seat, BOW + drawn, 1)
        if events is not None:
            events.append(Event("drew_weapon", {"seat": int(seat), "item": ITEM_NAMES[BOW + drawn]}))


def take_weapon(state: OdinState, seat: i64, item: i64) -> None:
    """A named weapon: from the discards, else from the pile, else a substitute (OD-176, OD-177)."""
    kind = item - BOW
    h = state.h
    if i64(h[DISCARD + kind]):
        h[DISCARD + kind] = i16(i64(h[DISCARD + kind]) - 1)
    elif i64(h[PILE + kind]):
        h[PILE + kind] = i16(i64(h[PILE + kind]) - 1)
    else:
        state.add(seat, SUBSTITUTE + kind, 1)
    state.add(seat, item, 1)


# Occupations


def pile_left(state: OdinState) -> bool:
    """The occupation pile is not empty."""
    cards = state.cards
    for card in range(len(cards)):
        if i64(cards[card]) == IN_PILE:
            return True
    return False


def draw_occupation(state: OdinState, seat: i64, events: list[Event] | None) -> None:
    """The top card of the pile into the hand; nothing from an empty pile (OD-178)."""
    cards = state.cards
    total: i64 = 0
    for card in range(len(cards)):
        if i64(cards[card]) == IN_PILE:
            total += 1
    if total == 0:
        if events is not None:
            events.append(Event("no_card_left", {"seat": int(seat)}, rule="OD-178"))
        return
    pick = state.rng.below(total)
    state.raised += 1
    for card in range(len(cards)):
        if i64(cards[card]) == IN_PILE:
            if pick == 0:
                cards[card] = u8(IN_HAND + seat)
                state.add(seat, HAND, 1)
                if events is not None:
                    name = state.tables.card_numbers[card]
                    events.append(Event("drew_card", {"seat": int(seat), "card": name}, only(seat)))
                    events.append(Event("drew_a_card", {"seat": int(seat)}, all_but(seat)))
                return
            pick -= 1


# Animals


def breed(state: OdinState, seat: i64, events: list[Event] | None) -> i64:
    """Births, or one pregnancy, for each kind; the number of calves born (OD-060, OD-061)."""
    calves: i64 = 0
    for kind in (SHEEP, CATTLE):
        pregnant = state.get(seat, kind - 1)
        if pregnant:
            state.put(seat, kind - 1, 0)
            state.add(seat, kind, 2 * pregnant)
            if kind == CATTLE:
                calves = pregnant
            if events is not None:
                data = {"seat": int(seat), "count": int(pregnant), "item": ITEM_NAMES[kind]}
                events.append(Event("born", data, rule="OD-060"))
        elif state.get(seat, kind) >= 2:
            state.add(seat, kind, -1)
            state.add(seat, kind - 1, 1)
            if events is not None:
                events.append(Event("pregnant", {"seat": int(seat), "item": ITEM_NAMES[kind]}, rule="OD-061"))
    return calves


def upgraded(good: i64, steps: i64) -> i64:
    """The good so many colours up in the same column; pregnant animals are red (OD-128, OD-132)."""
    if good == PREGNANT_SHEEP or good == PREGNANT_CATTLE:
        return good + 1 + steps
    return good + steps
